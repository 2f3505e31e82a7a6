"""Block ids: which parts of a note can be cited, which id each of them gets, and how the ids are written.

An id is made of the words of its block, so it survives whatever is inserted above.  Equal blocks are numbered: below
headings of one name in the order of the text.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import NamedTuple

from ..model import Heading, Quotable
from .frontmatter import split
from .markdown import Body, read_body
from .page import shows_text, without_ids
from .spans import Splice, newline_near, splice

SHORT_LIST = 600
"""Characters up to which a list is cited as a whole: its items say little alone."""
_WHOLE = frozenset(("table", "code", "quote", "callout", "math", "html"))
_MOST_TRIES, _FEWEST_TRIES, _MOST_READ = 60, 10, 2_000_000
"""How often a text is read again without an id that changed the reading; for a long one, the characters in all."""
_INLINE, _OWN_LINE, _NONE = range(3)


class Earlier(NamedTuple):
    """The text as it was before an edit, so that its blocks keep their ids."""

    quotables: tuple[Quotable, ...] = ()
    taken: frozenset[str] = frozenset()
    """Ids in lower case that something cites, also those that the text no longer has: no other block gets one."""


NOTHING = Earlier()
TELLING = 60
"""Characters from which on a block is identified by its words alone; `Approved.` needs its heading as well."""


class _Unit(NamedTuple):
    """A quotable in the making."""

    kind: str
    """paragraph, item, list, or the kind of a block that is cited as a whole."""
    start: int
    end: int
    """Includes the ids inside it, but not one on a line of its own behind it."""
    line: int
    id_at: int
    """Where an id inside it would be inserted: behind the paragraph, or the item's first one; -1 for nowhere."""


class _Reading(NamedTuple):
    units: tuple[_Unit, ...]
    quotables: tuple[Quotable, ...]
    headings: tuple[tuple[int, str], ...]
    used: frozenset[str]


def quotables(text: str) -> tuple[Quotable, ...]:
    """Return the parts of a page that can be cited, in the order of the text.  Cost: one reading of the page."""
    return _read(text).quotables


