"""Cutting one source out of a page: claims that rest on nothing else go, others lose that evidence.  Text to text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import regex as re
from ..errors import ClaimError, EditRefusedError
from ..named_tuple import NamedTuple
from ..pages.kept_lines import LISTS
from ..pages.knowledge.claim_line import BLOCK_ID
from ..pages.knowledge.claims import format_claim
from ..pages.linking.resolution import resolve
from ..pages.markdown.scanner import scan
from ..pages.markdown.sections import remove_spans
from ..pages.page import read_page
from ..pages.text.splices import Splice, splice
from ..pages.yaml.frontmatter import read_properties

if TYPE_CHECKING:
    from ..model import Evidence, Page, PlacedClaim
    from ..pages.linking.resolution import VaultNames

_LISTS = frozenset(name.lower() for name in LISTS)
_MARKER = re.compile(r"[-*+][ \t]+")


class Cut(NamedTuple):
    """A page without one source."""

    text: str
    claims: int
    """Claims that are gone."""
    loosened: int
    """Claims that lost this evidence and keep other."""
    lines: int
    """List items under Evidence or Mentions that are gone."""


def cut_source(
    text: str,
    path: str,
    source: str,
    names: VaultNames,
    *,
    folder: str,
    lists: bool,
    still_there: frozenset[str] = frozenset(),
) -> Cut:
    """The page at path without claims and evidence that rest on the note at source.

    still_there: block ids of the source, in lower case; what cites one of them stays.  lists: items under Evidence
    and Mentions that cite it go too.  Raises EditRefusedError for a claim line that cannot be written again.
    """
    splices: list[Splice] = []
    claims = loosened = 0
    for line in _claim_lines(read_page(path, text, folder=folder)):
        evidence = line[0].claim.evidence
        kept = tuple(
            item
            for item in evidence
            if item.block.lower() in still_there or resolve(item.source, path, names) != source
        )
        if len(kept) == len(evidence):
            continue
        claims, loosened = claims + (0 if kept else len(line)), loosened + (len(line) if kept else 0)
        splices.append(_loosened(text, path, line, kept) if kept else whole_line(text, line[0].start, line[0].end))
    changed = splice(text, splices)
    items = _citing_items(changed, path, source, names, still_there) if lists else []
    return Cut(remove_spans(changed, items), claims, loosened, len(items))


def whole_line(text: str, start: int, end: int) -> Splice:
    """The splice that takes out a span, with its line where nothing else stands on it."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    last = len(text) if last < 0 else last + 1
    # A quote's marker before it, or anything behind it, is not ours to take.
    alone = not text[first:start].strip() and not text[end:last].strip()
    return Splice(first, last, "") if alone else Splice(start, end, "")


def listed_evidence(text: str) -> list[tuple[int, int]]:
    """Spans of the outermost list items under Evidence and Mentions."""
    found = scan(text, body_start=read_properties(text).body_start)
    spans = []
    for block in found.blocks:
        if block.kind == "item" and block.depth == 0:
            above = [heading for heading in found.headings if heading.start < block.start]
            if above and above[-1].text.strip().lower() in _LISTS:
                spans.append((block.start, block.end))
    return spans


def _claim_lines(page: Page) -> list[list[PlacedClaim]]:
    """Claims with evidence, those of one line together."""
    lines: dict[int, list[PlacedClaim]] = {}
    for placed in page.claims:
        if placed.form == "claim" and placed.claim.evidence:
            lines.setdefault(placed.start, []).append(placed)
    return list(lines.values())


def _loosened(text: str, path: str, line: list[PlacedClaim], kept: tuple[Evidence, ...]) -> Splice:
    """A claim line written again with the evidence it keeps; its marker and block id stay."""
    start, end = line[0].start, line[0].end
    written = text[start:end].rstrip()
    marker, block_id = _MARKER.match(written), BLOCK_ID.search(written)
    indent = text[text.rfind("\n", 0, start) + 1 : start]
    try:
        lines = [format_claim(placed.claim._replace(evidence=kept)) for placed in line]
    except ClaimError as err:
        raise EditRefusedError(f"the claim cannot be written again: {err.what}", path=path, line=line[0].line) from err
    lines = [(marker[0] if marker else "- ") + new.removeprefix("- ") for new in lines]
    lines[-1] += block_id[0] if block_id else ""
    return Splice(start, start + len(written), ("\n" + indent).join(lines))


def _citing_items(
    text: str, path: str, source: str, names: VaultNames, still_there: frozenset[str]
) -> list[tuple[int, int]]:
    """Listed evidence that cites the source, apart from passages that are still there."""
    links = scan(text, body_start=read_properties(text).body_start).links
    cites = [
        link.start
        for link in links
        if link.path
        and link.subpath.removeprefix("#^").lower() not in still_there
        and resolve(link.path, path, names) == source
    ]
    return [span for span in listed_evidence(text) if any(span[0] <= start < span[1] for start in cites)]
