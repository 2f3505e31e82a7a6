"""Bringing the tables up to date with a sweep's findings."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING

from ..errors import DataError, PageNotFoundError
from ..pages.linking.resolution import VaultNames
from ..pages.obsidian.conflict_copies import is_conflict_copy
from ..pages.page import read_page
from ..pages.page_model import Issue
from .graph_rows import GraphUpdate
from .link_targets import LinkTargets
from .page_rows import PageRows, base_of
from .page_texts import SAMPLED_PAGES
from .tables import has_files
from .vault import is_note

if TYPE_CHECKING:
    from .index import IndexOptions
    from .sweep import Sweep
    from .vault import Vault

PROGRESS_STEP = 200
SAMPLED_FROM = 64
"""Notes from which on a sample of them takes less room than it saves."""
SAMPLED_BYTES = 20_000
"""Of a note, more than a sample has room for."""


class Indexing:
    """One refresh inside an open transaction."""

    def __init__(self, db: sqlite3.Connection, vault: Vault, options: IndexOptions, *, builds: bool) -> None:
        """builds: the tables were never full."""
        self.db, self.vault, self.options = db, vault, options
        self.unread: set[str] = set()
        """Files that could not be read: they are tried again each time."""
        self._is_empty = not has_files(db)
        self._is_new = builds and self._is_empty
        self._goes_on = builds and not self._is_empty
        """An interrupted build has left files."""
        self.rows = PageRows(db)
        self.graph = GraphUpdate(db, self.rows, link_weight=options.link_weight, skipped=options.skipped, whole=builds)

    def apply(
        self, found: Sweep, progress: Callable[[int, int], None] | None, *, pause: Callable[[Callable[[], None]], None]
    ) -> int:
        """Write what the sweep found; return how many files were really different.

        pause is called now and then with what flushes the rows, when the tables hold the files that were read so far.
        """
        written = 0
        if self._is_new:
            self._take_sample(found)
            names = VaultNames(path for path in found.changed if is_text(path))
            self.rows.foreseen = LinkTargets(names, self._will_be_page)
        for path in (*found.removed, *self._left(found)):
            written += self._remove(path)
        for done, path in enumerate(sorted(found.changed)):
            if done % PROGRESS_STEP == 0:
                if progress is not None:
                    progress(done, len(found.changed))
                pause(self.rows.flush)
            written += self._read(path)
        if self._goes_on:
            self.rows.names.take_over()
        self.graph.finish()
        return written

    def _take_sample(self, found: Sweep) -> None:
        """Choose a few notes, evenly spread by path, that the texts of all are compressed behind."""
        paths = [path for path in sorted(found.changed) if is_text(path) and is_note(path)]
        if len(paths) < SAMPLED_FROM:
            return
        pages = []
        for at in range(SAMPLED_PAGES):
            path = paths[(2 * at + 1) * len(paths) // (2 * SAMPLED_PAGES)]
            try:
                text = self.vault.read_found(path)[:SAMPLED_BYTES].decode("utf-8", "replace")
            except DataError:
                # It is missed when its turn comes.
                continue
            pages.append(read_page(path, text, folder=self.options.folder))
        self.rows.take_sample(pages)

    def _will_be_page(self, path: str) -> bool:
        """Whether a file of the vault is going to be a page, if it can be read."""
        return is_note(path) and path not in self.options.skipped and not is_conflict_copy(path)

    def _left(self, found: Sweep) -> list[str]:
        """Files of an interrupted build that are gone: it left no stamps by which the sweep would miss them."""
        if not self._goes_on:
            return []
        return [
            row[0] for row in self.db.execute("SELECT path FROM files ORDER BY path") if row[0] not in found.changed
        ]

    def _remove(self, path: str) -> bool:
        if not is_text(path):
            self.db.execute("DELETE FROM issues WHERE path = ?", (shown(path),))
            return True
        row = self.db.execute("SELECT id, base FROM files WHERE path = ?", (path,)).fetchone()
        if row is None:
            return False
        node = self._forget(row[0], path)
        self.db.execute("DELETE FROM nodes WHERE id = ?", (node,))
        self.db.execute("DELETE FROM files WHERE id = ?", (row[0],))
        self.graph.bases.add(row[1])
        return True

    def _forget(self, file_id: int, path: str) -> int | None:
        self.graph.forget_links(file_id)
        self.graph.pages.discard(file_id)
        self.db.execute("DELETE FROM issues WHERE path = ?", (path,))
        return self.rows.remove_page(file_id, path)

    def _read(self, path: str) -> bool:
        """Read one new or touched file; False when its bytes turn out to be the same."""
        if not is_text(path):
            return self._note_unreadable_name(path)
        row = self._known(path)
        if not is_note(path):
            if row is None:
                self._add_file(path, b"")
            return row is None
        data, reason = b"", ""
        try:
            data = self.vault.read_found(path)
            digest = blake2b(data, digest_size=16).digest()
        except PageNotFoundError:
            # Deleted since the sweep: the next one sees it gone.
            self.rows.foreseen = None
            return False
        except DataError as err:
            self.rows.foreseen = None
            self.unread.add(path)
            reason, digest = err.what, b""
        if row is not None and row[1] == digest:
            return False
        if row is not None:
            # As a new file, with a new id: its passages, which may be more, have the ids from there on.
            node = self._forget(row[0], path)
            if reason:
                self.db.execute("DELETE FROM nodes WHERE id = ?", (node,))
            self.db.execute("DELETE FROM files WHERE id = ?", (row[0],))
        # Other pages may wait for a node that exists from now on, or not any more.
        file_id = self._add_file(path, digest)
        if reason:
            self.rows.add_issues([Issue("unreadable-file", f"{reason}: it is not indexed", path)])
        elif path not in self.options.skipped:
            self._add_page(file_id, path, data)
        return True

    def _known(self, path: str) -> tuple[int, bytes] | None:
        if self._is_empty:
            return None
        row: tuple[int, bytes] | None = self.db.execute("SELECT id, hash FROM files WHERE path = ?", (path,)).fetchone()
        return row

    def _note_unreadable_name(self, path: str) -> bool:
        # SQLite holds no text that is not UTF-8, and no link could name the file.
        issue = Issue("illegal-name", "the name is not UTF-8: the file is not indexed", shown(path))
        if self.db.execute("SELECT 1 FROM issues WHERE rule = ? AND path = ?", (issue.rule, issue.path)).fetchone():
            return False
        self.rows.add_issues([issue])
        return True

    def _add_file(self, path: str, digest: bytes) -> int:
        base = base_of(path)
        self.graph.bases.add(base)
        return self.rows.add_file(path, base, digest)

    def _add_page(self, file_id: int, path: str, data: bytes) -> None:
        issues = []
        if is_conflict_copy(path):
            what = "a second version, left by a sync client or a refused write: merge it by hand, it is not indexed"
            self.rows.add_issues([Issue("sync-conflict", what, path)])
            return
        text = data.decode("utf-8", "replace")
        most = self.options.max_page_bytes
        if len(data) > most:
            text = text[:most]
            issues.append(Issue("page-size", f"only the first {most} characters are indexed", path))
        if "\ufffd" in text and not _is_utf8(data):
            issues.append(Issue("not-utf8", "the file is not UTF-8: it is read, never written", path))
        page = read_page(path, text, folder=self.options.folder)
        self.rows.add_page(file_id, page)
        self.graph.pages.add(file_id)
        self.rows.add_issues([*issues, *page.issues])


def is_text(path: str) -> bool:
    """Whether a path can be written as UTF-8."""
    if path.isascii():
        return True
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def shown(path: str) -> str:
    """A path that is not UTF-8, as people can read it."""
    return path.encode("utf-8", "backslashreplace").decode("utf-8")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
