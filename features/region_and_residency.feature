Feature: Where data must stay is said together with how near its users are

  Scenario Outline: Residency is said beside the distance, and no distance is said to be zero
    Given the workload "chat" states:
      | stage                | inference     |
      | model                | Llama-3.1-70B |
      | region of the data   | <home>        |
      | regions of the users | <home>        |
      | pattern of use       | <use>         |
    And the plan states "site" as "office"
    When the plan is advised
    Then the "region" of "chat" is "the region named here"
    And the rule "<rule>" tells "chat" "The data must stay in <home>"
    And the rule "<shorter>" is overruled for "chat"

    Examples: Clouds are in Taiwan, dedicated servers in Hong Kong
      | home      | use          | rule                                | shorter                   |
      | Taiwan    | now and then | cloud-among-users-and-data          | cloud-near-enough         |
      | Hong Kong | continuous   | rented-servers-among-users-and-data | rented-servers-near-enough |
