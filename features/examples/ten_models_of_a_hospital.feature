Feature: Ten pieces of work of one hospital group
  Families, stages and ways of serving are mixed; each is planned by itself.

  Background:
    Given the example plan "ten-models-of-a-hospital"
    When the plan is advised

  Scenario Outline: Each piece of work gets its own class, device and place
    Then the "class of compute" of "<workload>" is "<class>"
    And the "device" of "<workload>" is one of "<devices>"
    And the "deployment" of "<workload>" is "<deployment>"

    Examples:
      | workload       | class | devices    | deployment |
      | archive        | CPU   | CPU server | dedicated  |
      | x-ray-training | GPU   | L40S, A100 | cloud      |
      | x-ray-reading  | GPU   | L4, L40S   | dedicated  |
      | dictation      | GPU   | L4, L40S   | dedicated  |
      | letters        | GPU   | L4, L40S   | cloud      |
      | passages       | GPU   | L4, L40S   | cloud      |
      | guidelines     | CPU   | CPU server | dedicated  |
      | readmission    | CPU   | CPU server | cloud      |
      | tuning         | GPU   | L40S, A100 | cloud      |
      | quality        | GPU   | L4, L40S   | cloud      |

  Scenario: What comes in bursts is rented inside Taiwan, where the data must stay
    Then the "region" of "letters" is "the region named here"
    And the rule "bursts-within-the-region" holds for "letters"
    And the "data must stay in a region" of "letters" is assumed to be "yes"

  Scenario: The plan is hybrid, and the room carries what stands in it
    Then the "deployment of the whole plan" of the plan is "hybrid"
    And the "power supply" of the plan is "carries the load"
    And the "racks" of the plan is "enough"

  Scenario: Basic skills are stretched in production, and hardware needs an end
    Then the "warnings" of the plan include "people will be stretched"
    And the "warnings" of the plan include "no plan for replacement"
    And the "warnings" of the plan include "data to be improved"
