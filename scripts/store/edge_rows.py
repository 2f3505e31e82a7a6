"""Edges in the index: what the statements and links of pages come to when they are put together."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..pages.knowledge.ontology import is_symmetric
from ..pages.model import LINKS_TO
from .page_texts import stored_sample, text_of, unpack_text
from .schema import EITHER, IN, OUT
from .statement_rows import STATE, statement_rows

if TYPE_CHECKING:
    from .page_texts import Claims
    from .statement_rows import Statement

Key = tuple[int, str, int]
"""An edge: source, relation, target."""

End = tuple[int, int, int, str, int, float, int]
"""A row of edges."""

_MERGED = """SELECT source, relation, target, max(confidence), count(DISTINCT origin) FROM statements
    WHERE source = ? AND relation = ? AND target = ? GROUP BY 1, 2, 3"""
_RATED = """SELECT source, relation, target, max(confidence) AS confidence, count(DISTINCT origin) AS sources,
    falling(max(confidence)) AS falling, is_symmetric(relation) AS symmetric FROM statements GROUP BY 1, 2, 3"""
"""The same for all edges, with what _ends() adds to it."""
_JOINED = """SELECT p.node AS own, l.target AS other FROM links l JOIN heads p ON p.id = l.page
    WHERE l.target NOT IN (0, p.node)
    EXCEPT SELECT p.node, CASE p.node WHEN s.source THEN s.target ELSE s.source END
    FROM statements s JOIN heads p ON p.id = s.page WHERE p.node IN (s.source, s.target)"""
"""What _linked() gives, for all pages at once."""
_STATED_AT_ONCE = 1000
_DEGREE = """UPDATE nodes SET (degree, edges) =
    (SELECT count(DISTINCT other), count(*) FROM edges WHERE node = nodes.id)"""


class EdgeRows:
    """Gathers the edges that pages used to make, then replaces them by those they make now.

    whole: there are no statements and edges yet.
    """

    def __init__(self, db: sqlite3.Connection, *, link_weight: float, whole: bool) -> None:
        self.db, self.link_weight, self.whole = db, link_weight, whole
        self._before: dict[Key, float | None] = {}
        """Edges that statements change touched, with the confidence they had; None for none."""
        self._links_before: dict[int, tuple[int, set[int]]] = {}
        """Nodes that a page linked to, after the page's own node, by page."""
        self._pages: dict[int, bool] = {}
        """Whether a node is a page, for those that were asked for once all pages were written."""

    def forget(self, file_id: int) -> None:
        """Take away a page's statements, while its links are still as they were."""
        if self.whole:
            return
        own = self._own(file_id)
        if own is not None and file_id not in self._links_before:
            self._links_before[file_id] = (own, self._linked(file_id, own))
        rows = self.db.execute("SELECT source, relation, target FROM statements WHERE page = ?", (file_id,)).fetchall()
        for key in rows:
            self._touch(key)
        self.db.execute("DELETE FROM statements WHERE page = ?", (file_id,))

    def finish(self, pages: Iterable[int], *, are_stated: bool) -> None:
        """State the claims of these pages anew (of all, when everything is new) and merge what changed.

        are_stated: the claims of all pages were stated as they were read.
        """
        if self.whole:
            if not are_stated:
                self._state_all()
            self._make_all()
            return
        for file_id in sorted(pages):
            self._state(file_id)
        removed = [
            end
            for key, confidence in self._before.items()
            if confidence is not None
            for end in _ends(key, confidence, 1.0, 0)
        ]
        added = [end for key in self._before for end in self._merged(key)]
        for page in sorted({*pages, *self._links_before}):
            own, before = self._links_before.get(page, (0, set()))
            present = self._own(page)
            now = set() if present is None else self._linked(page, present)
            # A page keeps its node as long as it lives: the node hangs on its path.
            own = own if present is None else present
            removed += [end for target in before - now for end in self._link_ends(own, target)]
            added += [end for target in now - before for end in self._link_ends(own, target)]
        self.db.executemany(
            "DELETE FROM edges WHERE node = ? AND way = ? AND falling = ? AND relation = ? AND other = ?",
            [end[:5] for end in removed],
        )
        self.db.executemany("INSERT INTO edges VALUES (?, ?, ?, ?, ?, ?, ?)", sorted(added))
        touched = sorted({end[0] for end in (*removed, *added)})
        self.db.executemany(_DEGREE + " WHERE id = ?", [(node,) for node in touched])

    def _state_all(self) -> None:
        """State the claims of all pages, whatever an interrupted build has stated."""
        self.db.execute("DELETE FROM statements")
        rows, sample = [], stored_sample(self.db)
        told = self.db.execute(
            "SELECT id, node, body FROM heads JOIN texts ON page = id WHERE claim_count > 0 ORDER BY id"
        )
        for file_id, own, body in told:
            rows += self._statements(file_id, own, unpack_text(body, sample)[1])
            if len(rows) >= _STATED_AT_ONCE:
                self.db.executemany(STATE, rows)
                rows.clear()
        self.db.executemany(STATE, rows)

    def _make_all(self) -> None:
        """Make all edges, node by node: what is appended lies close, and those of a node are soon in their place."""
        run = self.db.execute
        self.db.create_function("falling", 1, _falling, deterministic=True)
        self.db.create_function("is_symmetric", 1, is_symmetric, deterministic=True)
        run("CREATE TEMP TABLE merged AS " + _RATED)
        run("CREATE TEMP TABLE joined AS " + _JOINED)
        falling = _falling(self.link_weight)
        run(
            """INSERT INTO edges SELECT * FROM (
               SELECT source AS node, ?, falling, relation, target, confidence, sources FROM merged
               UNION ALL SELECT target, CASE WHEN symmetric THEN ? ELSE ? END, falling, relation, source, confidence,
                   sources FROM merged WHERE source != target
               UNION ALL SELECT own, ?, ?, ?, other, 1.0, 1 FROM joined
               UNION ALL SELECT other, ?, ?, ?, own, 1.0, 1 FROM joined) ORDER BY node""",
            (OUT, EITHER, IN, OUT, falling, LINKS_TO, IN, falling, LINKS_TO),
        )
        run(_DEGREE)
        run("DROP TABLE merged")
        run("DROP TABLE joined")

    def _link_ends(self, own: int, target: int) -> list[End]:
        return _ends((own, LINKS_TO, target), 1.0, self.link_weight, 1)

    def _merged(self, key: Key) -> list[End]:
        row = self.db.execute(_MERGED, key).fetchone()
        return _ends(key, row[3], 1.0, row[4]) if row else []

    def _own(self, file_id: int) -> int | None:
        row = self.db.execute("SELECT node FROM heads WHERE id = ?", (file_id,)).fetchone()
        return row[0] if row else None

    def _linked(self, file_id: int, own: int) -> set[int]:
        """Nodes that a page links to; a link in a claim about the page itself is that claim, not one more edge."""
        rows = self.db.execute("SELECT target FROM links WHERE page = ?", (file_id,))
        claimed = self.db.execute(
            "SELECT source, target FROM statements WHERE page = ? AND (source = ? OR target = ?)", (file_id, own, own)
        )
        return {row[0] for row in rows} - {node for ends in claimed for node in ends} - {0, own}

    def _state(self, file_id: int) -> None:
        """Write what a page claims, with both ends resolved."""
        own = self._own(file_id)
        rows = self._statements(file_id, own, text_of(self.db, file_id)[1]) if own is not None else []
        for row in rows:
            self._touch((row[3], row[4], row[5]))
        self.db.executemany(STATE, rows)

    def _statements(self, file_id: int, own: int, claims: Claims) -> list[Statement]:
        if not claims:
            return []
        targets = self.db.execute("SELECT path, target FROM links WHERE page = ?", (file_id,))
        return statement_rows(file_id, own, claims, dict(targets), self._is_page)

    def _touch(self, key: Key) -> None:
        if key not in self._before:
            merged = self.db.execute(_MERGED, key).fetchone()
            self._before[key] = merged[3] if merged else None

    def _is_page(self, node: int) -> bool:
        known = self._pages.get(node)
        if known is None:
            row = self.db.execute("SELECT 1 FROM nodes WHERE id = ? AND page IS NOT NULL", (node,)).fetchone()
            known = self._pages[node] = row is not None
        return known


def _ends(key: Key, confidence: float, weight: float, sources: int) -> list[End]:
    """The rows of an edge, one for each end; one row for an edge from a node to itself."""
    source, relation, target = key
    falling = _falling(confidence * weight)
    facts = (confidence, sources)
    rows: list[End] = [(source, OUT, falling, relation, target, *facts)]
    if source != target:
        rows.append((target, EITHER if is_symmetric(relation) else IN, falling, relation, source, *facts))
    return rows


def _falling(strength: float) -> int:
    return -round(strength * 1_000_000)
