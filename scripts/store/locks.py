"""One writer at a time for a home, across processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from ..errors import LockedError, ReadOnlyError
from .connections import TOLD_AFTER
from .patience import LOOK_SECONDS

if TYPE_CHECKING:
    from .workspace import Workspace

LOCK_NAME = "lock"


def locked(ws: Workspace) -> AbstractContextManager[object]:
    """Hold the write lock of an opened home, within its own patience; see writing.

    Raises DataError where its vault is gone.
    """
    ws.vault.be_there()
    return writing(ws.location.graph, seconds=ws.settings.lock_seconds, tell=ws.tell)


def writing(
    graph_dir: str, *, seconds: float, tell: Callable[[str], None] = lambda _: None
) -> AbstractContextManager[object]:
    """Hold the home's write lock.  A process that dies lets go of it: the kernel owns the lock, not the file.

    tell is given a line while another process has it, the first after TOLD_AFTER seconds.
    Raises LockedError after waiting, ReadOnlyError where no lock file can be made.
    """
    # filelock costs 30 ms to import and is needed by writing verbs only.
    from filelock import FileLock, Timeout

    from .graph_folder import make_graph_folder

    path = os.path.join(graph_dir, LOCK_NAME)
    try:
        make_graph_folder(graph_dir)
        lock, until, next_look = FileLock(path), time.monotonic() + seconds, TOLD_AFTER
        while True:
            left = max(0.0, until - time.monotonic())
            try:
                # What it returns lets go at the end of the block.
                return lock.acquire(timeout=min(left, next_look))
            except Timeout as err:
                if left <= next_look:
                    raise LockedError(path, seconds) from err
            tell("waiting: another process is writing here")
            next_look = LOOK_SECONDS
    except OSError as err:
        raise ReadOnlyError(path, err.strerror or str(err)) from err
