Feature: Cloud while there is nothing to buy yet
  What can only be rented, what is not proven, what is not known and what keeps changing is rented.

  Scenario: A device that is not sold is used where it is rented out
    Given the workload "translation" states:
      | stage                                           | inference         |
      | model                                           | Llama-3.1-8B      |
      | stability of the model                          | stable            |
      | range of tasks                                  | one specific task |
      | support by the software of special accelerators | settled           |
      | what matters most                               | efficiency        |
      | pattern of use                                  | continuous        |
    When the plan is advised
    Then the "for rent only" of "translation" is "yes"
    And the "deployment" of "translation" is "cloud"
    And the rule "device-can-only-be-rented" holds for "translation"
    And the rule "steady-work" is overruled for "translation"

  Scenario Outline: Value is proven in the cloud before anything is bought
    Given the workload "pilot" states:
      | stage          | inference    |
      | model          | Llama-3.1-8B |
      | pattern of use | continuous   |
    And the plan states "stage of adoption" as "<adoption>"
    When the plan is advised
    Then the "deployment" of "pilot" is "<deployment>"

    Examples:
      | adoption         | deployment |
      | exploring        | cloud      |
      | proof of concept | cloud      |
      | small deployment | dedicated  |
      | production       | dedicated  |

  Scenario: The reason says how long a proof of concept may take
    Given the workload "pilot" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    And the plan states "stage of adoption" as "proof of concept"
    When the plan is advised
    Then the rule "value-still-to-be-proven" tells "pilot" "for up to 3 months"
    And the rule "value-still-to-be-proven" tells "pilot" "measure the return"

  Scenario Outline: Without a clear use case no hardware is bought
    Given the workload "pilot" states:
      | stage          | inference    |
      | model          | Llama-3.1-8B |
      | pattern of use | continuous   |
    And the plan states "clear use case" as "<clear>"
    When the plan is advised
    Then the "deployment" of "pilot" is "<deployment>"
    And the rule "<rule>" holds for "pilot"

    Examples:
      | clear | deployment | rule                   |
      | no    | cloud      | use-case-not-clear-yet |
      | yes   | dedicated  | steady-work            |

  Scenario Outline: Needs that are not known yet are found out in the cloud
    Given the workload "pilot" states:
      | stage           | inference    |
      | model           | Llama-3.1-8B |
      | pattern of use  | continuous   |
      | needs are known | <known>      |
    When the plan is advised
    Then the "deployment" of "pilot" is "<deployment>"
    And the rule "<rule>" holds for "pilot"

    Examples:
      | known | deployment | rule                |
      | no    | cloud      | needs-not-known-yet |
      | yes   | dedicated  | steady-work         |

  Scenario: Experiments are rented by the hour, however busy they are
    Given the workload "trial" states:
      | stage               | experimentation |
      | model               | Llama-3.1-8B    |
      | pattern of use      | continuous      |
      | utilisation         | 90%             |
      | how long it runs on | 36              |
    When the plan is advised
    Then the "deployment" of "trial" is "cloud"
    And the rule "experiments-come-and-go" holds for "trial"
    And the "rule of thumb on buying" of "trial" is "buying pays"

  Scenario: Data is prepared where it lies
    Given the workload "cleaning" states:
      | stage          | data preparation |
      | pattern of use | now and then     |
    When the plan is advised
    Then the "deployment" of "cleaning" is "dedicated"
    And the rule "prepare-data-where-it-is" holds for "cleaning"
    And the rule "bursts-are-rented" is overruled for "cleaning"

  Scenario: While nothing speaks for a purchase, start in the cloud
    Given the workload "chat" states:
      | stage | inference    |
      | model | Llama-3.1-8B |
    When the plan is advised
    Then the "deployment" of "chat" is "cloud"
    And the rule "nothing-speaks-for-a-purchase-yet" tells "chat" "State the pattern of use"
