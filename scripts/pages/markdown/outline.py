"""What a page consists of, and its making: finished blocks beside the containers and the leaf that are still open."""

from __future__ import annotations

from typing import NamedTuple

from ..page_model import Block, Heading
from .block_rules import CALLOUT

# The kinds of leaf that can be open; all above TABLE are opaque.
PARAGRAPH, TABLE, FENCE, CODE, HTML, MATH = range(1, 7)
_NAMES = ("", "paragraph", "table", "fence", "code", "html", "math")

QUOTE = 0
NEVER = 1 << 30
_UNFINISHED = Block("", 0, 0, 0)
_make = tuple.__new__


class Text(NamedTuple):
    """The inline text of one paragraph, heading or table."""

    start: int
    end: int
    line: int
    kind: str
    """paragraph, heading or table."""
    block: int
    """Index of its block in the outline; of the quote or comment around it where that is the block."""
    parts: tuple[tuple[int, int], ...]
    """Inside quotes, the spans of its lines without the markers; empty elsewhere."""


class Outline(NamedTuple):
    """All that the block pass finds, in text order."""

    blocks: tuple[Block, ...]
    headings: tuple[Heading, ...]
    """Those at the top level."""
    texts: tuple[Text, ...]
    hidden: tuple[tuple[int, int], ...]
    """Spans of code, HTML and math inside quotes and comments, which are no blocks of their own."""


class _Container(NamedTuple):
    kind: str
    start: int
    line: int
    block: int
    """Index of its block; -1 inside a quote."""
    marker: str
    group: int


