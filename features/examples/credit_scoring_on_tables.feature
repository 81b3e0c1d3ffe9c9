Feature: Gradient boosting on tables and search over vectors
  No large model is in sight, so no GPU is bought; memory decides.

  Background:
    Given the example plan "credit-scoring-on-tables"
    When the plan is advised

  Scenario Outline: Neither tables nor vectors need a GPU
    Then the "class of compute" of "<workload>" is "CPU"
    And the "device" of "<workload>" is "CPU server"
    And the rule "<rule>" holds for "<workload>"

    Examples:
      | workload | rule                          |
      | scoring  | classical-learning-is-light   |
      | search   | vector-search-lives-in-memory |

  Scenario: Memory is worked out from the tables and from the index
    Then the "memory of the tables at work" of "scoring" is "279"
    And the "memory of the vector index" of "search" is "155"
    And the rule "processor-server-keeps-data-in-memory" holds for "search"

  Scenario: Both stay on own servers, against the rule of thumb and with the figures
    Then the "form of dedicated hardware" of "scoring" is "own hardware on own premises"
    And the rule "figures-go-before-the-thumb-when-they-say-buy" holds for "scoring"

  Scenario: The room carries two CPU servers as it is
    Then the "power supply" of the plan is "carries the load"
    And the "cooling, best first" of the plan are, in order, "room air conditioning"
    And the "racks" of the plan is "enough"
    And the "what to watch" of the plan do not include "GPU utilisation"
