"""The port over SQLite: what a question may ask of the index."""

from __future__ import annotations

import json
from math import log1p

from ..model import LINKS_TO, Edge, EvidenceItem, Node, PassageRow, WordHit
from .batches import batches, marks
from .edge_search import EdgeSearch
from .ids import missing_key
from .kept import Kept
from .name_search import NameSearch
from .passage_search import PassageSearch
from .passage_texts import PassageTexts

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from ..model import NameHit, SimilarHit
    from ..semantic.embedders import Embedder
    from .edge_search import EdgeRow


class SqliteReader:
    """A GraphReader over an open index connection.  Reads only; kept is what was read of this state of the index."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        embedder: Embedder | None = None,
        kept: Kept | None = None,
        *,
        within: Sequence[tuple[int, int]] = (),
    ) -> None:
        """within: spans of passage ids to which word search of sources and notes keeps; empty for everything.

        Readers of different spans share nothing kept.
        """
        self._connection, self._embedder = connection, embedder
        self._run = connection.execute
        self._kept = kept or Kept()
        self.notes = self._kept.notes
        self._names = NameSearch(connection, self._kept)
        self._texts = PassageTexts(connection, self._kept)
        self._words = PassageSearch(connection, self._texts, self._kept, within)
        self._edges = EdgeSearch(connection)

    def nodes(self, ids: Sequence[str]) -> dict[str, Node]:
        """Nodes by id; unknown ids are left out."""
        found = {id_: self._kept.nodes.get(id_) for id_ in ids}
        missing = [id_ for id_, node in found.items() if node is None]
        if missing:
            found.update(self._read_nodes(missing))
        return {id_: node for id_, node in found.items() if node is not None}

    def _read_nodes(self, ids: Sequence[str]) -> dict[str, Node]:
        highest = log1p(self._run("SELECT coalesce(max(degree), 0) FROM nodes").fetchone()[0]) or 1.0
        found: dict[str, Node] = {}
        for batch in batches(ids):
            # A page goes before a name without one.
            rows = self._run(
                f"""SELECT n.name, n.label, n.degree, f.path, p.category, p.type, p.summary, p.facts FROM nodes n
                    LEFT JOIN pages p ON p.id = n.page LEFT JOIN files f ON f.id = n.page
                    WHERE n.name IN ({marks(batch)}) ORDER BY n.page IS NULL""",
                batch,
            )
            for id_, label, degree, path, category, type_, summary, facts in rows:
                if id_ not in found:
                    aliases = tuple(json.loads(facts)["aliases"]) if facts else ()
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
        found = {}
        for id_, (node, _) in self._places(ids).items():
            if node:
                rows = self._edges.best(node, min_confidence, direction, relations, limit)
                self._read_names([row[2] for row in rows])
                edges = [self._edge(id_, row) for row in rows]
                edges.sort(key=lambda e: (-e.confidence * e.weight, e.relation, _other(e, id_), e.source))
                found[id_] = edges
        return found

    def edge_count(self, id: str, *, min_confidence: float, direction: str = "both") -> int:
        """How many edges there are in all at a node."""
        key = "edges", id, min_confidence, direction
        found = self._kept.counts.get(key)
        if found is None:
            node = self._node(id)
            found = 0 if node is None else self._edges.count(node, min_confidence, direction)
            self._kept.counts.put(key, found)
        return found

    def _edge(self, id_: str, row: EdgeRow) -> Edge:
        is_source, relation, other, confidence, weight, sources = row
        ends = (id_, self._name(other)) if is_source else (self._name(other), id_)
        return Edge(ends[0], relation, ends[1], confidence, sources, weight)

    def evidence(self, edges: Sequence[Edge], *, min_confidence: float = 0.0) -> dict[Edge, list[EvidenceItem]]:
        """Evidence of each edge: by falling confidence, then source, then line."""
        found: dict[Edge, list[EvidenceItem]] = {}
        self._places(end for edge in edges for end in (edge.source, edge.target))
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
            for batch in batches(self._texts.citing(claiming, block)):
                keys.update(
                    self._run(
                        f"""SELECT source, relation, target FROM statements
                            WHERE page = ? AND origin = ? AND confidence >= ? AND claim IN ({marks(batch)})""",
                        (claiming, node, min_confidence, *batch),
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
            return bool(self._file(source))
        row = self.passage_at(source, block)
        return row is not None and (" ".join(quote.split()) in " ".join(row.text.split()) or _says(row.text, quote))

    def search(
        self, terms: Sequence[str], *, limit: int, pages_only: bool = False, hand: str = "any", holding: str = ""
    ) -> list[WordHit]:
        """Passages that hold any of the terms, best BM25 first; see the port."""
        return self._words.search(terms, limit=limit, pages_only=pages_only, hand=hand, holding=holding)

    def holders(self, terms: Sequence[str], *, limit: int) -> dict[str, list[int]]:
        """First-hand passages that hold each term, unranked; see the port."""
        return self._words.holders(terms, limit=limit)

    def similar_passages(self, text: str, *, limit: int) -> list[SimilarHit]:
        """First-hand passages that are like a text, best first; none without an embedder.  See the port."""
        if self._embedder is None:
            return []
        from .vector_search import similar

        found = similar(self._connection, self._embedder, text, limit=limit)
        return self._words.similar_hits(found)[:limit]

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many passages each term occurs."""
        return self._words.document_frequency(terms)

    def passage_count(self) -> int:
        """How many passages there are."""
        return self._words.passage_count()

    def passages(self, ids: Sequence[int]) -> dict[int, PassageRow]:
        """Passages by id; unknown ids are left out."""
        return self._texts.passages(ids)

    def expect(self, *, passages: Sequence[int] = (), pages: Sequence[str] = ()) -> None:
        """Read what will be asked for next."""
        files = [file_id for _, file_id in self._places(pages).values() if file_id]
        self._texts.read([*passages, *files], files)

    def passages_of(self, page: str) -> list[PassageRow]:
        """All passages of a page in text order."""
        file_id = self._file(page)
        return self._texts.of_page(file_id) if file_id else []

    def passage_at(self, page: str, block: str) -> PassageRow | None:
        """The passage of a page with this block id, compared without case."""
        file_id = self._file(page)
        return self._texts.at_block(file_id, block) if file_id else None

    def files_read(self) -> list[int]:
        """File ids of the pages whose text was looked at."""
        return self._texts.pages_read()

    def names(self, keys: Sequence[str]) -> dict[str, list[NameHit]]:
        """Nodes whose title, alias or stem has one of these folded keys."""
        return self._names.by_keys(keys)

    def names_beginning(self, words: Sequence[str]) -> set[str]:
        """Those of these folded words with which a name begins; see the port."""
        return self._names.beginning(words)

    def similar_names(self, name: str, *, limit: int = 10) -> list[NameHit]:
        """Nodes whose names come close to this one (typos), best first."""
        return self._names.similar(name, limit=limit)

    def similar_terms(self, term: str, *, limit: int = 3) -> list[str]:
        """Words, as search wants them, within one or two edits of one that does not occur: the likeliest first."""
        return self._names.similar_terms(term, limit=limit)

    def _file(self, id_: str) -> int:
        """The page of a node; 0 where it has none."""
        return (self._kept.places.get(id_) or self._places([id_])[id_])[1]

    def _node(self, id_: str) -> int | None:
        return (self._kept.places.get(id_) or self._places([id_])[id_])[0] or None

    def _places(self, ids: Iterable[str]) -> dict[str, tuple[int, int]]:
        """The key of each node in the tables and its page, 0 where there is none."""
        get = self._kept.places.get
        kept = {id_: get(id_) for id_ in ids}
        found = {id_: place for id_, place in kept.items() if place is not None}
        missing = [id_ for id_, place in kept.items() if place is None]
        for batch in batches(missing):
            # A page goes before a name without one.
            rows = self._run(
                f"SELECT name, id, page FROM nodes WHERE name IN ({marks(batch)}) ORDER BY page IS NULL, id", batch
            )
            for id_, node, page in rows:
                found.setdefault(id_, (node, page or 0))
        for id_ in missing:
            if id_ not in found:
                row = self._run("SELECT id FROM nodes WHERE name = ? LIMIT 1", (missing_key(id_),)).fetchone()
                found[id_] = (row[0] if row else 0, 0)
            self._kept.places.put(id_, found[id_])
        return found

    def _name(self, node: int) -> str:
        return self._kept.node_names.get(node) or self._read_names([node])[node]

    def _read_names(self, nodes: Iterable[int]) -> dict[int, str]:
        """The names of those among these nodes that are not kept."""
        missing = dict.fromkeys(node for node in nodes if self._kept.node_names.get(node) is None)
        found: dict[int, str] = {}
        for batch in batches(list(missing)):
            found.update(self._run(f"SELECT id, name FROM nodes WHERE id IN ({marks(batch)})", batch))
        for node, name in found.items():
            self._kept.node_names.put(node, name)
        return found


def _other(edge: Edge, id_: str) -> str:
    return edge.target if edge.source == id_ else edge.source


def _says(text: str, quote: str) -> bool:
    # A person may quote loosely; our own quotes are the source's words and never come here.
    from ..pages.quotes import locate_quote

    return locate_quote(quote, text) is not None
