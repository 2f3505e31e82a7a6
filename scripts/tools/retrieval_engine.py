"""The walk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..knowledge_base import KnowledgeBase
from ..reading.subgraph import Limits
from ..reading.subgraph import walk as walk_from

if TYPE_CHECKING:
    from collections.abc import Sequence


def retrieve(
    seed_ids: Sequence[str],
    depth: int | None = None,
    min_confidence: float | None = None,
    max_nodes: int | None = None,
    *,
    direction: str = "both",
    relations: Sequence[str] = (),
    home: str | None = None,
) -> list[str]:
    """Ids of the nodes reached from the seeds, seeds first, then by hop and path confidence; never above max_nodes.

    What is None is taken from the settings at the time of the call.
    """
    return [
        node["id"]
        for node in walk(
            seed_ids, depth, min_confidence, max_nodes, direction=direction, relations=relations, home=home
        )["nodes"]
    ]


def walk(
    seed_ids: Sequence[str],
    depth: int | None = None,
    min_confidence: float | None = None,
    max_nodes: int | None = None,
    *,
    direction: str = "both",
    relations: Sequence[str] = (),
    home: str | None = None,
) -> dict[str, Any]:
    """The same with how each was reached: nodes (id, depth, path_confidence, path), pruned, and the values in force."""
    with KnowledgeBase.open(home) as kb:
        limits = Limits(depth, min_confidence, max_nodes, direction, tuple(relations))
        return kb.read(lambda ws: walk_from(ws, seed_ids, limits))
