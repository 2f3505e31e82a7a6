"""The values that travel between the layers.  No behavior of their own.  What a page is read into is in page_model.py.

Lines count from 1.  Confidences and scores are in [0, 1] unless said otherwise.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

LINKS_TO = "links_to"
"""The relation of an untyped link.  No claim has it in the graph: written in a claim, it means related_to."""
REPLACES = "replaces"
"""The relation of what took the place of something."""
EVIDENCE_KEY, HASHES_KEY = "evidence", "evidence_hashes"
"""Properties of a filed answer: what it cites, and the hash of each as it was then."""

SECOND_HAND = frozenset({"summaries", "entities", "topics"})
"""Categories of pages that rest on others: they are shown as pages, their words are indexed apart, and they are
evidence only where there is no other."""


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
    """The passage it rests on is gone; told where that was looked up."""
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
    """Turn values into what `json` writes: NamedTuples and dataclasses become objects, tuples arrays."""
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        if names is not None:
            # Nearly all fields of nearly all values are plain: a call for each of them is half of `links --json`.
            return {name: item if type(item) in _PLAIN else to_jsonable(item) for name, item in zip(names, value)}
        return [to_jsonable(item) for item in value]
    if isinstance(value, dict):
        return {str(key): to_jsonable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [to_jsonable(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_jsonable(getattr(value, field.name)) for field in fields(value)}
    return value
