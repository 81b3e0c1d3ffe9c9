Feature: What is said of growth, place and measuring suits a device that stands alone at a site
  Nobody adds a card at twelve sites in a hurry, no region has to be chosen for a device that stands
  where its data arises, and its use cannot be measured in the cloud first.

  Scenario Outline: Room to grow at a site is in the card, not in free places of a server
    Given the workload "gate" states:
      | stage               | inference |
      | way of serving      | edge      |
      | kind of model       | vision    |
      | parameters          | <size>    |
      | number format of the weights | FP16 |
      | sites at the edge | 12 |
      | pattern of use      | continuous |
    When the plan is advised
    Then the "room to grow" of "gate" is "<room>"
    And the rule "<rule>" tells "gate" "<text>"
    And the rule "edge-sites-are-the-region" tells "gate" "no region has to be chosen"
    And the rule "dedicated-without-measured-utilization" is silent for "gate"

    Examples:
      | size | room      | rule                 | text                       |
      | 0.3  | enough    | edge-card-leaves-room | Try it at one site         |
      | 8    | too tight | edge-card-is-full    | Take a larger card now     |
