"""Checking and repairing derived files: interrupted operations, left-over files, the index, the catalog."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from ..errors import DataError, IndexUnavailableError, ReadOnlyError
from ..homes import is_interrupted
from ..index_store.refresh import Index
from ..text.escaping import first_few
from ..wiki_store.files import TRASH
from ..wiki_store.writing import is_temporary, write_lock
from .writer import Writer, catalog_change, recovery_text

_NAMED = 20
"""Files of an operation that a message lists."""


class Check(NamedTuple):
    """The result of checking one thing."""

    name: str
    state: str
    """good, mended or bad."""
    message: str


class Examination(NamedTuple):
    """The results of all checks."""

    checks: tuple[Check, ...]

    @property
    def is_well(self) -> bool:
        return all(check.state != "bad" for check in self.checks)


def examine(writer: Writer, index: Index, *, rebuild: bool = False) -> Examination:
    """Check everything and repair what is derived; change no page but the catalog, which is generated.

    If nothing can be written, only the index is checked.  rebuild: build the index again in any case.
    """
    if writer.location.read_only:
        return Examination((_check_index(index, rebuild=rebuild),))
    try:
        lock = write_lock(writer.location.graph, seconds=writer.lock_seconds, tell=writer.tell)
    except ReadOnlyError as err:
        refused = Check("home", "bad", f"{err.path}: {err.what}; nothing is mended")
        return Examination((refused, _check_index(index, rebuild=rebuild)))
    with lock:
        checks = [_check_operations(writer), _remove_left_over(writer), _check_index(index, rebuild=rebuild)]
        if checks[-1].state != "bad":
            checks.append(_check_catalog(writer, index))
    return Examination(tuple(checks))


def _check_operations(writer: Writer) -> Check:
    """Finish an interrupted operation, and check that all records can be read."""
    transaction = writer.transaction
    try:
        recovered = writer.recover()
        damaged = transaction.operations.damaged()
    except DataError as err:
        return Check("operations", "bad", str(err))
    if damaged:
        return Check("operations", "bad", f"cannot be read, and not undone: {first_few(damaged, _NAMED)}")
    if recovered is None:
        return Check("operations", "good", "none was interrupted")
    return Check("operations", "bad" if recovered.conflicts else "mended", recovery_text(recovered))


def _remove_left_over(writer: Writer) -> Check:
    """Remove temporary files of a writer that was killed, in the vault, its trash and the graph folder.

    One of a finished operation that somebody wrote into becomes a conflict copy.
    """
    location, transaction = writer.location, writer.transaction
    if is_interrupted(location.graph):
        return Check("files", "bad", "left-over temporary files stay until the operation is finished")
    found = [*dict.fromkeys([*_temporaries(location.graph), *_temporaries(location.vault)])]
    try:
        for path in found:
            transaction.clear(path, writer.clock())
    except OSError as err:
        return Check("files", "bad", f"{len(found)} left-over temporary files, not all removed: {err}")
    return Check("files", "mended" if found else "good", f"{len(found)} left-over temporary files removed")


def _temporaries(top: str) -> Iterator[str]:
    for here, folders, names in os.walk(top):
        # Files in other hidden folders are not ours.
        folders[:] = [name for name in folders if not name.startswith(".") or (here == top and name == TRASH)]
        yield from (os.path.join(here, name) for name in names if is_temporary(name))


def _check_index(index: Index, *, rebuild: bool) -> Check:
    try:
        if rebuild:
            index.rebuild()
            return Check("index", "mended", f"built again: {index.reader.statistics().pages} pages")
        fault = index.check()
        if not fault:
            return Check("index", "good", f"{index.reader.statistics().pages} pages, up to date")
        index.rebuild()
    except IndexUnavailableError as err:
        return Check("index", "bad", str(err))
    return Check("index", "mended", f"built again ({fault})")


def _check_catalog(writer: Writer, index: Index) -> Check:
    copy = writer.working_copy()
    path = copy.catalog.catalog
    try:
        change = catalog_change(copy, index.reader)
        if change is None:
            is_there = copy.exists(path)
            return Check("catalog", "good", f"{path} lists every page" if is_there else "none yet")
        now = writer.clock()
        writer.transaction.commit([], verb="doctor", actor=writer.actor, now=now, generate=lambda _: [change])
    except DataError as err:
        return Check("catalog", "bad", str(err))
    index.refresh()
    return Check("catalog", "mended", f"{path} was out of date: made anew")
