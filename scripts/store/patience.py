"""Waiting for a process that writes the index: as long as it is at work, for a build may take minutes."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable

from ..errors import IndexUnavailableError
from .connections import BUSY_SECONDS, SIDE_FILES

LOOK_SECONDS = 5.0
"""Seconds between two looks at what the other process does."""


class Patience:
    """One wait of one call."""

    def __init__(self, path: str, tell: Callable[[str], None]) -> None:
        self._path, self._tell = path, tell
        self._seen: tuple[tuple[int, int], ...] = ()
        self._alive_at = 0.0

    def go_on(self, err: sqlite3.Error) -> None:
        """Return where it is worth another try, for what lies there has changed within BUSY_SECONDS.

        Raises IndexUnavailableError, from what stood in the way, where the other process does nothing.
        """
        seen, now = tuple(map(_stamp, (self._path + suffix for suffix in SIDE_FILES))), time.monotonic()
        self._tell("waiting: another process is writing the index")
        if seen != self._seen:
            self._seen, self._alive_at = seen, now
        if now - self._alive_at >= BUSY_SECONDS:
            raise IndexUnavailableError(
                f"the index is being written by another process ({err})", path=self._path, hint="try again"
            ) from err


def _stamp(path: str) -> tuple[int, int]:
    """Size and time in ns of a file; (-1, -1) where there is none."""
    try:
        stat = os.stat(path)
    except OSError:
        return -1, -1
    return stat.st_size, stat.st_mtime_ns
