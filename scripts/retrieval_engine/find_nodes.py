"""Which nodes some words name: whole names first, then what is spelled nearly so, then pages that hold the words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..look.lookup import similar_names
from ..model import Name, PageRow
from ..text.names import fold_name
from .rank import rank
from .understand import understand
from .values import Query, QueryName

STRENGTHS = {"exact": 1.0, "alias": 0.95, "folded": 0.9, "short": 0.85, "fuzzy": 0.8, "keyword": 0.5}
"""How surely each kind of match means its node."""

RARITY_SHARE = 0.05
"""What the rarity of a name adds: less than the step between two kinds of match."""

SAME_NAME = 3
"""Nodes given for one name that several have."""

LEAST_LIKE = 0.8
"""One letter of five.  Below this, two names are more often different things than one thing misspelled."""

LEAST_SCORE = 0.5
"""Of the best page: what scores less holds a word of the query, and is not what it is about."""


class NodeMatch(NamedTuple):
    """A node that a query names, and why it is thought so."""

    id: str
    name: str
    """The name that matched; of a page that holds the words its title."""
    mention: str
    """The words of the query."""
    how: str
    """exact, alias, folded (but for form), short (a title without its qualifier), fuzzy (misspelled) or keyword."""
    score: float
    """In (0, 1]: by the kind of match, then by how rare the name is or how well the page fits."""


def find_nodes(reader: IndexReader, query: str, *, limit: int) -> tuple[NodeMatch, ...]:
    """Return the nodes that a query names, best first, ties by id."""
    asked = understand(reader, query)
    best: dict[str, NodeMatch] = {}
    for match in (*_named(asked), *_similar(reader, asked, limit), *_pages(reader, asked, limit)):
        known = best.get(match.id)
        if known is None or match.score > known.score:
            best[match.id] = match
    return tuple(sorted(best.values(), key=lambda match: (-match.score, match.id))[:limit])


def _named(asked: Query) -> Iterator[NodeMatch]:
    for name in asked.names:
        nodes = list(dict.fromkeys(entry.node for entry in name.names))[:SAME_NAME]
        for entry in name.names:
            if entry.node in nodes:
                how = _kind(asked.question, name, entry)
                score = STRENGTHS[how] - RARITY_SHARE * (1 - name.rarity)
                yield NodeMatch(entry.node, entry.text, name.text, how, score)


def _kind(query: str, name: QueryName, entry: Name) -> str:
    if not name.is_exact:
        return "fuzzy"
    if entry.kind in ("alias", "short"):
        return entry.kind
    # What a query has of a script without blanks is given by pairs of characters.
    written = name.text if " " in entry.text or " " not in entry.key else entry.text
    # The words of a name are parted by blanks, whatever signs the query has between them.
    is_exact = entry.text.casefold() == written.casefold() and entry.text.casefold() in query.casefold()
    return "exact" if is_exact else "folded"


def _similar(reader: IndexReader, asked: Query, limit: int) -> Iterator[NodeMatch]:
    """Give the names that are spelled nearly like the whole query, where it is none itself."""
    folded = fold_name(asked.question)
    if any(fold_name(name.text) == folded for name in asked.names):
        return
    for name, likeness in similar_names(reader, asked.question, limit=limit):
        # INC-4311 is no slip for INC-4310.
        if likeness >= LEAST_LIKE and name.kind != "question" and _digits(name.text) == _digits(asked.question):
            yield NodeMatch(name.node, name.text, asked.question.strip(), "fuzzy", STRENGTHS["fuzzy"] * likeness)


def _pages(reader: IndexReader, asked: Query, limit: int) -> Iterator[NodeMatch]:
    """Give the pages that hold the query's words and score at least half of the best one."""
    ranking, found = rank(reader, asked)
    scores: dict[int, float] = {}
    for passage in ranking.passages:
        scores[passage.page] = max(scores.get(passage.page, 0.0), passage.score)
    largest = max(scores.values(), default=0.0)
    pages: dict[int, PageRow] = dict(found.page_rows)
    # A page that only its name, folder or links bring has no passage, and stands behind those that have.
    shares = {page: scores.get(page, largest / 2) / largest if largest > 0 else LEAST_SCORE for page in ranking.pages}
    chosen = [page for page, share in shares.items() if page in pages and share >= LEAST_SCORE]
    terms = [term for term in asked.terms if term.share and term.sections]
    how = "fuzzy" if any(term.corrected_from for term in terms) else "keyword"
    mention = ", ".join(term.corrected_from or term.text for term in terms)
    for page in chosen[:limit]:
        yield NodeMatch(pages[page].node, pages[page].title, mention, how, STRENGTHS["keyword"] * shares[page])


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))
