"""One writer at a time for a home, across processes."""

from __future__ import annotations

import os

from ..errors import LockedError, ReadOnlyError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager

LOCK_NAME = "lock"


def writing(graph_dir: str, *, seconds: float) -> AbstractContextManager[object]:
    """Hold the home's write lock.  A process that dies lets go of it: the kernel owns the lock, not the file.

    Raises LockedError after waiting, ReadOnlyError where no lock file can be made.
    """
    # filelock costs 30 ms to import and is needed by writing verbs only.
    from filelock import FileLock, Timeout

    from .graph_folder import make_graph_folder

    path = os.path.join(graph_dir, LOCK_NAME)
    try:
        make_graph_folder(graph_dir)
        # What it returns lets go at the end of the block.
        return FileLock(path, timeout=seconds).acquire()
    except Timeout as err:
        raise LockedError(path, seconds) from err
    except OSError as err:
        raise ReadOnlyError(path, err.strerror or str(err)) from err
