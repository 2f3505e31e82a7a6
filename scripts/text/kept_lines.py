"""The lines that the tools keep on pages, under headings of their own, as they are read; templates.py writes them.

Reading a page for a question takes no library for Markdown or YAML: the index has its headings and passages.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

EVIDENCE, CLAIMS, MENTIONS = "Evidence", "Claims", "Mentions"
KEPT_SECTIONS = (EVIDENCE, CLAIMS, MENTIONS)
"""Headings, of level 2, under which the tools keep lines."""
EVIDENCE_LISTS = (EVIDENCE, MENTIONS)
"""Those under which each line is evidence."""
SOURCE_LINE = "Source: "
"""How the line of a summary begins that links its source."""

_EVIDENCE_LINE = re.compile(
    r"([ \t]*[-*+][ \t]+(\[\[(?![^\[\]|]*#\^)[^\[\]]*\]\][ \t]+)?"
    r"\[\[([^\[\]|#]+)(?:#\^([A-Za-z0-9-]+))?(?:\\?\|[^\[\]]*)?\]\])"
    r'(?:[ \t]*"(.*)")?(.*)',
    re.DOTALL,
)


class EvidenceLine(NamedTuple):
    """A line of evidence: `- [[page#^block|shown]] "quote"`."""

    named: str
    """The line as far as the link to what it cites."""
    is_mention: bool
    """Whether the page that the quote speaks of is linked before: `- [[thing]] [[page#^block]] "quote"`."""
    page: str
    """By link path."""
    block: str
    """"" for a page as a whole."""
    quote: str
    """As it stands in the line; `unescape` gives the words of the source.  "" for a line without one."""
    rest: str
    """What somebody wrote behind it; "" as the tools write it."""


def parse_evidence_line(line: str) -> EvidenceLine | None:
    """Read a list item; None for one that is no line of evidence."""
    found = _EVIDENCE_LINE.fullmatch(line)
    if found is None:
        return None
    return EvidenceLine(found[1], bool(found[2]), found[3], found[4] or "", found[5] or "", found[6].strip())


def kept_name(heading: str) -> str:
    """Return which of KEPT_SECTIONS a heading begins, case aside; "" for any other."""
    wanted = heading.strip().lower()
    return next((name for name in KEPT_SECTIONS if name.lower() == wanted), "")


def stands_under(headings: str, names: Container[str]) -> bool:
    """Tell whether the nearest heading above a place is one of these; headings: all above it, joined by " > "."""
    return kept_name(headings.rpartition(" > ")[2]) in names
