"""Nodes by their names and by their keys in the tables, and the pages they have."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .kept import Kept, Place


class NodePlaces:
    """Look-ups over an open index connection, each made once for a state of the index."""

    def __init__(self, connection: sqlite3.Connection, kept: Kept) -> None:
        self._run = connection.execute
        self._kept = kept

    def page(self, id_: str) -> int:
        """The page of a node; 0 where it has none."""
        return (self._kept.places.get(id_) or self.of([id_])[id_])[1]

    def key(self, id_: str) -> int | None:
        """The key of a node in the tables; None where there is no such node."""
        return (self._kept.places.get(id_) or self.of([id_])[id_])[0] or None

    def of(self, ids: Iterable[str]) -> dict[str, Place]:
        """What the tables have of each node; its key and its page are 0 where there is none."""
        get = self._kept.places.get
        kept = {id_: get(id_) for id_ in ids}
        found = {id_: place for id_, place in kept.items() if place is not None}
        missing = [id_ for id_, place in kept.items() if place is None]
        if missing:
            # A page goes before a name without one.
            rows = self._run(
                """SELECT n.name, n.id, n.page, n.edges, n.label FROM json_each(?)
                   CROSS JOIN nodes n ON n.name = value ORDER BY n.page IS NULL, n.id""",
                (json.dumps(missing),),
            )
            for id_, node, page, edges, label in rows:
                found.setdefault(id_, (node, page or 0, edges, label))
        for id_ in missing:
            if id_ not in found:
                from .ids import missing_key

                row = self._run("SELECT id, edges FROM nodes WHERE name = ? LIMIT 1", (missing_key(id_),)).fetchone()
                found[id_] = (row[0], 0, row[1], id_) if row else (0, 0, 0, id_)
            self._kept.places.put(id_, found[id_])
        return found

    def name(self, node: int) -> str:
        """The name of a node."""
        return self._kept.node_names.get(node) or self.read_names([node])[node]

    def read_names(self, nodes: Iterable[int]) -> dict[int, str]:
        """The names of those among these nodes that are not kept."""
        names = self._kept.node_names
        missing = dict.fromkeys(node for node in nodes if names.get(node) is None)
        found: dict[int, str] = {}
        if missing:
            rows = self._run(
                """SELECT n.id, n.name, n.page, n.edges, n.label FROM json_each(?)
                   CROSS JOIN nodes n ON n.id = value""",
                (json.dumps([*missing]),),
            )
            for node, name, *place in rows:
                found[node] = names.put(node, name)
                self.keep(name, node, *place)
        return found

    def keep(self, id_: str, node: int, page: int | None, edges: int, label: str) -> None:
        """Keep what was read of a node beside other things: of a page, for a name without one may be a page's, too."""
        if page and self._kept.places.get(id_) is None:
            self._kept.places.put(id_, (node, page, edges, label))
