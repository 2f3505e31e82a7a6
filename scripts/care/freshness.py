"""Whether what a page rests on is still there: claims and quotes by the block they cite, answers by the hashes they
keep."""

from __future__ import annotations

from bisect import bisect_right

from ..model import MOMENT, SECOND_HAND
from ..named_tuple import NamedTuple
from ..pages.kept_lines import LISTS, parse_evidence_line, stands_under, unescape
from ..quick_json import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar

    from ..model import PassageRow
    from ..page_model import Passage
    from ..retrieval.port import GraphReader
    from ..retrieval.wiki_first import IsStale
    from ..store.workspace import Workspace

    _T = TypeVar("_T", int, str)

HASH_LENGTH = 12
EVIDENCE_KEY, HASHES_KEY = "evidence", "evidence_hashes"
"""Properties of a filed answer: what it cites, and the hash of each as it was then."""
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


class StaleReason(NamedTuple):
    """One cited passage that is not what it was."""

    cited: str
    reason: str
    """gone or changed."""


def content_hash(text: str) -> str:
    """Hash of a passage's words: line breaks and indentation do not count."""
    from ..digests import sha256

    return sha256(" ".join(text.split()).encode("utf-8")).hexdigest()[:HASH_LENGTH]


def cited_text(reader: GraphReader, cited: str) -> str | None:
    """The text that a citation `page#^block` or `page` means now; None when there is no such thing."""
    from ..pages.linking.link_text import bare_link, parse_link_text  # Late: few questions meet a filed answer.

    path, subpath, _ = parse_link_text(bare_link(cited))
    if subpath.startswith("#^"):
        row = reader.passage_at(path, subpath[2:])
        return row.text if row else None
    rows = reader.passages_of(path)
    return "\n".join(row.text for row in rows) if rows else None


def cited_parts(properties: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Path and subpath of what a filed answer says to cite; empty for any other page."""
    from ..pages.linking.link_text import bare_link, parse_link_text

    cited = properties.get(EVIDENCE_KEY)
    return [parse_link_text(bare_link(str(link)))[:2] for link in cited] if isinstance(cited, list) else []


def stale_reasons(reader: GraphReader, properties: Mapping[str, Any]) -> tuple[StaleReason, ...]:
    """What a filed answer cites that is gone or changed since; empty for a fresh answer and for any other page."""
    cited, hashes = properties.get(EVIDENCE_KEY), properties.get(HASHES_KEY)
    if not isinstance(cited, list) or not isinstance(hashes, list):
        return ()
    from ..pages.linking.link_text import bare_link

    reasons = []
    for link, known in zip(cited, hashes):
        text = cited_text(reader, str(link))
        shown = bare_link(str(link)).partition("|")[0]
        if text is None:
            reasons.append(StaleReason(shown, "gone"))
        elif content_hash(text) != known:
            reasons.append(StaleReason(shown, "changed"))
    return tuple(reasons)


def staleness(ws: Workspace) -> IsStale:
    """What tells of a page id, and of words of it that are shown, whether they rest on what is gone or has changed."""
    reader: GraphReader = ws.reader

    def is_stale(page: str, shown: Callable[[], str]) -> bool:
        head = reader.heads_of([page]).get(page)
        if head is None or head.category not in SECOND_HAND:
            return False
        if head.category == "topics":
            query = "SELECT a.facts FROM nodes n JOIN about a ON a.page = n.page WHERE n.name = ?"
            row = ws.index.connection().execute(query, (page,)).fetchone()
            return bool(stale_reasons(reader, loads(row[0])["properties"]))
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
        values = loads(row[1])["properties"] if row else {}
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


def blocks_saying(passages: Iterable[Passage | PassageRow]) -> Callable[[str], str]:
    """What tells the block of the first passage that has the words of a quote as they are; "" for none, or no words.

    The passages are read once: a revision of a long source loses hundreds of quotes.
    """
    return _first_saying([(each.block, each.text) for each in passages if each.block], "")


def lines_saying(passages: Iterable[Passage | PassageRow]) -> Callable[[str], int]:
    """The same for the passages that no link reaches, by their line, 0 for none: a person took the block id out, or
    pasted it a second time."""
    seen: set[str] = set()
    unreached = []
    for each in passages:
        if not each.block or each.block.lower() in seen:
            unreached.append((each.line, each.text))
        seen.add(each.block.lower())
    return _first_saying(unreached, 0)


def _first_saying(named: Iterable[tuple[_T, str]], none: _T) -> Callable[[str], _T]:
    read = [(name, " ".join(text.split())) for name, text in named]
    # No words go beyond a line, as none has a line end in it.
    joined, starts = "\n".join(text for _, text in read), [0]
    for _, text in read:
        starts.append(starts[-1] + len(text) + 1)

    def first(quote: str) -> _T:
        words = " ".join(quote.split())
        at = joined.find(words) if words else -1
        return read[bisect_right(starts, at) - 1][0] if at >= 0 else none

    return first


def says(text: str, quote: str) -> bool:
    """Whether a passage has the words of a quote; true for a quote without words."""
    if " ".join(quote.split()) in " ".join(text.split()):
        return True
    # A person may quote loosely; our own quotes are the source's words.
    from ..pages.text.quotes import has_words, locate_quote

    return not has_words(quote) or locate_quote(quote, text) is not None
