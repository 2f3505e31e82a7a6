"""The values that packages exchange, and how each becomes JSON.  They have no behavior of their own.

Offsets are indices into the decoded text of a page (a byte order mark counts as one character); `end` is exclusive.
Lines count from 1.  Confidences and scores are in [0, 1] unless noted.  Paths are relative to the vault, with
slashes.  Collections are tuples, in the order of the text unless noted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

LINKS_TO = "links_to"
"""The relation of an untyped link.  No claim has it."""


class Issue(NamedTuple):
    """Something wrong in a page: reading goes on, the finding is kept."""

    rule: str
    message: str
    path: str = ""
    line: int = 0


class Link(NamedTuple):
    """One link as written."""

    kind: str
    """wikilink, markdown or property."""
    is_embed: bool
    path: str
    """Decoded and trimmed, without subpath; "" means the page itself."""
    subpath: str
    """"", "#Heading", "#A#B" or "#^block"."""
    display: str | None
    """The text that a reader sees instead of the path; None if the link has none."""
    start: int
    end: int
    line: int
    property: str = ""
    """For property links: the name of the property."""


class Heading(NamedTuple):
    level: int
    text: str
    """As a reader sees it: links as their display, no emphasis marks."""
    start: int
    end: int
    line: int


class BlockId(NamedTuple):
    id: str
    """Without the caret, as written; compared without case."""
    line: int
    block_start: int
    """Span of the block it names, without the marker."""
    block_end: int


class Block(NamedTuple):
    """A leaf block or a list item, in text order.

    Quotes, callouts and comments are one block with all they contain.  An item's span covers its children, which
    follow it as blocks of their own with a larger depth.
    """

    kind: str
    """paragraph, heading, item, table, code, html, math, quote, callout, comment or rule."""
    start: int
    end: int
    """Without the blanks and the line break behind it."""
    line: int
    depth: int = 0
    """Number of enclosing list items."""
    list: int = 0
    """For items: a number that all items of one list share; 0 for other blocks."""


class Passage(NamedTuple):
    """A block that a reader would quote: a paragraph, a list (or a group of its items), a table part with its head,
    a code block with the line that introduces it, a quotation, a callout."""

    kind: str
    """paragraph, list, table, code, quote, callout, math, html or metadata (lines of `Key: value` under a title)."""
    start: int
    end: int
    line: int
    end_line: int
    """The last line, itself included."""
    text: str
    """As in the file, without block id markers.  A later part of a table begins with the table's head."""
    block: str = ""
    """Block id without caret; "" where it has none."""


class Quotable(NamedTuple):
    """A unit for citing: a paragraph, an item of a long list, a short list as a whole, a table, code, a quotation.

    Passages are cut by size, to be ranked and quoted; these stay the same whatever surrounds them, so each can have
    a block id of its own.
    """

    block: str
    """Block id without caret; "" where it has none."""
    heading: str
    """The headings above it, outermost first, joined by " > "; "" at the top."""
    start: int
    end: int
    line: int
    text: str
    """As in the page, without block id markers."""


class Section(NamedTuple):
    """Consecutive passages under one heading, about 150 tokens of them: what ranking compares with a question."""

    heading: str
    """The nearest heading above, as a reader sees it; "" at the top of a page."""
    above: tuple[str, ...]
    """The headings above that heading, outermost first."""
    level: int
    """Of its heading, 1 to 6; 0 at the top."""
    line: int
    """Of its heading where it is the heading's first section, else of its first passage."""
    end_line: int
    part: int
    """0 for the first section under its heading, 1 for the next."""
    passages: tuple[Passage, ...]
    """Empty for a heading with nothing below it."""


class Evidence(NamedTuple):
    """A citation that supports a claim, as written."""

    source: str
    """Link path of the source note, e.g. `incident-report`."""
    block: str
    """Block id without caret; "" cites the note as a whole."""
    quote: str = ""


class Premise(NamedTuple):
    """A premise of a claim, as written: another claim, a passage, or a thing as a whole."""

    subject: str
    """Link path: of the claim's subject, of the page with the passage, or of the thing."""
    subject_label: str
    relation: str = ""
    """"" for a passage and a thing."""
    object: str = ""
    object_label: str = ""
    object_is_text: bool = False
    block: str = ""
    """Block id of the passage, without caret."""


