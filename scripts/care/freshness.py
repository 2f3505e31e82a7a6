"""Whether what a page rests on is still there: quotes by the block they cite, answers as cited_answers.py tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..homes import parse_json
from ..pages.kept_lines import LISTS, parse_evidence_line, stands_under, unescape
from ..pages.model import HASHES_KEY, MOMENT, SECOND_HAND

if TYPE_CHECKING:
    from ..pages.model import PassageRow
    from ..retrieval.port import GraphReader
    from ..retrieval.wiki_first import IsStale
    from ..store.workspace import Workspace

ADDED, FILED, REVISED = "added", "filed", "revised"
"""Properties with a moment: when the vault first had a source, when an answer was filed last, and a list of when a
revision of the source came in, each with the block ids of the passages that came with it and still stand."""
LISTING = ("entities", "summaries")
"""Categories of pages that quote what speaks of a thing; a filed answer keeps hashes of what it lists."""


class Listed(NamedTuple):
    """A line of evidence that cites a passage, and nothing behind it."""

    line: int
    page: str
    """By link path."""
    block: str
    quote: str
    """As the source has it; "" for a line without one."""


def staleness(ws: Workspace) -> IsStale:
    """What tells of a page id, and of words of it that are shown, whether they rest on what is gone or has changed; of
    a filed answer on what."""
    reader: GraphReader = ws.reader

    def is_stale(page: str, shown: Callable[[], str]) -> bool | Sequence[str]:
        head = reader.heads_of([page]).get(page)
        if head is None or head.category not in SECOND_HAND:
            return False
        if head.category == "topics":
            query = "SELECT a.facts FROM nodes n JOIN about a ON a.page = n.page WHERE n.name = ?"
            row = ws.index.connection().execute(query, (page,)).fetchone()
            properties = parse_json(row[0])["properties"]
            if not properties.get(HASHES_KEY):
                return False
            from .cited_answers import stale_reasons  # few questions meet a filed answer

            return [f"[[{cited}]] {reason}" for cited, reason in stale_reasons(reader, properties)]
        listed = [each for each in _listed_in(reader.passages_of(page)) if each.quote]
        return bool(listed) and _is_gone(reader, listed, shown())

    return is_stale


def written(ws: Workspace) -> Callable[[str, str], str]:
    """What tells of a page id and a block of it when the passage came with a revision; else when an answer was filed
    last, and when any other page was said or made first: a day, or a moment as `local_time`; "" where its
    properties do not tell."""

    def moment(page: str, block: str = "") -> str:
        query = "SELECT p.category, p.facts FROM nodes n JOIN pages p ON p.id = n.page WHERE n.name = ?"
        row = ws.index.connection().execute(query, (page,)).fetchone()
        values = parse_json(row[1])["properties"] if row else {}
        names = (FILED, "updated") if row and row[0] == "topics" else ("date", ADDED, "created")
        told = [str(values.get(name) or "") for name in names]
        if block and REVISED in values:
            from .revisions import came_with  # Late: few passages came with a revision.

            told.insert(0, came_with(values[REVISED], block))
        return next((each[:MOMENT] for each in told if each[:4].isdigit() and each[4:5] == "-"), "")

    return moment


def gone_evidence(reader: GraphReader, page: str) -> list[Listed]:
    """The lines of evidence on a page of ours whose passage is gone, or says what is quoted no more."""
    rows = reader.passages_of(page)
    listing = rows[0].category in LISTING if rows else False
    return [line for line in _listed_in(rows) if not _stands(reader, line)] if listing else []


def _listed_in(rows: Sequence[PassageRow]) -> list[Listed]:
    return [each for row in rows for each in listed_lines(row.heading, row.line, row.text)]


def listed_lines(heading: str, first: int, text: str) -> Iterator[Listed]:
    """The evidence in a passage of a page of ours.  first: the line of the file on which the passage begins."""
    if stands_under(heading, LISTS):
        for number, line in enumerate(text.split("\n"), first):
            found = parse_evidence_line(line)
            if found and found.block and not found.rest:
                yield Listed(number, found.page, found.block, unescape(found.quote))


def _is_gone(reader: GraphReader, listed: Sequence[Listed], shown: str) -> bool:
    """Whether a quote that the words shown are of or hold is gone, or nothing that the page quotes is left."""
    words = " ".join(unescape(shown).split()).strip("… ")
    quotes = [" ".join(line.quote.split()) for line in listed]
    told = [line for line, quote in zip(listed, quotes) if words and (words in quote or quote in words)]
    if told:
        return not all(_stands(reader, line) for line in told)
    return bool(listed) and not any(_stands(reader, line) for line in listed)


def _stands(reader: GraphReader, listed: Listed) -> bool:
    row = reader.passage_at(listed.page, listed.block)
    return row is not None and says(row.text, listed.quote)


def says(text: str, quote: str) -> bool:
    """Whether a passage has the words of a quote; true for a quote without words."""
    if " ".join(quote.split()) in " ".join(text.split()):
        return True
    # A person may quote loosely; our own quotes are the source's words.
    from ..pages.text.quotes import has_words, locate_quote

    return not has_words(quote) or locate_quote(quote, text) is not None
