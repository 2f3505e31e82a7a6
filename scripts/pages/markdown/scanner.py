"""What the body of a page holds: headings, links, tags and block ids, with exact offsets and in linear time.

Links in properties are read by `frontmatter`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..page_model import Block, BlockId, Heading, Issue, Link, Tag
from .blocks import read_outline, unify_line_breaks
from .inline import InlineReader

if TYPE_CHECKING:
    from .outline import Text

_make = tuple.__new__
_QUOTES = ("quote", "callout")
_ID = re.compile(r"\^([A-Za-z0-9-]+)[ \t]*\Z")


class Scan(NamedTuple):
    """All that the body holds, each in text order."""

    headings: tuple[Heading, ...]
    """Those at the top level."""
    links: tuple[Link, ...]
    """Wikilinks, embeds and Markdown links; external ones are left out."""
    tags: tuple[Tag, ...]
    block_ids: tuple[BlockId, ...]
    blocks: tuple[Block, ...]
    issues: tuple[Issue, ...]


def scan(text: str, *, body_start: int = 0) -> Scan:
    """Read the body of a page, which begins at body_start behind the frontmatter."""
    text = unify_line_breaks(text)
    outline = read_outline(text, body_start)
    reader = InlineReader()
    block_ids = []
    blocks = outline.blocks
    for run in outline.texts:
        body = text[run.start : run.end]
        # A single sign is looked for at a tenth of the cost of two.
        if "#" in body or ("[" in body and ("[[" in body or "](" in body)):
            if run.parts or run.kind == "table":
                _read_inline(reader, text, run)
            else:
                reader.read(text, run.start, run.end, run.line)
        if "^" in body and run.kind == "paragraph" and blocks[run.block].kind != "comment":
            block_id = _read_block_id(text, blocks, run, reader.links)
            if block_id:
                block_ids.append(block_id)
    reader.sort_links()
    return Scan(
        outline.headings, tuple(reader.links), tuple(reader.tags), tuple(block_ids), blocks, tuple(reader.issues)
    )


def _read_inline(reader: InlineReader, text: str, run: Text) -> None:
    start, end, line, kind, _, parts = run
    if kind == "table":
        for number, (begin, stop) in enumerate(parts or _rows(text, start, end)):
            row = text[begin:stop]
            if "[[" in row or "](" in row or "#" in row:
                reader.read_row(text, begin, stop, line + number)
    elif len(parts) > 1:
        reader.read(_without_markers(text, start, parts), 0, end - start, line, start)
    else:
        reader.read(text, start, end, line)


def _rows(text: str, start: int, end: int) -> list[tuple[int, int]]:
    rows = []
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        rows.append((start, stop))
        start = stop + 1
    return rows


def _without_markers(text: str, start: int, parts: Sequence[tuple[int, int]]) -> str:
    """The lines of a quote with blanks for the markers between them, so that offsets stay."""
    pieces: list[str] = []
    for begin, end in parts:
        pieces.append("\n" + " " * (begin - start - 1) if pieces else "")
        pieces.append(text[begin:end])
        start = end
    return "".join(pieces)


def _read_block_id(text: str, blocks: Sequence[Block], run: Text, links: Sequence[Link]) -> BlockId | None:
    """The id at the end of a paragraph: after a blank, directly after an embed, or alone."""
    start = text.rindex("^", run.start, run.end)
    found = _ID.match(text, start, run.end)
    if not found:
        return None
    follows_embed = bool(links) and links[-1].embed and links[-1].end == start
    is_alone = start == run.start
    if not is_alone and not follows_embed and text[start - 1] not in " \t\n":
        return None
    block = blocks[run.block]
    # The usual paragraph is spared the search for what the id names.
    is_own = not is_alone and not block.depth and block.kind == "paragraph"
    named = (run.start, run.end) if is_own else _named_span(blocks, run, is_alone=is_alone)
    if named is None:
        return None
    block_start, block_end = named
    if block_start < start <= block_end <= run.end:
        blanks = " \t\n>" if block.kind in _QUOTES else " \t\n"
        block_end = block_start + len(text[block_start:start].rstrip(blanks))
        if block_end == block_start:
            return None
    line = run.line + (text.count("\n", run.start, start) if "\n" in text[run.start : start] else 0)
    return _make(BlockId, (found[1], start, found.end(1), line, block_start, block_end))


def _named_span(blocks: Sequence[Block], run: Text, *, is_alone: bool) -> tuple[int, int] | None:
    """The span that an id at the end of this paragraph names, the id itself included."""
    block = blocks[run.block]
    if block.kind in _QUOTES:
        return (block.start, block.end) if block.end <= run.end else (run.start, run.end)
    before = blocks[run.block - 1] if run.block else None
    if before and before.kind == "item" and before.depth < block.depth:
        return before.start, before.end
    return _span_before(blocks, run.block) if is_alone else (run.start, run.end)


def _span_before(blocks: Sequence[Block], index: int) -> tuple[int, int] | None:
    """The span of the block, or of the whole list, before the block with this index at the same depth."""
    depth = blocks[index].depth
    index -= 1
    while index >= 0 and blocks[index].depth > depth:
        index -= 1
    if index < 0 or blocks[index].depth < depth:
        return None
    start, end, group = blocks[index].start, blocks[index].end, blocks[index].group
    while group and index >= 0 and blocks[index].depth >= depth:
        if blocks[index].depth == depth:
            if blocks[index].group != group:
                break
            start = blocks[index].start
        index -= 1
    return start, end
