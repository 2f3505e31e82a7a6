"""Pages before passages: what the wiki already says; sufficiency.py says whether that answers the question."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..pages.kept_lines import parse_evidence_line, unescape
from ..pages.model import SECOND_HAND
from ..pages.text.names import fold_name
from .answer_values import PageHit, Stale, Verdict
from .extracts.snippets import best_window
from .extracts.windows import says_something
from .lookup.naming import named_score
from .sufficiency import judge

if TYPE_CHECKING:
    from ..pages.model import Node, PassageRow, WordHit
    from .extracts.coverage import Asked
    from .lookup.matching import Match
    from .port import GraphReader

    IsStale = Callable[[str, Callable[[], str]], bool | Sequence[str]]
    """Tells of a page that rests on others, by its id, and of what is shown of it, whether what it rests on has
    changed."""

SNIPPET_CHARACTERS = 160

_NAMED = ("question", "exact", "alias", "folded")
_CATEGORY_WEIGHT = {"topics": 1.0, "entities": 0.95, "summaries": 0.9, "notes": 0.9, "sessions": 0.8, "sources": 0.75}
NAMED = 3
"""Pages named by the question that are listed however common their names."""
PASSAGES = 60
"""Best passages whose coverage counts for their pages."""
BOTH = 0.3
"""Part of the lesser of two scores, by name and by words, that adds to the greater."""


_WIKILINK = re.compile(r"\[\[([^\[\]|]*)(?:\\?\|([^\[\]]*))?\]\]")
_ADDRESS = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:[ \t]+\"[^\"\n]{0,200}\")?\)")
_BULLET = re.compile(r"^[ \t]*[-*+][ \t]+", re.MULTILINE)


class Snippets:
    """What is shown of pages, made when it is wanted: a passage of most pages is sent, which says more."""

    def __init__(self, graph: GraphReader, asked: Asked, worded: Mapping[str, _Worded]) -> None:
        self._graph, self._asked, self._worded = graph, asked, worded
        self._made: dict[str, str] = {}

    def of(self, hit: PageHit) -> str:
        """Its summary, else words of the passage that word search found, else of any; of what only helped the first."""
        if hit.snippet or hit.why == "useful":
            return hit.snippet
        found = self._made.get(hit.id)
        if found is None:
            worded = self._worded.get(hit.id)
            text = self._graph.passages([worded.passage])[worded.passage].text if worded else ""
            window = _window(text, self._asked) if says_something(text) else ""
            found = self._made[hit.id] = window or _snippet(self._graph.passages_of(hit.id), self._asked)
        return found

    def checked(self, hit: PageHit, is_stale: IsStale) -> PageHit:
        """A page with whether what it rests on has changed, looked up when it is read."""
        return hit._replace(stale=Stale(lambda: is_stale(hit.id, lambda: self.of(hit))))

    def told(self, hit: PageHit) -> PageHit:
        """A page with what is shown of it."""
        return hit._replace(snippet=self.of(hit))


class WikiFirst(NamedTuple):
    verdict: Verdict
    pages: tuple[PageHit, ...]
    """Without what is shown of them, but for summaries."""
    more: int
    """Pages found beyond those listed; a lower bound."""
    snippets: Snippets


def look_in_wiki(
    graph: GraphReader,
    asked: Asked,
    matches: Sequence[Match],
    *,
    limit: int,
    is_stale: IsStale | None = None,
) -> WikiFirst:
    """Find pages by names and words, and say whether one of them answers the question by itself.

    The graph has to be open when it is read whether a page is stale.
    """
    found, worded = _found_pages(graph, asked, matches, limit=limit)
    snippets = Snippets(graph, asked, worded)
    listed = _listed(found, limit)
    if is_stale:
        listed = [snippets.checked(hit, is_stale) if hit.category in SECOND_HAND else hit for hit in listed]
    verdict = judge(graph, asked, matches, listed, snippets.of)
    return WikiFirst(verdict, tuple(listed), len(found) - len(listed), snippets)


def _listed(found: Sequence[PageHit], limit: int) -> list[PageHit]:
    """The first, and of the pages that the question names a few in any case, though the whole vault speaks of them."""
    named = [hit for hit in found[limit:] if hit.why in ("exact", "alias")][: min(NAMED, limit)]
    return [*found[: limit - len(named)], *named]


def _found_pages(
    graph: GraphReader, asked: Asked, matches: Sequence[Match], *, limit: int
) -> tuple[list[PageHit], dict[str, _Worded]]:
    """Filed answers first, then by score; a name counts more than words, a written page more than a source.

    The snippets are summaries: most pages are not listed, and need no other.
    """
    filed = [
        hit.node
        for hit in graph.names([fold_name(asked.question.text)]).get(fold_name(asked.question.text), ())
        if hit.how == "question"
    ]
    best = {hit.page: hit for hit in reversed(asked.hits)}
    ranked = sorted(best, key=lambda page: (-best[page].score, page))
    # Each hand is searched apart, and in a young wiki every word is common: the scores are no measure of each other.
    own = [page for page in ranked if best[page].category in SECOND_HAND]
    worded_pages = list(dict.fromkeys([*ranked[: 3 * limit], *own[:limit]]))
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
        # Of the pages whose name is all that was asked, the one that is called just so goes first.
        place = _NAMED.index(why) if why == "question" or (by_name > 1 and why in _NAMED) else len(_NAMED)
        hit = PageHit(id, node.name, node.path, node.category, why, min(1.0, score), node.summary)
        found.append((place, -score, hit))
    return [hit for _, _, hit in sorted(found, key=lambda each: (each[0], each[1], each[2].id))], by_words


class _Worded(NamedTuple):
    """A page as word search found it."""

    score: float
    passage: int
    """Its best passage."""


def _by_words(
    graph: GraphReader, asked: Asked, best: Sequence[WordHit], nodes: Mapping[str, Node]
) -> dict[str, _Worded]:
    """Pages by the share of the question that aliases and found passages cover, and how well the best passage does.

    best: the best hit of each page.
    """
    named = ((hit.page, nodes[hit.page].aliases) for hit in best if hit.page in nodes)
    nothing = frozenset[str]()
    covered = {page: asked.covered("\n".join(aliases)) if aliases else nothing for page, aliases in named}
    pages = {hit.passage: hit.page for hit in (*asked.hits[:PASSAGES], *best) if hit.page in covered}
    for id, held in asked.covers(graph, [*pages]).items():
        covered[pages[id]] |= held
    top = asked.hits[0].score if asked.hits and asked.hits[0].score > 0 else 1.0
    return {
        hit.page: _Worded(asked.share(covered[hit.page]) * (1 + hit.score / top) / 2, hit.passage)
        for hit in best
        if hit.page in covered
    }


def _snippet(rows: Sequence[PassageRow], asked: Asked) -> str:
    def place(row: PassageRow) -> tuple[float, bool, int]:
        return asked.share(asked.covered(row.text)), says_something(row.text), -row.ordinal

    best = max(rows, key=place, default=None)
    return _window(best.text, asked) if best else ""


def _window(text: str, asked: Asked) -> str:
    """A snippet as it reads: a link by what it shows, a list item without its bullet, of evidence the quote."""
    cited = parse_evidence_line(text)
    is_quote = cited and cited.block and cited.quote and not (cited.is_mention or cited.rest)
    read = _WIKILINK.sub(_shown, unescape(cited.quote) if cited and is_quote else text)
    # A template would import `re`.
    read = _ADDRESS.sub(lambda link: link[1], read)
    return best_window(_BULLET.sub("", read), list(asked.shares), max_characters=SNIPPET_CHARACTERS)


def _shown(link: re.Match[str]) -> str:
    """What a link shows; nothing for one that cites a block by its id."""
    target, shown = link[1], link[2] or link[1]
    return "" if "#^" in target and target.endswith(shown) else shown
