"""The blocks of a page: one container-aware pass over its lines, with exact offsets, in linear time.

CommonMark with GFM tables, plus what Obsidian adds: `$$` math, `%%` comments, callouts.  What stands inside a
paragraph is not looked at here; `scanner` reads it from the texts of the outline.
"""

from __future__ import annotations

import re

from ..page_model import Block
from .block_lines import ITEM_STARTERS, read_line
from .block_rules import BLANKS, PLAIN_COMMENT, PLAIN_ITEM, TOP
from .outline import PARAGRAPH, QUOTE, Outline, OutlineBuilder, Text

_make = tuple.__new__


def read_blocks(text: str, start: int = 0) -> tuple[Block, ...]:
    """The blocks of text from offset start, which is where the body begins behind the frontmatter."""
    return read_outline(text, start).blocks


def read_outline(text: str, start: int = 0) -> Outline:
    """Blocks, top-level headings and inline texts from offset start; ends are without the blanks before them."""
    text = unify_line_breaks(text)
    if not start and text.startswith("\ufeff"):
        start = 1
    out = OutlineBuilder(text, start, len(text), text.count("\n", 0, start) + 1)
    _read(out, start, has_comments="%%" in text)
    return Outline(tuple(out.blocks), tuple(out.headings), tuple(out.texts), tuple(out.hidden))


def unify_line_breaks(text: str) -> str:
    """Every line break as one newline, and every offset as it was: a carriage return before it becomes a blank."""
    if "\r" in text:
        return text.replace("\r\n", " \n").replace("\r", "\n")
    return text


def _read(out: OutlineBuilder, pos: int, *, has_comments: bool) -> None:
    """Read from pos to the end: what is plain by patterns of many lines, the rest line by line."""
    text, end, needs = out.text, out.end, out.needs
    while pos < end:
        if needs:
            pos = _go_on_in_container(out, pos)
            continue
        if not out.leaf:
            found: re.Match[str] = TOP(text, pos, end)  # type: ignore[assignment]  # it matches nothing, too
            group = found.lastindex
            pos = found.end()
            if group == 1:
                _take_paragraph(out, found.start(1), pos)
                continue
            if group == 2:
                title = found[2]
                out.add_heading(len(title) - len(title.lstrip("#")), found.start(2), pos)
                continue
            if group == 3:
                pos = _take_plain_items(out, PLAIN_ITEM(text, found.start(3), end))  # type: ignore[arg-type]  # seen
                continue
            if group == 4:
                out.add_html(found.start(4), pos)
                continue
            if pos >= end:
                break
        pos = (has_comments and text[pos] in " \t%" and _take_comment(out, pos)) or read_line(out, pos)
    out.close_to(0)


def _take_paragraph(out: OutlineBuilder, start: int, pos: int) -> None:
    """Take in a paragraph of whole lines at the top level; it stays open unless a blank line or the end follows."""
    text = out.text
    end = pos - 1 if text[pos - 1] == "\n" else pos
    if pos >= out.end or text[pos] == "\n":
        out.add_paragraph(start, end)
    else:
        out.open_leaf(PARAGRAPH, start, end)
        out.row = (text.rfind("\n", start, end) + 1 or start, end, 0)


def _go_on_in_container(out: OutlineBuilder, pos: int) -> int:
    """Take in what follows while a quote or list is open."""
    if out.needs[0] != QUOTE and out.text[pos] not in " \t\n":
        # At the margin no item goes on: the next item of the list begins, or the list ends, or a paragraph is lazy.
        item = PLAIN_ITEM(out.text, pos, out.end)
        if item:
            return _take_plain_items(out, item)
        if out.leaf != PARAGRAPH and out.text[pos] not in ITEM_STARTERS:
            out.close_to(0)
            return pos
    return read_line(out, pos)


def _take_plain_items(out: OutlineBuilder, item: re.Match[str]) -> int:
    """Take in list items of one plain line each at the margin, all of one list; the last one stays open."""
    text, end, pos = out.text, out.end, item.start()
    marker = item[1][-1]
    group = out.group_of_sibling(0, marker)
    out.close_to(0)
    if not group:
        out.groups = group = out.groups + 1
    line = out.line_at(pos)
    while True:
        start, stop = item.span(2)
        pos_of_next = item.end()
        following = PLAIN_ITEM(text, pos_of_next, end)
        if not following or following[1][-1] != marker:
            break
        if text[stop - 1] in " \t":
            stop = out.trimmed_end(stop)
        index = len(out.blocks) + 1
        out.blocks.append(_make(Block, ("item", pos, stop, line, 0, group)))
        out.blocks.append(_make(Block, ("paragraph", start, stop, line, 1, 0)))
        out.texts.append(_make(Text, (start, stop, line, "paragraph", index, ())))
        pos, line, item = pos_of_next, line + 1, following
    out.open_item(pos, marker, group, start - pos)
    out.open_leaf(PARAGRAPH, start, stop)
    out.row = (start, stop, 0)
    return pos_of_next


def _take_comment(out: OutlineBuilder, pos: int) -> int:
    """Take in a top-level `%%` comment of whole lines; 0 if none begins here, else where to go on.

    The texts in it are kept, since links and tags in comments count; its blocks and headings are not.
    """
    text = out.text
    start = BLANKS(text, pos).end()  # type: ignore[union-attr]  # it matches nothing, too
    if start - pos > 3 or not text.startswith("%%", start):
        return 0
    close = text.find("%%", start + 2, out.end)
    if close < 0 or (out.leaf and text.find("\n", start, close) < 0):
        return 0
    last = text.find("\n", close, out.end)
    last = out.end if last < 0 else last
    if text[close + 2 : last].strip(" \t"):
        return 0
    out.close_to(0)
    line = out.line_at(start)
    plain = PLAIN_COMMENT(text, start + 2, close)
    if plain:
        begin, index = plain.start(1), len(out.blocks)
        out.texts.append(_make(Text, (begin, out.trimmed_end(close), line, "paragraph", index, ())))
        out.blocks.append(_make(Block, ("comment", start, close + 2, line, 0, 0)))
        return last + 1
    inner = OutlineBuilder(text, start + 2, close, line)
    _read(inner, start + 2, has_comments=False)
    index = len(out.blocks)
    out.blocks.append(Block("comment", start, close + 2, line))
    out.texts.extend(found._replace(block=index) for found in inner.texts)
    out.hidden.extend(inner.hidden)
    out.hidden.extend(
        (block.start, block.end) for block in inner.blocks if block.kind in ("fence", "code", "html", "math")
    )
    return last + 1
