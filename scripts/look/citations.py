"""Find the citations of a source: its summary, claims, filed answers and quotes on pages; those that a change loses;
and the words that come near to a quote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..index_store.port import IndexReader
from ..model import Quotable
from ..text.block_ids import quotables
from ..text.characters import unescape
from ..text.kept import EVIDENCE_LISTS, SOURCE_LINE, EvidenceLine, parse_evidence_line, stands_under
from ..text.links import basename_key, parse_link_text, split_target
from ..text.names import stem_of
from ..text.quotes import FoundQuote, fold_passages, fold_text, says
from ..wiki_store.files import is_note
from ..wiki_store.working_copy import WorkingCopy

QUOTING = ("entities", "summaries")
"""Categories of pages that list quotes; a filed answer keeps hashes of what it lists."""


class Citation(NamedTuple):
    """A place that rests on a passage of a source."""

    path: str
    line: int
    block: str
    quote: str = ""
    now: str = ""
    """For a lost citation, the block that has its quoted words now; "" for none."""


def citing_pages(copy: WorkingCopy, reader: IndexReader, path: str) -> list[str]:
    """Return the notes with a link to a page, by path: not the page itself, and no symbolic links to notes."""
    rows = reader.links(basenames=sorted({basename_key(path), basename_key(stem_of(path))}), targets=[path])
    found = {row.path for row in rows if row.target == path and row.path != path and is_note(row.path)}
    return sorted(where for where in found if copy.exists(where) and not copy.is_link(where))


def citations(copy: WorkingCopy, reader: IndexReader, path: str) -> list[Citation]:
    """Return the citations of a page's blocks: claims and filed answers, then quotes on our pages; by path and line."""
    resolver = copy.resolver()
    found: set[Citation] = set()
    listed: list[Citation] = []
    for where in citing_pages(copy, reader, path):
        page = copy.page(where)
        for claim in page.claims:
            cited = (item for item in claim.evidence if resolver.resolve(item.source, where) == path)
            found.update(Citation(where, claim.line, item.block, item.quote) for item in cited)
        for link, block in cited_blocks(page.properties):
            if resolver.resolve(link, where) == path:
                found.add(Citation(where, 1, block))
        if page.category in QUOTING:
            listed += [
                Citation(where, line, item.block, unescape(item.quote))
                for line, item in _listed_evidence(copy.read(where))
                if resolver.resolve(item.page, where) == path
            ]
    return sorted(found) + sorted(listed)


def lost_citations(cited: Iterable[Citation], current: Sequence[Quotable]) -> list[Citation]:
    """Return the citations whose block, or whose words in it, are gone, with the block that has the words now."""
    texts = {quotable.block.lower(): quotable.text for quotable in current}
    lost = [
        item
        for item in cited
        if item.block and (item.block.lower() not in texts or not says(texts[item.block.lower()], item.quote))
    ]
    words = [(quotable.block, " ".join(quotable.text.split())) for quotable in current if quotable.block]
    return [item._replace(now=_first_saying(words, item.quote)) for item in lost]


def cited_blocks(properties: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return path and block of each citation of a filed answer, "" for no block; empty for any other page."""
    cited = properties.get("evidence")
    if not isinstance(cited, list):
        return []
    parts = [parse_link_text(str(link).strip().removeprefix("[[").removesuffix("]]"))[:2] for link in cited]
    return [(path, subpath[2:] if subpath.startswith("#^") else "") for path, subpath in parts]


def _listed_evidence(text: str) -> Iterator[tuple[int, EvidenceLine]]:
    """Yield the lines of evidence that the tools keep on a page: those of a quote and nothing else."""
    for quotable in quotables(text):
        if stands_under(quotable.heading, EVIDENCE_LISTS):
            for number, line in enumerate(quotable.text.split("\n"), quotable.line):
                found = parse_evidence_line(line)
                if found and found.block and found.quote and not found.rest:
                    yield number, found


def _first_saying(words: Sequence[tuple[str, str]], quote: str) -> str:
    wanted = " ".join(quote.split())
    return next((block for block, text in words if wanted and wanted in text and says(text, quote)), "")


SUMMARY, SUMMARY_TITLE = "-summary", " (summary)"
"""Endings of the file name and the title of a source's summary."""


def summary_of(copy: WorkingCopy, reader: IndexReader, source: str) -> str:
    """Return the vault path of the summary of a source, given by its path; the default path where there is none.

    A summary that a person moved or renamed is recognized by its type, and by its name or the link to its source.
    """
    place = copy.path_in("summaries", stem_of(source) + SUMMARY)
    if copy.exists(place):
        return place
    base = basename_key(source)
    linking = {row.path for row in reader.links(basenames=[base])}
    for row in reader.pages(everything=True):
        if row.type != "summary" or not copy.exists(row.path):
            continue
        is_ours = row.category == "summaries" or row.title.endswith(SUMMARY_TITLE)
        is_called = basename_key(row.path) == basename_key(place)
        if is_called or (is_ours and row.path in linking and _says_source(copy, row.path, base)):
            return row.path
    return place


def _says_source(copy: WorkingCopy, path: str, base: str) -> bool:
    lines = copy.read(path).split("\n")
    return any(
        basename_key(split_target(link.path)[0]) == base and lines[link.line - 1].startswith(SOURCE_LINE)
        for link in copy.page(path).links
    )


_LEAST_LIKENESS = 0.5
"""Below this a stretch has little to do with the quote."""
_LONGEST = 5_000
"""Characters of a passage, and of a quote, that are compared: the time grows with their product."""


def nearest_stretch(quote: str, passages: Sequence[Quotable]) -> FoundQuote | None:
    """Return the whole words of a passage that are most like the quote; None when nothing comes close.

    By rapidfuzz's partial_ratio over folded texts; of passages that are alike the first.
    """
    from rapidfuzz import fuzz  # only a refused quote comes here

    folded = fold_passages(tuple(passages))
    wanted = fold_text(quote).text[:_LONGEST]
    texts = [text.text[:_LONGEST] for text in folded]
    scores = [fuzz.partial_ratio(wanted, text) for text in texts] if wanted else []
    if not scores:
        return None
    best = scores.index(max(scores))
    # A passage of markup alone folds to an empty text, which is like anything.
    if scores[best] < 100 * _LEAST_LIKENESS or not texts[best]:
        return None
    passage, text = passages[best], folded[best]
    alignment = fuzz.partial_ratio_alignment(wanted, texts[best])
    first, behind = 0, len(texts[best])
    if alignment is not None and len(wanted) <= behind:
        first, behind = alignment.dest_start, alignment.dest_end
    start, end = text.starts[first], text.ends[behind - 1]
    while start > 0 and not passage.text[start - 1].isspace():
        start -= 1
    while end < len(passage.text) and not passage.text[end].isspace():
        end += 1
    return FoundQuote(passage, start, end)
