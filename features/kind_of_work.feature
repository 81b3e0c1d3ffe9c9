Feature: What kind of work a workload is
  Training, serving and the edge are planned apart, each by what it needs.

  Scenario Outline: The stage says what kind of work it is
    Given the workload "work" states:
      | stage | <stage>      |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "kind of work" of "work" is "<kind>"
    And the rule "<rule>" holds for "work"

    Examples:
      | stage            | kind           | rule                |
      | data preparation | preparing data | stage-prepares-data |
      | experimentation  | developing     | stage-develops      |
      | training         | training       | stage-trains        |
      | fine-tuning      | fine-tuning    | stage-tunes         |
      | evaluation       | evaluating     | stage-evaluates     |

  Scenario Outline: Inference differs by how answers are given
    Given the workload "service" states:
      | stage          | inference    |
      | model          | Llama-3.1-8B |
      | way of serving | <serving>    |
    When the plan is advised
    Then the "kind of work" of "service" is "<kind>"
    And the rule "<rule>" holds for "service"

    Examples:
      | serving   | kind                 | rule               |
      | real time | serving in real time | serves-live        |
      | batch     | serving in batches   | serves-in-batches  |
      | edge      | serving at the edge  | serves-at-the-edge |

  Scenario: What is fit for developing is said not to be fit for production by itself
    Given the workload "trial" states "stage" as "experimentation"
    When the plan is advised
    Then the rule "stage-develops" tells "trial" "not by itself what production needs"

  Scenario: The stages of one model are planned one by one
    Given the workload "tuning" states:
      | stage | fine-tuning  |
      | model | Llama-3.1-8B |
    And the workload "service" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "device" of "tuning" is "L40S"
    And the "device" of "service" is "L4"
    And the "kinds of work" of the plan include "fine-tuning"
    And the "kinds of work" of the plan include "serving in real time"
