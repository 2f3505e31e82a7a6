"""A part of the graph as text, as Mermaid, and as GraphML for other programs.

Names come from files that anybody may have written: in no format can one end its label and begin markup of its own.
"""

from __future__ import annotations

import re
from collections import Counter

from ..errors import UsageError
from ..model import LINKS_TO
from ..retrieval_engine.neighborhood import Neighborhood
from ..text.escaping import safe_line
from ..text.ontology import display_relation

FORMATS = ("text", "mermaid", "graphml")

# Mermaid reads directives, comments, HTML and Markdown inside labels too: whatever is not plainly text is coded.
_PLAIN_SIGNS = frozenset(" -_.,()/+'")

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


def neighborhood_text(graph: Neighborhood) -> str:
    """Return one edge a line, claims and what touches the center first, then the nodes without edges."""
    shared = Counter(node.name for node in graph.nodes)
    names = {node.id: node.name if shared[node.name] == 1 else f"{node.name} ({node.id})" for node in graph.nodes}
    size = graph_size(graph)
    lines = [f"{names[graph.center]}: {size}" if graph.center in names else size]
    lines += [f"no edge here is {display_relation(relation)}" for relation in graph.unused]
    for edge in sorted(
        graph.edges, key=lambda edge: (edge.relation == LINKS_TO, graph.center not in (edge.source, edge.target))
    ):
        is_claim = edge.relation != LINKS_TO
        confidence = f"[{edge.confidence:g}]" if is_claim else ""
        sources = f" ({edge.sources} sources)" if edge.sources > 1 and is_claim else ""
        stale = " (stale)" if edge.is_stale else ""
        arrow = f"-{display_relation(edge.relation)}{confidence}->"
        lines.append(f"{names[edge.source]} {arrow} {names[edge.target]}{sources}{stale}")
    joined = {end for edge in graph.edges for end in (edge.source, edge.target)}
    lines += [names[node.id] for node in graph.nodes if node.id not in joined]
    if graph.omitted and not graph.center:
        lines.append(f"omitted: {graph.omitted} nodes; --limit {len(graph.nodes) + graph.omitted} lists all")
    return "\n".join(map(safe_line, lines)) + "\n"


def neighborhood_mermaid(graph: Neighborhood) -> str:
    """Return the graph as a Mermaid flowchart: pages as boxes, missing pages rounded, plain links dotted."""
    numbers = {node.id: f"n{position}" for position, node in enumerate(graph.nodes)}
    lines = ["graph LR", *([f"  %% {graph.omitted} nodes omitted"] if graph.omitted else [])]
    for node in graph.nodes:
        opening, closing = ("[", "]") if node.path else ("([", "])")
        lines.append(f'  {numbers[node.id]}{opening}"{_mermaid_label(node.name)}"{closing}')
    for edge in graph.edges:
        label = f"{display_relation(edge.relation)} {edge.confidence:g}" + (" stale" if edge.is_stale else "")
        arrow = "-.->" if edge.relation == LINKS_TO else f'-->|"{_mermaid_label(label)}"|'
        lines.append(f"  {numbers[edge.source]} {arrow} {numbers[edge.target]}")
    if graph.center in numbers:
        lines.append(f"  style {numbers[graph.center]} stroke-width:3px")
    return "\n".join(lines) + "\n"


def _mermaid_label(text: str) -> str:
    return "".join(sign if sign.isalnum() or sign in _PLAIN_SIGNS else f"#{ord(sign)};" for sign in text)
