Feature: What cannot be judged is said to lack a fact, and which one
  Nothing is recommended on a guess, and nothing is turned down for want of a fact: the verdict says
  that it cannot be judged yet, and which fact is missing.

  Scenario: Without the stage nobody can say which device is right
    Given the workload "something" states "model" as "Llama-3.1-8B"
    When the plan is advised
    Then the "verdict" of "something" on "L40S" is "cannot be judged yet"
    And the rule "stage-of-the-work-not-stated" tells "something" on "L40S" "State the stage"
    And the "outcome" of the plan is "undetermined"

  Scenario: Without the size of the model nobody can say what holds it
    Given the workload "chat" states:
      | stage         | inference |
      | kind of model | language  |
    When the plan is advised
    Then the "verdict" of "chat" on "L40S" is "cannot be judged yet"
    And the rule "size-of-the-model-not-stated" tells "chat" on "L40S" "give its parameters"
    And the rule "stage-of-the-work-not-stated" is silent for "chat" on "L40S"
    And the "outcome" of the plan is "undetermined"

  Scenario: The size of a model alone does not tell its memory
    Given the workload "chat" states:
      | stage      | inference |
      | parameters | 8         |
    When the plan is advised
    Then the "memory needed, all in one place" of "chat" is "unknown"
    And the rule "kind-of-the-model-not-stated" tells "chat" on "L40S" "give the kind of model"
    And the rule "size-of-the-model-not-stated" is silent for "chat" on "L40S"

  Scenario: The kind and size of a language model are enough, since one of like size lends its shape
    Given the workload "chat" states:
      | stage         | inference |
      | kind of model | language  |
      | parameters    | 8         |
    When the plan is advised
    Then the "verdict" of "chat" on "L40S" is "preferred"
    And the rule "kind-of-the-model-not-stated" is silent for "chat" on "L40S"
    And the "outcome" of the plan is "recommended"

  Scenario: Half a shape is worse than none, and says so
    Given the workload "chat" states:
      | stage         | inference |
      | kind of model | language  |
      | parameters    | 8         |
      | layers        | 32        |
    When the plan is advised
    Then the "verdict" of "chat" on "L40S" is "cannot be judged yet"
    And the rule "shape-of-the-model-not-stated" tells "chat" on "L40S" "or leave all of them out"

  Scenario: Trees on a card cannot be judged without the size of their data
    Given the workload "scoring" states:
      | stage              | training                   |
      | kind of model      | classical machine learning |
      | weight of the work | heavy                      |
    When the plan is advised
    Then the "verdict" of "scoring" on "L40S" is "cannot be judged yet"
    And the rule "size-of-the-data-not-stated" tells "scoring" on "L40S" "State the size of the data set"
    And the "verdict" of "scoring" on "CPU server" is "rejected"
    And the "outcome" of the plan is "undetermined"

  Scenario: A device without its memory in the catalogue is not taken on trust, nor turned down
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
      | device meant to be bought | L40S |
    And the catalogue gives the "memory of a device" of "L40S" as "unknown"
    When the plan is advised
    Then the "verdict" of "chat" on "L40S" is "cannot be judged yet"
    And the rule "memory-of-the-device-not-listed" tells "chat" on "L40S" "lacks the memory of NVIDIA L40S"
    And the rule "intended-device-cannot-be-judged" tells "chat" "which cannot be judged yet"
    And the rule "intended-device-was-rejected" is silent for "chat"
    And the "outcome" of the plan is "recommended"

  Scenario: A device whose server is not described cannot be judged either
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    And the catalogue gives the "devices in a server" of "L40S" as "unknown"
    When the plan is advised
    Then the rule "device-not-described-well-enough" tells "chat" on "L40S" "the devices in a server"
    And the rule "device-not-described-well-enough" is silent for "chat" on "L4"
