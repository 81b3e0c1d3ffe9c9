Feature: Whether the power supply carries the machines
  A server with eight H100 draws up to 10.2 kW. A circuit may carry 80 % of its rating without a break.

  Background:
    Given the workload "training" states:
      | stage                             | training     |
      | model                             | Llama-3.1-8B |
      | device meant to be bought         | H100 SXM     |
      | number of devices meant to be bought | 8         |

  Scenario: An office circuit of 20 A cannot carry a DGX H100
    Given the plan states:
      | circuit rating  | 20  |
      | circuit voltage | 220 |
    When the plan is advised
    Then the "rated power in the room" of the plan is "10.2"
    And the "full rating of one circuit" of the plan is "4.4"
    And the "what the circuits have to spare" of the plan is "-6.68"
    And the "power supply" of the plan is "too small"
    And the rule "load-exceeds-the-circuits" tells the plan "10.2 kW"
    And the rule "load-exceeds-the-circuits" tells the plan "Do not plug them in"

  Scenario Outline: The circuits must carry the load to the last watt
    Given the plan states:
      | circuit rating  | 50      |
      | circuit voltage | <volts> |
    When the plan is advised
    Then the "power supply" of the plan is "<supply>"
    And the rule "<rule>" holds for the plan

    Examples: 80 % of 50 A at 255 V is 10.2 kW
      | volts | supply           | rule                      |
      | 255   | carries the load | circuits-carry-the-load   |
      | 254   | too small        | load-exceeds-the-circuits |

  Scenario Outline: More circuits, or three phases, carry more
    Given the plan states:
      | circuit rating                        | 32          |
      | circuit voltage                       | 220         |
      | phases of the circuit                 | <phases>    |
      | circuits that share the load          | <circuits>  |
      | each feed alone must carry everything | <redundant> |
    When the plan is advised
    Then the "continuous capacity of the circuits" of the plan is "<capacity>"
    And the "power supply" of the plan is "<supply>"

    Examples:
      | phases | circuits | redundant | capacity | supply           |
      | 1      | 1        | no        | 5.6      | too small        |
      | 1      | 2        | no        | 11.3     | carries the load |
      | 1      | 2        | yes       | 5.6      | too small        |
      | 3      | 1        | no        | 9.8      | too small        |
      | 3      | 2        | no        | 19.5     | carries the load |

  Scenario Outline: Without a description of the circuits the rack decides
    Given the plan states "power available to a rack" as "<kw>"
    When the plan is advised
    Then the "power supply" of the plan is "<supply>"
    And the rule "<rule>" holds for the plan

    Examples: The rack draws 10.2 kW
      | kw   | supply           | rule                           |
      | 10.2 | carries the load | racks-carry-the-load           |
      | 10.1 | too small        | fullest-rack-exceeds-its-power |

  Scenario: Good circuits do not help a rack that may not draw as much
    Given the plan states:
      | circuit rating            | 63  |
      | circuit voltage           | 220 |
      | power available to a rack | 6   |
    When the plan is advised
    Then the "what the circuits have to spare" of the plan is at least "0"
    And the "what the rack's power has to spare" of the plan is "-4.2"
    And the "power supply" of the plan is "too small"
    And the rule "circuits-carry-the-load" is overruled for the plan

  Scenario: A room that nobody described is said to be unknown
    When the plan is advised
    Then the "power supply" of the plan is "room not described"
    And the rule "room-is-not-described" tells the plan "Ask for amperes, volts and number of circuits"

  Scenario: Where nothing would stand in the room, nothing is said about its supply
    Given the workload "training" leaves out "device meant to be bought"
    And the workload "training" leaves out "number of devices meant to be bought"
    And the workload "training" states "pattern of use" as "now and then"
    And the plan states:
      | power available to a rack            | 6   |
      | heat the room removes from a rack    | 6   |
      | dedicated distribution board and PDUs | yes |
    When the plan is advised
    Then the "power supply" of the plan is "unknown"
    And the "power distribution" of the plan is "unknown"
    And the "cooling of the room" of the plan is "unknown"

  Scenario: In the office example the rack refuses the machine even if nobody knows the circuit
    Given the example plan "dgx-in-the-office"
    And the plan leaves out "circuit rating"
    When the plan is advised
    Then the "continuous capacity of the circuits" of the plan is "unknown"
    And the rule "fullest-rack-exceeds-its-power" tells the plan "The margin is -4.2 kW"