class Claim(NamedTuple):
    """One asserted relation, as written, with its relation normalized.  subject and object are link paths."""

    subject: str
    """"" where the page itself is the subject."""
    subject_label: str
    relation: str
    object: str
    object_label: str
    line: int
    start: int
    end: int
    confidence: float = 1.0
    evidence: tuple[Evidence, ...] = ()
    note: str = ""
    form: str = "claim"
    """claim, property or field: which of the readable forms it was."""
    subject_is_text: bool = False
    object_is_text: bool = False
    """Whether an end is words in quotation marks and no link: its label is these words, its path their key."""
    rests_on: tuple[Premise, ...] = ()
    """A claim with premises and without evidence is a conclusion."""


class Page(NamedTuple):
    """All that is read from one Markdown file."""

    path: str
    title: str
    """The `title` property, else a first heading of level 1 with nothing but properties above it, else the stem."""
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    """Of properties and text, without `#`, each once."""
    category: str
    """sources, summaries, entities, topics, sessions, or notes for anything else."""
    type: str
    description: str
    """The `description` or `summary` property; "" where there is none."""
    properties: Mapping[str, Any]
    """As Obsidian reads them, plain JSON values."""
    headings: tuple[Heading, ...] = ()
    sections: tuple[Section, ...] = ()
    links: tuple[Link, ...] = ()
    block_ids: tuple[BlockId, ...] = ()
    claims: tuple[Claim, ...] = ()
    issues: tuple[Issue, ...] = ()


class Place(NamedTuple):
    """A line of a file in the vault."""

    path: str
    line: int
    text: str


class PropertyTest(NamedTuple):
    """A condition on a property."""

    name: str
    operator: str
    """=, !=, <, <=, >, >=; "" for any value."""
    value: str = ""


class PageFilter(NamedTuple):
    """Conditions on a page; all must hold."""

    categories: tuple[str, ...] = ()
    """One of them."""
    folders: tuple[str, ...] = ()
    """One of them, or a folder in it."""
    tags: tuple[str, ...] = ()
    """Each of them; `work` is `work/plan`, too."""
    properties: tuple[PropertyTest, ...] = ()
    since: str = ""
    """A time in UTC for the file's last change, a day for its creation."""
    until: str = ""
    """That time or day included."""
    by: str = "changed"
    """changed or created: which of the two is compared."""
    as_of: str = ""
    """A day: pages of what was written later are left out, and claims that were not held; look/selection.py."""
    excluded: tuple[str, ...] = ()
    """Beginnings of paths and `/patterns/`: vault_settings.is_excluded."""


class TaskStatus(NamedTuple):
    """The meaning of a character in the box of a task."""

    name: str
    is_open: bool = True


class PageRow(NamedTuple):
    """A page in the index."""

    id: int
    path: str
    node: str
    """Its node id: the file stem where that is unique in the vault, else the path without `.md`."""
    title: str
    category: str
    type: str
    description: str
    language: str
    """Two letters, e.g. "en"; "" where it is unknown."""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    properties: Mapping[str, Any] = MappingProxyType({})
    changed: str = ""
    """Day and time of the file's last change, UTC, `YYYY-MM-DDTHH:MM:SSZ`."""
    tokens: int = 0
    """Of its whole text, by the default counter."""


class SectionRow(NamedTuple):
    """A section in the index."""

    id: int
    page: int
    position: int
    """Counts sections of the page from 0."""
    heading: str
    above: tuple[str, ...]
    level: int
    part: int
    line: int
    end_line: int
    words: str
    """Its analyzed words in order, title and headings included, separated by blanks."""


class VectorRow(NamedTuple):
    """The vector of a section's text."""

    section: int
    digest: bytes
    """Hash of the text: a changed text needs another vector."""
    vector: bytes
    """One signed byte a dimension."""


