"""Atomic, durable replacement of single files."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

_MANY = 100
_SUFFIX = ".commonplace.tmp"
"""Sync clients and editors have `.tmp` files of their own beside pages: only what is surely ours is ever removed."""
_RANDOM = 8
"""How many characters mkstemp puts between prefix and suffix."""


def write_temporary(path: str, data: bytes) -> str:
    """Write data to a dot-named file beside path, synced, with path's mode; return its name.

    A rename is atomic only on the same file system, so the temporary file lives beside its target; Obsidian and
    sync clients ignore names that start with a dot.
    """
    temporary = write_unsynced(path, data)
    try:
        sync_file(temporary)
    except BaseException:
        remove_quietly(temporary)
        raise
    return temporary


def write_unsynced(path: str, data: bytes, *, new_mode: int = 0) -> str:
    """As write_temporary, but not yet synced: of many files, all are written first, which makes syncing them cheap.

    new_mode: permissions where path is a new file; 0 for those that new files have.
    """
    handle, temporary = _make_temporary(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        try:
            mode = os.stat(path).st_mode & 0o7777
        except FileNotFoundError:
            mode = new_mode or 0o666 & ~_umask()
        try:  # noqa: SIM105  # contextlib imports what costs a question in vain 2 ms
            os.chmod(temporary, mode)
        except PermissionError:
            # Shared storage of phones refuses it, and knows no modes either.
            pass
    except BaseException:
        remove_quietly(temporary)
        raise
    return temporary


def sync_file(path: str) -> None:
    """Make the content of a file durable."""
    # For reading, so that a file of mode 0444 can be synced too; Windows syncs only what is open for writing.
    handle = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_files(paths: Sequence[str]) -> None:
    """Make the content of many files durable.

    Linux waits in sync() until everything is written (sync(2)), which for thousands of files takes a second where
    syncing one by one takes half a minute.
    """
    if len(paths) > _MANY and sys.platform == "linux":
        os.sync()
        return
    for path in paths:
        sync_file(path)


def temporaries_of(path: str) -> list[str]:
    """What writers of this file left behind when they were killed."""
    folder, name = os.path.split(path)
    length = len(_prefix(name)) + _RANDOM + len(_SUFFIX)
    try:
        found = sorted(n for n in os.listdir(folder) if n.startswith(_prefix(name)) and is_temporary(n))
    except FileNotFoundError:
        return []
    return [os.path.join(folder, other) for other in found if len(other) == length]


def is_temporary(name: str) -> bool:
    """Whether a file of this name is a temporary one of ours."""
    return name.startswith(".") and name.endswith(_SUFFIX)


def new_temporary(path: str) -> str:
    """An empty dot-named file beside path."""
    handle, temporary = _make_temporary(path)
    os.close(handle)
    return temporary


def _make_temporary(path: str) -> tuple[int, str]:
    # Here: it is what costs most of what a call that writes imports, and an unanswered question only adds a line.
    from tempfile import mkstemp

    folder, name = os.path.split(path)
    return mkstemp(prefix=_prefix(name), suffix=_SUFFIX, dir=folder)


def _prefix(name: str) -> str:
    return f".{name[:40]}."


def write_durably(path: str, data: bytes) -> None:
    """Replace one file by data, atomically and synced; the target of a link is replaced, not the link."""
    path = os.path.realpath(path)
    temporary = write_temporary(path, data)
    try:
        os.replace(temporary, path)
    except BaseException:
        remove_quietly(temporary)
        raise
    sync_folder(os.path.dirname(path))


def sync_folder(folder: str) -> None:
    """Make renames in a folder durable, where the platform can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as err:
        # Some network file systems cannot sync a folder; the files themselves are synced.
        if err.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)


def sync_folders(folders: Sequence[str]) -> None:
    """Make renames in many folders durable."""
    if len(folders) > _MANY and sys.platform == "linux":
        os.sync()
        return
    for folder in folders:
        sync_folder(folder)


def remove_quietly(path: str) -> None:
    """Remove a file that may be gone already."""
    try:  # noqa: SIM105  # as above
        os.unlink(path)
    except FileNotFoundError:
        pass


def _umask() -> int:
    # The only way to read the umask is to set it; threads of one process would race, writers hold the home's lock.
    current = os.umask(0)
    os.umask(current)
    return current
