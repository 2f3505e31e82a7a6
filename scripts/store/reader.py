"""The port over SQLite: what a question may ask of the index."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from math import log1p
from typing import TYPE_CHECKING

from ..homes import parse_json
from ..pages.model import Edge, Node
from .edge_search import EdgeSearch
from .evidence_search import EvidenceSearch
from .kept import Kept
from .name_search import NameSearch
from .node_places import NodePlaces
from .passage_search import PassageSearch
from .passage_texts import PassageTexts

if TYPE_CHECKING:
    from ..pages.model import EvidenceItem, NameHit, PassageRow, WordHit
    from .edge_search import EdgeRow

_make = tuple.__new__


class SqliteReader:
    """A GraphReader over an open index connection.  Reads only; kept is what was read of this state of the index."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        kept: Kept | None = None,
    ) -> None:
        self._connection = connection
        self._run = connection.execute
        self._kept = kept or Kept()
        self._names = NameSearch(connection, self._kept)
        self._texts = PassageTexts(connection, self._kept)
        self._words = PassageSearch(connection, self._texts, self._kept)
        self._places = NodePlaces(connection, self._kept)
        self._edges = EdgeSearch(connection, self._places)
        self._evidence = EvidenceSearch(connection, self._places, self._texts, self._kept)

    def nodes(self, ids: Sequence[str]) -> dict[str, Node]:
        """Nodes by id; unknown ids are left out."""
        found = {id_: self._kept.nodes.get(id_) for id_ in ids}
        missing = [id_ for id_, node in found.items() if node is None]
        if missing:
            found.update(self._read_nodes(missing))
        return {id_: node for id_, node in found.items() if node is not None}

    def _read_nodes(self, ids: Sequence[str]) -> dict[str, Node]:
        highest = self._kept.highest
        if highest is None:
            most = self._run("SELECT coalesce(max(degree), 0) FROM nodes").fetchone()[0]
            highest = self._kept.highest = log1p(most) or 1.0
        found: dict[str, Node] = {}
        # A page goes before a name without one.
        rows = self._run(
            """SELECT n.name, n.id, n.page, n.edges, n.label, n.degree, f.path, h.category, a.type, a.summary,
                   json_extract(a.facts, '$.aliases')
               FROM json_each(?) CROSS JOIN nodes n ON n.name = value LEFT JOIN heads h ON h.id = n.page
               LEFT JOIN about a ON a.page = n.page LEFT JOIN files f ON f.id = n.page ORDER BY n.page IS NULL""",
            (json.dumps(ids),),
        )
        for id_, node, page, edges, label, degree, path, category, type_, summary, called in rows:
            if id_ not in found:
                self._places.keep(id_, node, page, edges, label)
                aliases = tuple(parse_json(called)) if called and called != "[]" else ()
                about = (path or "", category or "", type_ or "", aliases, summary or "")
                found[id_] = self._kept.nodes.put(id_, Node(id_, label, *about, log1p(degree) / highest))
        return found

    def edges_at(
        self,
        ids: Sequence[str],
        *,
        min_confidence: float,
        direction: str = "both",
        relations: Sequence[str] = (),
        limit: int = 64,
    ) -> dict[str, list[Edge]]:
        """Edges around each node, best first; see the port."""
        asked = min_confidence, direction, tuple(relations), limit
        kept = {id_: self._kept.edges.get((id_, asked)) for id_ in ids}
        found = {id_: list(edges) for id_, edges in kept.items() if edges is not None}
        for id_, (node, _, held, _) in self._places.of(id_ for id_ in kept if id_ not in found).items():
            if node:
                rows = self._edges.best(node, held, min_confidence, direction, relations, limit)
                edges = _around(id_, rows)
                found[id_] = list(self._kept.edges.put((id_, asked), edges, 1 + len(edges)))
        return {id_: found[id_] for id_ in kept if id_ in found}

    def edge_counts(
        self, ids: Sequence[str], *, min_confidence: float, most: int, direction: str = "both"
    ) -> dict[str, int]:
        """How many edges there are in all at each node, most where there are more."""
        kept = {id_: self._kept.counts.get(("edges", id_, min_confidence, direction, most)) for id_ in ids}
        found = {id_: count for id_, count in kept.items() if count is not None}
        missing = self._places.of(id_ for id_, count in kept.items() if count is None)
        nodes = {node: edges for node, _, edges, _ in missing.values()}
        counted = self._edges.counts(nodes, min_confidence, direction, most)
        for id_, (node, *_) in missing.items():
            count = counted.get(node, 0)
            found[id_] = self._kept.counts.put(("edges", id_, min_confidence, direction, most), count)
        return found

    def evidence(self, edges: Sequence[Edge], *, min_confidence: float = 0.0) -> dict[Edge, list[EvidenceItem]]:
        """Evidence of each edge: by falling confidence, then source, then line; not checked."""
        return self._evidence.of_edges(edges, min_confidence)

    def search(
        self, terms: Sequence[str], *, limit: int, pages_only: bool = False, hand: str = "any", holding: str = ""
    ) -> list[WordHit]:
        """Passages that hold any of the terms, best BM25 first; see the port."""
        return self._words.search(terms, limit=limit, pages_only=pages_only, hand=hand, holding=holding)

    def passage_count(self) -> int:
        """How many passages there are."""
        return self._words.passage_count()

    def passages(self, ids: Sequence[int]) -> dict[int, PassageRow]:
        """Passages by id; unknown ids are left out."""
        return self._texts.passages(ids)

    def passages_of(self, page: str) -> list[PassageRow]:
        """All passages of a page in text order."""
        file_id = self._places.page(page)
        return self._texts.of_page(file_id) if file_id else []

    def passage_at(self, page: str, block: str) -> PassageRow | None:
        """The passage of a page with this block id, compared without case."""
        file_id = self._places.page(page)
        return self._texts.at_block(file_id, block) if file_id else None

    def files_read(self) -> list[int]:
        """File ids of the pages whose text was looked at."""
        return self._texts.pages_read()

    def names(self, keys: Sequence[str]) -> dict[str, list[NameHit]]:
        """Nodes whose title, alias or stem has one of these folded keys."""
        return self._names.by_keys(keys)

    def names_beginning(self, words: Sequence[str]) -> dict[str, str]:
        """The names that begin with each of these folded words; see the port."""
        return self._names.beginning(words)

    def similar_names(self, name: str, *, limit: int = 10) -> list[NameHit]:
        """Nodes whose names come close to this one (typos), best first."""
        return self._names.similar(name, limit=limit)


def _around(id_: str, rows: Iterable[EdgeRow]) -> list[Edge]:
    """The edges at a node by falling confidence times weight, then relation, then the other end."""
    ranked = []
    for is_source, relation, other, confidence, weight, sources in rows:
        source, target = (id_, other) if is_source else (other, id_)
        edge = _make(Edge, (source, relation, target, confidence, sources, weight))
        ranked.append((-confidence * weight, relation, other, source, edge))
    ranked.sort()
    return [each[4] for each in ranked]
