"""The labels of a page's footnotes (`[^1]`) and reference links (`[shown][label]`), and others for them.

Two texts that are put together must not share one: the first definition would answer for both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...errors import EditRefusedError
from .blocks import read_outline, unify_line_breaks
from .definitions import read_definitions
from .hiding import visible_spans

if TYPE_CHECKING:
    from .outline import Text

_WIKILINK = r"\[\[[^\[\]\n]+\]\]"
_BRACKETS = re.compile(rf"{_WIKILINK}|\[((?:[^\[\]\\\n]|\\.)+)\]")
_NO_LABEL = re.compile(r"[(\[]")
_ITEM_MARK = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]+\Z")
_BEFORE = 400
"""Characters that are looked at before a label: more than marks and blanks at the beginning of a line are."""
FOOTNOTE = "^"
"""What the label of a footnote begins with."""


class Parted(NamedTuple):
    """A text whose labels are its own."""

    text: str
    renamed: tuple[tuple[str, str], ...]
    """Labels, old and new, in text order."""


class _Use(NamedTuple):
    """One label where it stands."""

    key: str
    label: str
    start: int
    end: int
    """What a new label replaces: `[s]` alone shows its label, so that nothing is replaced, and one is put behind it."""
    line: int
    is_bare: bool = False
    """The new label needs brackets of its own."""


class _Labels(NamedTuple):
    uses: list[_Use]
    """Definitions are among them."""
    defined: dict[str, str]
    """By key what a label stands for; "" for a footnote, which is never that of another text."""


def part_labels(text: str, other: str, *, body_start: int = 0, other_start: int = 0) -> Parted:
    """The text with new labels for those that other uses for something else.

    Raises EditRefusedError for a label that text only uses and other defines: it would begin to mean something.
    """
    mine, theirs = _read(text, body_start), _read(other, other_start)
    their_keys = {use.key for use in theirs.uses} | set(theirs.defined)
    for use in mine.uses:
        if use.key not in mine.defined and use.key in theirs.defined:
            raise EditRefusedError(f"[{use.label}] has no definition here and one in the other page", line=use.line)
    clashing = {
        key
        for key, meaning in mine.defined.items()
        if key in their_keys and not (meaning and theirs.defined.get(key) == meaning)
    }
    taken = {use.key for use in mine.uses} | their_keys
    new: dict[str, str] = {}
    old: dict[str, str] = {}
    for use in mine.uses:
        if use.key in clashing and use.key not in new:
            old[use.key], new[use.key] = use.label, _free(use.label, taken)
            taken.add(_key(new[use.key]))
    parted = _renamed(text, mine.uses, new)
    expected = [_key(new[use.key]) if use.key in new else use.key for use in mine.uses]
    if [use.key for use in _read(parted, body_start).uses] != expected:
        raise EditRefusedError("its footnotes and reference links would not read back the same")
    return Parted(parted, tuple((old[key], new[key]) for key in new))


def _renamed(text: str, uses: list[_Use], new: Mapping[str, str]) -> str:
    pieces, done = [], 0
    for use in uses:
        if use.key in new:
            label = f"[{new[use.key]}]" if use.is_bare else new[use.key]
            pieces += [text[done : use.start], label]
            done = use.end
    return "".join([*pieces, text[done:]])


def _free(label: str, taken: set[str]) -> str:
    """A label that nobody has: the next number, or the same with a number behind it."""
    name = label.removeprefix(FOOTNOTE)
    if name != label and name.isdecimal() and name.isascii():
        numbers = [int(key[1:]) for key in taken if key[:1] == FOOTNOTE and key[1:].isdecimal() and len(key) < 9]
        return f"{FOOTNOTE}{max(numbers, default=0) + 1}"
    number = 2
    while _key(f"{label}-{number}") in taken:
        number += 1
    return f"{label}-{number}"


def _read(text: str, body_start: int) -> _Labels:
    if "]" not in text[body_start:]:
        return _Labels([], {})
    text = unify_line_breaks(text)
    definitions = read_definitions(text, body_start=body_start)
    defined: dict[str, str] = {}
    uses = []
    for link in definitions:
        label = link.display or ""
        defined.setdefault(_key(label), " ".join(text[link.start + len(label) + 2 : link.end].split()))
        uses.append(_Use(_key(label), label, link.start + 1, link.start + 1 + len(label), link.line))
    starts = {link.start for link in definitions}
    for run in read_outline(text, body_start).texts:
        for use, is_definition in _in_run(text, run, starts):
            uses.append(use)
            if is_definition:
                defined.setdefault(use.key, "")
    return _Labels(sorted(uses, key=lambda use: use.start), defined)


def _in_run(text: str, run: Text, definitions: set[int]) -> Iterator[tuple[_Use, bool]]:
    """The labels in one run of inline text, and whether each is the definition of a footnote."""
    line, counted = run.line, run.start
    for start, end in visible_spans(text, run.start, run.end):
        for found in _BRACKETS.finditer(text, start, end):
            label, begin, stop = found[1], found.start(), found.end()
            if not label or begin in definitions:
                continue
            line, counted = line + text.count("\n", counted, begin), begin
            nearest = max(0, begin - _BEFORE)
            before = text[max(nearest, text.rfind("\n", nearest, begin) + 1) : begin]
            if label[0] == FOOTNOTE:
                is_definition = text.startswith(":", stop) and not before.strip(" \t>")
                yield _Use(_key(label), label, begin + 1, stop - 1, line), is_definition
            elif text.startswith("[]", stop):
                yield _Use(_key(label), label, stop, stop + 2, line, True), False
            elif begin > run.start and text[begin - 1] == "]":
                yield _Use(_key(label), label, begin + 1, stop - 1, line), False
            elif not _NO_LABEL.match(text, stop) and not (len(label) == 1 and _ITEM_MARK.search(before)):
                yield _Use(_key(label), label, stop, stop, line, True), False


def _key(label: str) -> str:
    return " ".join(label.split()).casefold()
