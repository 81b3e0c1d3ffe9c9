Feature: What is assumed about a workload that does not say
  Each assumption has a reason and gives way to whatever the user states.

  Scenario: A model that is not said to be a mixture of experts counts as dense
    Given the workload "chat" states:
      | stage         | inference |
      | kind of model | language  |
      | parameters    | 8         |
    When the plan is advised
    Then the "architecture" of "chat" is assumed to be "dense"
    And the rule "architecture-not-stated" holds for "chat"

  Scenario: A mixture of experts that is stated stays one
    Given the workload "chat" states:
      | stage                        | inference          |
      | kind of model                | language           |
      | parameters                   | 47                 |
      | parameters at work on a token | 13                |
      | architecture                 | mixture of experts |
    When the plan is advised
    Then the "architecture" of "chat" is "mixture of experts"
    And the rule "architecture-not-stated" is silent for "chat"

  Scenario Outline: Training takes the least batch that works
    Given the workload "train" states:
      | stage | <stage>      |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "sequences a device works on at a time" of "train" is assumed to be "1"
    And the rule "training-batch-not-stated" tells "train" "accumulating gradients"

    Examples:
      | stage       |
      | training    |
      | fine-tuning |

  Scenario: Inference has no training batch
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "sequences a device works on at a time" of "chat" is "unknown"
    And the rule "training-batch-not-stated" is silent for "chat"

  Scenario Outline: How many requests come at the same time depends on where and why
    Given the workload "chat" states:
      | stage          | <stage>      |
      | model          | Llama-3.1-8B |
      | way of serving | <serving>    |
    When the plan is advised
    Then the "requests at the same time" of "chat" is assumed to be "<requests>"
    And the rule "<rule>" holds for "chat"

    Examples:
      | stage           | serving   | requests | rule                     |
      | inference       | real time | 16       | concurrency-not-stated   |
      | inference       | batch     | 64       | batches-fill-the-device  |
      | inference       | edge      | 1        | edge-device-serves-one   |
      | experimentation | real time | 1        | experiments-serve-one    |

  Scenario: Stated demand is taken as it is
    Given the workload "chat" states:
      | stage                     | inference    |
      | model                     | Llama-3.1-8B |
      | requests at the same time | 40           |
      | length of a request       | 8192         |
    When the plan is advised
    Then the "requests at the same time" of "chat" is "40"
    And the rule "concurrency-not-stated" is silent for "chat"
    And the rule "request-length-not-stated" is silent for "chat"

  Scenario Outline: The length of a request is assumed for models that read text
    Given the workload "service" states:
      | stage         | inference |
      | kind of model | <family>  |
      | parameters    | 8         |
    When the plan is advised
    Then the "length of a request" of "service" is "<tokens>"

    Examples:
      | family     | tokens  |
      | language   | 4096    |
      | multimodal | 4096    |
      | vision     | unknown |
      | speech     | unknown |

  Scenario: The reason for the length of a request says when it is too short
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the rule "request-length-not-stated" tells "chat" "Retrieval and long documents need more"

  Scenario Outline: A proof of concept ends within three months
    Given the workload "pilot" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    And the plan states "stage of adoption" as "<adoption>"
    When the plan is advised
    Then the "how long it runs on" of "pilot" is "<months>"
    And the rule "proof-of-concept-is-short" <speaks> for "pilot"

    Examples:
      | adoption         | months  | speaks    |
      | proof of concept | 3       | holds     |
      | production       | unknown | is silent |

  Scenario Outline: Training changes all weights, fine-tuning adapters
    Given the workload "train" states:
      | stage | <stage>      |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "what training changes" of "train" is assumed to be "<method>"
    And the rule "<rule>" holds for "train"

    Examples:
      | stage       | method        | rule                         |
      | training    | all weights   | training-changes-all-weights |
      | fine-tuning | LoRA adapters | fine-tuning-changes-adapters |

  Scenario: Fine-tuning of all weights is counted when it is stated, and needs far more memory
    Given the workload "train" states:
      | stage                 | fine-tuning  |
      | model                 | Llama-3.1-8B |
      | what training changes | all weights  |
    When the plan is advised
    Then the rule "fine-tuning-changes-adapters" is silent for "train"
    And the "devices needed" of "train" on "A100 80GB" is at least "2"

  Scenario Outline: Training recomputes activations unless it is stated not to
    Given the workload "train" states:
      | stage | <stage>      |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "activations recomputed to save memory" of "train" is "<recomputed>"

    Examples:
      | stage       | recomputed |
      | training    | yes        |
      | fine-tuning | yes        |
      | inference   | unknown    |

  Scenario: Recomputing is assumed with its price named
    Given the workload "train" states:
      | stage | training     |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the rule "recompute-to-save-memory" tells "train" "a third more arithmetic"

  Scenario: Inference is in real time unless it is stated otherwise
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "way of serving" of "chat" is assumed to be "real time"
    And the rule "inference-without-way-of-serving" holds for "chat"

  Scenario: Batches stay batches
    Given the workload "chat" states:
      | stage          | inference    |
      | model          | Llama-3.1-8B |
      | way of serving | batch        |
    When the plan is advised
    Then the "way of serving" of "chat" is "batch"
    And the rule "inference-without-way-of-serving" is silent for "chat"

  Scenario: A region that is named for the data binds
    Given the workload "chat" states:
      | stage              | inference    |
      | model              | Llama-3.1-8B |
      | region of the data | Taiwan       |
    When the plan is advised
    Then the "data must stay in a region" of "chat" is assumed to be "yes"
    And the rule "a-named-region-binds-the-data" tells "chat" "Taiwan"

  Scenario: A named region that is only a wish does not bind
    Given the workload "chat" states:
      | stage                      | inference    |
      | model                      | Llama-3.1-8B |
      | region of the data         | Taiwan       |
      | data must stay in a region | no           |
    When the plan is advised
    Then the rule "a-named-region-binds-the-data" is silent for "chat"

  Scenario Outline: What one item is depends on the kind of model
    Given the workload "service" states:
      | stage         | inference |
      | kind of model | <family>  |
      | parameters    | 0.5       |
    When the plan is advised
    Then the "positions of an item" of "service" is assumed to be "<positions>"
    And the rule "<rule>" holds for "service"

    Examples:
      | family    | positions | rule                    |
      | vision    | 197       | image-of-usual-size     |
      | speech    | 750       | half-a-minute-of-speech |
      | embedding | 512       | passage-of-usual-length |
      | diffusion | 50000     | image-to-be-generated   |

  Scenario: Language models are counted by tokens, and a stated item is taken as it is
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    And the workload "inspection" states:
      | stage                | inference |
      | kind of model        | vision    |
      | parameters           | 0.5       |
      | positions of an item | 1024      |
    When the plan is advised
    Then the "positions of an item" of "chat" is "unknown"
    And the "positions of an item" of "inspection" is "1024"
    And the rule "image-of-usual-size" is silent for "inspection"

  Scenario: The length of a vector is assumed where there is an index
    Given the workload "search" states:
      | stage                | inference |
      | vectors in the index | 50        |
    When the plan is advised
    Then the "elements of a vector" of "search" is assumed to be "1024"
    And the rule "vector-length-not-stated" tells "search" "half of the memory"

  Scenario: A stated length of a vector is taken as it is
    Given the workload "search" states:
      | stage                | inference |
      | vectors in the index | 50        |
      | elements of a vector | 512       |
    When the plan is advised
    Then the rule "vector-length-not-stated" is silent for "search"

  Scenario: The fields of a published configuration are enough for size and cache
    Given the workload "chat" states:
      | stage                                    | inference |
      | kind of model                            | language  |
      | layers                                   | 56        |
      | hidden size                              | 6144      |
      | attention heads                          | 48        |
      | key and value heads                      | 8         |
      | vocabulary                               | 32000     |
      | width of a feed-forward network or expert | 16384    |
      | experts of a layer                       | 8         |
      | experts at work on a token               | 2         |
    When the plan is advised
    Then the "parameters" of "chat" is at least "140.6"
    And the "parameters at work on a token" of "chat" is at most "39.2"
    And the "KV cache of a token" of "chat" is "229376"
    And the "architecture" of "chat" is assumed to be "mixture of experts"
    And the rule "experts-make-a-mixture" holds for "chat"

  Scenario: A dense model works with all of its parameters, also when another lends its shape
    Given the workload "chat" states:
      | stage         | inference |
      | kind of model | language  |
      | parameters    | 20        |
    When the plan is advised
    Then the "parameters at work on a token" of "chat" is "20"
    And the rule "experts-make-a-mixture" is silent for "chat"