class PassageRow(NamedTuple):
    """A passage in the index.  Passages of one page have consecutive ids, in the order of the text."""

    id: int
    page: int
    section: int
    kind: str
    line: int
    end_line: int
    block: str
    text: str
    """As in the file; see Passage.text."""
    is_boilerplate: bool = False
    """It occurs word for word on more than 1 % of the pages, or is a machine's list of claims: shown, not searched."""


class Name(NamedTuple):
    """A name that something in the vault has."""

    text: str
    """As written."""
    key: str
    """Its analyzed words separated by blanks (text.analyzer.name_key): equal keys are the same name but for form."""
    kind: str
    """title, stem, alias, question (a filed answer's wording), missing (linked to, has no page) or short (a title
    without its `(…)`)."""
    node: str
    page: int | None
    sections: int
    """The number of sections in which it occurs."""


class Mention(NamedTuple):
    """A name that occurs in a section."""

    name: str
    """The name's key."""
    section: int
    page: int
    role: str
    """title (the section's page has this name), claim (it is an end of a claim that rests on this section) or text."""
    sections: int
    """The number of sections in which the name occurs."""


class Edge(NamedTuple):
    """Claims of one (source, relation, target), merged; or an untyped link (relation `links_to`)."""

    source: str
    relation: str
    target: str
    confidence: float
    """Maximum over independent sources; 1.0 for an untyped link."""
    sources: int = 1
    """The number of independent sources that claim it."""


class ClaimRow(NamedTuple):
    """A claim in the index, with its ends resolved to nodes."""

    id: int
    page: int
    """The page that holds it."""
    path: str
    line: int
    subject: str
    subject_name: str
    """The name of the node for a reader: the page's title, or the link's text for a missing page."""
    relation: str
    object: str
    object_name: str
    confidence: float
    note: str
    form: str
    evidence: tuple[EvidenceRow, ...] = ()


class EvidenceRow(NamedTuple):
    """One piece of evidence for a claim."""

    source: str
    """Node id of the source page; the claiming page itself for a person's own claim."""
    path: str
    """Its path; "" where the source is gone."""
    block: str
    quote: str
    passage: int | None
    """The passage with the quoted words, in the cited block if they occur there; None for evidence without block and
    quote, and where they occur nowhere."""
    text: str = ""
    """Of that passage."""
    line: int = 0
    standing: str = ""
    """Block id of that passage, as the source has it now; "" where it has none."""
    is_gone: bool = False
    """Whether the source is gone, or the words occur nowhere in it any more."""


class LinkRow(NamedTuple):
    """A link in the index, resolved."""

    page: int
    path: str
    line: int
    kind: str
    is_embed: bool
    link: str
    """Path and subpath as written."""
    display: str | None
    target: str
    """Path of the file it leads to; "" where it leads nowhere."""
    target_page: int | None
    property: str = ""


class Hit(NamedTuple):
    """A result of word search: id of a page, section or passage; score is BM25, higher is better, not bounded."""

    id: int
    score: float


class Statistics(NamedTuple):
    """Counts of the things in the index."""

    files: int
    """All files of the vault that can be linked to, Markdown or not."""
    pages: int
    sections: int
    passages: int
    claims: int
    links: int
    languages: tuple[tuple[str, int], ...]
    """Language and how many pages have it, most first."""
    premises: int = 0
    """Premises of claims."""


def to_plain(value: Any) -> Any:
    """Turn data classes and named tuples into objects, other tuples into arrays.

    A field whose default and value are None is left out.  A value with a method `plain` is replaced by its result.
    """
    if hasattr(value, "plain"):
        value = value.plain()
    if fields := fields_of(type(value)):
        members = {name: getattr(value, name) for name in fields}
        return {name: to_plain(item) for name, item in members.items() if not (item is None and fields[name])}
    if isinstance(value, Mapping):
        return {str(name): to_plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    return value


def fields_of(cls: Any) -> dict[str, bool]:
    """Return the fields of a named tuple or a data class, and for each whether a document leaves it out if None."""
    if dataclasses.is_dataclass(cls):
        return {field.name: field.default is None for field in dataclasses.fields(cls)}
    return {name: cls._field_defaults.get(name, "") is None for name in getattr(cls, "_fields", ())}
