"""A part of the graph as text, Mermaid, GraphML or one HTML file; an answer as such a file.

Names come from files that anybody may have written: in no format can a name end its label and begin markup.  A page
opens anywhere: no network, no server, nothing of a note is run.  A Content-Security-Policy allows this page's own
script and style, by their hashes, and nothing else.  web/ has the source of the script and explains how it is bundled.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote

from ..errors import UsageError
from ..homes import PACKAGE
from ..index_store.port import IndexReader
from ..model import LINKS_TO, ClaimRow
from ..retrieval_engine.claims import ShownClaim
from ..retrieval_engine.neighborhood import GraphEdge, Neighborhood
from ..retrieval_engine.pack import Quotation
from ..retrieval_engine.reply import Answer, Reply
from ..text.escaping import json_text, safe_line
from ..text.ontology import display_relation

FORMATS = ("text", "mermaid", "graphml")

# Mermaid reads directives, comments, HTML and Markdown inside labels too: whatever is not plainly text is coded.
_PLAIN_CHARACTERS = frozenset(" -_.,()/+'")

# Characters that XML 1.0 cannot hold, escaped or not.
_NOT_XML = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

PROOFS = 3
"""Passages that are given of one edge."""
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))


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
    """Return the numbers of nodes and edges that are drawn and left out, as text."""
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
        id = _clean_xml(node.id)
        while id in drawn:
            id += "~"
        ids[node.id] = id
        drawn.add_node(id, label=_clean_xml(node.name), path=_clean_xml(node.path), category=_clean_xml(node.category))
    for edge in graph.edges:
        drawn.add_edge(
            ids[edge.source],
            ids[edge.target],
            relation=_clean_xml(edge.relation),
            confidence=float(edge.confidence),
            sources=int(edge.sources),
            stale=bool(edge.is_stale),
        )
    lines = networkx.generate_graphml(drawn, named_key_ids=True)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join(lines) + "\n"


def _clean_xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def neighborhood_text(graph: Neighborhood) -> str:
    """Return a line for each edge, claims and edges at the center first, then the nodes without edges."""
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
    return "".join(char if char.isalnum() or char in _PLAIN_CHARACTERS else f"#{ord(char)};" for char in text)


class PageFacts(NamedTuple):
    """The facts on a page beside its graph or answer."""

    title: str
    vault: str
    """The name of the vault, as in Obsidian's links."""
    questions: Sequence[str] = ()
    """Questions without an answer."""
    stale: Sequence[str] = ()
    """Node ids of pages that rest on changed passages."""


def graph_html(reader: IndexReader, graph: Neighborhood, facts: PageFacts, *, has_text: bool = True) -> str:
    """Return the HTML page of a graph.  has_text: with the passages that prove its claims."""
    numbers = {node.id: number for number, node in enumerate(graph.nodes)}
    pages = {page.node: page for page in reader.pages(nodes=list(numbers))}
    claims: dict[tuple[str, str, str], list[ClaimRow]] = {}
    for claim in reader.claims(nodes=list(numbers)):
        claims.setdefault((claim.subject, claim.relation, claim.object), []).append(claim)
    groups = _communities(graph)
    data = {
        "title": facts.title,
        "vault": facts.vault,
        "nodes": [
            [node.name, node.path, node.category, groups[node.id], list(pages[node.id].aliases) if node.path else []]
            for node in graph.nodes
        ],
        "places": _start_positions([groups[node.id] for node in graph.nodes]),
        "edges": [_edge_row(edge, numbers, claims, has_text) for edge in graph.edges],
        "questions": list(facts.questions),
        "stale": [numbers[node] for node in facts.stale if node in numbers],
    }
    # Inside a script only `</script` ends it, and `<!--` begins what a parser reads otherwise.
    embedded = json_text(data).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    script = _read_asset("graph.js") + f"/*\n{_read_asset('LICENSES.txt')}\n*/"
    body = _read_asset("graph.html") + f'<script type="application/json" id="data">{embedded}</script>\n'
    body += f"<script>{script}</script>"
    return _html_document(facts.title, body, script=script)


def _edge_row(
    edge: GraphEdge,
    numbers: Mapping[str, int],
    claims: Mapping[tuple[str, str, str], Sequence[ClaimRow]],
    has_text: bool,
) -> list[Any]:
    rows = claims.get((edge.source, edge.relation, edge.target), ()) if edge.relation != LINKS_TO else ()
    pieces = [piece for row in rows for piece in row.evidence]
    proofs = {(piece.path, piece.line, piece.text if has_text else ""): None for piece in pieces if piece.path}
    own = {(row.path, row.line, row.note if has_text else ""): None for row in rows if not row.evidence}
    words = display_relation(edge.relation).replace("_", " ")
    ends = [numbers[edge.source], numbers[edge.target]]
    return [*ends, edge.relation, words, edge.confidence, int(edge.is_stale), [*(proofs | own)][:PROOFS]]


