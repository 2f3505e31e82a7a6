"""The port over SQLite: what a question may ask of the index."""

from __future__ import annotations

import json
from math import log1p
from typing import TYPE_CHECKING

from ..model import LINKS_TO, Edge, EvidenceItem, Node, PassageRow, WordHit
from .edge_search import EdgeSearch
from .ids import missing_key
from .name_search import NameSearch
from .passage_search import PassageSearch

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from ..model import NameHit, SimilarHit
    from ..semantic.embedders import Embedder
    from .edge_search import EdgeRow


class SqliteReader:
    """A GraphReader over an open index connection.  Reads only; keeps what it has unpacked for the next call."""

    def __init__(self, connection: sqlite3.Connection, embedder: Embedder | None = None) -> None:
        self._connection, self._embedder = connection, embedder
        self._run = connection.execute
        self._names = NameSearch(connection)
        self._texts = PassageSearch(connection)
        self._edges = EdgeSearch(connection)
        self._node_names: dict[int, str] = {}

    def nodes(self, ids: Sequence[str]) -> dict[str, Node]:
        """Nodes by id; unknown ids are left out."""
        found = {}
        highest = log1p(self._run("SELECT coalesce(max(degree), 0) FROM nodes").fetchone()[0]) or 1.0
        for id_ in dict.fromkeys(ids):
            row = self._run(
                """SELECT n.label, n.degree, f.path, p.category, p.type, p.summary, p.facts FROM nodes n
                   LEFT JOIN pages p ON p.id = n.page LEFT JOIN files f ON f.id = n.page
                   WHERE n.name = ? ORDER BY n.page IS NULL LIMIT 1""",
                (id_,),
            ).fetchone()
            if row is not None:
                label, degree, path, category, type_, summary, facts = row
                aliases = tuple(json.loads(facts)["aliases"]) if facts else ()
                found[id_] = Node(
                    id_, label, path or "", category or "", type_ or "", aliases, summary or "", log1p(degree) / highest
                )
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
        found = {}
        for id_ in dict.fromkeys(ids):
            node = self._node(id_)
            if node is not None:
                rows = self._edges.best(node, min_confidence, direction, relations, limit)
                edges = [self._edge(id_, row) for row in rows]
                edges.sort(key=lambda e: (-e.confidence * e.weight, e.relation, _other(e, id_), e.source))
                found[id_] = edges
        return found

    def edge_count(self, id: str, *, min_confidence: float, direction: str = "both") -> int:
        """How many edges there are in all at a node."""
        node = self._node(id)
        return 0 if node is None else self._edges.count(node, min_confidence, direction)

    def _edge(self, id_: str, row: EdgeRow) -> Edge:
        is_source, relation, other, confidence, weight, sources = row
        ends = (id_, self._name(other)) if is_source else (self._name(other), id_)
        return Edge(ends[0], relation, ends[1], confidence, sources, weight)

    def evidence(self, edges: Sequence[Edge], *, min_confidence: float = 0.0) -> dict[Edge, list[EvidenceItem]]:
        """Evidence of each edge: by falling confidence, then source, then line."""
        found: dict[Edge, list[EvidenceItem]] = {}
        for edge in dict.fromkeys(edges):
            if edge.relation == LINKS_TO:
                found[edge] = []
                continue
            items = self._evidence_of(edge, min_confidence)
            found[edge] = sorted(items, key=lambda i: (-i.confidence, i.source, i.claimed_in, i.line, i.block))
        return found

    def _evidence_of(self, edge: Edge, min_confidence: float) -> list[EvidenceItem]:
        rows = self._run(
            """SELECT DISTINCT s.page, s.claim, s.confidence, f.path, p.node, p.updated
               FROM statements s JOIN files f ON f.id = s.page JOIN pages p ON p.id = s.page
               WHERE s.source = ? AND s.target = ? AND s.relation = ? AND s.confidence >= ?""",
            (self._node(edge.source), self._node(edge.target), edge.relation, min_confidence),
        ).fetchall()
        items = []
        for page, claim, confidence, path, own, date in rows:
            line, *_, evidence = self._texts.claims(page)[claim]
            if not evidence:
                items.append(EvidenceItem(path, line, self._name(own), "", "", confidence, False, date))
            for source, block, quote in evidence:
                target = self._run(
                    "SELECT target FROM links WHERE page = ? AND path = ?",
                    (page, source),
                ).fetchone()
                source_id = self._name(target[0]) if target and target[0] else source
                stale = not self._holds(source_id, block, quote)
                items.append(EvidenceItem(path, line, source_id, block, quote, confidence, stale, date))
        return list(dict.fromkeys(items))

    def edges_citing(self, page: str, block: str, *, min_confidence: float) -> list[Edge]:
        """Edges that a passage is evidence for, the surest first; see the port."""
        node = self._node(page)
        if node is None or not block:
            return []
        # Claims are few on the pages that link to a source.
        linking = self._run(
            """SELECT DISTINCT l.page FROM nodes n JOIN files f ON f.id = n.page
               JOIN links l ON l.base = f.base AND l.target = n.id WHERE n.id = ?""",
            (node,),
        ).fetchall()
        keys: set[tuple[int, str, int]] = set()
        for (claiming,) in linking:
            for claim, (*_, evidence) in enumerate(self._texts.claims(claiming)):
                if any(cited.lower() == block.lower() for _, cited, _ in evidence):
                    keys.update(
                        self._run(
                            """SELECT source, relation, target FROM statements
                               WHERE page = ? AND claim = ? AND origin = ? AND confidence >= ?""",
                            (claiming, claim, node, min_confidence),
                        )
                    )
        edges = []
        for source, relation, target in keys:
            confidence, sources = self._run(
                """SELECT max(confidence), count(DISTINCT origin) FROM statements
                   WHERE source = ? AND relation = ? AND target = ?""",
                (source, relation, target),
            ).fetchone()
            edges.append(Edge(self._name(source), relation, self._name(target), confidence, sources))
        return sorted(edges, key=lambda edge: (-edge.confidence, edge))

    def _holds(self, source: str, block: str, quote: str) -> bool:
        """Whether a cited passage is still there and says what is quoted."""
        if not block:
            return self._file(source) is not None
        row = self.passage_at(source, block)
        return row is not None and (" ".join(quote.split()) in " ".join(row.text.split()) or _says(row.text, quote))

    def search(
        self, terms: Sequence[str], *, limit: int, pages_only: bool = False, hand: str = "any", holding: str = ""
    ) -> list[WordHit]:
        """Passages that hold any of the terms, best BM25 first; see the port."""
        return self._texts.search(terms, limit=limit, pages_only=pages_only, hand=hand, holding=holding)

    def holders(self, terms: Sequence[str], *, limit: int) -> dict[str, list[int]]:
        """First-hand passages that hold each term, unranked; see the port."""
        return self._texts.holders(terms, limit=limit)

    def similar_passages(self, text: str, *, limit: int) -> list[SimilarHit]:
        """First-hand passages that are like a text, best first; none without an embedder.  See the port."""
        if self._embedder is None:
            return []
        from .vector_search import similar

        found = similar(self._connection, self._embedder, text, limit=limit)
        return self._texts.similar_hits(found)[:limit]

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many passages each term occurs."""
        return self._texts.document_frequency(terms)

    def passage_count(self) -> int:
        """How many passages there are."""
        return self._texts.passage_count()

    def passages(self, ids: Sequence[int]) -> dict[int, PassageRow]:
        """Passages by id; unknown ids are left out."""
        found = {id_: self._texts.passage(id_) for id_ in dict.fromkeys(ids)}
        return {id_: row for id_, row in found.items() if row is not None}

    def passages_of(self, page: str) -> list[PassageRow]:
        """All passages of a page in text order."""
        file_id = self._file(page)
        if file_id is None:
            return []
        return list(self.passages(range(file_id, file_id + len(self._texts.rows(file_id)))).values())

    def passage_at(self, page: str, block: str) -> PassageRow | None:
        """The passage of a page with this block id, compared without case."""
        file_id = self._file(page)
        if file_id is None:
            return None
        wanted = block.lower()
        for ordinal, row in enumerate(self._texts.rows(file_id)):
            if row[0].lower() == wanted:
                return self._texts.passage(file_id + ordinal)
        return None

    def files_read(self) -> list[int]:
        """File ids of the pages whose text was looked at."""
        return self._texts.unpacked()

    def names(self, keys: Sequence[str]) -> dict[str, list[NameHit]]:
        """Nodes whose title, alias or stem has one of these folded keys."""
        return self._names.by_keys(keys)

    def similar_names(self, name: str, *, limit: int = 10) -> list[NameHit]:
        """Nodes whose names come close to this one (typos), best first."""
        return self._names.similar(name, limit=limit)

    def similar_terms(self, term: str, *, limit: int = 3) -> list[str]:
        """Words, as search wants them, within one or two edits of one that does not occur: the likeliest first."""
        return self._names.similar_terms(term, limit=limit)

    def _file(self, id_: str) -> int | None:
        row = self._run("SELECT page FROM nodes WHERE name = ? AND page IS NOT NULL", (id_,)).fetchone()
        return row[0] if row else None

    def _node(self, id_: str) -> int | None:
        row = self._run("SELECT id FROM nodes WHERE name = ? ORDER BY page IS NULL LIMIT 1", (id_,)).fetchone()
        if row is None:
            row = self._run("SELECT id FROM nodes WHERE name = ? LIMIT 1", (missing_key(id_),)).fetchone()
        return row[0] if row else None

    def _name(self, node: int) -> str:
        name = self._node_names.get(node)
        if name is None:
            name = self._node_names[node] = self._run("SELECT name FROM nodes WHERE id = ?", (node,)).fetchone()[0]
        return name


def _other(edge: Edge, id_: str) -> str:
    return edge.target if edge.source == id_ else edge.source


def _says(text: str, quote: str) -> bool:
    # A person may quote loosely; our own quotes are the source's words and never come here.
    from ..pages.quotes import locate_quote

    return locate_quote(quote, text) is not None
