Feature: Devices that the policy names for the work come first
  L4 and L40S for inference, L40S and A100 for fine-tuning, H100 and H200 for full training, B200 for
  large enterprises that keep expanding, and special accelerators where all conditions hold.

  Scenario Outline: L4 and L40S are named for inference
    Given the example plan "internal-assistant"
    When the plan is advised
    Then the "verdict" of "assistant" on "<device>" is "<verdict>"
    And the rule "<rule>" holds for "assistant" on "<device>"

    Examples:
      | device | verdict    | rule                                    |
      | L4     | preferred  | inference-card-named-by-the-policy      |
      | L40S   | preferred  | inference-card-named-by-the-policy      |
      | A10    | acceptable | right-class-but-not-named-by-the-policy |

  Scenario Outline: The L40S is named for light training, the L4 is not
    Given the workload "tagger" states:
      | stage              | training     |
      | model              | Llama-3.2-1B |
      | weight of the work | light        |
    When the plan is advised
    Then the "verdict" of "tagger" on "<device>" is "<verdict>"
    And the rule "<rule>" holds for "tagger" on "<device>"

    Examples:
      | device | verdict    | rule                                    |
      | L40S   | preferred  | card-named-for-light-training           |
      | L4     | acceptable | right-class-but-not-named-by-the-policy |
      | H100   | acceptable | class-above-what-is-needed              |

  Scenario Outline: L40S and A100 80 GB are named for fine-tuning by size
    Given the workload "tuning" states:
      | stage | fine-tuning |
      | model | <model>     |
    When the plan is advised
    Then the "verdict" of "tuning" on "<device>" is "<verdict>"
    And the rule "<rule>" holds for "tuning" on "<device>"

    Examples:
      | model         | device    | verdict    | rule                                    |
      | Llama-3.1-8B  | L40S      | preferred  | large-inference-card-for-fine-tuning    |
      | Llama-3.1-8B  | A100 80GB | preferred  | fine-tuning-device-named-by-the-policy  |
      | Llama-3.1-70B | A100 80GB | preferred  | fine-tuning-device-named-by-the-policy  |
      | Llama-3.1-8B  | L4        | acceptable | smaller-card-for-fine-tuning            |
      | Llama-3.1-8B  | A100 40GB | acceptable | right-class-but-not-named-by-the-policy |

  Scenario Outline: H100 and H200 are named for full training
    Given the workload "training" states:
      | stage                | training     |
      | model                | Llama-3.1-8B |
      | regions of the users | China        |
    When the plan is advised
    Then the "verdict" of "training" on "<device>" is "<verdict>"
    And the rule "<rule>" holds for "training" on "<device>"

    Examples:
      | device | verdict    | rule                                    |
      | H100   | preferred  | training-device-named-by-the-policy     |
      | H200   | preferred  | training-device-named-by-the-policy     |
      | H20    | acceptable | right-class-but-not-named-by-the-policy |
      | B200   | acceptable | class-above-what-is-needed              |

  Scenario: The reason for H100 says how many, how they are joined and what to check
    Given the workload "training" states:
      | stage | training     |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the rule "training-device-named-by-the-policy" tells "training" on "H100" "a fabric between all"
    And the rule "training-device-named-by-the-policy" tells "training" on "H100" "The training state fits 4"
    And the rule "training-device-named-by-the-policy" tells "training" on "H100" "Check power and cooling"

  Scenario Outline: B200 is named for large enterprises that keep expanding
    Given the workload "training" states:
      | stage | training     |
      | model | Llama-3.1-8B |
    And the plan states:
      | size of the organisation            | large               |
      | development of the need for compute | expanding for years |
    When the plan is advised
    Then the "verdict" of "training" on "<device>" is "<verdict>"
    And the rule "<rule>" holds for "training" on "<device>"

    Examples:
      | device | verdict    | rule                                    |
      | B200   | preferred  | newest-generation-named-by-the-policy   |
      | B300   | acceptable | right-class-but-not-named-by-the-policy |
      | H100   | acceptable | training-class-instead-of-the-newest    |

  Scenario Outline: A special accelerator comes first where all its conditions hold
    Given the workload "translation" states:
      | stage                                           | inference         |
      | model                                           | Llama-3.1-8B      |
      | stability of the model                          | stable            |
      | range of tasks                                  | one specific task |
      | support by the software of special accelerators | settled           |
      | what matters most                               | efficiency        |
    When the plan is advised
    Then the "verdict" of "translation" on "<device>" is "<verdict>"
    And the rule "<rule>" holds for "translation" on "<device>"

    Examples:
      | device      | verdict          | rule                                     |
      | Inferentia2 | preferred        | special-accelerator-for-settled-work     |
      | L40S        | acceptable       | gpu-where-a-special-accelerator-would-do |
      | H100        | over-provisioned | training-device-for-inference-alone      |
      | CPU server  | rejected         | processor-for-accelerator-work           |
