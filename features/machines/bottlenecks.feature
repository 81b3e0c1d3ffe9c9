Feature: What the room has is compared with what the work needs
  Memory, cores, storage and network that fall short are named, each with both figures.

  Background:
    Given the workload "training" states:
      | stage | training      |
      | model | Llama-3.1-70B |

  Scenario Outline: Each resource must reach what is needed, and what just reaches it is enough
    Given the plan states "<resource>" as "<has>"
    When the plan is advised
    Then the "bottlenecks" of "training" <holds> "<bottleneck>"
    And the rule "<rule>" <speaks> for "training"

    Examples: Memory of a server: eight H200 of 140.4 GiB
      | resource                | has    | holds          | bottleneck           | rule                 | speaks    |
      | host memory of a server | 1123.2 | do not include | too little host memory | too-little-host-memory | is silent |
      | host memory of a server | 1123   | include        | too little host memory | too-little-host-memory | holds     |

    Examples: Cores of a server
      | resource                    | has | holds          | bottleneck              | rule          | speaks    |
      | processor cores of a server | 28  | do not include | too few processor cores | too-few-cores | is silent |
      | processor cores of a server | 27  | include        | too few processor cores | too-few-cores | holds     |

    Examples: Reading for two servers
      | resource                     | has | holds          | bottleneck               | rule                     | speaks    |
      | reading speed of the storage | 8   | do not include | storage reads too slowly | storage-reads-too-slowly | is silent |
      | reading speed of the storage | 7.9 | include        | storage reads too slowly | storage-reads-too-slowly | holds     |

    Examples: Writing a checkpoint within a minute
      | resource                     | has | holds          | bottleneck                | rule                      | speaks    |
      | writing speed of the storage | 17  | do not include | storage writes too slowly | storage-writes-too-slowly | is silent |
      | writing speed of the storage | 16  | include        | storage writes too slowly | storage-writes-too-slowly | holds     |

    Examples: Between machines
      | resource             | has | holds          | bottleneck       | rule                              | speaks    |
      | network of a machine | 100 | do not include | network too slow | network-too-slow-between-machines | is silent |
      | network of a machine | 99  | include        | network too slow | network-too-slow-between-machines | holds     |

  Scenario Outline: A bottleneck is warned of
    Given the plan states "network of a machine" as "<has>"
    When the plan is advised
    Then the rule "environment-is-the-bottleneck" <speaks> for "training"

    Examples:
      | has | speaks    |
      | 10  | holds     |
      | 400 | is silent |

  Scenario: What is not stated is no bottleneck
    When the plan is advised
    Then the "bottlenecks" of "training" is "unknown"
    And the "warnings" of "training" do not include "the environment slows it down"
