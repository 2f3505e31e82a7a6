"""Nodes and links of the graph in the index: kept right as pages come and go.

Everything here is a function of the page rows, so that a rebuild and any sequence of refreshes agree: a page's links
are resolved again when a file with the same base name appears or goes, its claims are stated again when they or its
links change, and an edge is made anew when one of its statements changes (edge_rows.py).
"""

from __future__ import annotations

from ..pages.page_facts import stem_of
from ..pages.resolution import VaultNames, resolve
from .edge_rows import EdgeRows
from .ids import missing_key, node_id
from .name_rows import MISSING
from .page_rows import base_of
from .schema import INDEXES

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

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
        self._nodes: dict[str, int] = {}
        """Nodes by the path of their page; 0 where there is none."""

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
        self._resolve_links()
        if self.whole:
            for statement in INDEXES.strip().splitlines():
                self.db.execute(statement)
        self._drop_unlinked_names()
        self.rows.names.finish()
        self.edges.finish(self.pages)

    def _name_pages(self) -> None:
        """A page is called by its stem while no other note has its base name, else by its path."""
        select = "SELECT f.base, h.id, f.path, h.name FROM files f JOIN heads h ON h.id = f.id"
        groups: dict[str, list[tuple[int, str, str]]] = {}
        for base, page, path, name in self._selected(select, "f.base", self.bases):
            groups.setdefault(base, []).append((page, path, name))
        changes = []
        for rows in groups.values():
            for page, path, name in rows:
                wanted = stem_of(path) if len(rows) == 1 else path[:-3]
                if wanted != name:
                    changes.append((wanted, page))
        self.db.executemany("UPDATE heads SET name = ? WHERE id = ?", changes)
        self.db.executemany("UPDATE nodes SET name = ? WHERE id = (SELECT node FROM heads WHERE id = ?)", changes)

    def _selected(self, select: str, column: str, keys: Iterable[str]) -> list[tuple[str, int, str, str]]:
        """The rows with one of these keys, or all rows when everything is new."""
        if self.whole:
            return self.db.execute(select).fetchall()
        query = f"{select} WHERE {column} = ?"
        return [row for key in sorted(keys) for row in self.db.execute(query, (key,))]

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
        changes, missing = [], {}
        # Nodes by folder and path: pages of one folder mean the same by the same path.
        known: dict[str, dict[str, int]] = {}
        page, source, nodes = 0, "", dict[str, int]()
        for file_id, part, path, _, target in rows:
            if file_id != page:
                page = file_id
                (source,) = self.db.execute("SELECT path FROM files WHERE id = ?", (page,)).fetchone()
                nodes = known.setdefault(source.rpartition("/")[0], {})
            node = nodes.get(path, 0)
            if not node:
                found = resolve(path, source, names)
                if found is None:
                    key = missing_key(path)
                    node = node_id("m:" + key)
                    missing[node] = (node, key, key)
                    self._left.add(node)
                else:
                    node = self._page_node(found)
                nodes[path] = node
            if node != target:
                changes.append((node, file_id, part))
                self._left.add(target)
                if file_id not in self.pages:
                    self.pages.add(file_id)
                    self.edges.forget(file_id)
        self.db.executemany(
            "INSERT OR IGNORE INTO nodes(id, name, page, label) VALUES (?, ?, NULL, ?)", list(missing.values())
        )
        self.db.executemany("UPDATE links SET target = ? WHERE page = ? AND part = ?", changes)

    def _vault_names(self, bases: set[str]) -> VaultNames:
        """Just the files that links with these base names can mean: all that resolving them looks at."""
        if self.whole:
            return VaultNames(row[0] for row in self.db.execute("SELECT path FROM files"))
        select = "SELECT path FROM files WHERE base = ?"
        return VaultNames(row[0] for base in sorted(bases) for row in self.db.execute(select, (base,)))

    def _page_node(self, path: str) -> int:
        """The node of a page; 0 for an attachment and for what is no page (catalog, log, conflict copies)."""
        if path not in self._nodes:
            node = 0 if path in self.skipped or path[-3:].lower() != ".md" else node_id("p:" + path)
            known = node and self.db.execute("SELECT 1 FROM nodes WHERE id = ?", (node,)).fetchone()
            self._nodes[path] = node if known else 0
        return self._nodes[path]

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
