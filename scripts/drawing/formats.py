"""A part of the graph written down for other programs, as GraphML, beside text and Mermaid.

Names come from files that anybody may have written: in no format can one end its label and begin markup of its own.
"""

from __future__ import annotations

import re

from ..errors import UsageError
from ..retrieval_engine.neighborhood import Neighborhood, neighborhood_mermaid, neighborhood_text

FORMATS = ("text", "mermaid", "graphml")

# What XML 1.0 cannot hold, in whichever way it is written.
_NOT_XML = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def format_graph(graph: Neighborhood, format: str) -> str:
    """Return a graph as text of one of FORMATS, ending with a line break.  Raises UsageError for any other format."""
    if format == "text":
        return neighborhood_text(graph)
    if format == "mermaid":
        return neighborhood_mermaid(graph)
    if format == "graphml":
        return _graphml(graph)
    raise UsageError(f"unknown format {format!r}", hint=f"one of {', '.join(FORMATS)}")


def graph_size(graph: Neighborhood) -> str:
    """Return how much is drawn, and how much is not."""
    parts = [f"{len(graph.nodes)} nodes", f"{len(graph.edges)} edges"]
    parts += [f"{graph.omitted} nodes omitted"] if graph.omitted else []
    parts += [f"{graph.below_confidence} edges below the confidence"] if graph.below_confidence else []
    return ", ".join(parts)


def _graphml(graph: Neighborhood) -> str:
    """Return GraphML: nodes with label, path and category; edges with relation, confidence and number of sources.

    `omitted` of the graph counts the nodes that are left out.
    """
    import networkx

    drawn: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
    if graph.omitted:
        drawn.graph["omitted"] = graph.omitted
    ids: dict[str, str] = {}
    for node in graph.nodes:
        id = _xml(node.id)
        while id in drawn:
            id += "~"
        ids[node.id] = id
        drawn.add_node(id, label=_xml(node.name), path=_xml(node.path), category=_xml(node.category))
    for edge in graph.edges:
        drawn.add_edge(
            ids[edge.source],
            ids[edge.target],
            relation=_xml(edge.relation),
            confidence=float(edge.confidence),
            sources=int(edge.sources),
            stale=bool(edge.is_stale),
        )
    lines = networkx.generate_graphml(drawn, named_key_ids=True)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join(lines) + "\n"


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
