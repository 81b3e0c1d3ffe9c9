Feature: Which storage holds what
  Fast storage for what is read and written all the time, cheap storage for what is seldom read.

  Scenario: Many machines that train together read from a parallel file system
    Given the workload "training" states:
      | stage | training      |
      | model | Llama-3.1-70B |
    When the plan is advised
    Then the "storage" of "training" are, in order, "parallel file system, NVMe array, object storage"
    And the rule "many-machines-read-together" tells "training" "a single share would stall them"
    And the rule "checkpoints-need-fast-writes" tells "training" "A checkpoint is 920 GiB"
    And the rule "archive-in-object-storage" tells "training" "Never train straight from it"

  Scenario: One machine that trains keeps its data on NVMe inside
    Given the workload "training" states:
      | stage                | training     |
      | model                | Llama-3.1-8B |
      | size of the data set | 500          |
    When the plan is advised
    Then the "storage" of "training" are, in order, "NVMe inside the servers, NVMe array, object storage"
    And the rule "stage-data-inside-the-machine" tells "training" "Copy the 500 GB"
    And the rule "one-machine-trains-beside-a-nas" is silent for "training"
    And the rule "many-machines-read-together" is silent for "training"

  Scenario: Without the size of the data set it is asked for
    Given the workload "training" states:
      | stage | training     |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the rule "feed-one-machine-from-flash" tells "training" "State the size of the data set"
    And the rule "one-machine-trains-beside-a-nas" holds for "training"
    And the rule "stage-data-inside-the-machine" is silent for "training"

  Scenario Outline: Models are loaded from NVMe in the server
    Given the workload "service" states:
      | stage          | <stage>      |
      | model          | Llama-3.1-8B |
      | way of serving | <serving>    |
    When the plan is advised
    Then the "storage" of "service" include "NVMe inside the servers"
    And the rule "<rule>" holds for "service"

    Examples:
      | stage           | serving   | rule                         |
      | inference       | real time | models-are-loaded-from-flash |
      | inference       | batch     | models-are-loaded-from-flash |
      | evaluation      | batch     | models-are-loaded-from-flash |
      | experimentation | real time | models-are-loaded-from-flash |
      | inference       | edge      | edge-keeps-its-model-itself  |

  Scenario: Data is prepared on a fast share and archived in object storage
    Given the workload "cleaning" states:
      | stage                | data preparation |
      | size of the data set | 8000             |
    When the plan is advised
    Then the "storage" of "cleaning" are, in order, "high-performance NAS, object storage"
    And the rule "preparation-works-on-a-fast-share" tells "cleaning" "twice the size of the raw data"

  Scenario: An index is loaded from NVMe into memory
    Given the workload "search" states:
      | stage                | inference |
      | vectors in the index | 50        |
    When the plan is advised
    Then the rule "tables-and-indexes-on-flash" tells "search" "203 GiB"
    And the rule "models-are-loaded-from-flash" is silent for "search"

  Scenario Outline: Results of batches go to object storage, answers do not
    Given the workload "service" states:
      | stage          | inference    |
      | model          | Llama-3.1-8B |
      | way of serving | <serving>    |
    When the plan is advised
    Then the rule "results-of-batches-in-object-storage" <speaks> for "service"

    Examples:
      | serving   | speaks    |
      | batch     | holds     |
      | real time | is silent |

  Scenario Outline: The network to the storage follows from what is read
    Given the workload "work" states:
      | stage | <stage> |
      | model | <model> |
    When the plan is advised
    Then the "network to the storage" of "work" is "<network>"
    And the rule "<rule>" holds for "work"

    Examples:
      | stage            | model         | network               | rule                                       |
      | training         | Llama-3.1-70B | NVMe over fabrics     | several-machines-train-from-shared-storage |
      | training         | Qwen2.5-14B   | network of a fast NAS | one-machine-fed-by-a-nas                   |
      | training         | Llama-3.1-8B  | ordinary network      | little-is-read-for-the-run                 |
      | fine-tuning      | Llama-3.1-8B  | ordinary network      | little-is-read-for-the-run                 |
      | data preparation | Llama-3.1-8B  | network of a fast NAS | data-is-prepared-over-a-fast-share         |
      | inference        | Llama-3.1-8B  | ordinary network      | models-come-over-an-ordinary-network       |

  Scenario Outline: What is read follows from data set and days where both are known
    Given the workload "tuning" states:
      | stage                 | fine-tuning   |
      | model                 | Llama-3.1-8B  |
      | what training changes | LoRA adapters |
      | size of the data set  | <size>        |
      | days the run may take | <days>        |
    When the plan is advised
    Then the "reading speed needed" of "tuning" is at least "<least>"
    And the "reading speed needed" of "tuning" is at most "<most>"
    And the rule "storage-keeps-up-with-the-run" holds for "tuning"
    And the rule "storage-as-for-a-full-server" is silent for "tuning"

    Examples: 500 GB in three days are 1.93 MB/s, and ten times that with headroom
      | size | days | least  | most   |
      | 500  | 3    | 0.0192 | 0.0194 |
      | 500  | 30   | 0.0019 | 0.0020 |
      | 5000 | 3    | 0.192  | 0.194  |

  Scenario: Where they are not known, the guidance for a full server is scaled to the devices
    Given the workload "tuning" states:
      | stage                 | fine-tuning   |
      | model                 | Llama-3.1-8B  |
      | what training changes | LoRA adapters |
    When the plan is advised
    Then the "devices needed" of "tuning" on "L40S" is "1"
    And the "reading speed needed" of "tuning" is "0.5"
    And the rule "storage-as-for-a-full-server" tells "tuning" "scaled to 1, is 0.5 GB/s"

  Scenario: Images are read more often than text
    Given the workload "vision" states:
      | stage                 | training  |
      | model                 | ResNet-50 |
      | size of the data set  | 150       |
      | days the run may take | 1         |
    When the plan is advised
    Then the "reading speed needed" of "vision" is at least "0.17"
    And the "reading speed needed" of "vision" is at most "0.18"

  Scenario Outline: Checkpoints go to an array where NVMe inside is too slow for them
    Given the workload "tuning" states:
      | stage                 | fine-tuning  |
      | model                 | Llama-3.1-8B |
      | what training changes | <method>     |
      | size of the data set  | 5000         |
    When the plan is advised
    Then the "storage" of "tuning" <array> "NVMe array"
    And the rule "small-checkpoints-stay-inside" <speaks> for "tuning"

    Examples:
      | method        | array          | speaks    |
      | LoRA adapters | do not include | holds     |
      | all weights   | include        | is silent |

  Scenario Outline: Several machines read from a NAS as long as it delivers
    Given the workload "training" states:
      | stage                 | training     |
      | model                 | Llama-3.1-8B |
      | tokens to train on    | 1,000        |
      | size of the data set  | <size>       |
      | days the run may take | 30           |
    When the plan is advised
    Then the "storage" of "training" include "<tier>"
    And the rule "<rule>" holds for "training"

    Examples: Ten times 800 TB in 30 days are 3.09 GB/s
      | size   | tier                 | rule                             |
      | 8000   | high-performance NAS | several-machines-read-from-a-nas |
      | 800000 | parallel file system | many-machines-read-together      |
