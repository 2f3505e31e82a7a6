"""Links: how they are written, and which file they mean."""
