"""The evidence of one answer as a canvas: the question, the pages, the claims between them, and what was quoted.

JSON Canvas 1.0, read from left to right: the question with what its words found, the pages by their distance from
it, and the passages that prove the claims.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import UnsafePathError
from ..pages.knowledge.claim_line import format_confidence
from ..pages.knowledge.ontology import display_relation
from ..pages.linking.links import format_wikilink
from ..pages.rendering import escape
from ..pages.text.slugs import safe_display
from ..retrieval.reply.escaping import json_text

if TYPE_CHECKING:
    from ..pages.model import Node
    from ..retrieval.answer_values import Answer
    from ..retrieval.search.claim_paths import ClaimShown

MAX_CLAIMS, MAX_PASSAGES, MAX_FOUND, MAX_QUOTE = 24, 16, 5, 420
"""What a person can take in on one canvas; the rest is counted on the question's card."""
_WIDTH, _PAGE_HEIGHT, _GAP_X, _GAP_Y = 360, 140, 200, 40
_ROWS = 12
"""Cards in one column; more stand in a further column."""
_LINE_CHARACTERS, _LINE_HEIGHT, _PADDING = 40, 26, 56
_QUESTION_COLOR, _SEED_COLOR, _PASSAGE_COLOR = "6", "4", "5"


class _Card(NamedTuple):
    id: str
    column: int
    height: int
    shown: dict[str, Any]


class _Quoted(NamedTuple):
    """A passage, and the claims it proves; none for one that the words of the question found."""

    page: str
    block: str
    title: str
    text: str
    claims: tuple[ClaimShown, ...]


def evidence_canvas(answer: Answer, nodes: Mapping[str, Node]) -> str:
    """The canvas as JSON; the same answer gives the same text.  nodes: those of the answer, by id."""
    claims = sorted(answer.claims, key=lambda each: (-each.relevance, each.edge))[:MAX_CLAIMS]
    proofs = _proofs(claims, nodes)[:MAX_PASSAGES]
    found = _found(answer, proofs)[: MAX_PASSAGES - len(proofs)][:MAX_FOUND]
    pages = _page_columns(answer, claims)
    last = max(pages.values(), default=0) + 1
    cards = [_question_card(answer, len(claims), len(proofs) + len(found))]
    cards += [_quote_card(quote, 0) for quote in found]
    cards += [_page_card(id_, column, nodes, answer) for id_, column in pages.items()]
    cards += [_quote_card(quote, last) for quote in proofs]
    ends = [(claim.edge.source, claim.edge.target) for claim in claims]
    ends += [(_quote_id(quote), claim.edge.target) for quote in proofs for claim in quote.claims]
    places = _places(cards, ends)
    edges = [_edge("names", "question", id_, "", places) for id_, column in pages.items() if column == 1]
    edges += [_edge("claim", c.edge.source, c.edge.target, _label(c), places) for c in claims]
    for quote in proofs:
        proved = dict.fromkeys(claim.edge.target for claim in quote.claims)
        edges += [{**_edge("proof", _quote_id(quote), end, "", places), "color": _PASSAGE_COLOR} for end in proved]
    canvas = {"nodes": [{"id": _hex(c.id), **c.shown, **places[c.id]} for c in cards], "edges": edges}
    return json_text(canvas, indent="\t") + "\n"


def _proofs(claims: Sequence[ClaimShown], nodes: Mapping[str, Node]) -> list[_Quoted]:
    """Passages that prove a claim, in the order of the claims."""
    found: dict[tuple[str, str], _Quoted] = {}
    for claim in claims:
        for item in claim.rests_on:
            if not item.quote:
                continue
            key = (item.source, item.block)
            title = nodes[item.source].name if item.source in nodes else item.source
            old = found.get(key) or _Quoted(*key, title, item.quote, ())
            text = old.text if item.quote in old.text else f"{old.text} … {item.quote}"
            found[key] = old._replace(claims=(*old.claims, claim), text=text)
    return list(found.values())


def _found(answer: Answer, proofs: Sequence[_Quoted]) -> list[_Quoted]:
    """Passages that the words of the question found, best first, without those shown already."""
    shown = {(quote.page, quote.block) for quote in proofs}
    return [
        _Quoted(passage.page, passage.block, passage.title, passage.text, ())
        for passage in answer.passages
        if (passage.page, passage.block) not in shown
    ]


def _page_columns(answer: Answer, claims: Sequence[ClaimShown]) -> dict[str, int]:
    """Pages by the column they stand in: what the question names first, then by steps along the claims."""
    seeds = [match.node for match in answer.seeds]
    ends = dict.fromkeys(end for claim in claims for end in (claim.edge.source, claim.edge.target))
    found = {id_: 1 for id_ in seeds if id_ in ends}
    if not found:
        found = dict.fromkeys(list(ends)[:1], 1)
    column = 1
    while True:
        near = [
            end
            for claim in claims
            for end, other in ((claim.edge.source, claim.edge.target), (claim.edge.target, claim.edge.source))
            if end not in found and found.get(other) == column
        ]
        column += 1
        if not near:
            break
        found.update(dict.fromkeys(near, column))
    # What no claim joins with the question's own pages stands beside them.
    found.update({id_: 1 for id_ in ends if id_ not in found})
    hits = [hit.id for hit in answer.pages if hit.id not in found and hit.category != "sources"]
    found.update(dict.fromkeys(hits[: max(0, 4 - len(found))], 1))
    return found


