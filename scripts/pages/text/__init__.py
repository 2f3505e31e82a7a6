"""Text alone: how it is folded, cut into words and sentences, quoted, and what in it is not what it seems."""
