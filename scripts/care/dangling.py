"""Links that would lead nowhere once files are gone, or somewhere once one is made; where in .trash a file goes."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from ..model import Place
from ..pages.linking.resolution import VaultNames, resolve
from ..pages.page_facts import stem_of
from ..store.operations import TRASH
from ..store.page_rows import base_of
from ..store.vault import is_note
from .canvas_nodes import canvas_paths, file_cards
from .file_links import is_file_link

if TYPE_CHECKING:
    from ..store.workspace import Workspace


def dangling_links(
    ws: Workspace, gone: Collection[str], *, arriving: Iterable[str] = (), without: Collection[str] = ()
) -> tuple[Place, ...]:
    """Links and canvas cards to files that go and whose name no file takes over, by path and line.

    arriving: files that come at the same time.  without: pages that are not asked.
    """
    before = VaultNames(ws.paths())
    after = VaultNames([*(path for path in ws.paths() if path not in gone), *arriving])
    run = ws.index.connection().execute
    query = "SELECT f.path, l.path FROM links l JOIN files f ON f.id = l.page WHERE l.base = ?"
    found: set[Place] = set()
    for base in sorted({base_of(name) for path in gone for name in (path, stem_of(path))}):
        for where, link in run(query, (base,)).fetchall():
            if where in without or where in gone or not is_note(where) or resolve(link, where, before) not in gone:
                continue
            # What a symbolic link shows is told of the page that it leads to, which may be one of those not asked.
            if resolve(link, where, after) is None and not is_file_link(ws, where):
                found.update(_places(ws, where, link))
    for where in canvas_paths(ws):
        if where in without or where in gone:
            continue
        cards = file_cards(ws.vault.read(where).text)
        found.update(Place(where, 0, card) for card in cards if before.exact(card) in gone and not after.exact(card))
    return tuple(sorted(found))


def taken_over(ws: Workspace, made: Collection[str]) -> tuple[Place, ...]:
    """Links in notes of a person that lead nowhere, and will lead to one of these new notes, by path and line."""
    run = ws.index.connection().execute
    query = """SELECT DISTINCT f.path, l.path FROM links l JOIN pages p ON p.id = l.page JOIN files f ON f.id = p.id
               WHERE l.base = ? AND p.category = 'notes'"""
    rows = sorted({row for path in made for name in (path, stem_of(path)) for row in run(query, (base_of(name),))})
    if not rows:
        return ()
    before = VaultNames(ws.paths())
    after = VaultNames([*ws.paths(), *made])
    led = [row for row in rows if resolve(row[1], row[0], before) is None and resolve(row[1], row[0], after) in made]
    return tuple(sorted({place for where, link in led for place in _places(ws, where, link)}))


def trash_path(ws: Workspace, path: str) -> str:
    """Where a file goes when it leaves the vault: its path below .trash, with a number where that is taken."""
    stem, dot, suffix = path.rpartition(".")
    for number in range(1, 10_000):
        place = f"{TRASH}/{path}" if number == 1 else f"{TRASH}/{stem} {number}{dot}{suffix}"
        if not os.path.lexists(os.path.join(ws.vault.root, *place.split("/"))):
            return place
    raise AssertionError("ten thousand namesakes in .trash")


def _places(ws: Workspace, where: str, link_path: str) -> list[Place]:
    text = ws.vault.read(where).text
    links = ws.page(where).links
    return [Place(where, link.line, text[link.start : link.end]) for link in links if link.path == link_path]
