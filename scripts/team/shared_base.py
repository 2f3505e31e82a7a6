"""A knowledge base without its vault: a team's index in a database is asked in its place, and nothing written."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from ..clock import clock_of
from ..embedding import Embedder
from ..errors import UsageError
from ..homes import HomeLocation, resource_path
from ..index_store.port import IndexReader
from ..knowledge_base import KnowledgeBase, Listener
from ..model import TaskStatus, VectorRow
from ..settings import Settings, load_settings, masked
from .postgres_reader import IndexState, SharedIndex

T = TypeVar("T")


def open_shared(
    index: str | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    overrides: Mapping[str, object] | None = None,
    by_program: bool = True,
    listener: Listener | None = None,
) -> KnowledgeBase:
    """Open a team's index; without an address the one that the setting INDEX names.

    The rest is as KnowledgeBase.open takes it.  Raises UsageError, SettingError.
    """
    environ = os.environ if environ is None else environ
    given = {**(overrides or {}), "index": index} if index is not None else overrides
    config = resource_path("config.py")
    settings = load_settings(overrides=given, environ=environ, config_path=config, by_program=by_program)
    if not settings.index:
        raise UsageError("--index names no database", hint="e.g. postgresql://user@host/database")
    return SharedBase(settings, environ, listener)


class SharedBase(KnowledgeBase):
    """A team's index in place of a home."""

    is_shared = True

    def __init__(self, settings: Settings, environ: Mapping[str, str], listener: Listener | None) -> None:
        found_by = dict(settings.sources)["index"].removeprefix("option ")
        location = HomeLocation(masked(settings.index), "", "", "", found_by, read_only=True)
        super().__init__(location, settings, clock=clock_of(environ), environ=environ, listener=listener)
        self._shared = SharedIndex(settings.index)

    def close(self) -> None:
        super().close()
        self._shared.close()

    def query(self, work: Callable[[IndexReader], T], *, sweep: bool = True) -> T:  # noqa: ARG002  # no files are here
        with self._lock:
            self._check_open()
            found = self._shared.answer(work)
            self.listener.waiting(str(self.index_state()))
            return found

    def index_state(self) -> IndexState | None:
        return self._shared.state(self.clock())

    def paths(self) -> list[str]:
        return self._shared.paths()

    def excluded(self) -> tuple[str, ...]:
        return self._shared.revision().excluded

    def task_statuses(self) -> Mapping[str, TaskStatus]:
        return {}

    def read_file(self, path: str) -> bytes:
        return self._shared.read_file(path)

    def from_here(self, label: str, *, is_exact: bool = False) -> str:  # noqa: ARG002  # no path leads to its vault
        return label

    @property
    def loaded_embedder(self) -> Embedder | None:
        return None

    def check_own(self, what: str = "this") -> None:
        hint = "leave out --index where the vault is, or ask whoever serves it"
        raise UsageError(f"{what} needs the vault, which a team's index is not", hint=hint)

    def _keep_vectors(self, model: str, vectors: Sequence[VectorRow]) -> None:
        """Leave them: only who has the vault writes."""
