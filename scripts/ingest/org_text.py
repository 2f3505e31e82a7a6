"""Headings, links, tables and blocks of code of Org mode as those of Markdown, which would read headings as lists."""

from __future__ import annotations

import re

from .code_text import fenced

_BEGIN = re.compile(r"[ \t]*#\+begin_(src|example)\b[ \t]*([^\s\"`]*)", re.IGNORECASE).match
_HEADING = re.compile(r"(\*+)(?=[ \t]+\S)").match
_RULE = re.compile(r"[ \t]*\|-[-+]*\|?[ \t]*").fullmatch
_LINK = re.compile(r"\[\[([^\[\]\n]{1,2000})\](?:\[([^\[\]\n]{1,2000})\])?\]")
_ADDRESS = re.compile(r"(?:https?|ftp|mailto):[^\s<>()]+").fullmatch
_COMMENT = re.compile(r" {0,3}#{1,6}[ \t]").match


def org_as_markdown(text: str) -> str:
    """The text with `#` for the stars of headings, six at most, fences around source and examples, and comments that
    are no headings.  What a link to another file or heading shows is text: it would name a note of the vault."""
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
        return "#" * min(len(stars[1]), 6) + _LINK.sub(_linked, line[stars.end() :])
    if _RULE(line):
        return line.replace("+", "|")
    line = _LINK.sub(_linked, line)
    return f"\\{line.lstrip()}" if _COMMENT(line) else line


def _linked(link: re.Match[str]) -> str:
    target, shown = link[1], link[2]
    if not _ADDRESS(target):
        return shown or target
    return f"[{shown}]({target})" if shown else f"<{target}>"
