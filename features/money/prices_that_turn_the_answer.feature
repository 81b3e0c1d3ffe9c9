Feature: Where the answer turns within the prices that are listed, that is said
  The cloud price that is counted with is the median of the offers listed; the range is told beside it.

  Background:
    Given the workload "train" states:
      | stage               | training      |
      | model               | Llama-2-13B   |
      | tokens to train on  | 100           |
      | days the run may take | 35          |
      | pattern of use      | continuous    |
      | how long it runs on | 36            |

  Scenario: Renting at the reference turns to buying at the highest price listed
    Given the workload "train" states "utilisation" as "50%"
    When the plan is advised
    Then the "deployment" of "train" is "cloud"
    And the "warnings" of "train" include "own or rented turns with the price"
    And the rule "renting-turns-to-buying-at-the-highest-price" tells "train" "NT$393/h at Azure"
    And the rule "buying-turns-to-renting-at-the-lowest-price" is silent for "train"

  Scenario: Buying at the reference turns to renting at the lowest price listed
    Given the workload "train" states "utilisation" as "70%"
    And the plan states "site" as "data centre"
    And the workload "train" has these offers:
      | offer  | way to pay              | months | compute    | power | network and storage | staff | licences |
      | Server | rented dedicated server | 36     | 40,000,000 | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "form of dedicated hardware" of "train" is "own hardware on own premises"
    And the rule "buying-turns-to-renting-at-the-lowest-price" tells "train" "at Verda"
    And the rule "renting-turns-to-buying-at-the-highest-price" is silent for "train"

  Scenario: An offer of your own has no range
    Given the workload "train" states "utilisation" as "50%"
    And the workload "train" has these offers:
      | offer  | way to pay | months | compute    | power | network and storage | staff | licences |
      | Rental | cloud      | 36     | 30,000,000 | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "utilisation of break-even at the lowest listed price" of "train" is "unknown"
    And the "warnings" of "train" do not include "own or rented turns with the price"
