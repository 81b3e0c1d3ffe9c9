Feature: A proof of concept at the edge is a pilot at one or two sites
  An edge device proves itself where its data arise; its cost is that of the pilot, not of all sites.

  Background:
    Given the workload "gate" states:
      | stage             | inference |
      | way of serving    | edge      |
      | model             | ViT-L/16  |
      | sites at the edge | 30        |
    And the workload "gate" has these offers:
      | offer  | way to pay   | months | compute | power | network and storage | staff | licences |
      | Buying | own hardware | 1      | 20,000  | 0     | 0                   | 0     | 0        |
      | Rental | cloud        | 1      | 7,000   | 0     | 0                   | 0     | 0        |
    And the plan states "stage of adoption" as "proof of concept"

  Scenario: The device stands where it is used while it is proven
    When the plan is advised
    Then the "deployment" of "gate" is "dedicated"
    And the rule "edge-is-proven-at-a-few-sites" tells "gate" "Equip up to 2 sites"
    And the rule "value-still-to-be-proven" is overruled for "gate"
    And the "region" of "gate" is "your own site"

  Scenario: The next step is a pilot, and nothing is rented in its place
    When the plan is advised
    Then the rule "edge-is-proven-in-a-pilot" holds for the plan
    And the "what to do" of the plan include "equip a pilot at one or two sites"
    And the "what to do" of the plan do not include "rent GPUs in the cloud"

  Scenario: Monthly figures of the cloud count every site
    When the plan is advised
    Then the "everything in the cloud for a month, as used" of the plan is "210,000"
    And the "total cost if everything is in the cloud" of the plan is "210,000"
    And the "total cost if everything is owned" of the plan is "600,000"

  Scenario Outline: The pilot is paid for two sites at the most, and held against the guidance
    Given the parameter "edge_pilot_sites" is "<pilot>"
    And the workload "gate" states "sites at the edge" as "<sites>"
    When the plan is advised
    Then the "month of the proof of concept of everything" of the plan is "<month>"
    And the "spending on the proof of concept" of the plan is "<spending>"
    And the rule "<rule>" holds for the plan

    Examples: A site costs 20,000 a month
      | pilot | sites | month   | spending            | rule                             |
      | 2     | 30    | 40,000  | less than usual     | pilot-costs-less-than-usual      |
      | 2     | 1     | 20,000  | less than usual     | pilot-costs-less-than-usual      |
      | 3     | 30    | 60,000  | within the guidance | pilot-costs-what-it-may          |
      | 11    | 30    | 220,000 | above the guidance  | pilot-costs-more-than-it-should  |

  Scenario: A use that is not clear is proven at the edge as well
    Given the plan leaves out "stage of adoption"
    And the plan states "clear use case" as "no"
    When the plan is advised
    Then the rule "edge-is-proven-at-a-few-sites" holds for "gate"
    And the rule "use-case-not-clear-yet" is overruled for "gate"

  Scenario Outline: A use that is clear is not asked for again
    Given the plan states "clear use case" as "<clear>"
    When the plan is advised
    Then the rule "<rule>" holds for the plan
    And the rule "<silent>" is silent for the plan

    Examples:
      | clear | rule                          | silent                        |
      | yes   | agree-on-what-counts-as-success | write-down-the-use-case       |
      | no    | write-down-the-use-case       | agree-on-what-counts-as-success |
