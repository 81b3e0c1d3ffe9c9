Feature: A device of the training class is no waste where it costs no more
  The warning is about money that buys nothing. Where prices make the large device as cheap as the
  small ones, it is a fair choice, with its power and its software named.

  Scenario Outline: The price decides whether it is over-provisioned
    Given the workload "chat" states:
      | stage                        | inference     |
      | model                        | Llama-3.1-70B |
      | number format of the weights | FP8           |
      | requests at the same time    | 16            |
    And the plan states "skills for running AI systems" as "experienced"
    And the parameter "no_dearer_ratio" is "<ratio>"
    When the plan is advised
    Then the "verdict" of "chat" on "MI300X" is "<verdict>"
    And the rule "<rule>" holds for "chat" on "MI300X"
    And "chat" is better served by "L40S" than by "MI300X"

    Examples:
      | ratio | verdict          | rule                                |
      | 1.1   | acceptable       | training-device-that-costs-no-more  |
      | 0.6   | over-provisioned | training-device-for-inference-alone |
