"""Putting a lean copy of the skill where an agent's client looks for skills."""
