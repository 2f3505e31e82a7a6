"""What a page has from one source, cut or led to where it stands now: claims and lines of evidence.  Text to text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..errors import ClaimError, EditRefusedError
from ..model import Claim, Evidence, Page
from .characters import unescape
from .claims import format_claim
from .editing import whole_line
from .frontmatter import split
from .kept import EVIDENCE_LISTS, kept_name, parse_evidence_line
from .links import Resolver
from .markdown import read_body
from .page import read_page
from .spans import Splice, splice

Follow = Callable[[Evidence, Claim | None], Evidence | None]
"""What becomes of one piece of evidence, of a claim or of a list item (None); None where it goes."""

_BLOCK_ID = re.compile(r"(?<![ \t])[ \t]+\^[A-Za-z0-9-]+[ \t]*\Z")
_MARKER = re.compile(r"[-*+][ \t]+")


class Gone(NamedTuple):
    """Words that a page does not cite any more."""

    claim: str
    """What rested on them, as `A causes B`; "" for a line that only quoted them."""
    block: str
    quote: str
    by_hand: bool = False
    """Whether the quote is the item as a person wrote it, or wrote on in it."""


class Cut(NamedTuple):
    """A page without one source."""

    text: str
    claims: int
    """Claims that are gone."""
    loosened: int
    """Claims that lost this evidence and keep other."""
    lines: int
    """List items under Evidence or Mentions that are gone."""
    gone: tuple[Gone, ...] = ()
    """What was cited by all of these, in text order."""
    led: int = 0
    """Claims that keep all their evidence, some of it at another passage."""


def cut_source(
    text: str, path: str, source: str, resolver: Resolver, *, folder: str, lists: bool, follow: Follow
) -> Cut:
    """Return the page at path without claims and evidence that rest on the note at source.

    follow: what becomes of one piece of evidence from it, of a claim or of a list item (None); None where it goes.
    lists: items under Evidence and Mentions that cite it go too.  Raises EditRefusedError for a claim line that cannot
    be written again.
    """
    splices: list[Splice] = []
    claims = loosened = led = 0
    gone: list[Gone] = []
    for line in _claim_lines(read_page(path, text, folder=folder)):
        claim = line[0]
        follows = [
            item if resolver.resolve(item.source, path) != source else follow(item, claim) for item in claim.evidence
        ]
        kept = tuple(dict.fromkeys(item for item in follows if item is not None))
        if kept == claim.evidence:
            continue
        said = f"{claim.subject_label} {claim.relation} {claim.object_label}"
        lost = [Gone(said, was.block, was.quote) for was, now in zip(claim.evidence, follows) if now is None]
        gone += lost
        claims += 0 if kept else len(line)
        loosened += len(line) if kept and lost else 0
        led += 0 if lost else len(line)
        loose = [claim._replace(evidence=kept) for claim in line]
        splices.append(
            claims_again(text, path, line[0], loose) if kept else whole_line(text, line[0].start, line[0].end)
        )
    lines = 0
    for span in evidence_spans(text) if lists else ():
        new, lost = _followed(text[slice(*span)], path, source, resolver, follow)
        lines += bool(lost)
        gone += lost
        splices += [whole_line(text, *span)] if lost else [Splice(*span, new)] * (new != text[slice(*span)])
    return Cut(splice(text, splices), claims, loosened, lines, tuple(gone), led)


def claims_again(text: str, path: str, written_claim: Claim, claims: Sequence[Claim]) -> Splice:
    """Return the line of a claim written again, as one line for each of these; its marker and block id stay.

    Raises EditRefusedError for a claim that cannot be written.
    """
    start, end = written_claim.start, written_claim.end
    written = text[start:end].rstrip()
    marker, block_id = _MARKER.match(written), _BLOCK_ID.search(written)
    first = text.rfind("\n", 0, start) + 1
    newline = "\r\n" if text.startswith("\r\n", end) or text[:first].endswith("\r\n") else "\n"
    try:
        lines = [format_claim(claim) for claim in claims]
    except ClaimError as err:
        raise EditRefusedError(
            f"the claim cannot be written again: {err.what}", path=path, line=written_claim.line
        ) from err
    lines = [(marker[0] if marker else "- ") + new.removeprefix("- ") for new in lines]
    lines[-1] += block_id[0] if block_id else ""
    return Splice(start, start + len(written), (newline + text[first:start]).join(lines))


def evidence_spans(text: str) -> list[tuple[int, int]]:
    """Return the spans of the outermost list items under Evidence and Mentions."""
    found = read_body(text, split(text).body_start)
    starts = [heading.start for heading in found.headings]
    spans = []
    for block in found.blocks:
        if block.kind == "item" and block.depth == 0:
            above = bisect_left(starts, block.start)
            if above and kept_name(found.headings[above - 1].text) in EVIDENCE_LISTS:
                spans.append((block.start, block.end))
    return spans


def _claim_lines(page: Page) -> list[list[Claim]]:
    """Return claims with evidence, those of one line together."""
    lines: dict[int, list[Claim]] = {}
    for claim in page.claims:
        if claim.form == "claim" and claim.evidence:
            lines.setdefault(claim.start, []).append(claim)
    return list(lines.values())


def _followed(item: str, path: str, source: str, resolver: Resolver, follow: Follow) -> tuple[str, list[Gone]]:
    """Return a list item with its link to the source where the words stand now; else what of it is gone."""
    line = parse_evidence_line(item.rstrip())
    # An item that somebody wrote in a way of their own cites what it links.
    links = () if line else read_body(item).links
    cited = [Evidence(line.page, line.block, unescape(line.quote))] if line else []
    cited += [Evidence(link.path, link.subpath.removeprefix("#^"), "") for link in links if link.path]
    cited = [evidence for evidence in cited if resolver.resolve(evidence.source, path) == source]
    follows = [(evidence, follow(evidence, None)) for evidence in cited]
    # What a person wrote into the item goes with it, and is told.
    said = "" if line and not _BLOCK_ID.sub("", " " + line.rest).strip() else " ".join(item.split())
    gone = [Gone("", was.block, said or was.quote, bool(said)) for was, now in follows if now is None]
    if line is None or gone or not follows or follows[0][1] == follows[0][0]:
        return item, gone
    now = follows[0][1]
    old, new = f"#^{line.block}", f"#^{now.block if now else line.block}"
    named = line.named.replace(f"{old}|{line.block}]]", f"{new}|{new[2:]}]]").replace(f"{old}|", f"{new}|")
    return named.replace(f"{old}]]", f"{new}]]") + item[len(line.named) :], []
