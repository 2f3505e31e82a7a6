"""Relations that are asked for and that no claim has: a misspelled one finds as little as one without claims."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..pages.knowledge.ontology import canonical_filter, display_relation
from ..pages.model import LINKS_TO

if TYPE_CHECKING:
    from ..store.workspace import Workspace

NEAREST = 3
_LIKE = 0.5


def unheld(ws: Workspace, relations: Sequence[str]) -> tuple[str, ...]:
    """What is to be told of the relations that no claim has, each with those that claims have and that are like it."""
    wanted = [name for name in relations if name.strip()]
    if not wanted:
        return ()
    held = {row[0] for row in ws.index.connection().execute("SELECT DISTINCT relation FROM statements")}
    told = []
    for name in wanted:
        (canonical, *_), _ = canonical_filter([name], "both")
        if canonical not in held and canonical != LINKS_TO:
            told.append(f"no claim has the relation {name}{_near(name, sorted(map(display_relation, held)))}")
    return tuple(told)


def _near(name: str, held: Sequence[str]) -> str:
    from ..similarity import best_matches

    near = [match.choice for match in best_matches(name.lower(), held, NEAREST, _LIKE)]
    some = ", ".join(near or held[:NEAREST])
    return f", near: {some}" if near else f", there are {some}" if some else ", nor any other"
