"""What has changed in the vault, from notices in place of a look at every file: for a process that lives on.

Watches are set on a folder before it is listed, and notices are read before the files are looked at, so that an edit in
between is told the next time.  A file that was told of is read again, whatever its stamp says.  A sweep of everything
comes first, whenever folders came or went or notices were lost, and each minute: a write through a memory map or
another name of the file gives none.  Nor does a folder above the vault that moves, so where the vault's path leads is
looked at each time.  Where the system has no notices, each look is a sweep, as without this module.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from typing import TYPE_CHECKING

from .inotify import Inotify
from .sweep import sweep, sweep_names, written_at

if TYPE_CHECKING:
    from .sweep import Sweep
    from .vault import Vault

SWEEP_SECONDS = 60.0
"""Most seconds between two sweeps of everything."""
_NOT_THERE = (errno.ENOENT, errno.ENOTDIR, errno.EACCES)


class Watching:
    """The changes of one vault since the index agreed with it.  Not shared between threads."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._notices: Inotify | None = None
        self._is_possible = True
        self._is_whole = True
        """Everything may be other than the index says."""
        self._names: dict[str, set[str]] = {}
        """Names that were told of, by folder."""
        self._swept_at = 0.0
        self._swept_root = (0, 0)
        self._agreed_at = 0
        """When the index was written that agreed last: an older one may be put back in its place."""
        self._is_set = False
        """All folders are watched: a look that is broken off leaves some that are not."""
        self._process = os.getpid()

    def look(self, connection: sqlite3.Connection) -> Sweep:
        """What is other than in the index: as sweep()."""
        if self._process != os.getpid():
            # Each notice is told to one: a process that was forked off would take it from the other.
            self.close()
            self._process = os.getpid()
        self._read_notices()
        if written_at(connection) < self._agreed_at:
            self._is_whole = True
        is_fresh = time.monotonic() - self._swept_at < SWEEP_SECONDS and self._root() == self._swept_root
        if is_fresh and not self._is_whole:
            # A file behind a link is told of by its own folder, under another name.
            found = sweep_names(self._vault, connection, self._names, compared=self._vault.linked)
            if found is not None:
                return found
        return self._sweep(connection)

    def agree(self, connection: sqlite3.Connection) -> None:
        """The index was brought up to date with what the last look found."""
        self._agreed_at = written_at(connection)
        self._is_whole = self._notices is None or not self._is_set
        self._names.clear()

    def close(self) -> None:
        """Let go of the watches."""
        self._is_whole = True
        notices, self._notices = self._notices, None
        if notices is not None:
            notices.close()

    def _sweep(self, connection: sqlite3.Connection) -> Sweep:
        # Watches follow a folder that moves, so that their names would be those of before: all are set anew.
        self._is_set = False
        self.close()
        self._names.clear()
        if self._is_possible:
            try:
                self._notices = Inotify()
            except OSError:
                self._is_possible = False
        self._swept_at, self._swept_root = time.monotonic(), self._root()
        found = sweep(self._vault, connection, before_folder=self._watch)
        self._is_set = True
        return found

    def _root(self) -> tuple[int, int]:
        """Which folder the vault's path leads to: device and inode; (0, 0) where it leads nowhere."""
        try:
            stat = os.stat(self._vault.root)
        except OSError:
            return 0, 0
        return stat.st_dev, stat.st_ino

    def _watch(self, folder: str) -> None:
        if self._notices is None:
            return
        try:
            self._notices.watch(folder, self._vault.folder_path(folder))
        except OSError as err:
            if err.errno in _NOT_THERE:
                # The sweep meets the same, or the folder above tells of it.
                return
            # No more watches are allowed, or none come from this file system.
            self.close()
            self._is_possible = False

    def _read_notices(self) -> None:
        if self._notices is None:
            return
        # Whoever breaks off here takes notices along that are told once.
        was_whole, self._is_whole = self._is_whole, True
        for folder, name in self._notices.read():
            if not name:
                was_whole = True
            elif name[0] != ".":
                self._names.setdefault(folder, set()).add(name)
        self._is_whole = was_whole
