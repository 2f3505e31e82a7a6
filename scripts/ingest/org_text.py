"""Headings and blocks of code of Org mode as those of Markdown, which would read its headings as lists."""

from __future__ import annotations

from .. import regex as re
from .code_text import fenced

_BEGIN = re.compile(r"[ \t]*#\+begin_(src|example)\b[ \t]*([^\s\"`]*)", re.IGNORECASE).match
_HEADING = re.compile(r"(\*+)(?=[ \t]+\S)").match
_COMMENT = re.compile(r" {0,3}#{1,6}[ \t]").match


def org_as_markdown(text: str) -> str:
    """The text with `#` for the stars of headings, six at most, fences around source and examples, and comments that
    are no headings."""
    found: list[str] = []
    inside: list[str] = []
    end = language = ""
    for line in text.split("\n"):
        if end and line.strip().lower() == end:
            found.append(fenced("\n".join(inside[1:]), language))
            inside, end = [], ""
        elif end:
            inside.append(line)
        elif begin := _BEGIN(line):
            inside, end = [line], f"#+end_{begin[1].lower()}"
            language = begin[2] if begin[1].lower() == "src" else ""
        else:
            found.append(_line(line))
    # What nothing ends is no block.
    return "\n".join([*found, *map(_line, inside)])


def _line(line: str) -> str:
    stars = _HEADING(line)
    if stars:
        return "#" * min(len(stars[1]), 6) + line[stars.end() :]
    return f"\\{line.lstrip()}" if _COMMENT(line) else line
