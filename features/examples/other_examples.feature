Feature: What the other examples come to
  From a first trial to a hall of racks, each example ends where a planner would expect it.

  Scenario: A bank keeps its data in Taiwan and reserves capacity of a cloud region there
    Given the example plan "bank-with-data-at-home"
    When the plan is advised
    Then the "deployment" of "advisor" is "dedicated"
    And the "dedicated_form" of "advisor" is "reserved_cloud"
    And the "region_choice" of "advisor" is "named_region"
    And the "deployment" of "tuning" is "cloud"
    And the "overall_deployment" of the plan is "hybrid"
    And the "plan_warnings" of the plan include "nobody_to_run_it"

  Scenario: Scoring on tables and a search need no accelerator
    Given the example plan "credit-scoring-on-tables"
    When the plan is advised
    Then the "compute_class" of "scoring" is "cpu"
    And the "compute_class" of "search" is "cpu"
    And the "device" of "scoring" is "cpu_server"
    And the "cooling" of the plan are, in order, "room_air"

  Scenario: A first trial starts small in the cloud
    Given the example plan "first-proof-of-concept"
    When the plan is advised
    Then the "deployment" of "trial" is "cloud"
    And the "adoption_next_step" of the plan is "proof_of_concept"
    And the "budget_check" of the plan is "within"
    And the "plan_warnings" of the plan include "use_case_unclear"

  Scenario: A hall with a liquid loop takes the newest generation
    Given the example plan "hall-for-a-frontier-model"
    When the plan is advised
    Then the "needed_tier" of "pretraining" is "frontier"
    And the "device" of "pretraining" is "B200"
    And the "circuit" of the plan is "carries_the_load"
    And the "cooling" of the plan include "direct_liquid"
    And the "plan_warnings" of the plan include "next_generation_power"

  Scenario: A budget below the least that a plan can cost ends it
    Given the example plan "over-budget"
    When the plan is advised
    Then the "outcome" of the plan is "infeasible"
    And the "budget_check" of the plan is "below_the_least"
    And the rule "budget-does-not-reach" holds for the plan

  Scenario: An assistant whose numbers are not sure is split between own and rented
    Given the example plan "uncertain-growth"
    When the plan is advised
    Then the "device" of "assistant" is one of "L4, L40S"
    And the "payback_agreement" of "assistant" is "disagree"
    And the "deployment" of "assistant" is "hybrid"
