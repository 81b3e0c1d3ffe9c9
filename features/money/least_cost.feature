Feature: The least that a plan can cost never falls below a real offer
  Quotes stand as they are. Estimates are made for the cheapest device that would do the work, whole
  and by themselves; no difference of estimates is taken off a quote.

  Scenario Outline: Low quotes are the least, however much cheaper another card is by estimate
    Given the workload "chat" states:
      | stage               | inference    |
      | model               | Llama-3.1-8B |
      | how long it runs on | 36           |
      | utilisation         | <use>        |
    And the workload "chat" has these offers:
      | offer  | way to pay   | months | compute | power | network and storage | staff | licences |
      | Buying | own hardware | 36     | 36,000  | 0     | 0                   | 0     | 0        |
      | Rental | cloud        | 36     | 72,000  | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "cheapest allowed device" of "chat" is "RTX A6000"
    And the "device" of "chat" is "L4"
    And the "least cost over the horizon" of "chat" is "<least>"

    Examples:
      | use  | least  |
      | 100% | 36,000 |
      | 25%  | 18,000 |

  Scenario: Dear quotes do not hide a cheaper device
    Given the workload "chat" states:
      | stage               | inference    |
      | model               | Llama-3.1-8B |
      | how long it runs on | 36           |
    And the workload "chat" has these offers:
      | offer  | way to pay   | months | compute    | power | network and storage | staff | licences |
      | Buying | own hardware | 36     | 90,000,000 | 0     | 0                   | 0     | 0        |
      | Rental | cloud        | 36     | 90,000,000 | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "least cost over the horizon" of "chat" is at most "4,000,000"
    And the "least cost over the horizon" of "chat" is at least "500,000"

  Scenario: Without quotes the least is an estimate for the cheapest device, no more than for the chosen one
    Given the workload "chat" states:
      | stage               | inference    |
      | model               | Llama-3.1-8B |
      | how long it runs on | 36           |
      | utilisation         | 100%         |
    And the plan states "budget over the horizon" as "500,000"
    When the plan is advised
    Then the "budget" of the plan is "below the least cost"
    And the "estimated month of the cheapest device, bought" of "chat" is at least "12,500"
