"""The block pass line by line: which containers a line continues, what it opens, what it ends.

It follows the CommonMark specification (appendix "A parsing strategy") and GFM for tables.  A line costs a bounded
number of steps beside its own length, whatever stands before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import block_rules as rules
from .outline import CODE, FENCE, HTML, MATH, NEVER, PARAGRAPH, QUOTE, TABLE

if TYPE_CHECKING:
    from .outline import OutlineBuilder

# No page nests deeper on purpose; without a bound, blank lines under deep lists would cost depth times lines.
_MAX_DEPTH = 100
_STARTERS = frozenset("|:=#>`~<$-+*_0123456789")
ITEM_STARTERS = frozenset("-+*0123456789")


def read_line(out: OutlineBuilder, start: int) -> int:
    """Take in the line at start, or the whole of an opaque block that begins there; returns where the next begins."""
    text, needs = out.text, out.needs
    end = text.find("\n", start, out.end)
    if end < 0:
        end = out.end
    pos, column = _skip_blanks(text, start, 0)
    base = matched = 0
    for need in needs:
        if need == QUOTE:
            if pos >= end or column - base > 3 or text[pos] != ">":
                break
            pos, column, base = _enter_quote(text, pos, column)
        elif pos < end:
            if column - base < need:
                break
            base += need
        matched += 1
    if pos >= end:
        _take_blank(out, matched)
        if matched and text.find(">", start, end) >= 0:
            out.last_end = end
        return end + 1
    out.is_empty_item = False
    if out.leaf > TABLE and matched == len(needs) and _continue_opaque(out, pos, end, column - base):
        return end + 1
    return _open_blocks(out, start, end, (pos, column, base), matched)


def _skip_blanks(text: str, pos: int, column: int) -> tuple[int, int]:
    """The first position from pos that is no blank, and its column; tabs stop at every fourth."""
    end = rules.BLANKS(text, pos).end()  # type: ignore[union-attr]  # it matches nothing, too
    if text.find("\t", pos, end) < 0:
        return end, column + end - pos
    for char in text[pos:end]:
        column += 4 - column % 4 if char == "\t" else 1
    return end, column


def _enter_quote(text: str, pos: int, column: int) -> tuple[int, int, int]:
    """Where the content of a quote begins whose marker stands at pos, its column, and the column of its margin."""
    margin = column + 1
    pos, column = _skip_blanks(text, pos + 1, margin)
    return pos, column, min(margin + 1, column)


def _take_blank(out: OutlineBuilder, matched: int) -> None:
    if matched < len(out.needs):
        out.close_to(matched)
    elif out.is_empty_item:
        # After a marker alone and a blank line, nothing is part of the item.
        out.needs[-1] = NEVER
    elif out.leaf in (PARAGRAPH, TABLE) or (out.leaf == HTML and not out.html_end):
        out.close_leaf()
    out.is_empty_item = False


def _continue_opaque(out: OutlineBuilder, pos: int, end: int, indent: int) -> bool:
    """Whether the line belongs to the open code, HTML or math; the line that ends it does."""
    text, leaf = out.text, out.leaf
    if leaf == CODE:
        closes = False
        if indent < 4:
            return False
    elif leaf == FENCE:
        line = text[pos:end].rstrip(" \t")
        closes = indent < 4 and len(line) >= out.fence and not line.strip(text[out.start])
    elif leaf == HTML:
        closes = out.html_end > 0 and bool(rules.HTML_ENDS[out.html_end].search(text, pos, end))
    else:
        closes = text.find("$$", pos, end) >= 0
    out.last_end = end
    if closes:
        out.close_leaf()
    return True


def _open_blocks(out: OutlineBuilder, start: int, end: int, at: tuple[int, int, int], matched: int) -> int:
    """Open the containers and the leaf that begin in this line, or add it to the open paragraph or table.

    at is where the unread part of the line begins, its column, and the margin from which indentation counts.
    """
    text = out.text
    while True:
        pos, column, margin = at
        if column - margin > 3:
            if out.leaf == PARAGRAPH:
                break
            out.close_to(matched)
            width = 0
            while width < column - margin and pos - width > start and text[pos - width - 1] in " \t":
                width += 1
            out.open_leaf(CODE, pos - width, end)
            return end + 1
        char = text[pos]
        if char not in _STARTERS:
            break
        if char == ">":
            if matched >= _MAX_DEPTH:
                break
            out.close_to(matched)
            at = _enter_quote(text, pos, column)
            out.open_quote(pos, at[0])
        else:
            following = _open_leaf(out, char, pos, end, matched)
            if following:
                return following
            item = _open_item(out, pos, end, column, margin, matched) if char in ITEM_STARTERS else None
            if item is None:
                break
            at = item
        matched += 1
        out.last_end = end
        if at[0] >= end:
            out.is_empty_item = char != ">"
            return end + 1
    _add_text(out, pos, end, column - margin, matched)
    return end + 1


def _open_leaf(out: OutlineBuilder, char: str, pos: int, end: int, matched: int) -> int:
    """Open, or take in, what begins at pos and is no container; 0 if there is nothing, else where to go on."""
    text = out.text
    is_inside = matched == len(out.needs)
    if char in "|:-=" and out.leaf == PARAGRAPH and is_inside and _transform_paragraph(out, pos, end):
        return _take_rows(out, end) if out.leaf == TABLE and not out.needs else end + 1
    if char in "-*_" and rules.RULE(text, pos, end):
        out.close_to(matched)
        out.add_rule(pos, end)
        return end + 1
    if char == "#":
        hashes = rules.HASHES(text, pos, end)
        if hashes:
            out.close_to(matched)
            out.add_heading(hashes.end() - pos, pos, end)
            return end + 1
    elif char in "`~":
        fence = rules.FENCE(text, pos, end)
        if fence:
            out.close_to(matched)
            out.fence = fence.end() - pos
            out.open_leaf(FENCE, pos, end)
            return end + 1 if out.needs else _finish(out, _end_of_fence(out, end))
    elif char == "<":
        return _open_html(out, pos, end, matched)
    elif char == "$":
        return _open_math(out, pos, end, matched)
    return 0


def _transform_paragraph(out: OutlineBuilder, pos: int, end: int) -> bool:
    """Whether this line makes the open paragraph a table or a heading."""
    text = out.text
    head_start, head_end, head_indent = out.row
    if head_indent < 4 and rules.is_table(text[head_start:head_end], text[pos:end]):
        out.turn_into_table()
        out.add_row(pos, end)
        return True
    if rules.UNDERLINE(text, pos, end):
        out.turn_into_heading(1 if text[pos] == "=" else 2, out.trimmed_end(end))
        return True
    return False


def _take_rows(out: OutlineBuilder, end: int) -> int:
    """Take in the rows of a top-level table that begin with a bar at the margin."""
    rows = rules.ROWS(out.text, end + 1, out.end)
    if rows is None:
        return end + 1
    out.last_end = rows.end() - (out.text[rows.end() - 1] == "\n")
    return rows.end()


def _open_html(out: OutlineBuilder, pos: int, end: int, matched: int) -> int:
    text = out.text
    begin = rules.HTML_START(text, pos, end)
    way = begin.lastindex or 0 if begin else 0
    if not begin:
        # A whole tag alone on its line interrupts neither a paragraph, however lazy, nor a table.
        goes_on = out.leaf == PARAGRAPH or (out.leaf == TABLE and matched == len(out.needs))
        if goes_on or not rules.TAG_LINE(text, pos, end):
            return 0
    out.close_to(matched)
    out.open_leaf(HTML, pos, end)
    mark = rules.HTML_ENDS.get(way)
    out.html_end = way if mark else 0
    if out.needs:
        if mark and mark.search(text, pos, end):
            out.close_leaf()
        return end + 1
    found = (mark or rules.BLANK_LINE).search(text, pos if mark else end, out.end)
    if not found:
        return _finish(out, out.end)
    return _finish(out, _line_end(out, found.start()) if mark else found.start())


def _open_math(out: OutlineBuilder, pos: int, end: int, matched: int) -> int:
    """Open `$$` math, which must be closed, with nothing behind the closing dollars."""
    text = out.text
    if not text.startswith("$$", pos):
        return 0
    close = text.find("$$", pos + 2, out.end)
    if close < 0 or (close < end and out.leaf == PARAGRAPH):
        return 0
    last = _line_end(out, close)
    if text[close + 2 : last].strip(" \t"):
        return 0
    out.close_to(matched)
    out.open_leaf(MATH, pos, end)
    if not out.needs:
        return _finish(out, last)
    if close < end:
        out.close_leaf()
    return end + 1


def _open_item(
    out: OutlineBuilder, pos: int, end: int, column: int, margin: int, matched: int
) -> tuple[int, int, int] | None:
    """Open a list item if there is one at pos; returns where its content begins, its column, and its margin."""
    mark = rules.ITEM(out.text, pos, end)
    if not mark or matched >= _MAX_DEPTH:
        return None
    width = mark.end() - pos
    content, content_column = _skip_blanks(out.text, mark.end(), column + width)
    is_empty = content >= end
    if out.leaf == PARAGRAPH and matched == len(out.needs) and (is_empty or int(mark[1] or 1) != 1):
        return None
    gap = content_column - column - width
    if is_empty or gap > 4:
        gap = 1
    marker = out.text[mark.end() - 1]
    group = out.group_of_sibling(matched, marker)
    out.close_to(matched)
    out.open_item(pos, marker, group, column - margin + width + gap)
    return content, content_column, column + width + gap


def _add_text(out: OutlineBuilder, pos: int, end: int, indent: int, matched: int) -> None:
    """Add the line to the open paragraph, which may be lazy, or table; else begin a paragraph with it."""
    is_inside = matched == len(out.needs)
    continues = out.leaf == PARAGRAPH or (out.leaf == TABLE and is_inside)
    if continues and not is_inside and out.needs[matched] == QUOTE:
        # People put a block id directly after a callout; it is no lazy part of the text in it.
        continues = not rules.LONE_ID(out.text, pos, end)
    if continues:
        out.add_row(pos, end)
    else:
        out.close_to(matched)
        out.open_leaf(PARAGRAPH, pos, end)
    out.row = (pos, end, indent)


def _end_of_fence(out: OutlineBuilder, pos: int) -> int:
    """The end of the line that closes the top-level fence whose first line ends at pos, or of the text."""
    text = out.text
    mark = text[out.start] * out.fence
    while True:
        pos = text.find(mark, pos, out.end)
        if pos < 0:
            return out.end
        begin, end = text.rfind("\n", 0, pos) + 1, _line_end(out, pos)
        if pos - begin < 4 and not text[begin:pos].strip(" ") and not text[pos:end].rstrip(" \t").strip(mark[0]):
            return end
        pos = end


def _line_end(out: OutlineBuilder, pos: int) -> int:
    end = out.text.find("\n", pos, out.end)
    return out.end if end < 0 else end


def _finish(out: OutlineBuilder, end: int) -> int:
    """Close the open top-level leaf, whose last line ends at end."""
    out.last_end = len(out.text[: out.end].rstrip(" \t\n")) if end == out.end else end
    out.close_leaf()
    return end + 1
