"""Benchmarks of the product itself: the same calls that answer a question, on data with known answers."""
