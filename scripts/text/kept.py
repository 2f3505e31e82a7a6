"""Read the fixed parts of pages: values of properties and the lines that the tools keep.

No library for Markdown or YAML is loaded, since a question would wait for it: `frontmatter` reads the properties, or
the index holds them; templates.py writes the lines.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import Any, NamedTuple

NOT_RELATION_KEYS = frozenset(
    "alias aliases archived banner category cite cited cites citation citations confidence cover created cssclass"  # noqa: SIM905
    " cssclasses date evidence expect_sha icon id image modified name permalink publish question quote revision sha256"
    " source source_url sources status stale summary tag tags template thumbnail title type updated url".split()
)
"""Properties and fields whose links say something about the note, not about its subject."""


def property_texts(properties: dict[str, Any], name: str) -> tuple[str, ...]:
    """Return the texts of a list property, or of a single value; its name is compared without case.

    Empty and nested values are left out.
    """
    texts: dict[str, None] = {}
    for key, value in properties.items():
        if key.lower() == name:
            items = value if isinstance(value, list) else [value]
            bare = (scalar_text(item).strip() for item in items if not isinstance(item, (list, dict)))
            texts.update(dict.fromkeys(text for text in bare if text))
    return tuple(texts)


def property_text(properties: Mapping[str, Any], name: str) -> str:
    """Return a property as one line of text; "" where it is missing or not a single value."""
    value = properties.get(name)
    return "" if value is None or isinstance(value, (list, dict)) else " ".join(str(value).split())


def questions_of(properties: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the question of a filed answer, then its paraphrases."""
    further = properties.get("questions")
    texts = [property_text(properties, "question"), *(further if isinstance(further, list) else ())]
    return tuple(text for text in texts if isinstance(text, str) and text.strip())


def scalar_text(value: Any) -> str:
    """Return a scalar as JavaScript prints it: Obsidian's names are text."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    return str(value)


EVIDENCE, CLAIMS, MENTIONS = "Evidence", "Claims", "Mentions"
KEPT_SECTIONS = (EVIDENCE, CLAIMS, MENTIONS)
"""Headings, of level 2, under which the tools keep lines."""
EVIDENCE_LISTS = (EVIDENCE, MENTIONS)
"""Sections in which each line is evidence."""
SOURCE_LINE = "Source: "
"""Beginning of the line of a summary that links its source."""

_EVIDENCE_LINE = re.compile(
    r"([ \t]*[-*+][ \t]+(\[\[(?![^\[\]|]*#\^)[^\[\]]*\]\][ \t]+)?"
    r"\[\[([^\[\]|#]+)(?:#\^([A-Za-z0-9-]+)|#[^\]|^]+)?(?:\\?\|[^\[\]]*)?\]\])"
    r'(?:[ \t]*"(.*)")?(.*)',
    re.DOTALL,
)


class EvidenceLine(NamedTuple):
    """A line of evidence: `- [[page#^block|shown]] "quote"`."""

    named: str
    """The line up to the end of its link to the source."""
    is_mention: bool
    """Whether a link to the page that the quote is about comes first: `- [[thing]] [[page#^block]] "quote"`."""
    page: str
    """By link path."""
    block: str
    """"" for a link to a page or a heading."""
    quote: str
    """As it is written in the line; `unescape` gives the words of the source.  "" for a line without one."""
    rest: str
    """Text that somebody added behind it; "" as the tools write it."""


def parse_evidence_line(line: str) -> EvidenceLine | None:
    """Read a list item; None for one that is no line of evidence."""
    found = _EVIDENCE_LINE.fullmatch(line)
    if found is None:
        return None
    return EvidenceLine(found[1], bool(found[2]), found[3], found[4] or "", found[5] or "", found[6].strip())


def kept_name(heading: str) -> str:
    """Return the name of KEPT_SECTIONS that a heading has, case aside; "" for any other."""
    wanted = heading.strip().lower()
    return next((name for name in KEPT_SECTIONS if name.lower() == wanted), "")


def stands_under(headings: str, names: Container[str]) -> bool:
    """Report whether the nearest heading above a place is one of these; headings: all above it, joined by " > "."""
    return kept_name(headings.rpartition(" > ")[2]) in names
