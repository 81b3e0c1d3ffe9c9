Feature: Busy and long work belongs on dedicated hardware, if the figures agree
  Break-even is at half of the time, and at 75 % the purchase is paid back after 24 months.

  Background:
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    And the workload "chat" has these offers:
      | offer    | way to pay   | months | compute | power | network and storage | staff | licences |
      | Purchase | own hardware | 36     | 360,000 | 0     | 0                   | 0     | 0        |
      | Rental   | cloud        | 36     | 720,000 | 0     | 0                   | 0     | 0        |

  Scenario: Rule of thumb and figures agree, so own it
    Given the workload "chat" states:
      | utilisation         | 75% |
      | how long it runs on | 36  |
    When the plan is advised
    Then the "deployment" of "chat" is "dedicated"
    And the rule "busy-and-long-and-confirmed-by-figures" tells "chat" "break-even is at 50%"

  Scenario: Work that never stops is owned even where the figures say rent
    Given the workload "chat" states:
      | utilisation         | 75%        |
      | how long it runs on | 36         |
      | pattern of use      | continuous |
    And the workload "chat" has these offers:
      | offer  | way to pay   | months | compute | power | network and storage | staff | licences |
      | Local  | cloud        | 36     | 432,000 | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "deployment" of "chat" is "dedicated"
    And the rule "always-on-though-figures-say-rent" tells "chat" "only if cloud instances are off whenever they are idle"
    And the "warnings" of "chat" include "rule of thumb and cost check disagree"

  Scenario: Where the figures say rent and the work may pause, own the busy part and rent the rest
    Given the workload "chat" states:
      | utilisation         | 75%     |
      | how long it runs on | 36      |
      | pattern of use      | growing |
    And the workload "chat" has these offers:
      | offer  | way to pay   | months | compute | power | network and storage | staff | licences |
      | Local  | cloud        | 36     | 432,000 | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "deployment" of "chat" is "hybrid"
    And the rule "busy-and-long-but-figures-say-rent" holds for "chat"
    And the rule "thumb-says-buy-figures-say-rent" tells "chat" "break-even is at 83.3%"
    And the rule "figures-go-before-the-thumb-when-they-say-rent" tells "chat" "put break-even at 83.3%"

  Scenario Outline: Where the cloud costs less even if it runs all the time, nothing is bought
    Given the workload "chat" states:
      | utilisation         | 75%     |
      | how long it runs on | 36      |
      | pattern of use      | <usage> |
    And the workload "chat" has these offers:
      | offer  | way to pay   | months | compute | power | network and storage | staff | licences |
      | Local  | cloud        | 36     | <local> | 0     | 0                   | 0     | 0        |
      | Server | rented dedicated server | 36 | 288,000 | 0 | 0              | 0     | 0        |
    When the plan is advised
    Then the "deployment" of "chat" is "<deployment>"
    And the "form of dedicated hardware" of "chat" is "<form>"
    And the rule "<rule>" tells "chat" "<break-even>"
    And the rule "<tension>" tells "chat" "<break-even>"
    And the rule "<agreement>" tells "chat" "<break-even>"

    Examples:
      | usage      | local   | deployment | form                                     | break-even | rule                                              | tension                                           | agreement                           |
      | continuous | 300,000 | dedicated  | dedicated servers rented from a provider | 120%       | always-on-and-the-cloud-costs-less-at-any-use     | figures-go-before-the-thumb-when-buying-never-pays | thumb-says-buy-but-buying-never-pays |
      | growing    | 300,000 | hybrid     | dedicated servers rented from a provider | 120%       | busy-and-long-but-the-cloud-costs-less-at-any-use | figures-go-before-the-thumb-when-buying-never-pays | thumb-says-buy-but-buying-never-pays |
      | continuous | 450,000 | dedicated  | dedicated servers rented from a provider | 80%        | always-on-though-figures-say-rent                 | figures-go-before-the-thumb-when-they-say-rent    | thumb-says-buy-figures-say-rent     |

  Scenario: Without figures the rule of thumb stands alone
    Given the example plan "internal-assistant"
    And the workload "assistant" states:
      | utilisation         | 75% |
      | how long it runs on | 36  |
    And the catalogue has no price of "L40S"
    And the catalogue has no price of "L4"
    When the plan is advised
    Then the "rule of thumb and cost check" of "assistant" is "unknown"
    And the rule "busy-and-long" tells "assistant" "get quotes before you buy"

  Scenario: Figures of the plan go before the rule of thumb for work that is always on
    Given the workload "chat" states:
      | utilisation         | 60%        |
      | how long it runs on | 36         |
      | pattern of use      | continuous |
    When the plan is advised
    Then the "rule of thumb on buying" of "chat" is "buying does not pay"
    And the "cost check on buying" of "chat" is "buying pays"
    And the "deployment" of "chat" is "dedicated"
    And the rule "figures-say-buy-and-always-on" holds for "chat"

  Scenario: Uneven work that pays by the figures is split
    Given the workload "chat" states:
      | utilisation         | 60% |
      | how long it runs on | 36  |
    When the plan is advised
    Then the "deployment" of "chat" is "hybrid"
    And the rule "figures-say-buy-but-use-is-uneven" holds for "chat"

  Scenario: Where neither speaks for buying, rent and look again
    Given the workload "chat" states:
      | utilisation         | 40%        |
      | how long it runs on | 36         |
      | pattern of use      | continuous |
    When the plan is advised
    Then the "deployment" of "chat" is "cloud"
    And the rule "neither-thumb-nor-figures-say-buy" holds for "chat"
    And the rule "steady-work" is overruled for "chat"

  Scenario: What the business depends on all the time stays dedicated even if buying does not pay
    Given the workload "chat" states:
      | utilisation         | 40%        |
      | how long it runs on | 36         |
      | pattern of use      | continuous |
      | business critical   | yes        |
    When the plan is advised
    Then the "deployment" of "chat" is "dedicated"
    And the rule "business-critical-and-always-on" holds for "chat"
    And the "form of dedicated hardware" of "chat" is "dedicated servers rented from a provider"
