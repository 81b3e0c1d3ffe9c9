Feature: The number that is meant to be bought is held against what the work takes
  Twice as many as the work takes is money that waits; what was rejected needs no advice on numbers.

  Background:
    Given the example plan "internal-assistant"

  Scenario Outline: Far more devices than needed are pointed out
    Given the workload "assistant" states "device meant to be bought" as "L4"
    And the workload "assistant" states "number of devices meant to be bought" as "<count>"
    When the plan is advised
    Then the "intended devices that would be needed" of "assistant" is "2"
    And the rule "far-more-of-the-intended-device-than-needed" <speaks> for "assistant"

    Examples:
      | count | speaks    |
      | 3     | is silent |
      | 4     | holds     |

  Scenario: The reason says how many would do, and what to do with the rest
    Given the workload "assistant" states "device meant to be bought" as "L4"
    And the workload "assistant" states "number of devices meant to be bought" as "8"
    When the plan is advised
    Then the "warnings" of "assistant" include "far more intended devices than needed"
    And the rule "far-more-of-the-intended-device-than-needed" tells "assistant" "takes 2: 4 times as many"

  Scenario: Of a rejected device no larger number is advised
    Given the workload "assistant" states:
      | model                                | Llama-3.1-70B |
      | device meant to be bought            | TPU v5e       |
      | number of devices meant to be bought | 1             |
    When the plan is advised
    Then the "intended devices that would be needed" of "assistant" is at least "2"
    And the rule "intended-device-was-rejected" holds for "assistant"
    And the rule "too-few-of-the-intended-device" is silent for "assistant"

  Scenario: What is tried out for a few months is not warned of a bill over years
    Given the workload "assistant" states:
      | how long it runs on | 36 |
    And the plan states "stage of adoption" as "exploring"
    When the plan is advised
    Then the "deployment" of "assistant" is "cloud"
    And the rule "long-stay-in-the-cloud" is silent for "assistant"
