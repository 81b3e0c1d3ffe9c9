Feature: Light work at an edge site is done by what fits the site
  Light work is for a CPU, unless no single one does it with the power and in the time of a site.

  Scenario Outline: A card that fits is not thrown out where no CPU fits
    Given the workload "gate" states:
      | stage                               | inference |
      | way of serving                      | edge      |
      | model                               | ResNet-50 |
      | number format of the weights        | INT8      |
      | weight of the work                  | light     |
      | items to be handled | 200       |
      | power that a site has for its cards | <power>   |
    When the plan is advised
    Then the "outcome" of the plan is "recommended"
    And the "verdict" of "gate" on "CPU server" is "<of the CPU>"
    And the "verdict" of "gate" on "L4" is "<of the card>"
    And the rule "<rule>" holds for "gate" on "L4"

    Examples: The CPU server draws 720 W
      | power | of the CPU | of the card | rule                                        |
      | 720   | preferred  | rejected    | accelerator-for-processor-work              |
      | 719   | rejected   | acceptable  | accelerator-where-no-processor-serves-a-site |

  Scenario: The CPU server is told what it would draw, not that it is slow
    Given the workload "gate" states:
      | stage                               | inference |
      | way of serving                      | edge      |
      | model                               | ResNet-50 |
      | number format of the weights        | INT8      |
      | items to be handled | 200       |
      | power that a site has for its cards | 150       |
    When the plan is advised
    Then the rule "more-power-than-the-site-has" tells "gate" on "CPU server" "at 720 W each"
    And the rule "processor-for-accelerator-work" is overruled for "gate" on "CPU server"

  Scenario: What is bought follows the device that was chosen, not the class that was proposed
    Given the workload "gate" states:
      | stage                               | inference |
      | way of serving                      | edge      |
      | model                               | ResNet-50 |
      | weight of the work                  | light     |
      | items to be handled | 20        |
      | power that a site has for its cards | 75        |
    When the plan is advised
    Then the "class of compute" of "gate" is "CPU"
    And the "classes of compute" of the plan include "GPU"
    And the "classes of compute" of the plan do not include "CPU"

  Scenario: Devices that can only be rented stand at no site
    Given the workload "gate" states:
      | stage          | inference |
      | way of serving | edge      |
      | model          | ResNet-50 |
    When the plan is advised
    Then the "verdict" of "gate" on "A10G" is "rejected"
    And the rule "rented-device-stands-at-no-site" holds for "gate" on "A10G"
    And the rule "rented-device-stands-at-no-site" is silent for "gate" on "A10"

  Scenario Outline: A computer made for edge sites is an option there, and nowhere else
    Given the workload "gate" states:
      | stage          | inference |
      | way of serving | <serving> |
      | model          | ResNet-50 |
    When the plan is advised
    Then the "verdict" of "gate" on "Jetson AGX Orin" is "<verdict>"
    And the rule "edge-module-away-from-the-edge" <speaks> for "gate" on "Jetson AGX Orin"

    Examples:
      | serving   | verdict    | speaks    |
      | edge      | acceptable | is silent |
      | real time | rejected   | holds     |

  Scenario Outline: A module takes no slot, and does its work on little power
    Given the workload "gate" states:
      | stage                               | inference |
      | way of serving                      | edge      |
      | model                               | ResNet-50 |
      | number format of the weights        | INT8      |
      | items to be handled | 200       |
      | cards that a site has room for      | 1         |
      | power that a site has for its cards | <power>   |
    When the plan is advised
    Then the "device" of "gate" is "<device>"

    Examples:
      | power | device           |
      | 72    | L4               |
      | 60    | Jetson Orin Nano |
