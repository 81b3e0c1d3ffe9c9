Feature: A device that is made for one market is not advised in another
  The H20 is cut down for mainland China. Outside, a low list price is no offer.

  Scenario Outline: Where data or users are decides
    Given the workload "chat" states:
      | stage | inference     |
      | model | Llama-3.1-70B |
      | <where> | <place>     |
    When the plan is advised
    Then the "market it is made for" of "chat" on "H20" is "mainland China"
    And the rule "made-for-another-market" <speaks> for "chat" on "H20"
    And the rule "made-for-another-market" is silent for "chat" on "H100"
    And the rule "export-rules-for-mainland-china" <warns> for "chat"

    Examples:
      | where                | place          | speaks    | warns     |
      | region of the data   | Taiwan         | holds     | is silent |
      | regions of the users | Japan          | holds     | is silent |
      | region of the data   | Mainland China | is silent | holds     |
      | regions of the users | Shanghai       | is silent | holds     |
