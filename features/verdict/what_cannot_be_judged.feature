Feature: What cannot be judged is said to lack a fact, and which one
  Nothing is recommended on a guess. Every device is turned down with the fact that is missing.

  Scenario: Without the stage nobody can say which device is right
    Given the workload "something" states "model" as "Llama-3.1-8B"
    When the plan is advised
    Then the "verdict" of "something" on "L40S" is "rejected"
    And the rule "stage-of-the-work-not-stated" tells "something" on "L40S" "State the stage"
    And the "outcome" of the plan is "undetermined"

  Scenario: Without the size of the model nobody can say what holds it
    Given the workload "chat" states:
      | stage         | inference |
      | kind of model | language  |
    When the plan is advised
    Then the "verdict" of "chat" on "L40S" is "rejected"
    And the rule "size-of-the-model-not-stated" tells "chat" on "L40S" "give its parameters"
    And the rule "stage-of-the-work-not-stated" is silent for "chat" on "L40S"
    And the "outcome" of the plan is "undetermined"

  Scenario: The size of a model alone does not tell its memory
    Given the workload "chat" states:
      | stage      | inference |
      | parameters | 8         |
    When the plan is advised
    Then the "memory needed, all in one place" of "chat" is "unknown"
    And the rule "shape-of-the-model-not-stated" tells "chat" on "L40S" "give the kind of model"
    And the rule "size-of-the-model-not-stated" is silent for "chat" on "L40S"

  Scenario: The kind and size of a language model are enough, since one of like size lends its shape
    Given the workload "chat" states:
      | stage         | inference |
      | kind of model | language  |
      | parameters    | 8         |
    When the plan is advised
    Then the "verdict" of "chat" on "L40S" is "preferred"
    And the rule "shape-of-the-model-not-stated" is silent for "chat" on "L40S"
    And the "outcome" of the plan is "recommended"

  Scenario: A device without its figures in the catalogue is not taken on trust
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    And the catalogue gives the "memory of a device" of "L40S" as "unknown"
    When the plan is advised
    Then the "verdict" of "chat" on "L40S" is "rejected"
    And the rule "device-not-described-well-enough" tells "chat" on "L40S" "the catalogue lacks a figure"
    And the rule "device-not-described-well-enough" is silent for "chat" on "L4"
    And the "outcome" of the plan is "recommended"