def block_hash(text: str) -> str:
    """Return the block id for some words.  It depends neither on their place in the page nor on their line breaks."""
    return "p" + sha256(" ".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()[:6]


def mark_quotables(text: str, earlier: Earlier = NOTHING) -> str:
    """Give each quotable without an id one: behind a paragraph or item, else on a line of its own.

    Reading the result gives the same quotables under the same headings, each with its id, which is checked here.  An id
    that would change the reading is tried on its own line, then left out.  Marking twice changes nothing.
    earlier: the text as it was before; quotables that are equal in both keep their ids.
    """
    before = _read(text)
    names = _new_ids(before.quotables, before.used, earlier)
    modes = [_first_mode(text, unit) if name else _NONE for unit, name in zip(before.units, names)]
    for _ in range(min(_MOST_TRIES, max(_FEWEST_TRIES, _MOST_READ // (len(text) + 1)))):
        result = splice(text, [Splice(at, at, added) for at, added in _insertions(text, before, names, modes)])
        fault = _first_fault(before, _read(result), names, modes)
        if fault < 0:
            return result
        _step_back(modes, fault)
    # A person's text has fewer faults.
    return text


def _read(text: str) -> _Reading:
    body = read_body(text, split(text).body_start)
    units = _units(text, body)
    ids = _ids(units, body)
    found: list[tuple[_Unit, Quotable]] = []
    path: list[Heading] = []
    following = 0
    for index, unit in enumerate(units):
        while following < len(body.headings) and body.headings[following].start < unit.start:
            heading = body.headings[following]
            while path and path[-1].level >= heading.level:
                path.pop()
            path.append(heading)
            following += 1
        end, content = without_ids(text, unit.kind, unit.start, unit.end, body.id_spans)
        if content.strip():
            above = " > ".join(heading.text for heading in path if heading.text)
            found.append((unit, Quotable(ids.get(index, ""), above, unit.start, end, unit.line, content)))
    return _Reading(
        tuple(unit for unit, _ in found),
        tuple(quotable for _, quotable in found),
        tuple((heading.level, heading.text) for heading in body.headings),
        frozenset(block_id.id.lower() for block_id in body.block_ids),
    )


def _first_mode(text: str, unit: _Unit) -> int:
    if unit.id_at < 0:
        return _OWN_LINE
    # Words behind a definition of a link would end it, and `[^1]: word` is one to CommonMark.
    is_definition = text[unit.start] == "[" and "]:" in text[unit.start : unit.id_at]
    return _OWN_LINE if is_definition else _INLINE


def _insertions(text: str, before: _Reading, names: list[str], modes: list[int]) -> list[tuple[int, str]]:
    found = []
    for unit, name, mode in zip(before.units, names, modes):
        if mode == _INLINE:
            found.append((unit.id_at, f" ^{name}"))
        elif mode == _OWN_LINE:
            found.append(_own_line(text, unit.end, name))
    return found


def _own_line(text: str, end: int, name: str) -> tuple[int, str]:
    """Return the offset for an id on its own line, and the text to insert: with blank lines around it."""
    end += len(text[end:].partition("\n")[0].rstrip("\r"))
    newline = newline_near(text, end)
    following = text[end + len(newline) : end + 200].lstrip(" \t")
    is_blank_after = not following or following[0] in "\r\n"
    return end, f"{newline * 2}^{name}" + ("" if is_blank_after else newline)


def _first_fault(before: _Reading, after: _Reading, names: list[str], modes: list[int]) -> int:
    """Return the index of the first passage that is not read back as it was, with its id; -1 where all are."""
    for index, (old, new) in enumerate(zip(before.quotables, after.quotables)):
        expected = old.block or (names[index] if modes[index] != _NONE else "")
        if (old.text, old.heading, expected) != (new.text, new.heading, new.block):
            return index
    if len(before.quotables) == len(after.quotables) and before.headings == after.headings:
        return -1
    return min(len(before.quotables), len(after.quotables))


def _step_back(modes: list[int], fault: int) -> None:
    """Give the last id inserted at or before the fault its next form; without one, the first id behind it."""
    index = min(fault, len(modes) - 1)
    while index >= 0 and modes[index] == _NONE:
        index -= 1
    if index < 0:
        index = next(at for at, mode in enumerate(modes) if mode != _NONE)
    modes[index] += 1


def _units(text: str, body: Body) -> list[_Unit]:
    blocks, starts = body.blocks, [start for start, _ in body.id_spans]
    units: list[_Unit] = []
    index = 0
    while index < len(blocks):
        block = blocks[index]
        if block.kind == "item":
            index = _take_list(text, body, index, starts, units)
            continue
        index += 1
        # Blocks inside an item were taken with it.
        if block.depth:
            continue
        if block.kind == "paragraph":
            units.append(_Unit("paragraph", block.start, block.end, block.line, block.end))
        elif block.kind in _WHOLE and (block.kind != "html" or shows_text(text[block.start : block.end])):
            units.append(_Unit(block.kind, block.start, block.end, block.line, -1))
    return units


def _take_list(text: str, body: Body, index: int, starts: Sequence[int], units: list[_Unit]) -> int:
    """Add the units of the list that begins here; return the index of the first block behind it."""
    blocks, first, size = body.blocks, body.blocks[index], len(body.blocks)
    items: list[_Unit] = []
    while index < size and blocks[index].kind == "item" and not blocks[index].depth:
        item = blocks[index]
        if item.list != first.list:
            break
        index += 1
        # The item's own first paragraph, if it begins with one, is the block that follows it.
        own = blocks[index] if index < size else item
        begins_with_text = own.kind == "paragraph" and own.depth == 1 and own.start < item.end
        if begins_with_text or not items:
            items.append(_Unit("item", item.start, item.end, item.line, own.end if begins_with_text else -1))
        else:
            items[-1] = items[-1]._replace(end=item.end)
        while index < size and blocks[index].depth:
            index += 1
    start, end = items[0].start, items[-1].end
    behind = bisect_left(starts, end)
    inside = body.id_spans[bisect_left(starts, start) : behind]
    has_own_ids = any(
        bisect_left(starts, item.id_at) > bisect_left(starts, item.start) for item in items if item.id_at >= 0
    )
    is_named = behind < len(starts) and not text[end : starts[behind]].strip()
    # Without the ids, so that adding them does not make a short list a long one.
    length = end - start - sum(last - at + (text[at - 1] == " ") for at, last in inside)
    if (has_own_ids or (length > SHORT_LIST and not is_named)) and items[0].id_at >= 0:
        units.extend(items)
    else:
        units.append(_Unit("list", start, end, first.line, -1))
    return index


def _ids(units: Sequence[_Unit], body: Body) -> dict[int, str]:
    """Return the id of each unit that has one, by index; the first where there are several.

    An id that occurred above is no name here: links resolve to the first.
    """
    by_start = {unit.start: index for index, unit in enumerate(units)}
    ids: dict[int, str] = {}
    taken: set[str] = set()
    for block_id, (start, _) in zip(body.block_ids, body.id_spans):
        key = block_id.id.lower()
        index = by_start.get(block_id.block_start, -1)
        if key not in taken and index >= 0:
            unit = units[index]
            # An id in the first item names that item; one behind the list names the list, so also its only item.
            if unit.kind != "list" if start < unit.end else block_id.block_end >= unit.end:
                ids.setdefault(index, block_id.id)
        taken.add(key)
    return ids


def _new_ids(quotables: Sequence[Quotable], used: Collection[str], earlier: Earlier) -> list[str]:
    """Return a new id for each quotable without one, "" for the others; a taken one gets the first free number from 2.

    A quotable of the earlier text keeps its id; among equal ones those under a heading of the same name are matched, in
    the order of the text.
    """
    ids = ["" if quotable.block else block_hash(quotable.text) for quotable in quotables]
    own = {quotable.block.lower() for quotable in quotables}
    bases = [quotable.block.partition("-")[0] for quotable in earlier.quotables]
    known = [base if base == block_hash(q.text) else "" for base, q in zip(bases, earlier.quotables)]
    counts, before = Counter(ids), Counter(known)
    single = {base for base, count in counts.items() if base and count == before[base] == 1}
    kept: dict[tuple[str, str], list[str]] = {}
    for base, quotable in reversed([*zip(known, earlier.quotables)]):
        if base and quotable.block.lower() not in own:
            kept.setdefault(_place(base, quotable, single), []).append(quotable.block)
    # Long words that are cited, were gone and come back are the same block again.
    telling = {id for id, quotable in zip(ids, quotables) if len(quotable.text) >= TELLING and counts[id] == 1}
    taken = {*used, *(earlier.taken - telling), *(quotable.block.lower() for quotable in earlier.quotables)}
    numbers: dict[str, int] = {}
    names = []
    for base, quotable in zip(ids, quotables):
        same = kept.get(_place(base, quotable, single))
        names.append(same.pop() if same else base and _free_id(base, taken, numbers))
    return names


def _place(base: str, quotable: Quotable, single: Collection[str]) -> tuple[str, str]:
    return base, "" if base in single else quotable.heading.rpartition(" > ")[2]


def _free_id(base: str, taken: set[str], counts: dict[str, int]) -> str:
    """Reserve and return the base; if it is taken, the base with the first free number from 2.

    counts: numbers given so far.
    """
    number, name = counts.get(base, 1), base
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    counts[base] = number
    taken.add(name)
    return name
