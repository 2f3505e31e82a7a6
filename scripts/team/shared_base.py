"""A team's index in a database in place of a vault: it answers questions, and nothing is written."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from ..embedding import ModelEmbedder
from ..errors import DataError, UsageError
from ..homes import HomeLocation, resource_path
from ..index_store.port import IndexDamagedError, IndexReader
from ..knowledge_base import KnowledgeBase, Listener
from ..model import TaskStatus, VectorRow
from ..settings import Settings, load_settings, masked
from ..wiki_store.vault_settings import limited_filters
from .postgres import POSTGRES_VERSION, IndexState, PostgresReader, connect, database_errors, fetch, no_index

if TYPE_CHECKING:
    import psycopg

T = TypeVar("T")
_REVISION = re.compile(r"[0-9a-f]{16}")


def open_shared(
    index: str | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    overrides: Mapping[str, object] | None = None,
    listener: Listener | None = None,
) -> SharedBase:
    """Open a team's index, by default the one that the setting INDEX names.

    The other arguments are those of KnowledgeBase.open.  Raises UsageError, SettingError.
    """
    environ = os.environ if environ is None else environ
    given = {**(overrides or {}), "index": index} if index is not None else overrides
    config = resource_path("config.py")
    settings = load_settings(overrides=given, environ=environ, config_path=config)
    if not settings.index:
        raise UsageError("--index names no database", hint="e.g. postgresql://user@host/database")
    return SharedBase(settings, environ, listener)


class SharedBase(KnowledgeBase):
    """A team's index in place of a home."""

    is_shared = True

    def __init__(self, settings: Settings, environ: Mapping[str, str], listener: Listener | None) -> None:
        found_by = dict(settings.sources)["index"].removeprefix("option ")
        location = HomeLocation(masked(settings.index), "", "", "", found_by, read_only=True)
        super().__init__(location, settings, environ, listener)
        self._url = settings.index
        self._connection: psycopg.Connection[Any] | None = None
        self._last_state = IndexState("", "")
        """The state that gave the last answer."""

    def close(self) -> None:
        super().close()
        self._disconnect()

    def query(self, work: Callable[[IndexReader], T], *, sweep: bool = True) -> T:  # noqa: ARG002  # no files are here
        """Call work with one consistent state of the index in the database; return its result."""
        with self._lock:
            self._check_open()
            with self._reading() as connection:
                self._last_state = self._read_state(connection)
                found = work(PostgresReader(connection, self._url))
            self.listener.waiting(str(self.index_state()))
            return found

    def index_state(self) -> IndexState | None:
        if not self._last_state.made:
            return None
        age = datetime.fromisoformat(self.clock()[:19]) - datetime.fromisoformat(self._last_state.made[:19])
        return self._last_state._replace(age_seconds=max(0, int(age.total_seconds())))

    def excluded(self) -> tuple[str, ...]:
        """Return the files that the vault's own settings exclude."""
        rows = self._fetch_rows("SELECT value FROM meta WHERE key = 'excluded'", ())
        if not rows:
            raise IndexDamagedError("it does not say what the vault excludes")
        return limited_filters(rows[0][0].split("\n"))

    def paths(self) -> list[str]:
        return [path for (path,) in self._fetch_rows("SELECT path FROM files ORDER BY path", ())]

    def read_file(self, path: str) -> bytes:
        """Return the bytes of a page's file as it was indexed."""
        rows = self._fetch_rows(
            "SELECT t.content FROM texts AS t JOIN pages AS p ON p.id = t.page WHERE p.path = %s", (path,)
        )
        if not rows:
            raise DataError("the index has no text of it", path=path, hint="repeat the call")
        return bytes(rows[0][0])

    def task_statuses(self) -> Mapping[str, TaskStatus]:
        return {}

    def from_here(self, label: str, *, is_exact: bool = False) -> str:  # noqa: ARG002  # no path leads to its vault
        return label

    @property
    def loaded_embedder(self) -> ModelEmbedder | None:
        return None

    def check_own(self, what: str) -> None:
        hint = "leave out --index where the vault is, or ask whoever serves it"
        raise UsageError(f"{what} needs the vault, which a team's index is not", hint=hint)

    def keep_vectors(self, model: str, vectors: Sequence[VectorRow]) -> None:
        """Drop the vectors: the index is written only beside its vault."""

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _fetch_rows(self, sql: str, values: Any) -> list[tuple[Any, ...]]:
        with self._reading() as connection:
            return fetch(connection, sql, values, self._url)

    def _read_state(self, connection: psycopg.Connection[Any]) -> IndexState:
        values = dict(fetch(connection, "SELECT key, value FROM meta LIMIT 99", (), self._url))
        if values.get("version") != POSTGRES_VERSION:
            raise no_index(self._url)
        # Both are printed with each answer, so only the form that `index` writes is accepted.
        name, made = values.get("revision", ""), values.get("made", "")
        try:
            made = datetime.fromisoformat(made[:19]).isoformat() + "Z"
        except ValueError:
            made = ""
        if not _REVISION.fullmatch(name) or not made:
            raise IndexDamagedError("its revision, or when that was made, is none")
        return IndexState(name, made)

    @contextmanager
    def _reading(self) -> Iterator[psycopg.Connection[Any]]:
        """Yield the connection, in one read-only transaction; a lost one is opened again by the next call."""
        if self._connection is not None and self._is_nested(self._connection):
            yield self._connection
            return
        if self._connection is None or self._connection.closed:
            self._connection = connect(self._url, read_only=True)
        connection = self._connection
        try:
            with database_errors(self._url), connection.transaction():
                yield connection
        except IndexDamagedError as err:
            # The caller has no vault to make it again from.
            err.path, err.hint = masked(self._url), "drop its tables, and run `commonplace index` beside the vault"
            raise
        except BaseException:
            if connection.broken:
                self._disconnect()
            raise

    def _is_nested(self, connection: psycopg.Connection[Any]) -> bool:
        return not connection.closed and connection.info.transaction_status.name in ("INTRANS", "ACTIVE")
