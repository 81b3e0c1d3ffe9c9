Feature: CPU, GPU or special accelerator
  Work without model arithmetic stays on CPUs. A special accelerator needs three conditions, all of
  them stated. Everything else, and everything in doubt, goes to GPUs.

  Scenario: Preparing data needs no accelerator
    Given the workload "cleaning" states "stage" as "data preparation"
    When the plan is advised
    Then the "class of compute" of "cleaning" is "CPU"
    And the rule "data-preparation-is-processor-work" holds for "cleaning"

  Scenario Outline: Work that waits for pre-processing stays on CPUs
    Given the workload "tagging" states:
      | stage               | inference |
      | kind of model       | vision    |
      | where the time goes | <time>    |
    When the plan is advised
    Then the "class of compute" of "tagging" is "<class>"

    Examples:
      | time                             | class |
      | preparing data and orchestration | CPU   |
      | the model's arithmetic           | GPU   |

  Scenario Outline: A special accelerator takes stable, specific work, settled software and efficiency first
    Given the workload "translation" states:
      | stage                                        | inference    |
      | model                                        | Llama-3.1-8B |
      | stability of the model                       | <stability>  |
      | range of tasks                               | <tasks>      |
      | support by the software of special accelerators | <support> |
      | what matters most                            | <priority>   |
    When the plan is advised
    Then the "class of compute" of "translation" is "<class>"

    Examples: All three conditions
      | stability | tasks             | support | priority   | class               |
      | stable    | one specific task | settled | efficiency | special accelerator |

    Examples: One of them does not hold
      | stability      | tasks             | support          | priority    | class |
      | still changing | one specific task | settled          | efficiency  | GPU   |
      | stable         | many tasks        | settled          | efficiency  | GPU   |
      | stable         | one specific task | partly supported | efficiency  | GPU   |
      | stable         | one specific task | not supported    | efficiency  | GPU   |
      | stable         | one specific task | settled          | portability | GPU   |

  Scenario: A stable model without settled software stays on GPUs
    Given the workload "translation" states:
      | stage                  | inference         |
      | model                  | Llama-3.1-8B      |
      | stability of the model | stable            |
      | range of tasks         | one specific task |
      | what matters most      | efficiency        |
    When the plan is advised
    Then the "class of compute" of "translation" is "GPU"
    And the rule "stable-specific-and-well-supported" is silent for "translation"
    And the rule "deep-model-needs-parallel-arithmetic" tells "translation" "settled software support"

  Scenario Outline: Classical machine learning needs a GPU only when the work is heavy
    Given the workload "forecast" states:
      | stage              | training                   |
      | kind of model      | classical machine learning |
      | weight of the work | <weight>                   |
    When the plan is advised
    Then the "class of compute" of "forecast" is "<class>"

    Examples:
      | weight   | class |
      | light    | CPU   |
      | moderate | CPU   |
      | heavy    | GPU   |

  Scenario: Classical machine learning of unstated weight runs on CPUs
    Given the workload "forecast" states:
      | stage         | inference                  |
      | kind of model | classical machine learning |
    When the plan is advised
    Then the "class of compute" of "forecast" is "CPU"
    And the rule "classical-learning-is-light" holds for "forecast"

  Scenario Outline: Light serving of a small model needs no GPU
    Given the workload "chatbot" states:
      | stage              | inference |
      | kind of model      | language  |
      | parameters         | <billion> |
      | weight of the work | light     |
    When the plan is advised
    Then the "class of compute" of "chatbot" is "<class>"

    Examples: The limit is 4 billion parameters
      | billion | class |
      | 4       | CPU   |
      | 4.1     | GPU   |

  Scenario: Light serving of a model that is not named needs no GPU
    Given the workload "tagging" states:
      | stage              | evaluation |
      | weight of the work | light      |
    When the plan is advised
    Then the "class of compute" of "tagging" is "CPU"
    And the rule "light-serving-of-a-small-model" holds for "tagging"

  Scenario Outline: Who puts energy or simple deployment first may serve a small model on CPUs
    Given the workload "chatbot" states:
      | stage              | inference  |
      | kind of model      | language   |
      | parameters         | <billion>  |
      | what matters most  | <priority> |
      | weight of the work | <weight>   |
    When the plan is advised
    Then the "class of compute" of "chatbot" is "<class>"

    Examples:
      | billion | priority          | weight   | class |
      | 4       | energy            | moderate | CPU   |
      | 4       | simple deployment | moderate | CPU   |
      | 4.1     | energy            | moderate | GPU   |
      | 4       | simple deployment | heavy    | GPU   |
      | 4       | latency           | moderate | GPU   |

  Scenario: The reason names what matters most and the limit for CPUs
    Given the workload "chatbot" states:
      | stage             | inference |
      | kind of model     | language  |
      | parameters        | 3         |
      | what matters most | energy    |
    When the plan is advised
    Then the rule "energy-or-simplicity-before-speed" tells "chatbot" "3 billion parameters"
    And the rule "energy-or-simplicity-before-speed" tells "chatbot" "up to 4 billion"

  Scenario Outline: Training and fine-tuning are GPU work
    Given the workload "run" states:
      | stage | <stage>      |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "class of compute" of "run" is "GPU"
    And the rule "training-is-parallel-arithmetic" holds for "run"

    Examples:
      | stage       |
      | training    |
      | fine-tuning |

  Scenario: A model that still changes stays on GPUs
    Given the workload "pilot" states:
      | stage                  | inference      |
      | stability of the model | still changing |
    When the plan is advised
    Then the "class of compute" of "pilot" is "GPU"
    And the rule "software-still-changes" holds for "pilot"
    And the rule "gpu-when-in-doubt" is overruled for "pilot"

  Scenario Outline: Who wants to stay flexible or portable takes GPUs
    Given the workload "pilot" states:
      | stage             | inference  |
      | what matters most | <priority> |
    When the plan is advised
    Then the "class of compute" of "pilot" is "GPU"
    And the rule "flexibility-is-wanted" holds for "pilot"

    Examples:
      | priority    |
      | flexibility |
      | portability |

  Scenario Outline: Serving a deep model is GPU work
    Given the workload "service" states:
      | stage         | inference |
      | kind of model | <family>  |
    When the plan is advised
    Then the "class of compute" of "service" is "GPU"
    And the rule "deep-model-needs-parallel-arithmetic" holds for "service"

    Examples:
      | family         |
      | language       |
      | multimodal     |
      | vision         |
      | diffusion      |
      | speech         |
      | embedding      |
      | recommendation |

  Scenario: When in doubt, take a GPU
    Given the workload "something" states "stage" as "inference"
    When the plan is advised
    Then the "class of compute" of "something" is "GPU"
    And the rule "gpu-when-in-doubt" holds for "something"
    And the rule "deep-model-needs-parallel-arithmetic" is silent for "something"

  Scenario: Vector search lives in memory, not on a GPU
    Given the workload "search" states:
      | stage                | inference |
      | vectors in the index | 50        |
    When the plan is advised
    Then the "class of compute" of "search" is "CPU"
    And the rule "vector-search-lives-in-memory" holds for "search"

  Scenario: An index beside a language model does not take the GPU away
    Given the workload "assistant" states:
      | stage                | inference    |
      | model                | Llama-3.1-8B |
      | vectors in the index | 50           |
    When the plan is advised
    Then the "class of compute" of "assistant" is "GPU"
    And the rule "vector-search-lives-in-memory" is silent for "assistant"

  Scenario Outline: Recommendation looks things up, unless it is heavy
    Given the workload "shop" states:
      | stage              | inference      |
      | kind of model      | recommendation |
      | weight of the work | <weight>       |
    When the plan is advised
    Then the "class of compute" of "shop" is "<class>"
    And the rule "<rule>" holds for "shop"

    Examples:
      | weight   | class | rule                                 |
      | light    | CPU   | recommendation-looks-things-up       |
      | moderate | CPU   | recommendation-looks-things-up       |
      | heavy    | GPU   | deep-model-needs-parallel-arithmetic |

  Scenario: Heavy learning on tables is worth a GPU
    Given the workload "forecast" states:
      | stage              | training                   |
      | kind of model      | classical machine learning |
      | weight of the work | heavy                      |
    When the plan is advised
    Then the "class of compute" of "forecast" is "GPU"
    And the rule "heavy-learning-on-tables" holds for "forecast"

  Scenario: Stable work that wants efficiency stays on GPUs while the software does not support it
    Given the workload "translation" states:
      | stage                                           | inference         |
      | model                                           | Llama-3.1-8B      |
      | stability of the model                          | stable            |
      | range of tasks                                  | one specific task |
      | support by the software of special accelerators | partly supported  |
      | what matters most                               | efficiency        |
    When the plan is advised
    Then the "class of compute" of "translation" is "GPU"
    And the rule "efficiency-without-an-ecosystem" holds for "translation"
    And the "where statements pull apart" of "translation" include "efficiency without an ecosystem"

  Scenario Outline: Training stays on GPUs, however light or frugal it should be
    Given the workload "train" states:
      | stage      | training |
      | parameters | 3        |
      | <what>     | <value>  |
    When the plan is advised
    Then the "class of compute" of "train" is "GPU"

    Examples:
      | what               | value  |
      | weight of the work | light  |
      | what matters most  | energy |

  Scenario: Work that is stated to be arithmetic goes to GPUs, whatever kind of model it is
    Given the workload "service" states:
      | stage               | inference              |
      | where the time goes | the model's arithmetic |
    When the plan is advised
    Then the rule "deep-model-needs-parallel-arithmetic" holds for "service"
