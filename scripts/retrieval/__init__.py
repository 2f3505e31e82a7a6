"""Matching, ranking and packing: pure functions over the port, no files, clock or environment."""
