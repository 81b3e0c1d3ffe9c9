Feature: Small models, edge sites and work of unknown size get verdicts of their own

  Scenario Outline: A small model is trained on the cards named for light or ordinary training
    Given the workload "training" states:
      | stage | training     |
      | model | Qwen2.5-0.5B |
    When the plan is advised
    Then the "verdict" of "training" on "<device>" is "<verdict>"
    And the rule "<rule>" holds for "training" on "<device>"

    Examples:
      | device    | verdict    | rule                          |
      | L40S      | preferred  | card-that-trains-a-small-model |
      | A100 80GB | preferred  | card-that-trains-a-small-model |
      | H100      | acceptable | class-above-what-is-needed    |
      | L4        | acceptable | card-below-the-class-of-the-training |

  Scenario Outline: Even a small model is not spread over many cards that share no fabric
    Given the workload "training" states:
      | stage                | training |
      | kind of model        | language |
      | parameters           | 1        |
      | tokens to train on   | 100      |
      | days the run may take | 10      |
    And the parameter "unlinked_max_devices" is "<limit>"
    When the plan is advised
    Then the "devices needed" of "training" on "A100 80GB" is "8"
    And the "verdict" of "training" on "A100 80GB" is "<verdict>"
    And the rule "<rule>" holds for "training" on "A100 80GB"

    Examples: The limit is exactly what is needed, or one less
      | limit | verdict   | rule                                       |
      | 8     | preferred | card-that-trains-a-small-model             |
      | 7     | rejected  | small-training-over-too-many-unlinked-cards |

  Scenario Outline: At an edge site a low-power card goes before a stronger one
    Given the workload "gate" states:
      | stage          | inference |
      | way of serving | edge      |
      | kind of model  | vision    |
      | parameters     | 0.1       |
    And the parameter "edge_card_max_w" is "<watt>"
    When the plan is advised
    Then the "verdict" of "gate" on "L4" is "<verdict of L4>"
    And the "verdict" of "gate" on "L40S" is "<verdict of L40S>"

    Examples: An L4 takes 72 W, an L40S 350 W
      | watt | verdict of L4 | verdict of L40S  |
      | 72   | preferred     | over-provisioned |
      | 350  | preferred     | preferred        |

  Scenario: The reason at the edge names the card and what the site can feed
    Given the workload "gate" states:
      | stage          | inference |
      | way of serving | edge      |
      | kind of model  | vision    |
      | parameters     | 0.1       |
    When the plan is advised
    Then the "device" of "gate" is "L4"
    And the rule "low-power-card-for-the-edge" holds for "gate" on "L4"
    And the rule "more-power-than-an-edge-site-needs" holds for "gate" on "L40S"
    And the rule "more-power-than-an-edge-site-needs" is silent for "gate" on "L4"

  Scenario: Where no low-power card holds the model, a stronger one may stand at the edge
    Given the workload "gate" states:
      | stage          | inference     |
      | way of serving | edge          |
      | model          | Llama-3.1-70B |
      | number format of the weights | INT8 |
    When the plan is advised
    Then the "fewest low-power cards that hold it" of "gate" on "L40S" is at least "3"
    And the "verdict" of "gate" on "L40S" is "preferred"
    And the rule "more-power-than-an-edge-site-needs" is silent for "gate" on "L40S"

  Scenario: CPU work of unknown size goes to a CPU server all the same
    Given the workload "forecast" states:
      | stage         | training                   |
      | kind of model | classical machine learning |
    When the plan is advised
    Then the "devices needed" of "forecast" on "CPU server" is "unknown"
    And the "verdict" of "forecast" on "CPU server" is "preferred"
    And the rule "processor-work-of-unknown-size" holds for "forecast" on "CPU server"
