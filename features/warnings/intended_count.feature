Feature: What is meant to be bought is judged in the number that is meant
  Sixteen H100 for a chatbot of 7 B are sixteen times one, and do not fit the office.

  Background:
    Given the workload "chatbot" states:
      | stage                                | inference  |
      | model                                | Qwen2.5-7B |
      | requests at the same time            | 50         |
      | device meant to be bought            | H100 SXM   |
      | number of devices meant to be bought | 16         |
    And the plan states:
      | site                              | office |
      | circuit rating                    | 20     |
      | circuit voltage                   | 220    |
      | heat the room removes from a rack | 6      |
      | UPS rating left for the machines  | 6      |
      | clear use case                    | no     |

  Scenario Outline: Memory, power and cost are those of the number intended
    Given the workload "chatbot" states "number of devices meant to be bought" as "<count>"
    When the plan is advised
    Then the "devices of the intended kind that are counted" of "chatbot" is "<count>"
    And the "share of the intended devices' memory in use" of "chatbot" is at least "<least fill>"
    And the "share of the intended devices' memory in use" of "chatbot" is at most "<most fill>"
    And the "power of what is intended against the leanest option" of "chatbot" is at least "<power>"
    And the "cost of what is intended against the cheapest option" of "chatbot" is at least "<cost>"

    Examples: One uses 37.7 % of its memory, draws 2.09 times the power and costs 5.03 times as much
      | count | least fill | most fill | power | cost |
      | 1     | 37%        | 38%       | 2     | 5    |
      | 16    | 2.3%       | 2.4%      | 17    | 70   |

  Scenario: Too many is said of a device that is not advised, too
    When the plan is advised
    Then the "verdict on the intended device" of "chatbot" is "over-provisioned"
    And the rule "far-more-even-of-a-device-that-is-not-advised" tells "chatbot" "16 times as many as needed"
    And the rule "far-more-of-the-intended-device-than-needed" is silent for "chatbot"

  Scenario: The outcome tells what does not work, everything that is short, and what does work
    When the plan is advised
    Then the "outcome" of the plan is "infeasible"
    And the rule "what-is-intended-does-not-work-in-the-room" tells the plan "falls short of power of the circuits, cooling of a rack, UPS"
    And the "what the room falls short of" of the plan are, in order, "power of the circuits, cooling of a rack, UPS"
    And the rule "power-supply-of-the-room-falls-short" is overruled for the plan

  Scenario: Each shortfall has its figures
    When the plan is advised
    Then the rule "circuits-fall-short" tells the plan "20.4 kW are needed"
    And the rule "rack-cooling-falls-short" tells the plan "10.2 kW"
    And the rule "ups-has-too-little-left" tells the plan "32.2 kVA"

  Scenario: Without the intention the plan works
    Given the workload "chatbot" leaves out "device meant to be bought"
    And the workload "chatbot" leaves out "number of devices meant to be bought"
    When the plan is advised
    Then the "outcome" of the plan is "recommended"
    And the rule "what-is-intended-does-not-work-in-the-room" is silent for the plan
    And the rule "circuits-fall-short" is silent for the plan

  Scenario Outline: What is recommended must fit the room itself to be called the way out
    Given the workload "chatbot" states "number of devices meant to be bought" as "8"
    And the plan states:
      | clear use case                    | yes         |
      | stage of adoption                 | production  |
      | site                              | server room |
      | circuit rating                    | <amps>      |
      | UPS rating left for the machines  | 60          |
      | heat the room removes from a rack | 20          |
    And the workload "chatbot" states:
      | pattern of use      | continuous |
      | region of the data  | Taiwan     |
      | business critical   | yes        |
      | utilisation         | 80%        |
      | how long it runs on | 60         |
    When the plan is advised
    Then the "form of dedicated hardware" of "chatbot" is "own hardware on own premises"
    And the rule "<rule>" holds for the plan
    And the rule "<other>" <speaks> for the plan

    Examples: Two L4 in a server take 1.16 kW
      | amps | rule                                       | other                                      | speaks       |
      | 7    | what-is-intended-does-not-work-in-the-room | power-supply-of-the-room-falls-short       | is overruled |
      | 6    | power-supply-of-the-room-falls-short       | what-is-intended-does-not-work-in-the-room | is silent    |

  Scenario: Racks that lack power are among what falls short
    Given the plan states "power available to a rack" as "6"
    When the plan is advised
    Then the "what the room falls short of" of the plan include "power of a rack"
    And the rule "rack-power-falls-short" holds for the plan

  Scenario Outline: Too few racks are among what falls short
    Given the plan states:
      | heat the room removes from a rack | 11      |
      | circuit rating                    | 200     |
      | free racks                        | <racks> |
    When the plan is advised
    Then the rule "racks-fall-short" <speaks> for the plan

    Examples: Two servers of 10.2 kW, one a rack
      | racks | speaks    |
      | 1     | holds     |
      | 2     | is silent |
