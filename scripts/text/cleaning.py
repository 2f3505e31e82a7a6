"""What a reader sees of a passage, for the index: no tags and attributes of HTML, no badges, link targets, comments,
or marks of emphasis, lists and tables.  Code, the texts of links and the alternative texts of images stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from .links import percent_decode
from .markdown import URL, visible_text

_MARKS = re.compile(r"[ \t]*(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[^\]\n]\][ \t]+)?)*")
"""Of quotations, list items and tasks at the beginning of a line."""
_CALLOUT = re.compile(r"\A\s*\[![^\]\n]+\][+-]?")
_FENCE = re.compile(r"[ \t>]*(?:```+|~~~+)[^`\n]*\Z")
_HEADING_MARKS = re.compile(r"#{1,6}[ \t]+|(?<![ \t])[ \t]+#+[ \t]*\Z")
_BAR = re.compile(r"(?<!\\)\|")
_HIDDEN_HTML = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_HTML_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_TARGET = re.compile(
    r"!\[\[([^\[\]|\n]+)\]\]|\[\[([^\[\]|\n]+)\|[^\[\]\n]*\]\]|\]\(<([^<>\n]+)>|\]\(([^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)"
    r"|" + "(" + URL.pattern + ")"
)
"""Of links, as an index needs it: no code is left out."""
_URL_START = re.compile(r"(?<![a-z])[a-z]+://(?:www\.)?|mailto:|\Awww\.")
_PERMALINK = re.compile(r"\[[¶#]\]\([^()]*\)")
_HEADING_LINK = re.compile(r"(?<!!)\[((?:[^\[\]\\]|\\.)*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)")
_ATTRIBUTES = re.compile(r"\{[ \t]*[#.:][^{}]*\}\Z")


def reader_text(passage_text: str, kind: str) -> str:
    """Return what a reader sees of a passage, as plain lines.  kind is Passage.kind."""
    if kind == "paragraph":
        return visible_text(passage_text, without_urls=True).strip()
    if kind == "code":
        return _visible_code(passage_text)
    if kind == "html":
        return " ".join(unescape(_HTML_TAG.sub(" ", _HIDDEN_HTML.sub(" ", passage_text))).split())
    if kind == "math":
        return passage_text.replace("$$", "").strip()
    if kind == "table":
        return "\n".join(_visible_rows(passage_text))
    return "\n".join(piece for piece in _visible_lines(passage_text) if piece)


def link_words(passage_text: str) -> str:
    """Return the targets of links and the URLs in a passage, parted by blanks, each once; "" where there are none.

    The target of a wikilink that shows its target is left out: it stands in the text.
    """
    if "[" not in passage_text and "://" not in passage_text and "www." not in passage_text:
        return ""
    words: dict[str, None] = {}
    for match in _TARGET.finditer(passage_text):
        target = next(group for group in match.groups() if group is not None)
        words[_URL_START.sub("", percent_decode(target)).rstrip(").,;:!?'*_]/\\")] = None
    return " ".join(word for word in words if word)


def _visible_code(text: str) -> str:
    """Return the line that introduces a piece of code, and the code, without its fences."""
    lines = text.split("\n")
    opening = next((number for number, line in enumerate(lines) if _FENCE.match(line)), -1)
    if opening < 0 or (opening == len(lines) - 1 and opening):
        # A later part of a long piece of code.
        return "\n".join(lines[:opening] if opening > 0 else lines).strip("\n")
    closing = len(lines) - 1 if _FENCE.match(lines[-1]) and len(lines) - 1 > opening else len(lines)
    introduction = visible_text("\n".join(lines[:opening]), without_urls=True)
    return "\n".join([introduction, *lines[opening + 1 : closing]]).strip("\n")


def _visible_rows(table: str) -> Iterator[str]:
    for row in table.split("\n"):
        if row.strip("|:- \t>"):
            cells = (visible_text(cell.strip().replace("\\|", "|"), without_urls=True) for cell in _BAR.split(row))
            yield "  ".join(cell for cell in cells if cell)


def _visible_lines(text: str) -> Iterator[str]:
    """Yield the visible text of each block in a list, a quotation or a piece of code with its introduction."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        if _FENCE.match(line):
            mark = line.strip(" \t>")
            if not fence or (mark[: len(fence)] == fence and not mark.strip(mark[0])):
                yield from _flushed(lines)
                fence = "" if fence else mark[: len(mark) - len(mark.lstrip(mark[0]))]
                continue
        if fence:
            yield line
            continue
        marks = _MARKS.match(line)
        bare = line[marks.end() :] if marks else line
        if not bare.strip() or (marks and marks[0].strip(" \t>")):
            yield from _flushed(lines)
        if bare.startswith("#"):
            bare = _HEADING_MARKS.sub("", bare)
        lines.append(_CALLOUT.sub("", bare, count=1) if bare.lstrip().startswith("[!") else bare)
    yield from _flushed(lines)


def _flushed(lines: list[str]) -> Iterator[str]:
    if lines:
        yield visible_text("\n".join(lines), without_urls=True).strip()
        lines.clear()


def clean_heading(heading: str) -> str:
    """Return a heading without links' targets, signs for a permanent link, and attributes: `Install { #in }`.

    A heading that has nothing else stays.
    """
    heading = heading.removesuffix("¶").rstrip() or heading
    if "](" not in heading and not heading.endswith("}"):
        return heading
    return _ATTRIBUTES.sub("", _HEADING_LINK.sub(r"\1", _PERMALINK.sub("", heading)).rstrip()).strip() or heading
