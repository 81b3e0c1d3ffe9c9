Feature: Copies of a model that serve side by side
  Requests are shared out over copies. A copy takes one card where it fits, else a group of cards;
  only the cards of one group have to be linked, and no group is spread over two machines.

  Scenario: A copy that fits one card needs no fast link, however many copies there are
    Given the workload "archive" states:
      | stage                        | inference    |
      | serving                      | batch        |
      | model                        | Llama-3.1-8B |
      | number format of the weights | FP8          |
      | length of a request          | 1024         |
      | tokens to be produced in all | 50000        |
    When the plan is advised
    Then the "device" of "archive" is "L4"
    And the "devices that share one copy of the model" of "archive" is "1"
    And the "copies of the model" of "archive" is "58"
    And the "devices needed" of "archive" is "58"
    And the "what sets the number of devices" of "archive" is "throughput"
    And the rule "each-card-holds-a-copy" tells "archive" "One copy takes 8.46 GiB and fits one card of 20.2 GiB"
    And the rule "each-card-holds-a-copy" tells "archive" "58 copies"

  Scenario: Thousands of readers are served by groups of small cards in slots
    Given the workload "chat" states:
      | stage                        | inference    |
      | serving                      | real time    |
      | model                        | Llama-3.1-8B |
      | number format of the weights | FP8          |
      | length of a request          | 2048         |
      | requests at the same time    | 3000         |
    When the plan is advised
    Then the "device" of "chat" is "L4"
    And the "devices that share one copy of the model" of "chat" is "4"
    And the "copies of the model" of "chat" is "12"
    And the "most requests that one copy can take at the same time" of "chat" is "259"
    And the "requests that one copy takes at the same time" of "chat" is "250"

  Scenario: Groups of cards stand in ordinary machines on an ordinary network
    Given the workload "chat" states:
      | stage                        | inference    |
      | serving                      | real time    |
      | model                        | Llama-3.1-8B |
      | number format of the weights | FP8          |
      | length of a request          | 2048         |
      | requests at the same time    | 3000         |
    When the plan is advised
    Then the "devices needed" of "chat" is "48"
    And the "servers needed" of "chat" is "6"
    And the "devices that hold it all in one copy" of "chat" on "L4" is "56"
    And the rule "copies-each-shared-over-slots" tells "chat" "12 copies serve side by side, each on 4 cards"
    And the rule "copies-each-shared-over-slots" tells "chat" "its own 250 of 3,000 requests"
    And the "network between machines" of "chat" is "ordinary network"

  Scenario: A large model with few readers is one copy on one group
    Given the workload "chat" states:
      | stage                        | inference     |
      | model                        | Llama-3.1-70B |
      | number format of the weights | BF16          |
      | length of a request          | 4096          |
      | requests at the same time    | 8             |
    When the plan is advised
    Then the "devices that share one copy of the model" of "chat" is "4"
    And the "copies of the model" of "chat" is "1"
    And the "devices needed" of "chat" is "4"
    And the rule "copies-each-shared-over-slots" is silent for "chat"

  Scenario: A very large model stands in copies of eight linked devices, each in a machine of its own
    Given the workload "chat" states:
      | stage                        | inference   |
      | model                        | DeepSeek-V3 |
      | number format of the weights | FP8         |
      | length of a request          | 4096        |
      | requests at the same time    | 64          |
      | tokens to be produced in all | 20000       |
    When the plan is advised
    Then the "link between devices" of "chat" is "a fabric between all"
    And the "devices that share one copy of the model" of "chat" is "8"
    And the "copies of the model" of "chat" is "7"
    And the "servers needed" of "chat" is "7"
    And the rule "copies-each-shared-over-a-fabric" tells "chat" "7 copies serve side by side, and each is shared by 8 devices"
    And the "network between machines" of "chat" is "ordinary network"

  Scenario Outline: More load never takes fewer devices
    Given the workload "archive" states:
      | stage                        | inference    |
      | serving                      | batch        |
      | model                        | Llama-3.1-8B |
      | number format of the weights | FP8          |
      | length of a request          | 1024         |
      | tokens to be produced in all | <tokens>     |
    When the plan is advised
    Then the "devices needed" of "archive" on "L4" is "<devices>"

    Examples: one card generates at most 869 tokens a second
      | tokens | devices |
      | 860    | 1       |
      | 880    | 2       |
      | 5000   | 6       |
      | 50000  | 58      |
