Feature: Whether the plan as a whole has an answer
  Infeasible goes before undetermined, and both go before a recommendation.

  Scenario: Every workload has a device that serves it
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    And the workload "train" states:
      | stage | training     |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "outcome" of the plan is "recommended"
    And the rule "every-workload-has-an-option" holds for the plan

  Scenario: A workload that lacks a fact leaves the plan undetermined
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    And the workload "something" states "model" as "Llama-3.1-8B"
    When the plan is advised
    Then the "outcome" of the plan is "undetermined"
    And the rule "some-workload-cannot-be-judged" tells the plan "1 of the workloads cannot be judged"
    And the rule "every-workload-has-an-option" is overruled for the plan

  Scenario: A workload that nothing holds makes the plan infeasible, and the nearest device is named
    Given the workload "train" states:
      | stage                                 | training      |
      | model                                 | Llama-3.1-70B |
      | sequences a device works on at a time | 100000        |
    When the plan is advised
    Then the "state of the choice" of "train" is "nothing fits"
    And the "outcome" of the plan is "infeasible"
    And the rule "memory-falls-short-everywhere" holds for the plan
    And the "memory that it lacks" of the plan is at least "1"

  Scenario: Work that nothing runs, whatever its memory, makes the plan infeasible
    Given the workload "cleaning" states:
      | stage                        | data preparation |
      | number format of the weights | FP8              |
    When the plan is advised
    Then the "outcome" of the plan is "infeasible"
    And the rule "some-workload-has-no-option" tells the plan "(workloads without one: 1)"
    And the rule "memory-falls-short-everywhere" is silent for the plan

  Scenario: What cannot work is said before what cannot be judged
    Given the workload "train" states:
      | stage                                 | training      |
      | model                                 | Llama-3.1-70B |
      | sequences a device works on at a time | 100000        |
    And the workload "something" states "model" as "Llama-3.1-8B"
    When the plan is advised
    Then the "outcome" of the plan is "infeasible"
    And the rule "some-workload-cannot-be-judged" is overruled for the plan

  Scenario Outline: A budget below the least cost makes the plan infeasible
    Given the workload "chat" states:
      | stage               | inference    |
      | model               | Llama-3.1-8B |
      | utilisation         | 75%          |
      | how long it runs on | 36           |
    And the workload "chat" has these offers:
      | offer    | way to pay   | months | compute | power | network and storage | staff | licences |
      | Purchase | own hardware | 36     | 36,000  | 0     | 0                   | 0     | 0        |
      | Rental   | cloud        | 36     | 72,000  | 0     | 0                   | 0     | 0        |
    And the catalogue has no price of "RTX A6000"
    And the plan states "budget over the horizon" as "<budget>"
    When the plan is advised
    Then the "outcome" of the plan is "<outcome>"
    And the rule "<rule>" holds for the plan

    Examples: The purchase costs 36,000
      | budget  | outcome     | rule                         |
      | 36,000  | recommended | every-workload-has-an-option |
      | 35,999  | infeasible  | budget-does-not-reach        |

  Scenario: A plan may be written out in full
    Given this plan:
      """
      currency: USD
      workloads:
        - {id: chat, stage: inference, model: Qwen2.5-7B, concurrency: 20, usage: continuous}
      """
    When the plan is advised
    Then the "outcome" of the plan is "recommended"
    And the "device" of "chat" is one of "L4, L40S"
    And the "device" of "chat" is not "H100"

  Scenario Outline: A room that cannot power what is meant for it makes the plan infeasible
    Given the example plan "dgx-in-the-office"
    And the plan states "heat the room removes from a rack" as "20"
    And the plan leaves out "power available to a rack"
    And the plan states "circuit rating" as "<amps>"
    And the plan states "circuit voltage" as "230"
    And the plan states "phases of the circuit" as "3"
    When the plan is advised
    Then the "outcome" of the plan is "<outcome>"

    Examples:
      | amps | outcome     |
      | 33   | recommended |
      | 32   | infeasible  |

  Scenario: A room that cannot cool what is meant for it makes the plan infeasible
    Given the example plan "dgx-in-the-office"
    And the plan leaves out "power available to a rack"
    And the plan states "circuit rating" as "63"
    And the plan states "circuit voltage" as "400"
    And the plan states "phases of the circuit" as "3"
    When the plan is advised
    Then the "outcome" of the plan is "infeasible"
    And the rule "cooling-of-the-room-falls-short" holds for the plan
    And the rule "power-supply-of-the-room-falls-short" is silent for the plan

  Scenario: A rack that cannot power what is meant for it makes the plan infeasible
    Given the example plan "dgx-in-the-office"
    And the plan leaves out "circuit rating"
    When the plan is advised
    Then the "outcome" of the plan is "infeasible"
    And the rule "power-of-a-rack-falls-short" holds for the plan

  Scenario Outline: A wait that nothing keeps to names the device that answers soonest
    Given the workload "chat" states:
      | stage                            | inference      |
      | model                            | Llama-3.1-405B |
      | number format of the weights     | FP8            |
      | length of a request              | 32,000         |
      | longest acceptable wait          | <allowed>      |
    When the plan is advised
    Then the "outcome" of the plan is "<outcome>"

    Examples: The second is the wait that the first is told of, rounded up
      | allowed | outcome     |
      | 5       | infeasible  |
      | 144     | recommended |

  Scenario: The reason for a wait that nothing keeps to has the shortest one in it
    Given the workload "chat" states:
      | stage                            | inference      |
      | model                            | Llama-3.1-405B |
      | number format of the weights     | FP8            |
      | length of a request              | 32,000         |
      | longest acceptable wait          | 5              |
    When the plan is advised
    Then the rule "no-device-answers-in-time" tells the plan "after 143 ms, with as many"

  Scenario: An edge site that takes nothing is told what would do
    Given the workload "gate" states:
      | stage                            | inference     |
      | way of serving                   | edge          |
      | model                            | Llama-3.1-70B |
      | number format of the weights     | INT8          |
      | power that a site has for its cards | 60         |
    When the plan is advised
    Then the "outcome" of the plan is "infeasible"
    And the "device of least power that would do at a site" of the plan is "L4"
    And the "power of these at a site" of the plan is "288"
    And the rule "edge-site-takes-none-of-the-devices" tells the plan "4 × NVIDIA L4, 288 W together"

  Scenario: A date that no number of devices keeps is not blamed on memory
    Given the workload "train" states:
      | stage                 | training       |
      | model                 | Llama-3.1-405B |
      | tokens to train on    | 15,000         |
      | days the run may take | 2              |
    When the plan is advised
    Then the "outcome" of the plan is "infeasible"
    And the "number of it that would do" of the plan is at least "16385"
    And the rule "it-takes-more-devices-than-anyone-has-joined" tells the plan "Allow more days"
    And the rule "memory-falls-short-everywhere" is overruled for the plan
