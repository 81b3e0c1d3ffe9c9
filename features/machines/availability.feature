Feature: How much is kept in reserve
  What the business depends on, what stands alone and what is many needs spares.

  Scenario Outline: The business or the place decides
    Given the workload "service" states:
      | stage             | inference    |
      | model             | Llama-3.1-8B |
      | way of serving    | <serving>    |
      | business critical | <critical>   |
    When the plan is advised
    Then the "availability" of "service" is "<availability>"
    And the rule "<rule>" holds for "service"

    Examples:
      | serving   | critical | availability            | rule                          |
      | real time | yes      | plan a spare            | the-business-stops-without-it |
      | real time | no       | one is enough           | nobody-is-hurt-by-an-outage   |
      | edge      | yes      | a fallback at each site | edge-site-helps-itself        |

  Scenario: Many sites at the edge share spares
    Given the workload "gate" states:
      | stage             | inference |
      | way of serving    | edge      |
      | kind of model     | vision    |
      | parameters        | 0.1       |
      | sites at the edge | 20        |
    When the plan is advised
    Then the "availability" of "gate" is "a fallback at each site"
    And the rule "edge-sites-help-themselves" tells "gate" "There are 20 sites, each on its own"

  Scenario Outline: Of many devices some are always broken
    Given the workload "training" states:
      | stage                 | training     |
      | model                 | Llama-3.1-8B |
      | tokens to train on    | 1000         |
      | days the run may take | 20           |
    And the parameter "many_devices" is "<many>"
    When the plan is advised
    Then the "devices needed" of "training" is "88"
    And the "availability" of "training" is "<availability>"

    Examples:
      | many | availability             |
      | 88   | a share of spare devices |
      | 89   | one is enough            |

  Scenario: The policy plans a tenth more from 64 devices on
    Given the workload "training" states:
      | stage                 | training     |
      | model                 | Llama-3.1-8B |
      | tokens to train on    | 1000         |
      | days the run may take | 20           |
    When the plan is advised
    Then the rule "devices-fail-in-large-installations" tells "training" "Plan 10% more"
