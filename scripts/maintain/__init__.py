"""Changing the notes of a vault: edit, rename, merge, retract, forget, undo, lint and doctor."""
