Feature: A device that holds a model may still be too slow to serve it
  Holding the weights is one matter. Reading a prompt is arithmetic, and each token of an answer
  reads all weights at work from memory: both can ask for more devices, or for faster ones.

  Scenario Outline: The wait for an answer sets the count, and rules out what can never meet it
    Given the workload "chat" states:
      | stage                     | inference     |
      | model                     | Llama-3.1-70B |
      | length of a request       | 8192          |
      | requests at the same time | 40            |
      | longest acceptable wait   | <wait>        |
    When the plan is advised
    Then the "verdict" of "chat" on "<device>" is "<verdict>"
    And the "devices needed" of "chat" on "<device>" is "<devices>"

    Examples:
      | device    | wait | verdict    | devices |
      | H100      | 5000 | acceptable | 4       |
      | H100      | 500  | acceptable | 8       |
      | A100 80GB | 5000 | acceptable | 4       |
      | A100 80GB | 500  | rejected   | 4       |

  Scenario: The reason tells the least wait and what to do
    Given the workload "chat" states:
      | stage                   | inference     |
      | model                   | Llama-3.1-70B |
      | length of a request     | 8192          |
      | longest acceptable wait | 500           |
    When the plan is advised
    Then the rule "answer-begins-too-late" tells "chat" on "A100 80GB" "500 ms are allowed"
    And the rule "answer-begins-too-late" tells "chat" on "A100 80GB" "Take a faster device"
    And the rule "answer-begins-too-late" is silent for "chat" on "H100"

  Scenario Outline: Tokens must come as fast as people read, where people read them
    Given the workload "chat" states:
      | stage                        | inference      |
      | way of serving               | <way>          |
      | model                        | Llama-3.1-405B |
      | number format of the weights | FP8            |
    When the plan is advised
    Then the rule "tokens-come-slower-than-people-read" <outcome> for "chat" on "L4"
    And the rule "tokens-come-slower-than-people-read" is silent for "chat" on "H200"

    Examples:
      | way       | outcome   |
      | real time | holds     |
      | batch     | is silent |

  Scenario Outline: Requests that arrive are work too
    Given the workload "chat" states:
      | stage                     | inference    |
      | model                     | Llama-3.1-8B |
      | length of a request       | 4096         |
      | requests at the same time | <at a time>  |
      | requests that arrive      | <requests>   |
    When the plan is advised
    Then the "devices needed" of "chat" on "L40S" is "<devices>"

    Examples:
      | requests | at a time | devices |
      | 1        | 16        | 1       |
      | 10       | 64        | 4       |
      | 100      | 512       | 37      |

  Scenario: Eight-bit weights on a generation without such units are refused, not counted
    Given the workload "chat" states:
      | stage                        | inference   |
      | model                        | DeepSeek-R1 |
      | number format of the weights | FP8         |
    When the plan is advised
    Then the "verdict" of "chat" on "A100 SXM 80GB" is "rejected"
    And the rule "number-format-not-supported" tells "chat" on "A100 SXM 80GB" "twice the memory"
    And the "number format supported" of "chat" on "H200" is "yes"

  Scenario Outline: In 16 bits the same model takes three servers of A100, in 4 bits one
    Given the workload "chat" states:
      | stage                        | inference   |
      | model                        | DeepSeek-R1 |
      | number format of the weights | <format>    |
    When the plan is advised
    Then the "devices needed" of "chat" on "A100 SXM 80GB" is "<devices>"

    Examples:
      | format | devices |
      | BF16   | 24      |
      | INT4   | 8       |
