Feature: The cost check beside the rule of thumb
  Own hardware costs the same whether used or not; cloud instances cost while they run. The offers
  here make break-even plain: 10,000 a month owned, 20,000 a month in the cloud at full use.

  Background:
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    And the workload "chat" has these offers:
      | offer    | way to pay   | months | compute | power | network and storage | staff | licences |
      | Purchase | own hardware | 36     | 360,000 | 0     | 0                   | 0     | 0        |
      | Rental   | cloud        | 36     | 720,000 | 0     | 0                   | 0     | 0        |

  Scenario Outline: Use must exceed break-even, and the work must outlast it
    Given the workload "chat" states "utilisation" as "<use>"
    And the workload "chat" states "how long it runs on" as "<months>"
    When the plan is advised
    Then the "utilisation at which own hardware breaks even" of "chat" is "50%"
    And the "cost check on buying" of "chat" is "<result>"
    And the rule "<rule>" holds for "chat"

    Examples: Break-even is at half of the time
      | use | months | result              | rule                      |
      | 50% | 60     | buying does not pay | used-less-than-break-even |
      | 51% | 60     | buying pays         | used-more-than-break-even |

    Examples: At 75 % the purchase is paid back after 24 months
      | use | months | result              | rule                      |
      | 75% | 24     | buying does not pay | ends-before-break-even    |
      | 75% | 25     | buying pays         | used-more-than-break-even |

  Scenario: The reason shows both costs and both shares of the time
    Given the workload "chat" states "utilisation" as "40%"
    When the plan is advised
    Then the rule "used-less-than-break-even" tells "chat" "A month costs NT$10,000 on own hardware"
    And the rule "used-less-than-break-even" tells "chat" "NT$20,000 in the cloud at full use"
    And the rule "used-less-than-break-even" tells "chat" "Break-even is at a utilisation of 50%; 40% is expected"

  Scenario: Without a stated utilisation the check is left open
    When the plan is advised
    Then the "cost check on buying" of "chat" is "unknown"
    And the rule "used-more-than-break-even" is silent for "chat"

  Scenario Outline: Hardware that costs more than the cloud at full use never pays
    Given the workload "chat" has these offers:
      | offer   | way to pay | months | compute | power | network and storage | staff | licences |
      | Cheaper | cloud      | 36     | <cloud> | 0     | 0                   | 0     | 0        |
    And the workload "chat" states "utilisation" as "100%"
    When the plan is advised
    Then the "cost check on buying" of "chat" is "buying does not pay"
    And the rule "<rule>" holds for "chat"

    Examples: Equal cost is break-even at full use, and no gain
      | cloud   | rule                      |
      | 360,000 | used-less-than-break-even |
      | 359,000 | never-breaks-even         |

  Scenario: The cheapest cloud offer is the one to beat
    Given the workload "chat" has these offers:
      | offer | way to pay | months | compute | power    | network and storage | staff   | licences |
      | Other | cloud      | 36     | 480,000 | included | 120,000             | 0       | included |
    When the plan is advised
    Then the "monthly cost of the cheapest cloud offer" of "chat" is "16,667"
    And the "utilisation at which own hardware breaks even" of "chat" is "50.0%"
