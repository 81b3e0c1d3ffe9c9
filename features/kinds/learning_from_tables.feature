Feature: Learning from tables gets the advice of people who grow trees
  Memory against the data set decides, then cores, then perhaps a card of the inference class. No
  word of gradients, optimisers or NVLink.

  Scenario: Heavy boosting takes one inference card when the quantised data fit it
    Given the workload "scoring" states:
      | stage                | training                   |
      | kind of model        | classical machine learning |
      | frameworks           | XGBoost                    |
      | weight of the work   | heavy                      |
      | size of the data set | 20                         |
    When the plan is advised
    Then the "device" of "scoring" is "L4"
    And the "devices needed" of "scoring" is "1"
    And the rule "trees-need-no-training-card" holds for "scoring"
    And the rule "card-that-holds-the-tables" tells "scoring" on "L4" "9.31 GiB"
    And the rule "training-card-for-trees" tells "scoring" on "H100" "neither the matrix units nor the fabric"
    And the rule "training-device-named-by-the-policy" is silent for "scoring" on "H100"

  Scenario: What matters is memory for the quantised data, not gradients
    Given the workload "scoring" states:
      | stage                | training                   |
      | kind of model        | classical machine learning |
      | parameters           | 0.001                      |
      | weight of the work   | heavy                      |
      | size of the data set | 20                         |
    When the plan is advised
    Then the "memory for the training state" of "scoring" is "unknown"
    And the "size of a checkpoint" of "scoring" is "unknown"
    And the rule "tables-must-fit-the-cards" tells "scoring" "about a quarter on the card"
    And the rule "features-are-made-on-processors" holds for "scoring"
    And the rule "training-spreads-over-machines" is silent for "scoring"
    And the rule "stage-learns-from-tables" tells "scoring" "memory for the whole data set comes first"

  Scenario: Around the card everything fits the trees
    Given the workload "scoring" states:
      | stage                | training                   |
      | kind of model        | classical machine learning |
      | frameworks           | XGBoost                    |
      | weight of the work   | heavy                      |
      | size of the data set | 200                        |
    When the plan is advised
    Then the "device" of "scoring" is "L40S"
    And the rule "rows-shared-over-slots" tells "scoring" "pay for no fabric"
    And the rule "tables-are-read-once" tells "scoring" "Columnar files (Parquet)"
    And the rule "boosting-in-its-own-library" tells "scoring" "XGBoost with device cuda"
    And the rule "training-in-a-standard-framework" is silent for "scoring"
    And the rule "tables-over-too-many-cards" holds for "scoring" on "L4"

  Scenario: Tables beyond a few cards go to CPU servers, which exchange little
    Given the workload "scoring" states:
      | stage                | training                   |
      | kind of model        | classical machine learning |
      | frameworks           | XGBoost                    |
      | weight of the work   | heavy                      |
      | size of the data set | 3000                       |
    When the plan is advised
    Then the "class of compute" of "scoring" is "CPU"
    And the rule "tables-beyond-a-few-cards" tells "scoring" "one GH200 went through 1 TB that way"
    And the rule "processor-server-keeps-tables-in-memory" tells "scoring" "about 1,397 GiB"
    And the rule "rows-spread-over-machines" tells "scoring" "InfiniBand brings nothing here"
    And the rule "little-memory-left-for-data" tells "scoring" "or compress"
    And the rule "watch-processors-alone" holds for the plan

  Scenario Outline: The limit is what a few cards hold
    Given the workload "scoring" states:
      | stage                | training                   |
      | kind of model        | classical machine learning |
      | weight of the work   | heavy                      |
      | size of the data set | <gigabytes>                |
    When the plan is advised
    Then the "class of compute" of "scoring" is "<class>"

    Examples: Half of the data must be within 170 GiB
      | gigabytes | class |
      | 365       | GPU   |
      | 366       | CPU   |

  Scenario Outline: Libraries and stages that a card does not help stay on processors
    Given the workload "scoring" states:
      | stage                | <stage>                    |
      | kind of model        | classical machine learning |
      | frameworks           | <frameworks>               |
      | weight of the work   | heavy                      |
      | size of the data set | 20                         |
    When the plan is advised
    Then the "class of compute" of "scoring" is "<class>"
    And the rule "<rule>" holds for "scoring"

    Examples:
      | stage     | frameworks            | class | rule                               |
      | training  | scikit-learn          | CPU   | scikit-learn-stays-on-processors   |
      | training  | scikit-learn, XGBoost | GPU   | heavy-learning-on-tables           |
      | inference | XGBoost               | CPU   | scoring-tables-stays-on-processors |

  Scenario: Scoring rows is no question of memory, and its rate is not in the number of servers
    Given the workload "scoring" states:
      | stage                | inference                  |
      | kind of model        | classical machine learning |
      | items to be handled  | 1000                       |
      | size of the data set | 20                         |
    When the plan is advised
    Then the "devices needed" of "scoring" is "1"
    And the rule "processor-server-scores-rows" tells "scoring" "memory is not the question"
    And the rule "processor-server-without-known-data" is silent for "scoring"
    And the rule "items-asked-for-cannot-be-counted" tells "scoring" "The 1,000 items/s that are asked for are not in the number of devices"
    And the "number format of the weights" of "scoring" is "unknown"

  Scenario: Scoring rows on processors is told in servers, not in cards
    Given the workload "scoring" states:
      | stage               | inference                  |
      | kind of model       | classical machine learning |
      | items to be handled | 20,000                     |
    And the plan states "stage of adoption" as "small deployment"
    When the plan is advised
    Then the "deployment" of "scoring" is "hybrid"
    And the rule "small-deployment-on-a-server-with-cloud-beside" tells "scoring" "No accelerator is needed"
    And the rule "items-are-counted-on-processors" tells "scoring" "Test one server with your own rows"
