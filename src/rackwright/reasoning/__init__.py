"""The chain of reasoning as a graph, and the answers to why and why not that follow from it."""
