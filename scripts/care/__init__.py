"""Keeping a home right: lint, freshness, renaming, merging, retracting, undoing, drawing."""
