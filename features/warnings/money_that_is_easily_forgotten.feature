Feature: Money that is easily forgotten: leaving a cloud, idle machines, falling value

  Scenario Outline: A large data set costs to leave the cloud
    Given the workload "train" states:
      | stage                | training     |
      | model                | Llama-3.1-8B |
      | pattern of use       | <use>        |
      | size of the data set | <gb>         |
    When the plan is advised
    Then the rule "data-costs-to-leave-the-cloud" <speaks> for "train"

    Examples: From a terabyte on
      | use          | gb   | speaks    |
      | now and then | 1000 | holds     |
      | now and then | 999  | is silent |
      | continuous   | 1000 | is silent |

  Scenario: The warning names the fee
    Given the workload "train" states:
      | stage                | training     |
      | model                | Llama-3.1-8B |
      | pattern of use       | now and then |
      | size of the data set | 1000         |
    When the plan is advised
    Then the "warnings" of "train" include "fees for moving data"
    And the rule "data-costs-to-leave-the-cloud" tells "train" "NT$2,880"

  Scenario Outline: Own machines that are not busy enough stand idle
    Given the workload "chat" states:
      | stage               | inference    |
      | model               | Llama-3.1-8B |
      | utilisation         | <use>        |
      | how long it runs on | 36           |
    And the workload "chat" has these offers:
      | offer    | way to pay   | months | compute | power | network and storage | staff | licences |
      | Purchase | own hardware | 36     | 360,000 | 0     | 0                   | 0     | 0        |
      | Rental   | cloud        | 36     | 720,000 | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "form of dedicated hardware" of "chat" is "own hardware on own premises"
    And the rule "much-of-the-purchase-stands-idle" <speaks> for "chat"

    Examples: The limit is that of the rule of thumb
      | use | speaks    |
      | 60% | holds     |
      | 61% | is silent |

  Scenario: The idle share is told in money
    Given the workload "chat" states:
      | stage               | inference    |
      | model               | Llama-3.1-8B |
      | utilisation         | 55%          |
      | how long it runs on | 36           |
    And the workload "chat" has these offers:
      | offer    | way to pay   | months | compute | power | network and storage | staff | licences |
      | Purchase | own hardware | 36     | 360,000 | 0     | 0                   | 0     | 0        |
      | Rental   | cloud        | 36     | 720,000 | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "warnings" of "chat" include "bought capacity stands idle"
    And the rule "much-of-the-purchase-stands-idle" tells "chat" "NT$162,000"

  Scenario Outline: What is bought loses value, so its end must be planned
    Given the workload "chat" states:
      | stage               | inference    |
      | model               | Llama-3.1-8B |
      | utilisation         | 75%          |
      | how long it runs on | 36           |
    And the workload "chat" has these offers:
      | offer    | way to pay   | months | compute | power | network and storage | staff | licences |
      | Purchase | own hardware | 36     | 360,000 | 0     | 0                   | 0     | 0        |
      | Rental   | cloud        | 36     | 720,000 | 0     | 0                   | 0     | 0        |
    And the plan states "plan for replacing the hardware" as "<planned>"
    When the plan is advised
    Then the rule "what-is-bought-loses-value" <speaks> for "chat"

    Examples:
      | planned | speaks    |
      | no      | holds     |
      | yes     | is silent |

  Scenario: Rented hardware has no value to lose
    Given the workload "chat" states:
      | stage          | inference    |
      | model          | Llama-3.1-8B |
      | pattern of use | continuous   |
    When the plan is advised
    Then the "form of dedicated hardware" of "chat" is "dedicated servers rented from a provider"
    And the rule "what-is-bought-loses-value" is silent for "chat"
