"""The claims of a page, in every form in which people and tools write them.

Claim lines (`claim_line`), property links (`depends_on: "[[X]]"`) and Dataview fields (`relation_fields`).  Whether a
page may make claims is the caller's to know: the text of a source is quoted matter and is never passed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...errors import ClaimError
from ..page_model import Claim, Issue, PlacedClaim
from .claim_line import parse_claims
from .relation_fields import field_claims, is_relation_key
from .relation_names import relation_type

if TYPE_CHECKING:
    from ..markdown.scanner import Scan
    from ..page_model import Block, Heading
    from ..yaml.frontmatter import Properties

_HIDING = frozenset(("quote", "callout", "comment", "html"))
"""Blocks whose text is not the page's own: no claim is read in them."""
_make = tuple.__new__


def read_claims(
    text: str, *, path: str, title: str, scan: Scan, properties: Properties
) -> tuple[tuple[PlacedClaim, ...], tuple[Issue, ...]]:
    """Claims of a page, those of its properties first, then in text order; and what was meant as a claim but is none.

    A subject that is the page itself is "", as in links.  A claim written without a tail has confidence 1.0 and no
    evidence: the page is its source.
    """
    placed = list(_property_claims(properties, title))
    issues: list[Issue] = []
    links = frozenset(link.start for link in scan.links) if "::" in text else frozenset[int]()
    sections = _sections(scan.headings)
    section, next_heading = "", next(sections, None)
    read: set[int] = set()
    fields = bool(links)
    for block in scan.blocks:
        hides = block.kind in _HIDING
        if not hides and block.kind != "item" and not (fields and block.kind == "paragraph"):
            continue
        while next_heading and next_heading[0] <= block.start:
            section, next_heading = next_heading[1], next(sections, None)
        if hides:
            if text.find("]]", block.start, block.end) >= 0:
                from .claim_faults import hidden_claims  # Late: few pages have one.

                issues += [
                    Issue("claim-syntax", fault, path, number) for number, fault in hidden_claims(text, block, section)
                ]
            continue
        for start, line, number in _claim_lines(text, block):
            # An item's first line is also that of the paragraph in it.
            if number in read:
                continue
            try:
                form, claims = _read_line(line, start, title, links, section)
            except ClaimError as err:
                issues.append(Issue("claim-syntax", err.what, path, number))
                read.add(number)
                continue
            placed += [_make(PlacedClaim, (claim, start, start + len(line), number, form)) for claim in claims]
            if claims:
                read.add(number)
            elif block.kind == "item" and section == "claims":
                from .claim_faults import claim_fault  # Late: few pages have one.

                issues.append(Issue("claim-syntax", f"not a claim: {line!r}: {claim_fault(line)}", path, number))
    return tuple(placed), tuple(issues)


def _property_claims(properties: Properties, title: str) -> Iterator[PlacedClaim]:
    for link in properties.links:
        if is_relation_key(link.key):
            label = " ".join((link.display or "").split()) or link.path.rpartition("/")[2]
            claim = Claim("", title, relation_type(link.key), link.path, label)
            yield PlacedClaim(claim, link.start, link.end, link.line, "property")


def _sections(headings: Sequence[Heading]) -> Iterator[tuple[int, str]]:
    """Where each heading's part starts, and under which of `claims` and `relations` it lies; "" under neither."""
    stack: list[tuple[int, str]] = []
    for heading in headings:
        while stack and stack[-1][0] >= heading.level:
            stack.pop()
        stack.append((heading.level, heading.text.strip().lower()))
        yield heading.start, next((name for _, name in reversed(stack) if name in ("claims", "relations")), "")


def _claim_lines(text: str, block: Block) -> list[tuple[int, str, int]]:
    """Start, text and number of the lines that may hold claims: an item's first, those with fields of a paragraph."""
    start = block.start
    if block.kind == "item":
        end = text.find("\n", start, block.end)
        return [_bare(start, text[start : block.end if end < 0 else end], block.line)]
    found = []
    for offset, line in enumerate(text[start : block.end].split("\n")):
        if "::" in line:
            found.append(_bare(start, line, block.line + offset))
        start += len(line) + 1
    return found


def _bare(start: int, line: str, number: int) -> tuple[int, str, int]:
    """A line without its indentation."""
    bare = line.lstrip(" \t")
    return start + len(line) - len(bare), bare.rstrip("\r"), number


def _read_line(line: str, start: int, title: str, links: frozenset[int], section: str) -> tuple[str, tuple[Claim, ...]]:
    """Form and claims of a line under a section."""
    claims = parse_claims(line, page="", page_label=title, loose=section == "relations")
    if claims:
        return "claim", claims
    if "::" not in line or not links:
        return "claim", ()
    in_line = {link - start for link in links if start <= link < start + len(line)}
    return "field", field_claims(line, page_label=title, links=in_line)
