"""Looking after what is derived: interrupted operations, left-over files, the index, the catalog."""

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
"""Files of an operation that are listed."""


class Check(NamedTuple):
    """One thing looked at."""

    name: str
    state: str
    """good, mended or bad."""
    message: str


class Examination(NamedTuple):
    """All that was looked at."""

    checks: tuple[Check, ...]

    @property
    def is_well(self) -> bool:
        return all(check.state != "bad" for check in self.checks)


def examine(writer: Writer, index: Index, *, rebuild: bool = False) -> Examination:
    """Look at everything and mend what is derived; never touches a page but the catalog, which is generated.

    Where nothing can be written, only the index is looked at.  rebuild: make the index anew in any case.
    """
    if writer.location.read_only:
        return Examination((_index(index, rebuild=rebuild),))
    try:
        lock = write_lock(writer.location.graph, seconds=writer.lock_seconds, tell=writer.tell)
    except ReadOnlyError as err:
        refused = Check("home", "bad", f"{err.path}: {err.what}; nothing is mended")
        return Examination((refused, _index(index, rebuild=rebuild)))
    with lock:
        checks = [_operations(writer), _left_over(writer), of_index := _index(index, rebuild=rebuild)]
        if of_index.state != "bad":
            checks.append(_catalog(writer, index))
    return Examination(tuple(checks))


def _operations(writer: Writer) -> Check:
    """Finish what was interrupted, and count what is done."""
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


def _left_over(writer: Writer) -> Check:
    """Remove temporary files of a writer that was killed, in the vault, its trash and the graph folder.

    What somebody wrote into one of an operation that is done becomes a conflict copy.
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
        # What lies in other hidden folders is not ours.
        folders[:] = [name for name in folders if not name.startswith(".") or (here == top and name == TRASH)]
        yield from (os.path.join(here, name) for name in names if is_temporary(name))


def _index(index: Index, *, rebuild: bool) -> Check:
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


def _catalog(writer: Writer, index: Index) -> Check:
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
