Feature: What to beware of with one workload

  Scenario: Who means to buy an H100 for inference alone is warned with figures
    Given the example plan "internal-assistant-h100"
    When the plan is advised
    Then the "warnings" of "assistant" include "intended device is more than needed"
    And the rule "intends-more-than-the-work-needs" tells "assistant" "a common and costly mistake"
    And the rule "intends-more-than-the-work-needs" tells "assistant" "51.4% of the memory of 1"
    And the rule "intends-more-than-the-work-needs" tells "assistant" "5.23 times as much"
    And the rule "intends-more-than-the-work-needs" tells "assistant" "Take NVIDIA L4 instead"

  Scenario Outline: Only what would lie idle is warned of
    Given the example plan "internal-assistant"
    And the workload "assistant" states "device meant to be bought" as "<device>"
    When the plan is advised
    Then the "verdict on the intended device" of "assistant" is "<verdict>"
    And the rule "<rule>" holds for "assistant"
    And the "warnings" of "assistant" include "<warning>"

    Examples:
      | device   | verdict          | rule                                             | warning                             |
      | H100     | over-provisioned | intends-more-than-the-work-needs                 | intended device is more than needed |
      | H200 NVL | over-provisioned | intends-more-than-the-work-needs-at-unknown-price | intended device is more than needed |
      | V100     | rejected         | intended-device-was-rejected                     | intended device is unsuitable       |

  Scenario: Who means to buy what the policy names is not warned
    Given the example plan "internal-assistant"
    And the workload "assistant" states "device meant to be bought" as "L40S"
    When the plan is advised
    Then the "warnings" of "assistant" do not include "intended device is more than needed"
    And the "warnings" of "assistant" do not include "intended device is unsuitable"

  Scenario Outline: Too few devices do not hold the work
    Given the example plan "internal-assistant"
    And the workload "assistant" states "device meant to be bought" as "L4"
    And the workload "assistant" states "number of devices meant to be bought" as "<count>"
    When the plan is advised
    Then the "intended devices that would be needed" of "assistant" is "2"
    And the rule "too-few-of-the-intended-device" <speaks> for "assistant"

    Examples:
      | count | speaks    |
      | 1     | holds     |
      | 2     | is silent |

  Scenario: Rule of thumb and cost check that disagree are shown, not hidden
    Given the example plan "reference-4xa100"
    When the plan is advised
    Then the "warnings" of "tuning" include "rule of thumb and cost check disagree"
    And the rule "thumb-and-figures-disagree" tells "tuning" "break-even at 79.8%"

  Scenario Outline: Dedicated hardware for work of unknown utilisation must be measured first
    Given the workload "<id>" states:
      | stage          | <stage>      |
      | model          | Llama-3.1-8B |
      | pattern of use | <use>        |
    When the plan is advised
    Then the "deployment" of "<id>" is "<deployment>"
    And the rule "dedicated-without-measured-utilization" <speaks> for "<id>"

    Examples: Data preparation stays where the data lies, and the cloud may be unmeasured
      | id       | stage            | use          | deployment | speaks    |
      | chat     | inference        | continuous   | dedicated  | holds     |
      | cleaning | data preparation | continuous   | dedicated  | is silent |
      | chat     | inference        | now and then | cloud      | is silent |

  Scenario: A stated utilisation needs no such warning
    Given the workload "chat" states:
      | stage          | inference    |
      | model          | Llama-3.1-8B |
      | pattern of use | continuous   |
      | utilisation    | 50%          |
    When the plan is advised
    Then the "warnings" of "chat" do not include "utilisation not measured"

  Scenario Outline: Memory that is nearly full is said to be
    Given the example plan "internal-assistant"
    And the parameter "tight_memory_fill" is "<limit>"
    When the plan is advised
    Then the "share of the usable memory in use" of "assistant" is "95.8%"
    And the rule "little-memory-left" <speaks> for "assistant"

    Examples:
      | limit | speaks    |
      | 90%   | holds     |
      | 97%   | is silent |

  Scenario Outline: Hardware for a growing need must have room
    Given the workload "chat" states:
      | stage          | inference    |
      | model          | Llama-3.1-8B |
      | pattern of use | <use>        |
    And the plan states "development of the need for compute" as "<growth>"
    When the plan is advised
    Then the rule "grows-on-dedicated-hardware" <speaks> for "chat"

    Examples:
      | use          | growth              | speaks    |
      | growing      | steady              | holds     |
      | continuous   | growing             | holds     |
      | continuous   | expanding for years | holds     |
      | continuous   | steady              | is silent |
      | now and then | growing             | is silent |

  Scenario Outline: A long stay in the cloud adds up
    Given the workload "train" states:
      | stage               | training     |
      | model               | Llama-3.1-8B |
      | pattern of use      | <use>        |
      | how long it runs on | <months>     |
    When the plan is advised
    Then the "deployment" of "train" is "<deployment>"
    And the rule "long-stay-in-the-cloud" <speaks> for "train"

    Examples: The limit is that of the rule of thumb
      | use          | months | deployment | speaks    |
      | now and then | 18     | cloud      | is silent |
      | now and then | 19     | cloud      | holds     |
      | continuous   | 36     | dedicated  | is silent |

  Scenario Outline: Work bound to a place is told to choose the region with care
    Given the workload "chat" states:
      | stage                      | inference     |
      | model                      | Llama-3.1-70B |
      | pattern of use             | <use>         |
      | data must stay in a region | <residency>   |
      | sensitive to latency       | <latency>     |
    And the plan states "site" as "<site>"
    When the plan is advised
    Then the rule "data-or-users-bind-the-region" <speaks> for "chat"

    Examples: In the cloud, split, or at a provider
      | use          | residency | latency | site        | speaks |
      | now and then | yes       | no      | office      | holds  |
      | growing      | no        | yes     | office      | holds  |
      | continuous   | yes       | no      | office      | holds  |

    Examples: On own premises, or bound to no place
      | use          | residency | latency | site        | speaks    |
      | continuous   | yes       | yes     | server room | is silent |
      | now and then | no        | no      | office      | is silent |

  Scenario Outline: A deadline that published runs would miss is warned of
    Given the workload "train" states:
      | stage                   | training     |
      | model                   | Llama-3.1-8B |
      | tokens to train on      | 100          |
      | days the run may take   | <days>       |
    When the plan is advised
    Then the rule "training-may-take-longer-than-allowed" <outcome> for "train"

    Examples:
      | days | outcome   |
      | 200  | is silent |
      | 30   | holds     |
