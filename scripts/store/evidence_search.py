"""What claims rest on: the passages that an edge cites, and the edges that cite a passage."""

from __future__ import annotations

from ..model import LINKS_TO, Edge, EvidenceItem
from .batches import batches, marks, rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from .kept import Kept
    from .node_places import NodePlaces
    from .passage_texts import PassageTexts

_Key = tuple[int | None, str, int | None]
"""An edge in the tables: source, relation, target."""

_Stated = tuple[int, int, float, str, int, str]
"""Page and rank of a claim, its confidence, the path of the page, its node, its date."""


class EvidenceSearch:
    """Look-ups over an open index connection."""

    def __init__(self, connection: sqlite3.Connection, places: NodePlaces, texts: PassageTexts, kept: Kept) -> None:
        self._run, self._places, self._texts, self._kept = connection.execute, places, texts, kept

    def of_edges(self, edges: Sequence[Edge], min_confidence: float) -> dict[Edge, list[EvidenceItem]]:
        """Evidence of each edge: by falling confidence, then source, then line; none for a link.

        Cost: a look-up of each edge's statements, the claims of the pages that state them, and the passages they cite.
        """
        kept = {edge: self._kept.evidence.get((edge, min_confidence)) for edge in edges}
        missing = [edge for edge, items in kept.items() if items is None]
        for edge, items in self._read(missing, min_confidence).items() if missing else ():
            kept[edge] = self._kept.evidence.put((edge, min_confidence), items, 1 + len(items))
        return {edge: list(items) for edge, items in kept.items() if items is not None}

    def _read(self, edges: Sequence[Edge], min_confidence: float) -> dict[Edge, list[EvidenceItem]]:
        stated = self._statements([edge for edge in edges if edge.relation != LINKS_TO], min_confidence)
        pages = dict.fromkeys(row[0] for rows in stated.values() for row in rows)
        self._texts.read((), pages)
        targets = self._targets(list(pages))
        cited = {
            targets.get((page, source), 0)
            for rows in stated.values()
            for page, claim, *_ in rows
            for source, *_ in self._texts.claims(page)[claim][5]
        }
        self._places.read_names([*(row[4] for rows in stated.values() for row in rows), *cited - {0}])
        sources = self._places.of([self._places.name(node) for node in sorted(cited - {0})])
        self._texts.read((), [page for _, page in sources.values() if page])
        found = {}
        for edge in edges:
            rows = stated.get(self._key(edge), ())
            items = dict.fromkeys(item for row in rows for item in self._items(row, targets))
            found[edge] = sorted(items, key=lambda i: (-i.confidence, i.source, i.claimed_in, i.line, i.block))
        return found

    def _key(self, edge: Edge) -> _Key:
        return self._places.key(edge.source), edge.relation, self._places.key(edge.target)

    def _statements(self, edges: Sequence[Edge], min_confidence: float) -> dict[_Key, list[_Stated]]:
        """The claims that state each edge."""
        self._places.of(end for edge in edges for end in (edge.source, edge.target))
        found: dict[_Key, list[_Stated]] = {}
        for batch in batches([self._key(edge) for edge in edges]):
            values = [value for key in batch for value in key or (None, None, None)]
            rows = self._run(
                f"""WITH asked(source, relation, target) AS (VALUES {rows_of(batch, 3)})
                    SELECT DISTINCT s.source, s.relation, s.target, s.page, s.claim, s.confidence, f.path, h.node,
                        a.updated
                    FROM asked CROSS JOIN statements s
                        ON s.source = asked.source AND s.target = asked.target AND s.relation = asked.relation
                    CROSS JOIN files f ON f.id = s.page CROSS JOIN heads h ON h.id = s.page
                    CROSS JOIN about a ON a.page = s.page
                    WHERE s.confidence >= ?""",
                (*values, min_confidence),
            )
            for source, relation, target, *row in rows:
                found.setdefault((source, relation, target), []).append(tuple(row))
        return found

    def _targets(self, pages: Sequence[int]) -> dict[tuple[int, str], int]:
        """The nodes that the links of these pages mean, by page and link path."""
        found: dict[tuple[int, str], int] = {}
        for batch in batches(pages):
            rows = self._run(f"SELECT page, path, target FROM links WHERE page IN ({marks(batch)})", batch)
            found.update(((page, path), target) for page, path, target in rows)
        return found

    def _items(self, stated: _Stated, targets: dict[tuple[int, str], int]) -> Iterable[EvidenceItem]:
        page, claim, confidence, path, own, date = stated
        line, *_, evidence = self._texts.claims(page)[claim]
        if not evidence:
            yield EvidenceItem(path, line, self._places.name(own), "", "", confidence, False, date)
        for source, block, quote in evidence:
            target = targets.get((page, source), 0)
            id_ = self._places.name(target) if target else source
            yield EvidenceItem(path, line, id_, block, quote, confidence, not self._holds(id_, block, quote), date)

    def _holds(self, source: str, block: str, quote: str) -> bool:
        """Whether a cited passage is still there and says what is quoted."""
        page = self._places.page(source)
        if not (page and block):
            return bool(page)
        row = self._texts.at_block(page, block)
        return row is not None and (" ".join(quote.split()) in " ".join(row.text.split()) or _says(row.text, quote))

    def citing(self, page: str, block: str, min_confidence: float) -> list[Edge]:
        """Edges that a passage is evidence for, the surest first; see the port."""
        asked = page, block.lower(), min_confidence
        found = self._kept.cited.get(asked)
        if found is None:
            edges = self._read_citing(page, block, min_confidence)
            found = self._kept.cited.put(asked, edges, 1 + len(edges))
        return list(found)

    def _read_citing(self, page: str, block: str, min_confidence: float) -> list[Edge]:
        node = self._places.key(page)
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
            edges.append(Edge(self._places.name(source), relation, self._places.name(target), confidence, sources))
        return sorted(edges, key=lambda edge: (-edge.confidence, edge))


def _says(text: str, quote: str) -> bool:
    # A person may quote loosely; our own quotes are the source's words and never come here.
    from ..pages.text.quotes import locate_quote

    return locate_quote(quote, text) is not None
