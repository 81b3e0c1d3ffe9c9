Feature: The choice among the devices that the rules allow
  Verdict first, then cost of a month, then power. What is rejected is never chosen.

  Scenario: A device that the policy names goes before a cheaper one that it does not
    Given the example plan "internal-assistant"
    When the plan is advised
    Then the "device" of "assistant" is "L4"
    And "assistant" is better served by "L40S" than by "RTX A6000"
    And the "comparable cost of a month" of "assistant" on "RTX A6000" is at most "12,000"
    And the "comparable cost of a month" of "assistant" on "L40S" is at least "18,000"

  Scenario: Among devices with one verdict the cheaper goes first
    Given the example plan "internal-assistant"
    When the plan is advised
    Then "assistant" is better served by "L4" than by "L40S"
    And the "cost against the cheapest option" of "assistant" on "L40S" is at least "1"

  Scenario: What would lie idle comes after what is acceptable, and what is rejected never comes
    Given the example plan "internal-assistant"
    When the plan is advised
    Then "assistant" is better served by "A100 80GB" than by "H100"
    And "assistant" is better served by "H100" than by "T4"
    And the "state of the choice" of "assistant" is "chosen"

  Scenario: A device without a price goes after those that have one
    Given the example plan "internal-assistant"
    And the catalogue has no price of "L4"
    When the plan is advised
    Then the "device" of "assistant" is "L40S"
    And the "comparable cost of a month" of "assistant" on "L4" is "unknown"
    And "assistant" is better served by "L4" than by "RTX A6000"

  Scenario: When nothing is allowed, nothing is chosen
    Given the workload "train" states:
      | stage      | fine-tuning      |
      | model      | Llama-3.1-8B     |
      | frameworks | PyTorch, XGBoost |
      | sequences a device works on at a time | 100000 |
    When the plan is advised
    Then the "state of the choice" of "train" is "nothing fits"
    And the "device" of "train" is "unknown"
