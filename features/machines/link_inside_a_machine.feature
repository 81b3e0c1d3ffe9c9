Feature: How devices of one machine are linked
  A fabric where devices share a model or gradients; slots where they work side by side.

  Scenario: One device needs no link
    Given the workload "tuning" states:
      | stage | fine-tuning  |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "devices needed" of "tuning" is "1"
    And the "link inside a machine" of "tuning" is "none needed"
    And the rule "one-device-needs-no-link" holds for "tuning"

  Scenario: Processors have no accelerators to link
    Given the workload "forecast" states:
      | stage         | training                   |
      | kind of model | classical machine learning |
    When the plan is advised
    Then the "link inside a machine" of "forecast" is "none needed"
    And the rule "no-accelerators-to-link" holds for "forecast"

  Scenario: Training is joined by NVLink and NVSwitch
    Given the workload "training" states:
      | stage | training     |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "link inside a machine" of "training" is "NVLink or an equal fabric"
    And the rule "training-is-joined-by-a-fabric" tells "training" "NVSwitch (900 GB/s on an H100)"
    And the rule "model-shared-over-a-fabric" is overruled for "training"

  Scenario: A model too large for cards in slots is shared over a fabric
    Given the workload "chat" states:
      | stage                        | inference   |
      | model                        | DeepSeek-V3 |
      | number format of the weights | FP8         |
      | length of a request          | 8192        |
      | requests at the same time    | 32          |
    When the plan is advised
    Then the "link between devices" of "chat" is "a fabric between all"
    And the "copies of the model" of "chat" is "1"
    And the rule "model-shared-over-a-fabric" tells "chat" "keep all of a copy inside one machine"

  Scenario: A model shared by a few cards goes over their slots
    Given the example plan "internal-assistant"
    When the plan is advised
    Then the "link inside a machine" of "assistant" is "PCIe"
    And the rule "model-shared-over-slots" tells "assistant" "shared by 2 devices"

  Scenario: Copies that work side by side hardly talk to each other
    Given the workload "tuning" states:
      | stage                 | fine-tuning  |
      | model                 | Llama-3.1-8B |
      | tokens to train on    | 100          |
      | days the run may take | 10           |
    When the plan is advised
    Then the "devices that hold it" of "tuning" is "1"
    And the "devices needed" of "tuning" is at least "2"
    And the rule "copies-work-side-by-side" holds for "tuning"

  Scenario: Machines of one device each have nothing to link inside
    Given the workload "chat" states:
      | stage                        | inference    |
      | model                        | Llama-3.1-8B |
      | tokens to be produced in all | 30000        |
    And the catalogue gives the "devices in a server" of "L4" as "1"
    And the catalogue gives the "devices in a server" of "L40S" as "1"
    When the plan is advised
    Then the "devices in each server" of "chat" is "1"
    And the rule "each-machine-holds-one-device" tells "chat" "nothing to link inside"
    And the rule "model-shared-over-a-fabric" is silent for "chat"
