"""What surrounds a page in the graph, or all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..care.drawing import neighborhood, whole_graph
from ..care.held_relations import unheld
from .subgraph import canonical

if TYPE_CHECKING:
    from ..care.drawing import Neighborhood
    from ..store.workspace import Workspace
    from .subgraph import Limits


def surroundings(ws: Workspace, page: str, limits: Limits) -> Neighborhood:
    """The neighborhood of a page named in any way; for "" the whole graph, where depth and direction say nothing."""
    told, settings, limits = unheld(ws, limits.relations), ws.settings, canonical(limits)
    minimum = settings.min_confidence if limits.min_confidence is None else limits.min_confidence
    if not page:
        whole = whole_graph(ws, min_confidence=minimum, relations=limits.relations, limit=limits.max_nodes)
        return whole._replace(unheld=told)
    found = neighborhood(
        ws.reader,
        ws.slug_of(ws.find(page)),
        depth=settings.max_graph_depth if limits.depth is None else limits.depth,
        min_confidence=minimum,
        direction=limits.direction,
        relations=limits.relations,
        limit=settings.max_nodes if limits.max_nodes is None else limits.max_nodes,
    )
    return found._replace(unheld=told)
