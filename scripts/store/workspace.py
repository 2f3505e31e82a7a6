"""What a verb works with: one home's vault, index and writer together, and the plan of a writing verb."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..errors import DataError, IndexUnavailableError, PageChangedError, PageNotFoundError
from ..homes import PENDING, inner_vault
from .connections import is_busy
from .index import Index, IndexOptions
from .kept import Kept
from .reader import SqliteReader
from .vault import Vault, decode

if TYPE_CHECKING:
    from ..homes import HomeLocation
    from ..pages.linking.obsidian_settings import ObsidianSettings
    from ..pages.page_model import Page
    from ..settings import Settings
    from .operations import Change, Operations

    T = TypeVar("T")
    Plan = tuple[list[Change], str, Any]
    """What a writing verb wants: changes, a note for the log, and the receipt to show."""

_MOST_LETTERS = 8_000_000
"""Of the words and names that were looked up, before all that is kept of them is let go: a server is asked for ever."""

USAGE = "usage.jsonl"
"""The events of what proved useful; usage.py reads them."""


class CatalogNames(NamedTuple):
    """Vault paths of the generated catalog and of the log."""

    catalog: str
    log: str


class Workspace:
    """One knowledge base, opened.  Two of them in one process do not know of each other."""

    def __init__(self, location: HomeLocation, settings: Settings, *, clock: Callable[[], str]) -> None:
        self.location, self.settings, self.clock = location, settings, clock
        self.vault = Vault(location.vault)
        self.folder = location.folder
        # In somebody's own vault `index` and `log` may be names of theirs, now or later.
        prefix = f"{self.folder}/{self.folder.rpartition('/')[2]}-" if self.folder else ""
        self.catalog = CatalogNames(prefix + "index.md", prefix + "log.md")
        options = IndexOptions(self.folder, settings.link_weight, frozenset(self.catalog), settings.max_page_bytes)
        self.index = Index(self.vault, location.graph, options)
        self.refusal = ""
        """Why what a dry run tells could not be carried out here; "" where nothing is known to be in the way."""
        self.tell: Callable[[str], None] = lambda _: None
        """Is given a line where something is waited for, and again from time to time until it comes."""
        self.reading: Callable[[int, int], None] = lambda *_: None
        """Is told how many of how many notes have been read, by a verb that reads them all."""
        self.only_prints = False
        """Whether a result is only printed: what that does not show of it need not be looked up."""
        self.listed: Callable[[], list[Any]] = self._listed
        """Returns the pages that the catalog lists."""
        self._operations: Operations | None = None
        self._reader: SqliteReader | None = None
        self._kept, self._letters = Kept(), 0

    def refresh(self, *, rebuild: bool = False, progress: Callable[[int, int], None] | None = None) -> Any:
        """Bring the index up to date; what was read before is forgotten."""
        self._reader = None
        self._follow_link()
        self.vault.be_there()
        return self.index.refresh(rebuild=rebuild, progress=progress, tell=self.tell)

    def _follow_link(self) -> None:
        """Be where the vault of the home is: the index is of the home, and others have it agree with that vault."""
        if self.location.link:
            self.vault.root = inner_vault(self.location.home, self.location.link)
            self.location = self.location._replace(vault=self.vault.root)

    def _listed(self) -> list[Any]:
        from ..index_store.refresh import open_index
        from ..maintain.writer import listed_pages

        with open_index(self.vault.root, folder=self.folder, max_page_bytes=self.settings.max_page_bytes) as index:
            return index.answer(listed_pages)

    def catch_up(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Bring the index up to date."""
        self.refresh(progress=progress)

    def read(
        self,
        work: Callable[[Workspace], T],
        *,
        sweep: bool = True,
        progress: Callable[[int, int], None] | None = None,
    ) -> T:
        """Run work on an up-to-date index, made again if reading finds damage.  sweep: see work_unswept."""
        try:
            if not sweep and (unswept := self.work_unswept(work)):
                return unswept[0]
            self.catch_up(progress)
            try:
                return work(self)
            except (sqlite3.DatabaseError, IndexUnavailableError) as err:
                # A file that another process has dropped, to build it anew, is waited for and not dropped in turn.
                is_damaged = isinstance(err, sqlite3.DatabaseError) and not is_busy(err)
                self.refresh(rebuild=is_damaged, progress=progress)
                return work(self)
        finally:
            self.rest()

    def work_unswept(self, work: Callable[[Workspace], T]) -> tuple[T] | tuple[()]:
        """The result of work on the index as it is; nothing where only a sweep will do.

        New, moved, replaced and deleted files are noticed, and edits of the pages that this work read.  An edit in
        place of any other page is not, until a call that sweeps.  The cost does not grow with the number of pages.
        """
        self._reader = None
        self._follow_link()
        if not self.index.open_unswept():
            return ()
        try:
            result = work(self)
            return (result,) if self.index.has_as_read(self.reader.files_read()) else ()
        except sqlite3.DatabaseError:
            return ()

    @property
    def operations(self) -> Operations:
        """The writer and its journal; a question that finds its answer imports neither."""
        if self._operations is None or self._operations.root != self.vault.root:
            from ..pages.page_facts import category_of
            from .operations import Operations

            self._operations = Operations(
                self.vault,
                self.location.graph,
                quiet_seconds=self.settings.quiet_seconds,
                remade=frozenset(self.catalog),
                is_ours=lambda path: path in self.catalog or category_of(path, self.folder) != "notes",
                tell=lambda line: self.tell(line),
            )
        return self._operations

    def has_pending(self) -> bool:
        """Whether an operation was interrupted."""
        return os.path.exists(os.path.join(self.location.graph, PENDING))

    def has_usage(self) -> bool:
        """Whether anything was ever marked as useful."""
        return os.path.exists(os.path.join(self.location.graph, USAGE))

    @property
    def reader(self) -> SqliteReader:
        """The port over the open index."""
        if self._reader is None:
            state = self.index.state()
            if self._kept.state != state:
                self._kept = Kept(state)
            self._reader = SqliteReader(self.index.connection(), self._kept)
        return self._reader

    def today(self) -> str:
        """The date of the clock, YYYY-MM-DD."""
        return self.clock()[:10]

    def paths(self) -> list[str]:
        """Vault paths of all files, sorted."""
        return [row[0] for row in self.index.connection().execute("SELECT path FROM files ORDER BY path")]

    def note_paths(self) -> list[str]:
        """Vault paths of all notes that are pages, sorted."""
        query = "SELECT f.path FROM files f JOIN pages p ON p.id = f.id ORDER BY f.path"
        return [row[0] for row in self.index.connection().execute(query)]

    def linking_to(self, base: str) -> list[str]:
        """Vault paths of the pages with a link to a file of this folded name, or that quote or define one, sorted."""
        query = """SELECT path FROM files WHERE id IN (SELECT page FROM links WHERE base = ?
                   UNION SELECT page FROM quoted_links WHERE base = ?) ORDER BY path"""
        return [row[0] for row in self.index.connection().execute(query, (base, base))]

    def page(self, path: str) -> Page:
        """Read one note now, from the file."""
        from ..pages.page import read_page

        return read_page(path, self.vault.read(path).text, folder=self.folder)

    def find(self, name: str) -> str:
        """The vault path of a page named in any way; see page_lookup.find_page."""
        from .page_lookup import find_page

        return find_page(self, name)

    def find_source(self, name: str) -> str:
        """The vault path of a source named in any way; see page_lookup.find_source."""
        from .page_lookup import find_source

        return find_source(self, name)

    def link_style(self) -> ObsidianSettings:
        """How the person who owns this vault has links written: the settings of their Obsidian, read now."""
        from ..pages.linking.obsidian_settings import read_obsidian_settings

        return read_obsidian_settings(self.vault.app_settings())

    def slug_of(self, path: str) -> str:
        """The link text that means this page: its stem, or its path where the stem is not unique."""
        row = (
            self.index.connection()
            .execute("SELECT n.name FROM files f JOIN nodes n ON n.page = f.id WHERE f.path = ?", (path,))
            .fetchone()
        )
        return row[0] if row else path.rpartition("/")[2].removesuffix(".md")

    def new_path(self, category: str, title: str, *, taken: frozenset[str] = frozenset(), suffix: str = "") -> str:
        """The path for a new page; see new_paths.new_path."""
        from .new_paths import new_path

        return new_path(self, category, title, taken=taken, suffix=suffix)

    def is_named_in(self, category: str, title: str) -> bool:
        """Whether a page of this category has the readable slug of a title."""
        from .new_paths import is_named_in

        return is_named_in(self, category, title)

    def path_in(self, category: str, slug: str) -> str:
        """Where a page of this category and slug lies."""
        return "/".join(part for part in (self.folder, category, slug + ".md") if part)

    def before(self, path: str) -> bytes | None:
        """The bytes a change starts from; None where there is no file."""
        try:
            return self.vault.read_bytes(path)
        except PageNotFoundError:
            return None

    def editable_text(self, path: str) -> str:
        """The text of a page that is about to be edited.  Raises DataError when it is not UTF-8."""
        file = self.vault.read(path)
        if not file.is_utf8:
            raise DataError("not UTF-8, so it is not written", path=path, hint="save it as UTF-8 first")
        return file.text

    def expect(self, path: str, sha: str) -> None:
        """Raise PageChangedError unless the page's hash begins with sha."""
        data = self.before(path)
        found = decode(data).sha if data is not None else ""
        if not found.startswith(sha) or not sha:
            raise PageChangedError(path, sha, found)

    def is_ours(self, path: str) -> bool:
        """Whether every byte of the page is ours; False when a person ever edited it, or the journal cannot tell."""
        data = self.before(path)
        return data is not None and decode(data).sha in self.operations.journal.own_versions(path)

    def rest(self) -> None:
        """Let others empty the log of the index until the next call, unless what was found is still read from it."""
        if not self.only_prints:
            self._reader = None
            self.index.rest()
            self._letters += self._kept.new_letters()
            if self._letters > _MOST_LETTERS:
                self._kept, self._letters = Kept(), 0

    def close(self) -> None:
        """Let go of the index."""
        self._reader = None
        self.index.close()
