"""Pages before passages: what the wiki already says, and whether that answers the question.

Conservative on purpose: a page that merely shares words with a question is never called sufficient.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..pages.names import fold_name
from .naming import named_score
from .question import parse_question
from .snippets import best_window

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..model import Node, PassageRow, WordHit
    from .coverage import Asked
    from .matching import Match
    from .port import GraphReader

ENOUGH_TEXT = 40
"""Characters of prose below which a page is a stub that answers nothing."""
NEAR_QUESTION = 0.8
"""Share of the weighed words of two questions that must be common before the other one is worth showing as near."""
SNIPPET_CHARACTERS = 160
PARTLY = 0.5
"""Share of the question that pages must cover to be called partial."""

_NAMED = ("question", "exact", "alias", "folded")
_CATEGORY_WEIGHT = {"topics": 1.0, "entities": 0.95, "summaries": 0.9, "notes": 0.9, "sessions": 0.8, "sources": 0.75}
_DEFINING = frozenset(
    [
        "what",
        "what's",
        "who",
        "who's",
        "is",
        "are",
        "was",
        "were",
        "be",
        "a",
        "an",
        "the",
        "of",
        "tell",
        "me",
        "about",
        "define",
        "definition",
        "describe",
        "explain",
        "mean",
        "means",
        "meaning",
        "overview",
        "do",
        "does",
        "you",
        "know",
        "us",
        "give",
        "please",
        "ist",
        "sind",
        "wer",
        "der",
        "die",
        "das",
        "ein",
        "eine",
        "qu",
        "est",
        "ce",
        "que",
        "c",
        "qui",
        "es",
        "el",
        "la",
        "un",
        "una",
        "qué",
        "quién",
        "cos",
        "è",
        "che",
        "o",
        "quem",
        "wat",
        "zijn",
    ]
)
"""Words around a name in a question that asks only what it is."""
_NEUTRAL = frozenset(
    ("a", "an", "the", "is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "please")
)
"""Words that may differ between two wordings of one question."""
_DEFINING_PAIRS = frozenset(("什么", "么是", "是什", "是谁", "何で", "です", "すか", "とは", "は何"))


PASSAGES = 100
"""Best passages whose coverage counts for their pages."""
BOTH = 0.3
"""Part of the lesser of two scores, by name and by words, that adds to the greater."""


_WIKILINK = re.compile(r"\[\[([^\[\]|]*)(?:\\?\|([^\[\]]*))?\]\]")
_BULLET = re.compile(r"^[ \t]*[-*+][ \t]+", re.MULTILINE)
_EMBED = re.compile(r"!\[\[[^\]]*\]\]|!\[[^\]]*\]\([^)]*\)")


class PageHit(NamedTuple):
    """A page that may answer."""

    id: str
    title: str
    path: str
    category: str
    why: str
    """question (a filed answer to it), exact, alias, folded, short, fuzzy or words."""
    score: float
    """0 to 1."""
    snippet: str
    stale: bool = False
    """What the page rests on has changed; told by the caller."""


class Verdict(NamedTuple):
    level: str
    """sufficient, partial or none."""
    reason: str
    page: str = ""
    """The page that suffices."""


class WikiFirst(NamedTuple):
    verdict: Verdict
    pages: tuple[PageHit, ...]
    more: int
    """Pages found beyond those listed; a lower bound."""


def look_in_wiki(
    graph: GraphReader,
    asked: Asked,
    matches: Sequence[Match],
    *,
    limit: int,
    is_stale: Callable[[str], bool] | None = None,
) -> WikiFirst:
    """Find pages by names and words, and say whether one of them answers the question by itself."""
    found = _found_pages(graph, asked, matches, limit=limit)
    pages = tuple(
        hit._replace(
            stale=bool(is_stale and is_stale(hit.id)), snippet=hit.snippet or _snippet(graph.passages_of(hit.id), asked)
        )
        for hit in found[:limit]
    )
    return WikiFirst(_judge(graph, asked, matches, pages), pages, len(found) - len(pages))


def _found_pages(graph: GraphReader, asked: Asked, matches: Sequence[Match], *, limit: int) -> list[PageHit]:
    """Filed answers first, then by score; a name counts more than words, a written page more than a source."""
    filed = [
        hit.node
        for hit in graph.names([fold_name(asked.question.text)]).get(fold_name(asked.question.text), ())
        if hit.how == "question"
    ]
    best = {hit.page: hit for hit in reversed(asked.hits)}
    worded_pages = sorted(best, key=lambda page: (-best[page].score, page))[: 3 * limit]
    named = {match.node: match for match in matches if match.how != "keyword"}
    nodes = graph.nodes([*filed, *named, *worded_pages])
    by_words = _by_words(graph, asked, [best[page] for page in worded_pages], nodes)
    found = []
    for id, node in nodes.items():
        if not node.path:
            continue
        worded = by_words.get(id)
        by_name = named_score(named[id], asked) if id in named else 0.0
        by_word = worded.score if worded else 0.0
        why = "question" if id in filed else named[id].how if by_name else "words"
        # What is found both ways is surer than what is found in one.
        both = max(by_name, by_word) + BOTH * min(by_name, by_word)
        score = 1.0 if id in filed else both * _CATEGORY_WEIGHT.get(node.category, 0.75)
        snippet = node.summary or (_window(worded.row.text, asked) if worded else "")
        # Of the pages whose name is all that was asked, the one that is called just so goes first.
        place = _NAMED.index(why) if why == "question" or (by_name > 1 and why in _NAMED) else len(_NAMED)
        hit = PageHit(id, node.name, node.path, node.category, why, min(1.0, score), snippet)
        found.append((place, -score, hit))
    return [hit for _, _, hit in sorted(found, key=lambda each: (each[0], each[1], each[2].id))]


class _Worded(NamedTuple):
    """A page as word search found it."""

    score: float
    row: PassageRow
    """Its best passage."""


def _by_words(
    graph: GraphReader, asked: Asked, best: Sequence[WordHit], nodes: Mapping[str, Node]
) -> dict[str, _Worded]:
    """Pages by the share of the question that aliases and found passages cover, and how well the best passage does.

    best: the best hit of each page.
    """
    covered = {hit.page: asked.covered("\n".join(nodes[hit.page].aliases)) for hit in best if hit.page in nodes}
    hits = [hit for hit in asked.hits[:PASSAGES] if hit.page in covered]
    rows = graph.passages([hit.passage for hit in (*hits, *best)])
    for row in rows.values():
        if row.page in covered:
            covered[row.page] |= asked.covered_by(row)
    top = asked.hits[0].score if asked.hits and asked.hits[0].score > 0 else 1.0
    return {
        hit.page: _Worded(asked.share(covered[hit.page]) * (1 + hit.score / top) / 2, rows[hit.passage])
        for hit in best
        if hit.page in covered and hit.passage in rows
    }


def _judge(graph: GraphReader, asked: Asked, matches: Sequence[Match], pages: Sequence[PageHit]) -> Verdict:
    for hit in pages:
        same = hit.why == "question" or (hit.category == "topics" and _same_question(asked, hit.title))
        if same and hit.stale:
            return Verdict("partial", f"[[{hit.id}]] answers this question, but what it rests on has changed")
        if same and _prose(graph.passages_of(hit.id)) >= ENOUGH_TEXT:
            return Verdict("sufficient", f"[[{hit.id}]] is a filed answer to this question", hit.id)
    defined = _defined(asked, matches)
    for hit in pages:
        page = hit.id in defined and hit.category in ("entities", "topics", "notes") and not hit.stale
        if page and _prose(graph.passages_of(hit.id)) >= ENOUGH_TEXT:
            return Verdict("sufficient", f"the question asks what it is, and [[{hit.id}]] is its page", hit.id)
    return _partial(asked, pages)


def _partial(asked: Asked, pages: Sequence[PageHit]) -> Verdict:
    near = [hit for hit in pages if hit.category == "topics" and _likeness(asked, hit.title) >= NEAR_QUESTION]
    if near:
        return Verdict("partial", f"[[{near[0].id}]] answers a question with nearly the same words; compare them")
    named = [hit for hit in pages if hit.why in ("exact", "alias", "folded", "short", "fuzzy")]
    if named:
        return Verdict("partial", "the question names " + ", ".join(f"[[{hit.id}]]" for hit in named[:3]))
    covered = asked.covered("\n".join(f"{hit.title}\n{hit.snippet}" for hit in pages))
    if asked.share(covered) >= PARTLY:
        return Verdict("partial", "pages share words with the question, none is about what it names")
    return Verdict("none", "no page is named by the question or holds most of its words")


def _same_question(asked: Asked, title: str) -> bool:
    """The same words in the same order, auxiliaries and articles apart.

    `what does A cause` is not `what causes A`, nor is `when did it fail` `why did it fail`.
    """
    mine = [term.stem for term in asked.question.terms if not term.added and term.text not in _NEUTRAL]
    other = [term.stem for term in parse_question(title).terms if term.text not in _NEUTRAL]
    return len(mine) > 1 and mine == other


def _likeness(asked: Asked, title: str) -> float:
    mine = set(asked.shares)
    other = {term.stem for term in parse_question(title).content}
    extra = len(other - mine) / max(1, len(other))
    return asked.share(mine & other) * (1 - extra)


def _defined(asked: Asked, matches: Sequence[Match]) -> frozenset[str]:
    """Nodes of which the question asks only what they are: one name, and around it nothing but `what is`."""
    whole = [match for match in matches if match.how in ("exact", "alias", "folded")]
    if len({(match.start, match.end) for match in whole}) != 1:
        return frozenset()
    start, end = whole[0].start, whole[0].end
    outside = [term for term in asked.question.terms if not term.added and (term.end <= start or term.start >= end)]
    if all(term.text in _DEFINING or term.text in _DEFINING_PAIRS for term in outside):
        return frozenset(match.node for match in whole)
    return frozenset()


def _prose(rows: Sequence[PassageRow]) -> int:
    """Characters of text that is no claim line."""
    return sum(len(_EMBED.sub("", row.text).strip()) for row in rows if not row.text.lstrip().startswith("- "))


def _snippet(rows: Sequence[PassageRow], asked: Asked) -> str:
    best = max(rows, key=lambda row: (asked.share(asked.covered(row.text)), -row.ordinal), default=None)
    return _window(best.text, asked) if best else ""


def _window(text: str, asked: Asked) -> str:
    """A snippet as it reads: a link by what it shows, a list item without its bullet."""
    read = _WIKILINK.sub(lambda link: link[2] or link[1], text)
    return best_window(_BULLET.sub("", read), list(asked.shares), max_characters=SNIPPET_CHARACTERS)
