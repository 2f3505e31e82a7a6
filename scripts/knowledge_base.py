"""One open knowledge base: queries over its index, and writes, each as one operation.

with KnowledgeBase.open(home="notes") as kb: print(ask(kb, "why did the session store fail?").text)

Reads go through the index of index_store; a write is a planner, which maintain.writer carries out.  The verbs are
functions over this class, in verbs/.  Methods raise UsageError for a wrong call, else the narrowest DataError.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from .arguments import Folder, check_size, read_path, read_texts
from .clock import clock_of
from .errors import DataError, UsageError
from .homes import HomeLocation, cache_folder, find_home, is_interrupted, resource_path, skill_folder
from .index_store.refresh import Index, drop_index
from .look.selection import describe, filtered, page_filter
from .model import PageFilter, TaskStatus, VectorRow
from .settings import Settings, load_settings
from .wiki_store.files import list_files, path_in_vault, read_start
from .wiki_store.vault_settings import excluded_files, task_statuses

if TYPE_CHECKING:
    # Loaded by the method that needs it: a call that asks nothing does without the engine, one that reads without what
    # writes, and a home without a team's index.
    from .embedding import ModelEmbedder
    from .index_store.port import IndexReader
    from .maintain.writer import Writer
    from .retrieval_engine.meaning import Likeness
    from .team.postgres import IndexState
    from .wiki_store.working_copy import Outcome, Plan, WorkingCopy

T = TypeVar("T")
R = TypeVar("R")


class Listener(NamedTuple):
    """Functions that are called while a call runs."""

    counting: Callable[[str, int, int], None] = lambda *_: None
    """Takes the activity, e.g. `indexing`, and how many of how many files are done."""
    waiting: Callable[[str], None] = lambda _: None
    """Takes a line of text when the call waits for something, or has repaired something."""


class KnowledgeBase(AbstractContextManager["KnowledgeBase"]):
    """One home, until it is closed; calls of several threads wait for each other."""

    is_shared = False
    """Whether this is a team's index without its vault: see team.shared_base."""

    def __init__(
        self, location: HomeLocation, settings: Settings, environ: Mapping[str, str], listener: Listener | None = None
    ) -> None:
        self.location, self.settings, self.environ = location, settings, environ
        self.clock, self.actor = clock_of(environ), environ.get("COMMONPLACE_ACTOR") or "agent"
        self.listener = listener or Listener()
        self._index: Index | None = None
        self.has_reported_interruption = False
        """Whether an interrupted operation was reported to the listener."""
        self._is_closed = False
        self._lock = RLock()
        """Held by a call, so that closing waits for it to end."""

    @classmethod
    def open(
        cls,
        home: Folder | None = None,
        *,
        vault: Folder | None = None,
        environ: Mapping[str, str] | None = None,
        cwd: Folder | None = None,
        overrides: Mapping[str, object] | None = None,
        has_handbook: bool = False,
        listener: Listener | None = None,
    ) -> KnowledgeBase:
        """Open the home named, else the one found.  Raises NoHomeError, SettingError, UsageError.

        overrides: settings by lower-case name; token_counter may be a function.  has_handbook: the skill's
        own home may be found, for front ends.
        """
        for name, folder in (("home", home), ("vault", vault), ("cwd", cwd)):
            if folder is not None:
                read_path(name, folder)
        environ = os.environ if environ is None else environ
        config, handbook = resource_path("config.py"), skill_folder() if has_handbook else None
        here = os.fspath(cwd or os.getcwd())
        location = find_home(home=home, vault=vault, environ=environ, cwd=here, handbook=handbook)
        settings = load_settings(overrides=overrides, environ=environ, config_path=config)
        return cls(location, settings, environ, listener)

    @staticmethod
    def create(folder: Folder, *, vault: Folder | None = None) -> HomeLocation:
        """Make an empty knowledge base; see wiki_store.new_home.make_home."""
        from .wiki_store.new_home import make_home  # once in the life of a home

        settings = load_settings(environ=os.environ, config_path=resource_path("config.py"))
        return make_home(folder, vault=vault, vault_dir=settings.vault_dir)

    def close(self) -> None:
        """Close the index files, after a call that still runs; a second time does nothing."""
        with self._lock:
            self._is_closed = True
            self._close_index()

    def __exit__(self, *_: object) -> None:
        self.close()

    def take_call(self, call: KnowledgeBase) -> None:
        """Take over actor, settings and listener of one call, where this object stays open between calls."""
        self.settings, self.listener, self.actor = call.settings, call.listener, call.actor
        self.location = self.location._replace(read_only=call.location.read_only)

    def query(self, work: Callable[[IndexReader], T], *, sweep: bool = True) -> T:
        """Call work with the index of the vault as it is now; return its result.  A damaged index is rebuilt first.

        sweep: look at every file for edits; without it an edit in place waits for the next call with it.
        """
        with self.using_index() as index:
            return index.answer(work, sweep=sweep)

    def query_pages(self, where: PageFilter | None, work: Callable[[IndexReader, str], T]) -> T:
        """Call work, as query does, with the index of the chosen pages alone and the line that describes the choice."""
        chosen = where or self.page_filter()
        return self.query(lambda reader: work(filtered(reader, chosen), describe(chosen, reader)))

    def index_state(self) -> IndexState | None:
        """Return the revision and age of the team's index that gave the last answer; None for a home."""
        return None

    def query_by_meaning(self, work: Callable[[IndexReader, Likeness | None], T]) -> T:
        """Call work, as query does, with a likeness if there is an embedder; the vectors that it makes are kept."""
        embedder = self.embedder
        if embedder is None:
            return self.query(lambda reader: work(reader, None))
        from .retrieval_engine.meaning import Likeness

        def compare(reader: IndexReader) -> tuple[T, list[VectorRow]]:
            likeness = Likeness(reader, embedder, monotonic)
            return work(reader, likeness), likeness.made()

        found, made = self.query(compare)
        if made:
            self.keep_vectors(embedder.id, made)
        return found

    def keep_vectors(self, model: str, vectors: Sequence[VectorRow]) -> None:
        """Store vectors in the index; with a team's index they are dropped."""
        with self.using_index() as index:
            index.keep_vectors(model, vectors)

    @cached_property
    def embedder(self) -> ModelEmbedder | None:
        """The model that compares meanings, loaded with the first question; None where there is none."""
        from .embedding import open_embedder

        where = dict(self.settings.sources).get("embedder", "default")
        cache = cache_folder(self.environ)
        try:
            return open_embedder(self.settings.embedder, cache, where=where) if cache else None
        except OSError as err:
            # The disk may be full: words still answer.
            self.listener.waiting(f"meaning is left out, its model cannot be read or kept: {err.strerror}")
            return None

    @contextmanager
    def using_index(self) -> Iterator[Index]:
        """Yield the index of the vault, for this thread alone; closing waits for it."""
        with self._lock:
            self._check_vault("this")
            if not self.has_reported_interruption and is_interrupted(self.location.graph):
                self.has_reported_interruption = True
                self.listener.waiting(
                    "an operation is being carried out or was interrupted: pages are read as they are; "
                    "the next verb that writes, or doctor, finishes it"
                )
            if self._index is None:
                self._index = Index(
                    self.location.vault,
                    folder=self.location.folder,
                    environ=self.environ,
                    max_page_bytes=self.settings.max_page_bytes,
                    linked=self.settings.linked,
                    # The listener may be another one in the next call.
                    progress=lambda done, total: self.listener.counting("indexing", done, total),
                    tell=lambda line: self.listener.waiting(line),
                )
            yield self._index

    def paths(self) -> list[str]:
        """Return the paths of all files of the vault."""
        return list_files(self.location.vault, self.settings.linked)

    @property
    def loaded_embedder(self) -> ModelEmbedder | None:
        """The embedder if a question has loaded it; None before, and where vectors cannot be kept."""
        return vars(self).get("embedder")

    def check_own(self, what: str) -> None:
        """Raise UsageError if there is no vault here, as with a team's index; what: the action that needs one."""

    def _check_vault(self, what: str) -> None:
        """Raise UsageError if this is closed or has no vault, DataError if the vault is gone or unreadable."""
        self._check_open()
        self.check_own(what)
        try:
            os.stat(self.location.vault)
        except FileNotFoundError as err:
            hint = "put it back, or `commonplace init HOME --adopt FOLDER` with the name that it has now"
            message = "the vault is not there: moved, renamed or not mounted"
            raise DataError(message, path=self.location.vault, hint=hint) from err
        except OSError as err:
            message = f"the vault cannot be read: {err.strerror}"
            raise DataError(message, path=self.location.vault, hint="check its permissions") from err

    def _close_index(self) -> None:
        if self._index is not None:
            self._index.close()
            self._index = None

    def page_filter(self, *, ignored: bool = False, **chosen: Any) -> PageFilter:
        """Return the filter of the pages to be asked, found or listed, for functions that take it as `where`.

        chosen: arguments of look.selection.page_filter.  ignored: also pages that the vault's own settings exclude.
        Raises UsageError.
        """
        return page_filter(clock=self.clock, excluded=() if ignored else self.excluded(), **chosen)

    def excluded(self) -> tuple[str, ...]:
        """Return the files that the vault's own settings exclude."""
        return excluded_files(self.location.vault)

    def task_statuses(self) -> Mapping[str, TaskStatus]:
        """Return the names that the vault's own settings give to the marks of its tasks."""
        return task_statuses(self.location.vault)

    def read_file(self, path: str) -> bytes:
        """Return the bytes of a file of the vault, up to the limit for pages."""
        try:
            return read_start(self.location.vault, path, self.settings.max_page_bytes, self.settings.linked)[0]
        except FileNotFoundError as err:
            raise DataError(f"cannot read: {err.strerror}", path=path, hint="repeat the call") from err

    def from_here(self, label: str, *, is_exact: bool = False) -> str:
        """Turn a path as typed in a shell into one of the vault; see wiki_store.files.path_in_vault."""
        return path_in_vault(self.location.vault, label, is_exact=is_exact)

    def questions(self, name: str, given: str | Iterable[str]) -> tuple[str, ...]:
        """Return the questions as texts.  Raises UsageError for one that is too long."""
        texts = read_texts(given)
        for text in texts:
            check_size(name, len(text), self.settings.max_question_characters, "MAX_QUESTION_CHARACTERS")
        return texts

    def check_text(self, name: str, text: object) -> None:
        """Raise UsageError for a text that is longer than the settings allow."""
        check_size(name, len(str(text)), self.settings.max_text_characters, "MAX_TEXT_CHARACTERS")

    def write(
        self, verb: str, planner: Callable[[WorkingCopy, IndexReader], Plan[R]], *, dry_run: bool = False
    ) -> Outcome[R]:
        """Carry out the plan that a planner makes on a working copy, as one operation with catalog and log.

        A plan that changes nothing writes nothing, not even a line of the log.  It is made again if somebody saved a
        page meanwhile.  A dry run works in a home that cannot be written.  Raises LockedError, ReadOnlyError,
        PageChangedError, and whatever the planner raises.
        """
        return self.writer().carry_out(verb, planner, dry_run=dry_run)

    def writer(self) -> Writer:
        """Return the writer of this home."""
        self._check_vault("writing")
        from .maintain.writer import Writer

        return Writer(
            self.location,
            self.settings,
            actor=self.actor,
            clock=self.clock,
            query=self.query,
            tell=lambda line: self.listener.waiting(line),
            drop_index=self._drop_index,
        )

    def _drop_index(self) -> None:
        self._close_index()
        drop_index(self.location.vault, environ=self.environ)

    def _check_open(self) -> None:
        if self._is_closed:
            raise UsageError("this KnowledgeBase is closed", hint="open another one")
