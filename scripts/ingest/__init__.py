"""Putting knowledge in: what an agent extracted from documents, and answers."""
