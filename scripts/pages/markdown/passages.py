"""Cut a page into passages: the blocks that a reader would quote, each with its block id and the headings above it.

A paragraph is never cut.  A list is one passage up to SHORT_LIST characters, or with an id behind it that names it;
else one for each of its items, and an item that can have no id goes with the one before.  Tables, quotes, callouts,
code, HTML and math are passages as a whole.  Headings, rules, comments and HTML without visible text are none.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from ..page_model import Passage

if TYPE_CHECKING:
    from ..page_model import Block, BlockId, Heading

_make = tuple.__new__
_START = attrgetter("start")

SHORT_LIST = 600
"""Characters up to which a list is one passage."""

_WHOLE = frozenset(("table", "quote", "callout", "fence", "code", "html", "math"))
_DEFINITION = re.compile(r" {0,3}\[[^\]\n]+\]:[ \t]*\S+(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*\Z")
_TAG = re.compile(r"<[^<>]*>")


class Unit(NamedTuple):
    """A passage in the making."""

    kind: str
    """paragraph, item, list, or the kind of a block that is a passage as a whole."""
    start: int
    end: int
    """With the ids inside it, without one on a line of its own behind it."""
    line: int
    text_end: int
    """Where an id inside it would stand: the end of the paragraph, or of the item's own first one; -1 for nowhere."""


def cut_passages(
    text: str, blocks: Sequence[Block], headings: Sequence[Heading], block_ids: Sequence[BlockId]
) -> tuple[Passage, ...]:
    """Cut a page, as `scan` has read it, into its passages in text order.  Cost: linear."""
    return tuple(passage for _, passage in cut_units(text, blocks, headings, block_ids))


def cut_units(
    text: str, blocks: Sequence[Block], headings: Sequence[Heading], block_ids: Sequence[BlockId]
) -> list[tuple[Unit, Passage]]:
    """Cut a page and keep with each passage where an id for it would stand."""
    markers = sorted(block_ids, key=_START) if block_ids else []
    starts = [marker.start for marker in markers]
    units = _units(text, blocks, starts)
    names = _names(units, markers)
    found: list[tuple[Unit, Passage]] = []
    path: list[Heading] = []
    following = 0
    label = ""
    beyond = len(text) + 1
    next_heading = headings[0].start if headings else beyond
    for index, unit in enumerate(units):
        _, start, end, line, _ = unit
        while next_heading < start:
            heading = headings[following]
            while path and path[-1].level >= heading.level:
                path.pop()
            path.append(heading)
            label = " > ".join([heading.text for heading in path if heading.text])
            following += 1
            next_heading = headings[following].start if following < len(headings) else beyond
        if starts:
            end, content = _content(text, unit, markers, starts)
        else:
            content = text[start:end]
        if content and not content.isspace():
            passage = _make(Passage, (len(found), names.get(index, ""), label, start, end, line, content))
            found.append((unit, passage))
    return found


