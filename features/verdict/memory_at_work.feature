Feature: What a device needs besides the weights
  Whether something fits is decided by what stands beside the weights while it works.

  Scenario Outline: Adapters on every layer keep more than adapters on attention alone
    Given the workload "tune" states:
      | stage                                 | fine-tuning  |
      | model                                 | Llama-3.1-8B |
      | sequences a device works on at a time | 2            |
      | length of a training sequence         | 4096         |
      | activations recomputed to save memory | no           |
    And the parameter "adapter_kept_bytes" is "<adapter>"
    When the plan is advised
    Then the "bytes that a layer keeps for its way back" of "tune" is "<kept>"
    And the "working memory of training on a device" of "tune" is "<working>"
    And the "devices needed" of "tune" on "A100 80GB" is "<devices>"

    Examples:
      | adapter | kept | working | devices |
      | 0       | 49   | 52.9    | 1       |
      | 3       | 77.5 | 81.4    | 0       |

  Scenario Outline: An engine that sorts the vocabulary takes more for many answers at a time
    Given the workload "chat" states:
      | stage                     | inference    |
      | model                     | Llama-3.1-8B |
      | requests at the same time | <requests>   |
    And the parameter "sampling_bytes_per_logit" is "<sampling>"
    When the plan is advised
    Then the "working memory of serving on a device" of "chat" is "<working>"

    Examples: The second engine is the older one
      | requests | sampling | working |
      | 1024     | 15.4     | 1.88    |
      | 1024     | 38.6     | 4.72    |
      | 16       | 15.4     | 0.906   |
      | 16       | 38.6     | 0.906   |

  Scenario: Experts that work on a step need room, which devices share out
    Given the workload "chat" states:
      | stage | inference     |
      | model | Qwen3-30B-A3B |
    When the plan is advised
    Then the "room in which experts work on the tokens of a step" of "chat" is "0.349"
