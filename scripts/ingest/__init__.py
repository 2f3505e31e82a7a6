"""Putting knowledge in: documents, what an agent extracted from them, answers."""
