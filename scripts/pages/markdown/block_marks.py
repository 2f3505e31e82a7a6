"""Give each passage of a text a block id, in the forms that Obsidian recognizes, and change nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..yaml.frontmatter import split
from .block_names import NOTHING, Earlier, new_names
from .passages import Unit, cut_units
from .scanner import scan

if TYPE_CHECKING:
    from ..page_model import Passage

_MOST_TRIES = 60
_EMPTY_QUOTE_LINES = re.compile(r"(?:[ \t]*(?:\r\n|\r|\n) {0,3}>[> \t]*(?=[\r\n]|\Z))+")
INLINE, OWN_LINE, NONE = range(3)


class Marked(NamedTuple):
    text: str
    insertions: tuple[tuple[int, str], ...]
    """What was put in, and where in the text as it was: taking it out again gives that text back."""
    unmarked: tuple[Passage, ...]
    """Passages that can have no id: one put there would be read as part of an unclosed fence, say."""


class _Reading(NamedTuple):
    units: tuple[Unit, ...]
    passages: tuple[Passage, ...]
    headings: tuple[tuple[int, str], ...]
    used: frozenset[str]


def with_block_ids(text: str, earlier: Earlier = NOTHING) -> str:
    """Return the text with an id on each passage; see mark_passages."""
    return mark_passages(text, earlier).text


def mark_passages(text: str, earlier: Earlier = NOTHING) -> Marked:
    """Insert an id where a passage has none: behind a paragraph or item, else on a line of its own.

    Cutting the result gives the same passages under the same headings, each with its id, and that is checked here by
    reading the result.  An id that would change what is read is tried on its own line, then left out and reported.
    Marking twice changes nothing.  earlier: the text as it was before, of which equal passages keep their ids.
    """
    before = _read(text)
    names = new_names(before.passages, before.used, earlier)
    modes = [_first_mode(text, unit) if name else NONE for unit, name in zip(before.units, names)]
    for _ in range(_MOST_TRIES):
        insertions = _insertions(text, before, names, modes)
        result = _insert(text, insertions)
        fault = _first_fault(before, _read(result), names, modes)
        if fault < 0:
            break
        _step_back(modes, fault)
    else:
        # So many faults are no text a person wrote.
        modes = [NONE] * len(modes)
        insertions, result = [], text
    unmarked = tuple(p for p, mode in zip(before.passages, modes) if not p.block and mode == NONE)
    return Marked(result, tuple(insertions), unmarked)


def _read(text: str) -> _Reading:
    found = split(text)
    page = scan(text, body_start=found[2] if found else 0)
    cut = cut_units(text, page.blocks, page.headings, page.block_ids)
    return _Reading(
        tuple(unit for unit, _ in cut),
        tuple(passage for _, passage in cut),
        tuple((heading.level, heading.text) for heading in page.headings),
        frozenset(marker.id.lower() for marker in page.block_ids),
    )


def _first_mode(text: str, unit: Unit) -> int:
    if unit.text_end < 0:
        return OWN_LINE
    # Words behind a definition of a link would end it, and `[^1]: word` is one to CommonMark.
    is_definition = text[unit.start] == "[" and "]:" in text[unit.start : unit.text_end]
    return OWN_LINE if is_definition else INLINE


def _insertions(text: str, before: _Reading, names: list[str], modes: list[int]) -> list[tuple[int, str]]:
    found = []
    for unit, name, mode in zip(before.units, names, modes):
        if mode == INLINE:
            found.append((unit.text_end, f" ^{name}"))
        elif mode == OWN_LINE:
            end = unit.end
            if unit.kind in ("quote", "callout"):
                # Empty lines at the end of a quote are no part of its span, but of what is drawn.
                empty = _EMPTY_QUOTE_LINES.match(text, end)
                end = empty.end() if empty else end
            found.append(_own_line(text, end, name))
    return found


def _own_line(text: str, end: int, name: str) -> tuple[int, str]:
    """Where and what to insert for an id on its own line, blank lines around it, with the line breaks used there."""
    while end < len(text) and text[end] not in "\r\n":
        end += 1
    newline = _newline(text, end)
    following = end + len(newline) if end < len(text) else end
    rest = text[following : following + 200]
    is_blank_after = not rest.lstrip(" \t") or rest.lstrip(" \t")[0] in "\r\n"
    return end, f"{newline * 2}^{name}" + ("" if is_blank_after else newline)


def _newline(text: str, at: int) -> str:
    """The line break at an offset; at the end of the text, the one before it."""
    if at >= len(text):
        at = max(text.rfind("\n"), text.rfind("\r"))
        if at > 0 and text[at - 1 : at + 1] == "\r\n":
            return "\r\n"
        return text[at] if at >= 0 else "\n"
    return "\r\n" if text.startswith("\r\n", at) else text[at]


def _insert(text: str, insertions: list[tuple[int, str]]) -> str:
    pieces = []
    done = 0
    for position, added in insertions:
        pieces += [text[done:position], added]
        done = position
    return "".join([*pieces, text[done:]])


def _first_fault(before: _Reading, after: _Reading, names: list[str], modes: list[int]) -> int:
    """Index of the first passage that is not read back as it was, with its id; -1 where all are."""
    for index, (old, new) in enumerate(zip(before.passages, after.passages)):
        expected = old.block or (names[index] if modes[index] != NONE else "")
        if (old.text, old.heading, expected) != (new.text, new.heading, new.block):
            return index
    if len(before.passages) == len(after.passages) and before.headings == after.headings:
        return -1
    return min(len(before.passages), len(after.passages))


def _step_back(modes: list[int], fault: int) -> None:
    """Try the last id inserted at or before the fault in its next form; the first one behind it if there is none."""
    index = min(fault, len(modes) - 1)
    while index >= 0 and modes[index] == NONE:
        index -= 1
    if index < 0:
        index = next(at for at, mode in enumerate(modes) if mode != NONE)
    modes[index] += 1
