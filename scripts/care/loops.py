"""Claims and links whose two ends became one page: they say nothing any more, so they are taken out and reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..pages.claims import format_claim
from ..pages.links import default_display
from ..pages.page import read_page
from ..pages.properties import remove_from_list, remove_property
from ..pages.resolution import resolve
from .evidence_lines import whole_line
from .link_splices import Splice, splice
from .rewriting import Place

if TYPE_CHECKING:
    from ..model import Page, PlacedClaim
    from ..pages.resolution import VaultNames
    from .link_shift import Shift


def drop_loops(before: str, after: str, path: str, shift: Shift, *, folder: str) -> tuple[str, list[Place]]:
    """The text after a move without the loops that the move made, and where these stood before it.

    after is what `rewrite_page` made of before.  A link to a part of the page stays: it still leads somewhere.
    """
    here = shift.moved(path)
    old, new = read_page(path, before, folder=folder), read_page(here, after, folder=folder)
    splices: list[Splice] = []
    places: list[Place] = []
    for was_line, line, kept in _looped_lines(old, new, shift):
        splices.append(_line_splice(after, line, kept))
        places.append(Place(path, was_line.line, before[was_line.start : was_line.end]))
    values: list[tuple[str, str]] = []
    for was, now in zip(old.links, new.links) if here in shift.moves.values() else ():
        in_line = any(found.start <= now.start < found.end for found in splices)
        is_own = now.path and not now.subpath and resolve(now.path, here, shift.after) == here
        if in_line or not is_own or resolve(was.path, path, shift.before) == path:
            continue
        places.append(Place(path, was.line, before[was.start : was.end]))
        if now.kind == "property":
            values.append((now.key, after[now.start : now.end]))
        else:
            shown = None if was.embed else was.display
            splices.append(Splice(now.start, now.end, shown or default_display(was.path)))
    text = splice(after, splices)
    for key, value in values:
        text = _without_value(text, key, value)
    return text, sorted(places)


def _looped_lines(old: Page, new: Page, shift: Shift) -> list[tuple[PlacedClaim, PlacedClaim, list[PlacedClaim]]]:
    """Lines with a loop that the move made: the first claim of each before and after, and its claims that are none."""
    lines: dict[int, list[tuple[PlacedClaim, PlacedClaim, bool]]] = {}
    for was, now in zip(old.claims, new.claims):
        if now.form == "claim":
            is_new = _is_loop(now, new.path, shift.after) and not _is_loop(was, old.path, shift.before)
            lines.setdefault(now.start, []).append((was, now, is_new))
    looped = [found for found in lines.values() if any(is_new for _, _, is_new in found)]
    return [(found[0][0], found[0][1], [now for _, now, is_new in found if not is_new]) for found in looped]


def _is_loop(placed: PlacedClaim, page: str, names: VaultNames) -> bool:
    ends = [resolve(path, page, names) for path in (placed.claim.subject, placed.claim.object)]
    return ends[0] is not None and ends[0] == ends[1]


def _line_splice(text: str, line: PlacedClaim, kept: list[PlacedClaim]) -> Splice:
    start = text.rfind("\n", 0, line.start) + 1
    if kept:
        return Splice(line.start, line.end, ("\n" + text[start : line.start]).join(format_claim(k.claim) for k in kept))
    return whole_line(text, line.start, line.end)


def _without_value(text: str, key: str, value: str) -> str:
    changed = remove_from_list(text, key, value)
    emptied = any(f"\n{key}:{rest}" in changed for rest in ("\n", "\r\n", " []\n", " []\r\n"))
    return remove_property(changed, key) if changed != text and emptied else changed
