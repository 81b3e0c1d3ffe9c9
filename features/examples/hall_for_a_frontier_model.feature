Feature: A hall with liquid cooling for frontier models
  A large company trains a model of 70 B parameters and serves one of 671 B.

  Background:
    Given the example plan "hall-for-a-frontier-model"
    When the plan is advised

  Scenario: Training for years of growth takes the newest generation, and many of it
    Then the "device" of "pretraining" is "B200"
    And the rule "newest-generation-named-by-the-policy" holds for "pretraining" on "B200"
    And the "devices needed" of "pretraining" is at least "64"
    And the "availability" of "pretraining" is "a share of spare devices"

  Scenario: So many machines need InfiniBand, a parallel file system and NVMe over fabrics
    Then the "network between machines" of "pretraining" is "InfiniBand"
    And the "storage" of "pretraining" include "parallel file system"
    And the "network to the storage" of "pretraining" is "NVMe over fabrics"

  Scenario: The model of 671 B outgrows inference cards
    Then the "class of device needed" of "assistant" is "inference card"
    And the rule "arithmetic-goes-before-the-class" holds for "assistant"
    And the "share of the usable memory in use" of "assistant" is at most "100%"

  Scenario: The hall carries it, and uses the liquid loop that is there
    Then the "power supply" of the plan is "carries the load"
    And the "racks" of the plan is "enough"
    And the "cooling, best first" of the plan include "direct liquid cooling"
    And the "warnings" of the plan include "power of the newest generation"

  Scenario: Both are owned, within the budget
    Then the "deployment of the whole plan" of the plan is "dedicated"
    And the "budget" of the plan is "within budget"
    And the "outcome" of the plan is "recommended"
