"""Finding pages by words: what a name in the words means first, then by what their text says."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import UsageError
from ..index_store.port import IndexReader
from ..look.lookup import similar_names
from ..model import PageRow, PassageRow
from ..text.analyzer import name_key
from ..text.labels import page_label
from ..text.names import fold_name
from ..text.plain_text import reader_text
from .filed import evidence_quotes
from .rank import rank
from .understand import understand

SNIPPET_CHARACTERS = 160
FEWEST_WORDS = 3
"""Of a passage that tells a page."""
NEAR = 5
LIKENESS = 0.75
"""Of a name to the words searched for, where nothing has them."""


class PageHit(NamedTuple):
    """A page that was found."""

    id: str
    """Of its node: the slug, or the path without `.md` where the slug is not unique."""
    label: str
    """As `show` takes it."""
    path: str
    title: str
    category: str
    why: str
    """What the words name it by: title, alias or short (its title without `(…)`), `slip` where that was misspelled;
    else words."""
    snippet: str
    """The beginning of its best passage; "" where no passage was found."""


class PageHits(NamedTuple):
    """Pages, best first."""

    query: str
    offset: int
    """How many of the best were passed over."""
    hits: tuple[PageHit, ...]
    omitted: int
    """Pages found after those listed."""
    corrected: tuple[tuple[str, str], ...]
    """Words that occur nowhere, each with what was searched for instead."""
    nowhere: tuple[str, ...]
    """Words that occur nowhere."""
    only: str = ""
    """Which pages alone were searched, in words; "" for all."""


def find_pages(
    reader: IndexReader, query: str, *, limit: int, offset: int = 0, only: str = "", today: str = ""
) -> PageHits:
    """Return the pages that a name in the query means, or whose text holds its words, best first.

    offset: how many of the best to pass over.  only: what is said of the pages searched.  today: the day
    on which it is asked.  Raises UsageError for a query without a letter, digit or emoji.
    """
    if not name_key(query, ""):
        raise UsageError("there is nothing to search for", hint="give words that a page may have")
    asked = understand(reader, query, today=today)
    ranking, found = rank(reader, asked)
    rows = (found.page_rows.get(page) for page in ranking.pages)
    pages = [row for row in rows if row]
    folded = fold_name(query)
    # A page that has just this name goes before those that have one like it.
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
        tuple(_hit(page, named.get(page.id, "words"), best.get(page.id)) for page in listed),
        max(0, len(pages) - offset - limit),
        tuple((term.corrected_from, term.text) for term in asked.terms if term.corrected_from),
        (*asked.nowhere, *(term.corrected_from for term in asked.terms if term.corrected_from)),
        only,
    )


def _near_pages(reader: IndexReader, query: str) -> list[PageRow]:
    """Return the pages whose name is like the query, best first; none for a code, which is no slip of another one."""
    if not "".join(query.split()).isalpha():
        return []
    near = [name.page for name, likeness in similar_names(reader, query, limit=NEAR) if likeness >= LIKENESS]
    rows = {row.id: row for row in reader.pages(ids=[page for page in near if page is not None])}
    return [rows[page] for page in dict.fromkeys(near) if page in rows]


def _is_short(passage: PassageRow) -> bool:
    """Whether a passage says too little to tell a page by, as `/// tip`."""
    return len(reader_text(passage.text, passage.kind).split()) < FEWEST_WORDS


def _hit(page: PageRow, why: str, passage: PassageRow | None) -> PageHit:
    snippet = ""
    if passage:
        # Of a list of evidence what it quotes, without the ids.
        quotes = evidence_quotes(passage.text)
        snippet = " ".join((" ".join(quotes) if quotes else reader_text(passage.text, passage.kind)).split())
    return PageHit(page.node, page_label(page), page.path, page.title, page.category, why, _cut(snippet))


def _cut(text: str, most: int = SNIPPET_CHARACTERS) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
