"""A part of the graph written down for other programs: JSON, GraphML or JSON Canvas, beside text and Mermaid.

Names come from files that anybody may have written: in no format can one end its label and begin markup of its own.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

from ..errors import UsageError
from ..model import LINKS_TO
from ..retrieval_engine.neighborhood import GraphEdge, Neighborhood, neighborhood_mermaid, neighborhood_text
from ..text.escaping import json_text, safe_line
from ..text.ontology import display_relation

FORMATS = ("text", "mermaid", "json", "graphml", "canvas")

# What XML 1.0 cannot hold, in whichever way it is written.
_NOT_XML = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MARKUP = re.compile(r"[\\`*_\[\]#|~$%^=!]")
_WIDTH, _HEIGHT, _GAP_X, _GAP_Y = 320, 80, 160, 40
_ROWS = 24
"""Nodes in one column of a canvas; more of the same hop stand in a further column."""
_CENTER_COLOR = "4"
"""Green, among the colors that JSON Canvas names by number."""


def format_graph(graph: Neighborhood, format: str) -> str:
    """Return a graph as text of one of FORMATS, ending with a line break.  Raises UsageError for any other format."""
    if format == "text":
        return neighborhood_text(graph)
    if format == "mermaid":
        return neighborhood_mermaid(graph)
    if format == "json":
        return json_text(graph_values(graph), indent=2) + "\n"
    if format == "graphml":
        return _graphml(graph)
    if format == "canvas":
        return json_text(_canvas(graph), indent="\t") + "\n"
    raise UsageError(f"unknown format {format!r}", hint=f"one of {', '.join(FORMATS)}")


def graph_size(graph: Neighborhood) -> str:
    """Return how much is drawn, and how much is not."""
    parts = [f"{len(graph.nodes)} nodes", f"{len(graph.edges)} edges"]
    parts += [f"{graph.omitted} nodes omitted"] if graph.omitted else []
    parts += [f"{graph.below_confidence} edges below the confidence"] if graph.below_confidence else []
    return ", ".join(parts)


def graph_values(graph: Neighborhood) -> dict[str, Any]:
    """Return a graph as plain values, as `graph --json` prints it."""
    nodes = [node._asdict() for node in graph.nodes]
    edges = [edge._asdict() for edge in graph.edges]
    return {**graph._asdict(), "nodes": nodes, "edges": edges, "unused": list(graph.unused)}


def hops(graph: Neighborhood) -> dict[str, int]:
    """Return how many edges each node is away from the center, whichever way the edges point.

    What is not connected with it counts from the first node of its own part.
    """
    around: dict[str, list[str]] = {node.id: [] for node in graph.nodes}
    for edge in graph.edges:
        around[edge.source].append(edge.target)
        around[edge.target].append(edge.source)
    distance: dict[str, int] = {}
    starts = [graph.center] if graph.center in around else []
    for start in (*starts, *around):
        layer, hop = [start], 0
        while layer:
            layer = [node for node in dict.fromkeys(layer) if node not in distance]
            distance.update(dict.fromkeys(layer, hop))
            layer, hop = [other for node in layer for other in around[node]], hop + 1
    return distance


# --- GraphML ----------------------------------------------------------------------------------------------------------


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


# --- JSON Canvas ------------------------------------------------------------------------------------------------------


def _canvas(graph: Neighborhood) -> dict[str, Any]:
    """Return JSON Canvas 1.0: a column for each hop, the center's first; pages as files, missing pages as cards."""
    columns = _columns(graph)
    nodes: list[dict[str, Any]] = []
    for node in graph.nodes:
        column, row, rows = columns[node.id]
        content = {"type": "file", "file": node.path} if node.path else {"type": "text", "text": _card(node.name)}
        place = {
            "x": column * (_WIDTH + _GAP_X),
            "y": (2 * row - rows + 1) * (_HEIGHT + _GAP_Y) // 2,
            "width": _WIDTH,
            "height": _HEIGHT,
        }
        color = {"color": _CENTER_COLOR} if node.id == graph.center else {}
        nodes.append({"id": _hex_id("node", node.id), **content, **place, **color})
    edges = [_canvas_edge(edge, columns) for edge in graph.edges]
    # Readers of JSON Canvas pass over keys that they do not know.
    return {"nodes": nodes, "edges": edges, **({"omitted": graph.omitted} if graph.omitted else {})}


def _canvas_edge(edge: GraphEdge, columns: dict[str, tuple[int, int, int]]) -> dict[str, Any]:
    start, end = columns[edge.source], columns[edge.target]
    if start[0] == end[0]:
        sides = ("bottom", "top") if start[1] < end[1] else ("top", "bottom")
    else:
        sides = ("right", "left") if start[0] < end[0] else ("left", "right")
    label = ""
    if edge.relation != LINKS_TO:
        stale = " stale" if edge.is_stale else ""
        label = f"{safe_line(display_relation(edge.relation))} {edge.confidence:g}{stale}"
    return {
        "id": _hex_id("edge", edge.source, edge.relation, edge.target),
        "fromNode": _hex_id("node", edge.source),
        "fromSide": sides[0],
        "toNode": _hex_id("node", edge.target),
        "toSide": sides[1],
        **({"label": label} if label else {}),
    }


def _columns(graph: Neighborhood) -> dict[str, tuple[int, int, int]]:
    """Return for each node its column, its row, and how many rows the column has."""
    distance = hops(graph)
    layers: dict[int, list[str]] = {}
    for node in graph.nodes:
        layers.setdefault(distance[node.id], []).append(node.id)
    places: dict[str, tuple[int, int, int]] = {}
    column = 0
    for _, layer in sorted(layers.items()):
        for start in range(0, len(layer), _ROWS):
            part = layer[start : start + _ROWS]
            places.update({node: (column, row, len(part)) for row, node in enumerate(part)})
            column += 1
    return places


def _card(name: str) -> str:
    """Return a name as a card shows it, which reads Markdown and HTML."""
    plain = safe_line(name).replace("&", "&amp;").replace("<", "&lt;")
    return _MARKUP.sub(r"\\\g<0>", plain)


def _hex_id(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
