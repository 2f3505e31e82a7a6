"""Finding pages, and the nodes that words name: first by a name in the words, then by the texts of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..errors import UsageError
from ..index_store.port import IndexReader
from ..look.lookup import similar_names
from ..model import Name, PageRow, PassageRow
from ..text.analyzer import name_key
from ..text.labels import page_label
from ..text.names import fold_name
from ..text.plain_text import reader_text
from .filed import evidence_quotes
from .rank import rank
from .understand import understand
from .values import Query, QueryName

SNIPPET_CHARACTERS = 160
FEWEST_WORDS = 3
"""Fewest words of a passage that describes its page."""
NEAR = 5
LIKENESS = 0.75
"""Least likeness of a name to the words searched for, where nothing has them."""

STRENGTHS = {"exact": 1.0, "alias": 0.95, "folded": 0.9, "short": 0.85, "fuzzy": 0.8, "keyword": 0.5}
"""How surely each kind of match refers to its node."""

RARITY_SHARE = 0.05
"""Weight of a name's rarity: less than the step between two kinds of match."""

SAME_NAME = 3
"""Most nodes returned for one name."""

LEAST_LIKE = 0.8
"""One letter of five.  Below this, two names are more often different things than one thing misspelled."""

LEAST_SCORE = 0.5
"""Share of the best page's score: a page that scores less has a word of the query, but another subject."""


class PageHit(NamedTuple):
    """A page that matches a query."""

    id: str
    """Id of its node: the slug, or the path without `.md` where the slug is not unique."""
    label: str
    """The label that `show` accepts."""
    path: str
    title: str
    category: str
    why: str
    """Why it matches: `title`, `alias` or `short` (its title without `(…)`) where the query names it, `slip` where that
    name is misspelled, else `words`."""
    snippet: str
    """The beginning of its best passage; "" where no passage was found."""


class PageHits(NamedTuple):
    """Pages, best first."""

    query: str
    offset: int
    """How many of the best were skipped."""
    hits: tuple[PageHit, ...]
    omitted: int
    """Pages found after those listed."""
    corrected: tuple[tuple[str, str], ...]
    """Words that occur nowhere, each with the word that was searched for instead."""
    nowhere: tuple[str, ...]
    """Words that occur nowhere."""
    only: str = ""
    """Description of the pages that were searched; "" for all pages."""


def find_pages(
    reader: IndexReader, query: str, *, limit: int, offset: int = 0, only: str = "", today: str = ""
) -> PageHits:
    """Return the pages that the query names, or whose text holds its words, best first.

    offset: how many of the best to skip.  only: description of the pages searched.  today: the day of the call.
    Raises UsageError for a query without a letter, digit or emoji.
    """
    if not name_key(query, ""):
        raise UsageError("there is nothing to search for", hint="give words that a page may have")
    asked = understand(reader, query, today=today)
    ranking, found = rank(reader, asked)
    rows = (found.page_rows.get(page) for page in ranking.pages)
    pages = [row for row in rows if row]
    folded = fold_name(query)
    # A page that has exactly this name goes before those with a similar one.
    pages.sort(key=lambda page: folded not in map(fold_name, (page.title, page.node, *page.aliases)))
    named: dict[int | None, str] = {}
    for name in asked.names:
        for entry in name.names:
            kind = "title" if entry.kind == "stem" else entry.kind
            named.setdefault(entry.page, kind if name.is_exact else "slip")
    best: dict[int, PassageRow] = {}
    for ranked in ranking.passages:
        row = found.passage_rows[ranked.id]
        if ranked.page not in best or (_is_short(best[ranked.page]) and not _is_short(row)):
            best[ranked.page] = row
    if not pages:
        pages = _near_pages(reader, query)
        named = dict.fromkeys((page.id for page in pages), "slip")
    listed = pages[offset : offset + limit]
    return PageHits(
        query,
        offset,
        tuple(_page_hit(page, named.get(page.id, "words"), best.get(page.id)) for page in listed),
        max(0, len(pages) - offset - limit),
        tuple((term.corrected_from, term.text) for term in asked.terms if term.corrected_from),
        (*asked.nowhere, *(term.corrected_from for term in asked.terms if term.corrected_from)),
        only,
    )


def _near_pages(reader: IndexReader, query: str) -> list[PageRow]:
    """Return the pages whose name resembles the query, best first; none for a code, which is no slip of another one."""
    if not "".join(query.split()).isalpha():
        return []
    near = [name.page for name, likeness in similar_names(reader, query, limit=NEAR) if likeness >= LIKENESS]
    rows = {row.id: row for row in reader.pages(ids=[page for page in near if page is not None])}
    return [rows[page] for page in dict.fromkeys(near) if page in rows]


