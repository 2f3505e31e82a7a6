"""The class of the skill mini-context-graph, under the name that its programs import."""

from __future__ import annotations

from .seeds.context_graph import ContextGraphSkill

__all__ = ["ContextGraphSkill"]
