Feature: Own hardware is held against a rented dedicated server, not only against the cloud
  Once servers are to be dedicated, the cloud by the hour is no longer the alternative: a server
  rented for a long term is. Each is paid for as long as it is bound: own hardware over the horizon,
  a rented one while the work runs on.

  Background:
    Given the workload "chat" states:
      | stage               | inference    |
      | model               | Llama-3.1-8B |
      | pattern of use      | continuous   |
      | utilisation         | 75%          |
      | how long it runs on | 36           |

  Scenario Outline: Buying beats the cloud; what a rented server costs decides the form
    Given the workload "chat" has these offers:
      | offer  | way to pay              | months | compute | power | network and storage | staff | licences |
      | Buying | own hardware            | 36     | 360,000 | 0     | 0                   | 0     | 0        |
      | Rental | cloud                   | 36     | 720,000 | 0     | 0                   | 0     | 0        |
      | Server | rented dedicated server | 36     | <rent>  | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "cost check on buying" of "chat" is "buying pays"
    And the "cost of own hardware against a rented dedicated server" of "chat" is "<ratio>"
    And the "form of dedicated hardware" of "chat" is "<form>"
    And the rule "<rule>" holds for "chat"
    And the rule "<rule>" tells "chat" "<text>"

    Examples:
      | rent    | ratio | form                                  | rule                                    | text                                   |
      | 450,000 | 0.8   | own hardware on own premises          | figures-say-buy                         | NT$12,500 a month for 36 months        |
      | 360,000 | 1     | own hardware on own premises          | figures-say-buy                         | NT$10,000 a month for 36 months        |
      | 342,000 | 1.053 | own hardware on own premises          | buying-and-renting-cost-about-the-same  | get a firm offer                       |
      | 288,000 | 1.25  | dedicated servers rented from a provider | a-rented-server-costs-least          | NT$8,000 a month for 36 months         |

  Scenario: A rented server is given back when the work ends, own hardware is not
    Given the workload "chat" states:
      | how long it runs on | 20 |
    And the workload "chat" has these offers:
      | offer  | way to pay              | months | compute   | power | network and storage | staff | licences |
      | Buying | own hardware            | 36     | 360,000   | 0     | 0                   | 0     | 0        |
      | Rental | cloud                   | 36     | 1,440,000 | 0     | 0                   | 0     | 0        |
      | Server | rented dedicated server | 36     | 432,000   | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "cost of own hardware against a rented dedicated server" of "chat" is "1.5"
    And the "form of dedicated hardware" of "chat" is "dedicated servers rented from a provider"
    And the rule "a-rented-server-costs-least" tells "chat" "NT$12,000 a month for 20 months"

  Scenario Outline: Buying does not pay against the cloud, but these servers are dedicated and dearer rented
    Given the workload "chat" states:
      | utilisation       | 40% |
      | business critical | yes |
    And the plan states "site" as "<site>"
    And the workload "chat" has these offers:
      | offer  | way to pay              | months | compute | power | network and storage | staff | licences |
      | Buying | own hardware            | 36     | 360,000 | 0     | 0                   | 0     | 0        |
      | Rental | cloud                   | 36     | 720,000 | 0     | 0                   | 0     | 0        |
      | Server | rented dedicated server | 36     | <rent>  | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "cost check on buying" of "chat" is "buying does not pay"
    And the "form of dedicated hardware" of "chat" is "<form>"
    And the rule "<rule>" holds for "chat"

    Examples:
      | site        | rent    | form                                     | rule                                    |
      | server room | 450,000 | own hardware on own premises             | buying-costs-less-than-a-rented-server  |
      | office      | 450,000 | dedicated servers rented from a provider | rented-for-want-of-a-room               |
      | server room | 342,000 | dedicated servers rented from a provider | buying-does-not-pay                     |

  Scenario Outline: Where the cloud costs less than own hardware at any use, no dearer server is taken
    Given the plan states "site" as "server room"
    And the workload "chat" has these offers:
      | offer  | way to pay              | months | compute | power | network and storage | staff | licences |
      | Buying | own hardware            | 36     | 360,000 | 0     | 0                   | 0     | 0        |
      | Rental | cloud                   | 36     | 300,000 | 0     | 0                   | 0     | 0        |
      | Server | rented dedicated server | 36     | <rent>  | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "form of dedicated hardware" of "chat" is "<form>"
    And the rule "<rule>" holds for "chat"
    And the "cost of the plan over the horizon" of the plan is "<cost>"

    Examples:
      | rent    | form                                     | rule                                     | cost       |
      | 396,000 | capacity reserved in a cloud region      | cloud-costs-less-than-any-dedicated-server | 300,000    |
      | 342,000 | dedicated servers rented from a provider | buying-does-not-pay                      | 342,000    |

  Scenario: Where no rent of a dedicated server is known, that is said
    Given the workload "chat" states:
      | model                 | DeepSeek-V3 |
      | number format of the weights | FP8  |
      | regions of the users  | China       |
    And the workload "chat" has these offers:
      | offer  | way to pay   | months | compute | power | network and storage | staff | licences |
      | Buying | own hardware | 36     | 360,000 | 0     | 0                   | 0     | 0        |
      | Rental | cloud        | 36     | 720,000 | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "device" of "chat" is "H20"
    And the "form of dedicated hardware" of "chat" is "own hardware on own premises"
    And the rule "figures-say-buy-and-no-server-is-offered" tells "chat" "no rent of a dedicated server is known"

  Scenario: A rent that is quoted goes before the rule of thumb
    Given the workload "chat" has these offers:
      | offer  | way to pay              | months | compute   | power | network and storage | staff | licences |
      | Buying | own hardware            | 36     | 2,000,000 | 0     | 0                   | 0     | 0        |
      | Rental | cloud                   | 36     | 2,200,000 | 0     | 0                   | 0     | 0        |
      | Server | rented dedicated server | 36     | 1,400,000 | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "rule of thumb on buying" of "chat" is "buying pays"
    And the "cost check on buying" of "chat" is "buying does not pay"
    And the "form of dedicated hardware" of "chat" is "dedicated servers rented from a provider"
    And the rule "thumb-says-buy-and-a-rented-server-costs-less" tells "chat" "NT$38,889 a month"
    And the rule "thumb-says-buy-and-only-buying-is-quoted" is silent for "chat"

  Scenario: Only buying is quoted, so the rent is an estimate to be confirmed
    Given the workload "chat" has these offers:
      | offer  | way to pay   | months | compute   | power | network and storage | staff | licences |
      | Buying | own hardware | 36     | 2,000,000 | 0     | 0                   | 0     | 0        |
      | Rental | cloud        | 36     | 2,200,000 | 0     | 0                   | 0     | 0        |
    When the plan is advised
    Then the "form of dedicated hardware" of "chat" is "own hardware on own premises"
    And the rule "thumb-says-buy-and-only-buying-is-quoted" tells "chat" "an estimate from list prices beside your quote"
    And the rule "thumb-says-buy-and-a-rented-server-costs-less" is silent for "chat"
