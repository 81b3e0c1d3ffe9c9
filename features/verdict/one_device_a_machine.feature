Feature: Devices that stand in machines of their own do not share a model
  A GH200 is linked to its own processor at 900 GB/s, and to the next GH200 by the network alone.

  Scenario: A model that two of them would hold is not put on them
    Given the workload "chat" states:
      | stage                        | inference     |
      | model                        | Llama-3.1-70B |
      | number format of the weights | BF16          |
    When the plan is advised
    Then the "verdict" of "chat" on "GH200" is "rejected"
    And the rule "model-split-over-machines-of-one-card" tells "chat" on "GH200" "a machine of its own"
    And the rule "model-split-over-machines-of-one-card" is silent for "chat" on "H200"

  Scenario: A model that one of them holds may stand on it
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the rule "model-split-over-machines-of-one-card" is silent for "chat" on "GH200"
    And the "devices needed" of "chat" on "GH200" is "1"
