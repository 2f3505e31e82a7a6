"""Changing what is written: edit, rename, merge, retract, forget, undo, lint and doctor."""
