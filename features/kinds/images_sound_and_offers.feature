Feature: Models over images, sound, passages and offers are counted in items
  Each item is worked through once, so rate and wait of items decide, and no cache is kept.

  Scenario Outline: Such models are served in FP16, which every card runs
    Given the workload "service" states:
      | stage         | inference |
      | kind of model | <family>  |
      | parameters    | 0.5       |
    When the plan is advised
    Then the "number format of the weights" of "service" is assumed to be "FP16"
    And the rule "items-in-half-precision" holds for "service"
    And the "requests at the same time" of "service" is "unknown"
    And the "architecture" of "service" is "unknown"
    And the "number format supported" of "service" on "T4" is "yes"

    Examples:
      | family         |
      | vision         |
      | speech         |
      | diffusion      |
      | embedding      |
      | recommendation |

  Scenario: Requests to such a model are items, and no tokens are counted
    Given the workload "passages" states:
      | stage                | inference |
      | kind of model        | embedding |
      | parameters           | 0.5       |
      | requests that arrive | 500       |
    When the plan is advised
    Then the "items asked for every second" of "passages" is "500"
    And the "tokens asked for every second" of "passages" is "unknown"
    And the "devices that keep up with the demand" of "passages" on "L4" is "unknown"
    And the "devices that handle the items" of "passages" on "L4" is at least "7"
    And the rule "items-come-at-a-stated-rate" tells "passages" "500 items/s"
    And the rule "items-come-in-streams" is silent for "passages"

  Scenario: Items of a language model are its requests
    Given the workload "letters" states:
      | stage               | inference    |
      | model               | Llama-3.1-8B |
      | items to be handled | 20           |
    When the plan is advised
    Then the "requests to be served every second" of "letters" is "20"
    And the "tokens asked for every second" of "letters" is "5000"
    And the rule "tokens-asked-for-cannot-be-counted" is silent for "letters"

  Scenario: An item that takes too long rules a card out, however many there are
    Given the workload "pictures" states:
      | stage                   | inference |
      | kind of model           | diffusion |
      | parameters              | 2.6       |
      | longest acceptable wait | 3000      |
    When the plan is advised
    Then the rule "item-is-answered-too-late" tells "pictures" on "L4" "none of them sooner"
    And the "verdict" of "pictures" on "L4" is "rejected"
    And the "verdict" of "pictures" on "L40S" is "preferred"
    And the "wait for one item" of "pictures" on "L40S" is at least "2300"

  Scenario Outline: A rate that cannot be turned into devices is said to be left out
    Given the workload "service" states:
      | stage         | <stage>  |
      | kind of model | <family> |
      | parameters    | 2        |
      | <demand>      | 900      |
      | weight of the work | heavy |
    When the plan is advised
    Then the rule "<rule>" tells "service" "<words>"
    And the "warnings" of "service" include "a demand is not in the number of devices"

    Examples:
      | stage     | family         | demand                   | rule                              | words                        |
      | inference | recommendation | items to be handled      | items-asked-for-cannot-be-counted | Measure one device           |
      | inference | speech         | tokens to be produced in all | tokens-asked-of-a-model-over-items | State items a second instead |
      | training  | vision         | items to be handled      | rate-stated-for-training          | so it sets nothing here      |

  Scenario: Tokens that cannot be turned into devices are said to be left out
    Given the workload "chat" states:
      | stage                        | inference    |
      | model                        | Llama-3.1-8B |
      | tokens to be produced in all | 900          |
    And the catalogue gives the "memory bandwidth" of "L4" as "unknown"
    And the catalogue gives the "memory bandwidth" of "L40S" as "unknown"
    When the plan is advised
    Then the "device" of "chat" is one of "L4, L40S"
    And the rule "tokens-asked-for-cannot-be-counted" tells "chat" "Measure one device"

  Scenario: A dense model that is known by its size alone keeps its demand
    Given the workload "chat" states:
      | stage                        | inference |
      | kind of model                | language  |
      | parameters                   | 8         |
      | tokens to be produced in all | 20000     |
    When the plan is advised
    Then the "devices that keep up with the demand" of "chat" on "L40S" is at least "2"
    And the rule "tokens-asked-for-cannot-be-counted" is silent for "chat"

  Scenario Outline: Small models of this kind train and tune below the H100 class
    Given the workload "model" states:
      | stage              | <stage>  |
      | kind of model      | <family> |
      | parameters         | 0.3      |
      | weight of the work | heavy    |
    When the plan is advised
    Then the "class of device needed" of "model" is "fine-tuning card"
    And the "what training changes" of "model" is "all weights"
    And the rule "<rule>" holds for "model"

    Examples:
      | stage       | family | rule                        |
      | training    | vision | small-model-over-items      |
      | training    | speech | small-model-over-items      |
      | fine-tuning | vision | small-models-are-tuned-whole |

  Scenario: A diffusion model is tuned by adapters, as usual
    Given the workload "style" states:
      | stage         | fine-tuning |
      | kind of model | diffusion   |
      | parameters    | 2.6         |
    When the plan is advised
    Then the "what training changes" of "style" is assumed to be "LoRA adapters"
    And the rule "small-models-are-tuned-whole" is silent for "style"

  Scenario: Tables of users and products fill the memory of a recommender
    Given the workload "offers" states:
      | stage         | training       |
      | kind of model | recommendation |
      | parameters    | 10             |
    When the plan is advised
    Then the rule "embedding-tables-fill-the-memory" tells "offers" "about a quarter"
    And the rule "training-state-must-be-held" is silent for "offers"

  Scenario: A vision model that is named trains without being asked for a sequence
    Given the workload "model" states:
      | stage | training |
      | model | ViT-L/16 |
    When the plan is advised
    Then the "length of a training sequence" of "model" is "unknown"
    And the "outcome" of the plan is "recommended"

  Scenario: Little memory left in training speaks of batches, not of users
    Given the workload "training" states:
      | stage         | training |
      | kind of model | language |
      | parameters    | 4        |
    When the plan is advised
    Then the rule "little-memory-left-for-training" tells "training" "Larger batches or longer sequences"
    And the rule "little-memory-left" is silent for "training"
