Feature: What to do at each stage of adoption

  Background:
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |

  Scenario: A proof of concept names the use, rents GPUs and builds a first pipeline
    Given the plan states "stage of adoption" as "proof of concept"
    When the plan is advised
    Then the "what to do" of the plan are, in order, "name the use case, rent GPUs in the cloud, build data pipeline and evaluation"
    And the rule "write-down-the-use-case" tells the plan "one business question"
    And the rule "rent-for-the-proof" tells the plan "a monthly limit of NT$200,000"
    And the rule "build-a-first-pipeline" holds for the plan

  Scenario: A small deployment takes one or two cards, containers and a gateway
    Given the plan states "stage of adoption" as "small deployment"
    When the plan is advised
    Then the "what to do" of the plan are, in order, "buy one or two inference cards, serve in containers, connect through a gateway"
    And the rule "start-with-one-or-two-cards" tells the plan "Do not order for the load you hope for"
    And the rule "put-the-model-into-containers" holds for the plan
    And the rule "connect-through-a-gateway" holds for the plan

  Scenario: Production grows by use, orchestrates, keeps versions, releases in steps and governs
    Given the plan states "stage of adoption" as "production"
    When the plan is advised
    Then the rule "grow-by-measured-use" tells the plan "above 60% on most days"
    And the rule "run-it-on-an-orchestrator" tells the plan "GPU Operator"
    And the rule "keep-versions-of-models" tells the plan "MLflow"
    And the rule "release-to-a-few-first" holds for the plan
    And the rule "govern-what-answers" holds for the plan
    And the rule "write-down-the-use-case" is silent for the plan

  Scenario: Optimisation quantises, distils, plans the next generation and governs
    Given the plan states "stage of adoption" as "continuous optimisation"
    When the plan is advised
    Then the "what to do" of the plan are, in order, "quantise, distil, plan the next generation, govern"
    And the rule "use-smaller-number-formats" holds for the plan
    And the rule "teach-a-smaller-model" holds for the plan
    And the rule "plan-when-to-replace" tells the plan "before 36 months are over"

  Scenario Outline: People come before hardware
    Given the plan states:
      | stage of adoption             | <adoption> |
      | skills for running AI systems | <skills>   |
    When the plan is advised
    Then the rule "people-before-hardware" <speaks> for the plan

    Examples:
      | adoption         | skills      | speaks    |
      | small deployment | none        | holds     |
      | production       | basic       | holds     |
      | small deployment | basic       | is silent |
      | production       | experienced | is silent |

  Scenario Outline: Small and mid-sized companies keep the cloud beside
    Given the plan states:
      | stage of adoption        | <adoption> |
      | size of the organisation | <size>     |
    When the plan is advised
    Then the rule "elastic-capacity-beside" <speaks> for the plan

    Examples:
      | adoption         | size   | speaks    |
      | small deployment | medium | holds     |
      | production       | small  | holds     |
      | production       | large  | is silent |
      | proof of concept | medium | is silent |

  Scenario: Work on CPUs buys no cards
    Given this plan:
      """
      organization: {adoption_stage: small_deployment}
      workloads:
        - {id: cleaning, stage: data_preparation}
      """
    When the plan is advised
    Then the rule "start-with-one-or-two-cards" is silent for the plan
    And the rule "put-the-model-into-containers" holds for the plan
