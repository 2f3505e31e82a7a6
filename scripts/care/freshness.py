"""Whether what a page rests on is still there: quotes by the block they cite, answers as cited_answers.py tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..pages.kept_lines import LISTS, parse_evidence_line, stands_under, unescape

if TYPE_CHECKING:
    from ..pages.model import PassageRow
    from ..store.reader import SqliteReader

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


def gone_evidence(reader: SqliteReader, page: str) -> list[Listed]:
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


def _stands(reader: SqliteReader, listed: Listed) -> bool:
    row = reader.passage_at(listed.page, listed.block)
    return row is not None and says(row.text, listed.quote)


def says(text: str, quote: str) -> bool:
    """Whether a passage has the words of a quote; true for a quote without words."""
    if " ".join(quote.split()) in " ".join(text.split()):
        return True
    # A person may quote loosely; our own quotes are the source's words.
    from ..text.quotes import has_words, locate_quote

    return not has_words(quote) or locate_quote(quote, text) is not None
