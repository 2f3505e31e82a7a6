"""Lines that the tools keep on pages, read: the question of a filed answer, and what a line of evidence cites.

`rendering` writes them, `kept_sections` keeps the sections they stand in; claims are `claim_line`'s.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

EVIDENCE, CLAIMS, MENTIONS = "Evidence", "Claims", "Mentions"
"""Headings, of level 2, under which the tools keep lines."""
KEPT = (EVIDENCE, CLAIMS, MENTIONS)
LISTS = (EVIDENCE, MENTIONS)
"""Those under which the lines are evidence."""
_BY_KEY = {name.lower(): name for name in KEPT}
QUESTION_LABEL = "**Question:**"
"""What the passage with its question begins with on the page of a filed answer."""

_EVIDENCE_LINE = re.compile(
    r"([ \t]*[-*+][ \t]+(\[\[(?![^\[\]|]*#\^)[^\[\]]*\]\][ \t]+)?"
    r"\[\[([^\[\]|#]+)(?:#\^([A-Za-z0-9-]+))?(?:\\?\|[^\[\]]*)?\]\])"
    r'(?:[ \t]*"(.*)")?(.*)',
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


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
    """Which of KEPT a heading is, case aside, as `append_under` finds it; "" for any other."""
    return _BY_KEY.get(heading.strip().lower(), "")


def stands_under(heading: str, names: Container[str]) -> bool:
    """Whether the nearest heading above a passage is one of these, of KEPT; heading: all above, joined by " > "."""
    return kept_name(heading.rpartition(" > ")[2]) in names


def unescape(text: str) -> str:
    """A text as it reads, without the backslashes that `rendering.escape` put before its signs."""
    # A function: for a template with a group in it the engine imports `re`, 3 ms of a cold question.
    return _ESCAPED.sub(lambda found: found[1], text) if "\\" in text else text
