"""Headings of plain text that Markdown does not see: `Article 2 - Term`, `3. Grants` above a text, `NAME` of a manual.

Without them a clause stands below nothing.  A wrong heading could not be quoted, so that only lines count that stand
alone, and only where several of one kind do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .code_text import indent_of

LEVEL = 2
"""That of all of them: the title of the text, if it has any, stands above."""
FEWEST = {"named": 2, "numbered": 3, "manual": 3}
"""How many lines of each kind there must be."""
_DIVISIONS = (
    "article artikel artículo artigo articolo chapter kapitel chapitre capítulo capitolo section abschnitt part teil"
    " appendix annex anhang annexe schedule book buch livre libro paragraph titre título"
)
_NAMED = re.compile(
    rf"(?:(?:{'|'.join(_DIVISIONS.split())})\s+(?:\d{{1,4}}[a-z]?|[IVXLC]{{1,7}}|[A-Z])|§\s?\d{{1,4}}[a-z]?)"
    r"(?:[.:]?|\b[^\n]{1,70}[^\s.,;:!?])\s*",
    re.IGNORECASE,
).fullmatch
_NUMBERED = re.compile(r" {0,3}\d{1,3}[.)][ \t]+[^\W\d_][^\n]{1,60}[^\s,;:!?][ \t]*").fullmatch
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\(?[\da-zA-Z]{1,3}[.)])[ \t]").match
_CAPITALS = re.compile(r"[A-ZÀ-Þ][A-ZÀ-Þ \-]{2,40}").fullmatch
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})").match
_RULE = re.compile(r"=+[ \t]*|-+[ \t]*").fullmatch


def with_headings(text: str) -> str:
    """The text with `#` before such lines, a row of signs below one left out."""
    lines = text.split("\n")
    found = _headings(lines)
    counts = [*found.values()]
    for at, kind in found.items():
        if counts.count(kind) < FEWEST.get(kind, 1):
            continue
        is_first = kind == "ruled" and lines[at + 1].startswith("=")
        lines[at] = f"{'#' if is_first else '#' * LEVEL} {lines[at].strip()}"
        if kind == "ruled":
            lines[at + 1] = ""
    return "\n".join(lines)


def _headings(lines: Sequence[str]) -> dict[int, str]:
    """The lines that may be headings, and of which kind each is; none in a block of code."""
    found: dict[int, str] = {}
    is_code = False
    for at, line in enumerate(lines):
        if _FENCE(line):
            is_code = not is_code
        elif line.strip() and not is_code and (not at or not lines[at - 1].strip()):
            kind = _kind(lines, at)
            if kind:
                found[at] = kind
    return found


def _kind(lines: Sequence[str], at: int) -> str:
    """What kind of heading a line is that stands below a blank one; "" for none."""
    line = lines[at]
    below = lines[at + 1] if at + 1 < len(lines) else ""
    if _RULE(below) and abs(len(below.strip()) - len(line.strip())) <= 1 and _NUMBERED(line):
        # Else it is an item of a list above a line.
        return "ruled"
    if below.strip():
        return "manual" if indent_of(below) > 2 and _CAPITALS(line) else ""
    if indent_of(line) <= 3 and _NAMED(line.strip()):
        return "named"
    following = next((each for each in lines[at + 1 : at + 5] if each.strip()), "")
    is_text = bool(following) and not _ITEM(following) and indent_of(following) <= indent_of(line)
    return "numbered" if is_text and _NUMBERED(line) and not _is_sentence(line.strip()) else ""


def _is_sentence(line: str) -> bool:
    """Whether a line with a full stop has a longer word without a capital: `Source Code.` is a title, too."""
    return line.endswith(".") and any(len(word) > 3 and word.islower() for word in line.rstrip(".").split())
