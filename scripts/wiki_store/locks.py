"""One writer at a time for a home, across processes; and its graph folder, made where it is missing."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from ..errors import LockedError, ReadOnlyError

LOCK_NAME, EVENTS_LOCK = "lock", "events.lock"
_EVENT_SECONDS = 5.0
"""Longest wait for somebody who writes an event, or rewrites them."""
_TOLD_AFTER = 1.0
"""Seconds of waiting after which the waiting caller is told."""
_OF_OTHERS = 0o077
"""Permissions of the group, and of everybody."""


def writing(
    graph: str, *, seconds: float, tell: Callable[[str], None] = lambda _: None
) -> AbstractContextManager[object]:
    """Hold the home's write lock.  A process that dies lets go of it: the kernel owns the lock, not the file.

    tell is given a line where another process has it.
    Raises LockedError after waiting, ReadOnlyError where no lock file can be made.
    """
    from filelock import FileLock, Timeout

    path = os.path.join(graph, LOCK_NAME)
    try:
        make_graph_folder(graph)
        lock = FileLock(path)
        try:
            # What it returns lets go at the end of the block.
            return lock.acquire(timeout=min(seconds, _TOLD_AFTER))
        except Timeout:
            tell("waiting: another process is writing here")
            return lock.acquire(timeout=max(0.0, seconds - _TOLD_AFTER))
    except Timeout as err:
        raise LockedError(path, seconds) from err
    except OSError as err:
        raise ReadOnlyError(path, err.strerror or str(err)) from err


@contextmanager
def appending(graph: str) -> Iterator[None]:
    """Hold the lock of the events, which nobody holds for longer than it takes to write them.

    Raises LockedError, ReadOnlyError.
    """
    from filelock import FileLock, Timeout

    path = os.path.join(graph, EVENTS_LOCK)
    try:
        make_graph_folder(graph)
        with FileLock(path, timeout=_EVENT_SECONDS):
            yield
    except Timeout as err:
        raise LockedError(path, _EVENT_SECONDS) from err
    except OSError as err:
        raise ReadOnlyError(path, err.strerror or str(err)) from err


def make_graph_folder(graph: str) -> None:
    """Make the folder, and what is above it.  Raises OSError.

    In a home it has the permissions of any new folder.  Where there is no home either, it is for a vault that was only
    named: in the state folder, which others may enter, and full of text that the vault may keep from them.
    """
    above = os.path.dirname(graph)
    if not os.path.isdir(above):
        os.makedirs(above, mode=0o700, exist_ok=True)
    os.makedirs(graph, exist_ok=True)


def close_to_others(graph: str, vault: str) -> None:
    """Take from the graph folder what the vault's folder does not give to its group or to everybody.

    A person who closes the vault alone means its text, and that stands here, too: in earlier versions of pages.
    """
    try:
        mode = stat.S_IMODE(os.stat(graph).st_mode)
        narrow = mode & (os.stat(vault).st_mode | ~_OF_OTHERS)
        if narrow != mode:
            os.chmod(graph, narrow)
    except OSError:
        # Another user's folder, or a system without such modes.
        pass
