"""What claims rest on: the passages that an edge cites, and the edges that cite a passage."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..pages.model import LINKS_TO, Edge, EvidenceItem

if TYPE_CHECKING:
    from .kept import Kept
    from .node_places import NodePlaces
    from .passage_texts import PassageTexts

_Stated = tuple[int, int, float, int, str]
"""Page and rank of a claim, its confidence, the node that it rests on or the first of several, its date."""


class EvidenceSearch:
    """Look-ups over an open index connection."""

    def __init__(self, connection: sqlite3.Connection, places: NodePlaces, texts: PassageTexts, kept: Kept) -> None:
        self._run, self._places, self._texts, self._kept = connection.execute, places, texts, kept

    def of_edges(self, edges: Sequence[Edge], min_confidence: float) -> dict[Edge, list[EvidenceItem]]:
        """Evidence of each edge, not checked: by falling confidence, then source, then line; none for a link.

        Cost: a look-up of each edge's statements, and the claims of the pages that state them.
        """
        kept = {edge: self._kept.evidence.get((edge, min_confidence)) for edge in edges}
        missing = [edge for edge, items in kept.items() if items is None]
        for edge, (items, pages) in self._read(missing, min_confidence).items() if missing else ():
            kept[edge] = self._kept.evidence.put((edge, min_confidence), (items, pages), 1 + len(items))
        self._texts.rest_on([page for found in kept.values() if found is not None for page in found[1]])
        return {edge: list(found[0]) for edge, found in kept.items() if found is not None}

    def _read(self, edges: Sequence[Edge], min_confidence: float) -> dict[Edge, tuple[list[EvidenceItem], list[int]]]:
        """The evidence of each edge, and the pages whose claims it is."""
        stated = self._statements(edges, min_confidence)
        self._texts.read((), dict.fromkeys(row[0] for rows in stated for row in rows))
        targets = self._targets(stated)
        nodes = {node for rows in stated for row in rows for node in targets[row[:2]].values()}
        nodes.update(row[3] for rows in stated for row in rows)
        self._places.read_names(nodes - {0})
        found = {}
        for edge, rows in zip(edges, stated):
            items = [item for row in rows for item in self._items(row, targets[row[:2]])]
            if len(items) > 1:
                items = sorted(
                    dict.fromkeys(items), key=lambda i: (-i.confidence, i.source, i.claimed_in, i.line, i.block)
                )
            found[edge] = items, [row[0] for row in rows]
        return found

    def _statements(self, edges: Sequence[Edge], min_confidence: float) -> list[list[_Stated]]:
        """The claims that state each edge."""
        self._places.of(end for edge in edges for end in (edge.source, edge.target))
        key = self._places.key
        asked = [
            () if each.relation == LINKS_TO else (key(each.source), each.relation, key(each.target)) for each in edges
        ]
        rows = self._run(
            """SELECT e.key, s.page, s.claim, s.confidence, s.origin, a.updated
               FROM json_each(?) e CROSS JOIN statements s
                   ON s.source = json_extract(e.value, '$[0]') AND s.relation = json_extract(e.value, '$[1]')
                   AND s.target = json_extract(e.value, '$[2]')
               CROSS JOIN about a ON a.page = s.page
               WHERE s.confidence >= ?""",
            (json.dumps(asked), min_confidence),
        )
        # A claim has a row for each of its sources.
        found: list[dict[tuple[int, int], _Stated]] = [{} for _ in edges]
        for at, *row in rows:
            found[at].setdefault((row[0], row[1]), tuple(row))
        return [[*each.values()] for each in found]

    def _targets(self, stated: Sequence[Sequence[_Stated]]) -> dict[tuple[int, int], dict[str, int]]:
        """The nodes that the citations of each of these claims mean, by link path."""
        found: dict[tuple[int, int], dict[str, int]] = {}
        several: dict[int, list[tuple[int, int]]] = {}
        for page, claim, _, origin, _ in (row for rows in stated for row in rows):
            cited = {source: 0 for source, *_ in self._texts.claims(page)[claim][5]}
            if len(cited) == 1 and "" not in cited:
                # What a claim that cites one page rests on is that page.
                cited = dict.fromkeys(cited, origin)
            elif cited:
                several.setdefault(page, []).append((page, claim))
            found[page, claim] = cited
        if several:
            rows = self._run(
                "SELECT l.page, l.path, l.target FROM json_each(?) CROSS JOIN links l ON l.page = value",
                (json.dumps([*several]),),
            )
            for page, path, target in rows:
                for key in several[page]:
                    if path in found[key]:
                        found[key][path] = target
        return found

    def _items(self, stated: _Stated, targets: dict[str, int]) -> Iterable[EvidenceItem]:
        page, claim, confidence, origin, date = stated
        path = self._texts.path(page)
        line, *_, evidence = self._texts.claims(page)[claim]
        if not evidence:
            yield EvidenceItem(path, line, self._places.name(origin), "", "", confidence, False, date)
        for source, block, quote in evidence:
            id_ = self._places.name(targets[source]) if targets[source] else source
            yield EvidenceItem(path, line, id_, block, quote, confidence, False, date)
