Feature: Software of the maker of the chosen device
  What runs on CUDA alone is not asked of other devices, and NVIDIA's licences count for NVIDIA.

  Background:
    Given the catalogue gives the "software ecosystem" of "L4" as "AMD ROCm"
    And the catalogue gives the "software ecosystem" of "L40S" as "AMD ROCm"
    And the plan states "skills for running AI systems" as "experienced"

  Scenario: A language model is served by an engine built for the device
    Given the workload "chat" states:
      | stage          | inference    |
      | way of serving | real time    |
      | model          | Llama-3.1-8B |
      | pattern of use | continuous   |
    When the plan is advised
    Then the rule "language-models-behind-an-engine-of-another-vendor" tells "chat" "built for AMD ROCm"
    And the rule "language-models-behind-an-inference-server" is silent for "chat"

  Scenario: Health is watched by the tools of the maker, and no licences of NVIDIA count
    Given the workload "chat" states:
      | stage          | inference    |
      | way of serving | real time    |
      | model          | Llama-3.1-8B |
      | pattern of use | continuous   |
    When the plan is advised
    Then the rule "watch-the-health-of-other-gpus" tells the plan "DCGM is for NVIDIA alone"
    And the rule "watch-the-health-of-gpus" is silent for the plan
    And the rule "enterprise-licences-are-extra" is silent for the plan
    And the "licences of a month for an own device" of "chat" is "0"

  Scenario: Other models too
    Given the workload "gate" states:
      | stage          | inference |
      | way of serving | real time |
      | model          | ViT-L/16  |
    When the plan is advised
    Then the rule "other-models-behind-a-server-of-another-vendor" tells "gate" "AMD ROCm supports"
    And the rule "other-models-behind-an-inference-server" is silent for "gate"

  Scenario Outline: What to do names the software of the chosen devices
    Given the workload "chat" states:
      | stage          | inference    |
      | way of serving | real time    |
      | model          | Llama-3.1-8B |
    And the plan states "stage of adoption" as "<adoption>"
    When the plan is advised
    Then the rule "<rule>" tells the plan "for AMD ROCm"
    And the rule "<instead of>" is silent for the plan

    Examples:
      | adoption         | rule                                      | instead of                    |
      | small deployment | put-the-model-into-containers-without-cuda | put-the-model-into-containers |
      | production       | run-other-gpus-on-an-orchestrator         | run-it-on-an-orchestrator     |

  Scenario Outline: One or two inference cards are a beginning where cards of that class were chosen
    Given the workload "chat" states:
      | stage                        | inference |
      | way of serving               | real time |
      | model                        | <model>   |
      | number format of the weights | FP8       |
    And the plan states "stage of adoption" as "small deployment"
    When the plan is advised
    Then the rule "start-with-one-or-two-cards" <cards> for the plan
    And the rule "start-with-few-of-what-was-chosen" <chosen> for the plan

    Examples:
      | model        | cards     | chosen    |
      | Llama-3.1-8B | holds     | is silent |
      | DeepSeek-V3  | is silent | holds     |
