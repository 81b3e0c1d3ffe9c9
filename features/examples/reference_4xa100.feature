Feature: The reference case: four A100 over three years
  The policy's own figures, item by item, as a purchase and as two cloud offers.

  Background:
    Given the example plan "reference-4xa100"
    When the plan is advised

  Scenario Outline: The cost of each offer comes out exactly
    Then the "total cost" of "tuning" with the offer "<offer>" is "<total>"
    And the "cost of a month" of "tuning" with the offer "<offer>" is "<month>"
    And the "cost of compute" of "tuning" with the offer "<offer>" is "<compute>"
    And the "cost of network and storage" of "tuning" with the offer "<offer>" is "<network>"
    And the "cost of staff" of "tuning" with the offer "<offer>" is "<staff>"

    Examples:
      | offer    | total     | month   | compute   | network   | staff     |
      | Purchase | 6,420,000 | 178,333 | 3,200,000 | 400,000   | 1,800,000 |
      | Azure    | 8,280,000 | 230,000 | 6,480,000 | 1,200,000 | 600,000   |
      | AWS      | 7,620,000 | 211,667 | 5,940,000 | 1,080,000 | 600,000   |

  Scenario Outline: Break-even against each cloud offer
    Then the "break_even_utilization_of_offer" of "tuning" with the offer "<offer>" is "<break-even>"

    Examples:
      | offer | break-even |
      | Azure | 71.3%      |
      | AWS   | 79.8%      |

  Scenario: The cheaper cloud offer is the one that counts
    Then the "monthly cost of the cheapest cloud offer" of "tuning" is "211,667"
    And the "monthly cost of own hardware" of "tuning" is "178,333"
    And the "utilisation at which own hardware breaks even" of "tuning" is "79.8%"

  Scenario: Rule of thumb and cost check stand side by side, and their difference is shown
    Then the "rule of thumb on buying" of "tuning" is "buying pays"
    And the "cost check on buying" of "tuning" is "buying does not pay"
    And the "rule of thumb and cost check" of "tuning" is "disagree"
    And the "warnings" of "tuning" include "rule of thumb and cost check disagree"
    And the rule "thumb-says-buy-figures-say-rent" tells "tuning" "break-even is at 79.8%"

  Scenario: Work that never stops is dedicated all the same, and says under which condition
    Then the "deployment" of "tuning" is "dedicated"
    And the rule "always-on-though-figures-say-rent" tells "tuning" "once you have made sure that those hours cannot be saved"

  Scenario: Four A100 80 GB hold the work
    Then the "device" of "tuning" is "A100 80GB"
    And the "devices needed" of "tuning" is "4"
    And the "warnings" of "tuning" do not include "too few intended devices"
