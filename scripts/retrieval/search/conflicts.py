"""Claims that cannot all be true, among those that a question brought up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ...pages.knowledge.ontology import is_asymmetric, is_functional, opposites

if TYPE_CHECKING:
    from ...pages.model import Edge


class Conflict(NamedTuple):
    kind: str
    """functional (one subject, two objects), opposite (two relations exclude each other) or direction (both ways)."""
    first: Edge
    second: Edge


def find_conflicts(edges: Iterable[Edge]) -> tuple[Conflict, ...]:
    """Pairs of edges that contradict each other, by kind, then by the edges; each pair once."""
    distinct = dict.fromkeys(edges)
    objects: dict[tuple[str, str], list[Edge]] = {}
    pairs: dict[tuple[str, str], list[Edge]] = {}
    for edge in distinct:
        source, relation, target, *_ = edge
        objects.setdefault((source, relation), []).append(edge)
        pairs.setdefault((source, target), []).append(edge)
    found: set[Conflict] = set()
    for (_, relation), group in objects.items():
        if len(group) > 1 and is_functional(relation):
            first, *others = sorted(group)
            found.update(Conflict("functional", first, other) for other in others if other.target != first.target)
    for (source, target), group in pairs.items():
        back = pairs.get((target, source), ()) if source < target else ()
        # Most claims are the only one between their ends.
        if len(group) == 1 and not back:
            continue
        for edge in group:
            excluded = opposites(edge.relation)
            found.update(Conflict("opposite", *sorted((edge, other))) for other in group if other.relation in excluded)
            if back and is_asymmetric(edge.relation):
                found.update(Conflict("direction", edge, other) for other in back if other.relation == edge.relation)
    return tuple(sorted(found))
