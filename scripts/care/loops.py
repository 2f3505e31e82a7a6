"""Claims and embeds whose two ends became one page.

A claim says nothing any more, so it is taken out, and a page cannot show itself, so its embed becomes a link.  A plain
link stays: it leads to the page that now says both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..model import Place
from ..pages.linking.link_text import default_display
from ..pages.linking.resolution import resolve
from ..pages.markdown.blocks import read_blocks
from ..pages.page import read_page
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import remove_from_list, remove_property
from ..store.vault import is_note
from ..text.slugs import safe_display
from ..text.splices import Splice, splice
from .evidence_lines import claims_again, whole_line
from .link_splices import BAR, TableLines, add_display

if TYPE_CHECKING:
    from ..pages.linking.resolution import VaultNames
    from ..pages.page_model import Link, Page, PlacedClaim
    from .link_shift import Shift


class Loops(NamedTuple):
    """A page without the loops that a move made."""

    text: str
    dropped: list[Place]
    """Claims that were taken out, where they stood before the move."""
    unembedded: list[Place]
    """Embeds that are links now, where they stood."""


def drop_loops(before: str, after: str, path: str, shift: Shift, *, folder: str) -> Loops:
    """The text after a move without the loops that the move made.

    after is what `rewrite_page` made of before.  A link or embed of a part of the page stays.
    """
    here = shift.moved(path)
    old, new = read_page(path, before, folder=folder), read_page(here, after, folder=folder)
    splices: list[Splice] = []
    dropped: list[Place] = []
    unembedded: list[Place] = []
    for was_line, line, kept in _looped_lines(old, new, shift):
        again = [each.claim for each in kept]
        whole = whole_line(after, line.start, line.end)
        splices.append(claims_again(after, path, line, again) if kept else whole)
        dropped.append(Place(path, was_line.line, before[was_line.start : was_line.end]))
    values: list[tuple[str, str]] = []
    tables = TableLines(after, read_blocks(after, read_properties(after).body_start))
    for was, now in zip(old.links, new.links) if here in shift.moves.values() else ():
        in_line = any(found.start <= now.start < found.end for found in splices)
        is_own = now.path and not now.subpath and resolve(now.path, here, shift.after) == here
        if in_line or not is_own or resolve(was.path, path, shift.before) == path:
            continue
        place = Place(path, was.line, before[was.start : was.end])
        if now.kind == "property":
            dropped.append(place)
            values.append((now.key, after[now.start : now.end]))
        elif now.embed:
            unembedded.append(place)
            splices.append(Splice(now.start, now.end, _as_link(after, was, now, in_table=tables.hold(now.start))))
        elif was.path != now.path:
            # It goes on showing the name that it showed.
            shown = add_display(was._replace(start=now.start, end=now.end), in_table=tables.hold(now.start))
            splices += [shown] if shown else []
    text = splice(after, splices)
    for key, value in values:
        text = _without_value(text, key, value)
    return Loops(text, sorted(dropped), sorted(unembedded))


def _as_link(text: str, was: Link, now: Link, *, in_table: bool) -> str:
    """An embed as a link that shows its old name; what stood behind the bar of a wikilink is a size."""
    written = text[now.start + 1 : now.end]
    name = default_display(was.path[:-3] if is_note(was.path) else was.path)
    if now.kind == "markdown":
        return written if now.display else f"[{name}]{written[2:]}"
    path = text[now.path_start : now.path_end] if now.path_start >= 0 else now.path
    return f"[[{path}{BAR[in_table]}{safe_display(name)}]]"


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


def _without_value(text: str, key: str, value: str) -> str:
    changed = remove_from_list(text, key, value)
    emptied = any(f"\n{key}:{rest}" in changed for rest in ("\n", "\r\n", " []\n", " []\r\n"))
    return remove_property(changed, key) if changed != text and emptied else changed
