"""Edits of a page's body: add lines under a heading, remove spans.

Everything outside the edit stays byte for byte; new lines end as their neighbors do.  Headings come in as the scanner
found them.  A heading inside a quote or a list item starts no section here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...errors import EditRefusedError
from ..yaml.frontmatter import split
from .block_rules import FENCE
from .blocks import read_blocks, read_outline
from .hiding import visible_spans

if TYPE_CHECKING:
    from ..page_model import Heading

# Not what str.strip takes: no-break spaces and exotic line breaks are content.
_BLANKS = " \t\r\n"
# What may stay open to the end of the page; math that is never closed is text.
_OPEN_ENDED = ("fence", "html")
_COMMENT = "comment (%%)"
_VERBATIM = re.compile(r"<(pre|textarea)(?=[\s>])", re.IGNORECASE)
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")


def append_under(text: str, heading: str, lines: Sequence[str], *, headings: Sequence[Heading]) -> str:
    """Add lines at the end of what stands directly under a heading, before any heading below it.

    The first heading of this text counts, case aside.  If there is none, one of level 2 is added at the end.
    Raises EditRefusedError where the lines would fall into code, HTML or a comment that the page never closes.
    """
    if not lines:
        return text
    found = _find(text, heading, headings)
    if found is None:
        return _add_section(text, heading, "\n".join(lines))
    start = _line_end(text, found)
    stop = next((other.start for other in headings if other.start > found.start and _opens_section(text, other)), -1)
    if stop < 0:
        return _with_closed_end(text, _insert(text, start, len(text), "\n".join(lines)))
    return _insert(text, start, _line_start(text, stop), "\n".join(lines))


def remove_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Cut spans out; lines of which only blanks would remain go as a whole."""
    pieces = []
    done = 0
    for start, end in sorted(_whole_lines(text, start, end) for start, end in spans):
        if start > done:
            pieces.append(text[done:start])
        done = max(done, end)
    return "".join([*pieces, text[done:]])


def _find(text: str, heading: str, headings: Sequence[Heading]) -> Heading | None:
    wanted = heading.strip().casefold()
    matching = (item for item in headings if item.text.strip().casefold() == wanted)
    return next((item for item in matching if _opens_section(text, item)), None)


def _opens_section(text: str, heading: Heading) -> bool:
    return not text[_line_start(text, heading.start) : heading.start].strip("\ufeff \t")


def _insert(text: str, start: int, stop: int, added: str) -> str:
    """Put lines behind the last line with content of text[start:stop], or behind the heading that ends at start."""
    content = text[start:stop].rstrip(_BLANKS)
    at = start + len(content) if content else start
    newline = _newline(text, at)
    if content:
        at_end = text.find("\n", at)
        at = len(text) if at_end < 0 else at_end + 1
    else:
        # The blank line of a section that was emptied is there already.
        at = text.find("\n", start, stop) + 1 or start
    joined = at > start if not content else _ends_with_item(content) and bool(_ITEM.match(added))
    before = "" if joined else newline
    if not text.endswith("\n", 0, at):
        before += newline
    after = newline if stop < len(text) and not text[at:stop] else ""
    ended = newline if at < len(text) or text.endswith("\n") else ""
    return text[:at] + before + added.replace("\n", newline) + ended + after + text[at:]


def _add_section(text: str, heading: str, body: str) -> str:
    newline = _newline(text, len(text))
    section = f"## {heading}" + (f"\n\n{body}" if body else "")
    ended = newline if text.endswith("\n") or not text.strip("\ufeff") else ""
    gap = ""
    if text.strip("\ufeff"):
        gap = newline if text.endswith("\n") else newline * 2
        if text.endswith(("\n\n", "\n\r\n")):
            gap = ""
    return _with_closed_end(text, text + gap + section.replace("\n", newline) + ended)


def leaves_open(text: str) -> str:
    """What a text never closes, which swallows what is added below it: code, HTML or a comment; "" for nothing."""
    end = len(text.rstrip(_BLANKS))
    for block in read_blocks(text[:end] + "\n\n# end\n", 0):
        if block.kind in _OPEN_ENDED and block.start < end and block.end > end + 2:
            return "code" if block.kind == "fence" else "HTML"
    return _COMMENT if _open_comment(text, 0) else ""


def close_end(text: str) -> str:
    """The text, and where it ends in code or in preformatted HTML that it never closes, a line that closes it.

    Nothing can stand behind what is open, so neither can a block id.
    """
    last = next((block for block in reversed(read_blocks(text, 0)) if not block.depth), None)
    if last is None or last.kind not in _OPEN_ENDED or not leaves_open(text):
        return text
    fence = FENCE(text, last.start, _line_end_at(text, last.start))
    tag = _VERBATIM.match(text, last.start)
    closing = fence[0] if fence else f"</{tag[1]}>" if tag else ""
    newline = _newline(text, last.start)
    return text.rstrip(_BLANKS) + f"{newline}{closing}{newline}" if closing else text


def _with_closed_end(text: str, changed: str) -> str:
    """changed, which is text with lines added at its end, unless what text leaves open swallows them."""
    end = len(text.rstrip(_BLANKS))
    spans = split(text)
    for block in read_blocks(changed, spans[2] if spans else 0):
        if block.kind in _OPEN_ENDED and block.start < end < block.end:
            kind = "code" if block.kind == "fence" else "HTML"
            raise EditRefusedError(f"the page ends in {kind} that is never closed", line=block.line)
    line = _open_comment(text, spans[2] if spans else 0)
    if line:
        raise EditRefusedError(f"the page ends in a {_COMMENT} that is never closed", line=line)
    return changed


def _open_comment(text: str, body_start: int) -> int:
    """The line that begins with the `%%` of a comment that nothing closes, which hides all below it; 0 for none."""
    if "%%" not in text:
        return 0
    outline = read_outline(text, body_start)
    opened = -1
    for run in outline.texts:
        if outline.blocks[run.block].kind != "comment":
            for start, end in visible_spans(text, run.start, run.end):
                for mark in re.finditer("%%", text[start:end]):
                    opened = start + mark.start() if opened < 0 else -1
    if opened < 0 or text[_line_start(text, opened) : opened].strip(_BLANKS):
        return 0
    return text.count("\n", 0, opened) + 1


def _ends_with_item(content: str) -> bool:
    """Whether the last line belongs to a list item of the top level."""
    for line in reversed(content.split("\n")):
        if line[:1] not in (" ", "\t", "\r", ""):
            return bool(_ITEM.match(line))
    return False


def _whole_lines(text: str, start: int, end: int) -> tuple[int, int]:
    line_start = _line_start(text, start)
    line_end = text.find("\n", end)
    line_end = len(text) if line_end < 0 else line_end + 1
    if end > start and text.endswith("\n", start, end):
        line_end = end
    if text[line_start:start].strip(_BLANKS) or text[end:line_end].strip(_BLANKS):
        return start, end
    return line_start, line_end


def _newline(text: str, at: int) -> str:
    """The line break nearest above a place, else the first one below, else a plain one."""
    found = text.rfind("\n", 0, at)
    if found < 0:
        found = text.find("\n", at)
    return "\r\n" if found > 0 and text[found - 1] == "\r" else "\n"


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _line_end(text: str, heading: Heading) -> int:
    if text.endswith("\n", heading.start, heading.end):
        return heading.end
    end = text.find("\n", heading.end)
    return len(text) if end < 0 else end + 1


def _line_end_at(text: str, at: int) -> int:
    """The end of the line that a place is on, without its line break."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end