def passage_id(text: str) -> str:
    """Return the block id for a passage: it depends on the words alone, not on where they stand or how they wrap."""
    from hashlib import sha256

    return "p" + sha256(" ".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()[:6]


def _units(text: str, blocks: Sequence[Block], starts: Sequence[int]) -> list[Unit]:
    units: list[Unit] = []
    index, size = 0, len(blocks)
    while index < size:
        block = blocks[index]
        kind = block.kind
        if kind == "item":
            index = _take_list(text, blocks, index, starts, units)
            continue
        index += 1
        # What stands inside an item came with it.
        if kind == "paragraph" and not block.depth:
            if text[block.start] == "[" and _is_definitions(text[block.start : block.end]):
                continue
            units.append(_make(Unit, (kind, block.start, block.end, block.line, block.end)))
        elif kind in _WHOLE and not block.depth and (kind != "html" or _is_visible(text[block.start : block.end])):
            units.append(Unit(kind, block.start, block.end, block.line, -1))
    return units


def _take_list(text: str, blocks: Sequence[Block], index: int, starts: Sequence[int], units: list[Unit]) -> int:
    """Add the units of the list that begins here; return the index of the first block behind it."""
    first = blocks[index]
    items: list[Unit] = []
    size = len(blocks)
    while index < size and blocks[index].kind == "item" and not blocks[index].depth:
        item = blocks[index]
        if item.group != first.group:
            break
        index += 1
        # The item's own first paragraph, if it begins with one, is the block that follows it.  An id behind `[label]:`
        # would make that a definition of a link, which nobody sees.
        own = blocks[index] if index < size else item
        begins_with_text = own.kind == "paragraph" and own.depth == 1 and own.start < item.end
        takes_id = begins_with_text and not _is_label(text, own.start, own.end)
        if takes_id or not items:
            items.append(_make(Unit, ("item", item.start, item.end, item.line, own.end if takes_id else -1)))
        else:
            items[-1] = items[-1]._replace(end=item.end)
        while index < size and blocks[index].depth:
            index += 1
    if not items:
        return index + 1
    start, end = items[0].start, items[-1].end
    behind = bisect_left(starts, end)
    inside = behind - bisect_left(starts, start)
    has_own_ids = inside and any(
        bisect_left(starts, item.text_end) > bisect_left(starts, item.start) for item in items if item.text_end >= 0
    )
    is_named = behind < len(starts) and not text[end : starts[behind]].strip()
    is_long = end - start - _marker_size(text, starts, start, end) > SHORT_LIST if inside else end - start > SHORT_LIST
    if (has_own_ids or (is_long and not is_named)) and items[0].text_end >= 0:
        units.extend(items)
    else:
        units.append(Unit("list", start, end, first.line, -1))
    return index


def _is_label(text: str, start: int, end: int) -> bool:
    """Whether a paragraph would name a link, were something put behind it; a wikilink before a colon is no label."""
    return text[start] == "[" and text[start + 1] != "[" and text.endswith("]:", start, end)


_MARKER = re.compile(r"\^[A-Za-z0-9-]+")


def _marker_size(text: str, starts: Sequence[int], start: int, end: int) -> int:
    """How many characters of a span are ids, so that adding ids does not make a short list a long one."""
    size = 0
    for position in starts[bisect_left(starts, start) : bisect_left(starts, end)]:
        found = _MARKER.match(text, position)
        size += (found.end() - position if found else 0) + (text[position - 1 : position] == " ")
    return size


def _is_visible(html: str) -> bool:
    """Whether a block of HTML shows any text."""
    if html.startswith("<!--"):
        html = html.partition("-->")[2]
    return bool(_TAG.sub("", html).strip())


def _is_definitions(paragraph: str) -> bool:
    """Whether a paragraph is nothing but definitions of links, which a reader does not see."""
    return all(
        line.lstrip().startswith("[") and not line.lstrip().startswith("[^") and _DEFINITION.match(line)
        for line in paragraph.splitlines()
    )


def _names(units: Sequence[Unit], markers: Sequence[BlockId]) -> dict[int, str]:
    """The id of each unit that has one, by index; the first where there are several.

    An id that stands above already names nothing: links lead to the first.
    """
    if not markers:
        return {}
    by_start = {unit.start: index for index, unit in enumerate(units)}
    names: dict[int, str] = {}
    taken: set[str] = set()
    for marker in markers:
        key = marker.id.lower()
        if key in taken:
            continue
        taken.add(key)
        index = by_start.get(marker.block_start, -1)
        if index < 0:
            continue
        unit = units[index]
        # An id in the first item names that item; one behind the list names the list, so also its only item.
        is_inside = marker.start < unit.end
        if unit.kind != "list" if is_inside else marker.block_end >= unit.end:
            names.setdefault(index, marker.id)
    return names


def _content(text: str, unit: Unit, markers: Sequence[BlockId], starts: Sequence[int]) -> tuple[int, str]:
    """End and text of a unit without the ids in it; a blank before an id goes with it."""
    first = bisect_left(starts, unit.start)
    last = bisect_left(starts, unit.end, first)
    if first == last:
        return unit.end, text[unit.start : unit.end]
    pieces = []
    position = end = unit.start
    for marker in markers[first:last]:
        cut = marker.start - 1 if text[marker.start - 1] in " \t" and marker.start > position else marker.start
        pieces.append(text[position:cut])
        position, end = marker.end, cut
    rest = text[position : unit.end]
    if rest.strip():
        pieces.append(rest)
        end = unit.end
    content = "".join(pieces)
    trimmed = content.rstrip(" \t\r\n")
    return (end if end == unit.end else end - (len(content) - len(trimmed))), trimmed
