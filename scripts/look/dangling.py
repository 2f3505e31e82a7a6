"""Links that would lead nowhere once files are gone, and those that led nowhere and will lead to a new note."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable

from ..index_store.port import IndexReader
from ..model import LinkRow, Place
from ..text.canvas import is_canvas
from ..text.links import split_target
from ..text.page import category_of
from ..wiki_store.working_copy import WorkingCopy


def dangling_links(
    reader: IndexReader,
    copy: WorkingCopy,
    gone: Collection[str],
    *,
    arriving: Iterable[str] = (),
    without: Collection[str] = (),
) -> tuple[Place, ...]:
    """Return the links and canvas cards to files that go and whose name no file takes over, by path and line.

    arriving: files that come at the same time.  without: pages that are not looked at.
    """
    rows = reader.links(targets=sorted(gone)) if gone else []
    rows = [row for row in rows if row.path not in without and row.path not in gone]
    if not rows:
        return ()
    after = copy.resolver()
    for path in gone:
        after.remove(path)
    for path in arriving:
        after.add(path)
    broken = [row for row in rows if not after.resolve(split_target(row.link)[0], row.path)]
    # What a symbolic link shows is told of the page that it leads to, which may be one of those not looked at.
    return _places(copy, [row for row in broken if not os.path.islink(os.path.join(copy.root, row.path))])


def taken_over(reader: IndexReader, copy: WorkingCopy, made: Collection[str]) -> tuple[Place, ...]:
    """Return the links in notes of a person that lead nowhere, and will lead to one of these new notes."""
    rows = reader.links(unresolved=True) if made else []
    rows = [row for row in rows if category_of(row.path, copy.folder) == "notes"]
    if not rows:
        return ()
    after = copy.resolver()
    for path in made:
        after.add(path)
    return _places(copy, [row for row in rows if after.resolve(split_target(row.link)[0], row.path) in made])


def _places(copy: WorkingCopy, rows: Iterable[LinkRow]) -> tuple[Place, ...]:
    found: set[Place] = set()
    for path, links in _by_path(rows).items():
        if is_canvas(path):
            found.update(Place(path, 0, link) for link in links)
            continue
        text = copy.read(path)
        for link in copy.page(path).links:
            if link.path + link.subpath in links:
                found.add(Place(path, link.line, text[link.start : link.end]))
    return tuple(sorted(found))


def _by_path(rows: Iterable[LinkRow]) -> dict[str, set[str]]:
    links: dict[str, set[str]] = {}
    for row in rows:
        links.setdefault(row.path, set()).add(row.link)
    return links
