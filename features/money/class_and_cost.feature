Feature: Where the class that the policy names costs much more than another device, both are shown
  The class goes first, since support and fit count; but nobody should have to find the cheaper
  device in a table.

  Background:
    Given the workload "chat" states:
      | stage                     | inference    |
      | model                     | Llama-3.1-8B |
      | requests at the same time | 60           |
      | length of a request       | 8,192        |

  Scenario: The cheaper device is named with its cost, and why it stands second
    When the plan is advised
    Then the "device" of "chat" is "L40S"
    And the "cheapest allowed device" of "chat" is "RTX A6000"
    And the "where statements pull apart" of "chat" include "class against cost"
    And the rule "class-goes-before-the-lowest-price" tells "chat" "2 × NVIDIA RTX A6000 would do this"

  Scenario: A difference within what prices vary by is not worth a word
    Given the parameter "much_dearer_ratio" is "2"
    When the plan is advised
    Then the "device" of "chat" is "L40S"
    And the rule "class-goes-before-the-lowest-price" is silent for "chat"
