Feature: Costs that no total holds are listed beside it
  Works on the building, transfer, licences, people and data are easily forgotten.

  Scenario: A machine that the room cannot take brings works on power and cooling
    Given the example plan "dgx-in-the-office"
    When the plan is advised
    Then the "costs that no total holds" of the plan include "works on power and cooling"
    And the rule "works-on-power-and-cooling-are-extra" tells the plan "10.2 kW"

  Scenario: A room that carries everything needs no works
    Given the example plan "hybrid-platform"
    When the plan is advised
    Then the rule "works-on-power-and-cooling-are-extra" is silent for the plan

  Scenario Outline: Where the work runs decides what comes on top
    Given the workload "chat" states:
      | stage          | inference     |
      | model          | Llama-3.1-70B |
      | pattern of use | <use>         |
    And the plan states "site" as "server room"
    When the plan is advised
    Then the "deployment of the whole plan" of the plan is "<deployment>"
    And the rule "moving-data-is-extra" <transfer> for the plan
    And the rule "idle-capacity-is-inside" <idle> for the plan
    And the rule "resale-is-not-counted" <resale> for the plan

    Examples:
      | use          | deployment | transfer  | idle      | resale    |
      | now and then | cloud      | holds     | is silent | is silent |
      | growing      | hybrid     | holds     | holds     | holds     |
      | continuous   | dedicated  | is silent | holds     | holds     |

  Scenario Outline: Enterprise software is listed until it is stated whether it is wanted
    Given the workload "chat" states:
      | stage          | inference    |
      | model          | Llama-3.1-8B |
      | pattern of use | continuous   |
    And the plan states "enterprise software and support wanted" as "<wanted>"
    When the plan is advised
    Then the rule "enterprise-licences-are-extra" is silent for the plan

    Examples:
      | wanted |
      | yes    |
      | no     |

  Scenario: Unstated enterprise software is priced for a device
    Given the workload "chat" states:
      | stage          | inference    |
      | model          | Llama-3.1-8B |
      | pattern of use | continuous   |
    When the plan is advised
    Then the rule "enterprise-licences-are-extra" tells the plan "say whether you want it"

  Scenario Outline: People who must learn cost more than the reference case
    Given the workload "chat" states:
      | stage          | inference    |
      | model          | Llama-3.1-8B |
      | pattern of use | continuous   |
    And the plan states "skills for running AI systems" as "<skills>"
    When the plan is advised
    Then the rule "people-must-learn" <speaks> for the plan

    Examples:
      | skills      | speaks    |
      | none        | holds     |
      | basic       | holds     |
      | experienced | is silent |

  Scenario Outline: Data that must be worked on costs more than the compute may
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    And the plan states "quality of the data" as "<quality>"
    When the plan is advised
    Then the rule "data-work-is-extra" <speaks> for the plan

    Examples:
      | quality | speaks    |
      | poor    | holds     |
      | fair    | holds     |
      | good    | is silent |

  Scenario Outline: Connecting models to other systems is a project of its own
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    And the plan states "stage of adoption" as "<adoption>"
    When the plan is advised
    Then the rule "integration-is-extra" <speaks> for the plan

    Examples:
      | adoption                | speaks    |
      | small deployment        | holds     |
      | production              | holds     |
      | proof of concept        | holds     |
      | continuous optimisation | holds     |

  Scenario Outline: Dedicated servers need host memory and support that a total may not hold
    Given the workload "chat" states:
      | stage          | inference     |
      | model          | Llama-3.1-70B |
      | pattern of use | <use>         |
    And the plan states "site" as "<site>"
    When the plan is advised
    Then the rule "host-memory-is-in-the-price-of-a-server" <memory> for the plan
    And the rule "hardware-support-is-extra" <support> for the plan

    Examples: In your own room, at a provider, in the cloud
      | use          | site        | memory    | support   |
      | continuous   | server room | holds     | holds     |
      | continuous   | office      | holds     | is silent |
      | now and then | server room | is silent | is silent |

  Scenario Outline: Spares come on top of what the load takes
    Given the workload "chat" states:
      | stage             | inference    |
      | model             | Llama-3.1-8B |
      | way of serving    | <serving>    |
      | business critical | <critical>   |
    When the plan is advised
    Then the rule "spares-are-extra" <speaks> for the plan

    Examples:
      | serving   | critical | speaks    |
      | real time | yes      | holds     |
      | edge      | no       | holds     |
      | real time | no       | is silent |

  Scenario: A plan in US dollars is told the price of the licence in US dollars
    Given the workload "chat" states:
      | stage          | inference    |
      | model          | Llama-3.1-8B |
      | pattern of use | continuous   |
    And the plan states "currency" as "US dollar"
    When the plan is advised
    Then the rule "enterprise-licences-are-extra" tells the plan "costs US$365 a month and device"

  Scenario Outline: Transfer, idle hours, memory and orchestration are named wherever the work runs
    Given the workload "chat" states:
      | stage          | inference     |
      | model          | Llama-3.1-70B |
      | pattern of use | <use>         |
    And the plan states "site" as "server room"
    When the plan is advised
    Then the "deployment of the whole plan" of the plan is "<deployment>"
    And the "costs that no total holds" of the plan include "transfer of data"
    And the rule "lines-and-traffic-are-extra" <lines> for the plan
    And the rule "idle-hours-in-the-cloud-are-extra" <hours> for the plan
    And the rule "memory-comes-with-the-instance" <memory> for the plan

    Examples:
      | use          | deployment | lines     | hours     | memory    |
      | now and then | cloud      | is silent | holds     | holds     |
      | growing      | hybrid     | is silent | is silent | is silent |
      | continuous   | dedicated  | holds     | is silent | is silent |

  Scenario Outline: No way of running it leaves idle hours, memory or orchestration unsaid
    Given the workload "chat" states:
      | stage          | inference     |
      | model          | Llama-3.1-70B |
      | pattern of use | <use>         |
    When the plan is advised
    Then the "deployment of the whole plan" of the plan is "<deployment>"
    And the "costs that no total holds" of the plan include "idle capacity"
    And the "costs that no total holds" of the plan include "host memory beyond the usual"
    And the "costs that no total holds" of the plan include "orchestration and integration"

    Examples:
      | use          | deployment |
      | now and then | cloud      |
      | growing      | hybrid     |
      | continuous   | dedicated  |

  Scenario: A plan that cannot be judged has no costs to add to
    Given the workload "chat" states "model" as "Llama-3.1-8B"
    When the plan is advised
    Then the rule "integration-is-extra" is silent for the plan

  Scenario Outline: Staff follows the size of the plan, and is called an assumption
    Given the workload "chat" states:
      | stage           | inference     |
      | model           | <model>       |
      | pattern of use  | continuous    |
      | requests at the same time | <at a time> |
    When the plan is advised
    Then the "staff of the whole plan against the reference case" of "chat" is "<scale>"
    And the "staff of a month for own hardware" of "chat" is "<staff>"
    And the rule "staff-is-an-assumption" tells the plan "counts <scale> times that"

    Examples: One card, four and more
      | model         | at a time | scale | staff  |
      | Llama-3.1-8B  | 1         | 0.25  | 12,500 |
      | Llama-3.1-70B | 8         | 1     | 50,000 |

  Scenario: Where no device is found, no staff is counted
    Given the workload "chat" states:
      | stage | inference |
    When the plan is advised
    Then the rule "staff-is-an-assumption" is silent for the plan