class OutlineBuilder:
    """An outline in the making.  The reader says what begins and ends; offsets and line numbers are kept here."""

    __slots__ = (
        "_counted", "_line", "_opened", "_parts", "_quote", "_quotes", "_start_line",
        "blocks", "end", "fence", "groups", "headings", "hidden", "html_end", "is_empty_item", "last_end", "leaf",
        "needs", "row", "start", "text", "texts",
    )  # fmt: skip

    def __init__(self, text: str, pos: int, end: int, line: int) -> None:
        self.text, self.end = text, end
        self.blocks: list[Block] = []
        self.texts: list[Text] = []
        self.headings: list[Heading] = []
        self.hidden: list[tuple[int, int]] = []
        self.needs: list[int] = []
        """For each open container the indentation its lines must have; QUOTE for a quote, NEVER if none can go on."""
        self.leaf = self.start = 0
        """Kind and start of the open leaf; 0 for none."""
        self.last_end = pos
        """End of the last line that was not blank: where whatever is closed ends."""
        self.row = (pos, pos, 0)
        """Start, end and indentation of the last line of the open paragraph."""
        self.fence = self.html_end = self.groups = 0
        self.is_empty_item = False
        self._opened: list[_Container] = []
        self._parts: list[tuple[int, int]] = []
        self._quotes = self._quote = self._start_line = 0
        self._counted, self._line = pos, line

    def line_at(self, pos: int) -> int:
        """The number of the line that holds pos; positions must not fall from call to call."""
        self._line += self.text.count("\n", self._counted, pos)
        self._counted = pos
        return self._line

    def open_quote(self, pos: int, content: int) -> None:
        """Open a quote whose marker stands at pos."""
        index, kind = -1, "quote"
        if not self._quotes:
            index = self._quote = len(self.blocks)
            self.blocks.append(_UNFINISHED)
            if CALLOUT(self.text, content):
                kind = "callout"
        self._quotes += 1
        self.needs.append(QUOTE)
        self._opened.append(_Container(kind, pos, self.line_at(pos), index, ">", 0))

    def group_of_sibling(self, depth: int, marker: str) -> int:
        """The group of the item open at this depth, if one with this marker would join its list; else 0."""
        if depth < len(self.needs) and self._opened[depth].marker == marker:
            return self._opened[depth].group
        return 0

    def open_item(self, pos: int, marker: str, group: int, need: int) -> None:
        """Open a list item whose marker stands at pos; group 0 begins a new list."""
        index = -1
        if not self._quotes:
            index = len(self.blocks)
            self.blocks.append(_UNFINISHED)
            if not group:
                self.groups = group = self.groups + 1
        self.needs.append(need)
        self._opened.append(_Container("item", pos, self.line_at(pos), index, marker, group))

    def open_leaf(self, leaf: int, start: int, end: int) -> None:
        """Open a leaf whose first line ends at end."""
        self.leaf, self.start, self._start_line = leaf, start, self.line_at(start)
        self.last_end = end
        if self._quotes:
            self._parts = [(start, end)]

    def add_row(self, start: int, end: int) -> None:
        """Add a line to the open paragraph or table."""
        self.last_end = end
        if self._quotes:
            self._parts.append((start, end))

    def close_leaf(self) -> None:
        """Finish the open leaf."""
        leaf, self.leaf = self.leaf, 0
        end = self.trimmed_end(self.last_end)
        if leaf <= TABLE:
            self.add_text(_NAMES[leaf], self.start, end, self.add_block(_NAMES[leaf], self.start, end))
        elif self._quotes:
            self.hidden.append((self.start, end))
        else:
            self.add_block(_NAMES[leaf], self.start, end)

    def turn_into_table(self) -> None:
        """Make the last line of the open paragraph the head of a table; lines before it stay a paragraph."""
        start, end, _ = self.row
        if start > self.start:
            head = self._parts[-1:]
            del self._parts[-1:]
            self.last_end = self._parts[-1][1] if self._quotes else self.text.rindex("\n", self.start, start)
            self.close_leaf()
            self.open_leaf(TABLE, start, end)
            self._parts = head
        self.leaf = TABLE

    def turn_into_heading(self, level: int, end: int) -> None:
        """Make the open paragraph a heading whose underline ends at end."""
        self.leaf = 0
        content_end = self.trimmed_end(self.last_end)
        index = self.add_block("heading", self.start, end)
        self.add_text("heading", self.start, content_end, index)
        if not self.needs:
            title = " ".join(line.strip() for line in self.text[self.start : content_end].split("\n"))
            self.headings.append(Heading(level, title, self.start, end, self._start_line))
        self.last_end = end

    def add_heading(self, level: int, start: int, end: int) -> None:
        """Add an ATX heading: level hashes at start, then blanks and its text up to end."""
        self._start_line, self._parts = self.line_at(start), []
        end = self.trimmed_end(end)
        title = self.text[start + level : end].strip(" \t")
        if title[-1:] == "#":
            bare = title.rstrip("#")
            if not bare or bare[-1] in " \t":
                title = bare.rstrip(" \t")
        index = self.add_block("heading", start, end)
        if title:
            begin = self.text.index(title, start + level)
            self.add_text("heading", begin, begin + len(title), index)
        if not self.needs:
            self.headings.append(_make(Heading, (level, title, start, end, self._start_line)))
        self.last_end = end

    def add_paragraph(self, start: int, end: int) -> None:
        """Add a whole paragraph at the top level, where nothing is open: what open_leaf and close_leaf would make."""
        text, self.last_end = self.text, end
        self._line = line = self._line + text.count("\n", self._counted, start)
        self._counted = start
        while text[end - 1] in " \t":
            end -= 1
        self.texts.append(_make(Text, (start, end, line, "paragraph", len(self.blocks), ())))
        self.blocks.append(_make(Block, ("paragraph", start, end, line, 0, 0)))

    def add_html(self, start: int, end: int) -> None:
        """Add a line of HTML at the top level, where nothing is open."""
        self.last_end, line = end, self.line_at(start)
        self.blocks.append(_make(Block, ("html", start, self.trimmed_end(end), line, 0, 0)))

    def add_block(self, kind: str, start: int, end: int) -> int:
        """Add a finished leaf that began in the line last asked for; returns the index of the block it is part of."""
        if self._quotes:
            return self._quote
        self.blocks.append(_make(Block, (kind, start, end, self._start_line, len(self.needs), 0)))
        return len(self.blocks) - 1

    def add_rule(self, start: int, end: int) -> None:
        """Add a thematic break."""
        self._start_line = self.line_at(start)
        self.add_block("rule", start, self.trimmed_end(end))
        self.last_end = end

    def add_text(self, kind: str, start: int, end: int, index: int) -> None:
        """Add the inline text of the block with this index."""
        parts = tuple(self._parts) if self._quotes else ()
        self.texts.append(_make(Text, (start, end, self._start_line, kind, index, parts)))

    def close_to(self, depth: int) -> None:
        """Finish the open leaf and all containers but the outermost depth ones."""
        if self.leaf:
            self.close_leaf()
        needs = self.needs
        if len(needs) <= depth:
            return
        self.is_empty_item = False
        end = self.trimmed_end(self.last_end)
        while len(needs) > depth:
            needs.pop()
            kind, start, line, index, marker, group = self._opened.pop()
            if marker == ">":
                self._quotes -= 1
            if index >= 0:
                self.blocks[index] = _make(Block, (kind, start, end, line, len(needs), group))

    def trimmed_end(self, end: int) -> int:
        """end without the blanks before it."""
        while self.text[end - 1] in " \t":
            end -= 1
        return end