def _communities(graph: Neighborhood) -> dict[str, int]:
    """Return the number of each node's community, the largest first; by label propagation, the same for the same graph.

    This method of networkx takes a second for 20,000 edges; the others take longer.
    """
    import networkx

    whole: networkx.Graph[str] = networkx.Graph()
    whole.add_nodes_from(node.id for node in graph.nodes)
    whole.add_edges_from((edge.source, edge.target) for edge in graph.edges)
    found = [sorted(group) for group in networkx.community.fast_label_propagation_communities(whole, seed=1)]
    found.sort(key=lambda group: (-len(group), group))
    return {node: number for number, group in enumerate(found) for node in group}


def _start_positions(groups: Sequence[int]) -> list[tuple[float, float]]:
    """Return the start position of each node: communities as discs, the largest in the middle, the others around it."""
    sizes: dict[int, int] = {}
    for group in groups:
        sizes[group] = sizes.get(group, 0) + 1
    centers, before = {}, 0
    for group, size in sorted(sizes.items()):
        radius, angle = 2 * math.sqrt(before), group * _GOLDEN_ANGLE
        centers[group] = radius * math.cos(angle), radius * math.sin(angle)
        before += size
    places, met = [], dict.fromkeys(sizes, 0)
    for group in groups:
        (x, y), at = centers[group], met[group]
        radius, angle = math.sqrt(at), at * _GOLDEN_ANGLE
        places.append((round(x + radius * math.cos(angle), 2), round(y + radius * math.sin(angle), 2)))
        met[group] += 1
    return places


def answer_html(reply: Reply, facts: PageFacts, *, has_text: bool = True) -> str:
    """Return a reply as an HTML page to send to somebody.  has_text: with the quotations."""
    parts = "".join(_format_answer(answer, facts, has_text) for answer in reply.answers)
    return _html_document(facts.title, f'<main class="answer">{parts}</main>')


def _format_answer(answer: Answer, facts: PageFacts, has_text: bool) -> str:
    lines = [f"<h1>{escape(answer.question)}</h1>", f'<p class="verdict">{escape(answer.verdict)}</p>']
    if answer.filed:
        lines.append(f"<p>Answered before: {_place_link(answer.filed.path, facts)}, {escape(answer.filed.filed)}</p>")
    lines += [f'<p class="stale">{escape(reason)}</p>' for reason in answer.stale]
    if answer.nowhere:
        lines.append(f'<p class="stale">occurs nowhere: {escape(", ".join(answer.nowhere))}</p>')
    if answer.claims:
        lines.append(
            f"<section><h2>Claims</h2><ul>{''.join(_format_claim(claim, facts, has_text) for claim in answer.claims)}"
        )
        lines.append("</ul></section>")
    if answer.evidence:
        lines.append("<section><h2>Evidence</h2>")
        lines += [_format_quotation(quotation, facts, has_text) for quotation in answer.evidence]
        lines.append("</section>")
    sources = dict.fromkeys(quotation.path for quotation in answer.evidence)
    sources.update(dict.fromkeys(claim.proof.path for claim in answer.claims if claim.proof))
    if sources:
        items = "".join(f"<li>{_place_link(path, facts)}</li>" for path in sources)
        lines.append(f"<section><h2>Sources</h2><ul>{items}</ul></section>")
    return "\n".join(lines)


def _format_claim(claim: ShownClaim, facts: PageFacts, has_text: bool) -> str:
    words = f"{claim.subject_name} {display_relation(claim.relation).replace('_', ' ')} {claim.object_name}"
    item = f"<li><strong>{escape(words)}</strong> <span class='place'>{claim.confidence:g}</span>"
    if claim.proof:
        item += f"<blockquote>{escape(claim.proof.text)}</blockquote>" if has_text and claim.proof.text else ""
        item += _place_link(claim.proof.path, facts, claim.proof.line)
    return item + (f' <span class="stale">{escape(claim.stale)}</span>' if claim.stale else "") + "</li>"


def _format_quotation(quotation: Quotation, facts: PageFacts, has_text: bool) -> str:
    text = f"<blockquote>{escape(quotation.text)}</blockquote>" if has_text else ""
    place = _place_link(quotation.path, facts, quotation.line)
    return f"<article><h3>{escape(quotation.label)}</h3>{text}<p>{place}</p></article>"


def _place_link(path: str, facts: PageFacts, line: int = 0) -> str:
    address = f"obsidian://open?vault={quote(facts.vault, safe='')}&file={quote(path, safe='')}"
    text = f"{path}:{line}" if line else path
    return f'<a class="place" href="{escape(address)}">{escape(text)}</a>'


def _html_document(title: str, body: str, *, script: str = "") -> str:
    style = _read_asset("page.css")
    policy = f"default-src 'none'; style-src {_csp_hash(style)}; base-uri 'none'; form-action 'none'"
    policy += f"; script-src {_csp_hash(script)}" if script else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _csp_hash(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _read_asset(name: str) -> str:
    with open(os.path.join(PACKAGE, "drawing", "assets", name), encoding="utf-8") as file:
        return file.read()
