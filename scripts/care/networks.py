"""Whole-graph work that networkx does.  Its only import, inside the functions that need it: it costs 100 ms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .drawing import Neighborhood

# What XML 1.0 cannot hold, in whichever way it is written.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def graphml(graph: Neighborhood) -> str:
    """The graph as GraphML: nodes with label, path, category and type; edges with relation and confidence.

    `omitted` of the graph counts the nodes that are left out.
    """
    import networkx

    drawn: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
    if graph.omitted:
        drawn.graph["omitted"] = graph.omitted
    ids: dict[str, str] = {}
    for node in graph.nodes:
        clean = _xml(node.id)
        while clean in drawn:
            clean += "~"
        ids[node.id] = clean
        drawn.add_node(
            clean,
            label=_xml(node.name),
            path=_xml(node.path),
            category=_xml(node.category),
            type=_xml(node.type),
            prior=float(node.prior),
        )
    for edge in graph.edges:
        drawn.add_edge(
            ids[edge.source],
            ids[edge.target],
            relation=_xml(edge.relation),
            confidence=float(edge.confidence),
            sources=int(edge.sources),
            weight=float(edge.weight),
        )
    lines = networkx.generate_graphml(drawn, named_key_ids=True)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join(lines) + "\n"


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
