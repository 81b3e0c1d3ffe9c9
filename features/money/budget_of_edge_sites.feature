Feature: What devices at the edge cost is counted for all sites
  Counts, power and cost of a workload are those of one site; a budget has to pay for each of them.

  Scenario Outline: The budget counts every site at the edge
    Given the workload "gate" states:
      | stage             | inference |
      | way of serving    | edge      |
      | model             | ViT-L/16  |
      | sites at the edge | <sites>   |
    And the workload "gate" has these offers:
      | offer  | way to pay   | months | compute | power | network and storage | staff | licences |
      | Buying | own hardware | 36     | 36,000  | 0     | 0                   | 0     | 0        |
    And the plan states "budget over the horizon" as "500,000"
    When the plan is advised
    Then the "budget" of the plan is "<budget>"
    And the "<figure>" of the plan is "<cost>"

    Examples:
      | sites | budget               | figure                                  | cost    |
      | 12    | within budget        | cost of the plan over the horizon       | 432,000 |
      | 20    | below the least cost | least cost of the plan over the horizon | 720,000 |

  Scenario: The staff is shared among all sites, not paid once for each
    Given the workload "gate" states:
      | stage             | inference |
      | way of serving    | edge      |
      | model             | ViT-L/16  |
      | sites at the edge | 10        |
    When the plan is advised
    Then the "share of the staff" of "gate" is "10%"
