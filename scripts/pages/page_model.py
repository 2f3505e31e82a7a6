"""What a page is read into: its parts, and the page itself.  No behavior of their own.

Offsets are indices into the decoded text of a page (a BOM counts as one character, newlines as they stand in the
file); `end` is exclusive; lines count from 1.  Confidences are in [0, 1].

A question reads no page: what it is answered from is in model.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Issue(NamedTuple):
    """Something found while reading a page: reading goes on, the finding is kept."""

    rule: str
    message: str
    path: str = ""
    line: int = 0


class Block(NamedTuple):
    """A leaf block or a list item of a page, in text order.

    kind: paragraph, heading, item, table, fence, code, html, math, quote, callout, comment, rule.
    Quotes and callouts are one block with all they contain.  An item's span covers its children; the children
    (paragraphs, nested items) are blocks of their own with a larger depth.
    """

    kind: str
    start: int
    end: int
    """Without the final line break."""
    line: int
    depth: int = 0
    """Number of enclosing list items; 0 at the top level."""
    group: int = 0
    """For items: a number that all items of the same list share; 0 otherwise."""


class Link(NamedTuple):
    """One link as written.  path is decoded and trimmed; "" means the page itself."""

    kind: str
    """wikilink, markdown or property."""
    embed: bool
    path: str
    subpath: str
    """"", "#Heading", "#A#B" or "#^block"."""
    display: str | None
    start: int
    end: int
    path_start: int
    """Span of the raw path in the text, without subpath: what a rename replaces; -1 where it cannot be spliced."""
    path_end: int
    line: int
    key: str = ""
    """For property links: the name of the property."""


class Heading(NamedTuple):
    level: int
    text: str
    start: int
    end: int
    line: int


class BlockId(NamedTuple):
    id: str
    """Without the caret, as written; compared without case."""
    start: int
    """Span of the marker `^id`."""
    end: int
    line: int
    block_start: int
    """Span of the block it names, without the marker."""
    block_end: int


class Tag(NamedTuple):
    name: str
    start: int
    end: int
    line: int


class Passage(NamedTuple):
    """A block that a reader would quote."""

    ordinal: int
    block: str
    """Block id without caret; "" where the page has none there."""
    heading: str
    """Headings above it, outermost first, joined by " > "; "" at the top."""
    start: int
    end: int
    line: int
    text: str
    """The passage as it stands, without block id markers."""


class Evidence(NamedTuple):
    source: str
    """Link path of the source note, e.g. `incident-report`."""
    block: str
    """Block id without caret; "" cites the note as a whole."""
    quote: str = ""


class Claim(NamedTuple):
    """One asserted relation.  subject and object are link paths; the labels are what the links show."""

    subject: str
    subject_label: str
    relation: str
    object: str
    object_label: str
    confidence: float = 1.0
    evidence: tuple[Evidence, ...] = ()
    note: str = ""


class PlacedClaim(NamedTuple):
    """A claim and where it stands."""

    claim: Claim
    start: int
    end: int
    line: int
    form: str = "claim"
    """claim, property or field: which of the readable forms it was."""


class Page(NamedTuple):
    """All that is read from one Markdown file."""

    path: str
    """Relative to the vault, with slashes."""
    title: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    category: str
    """sources, summaries, entities, topics, sessions, or notes for anything else."""
    type: str
    summary: str
    properties: dict[str, Any]
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    block_ids: tuple[BlockId, ...]
    passages: tuple[Passage, ...]
    claims: tuple[PlacedClaim, ...]
    issues: tuple[Issue, ...]
    named: tuple[str, ...] = ()
    """Link paths that are no links: of definitions, and in bases among the code.  Who moves a page asks for them."""
