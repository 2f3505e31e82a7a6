"""Edges around a node, best first, at a cost that depends on how many are asked for and not on how many there are."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..pages.knowledge.ontology import relations
from ..pages.model import LINKS_TO
from .schema import EITHER, IN, META, OUT, UNSURE

if TYPE_CHECKING:
    from .node_places import NodePlaces

EdgeRow = tuple[bool, str, str, float, float, int]
"""Whether the node is the source, relation, name of the other end, confidence, weight, sources."""

_WAYS = {"out": (OUT, EITHER), "in": (IN, EITHER), "both": (OUT, IN, EITHER)}


class EdgeSearch:
    """Edge look-ups over an open index connection."""

    def __init__(self, connection: sqlite3.Connection, places: NodePlaces) -> None:
        self._run, self._places = connection.execute, places
        self._weight: float | None = None

    def best(
        self, node: int, held: int, min_confidence: float, direction: str, relations: Sequence[str], limit: int
    ) -> list[EdgeRow]:
        """At most limit edges by falling confidence times weight, then relation; further ties by a fixed order.

        held: how many edges the node has.  Those that are returned are in no order.
        """
        if held <= limit and direction == "both" and not relations:
            return self._all(node, min_confidence) if held else []
        if limit <= 0:
            return []
        condition, values = "", []
        if relations:
            condition = f" AND relation IN ({','.join('?' * len(relations))})"
            values = [*relations]
        # Links weigh less than claims: where none is wanted, a hub's thousands of them are not looked at.
        link_weight = self._link_weight() if not relations or LINKS_TO in relations else 1.0
        bound = -round(min_confidence * min(1.0, link_weight) * 1_000_000)
        found: list[tuple[int, str, int, int, EdgeRow]] = []
        for way, more, more_values in self._ranges(direction):
            rows = self._run(
                f"""SELECT falling, relation, other, confidence, sources, (SELECT name FROM nodes WHERE id = other)
                    FROM edges WHERE node = ? AND way = ? AND falling <= ? AND confidence >= ?{condition}{more}
                    ORDER BY falling, relation, other LIMIT ?""",
                (node, way, bound, min_confidence, *values, *more_values, limit),
            )
            for falling, relation, other, confidence, sources, name in rows:
                weight = link_weight if relation == LINKS_TO else 1.0
                edge = (way == OUT, relation, name, confidence, weight, sources)
                found.append((falling, relation, other, way, edge))
        found.sort()
        return [row for *_, row in found[:limit]]

    def _all(self, node: int, min_confidence: float) -> list[EdgeRow]:
        """All edges at a node, by one statement for all ways."""
        link_weight = self._link_weight()
        rows = self._run(
            """SELECT e.way, e.relation, e.confidence, e.sources, o.name, o.id, o.page, o.edges, o.label
               FROM edges e CROSS JOIN nodes o ON o.id = e.other WHERE e.node = ? AND e.confidence >= ?""",
            (node, min_confidence),
        )
        found = []
        for way, relation, confidence, sources, name, other, page, edges, label in rows:
            # What the edges lead to is asked for next.
            self._places.keep(name, other, page, edges, label)
            weight = link_weight if relation == LINKS_TO else 1.0
            found.append((way == OUT, relation, name, confidence, weight, sources))
        return found

    def counts(self, nodes: Mapping[int, int], min_confidence: float, direction: str, most: int) -> dict[int, int]:
        """How many edges there are at each of these nodes, most where there are more; nodes: with all their edges."""
        if not nodes:
            return {}
        if direction == "both" and min_confidence <= UNSURE:
            unsure = dict(
                self._run(
                    f"""SELECT node, count(*) FROM edges INDEXED BY edges_unsure
                        WHERE node IN (SELECT value FROM json_each(?)) AND confidence < ? AND confidence < {UNSURE}
                        GROUP BY node""",
                    (json.dumps([*nodes]), min_confidence),
                )
            )
            return {node: min(most, edges - unsure.get(node, 0)) for node, edges in nodes.items()}
        held: str = ""
        values: list[object] = []
        if direction != "both":
            ranges = self._ranges(direction)
            held = f" AND ({' OR '.join(f'way = ?{more}' for _, more, _ in ranges)})"
            values = [value for way, _, names in ranges for value in (way, *names)]
        return dict(
            self._run(
                f"""SELECT value, (SELECT count(*) FROM (
                    SELECT 1 FROM edges WHERE node = value AND confidence >= ?{held} LIMIT ?)) FROM json_each(?)""",
                (min_confidence, *values, most, json.dumps([*nodes])),
            )
        )

    def _ranges(self, direction: str) -> list[tuple[int, str, list[str]]]:
        """Ways to look at, each with what else must hold."""
        ranges: list[tuple[int, str, list[str]]] = [(way, "", []) for way in _WAYS[direction]]
        if direction == "in":
            # Stated by this node, but true both ways; and what a node says of itself.
            names = [relation.name for relation in relations().values() if relation.is_symmetric]
            ranges.append((OUT, f" AND (other = node OR relation IN ({','.join('?' * len(names))}))", names))
        return ranges

    def _link_weight(self) -> float:
        if self._weight is None:
            self._weight = float(self._run(META, ("link_weight",)).fetchone()[0])
        return self._weight
