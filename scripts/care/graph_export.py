"""A drawing written down: text, Mermaid, JSON, GraphML or JSON Canvas.

Names come from files that anybody may have written: in no format can one end its label and begin markup of its own.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..pages.knowledge.claim_line import format_confidence
from ..pages.knowledge.ontology import display_relation
from ..pages.model import LINKS_TO, to_jsonable
from ..pages.text.slugs import safe_display
from ..retrieval.reply.escaping import json_text, leading
from .drawing import hops

if TYPE_CHECKING:
    from ..pages.model import Edge, Node
    from .drawing import Neighborhood

FORMATS = ("text", "mermaid", "json", "graphml", "canvas")

# Mermaid reads directives, comments, HTML and Markdown inside labels too: whatever is not plainly text is coded.
_PLAIN_SIGNS = frozenset(" -_.,()/+'")
_WIDTH, _HEIGHT, _GAP_X, _GAP_Y = 320, 80, 160, 40
_ROWS = 24
"""Nodes in one column of a canvas; more of the same hop stand in a further column."""


def format_graph(neighborhood: Neighborhood, format: str) -> str:
    """The drawing as text of one of FORMATS, ending with a newline.  Raises UsageError for any other format."""
    if format == "text":
        return _text(neighborhood)
    if format == "mermaid":
        return _mermaid(neighborhood)
    if format == "json":
        return json_text(to_jsonable(neighborhood), indent=2) + "\n"
    if format == "graphml":
        from .networks import graphml

        return graphml(neighborhood)
    if format == "canvas":
        return json_text(_canvas(neighborhood), indent="\t") + "\n"
    raise UsageError(f"unknown format {format!r}", hint=f"one of {', '.join(FORMATS)}")


def size(graph: Neighborhood) -> str:
    """How much is drawn, and how much is not."""
    parts = [f"{len(graph.nodes)} nodes", f"{len(graph.edges)} edges"]
    parts += [f"{graph.omitted} nodes omitted"] if graph.omitted else []
    parts += [f"{graph.unsure} edges below the confidence"] if graph.unsure else []
    return ", ".join(parts)


def _text(graph: Neighborhood) -> str:
    """One edge a line, claims and what touches the center first, then the nodes without edges, one a line."""
    shared = Counter(_label(node) for node in graph.nodes)
    names = {n.id: _label(n) if shared[_label(n)] == 1 else f"{_label(n)} ({safe_display(n.id)})" for n in graph.nodes}
    head = size(graph)
    lines = [
        f"{leading(names[graph.center])}: {head}" if graph.center in names else head,
        *map(safe_display, graph.unheld),
    ]
    stale = frozenset(graph.stale or ())
    for edge in sorted(graph.edges, key=lambda e: (e.relation == LINKS_TO, graph.center not in (e.source, e.target))):
        sure = "" if edge.relation == LINKS_TO else f"[{format_confidence(edge.confidence)}]"
        count = f" ({edge.sources} sources)" if edge.sources > 1 and sure else ""
        gone = " (stale)" * (edge in stale)
        lines.append(f"{leading(names[edge.source])} -{_relation(edge)}{sure}-> {names[edge.target]}{count}{gone}")
    joined = {end for edge in graph.edges for end in (edge.source, edge.target)}
    lines += [leading(names[node.id]) for node in graph.nodes if node.id not in joined]
    return "\n".join(lines) + "\n"


def _mermaid(graph: Neighborhood) -> str:
    numbers = {node.id: f"n{position}" for position, node in enumerate(graph.nodes)}
    stale = frozenset(graph.stale or ())
    lines = ["graph LR", *([f"  %% {graph.omitted} nodes omitted"] if graph.omitted else [])]
    for node in graph.nodes:
        opening, closing = ("[", "]") if node.path else ("([", "])")
        lines.append(f'  {numbers[node.id]}{opening}"{_mermaid_label(_label(node))}"{closing}')
    for edge in graph.edges:
        label = _edge_label(edge) + " stale" * (edge in stale)
        arrow = f'-->|"{_mermaid_label(label)}"|' if label else "-.->"
        lines.append(f"  {numbers[edge.source]} {arrow} {numbers[edge.target]}")
    if graph.center in numbers:
        lines.append(f"  style {numbers[graph.center]} stroke-width:3px")
    return "\n".join(lines) + "\n"


def _mermaid_label(text: str) -> str:
    return "".join(sign if sign.isalnum() or sign in _PLAIN_SIGNS else f"#{ord(sign)};" for sign in text)


def _canvas(graph: Neighborhood) -> dict[str, Any]:
    """JSON Canvas 1.0: one column for each hop, the center's first; pages as files, missing pages as cards."""
    columns = _columns(graph)
    nodes: list[dict[str, Any]] = []
    for node in graph.nodes:
        column, row, rows = columns[node.id]
        shown = {"type": "file", "file": node.path} if node.path else {"type": "text", "text": _label(node)}
        place = {
            "x": column * (_WIDTH + _GAP_X),
            "y": (2 * row - rows + 1) * (_HEIGHT + _GAP_Y) // 2,
            "width": _WIDTH,
            "height": _HEIGHT,
        }
        color = {"color": "4"} if node.id == graph.center else {}
        nodes.append({"id": _hex_id("node", node.id), **shown, **place, **color})
    stale = frozenset(graph.stale or ())
    edges = [_canvas_edge(edge, columns, " stale" * (edge in stale)) for edge in graph.edges]
    # Readers of JSON Canvas pass over keys that they do not know.
    return {"nodes": nodes, "edges": edges, **({"omitted": graph.omitted} if graph.omitted else {})}


def _canvas_edge(edge: Edge, columns: dict[str, tuple[int, int, int]], mark: str) -> dict[str, Any]:
    start, end = columns[edge.source], columns[edge.target]
    if start[0] == end[0]:
        sides = ("bottom", "top") if start[1] < end[1] else ("top", "bottom")
    else:
        sides = ("right", "left") if start[0] < end[0] else ("left", "right")
    label = _edge_label(edge) + mark
    return {
        "id": _hex_id("edge", edge.source, edge.relation, edge.target),
        "fromNode": _hex_id("node", edge.source),
        "fromSide": sides[0],
        "toNode": _hex_id("node", edge.target),
        "toSide": sides[1],
        **({"label": label} if label else {}),
    }


def _columns(graph: Neighborhood) -> dict[str, tuple[int, int, int]]:
    """For each node its column, its row, and how many rows the column has."""
    distance = hops(graph)
    layers: dict[int, list[str]] = {}
    for node in graph.nodes:
        layers.setdefault(distance[node.id], []).append(node.id)
    found: dict[str, tuple[int, int, int]] = {}
    column = 0
    for _, ids in sorted(layers.items()):
        for start in range(0, len(ids), _ROWS):
            part = ids[start : start + _ROWS]
            found.update({id: (column, row, len(part)) for row, id in enumerate(part)})
            column += 1
    return found


def _label(node: Node) -> str:
    return safe_display(node.name) or safe_display(node.id) or "?"


def _edge_label(edge: Edge) -> str:
    """Relation and confidence; "" for an untyped link, whose confidence says nothing."""
    if edge.relation == LINKS_TO:
        return ""
    return f"{_relation(edge)} {format_confidence(edge.confidence)}"


def _relation(edge: Edge) -> str:
    return safe_display(display_relation(edge.relation))


def _hex_id(*parts: str) -> str:
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
