Feature: What a million results cost, owned and in the cloud
  Own hardware is paid while it stands idle too, so its cost of a result depends on use.

  Scenario Outline: Tokens cost less where the machines are busy enough
    Given the workload "chat" states:
      | stage       | inference    |
      | model       | Llama-3.1-8B |
      | utilisation | <use>        |
    And the workload "chat" has these offers:
      | offer    | way to pay   | months | compute | power | network and storage | staff | licences |
      | Purchase | own hardware | 36     | 360,000 | 0     | 0                   | 0     | 0        |
      | Rental   | cloud        | 36     | 720,000 | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "cheaper for a result" of "chat" is "<way>"
    And the rule "<rule>" holds for "chat"

    Examples: Both cost the same at half of the time
      | use | way          | rule                   |
      | 50% | cloud        | cloud-tokens-cost-less |
      | 51% | own hardware | own-tokens-cost-less   |

  Scenario Outline: Images are counted as items
    Given the workload "inspection" states:
      | stage               | inference |
      | kind of model       | vision    |
      | parameters          | 0.3       |
      | items to be handled | 500       |
      | utilisation         | <use>     |
    And the workload "inspection" has these offers:
      | offer    | way to pay   | months | compute | power | network and storage | staff | licences |
      | Purchase | own hardware | 36     | 360,000 | 0     | 0                   | 0     | 0        |
      | Rental   | cloud        | 36     | 720,000 | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "cheaper for a result" of "inspection" is "<way>"
    And the rule "<rule>" holds for "inspection"

    Examples:
      | use | way          | rule                  |
      | 40% | cloud        | cloud-items-cost-less |
      | 60% | own hardware | own-items-cost-less   |

  Scenario: The reason names both figures, to be used on other offers
    Given the workload "chat" states:
      | stage       | inference    |
      | model       | Llama-3.1-8B |
      | utilisation | 75%          |
    When the plan is advised
    Then the "cheaper for a result" of "chat" is "cloud"
    And the rule "cloud-tokens-cost-less" tells "chat" "At a use of 75%, a million tokens cost"

  Scenario: Without a utilisation nothing is said
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "cheaper for a result" of "chat" is "unknown"
