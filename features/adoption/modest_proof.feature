Feature: A proof of concept that costs little should not wait
  The policy gives a range for the month. Below it, money is no reason to put the proof off.

  Scenario Outline: Below the range the advice is to begin
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    And the workload "chat" has these offers:
      | offer  | way to pay | months | compute | power | network and storage | staff | licences |
      | Rental | cloud      | 1      | <month> | 0           | 0                   | 0     | 0        |
    And the plan states "stage of adoption" as "proof of concept"
    When the plan is advised
    Then the "spending on the proof of concept" of the plan is "<spending>"
    And the rule "proof-costs-less-than-usual" <speaks> for the plan

    Examples:
      | month  | spending            | speaks    |
      | 30,000 | less than usual     | holds     |
      | 90,000 | within the guidance | is silent |
