"""The values that travel between the layers.  No behavior of their own.

They are NamedTuples, not dataclasses: a cold `ask` imports this module, and thirty frozen dataclasses with the
library behind them cost 17 ms of CPU at import where thirty NamedTuples cost 1 (measured, CPython 3.11).

Offsets are indices into the decoded text of a page (a BOM counts as one character, newlines as they stand in the
file); `end` is exclusive; lines count from 1.  Confidences and scores are in [0, 1] unless said otherwise.
"""

from __future__ import annotations

from .named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DAY, MOMENT = len("YYYY-MM-DD"), len("YYYY-MM-DDTHH:MM:SS")
"""Characters of a day and of a moment, however much stands behind."""
LINKS_TO = "links_to"
"""The relation of an untyped link.  No claim has it in the graph: written in a claim, it means related_to."""


SECOND_HAND = frozenset({"summaries", "entities", "topics"})
"""Categories of pages that rest on others: they are shown as pages, their words are indexed apart, and they are
evidence only where there is no other."""


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


class Node(NamedTuple):
    """A page, or a name that pages link to without there being a page."""

    id: str
    """The file stem; the path without .md where the stem is not unique; the link text for a missing page."""
    name: str
    path: str
    """"" for a missing page."""
    category: str
    type: str
    aliases: tuple[str, ...] = ()
    summary: str = ""
    prior: float = 0.0
    """Importance from the whole graph, 1 for the most important."""


class Edge(NamedTuple):
    """Claims of one (source, relation, target), merged; or an untyped link (relation `links_to`)."""

    source: str
    relation: str
    target: str
    confidence: float
    """Maximum over independent sources; 1.0 for an untyped link."""
    sources: int = 1
    """How many independent sources claim it."""
    weight: float = 1.0
    """What a walk multiplies in beside the confidence; below 1 for untyped links."""


class EvidenceItem(NamedTuple):
    """One piece of evidence for an edge: who claims it, on which line, resting on which passage."""

    claimed_in: str
    """Path of the page with the claim line."""
    line: int
    source: str
    """Id of the source page; the claiming page itself for a person's own claim."""
    block: str
    quote: str
    confidence: float
    stale: bool = False
    """The passage it rests on is gone."""
    date: str = ""
    """When the claiming page was last written, as its `updated` property says."""


class PassageRow(NamedTuple):
    """A passage in the index."""

    id: int
    page: str
    """Node id of its page."""
    path: str
    title: str
    category: str
    ordinal: int
    block: str
    heading: str
    line: int
    text: str


class PageHead(NamedTuple):
    """What is known of a page whose text was not read."""

    page: int
    """The id of its first passage: those of the others follow."""
    name: str
    """Its node id."""
    title: str
    category: str
    has_turns: bool
    """Whether somebody speaks in one of its passages (speakers.py)."""
    passage_count: int


class WordHit(NamedTuple):
    """A passage found by word search; score is BM25: higher is better, not bounded."""

    passage: int
    page: str
    score: float
    category: str = ""
    """Of its page."""


class SimilarHit(NamedTuple):
    """A passage found by likeness in meaning."""

    passage: int
    page: str
    cosine: float
    """Of its vector with the question's, above 0; what is much depends on the model."""


class NameHit(NamedTuple):
    """A node found by one of its names."""

    node: str
    name: str
    how: str
    """exact, alias, question (of a filed answer), missing (no page has this name), short (the title without its
    qualifier) or fuzzy."""
    score: float


_PLAIN = frozenset((str, int, float, bool, type(None)))


def to_jsonable(value: Any) -> Any:
    """Turn values into what `json` writes: NamedTuples become objects, tuples arrays."""
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", None)
        if fields is not None:
            # Nearly all fields of nearly all values are plain: a call for each of them is half of `links --json`.
            return {name: item if type(item) in _PLAIN else to_jsonable(item) for name, item in zip(fields, value)}
        return [to_jsonable(item) for item in value]
    if isinstance(value, dict):
        return {str(key): to_jsonable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [to_jsonable(item) for item in value]
    return value
