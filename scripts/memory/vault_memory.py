"""What a pipeline takes from the vault: the names of its pages, and every turn that was remembered."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..pages.turns import parse_turn
from .session_notes import session_notes
from .talks import moments

if TYPE_CHECKING:
    from ..pages.turns import Turn
    from ..store.workspace import Workspace


def known_names(ws: Workspace) -> dict[str, str]:
    """Titles and aliases of entities and of a person's notes, with the id of each; of equal ones the first by id."""
    rows = ws.index.connection().execute(
        """SELECT n.name, p.title, p.facts FROM pages p JOIN nodes n ON n.id = p.node
           WHERE p.category IN ('entities', 'notes') ORDER BY n.name"""
    )
    found: dict[str, str] = {}
    for id_, title, facts in rows:
        for name in (title, *json.loads(facts)["aliases"]):
            found.setdefault(name, id_)
    return found


def told_turns(ws: Workspace) -> list[Turn]:
    """All turns, the oldest first."""
    told = [each for note in session_notes(ws) for each in moments(note, ws.reader.passages_of(note.id))]
    return [parse_turn(row.text) for _, row in sorted(told, key=lambda each: each[0])]
