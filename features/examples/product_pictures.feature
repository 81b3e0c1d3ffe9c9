Feature: Pictures by night and recommendations by day
  Two kinds of work of one shop, and nobody to run machines.

  Background:
    Given the example plan "product-pictures"
    When the plan is advised

  Scenario: Pictures are made in batches on rented cards
    Then the "kind of work" of "pictures" is "serving in batches"
    And the "deployment" of "pictures" is "cloud"
    And the "devices needed" of "pictures" is at least "2"
    And the rule "batch-must-end-in-time" holds for "pictures"

  Scenario: Moderate recommendation needs no GPU
    Then the "class of compute" of "offers" is "CPU"
    And the rule "recommendation-looks-things-up" holds for "offers"

  Scenario: Recommendations are served from a rented server near the users
    Then the "form of dedicated hardware" of "offers" is "dedicated servers rented from a provider"
    And the "region" of "offers" is "the region named here"
    And the "least round trip to the hosted region" of "offers" is at most "25"

  Scenario: The shop's plan is hybrid, within the budget, and short of people
    Then the "deployment of the whole plan" of the plan is "hybrid"
    And the "budget" of the plan is "within budget"
    And the "warnings" of the plan include "no people to run it"
