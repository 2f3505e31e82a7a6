"""Pages that say something themselves, and pages that rest on others."""

from __future__ import annotations

SECOND_HAND = frozenset({"summaries", "entities", "topics"})
"""Categories of pages that rest on sources: they are shown as pages, and are evidence only where there is no other."""
