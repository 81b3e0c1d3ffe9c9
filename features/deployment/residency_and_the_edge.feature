Feature: Where data must stay and where devices must stand goes before convenience

  Scenario Outline: Bursts are rented inside the region of the data, or not in the cloud at all
    Given the workload "train" states:
      | stage              | training     |
      | model              | Llama-3.1-8B |
      | pattern of use     | now and then |
      | region of the data | <region>     |
    When the plan is advised
    Then the "a listed cloud region suits" of "train" is "<listed>"
    And the "deployment" of "train" is "<deployment>"
    And the rule "<rule>" holds for "train"
    And the "where statements pull apart" of "train" include "residency against the cloud"

    Examples: Clouds have regions in Taiwan, and none in Macau
      | region | listed | deployment | rule                             |
      | Taiwan | yes    | cloud      | bursts-within-the-region         |
      | Macau  | no     | dedicated  | no-cloud-where-the-data-must-stay |

  Scenario: A region that is only a wish does not keep bursts out of the cloud
    Given the workload "train" states:
      | stage                      | training     |
      | model                      | Llama-3.1-8B |
      | pattern of use             | now and then |
      | region of the data         | Macau        |
      | data must stay in a region | no           |
    When the plan is advised
    Then the "deployment" of "train" is "cloud"
    And the rule "no-cloud-where-the-data-must-stay" is silent for "train"
    And the rule "bursts-are-rented" holds for "train"

  Scenario: Residency goes before a proof of concept in the cloud, and says so
    Given the workload "pilot" states:
      | stage              | inference    |
      | model              | Llama-3.1-8B |
      | region of the data | Macau        |
    And the plan states "stage of adoption" as "proof of concept"
    When the plan is advised
    Then the "deployment" of "pilot" is "dedicated"
    And the rule "value-still-to-be-proven" is overruled for "pilot"
    And the rule "residency-goes-before-the-cloud" tells "pilot" "residency prevails"

  Scenario: A device at the edge stands where it is used, however seldom
    Given the workload "gate" states:
      | stage          | inference    |
      | way of serving | edge         |
      | kind of model  | vision       |
      | parameters     | 0.1          |
      | pattern of use | now and then |
    When the plan is advised
    Then the "deployment" of "gate" is "dedicated"
    And the rule "edge-stands-where-it-is-used" holds for "gate"
    And the rule "bursts-are-rented" is overruled for "gate"
    And the "form of dedicated hardware" of "gate" is "own hardware on own premises"
    And the rule "edge-devices-are-your-own" holds for "gate"
    And the rule "edge-goes-before-the-cloud" holds for "gate"

  Scenario Outline: Where no provider is listed for the data, own hardware stands in your own room
    Given the workload "chat" states:
      | stage              | inference     |
      | model              | Llama-3.1-70B |
      | pattern of use     | continuous    |
      | region of the data | <region>      |
    And the plan states "site" as "<site>"
    When the plan is advised
    Then the "form of dedicated hardware" of "chat" is "<form>"
    And the rule "<rule>" holds for "chat"

    Examples: Dedicated servers are listed in Hong Kong, and none in Taiwan
      | region    | site        | form                                   | rule                                |
      | Taiwan    | server room | own hardware on own premises           | no-provider-where-the-data-must-stay |
      | Hong Kong | server room | own hardware on own premises           | room-is-there                       |
      | Taiwan    | office      | capacity reserved in a cloud region    | reserved-where-no-room-is-described |
      | Hong Kong | office      | dedicated servers rented from a provider | no-room-for-servers               |

  Scenario Outline: A room at hand is not enough where reserved capacity costs less than buying
    Given the workload "chat" states:
      | stage               | inference     |
      | model               | Llama-3.1-70B |
      | pattern of use      | continuous    |
      | utilisation         | 65%           |
      | how long it runs on | 36            |
      | region of the data  | Taiwan        |
    And the plan states "site" as "server room"
    And the workload "chat" has these offers:
      | offer  | way to pay              | months | compute | power | network and storage | staff | licences |
      | Buying | own hardware            | 36     | 360,000 | 0     | 0                   | 0     | 0        |
      | Rental | cloud                   | 36     | 450,000 | 0     | 0                   | 0     | 0        |
      | Server | rented dedicated server | 36     | <rent>  | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "form of dedicated hardware" of "chat" is "<form>"
    And the rule "<rule>" holds for "chat"

    Examples: Break-even is at 80%
      | rent    | form                                | rule                                      |
      | 288,000 | capacity reserved in a cloud region | reserved-capacity-costs-less-than-buying  |
      | 360,000 | own hardware on own premises        | no-provider-where-the-data-must-stay      |

  Scenario: Own premises keep data where no provider is listed even if nobody can run hardware yet
    Given the workload "chat" states:
      | stage              | inference     |
      | model              | Llama-3.1-70B |
      | pattern of use     | continuous    |
      | region of the data | Taiwan        |
    And the plan states:
      | site                          | server room |
      | skills for running AI systems | none        |
    When the plan is advised
    Then the rule "no-provider-where-the-data-must-stay" holds for "chat"
    And the rule "nobody-to-run-own-hardware" is overruled for "chat"
    And the rule "steady-work-without-people-on-own-hardware" tells "chat" "people or a partner first"

  Scenario Outline: Without people and without a provider of servers, the cloud region of the data prevails
    Given the workload "advisor" states:
      | stage              | inference     |
      | model              | Llama-3.1-70B |
      | pattern of use     | continuous    |
      | business critical  | yes           |
      | region of the data | <region>      |
    And the plan states "skills for running AI systems" as "none"
    When the plan is advised
    Then the "form of dedicated hardware" of "advisor" is "<form>"
    And the rule "<rule>" holds for "advisor"
    And the rule "region-and-people-go-before-the-form" <tension> for "advisor"

    Examples: Taiwan has cloud regions only, Hong Kong both, Macau neither
      | region    | form                                     | rule                                | tension   |
      | Taiwan    | capacity reserved in a cloud region      | reserved-where-nobody-runs-hardware | holds     |
      | Hong Kong | dedicated servers rented from a provider | nobody-to-run-own-hardware          | is silent |
      | Macau     | dedicated servers rented from a provider | nobody-to-run-own-hardware          | is silent |

  Scenario: Reserved capacity is counted at the price of a long term
    Given the workload "advisor" states:
      | stage              | inference     |
      | model              | Llama-3.1-70B |
      | pattern of use     | continuous    |
      | business critical  | yes           |
      | region of the data | Taiwan        |
      | utilisation        | 20%           |
      | how long it runs on | 36           |
    And the workload "advisor" has these offers:
      | offer   | way to pay              | months | compute   | power | network and storage | staff | licences |
      | Buying  | own hardware            | 36     | 9,000,000 | 0     | 0                   | 0     | 0        |
      | Rental  | cloud                   | 36     | 3,600,000 | 0     | 0                   | 0     | 0        |
      | Hosting | rented dedicated server | 36     | 1,800,000 | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "form of dedicated hardware" of "advisor" is "capacity reserved in a cloud region"
    And the rule "reserved-where-buying-does-not-pay" tells "advisor" "the data stay"
    And the "region" of "advisor" is "the region named here"
    And the "cost of a month as decided" of "advisor" is "50000"