def _question_card(answer: Answer, claims: int, quotes: int) -> _Card:
    lines = [f"## {escape(answer.question)}", "", f"{claims} claims, {quotes} passages"]
    left = len(answer.claims) - claims
    lines += [f"{left} more claims are not shown"] if left > 0 else []
    lines += [f"Nothing known about: {escape(', '.join(answer.gaps))}"] if answer.gaps else []
    text = "\n".join(lines)
    return _Card("question", 0, _height(text), {"type": "text", "text": text, "color": _QUESTION_COLOR})


def _page_card(id_: str, column: int, nodes: Mapping[str, Node], answer: Answer) -> _Card:
    node = nodes.get(id_)
    color = {"color": _SEED_COLOR} if any(match.node == id_ for match in answer.seeds) else {}
    if node is not None and node.path:
        return _Card(id_, column, _PAGE_HEIGHT, {"type": "file", "file": node.path, **color})
    text = escape(node.name if node else id_)
    return _Card(id_, column, _height(text), {"type": "text", "text": text, **color})


def _quote_card(quote: _Quoted, column: int) -> _Card:
    text = " ".join(quote.text.split())
    if len(text) > MAX_QUOTE:
        text = text[: MAX_QUOTE - 1].rstrip() + "…"
    proved = [
        f"**{escape(claim.source_name)}** {escape(_label(claim))} **{escape(claim.target_name)}**"
        for claim in quote.claims
    ]
    lines = [*proved, *([""] if proved else []), f"> {escape(text)}", "", _source_link(quote)]
    shown = "\n".join(lines)
    color = {"color": _PASSAGE_COLOR} if proved else {}
    return _Card(_quote_id(quote), column, _height(shown), {"type": "text", "text": shown, **color})


def _source_link(quote: _Quoted) -> str:
    title = safe_display(quote.title) or quote.page
    try:
        return format_wikilink(quote.page, subpath=f"#^{quote.block}" if quote.block else "", display=title)
    except UnsafePathError:
        return escape(title)


def _quote_id(quote: _Quoted) -> str:
    return f"quote\0{quote.page}\0{quote.block or quote.text}"


def _label(claim: ClaimShown) -> str:
    return f"{safe_display(display_relation(claim.edge.relation))} {format_confidence(claim.edge.confidence)}"


def _places(cards: Sequence[_Card], ends: Sequence[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """Columns from left to right, each centered on the same line; long columns are broken.

    In a column the cards stand as high as what they are joined with to their left, so that few edges cross.
    """
    layers: dict[int, list[_Card]] = {}
    for card in cards:
        layers.setdefault(card.column, []).append(card)
    found: dict[str, dict[str, int]] = {}
    x = 0
    for column, layer in sorted(layers.items()):
        ordered = layer if column < 2 else sorted(layer, key=lambda card: _mean_height(card.id, ends, found))
        for start in range(0, len(ordered), _ROWS):
            part = ordered[start : start + _ROWS]
            y = -(sum(card.height for card in part) + _GAP_Y * (len(part) - 1)) // 2
            for card in part:
                found[card.id] = {"x": x, "y": y, "width": _WIDTH, "height": card.height}
                y += card.height + _GAP_Y
            x += _WIDTH + _GAP_X
    return found


def _mean_height(id_: str, ends: Sequence[tuple[str, str]], places: Mapping[str, Mapping[str, int]]) -> float:
    joined = [a if b == id_ else b for a, b in ends if id_ in (a, b)]
    heights = [places[other]["y"] for other in joined if other in places]
    return sum(heights) / len(heights) if heights else 0.0


def _edge(kind: str, start: str, end: str, label: str, places: Mapping[str, Any]) -> dict[str, Any]:
    one, other = places[start], places[end]
    if one["x"] == other["x"]:
        sides = ("bottom", "top") if one["y"] < other["y"] else ("top", "bottom")
    else:
        sides = ("right", "left") if one["x"] < other["x"] else ("left", "right")
    return {
        "id": _hex(f"{kind}\0{start}\0{end}\0{label}"),
        "fromNode": _hex(start),
        "fromSide": sides[0],
        "toNode": _hex(end),
        "toSide": sides[1],
        **({"label": label} if label else {}),
    }


def _height(text: str) -> int:
    lines = sum(max(1, -(-len(line) // _LINE_CHARACTERS)) for line in text.split("\n"))
    return _PADDING + _LINE_HEIGHT * lines


def _hex(id_: str) -> str:
    return blake2b(id_.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
