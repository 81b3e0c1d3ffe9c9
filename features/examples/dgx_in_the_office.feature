Feature: A training server in the office
  Eight H100 SXM in one server, a 20 A circuit at 220 V, and a rack made for 6 kW.

  Background:
    Given the example plan "dgx-in-the-office"
    When the plan is advised

  Scenario: The power supply is refused with its margin
    Then the "rated power in the room" of the plan is "10.2"
    And the "full rating of one circuit" of the plan is "4.4"
    And the "continuous capacity of the circuits" of the plan is "3.52"
    And the "what the circuits have to spare" of the plan is "-6.68"
    And the "what the rack's power has to spare" of the plan is "-4.2"
    And the "power supply" of the plan is "too small"
    And the rule "load-exceeds-the-circuits" tells the plan "The margin is -6.68 kW"

  Scenario: A dedicated distribution board and PDUs are needed
    Then the "power distribution" of the plan is "dedicated distribution board and PDUs"
    And the "warnings" of the plan include "power supply too small"

  Scenario: The UPS is to be sized again, for five to six ordinary servers
    Then the "UPS" of the plan is "size it again"
    And the "load in ordinary rack servers" of the plan is at least "5"
    And the "load in ordinary rack servers" of the plan is at most "6"
    And the "UPS rating needed" of the plan is "16.1"

  Scenario: The cooling falls short, and the ways out are ranked for this heat and this room
    Then the "heat of the fullest rack" of the plan is "10.2"
    And the "what the rack's cooling has to spare" of the plan is "-4.2"
    And the "cooling of the room" of the plan is "not enough"
    And the "cooling, best first" of the plan are, in order, "in-row cooling, rear-door heat exchanger, direct liquid cooling"
    And the "warnings" of the plan include "cooling too small"

  Scenario: Full training asks for the class of the H100
    Then the "class of device needed" of "training" is "training card"
    And the "verdict on the intended device" of "training" is "preferred"
    And the "warnings" of "training" do not include "intended device is more than needed"

  Scenario: Eight of them hold the run and end it in time
    Then the "devices needed" of "training" on "H100 SXM" is at most "8"
    And the "warnings" of "training" do not include "too few intended devices"
    And the "link inside a machine" of "training" is "NVLink or an equal fabric"

  Scenario: A room that cannot power the machine makes the plan infeasible
    Then the "outcome" of the plan is "infeasible"
    And the rule "power-supply-of-the-room-falls-short" holds for the plan

  Scenario: The room comes before the order
    Then the "warnings" of the plan include "room not assessed"
    And the rule "hardware-for-a-room-nobody-has-assessed" holds for the plan
