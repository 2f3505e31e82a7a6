"""Headings of reStructuredText as those of Markdown, which would read their underlines as fences and as rules."""

from __future__ import annotations

from .. import regex as re

_UNDERLINE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*").fullmatch


def rst_as_markdown(text: str) -> str:
    """The text with `#` before each heading, of the level that its underline has in this document.

    The lines above and below a heading become empty, so that every line keeps its number.
    Sections: docutils' reStructuredText Markup Specification.
    """
    lines = text.split("\n")
    found = list(lines)
    levels: dict[tuple[str, bool], int] = {}
    for at in range(1, len(lines)):
        title = lines[at - 1].strip()
        if not title or _UNDERLINE(lines[at - 1]) or not _is_underline(lines[at], title):
            continue
        is_overlined = at > 1 and _is_underline(lines[at - 2], title) and lines[at - 2][0] == lines[at][0]
        above = at - 3 if is_overlined else at - 2
        # Below a line of text, or indented, it is no heading.
        if (above >= 0 and lines[above].strip()) or (not is_overlined and lines[at - 1][0] in " \t"):
            continue
        level = levels.setdefault((lines[at][0], is_overlined), len(levels) + 1)
        found[at - 1] = f"{'#' * min(level, 6)} {title}"
        found[at] = ""
        if is_overlined:
            found[at - 2] = ""
    return "\n".join(found)


def _is_underline(line: str, title: str) -> bool:
    """Whether a line underlines this title; one that is too short is a slip from four signs on."""
    return bool(_UNDERLINE(line)) and len(line.rstrip()) >= min(4, len(title))
