"""Linux's notice of what happens in folders, through the C library; elsewhere there is none, and start() says so.

Only what it is needed for: names that came, went or were written to.  See inotify(7).
"""

from __future__ import annotations

import errno
import os
import struct
import sys
from typing import NamedTuple

_MODIFY, _ATTRIB, _CLOSE_WRITE, _MOVED_FROM, _MOVED_TO = 0x2, 0x4, 0x8, 0x40, 0x80
_CREATE, _DELETE, _DELETE_SELF, _MOVE_SELF = 0x100, 0x200, 0x400, 0x800
_UNMOUNT, _OVERFLOW, _IGNORED, _IS_FOLDER = 0x2000, 0x4000, 0x8000, 0x40000000
_WATCHED = _MODIFY | _ATTRIB | _CLOSE_WRITE | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE | _DELETE_SELF | _MOVE_SELF
_ENDED = _DELETE_SELF | _MOVE_SELF | _UNMOUNT | _OVERFLOW | _IGNORED
_HEAD = struct.Struct("iIII")
_BUFFER = 1 << 16

_LOCAL = frozenset({0xEF53, 0x58465342, 0x9123683E, 0x01021994, 0x794C7630, 0x2FC12FC1, 0xF2F52010, 0x858458F6})
"""Kinds of file systems on which every change passes through this machine's kernel: ext, xfs, btrfs, tmpfs, overlay,
zfs, f2fs, ramfs.  On a shared one others write without a notice."""


class Notice(NamedTuple):
    """Something happened to a name in a folder."""

    folder: str
    name: str
    """"" where the folder itself, or everything, may be other than it was."""


class Inotify:
    """Watches on folders, each under a name of the caller's."""

    def __init__(self) -> None:
        """Raises OSError where this system has no such notices, or no more of them."""
        if not sys.platform.startswith("linux"):
            raise OSError(errno.ENOSYS, "no inotify")
        import ctypes

        self._library = ctypes.CDLL(None, use_errno=True)
        self._errno = ctypes.get_errno
        self._buffer = ctypes.create_string_buffer
        try:
            self._file: int = self._library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        except AttributeError as err:
            raise OSError(errno.ENOSYS, "no inotify") from err
        if self._file < 0:
            raise OSError(self._errno(), "inotify")
        self._folders: dict[int, str] = {}

    def watch(self, folder: str, path: str) -> None:
        """Tell of what happens in the folder at this path from now on.  Raises OSError where that cannot be."""
        if self._kind(path) not in _LOCAL:
            raise OSError(errno.ENOTSUP, "the file system may be shared")
        number = self._library.inotify_add_watch(self._file, os.fsencode(path), _WATCHED)
        if number < 0:
            raise OSError(self._errno(), "inotify")
        self._folders[number] = folder

    def read(self) -> list[Notice]:
        """What has happened since the last call."""
        found: dict[Notice, None] = {}
        while True:
            try:
                data = os.read(self._file, _BUFFER)
            except BlockingIOError:
                return list(found)
            at = 0
            while at < len(data):
                number, mask, _, length = _HEAD.unpack_from(data, at)
                name = data[at + _HEAD.size : at + _HEAD.size + length].rstrip(b"\0")
                at += _HEAD.size + length
                found[self._notice(number, mask, os.fsdecode(name))] = None

    def _notice(self, number: int, mask: int, name: str) -> Notice:
        folder = self._folders.get(number, "")
        # A folder that came, went or moved takes along what is in it, of which nothing is told.
        is_whole = mask & _ENDED or (mask & _IS_FOLDER and name[:1] != ".")
        return Notice(folder, "" if is_whole else name)

    def _kind(self, path: str) -> int:
        # struct statfs begins with the kind; it is 120 bytes where a word has 64 bits.
        facts = self._buffer(256)
        if self._library.statfs(os.fsencode(path), facts) < 0:
            raise OSError(self._errno(), "statfs")
        kind: int = struct.unpack_from("l", facts)[0]
        return kind

    def close(self) -> None:
        """Let go of the watches."""
        if self._file >= 0:
            number, self._file = self._file, -1
            os.close(number)
