"""Which passages and claims answer: word search, the walk over the graph, and the order of what it found."""
