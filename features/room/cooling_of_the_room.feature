Feature: Whether the room removes the heat
  Traditional rooms remove 5 to 8 kW from a rack. A server of 10 kW or more exceeds that almost surely.

  Background:
    Given the workload "training" states:
      | stage                                | training     |
      | model                                | Llama-3.1-8B |
      | device meant to be bought            | H100 SXM     |
      | number of devices meant to be bought | 8            |

  Scenario Outline: What the room is stated to remove is compared with the heat
    Given the plan states "heat the room removes from a rack" as "<kw>"
    When the plan is advised
    Then the "cooling of the room" of the plan is "<cooling>"
    And the rule "<rule>" holds for the plan

    Examples: The fullest rack gives off 10.2 kW
      | kw   | cooling    | rule                        |
      | 10.2 | enough     | stated-cooling-suffices     |
      | 10.1 | not enough | heat-exceeds-stated-cooling |
      | 6    | not enough | heat-exceeds-stated-cooling |

  Scenario: The reason names the margin and what happens without cooling
    Given the plan states "heat the room removes from a rack" as "6"
    When the plan is advised
    Then the "what the rack's cooling has to spare" of the plan is "-4.2"
    And the rule "heat-exceeds-stated-cooling" tells the plan "The margin is -4.2 kW"
    And the rule "heat-exceeds-stated-cooling" tells the plan "throttle or stop"

  Scenario Outline: Beyond what the best traditional rooms remove, cooling must be added
    Given the parameter "traditional_rack_high_kw" is "<high>"
    When the plan is advised
    Then the "cooling of the room" of the plan is "<cooling>"

    Examples: On both sides of 10.2 kW
      | high | cooling    |
      | 10.1 | not enough |
      | 10.2 | unknown    |

  Scenario: A DGX H100 exceeds every traditional room
    When the plan is advised
    Then the "cooling of the room" of the plan is "not enough"
    And the rule "heat-exceeds-traditional-rooms" tells the plan "5 kW to 8 kW"

  Scenario Outline: Between poor and good rooms it depends on the room, but not in an office
    Given the workload "training" states "device meant to be bought" as "A100 SXM 80GB"
    And the plan states "site" as "<site>"
    When the plan is advised
    Then the "heat of the fullest rack" of the plan is "6.5"
    And the "cooling of the room" of the plan is "<cooling>"
    And the "warnings" of the plan include "cooling of the room not known"

    Examples:
      | site        | cooling    |
      | office      | not enough |
      | server room | unknown    |
      | data centre | unknown    |

  Scenario: The reason for an office says what it is not built for
    Given the workload "training" states "device meant to be bought" as "A100 SXM 80GB"
    And the plan states "site" as "office"
    When the plan is advised
    Then the rule "heat-is-too-much-for-an-office" tells the plan "an office is not built"

  Scenario Outline: Little heat needs nothing, in any room
    Given the workload "training" states "device meant to be bought" as "CPU server"
    And the workload "training" states "number of devices meant to be bought" as "1"
    And the plan states "site" as "office"
    And the parameter "traditional_rack_low_kw" is "<low>"
    When the plan is advised
    Then the "cooling of the room" of the plan is "<cooling>"
    And the rule "<rule>" holds for the plan

    Examples: On both sides of 1.2 kW
      | low | cooling    | rule                           |
      | 1.2 | enough     | heat-is-little                 |
      | 1.1 | not enough | heat-is-too-much-for-an-office |
