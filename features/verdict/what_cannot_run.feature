Feature: A device that cannot run the work is rejected
  Number format, frameworks and memory are facts of the catalogue; no class rule overrides them.

  Scenario Outline: A device must support the number format of the weights
    Given the workload "chat" states:
      | stage                        | inference     |
      | model                        | Llama-3.1-70B |
      | number format of the weights | <format>      |
    When the plan is advised
    Then the "number format supported" of "chat" on "<device>" is "<supported>"
    And the "verdict" of "chat" on "<device>" is "<verdict>"

    Examples:
      | device    | format | supported | verdict    |
      | A100 80GB | FP8    | no        | rejected   |
      | A100 80GB | INT8   | yes       | acceptable |
      | L40S      | FP8    | yes       | preferred  |
      | T4        | BF16   | no        | rejected   |

  Scenario: The reason names the format and a way out
    Given the workload "chat" states:
      | stage                        | inference     |
      | model                        | Llama-3.1-70B |
      | number format of the weights | FP8           |
    When the plan is advised
    Then the rule "number-format-not-supported" tells "chat" on "A100 80GB" "does not support FP8"
    And the rule "number-format-not-supported" tells "chat" on "A100 80GB" "convert the model"
    And the rule "number-format-not-supported" is silent for "chat" on "H100"

  Scenario Outline: A device must support every framework
    Given the workload "train" states:
      | stage      | fine-tuning  |
      | model      | Llama-3.1-8B |
      | frameworks | <frameworks> |
    And the plan states "skills for running AI systems" as "experienced"
    When the plan is advised
    Then the "verdict" of "train" on "MI250X" is "<verdict>"
    And the rule "<rule>" holds for "train" on "MI250X"

    Examples:
      | frameworks            | verdict    | rule                                 |
      | PyTorch, JAX          | acceptable | right-class-but-not-named-by-the-policy |
      | PyTorch, scikit-learn | rejected   | framework-not-supported              |

  Scenario: No number of devices helps when each must keep more than it has
    Given the workload "train" states:
      | stage                                    | fine-tuning   |
      | model                                    | Llama-3.1-70B |
      | sequences a device works on at a time    | 4             |
      | length of a training sequence            | 8192          |
      | activations recomputed to save memory    | no            |
    When the plan is advised
    Then the "devices needed" of "train" on "A100 80GB" is "0"
    And the "verdict" of "train" on "A100 80GB" is "rejected"
    And the rule "no-number-of-devices-holds-it" tells "train" on "A100 80GB" "Adding devices does not help"

  Scenario: Recomputing activations makes room
    Given the workload "train" states:
      | stage                                    | fine-tuning   |
      | model                                    | Llama-3.1-70B |
      | sequences a device works on at a time    | 2             |
      | length of a training sequence            | 8192          |
      | activations recomputed to save memory    | yes           |
    When the plan is advised
    Then the rule "no-number-of-devices-holds-it" is silent for "train" on "A100 80GB"
    And the "devices needed" of "train" on "A100 80GB" is at least "1"

  Scenario: CPU work that runs on a CPU is settled before any class is looked at
    Given the workload "cleaning" states "stage" as "data preparation"
    When the plan is advised
    Then the rule "processor-for-processor-work" holds for "cleaning" on "CPU server"
    And the rule "right-class-but-not-named-by-the-policy" is overruled for "cleaning" on "CPU server"
    And the "device" of "cleaning" is "CPU server"

  Scenario Outline: A run larger than any published one is not sized but refused
    Given the workload "frontier" states:
      | stage                 | training       |
      | model                 | Llama-3.1-405B |
      | tokens to train on    | 15600          |
      | days the run may take | <days>         |
    When the plan is advised
    Then the rule "more-devices-than-any-published-run" <speaks> for "frontier" on "H100"

    Examples:
      | days | speaks    |
      | 80   | is silent |
      | 60   | holds     |
