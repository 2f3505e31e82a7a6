"""Nodes and links of the graph in the index: kept right as pages come and go.

Everything here is a function of the page rows, so that a rebuild and any sequence of refreshes agree: a page's links
are resolved again when a file with the same base name appears or goes, its claims are stated again when they or its
links change, and an edge is made anew when one of its statements changes (edge_rows.py).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..pages.linking.resolution import VaultNames
from ..pages.page_facts import stem_of
from .edge_rows import EdgeRows
from .ids import node_id
from .link_targets import LinkTargets
from .page_rows import base_of
from .schema import INDEXES, MISSING

if TYPE_CHECKING:
    from .page_rows import PageRows

_LINKS = "SELECT page, part, path, base, target FROM links"


class GraphUpdate:
    """Collects what a refresh touches, then brings the graph tables up to date in one go.

    whole: the tables were empty, so that everything is new and is read in one go.
    """

    def __init__(
        self, db: sqlite3.Connection, rows: PageRows, *, link_weight: float, skipped: frozenset[str], whole: bool
    ) -> None:
        self.db, self.rows, self.skipped, self.whole = db, rows, skipped, whole
        self.edges = EdgeRows(db, link_weight=link_weight, whole=whole)
        self.bases: set[str] = set()
        """Base names of files that came or went."""
        self.pages: set[int] = set()
        """Pages whose links or claims were written anew."""
        self._left: set[int] = set()
        """Nodes that gained or lost a link."""

    def forget_links(self, file_id: int) -> None:
        """Take away a page's links and statements before it is read again or gone."""
        self.edges.forget(file_id)
        targets = self.db.execute("SELECT target FROM links WHERE page = ?", (file_id,))
        self._left.update(row[0] for row in targets)
        self.db.execute("DELETE FROM links WHERE page = ?", (file_id,))

    def finish(self) -> None:
        """Name, resolve, state, merge."""
        self.rows.flush()
        self._name_pages()
        foreseen = self.rows.foreseen
        if foreseen is None:
            self._resolve_links()
        else:
            self._add_missing(foreseen)
        if self.whole:
            for statement in INDEXES.strip().splitlines():
                self.db.execute(statement)
        self._drop_unlinked_names()
        self.rows.names.finish()
        self.edges.finish(self.pages, are_stated=foreseen is not None)

    def _name_pages(self) -> None:
        """A page is called by its stem while no other note has its base name, else by its path."""
        select = "SELECT f.base, h.id, f.path, h.name FROM files f JOIN heads h ON h.id = f.id"
        groups: dict[str, list[tuple[int, str, str]]] = {}
        for base, page, path, name in self._of_bases(select):
            groups.setdefault(base, []).append((page, path, name))
        changes = []
        for rows in groups.values():
            for page, path, name in rows:
                wanted = stem_of(path) if len(rows) == 1 else path[:-3]
                if wanted != name:
                    changes.append((wanted, page))
        self.db.executemany("UPDATE heads SET name = ? WHERE id = ?", changes)
        self.db.executemany("UPDATE nodes SET name = ? WHERE id = (SELECT node FROM heads WHERE id = ?)", changes)

    def _of_bases(self, select: str) -> list[tuple[str, int, str, str]]:
        """The rows of files of the bases that changed, or all rows when everything is new."""
        if self.whole:
            return self.db.execute(select).fetchall()
        query = f"{select} WHERE f.base = ?"
        return [row for base in sorted(self.bases) for row in self.db.execute(query, (base,))]

    def _resolve_links(self) -> None:
        rows: Iterable[tuple[int, int, str, str, int]]
        if self.whole:
            rows = self.db.execute(_LINKS + " ORDER BY page, part")
            names = self._vault_names(set())
        else:
            chosen: set[tuple[int, int, str, str, int]] = set()
            for base in sorted(self.bases):
                chosen.update(self.db.execute(f"{_LINKS} WHERE base = ?", (base,)))
            for file_id in sorted(self.pages):
                chosen.update(self.db.execute(f"{_LINKS} WHERE page = ?", (file_id,)))
            rows = sorted(chosen)
            names = self._vault_names({row[3] for row in rows})
        changes, targets = [], LinkTargets(names, self._is_page)
        page, source = 0, ""
        for file_id, part, path, _, target in rows:
            if file_id != page:
                page = file_id
                (source,) = self.db.execute("SELECT path FROM files WHERE id = ?", (page,)).fetchone()
            (node,) = targets.of_page(source, (path,))
            if node != target:
                changes.append((node, file_id, part))
                self._left.add(target)
                if file_id not in self.pages:
                    self.pages.add(file_id)
                    self.edges.forget(file_id)
        self._add_missing(targets)
        self.db.executemany("UPDATE links SET target = ? WHERE page = ? AND part = ?", changes)

    def _add_missing(self, targets: LinkTargets) -> None:
        """Have a node for each missing page that links were found to lead to."""
        self._left.update(targets.missing)
        self.db.executemany(
            "INSERT OR IGNORE INTO nodes(id, name, page, label) VALUES (?, ?, NULL, ?)",
            [(node, key, key) for node, key in targets.missing.items()],
        )

    def _vault_names(self, bases: set[str]) -> VaultNames:
        """Just the files that links with these base names can mean: all that resolving them looks at."""
        if self.whole:
            return VaultNames(row[0] for row in self.db.execute("SELECT path FROM files"))
        select = "SELECT path FROM files WHERE base = ?"
        return VaultNames(row[0] for base in sorted(bases) for row in self.db.execute(select, (base,)))

    def _is_page(self, path: str) -> bool:
        """Whether a file is a page: no attachment, catalog, log or conflict copy."""
        if path in self.skipped or path[-3:].lower() != ".md":
            return False
        return self.db.execute("SELECT 1 FROM nodes WHERE id = ?", (node_id("p:" + path),)).fetchone() is not None

    def _drop_unlinked_names(self) -> None:
        """Missing pages live as long as something links to them; their label is the first spelling in sort order."""
        run, names = self.db.execute, self.rows.names
        for node in sorted(self._left - {0}):
            row = run("SELECT page, label, name FROM nodes WHERE id = ?", (node,)).fetchone()
            if row is None or row[0] is not None:
                continue
            label = run(
                "SELECT min(path) FROM links WHERE base = ? AND target = ?", (base_of(row[2]), node)
            ).fetchone()[0]
            if label is None:
                names.remove(node)
                run("DELETE FROM nodes WHERE id = ?", (node,))
            elif label != row[1] or run("SELECT 1 FROM names WHERE node = ?", (node,)).fetchone() is None:
                names.remove(node)
                names.add(node, [(MISSING, label.rpartition("/")[2] or label)])
                run("UPDATE nodes SET label = ? WHERE id = ?", (label, node))