def _is_short(passage: PassageRow) -> bool:
    """Whether a passage is too short to describe its page, such as `/// tip`."""
    return len(reader_text(passage.text, passage.kind).split()) < FEWEST_WORDS


def _page_hit(page: PageRow, why: str, passage: PassageRow | None) -> PageHit:
    snippet = ""
    if passage:
        # A list of evidence is shown by its quotes, without the ids.
        quotes = evidence_quotes(passage.text)
        snippet = " ".join((" ".join(quotes) if quotes else reader_text(passage.text, passage.kind)).split())
    return PageHit(page.node, page_label(page), page.path, page.title, page.category, why, _shorten(snippet))


def _shorten(text: str, most: int = SNIPPET_CHARACTERS) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


class NodeMatch(NamedTuple):
    """A node that a query names, and how it matched."""

    id: str
    name: str
    """The name that matched; for a page that only holds the words, its title."""
    mention: str
    """The words of the query."""
    how: str
    """exact, alias, folded (another form), short (a title without its qualifier), fuzzy (misspelled) or keyword."""
    score: float
    """In (0, 1]: by the kind of match, then by how rare the name is or how well the page fits."""


def find_nodes(reader: IndexReader, query: str, *, limit: int) -> tuple[NodeMatch, ...]:
    """Return the nodes that a query names, best first, ties by id."""
    asked = understand(reader, query)
    best: dict[str, NodeMatch] = {}
    for match in (*_match_names(asked), *_match_similar(reader, asked, limit), *_match_pages(reader, asked, limit)):
        known = best.get(match.id)
        if known is None or match.score > known.score:
            best[match.id] = match
    return tuple(sorted(best.values(), key=lambda match: (-match.score, match.id))[:limit])


def _match_names(asked: Query) -> Iterator[NodeMatch]:
    for name in asked.names:
        nodes = list(dict.fromkeys(entry.node for entry in name.names))[:SAME_NAME]
        for entry in name.names:
            if entry.node in nodes:
                how = _match_kind(asked.question, name, entry)
                score = STRENGTHS[how] - RARITY_SHARE * (1 - name.rarity)
                yield NodeMatch(entry.node, entry.text, name.text, how, score)


def _match_kind(query: str, name: QueryName, entry: Name) -> str:
    if not name.is_exact:
        return "fuzzy"
    if entry.kind in ("alias", "short"):
        return entry.kind
    # The query's text in a script without blanks comes as pairs of characters.
    written = name.text if " " in entry.text or " " not in entry.key else entry.text
    # The words of a name are separated by blanks, whatever characters the query has between them.
    is_exact = entry.text.casefold() == written.casefold() and entry.text.casefold() in query.casefold()
    return "exact" if is_exact else "folded"


def _match_similar(reader: IndexReader, asked: Query, limit: int) -> Iterator[NodeMatch]:
    """Yield the names that are spelled nearly like the whole query, unless it is a name itself."""
    folded = fold_name(asked.question)
    if any(fold_name(name.text) == folded for name in asked.names):
        return
    for name, likeness in similar_names(reader, asked.question, limit=limit):
        # INC-4311 is no slip for INC-4310.
        if likeness >= LEAST_LIKE and name.kind != "question" and _digits(name.text) == _digits(asked.question):
            yield NodeMatch(name.node, name.text, asked.question.strip(), "fuzzy", STRENGTHS["fuzzy"] * likeness)


def _match_pages(reader: IndexReader, asked: Query, limit: int) -> Iterator[NodeMatch]:
    """Yield the pages that hold the query's words and score at least half of the best one."""
    ranking, found = rank(reader, asked)
    scores: dict[int, float] = {}
    for passage in ranking.passages:
        scores[passage.page] = max(scores.get(passage.page, 0.0), passage.score)
    largest = max(scores.values(), default=0.0)
    pages: dict[int, PageRow] = dict(found.page_rows)
    # A page that was found only by its name, folder or links has no passage, and comes after those that have.
    shares = {page: scores.get(page, largest / 2) / largest if largest > 0 else LEAST_SCORE for page in ranking.pages}
    chosen = [page for page, share in shares.items() if page in pages and share >= LEAST_SCORE]
    terms = [term for term in asked.terms if term.share and term.sections]
    how = "fuzzy" if any(term.corrected_from for term in terms) else "keyword"
    mention = ", ".join(term.corrected_from or term.text for term in terms)
    for page in chosen[:limit]:
        yield NodeMatch(pages[page].node, pages[page].title, mention, how, STRENGTHS["keyword"] * shares[page])


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))
