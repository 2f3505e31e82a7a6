"""Writing files: one writer at a time, durably, each file only if it still has the bytes that were read.

Between a check of a file and a rename over it somebody may save it.  So the old version is taken out by the same system
call that puts the new one in, checked afterwards, and put back if it is not the expected one.  transaction.py writes
the pages of one operation with these functions.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from functools import cache
from itertools import chain, count

from ..errors import LockedError, ReadOnlyError
from .files import bytes_of

_MANY = 100
_SUFFIX = ".commonplace.tmp"
"""Sync clients and editors have `.tmp` files of their own beside pages: only ours are ever removed."""
_OUT = ".out" + _SUFFIX
_HERE = -100
"""AT_FDCWD of Linux: paths are relative to the working directory."""
_EXCHANGE = 2
"""RENAME_EXCHANGE of renameat2(2), and RENAME_SWAP of renamex_np(2)."""
_WRITING = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
_SLOT = re.compile(r"\.(.*)\.(\d{8}T\d{6}-[0-9a-f]+)\.\d+(?:\.out)?" + re.escape(_SUFFIX), re.DOTALL)


def sha256(data: bytes | None) -> str:
    """Return the hash of a file's bytes as hex; "" for no file."""
    return "" if data is None else hashlib.sha256(data).hexdigest()


def write_all(files: Iterable[tuple[str, bytes]]) -> None:
    """Replace or make files, and missing folders: each atomically, synced together.  Raises OSError."""
    waiting, changed = dict[str, str](), set[str]()
    try:
        for path, data in files:
            if path not in waiting:
                folder, name = os.path.split(path)
                changed |= {folder, *map(os.path.dirname, make_folders(folder))}
                waiting[path] = os.path.join(folder, f".{name[:40]}.{secrets.token_hex(4)}{_SUFFIX}")
                write_beside(path, waiting[path], data)
        sync([*waiting.values()])
        for path, temporary in waiting.items():
            os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            for temporary in waiting.values():
                remove_quietly(temporary)
        raise
    sync(sorted(changed))


def write_durably(path: str, data: bytes) -> None:
    """Replace one file, atomically and synced; the target of a link is replaced, not the link.  Raises OSError."""
    write_all([(os.path.realpath(path), data)])


def write_beside(path: str, temporary: str, data: bytes, *, mode: int = 0) -> None:
    """Write the new version of a file into a temporary one, with the permissions of the file; not synced yet.

    mode: permissions where path is a new file; 0 for those that new files have.
    """
    with suppress(FileNotFoundError):
        mode = os.stat(path).st_mode & 0o7777
    # Until the permissions are set, nobody else may read a page that may be closed to others.
    handle = os.open(temporary, _WRITING, 0o600 if mode else 0o666)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    if mode:
        # Shared storage of phones refuses it, and has no modes either.
        with suppress(PermissionError):
            os.chmod(temporary, mode)


def sync(paths: Sequence[str]) -> None:
    """Make the content of files and the names in folders durable.

    Linux waits in sync() until everything is written (sync(2)), which for thousands of files takes a second where
    syncing one by one takes half a minute.
    """
    if len(paths) > _MANY and sys.platform == "linux":
        os.sync()
        return
    for path in paths:
        if os.name == "nt" and os.path.isdir(path):
            continue
        # For reading, so that a file of mode 0444 can be synced too; Windows syncs only files open for writing.
        handle = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
        try:
            os.fsync(handle)
        except OSError as err:
            # Some network file systems cannot sync a folder; the files themselves are synced.
            if err.errno not in (errno.EINVAL, errno.ENOTSUP) or not os.path.isdir(path):
                raise
        finally:
            os.close(handle)


def remove_quietly(path: str) -> None:
    """Remove a file, if it exists."""
    with suppress(FileNotFoundError):
        os.unlink(path)


def make_folders(folder: str) -> Iterator[str]:
    """Make a folder and those above it that are missing; yield each when it is made, the outermost first.

    Raises OSError.
    """
    missing = list[str]()
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    for path in reversed(missing):
        with suppress(FileExistsError):
            os.mkdir(path)
            yield path


def remove_empty_folders(folder: str, root: str) -> None:
    """Remove folder and those above it as long as they are empty, never root itself."""
    while folder != root and folder.startswith(root + os.sep):
        try:
            os.rmdir(folder)
        except FileNotFoundError:
            # An earlier run removed it and was killed here.
            pass
        except OSError:
            return
        folder = os.path.dirname(folder)


def slot_of(path: str, op: str, number: int, root: str) -> str:
    """Return the temporary file of one change: beside the file, or in the vault's root where its folder is missing.

    A rename is atomic only on the same file system; Obsidian and sync clients ignore names that start with a dot.
    """
    folder, name = os.path.split(path)
    slot = f".{name[:40]}.{op}.{number}{_SUFFIX}"
    above = os.path.join(root, slot)
    return os.path.join(folder, slot) if os.path.isdir(folder) and not os.path.lexists(above) else above


def is_temporary(name: str) -> bool:
    """Report whether a file of this name is a temporary one of ours."""
    return name.startswith(".") and name.endswith(_SUFFIX)


def origin_of(temporary: str) -> tuple[str, str]:
    """Return the name of the file that a temporary one was for, and the operation; "" where it is of none."""
    match = _SLOT.fullmatch(temporary)
    return (match[1], match[2]) if match else ("", "")


def move(slot: str, path: str, expected: str) -> bool:
    """Exchange a file and its slot; return False, with the file as it was, if it was not the expected one.

    Either may be missing: an empty slot takes a file out, a new file leaves nothing in its slot.  expected: the hash of
    the old version, "" for none.  After True the slot holds the old version, which an editor may still write into.
    After False the slot may hold a version that somebody saved since; see settle.
    """
    has_new = os.path.lexists(slot)
    try:
        if not expected:
            return _place_new(slot, path)
        if not has_new:
            os.rename(path, slot)
        elif not exchange(slot, path):
            return False
    except FileNotFoundError:
        return False
    is_expected = False
    try:
        is_expected = hash_of(slot) == expected
    finally:
        if not is_expected:
            _put_back(slot, path, has_new=has_new)
    return is_expected


def _put_back(slot: str, path: str, *, has_new: bool) -> None:
    """Put back the version that somebody saved; one saved at this very moment is left in the slot, see settle."""
    if has_new:
        with suppress(FileNotFoundError):
            exchange(slot, path)
            return
    # The path is free, or somebody moved the file away: their version goes back to its path.
    _place_new(slot, path)


def settle(slot: str, path: str, known: Sequence[str], when: str) -> None:
    """Remove the old version that an operation took out, if its hash is known; any other becomes a conflict copy.

    when: the time in the name of such a copy (ISO 8601).  Raises OSError.
    """
    for temporary in (slot, slot.removesuffix(_SUFFIX) + _OUT):
        if not os.path.lexists(temporary):
            continue
        if hash_of(temporary) in known:
            remove_quietly(temporary)
        else:
            os.replace(temporary, free_copy_path(path, when, os.path.lexists))


def exchange(one: str, other: str) -> bool:
    """Exchange two files of one file system, atomically where the system can.

    Where it cannot, False when somebody saved the other one in between.  Raises FileNotFoundError when one is missing,
    and any other OSError.
    """
    call = _exchange_call()
    if call is not None:
        import ctypes

        if call(os.fsencode(one), os.fsencode(other)) == 0:
            return True
        number = ctypes.get_errno()
        if number not in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM):
            raise OSError(number, os.strerror(number), other)
    # The other one is missing for a moment; a version that somebody saves in that moment stays.
    aside = one.removesuffix(_SUFFIX) + _OUT
    os.rename(other, aside)
    try:
        is_placed = _place_new(one, other)
    except OSError:
        _place_new(aside, other)
        raise
    if is_placed:
        os.rename(aside, one)
    return is_placed


def repair_exchange(slot: str, path: str) -> None:
    """Put back the file that exchange moved aside where a writer died without the system call."""
    aside = slot.removesuffix(_SUFFIX) + _OUT
    if os.path.lexists(aside):
        _place_new(aside, path)


@cache
def _exchange_call() -> Callable[[bytes, bytes], int] | None:
    """Return the C library's call; None where it has none."""
    if os.name == "nt":
        return None
    import ctypes  # only where a page is replaced

    library = ctypes.CDLL(None, use_errno=True)
    try:
        if sys.platform == "darwin":
            swap = library.renamex_np
            swap.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint]
            return lambda one, other: int(swap(one, other, _EXCHANGE))
        rename = library.renameat2
        rename.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
        return lambda one, other: int(rename(_HERE, one, _HERE, other, _EXCHANGE))
    except AttributeError:
        return None


def _place_new(temporary: str, path: str) -> bool:
    """Rename temporary to path if that is free; False if it is taken."""
    try:
        # Fails where the name is taken; a rename would not.
        os.link(temporary, path, follow_symlinks=False)
    except FileExistsError:
        return False
    except (OSError, NotImplementedError, AttributeError):
        # Storage without hard links.
        if os.path.lexists(path):
            return False
        os.replace(temporary, path)
        return True
    os.unlink(temporary)
    return True


def hash_of(path: str) -> str:
    """Return the hash of a file's bytes; "" where there is none.  Raises OSError as bytes_of."""
    return sha256(bytes_of(path))


def free_copy_path(path: str, time: str, is_taken: Callable[[str], bool]) -> str:
    """Return the path for the second version of a note that was written at a time (ISO 8601).

    It is beside the note and has the name that Obsidian Sync gives to such copies.
    """
    stem, suffix = os.path.splitext(path)
    when = f"{time[:10]} {time[11:19].replace(':', '')}"
    numbers = chain([""], (f" {number}" for number in count(2)))
    return next(name for n in numbers if not is_taken(name := f"{stem} (conflicted copy {when}{n}){suffix}"))


_SILENT_SECONDS = 1.0
"""Seconds of waiting after which a message is printed."""
_OF_OTHERS = 0o077
"""Permissions of the group, and of everybody."""


def write_lock(
    graph: str, *, seconds: float, tell: Callable[[str], None] = lambda _: None, name: str = "lock"
) -> AbstractContextManager[object]:
    """Hold the home's write lock.  A process that dies releases it: the kernel owns the lock, not the file.

    tell is called with a line where another process has it.  name: of another lock in the same folder.
    Raises LockedError after waiting, ReadOnlyError where no lock file can be made.
    """
    from filelock import FileLock, Timeout

    path = os.path.join(graph, name)
    try:
        # Without a home the lock of a vault is in the state folder, which is closed to others.
        if not os.path.isdir(os.path.dirname(graph)):
            os.makedirs(os.path.dirname(graph), mode=0o700, exist_ok=True)
        os.makedirs(graph, exist_ok=True)
        lock = FileLock(path)
        try:
            # The value returned releases the lock at the end of the block.
            return lock.acquire(timeout=min(seconds, _SILENT_SECONDS))
        except Timeout:
            tell("waiting: another process is writing here")
            return lock.acquire(timeout=max(0.0, seconds - _SILENT_SECONDS))
    except Timeout as err:
        raise LockedError(path, seconds) from err
    except OSError as err:
        raise ReadOnlyError(path, err.strerror or str(err)) from err


def close_to_others(graph: str, vault: str) -> None:
    """Take the permissions from the graph folder that the vault's folder does not give to its group or to everybody.

    A person who closes the vault wants its text closed, and graph/ has that, too: in earlier versions of pages.
    """
    # This fails for another user's folder, and on a system without such modes.
    with suppress(OSError):
        mode = stat.S_IMODE(os.stat(graph).st_mode)
        narrow = mode & (os.stat(vault).st_mode | ~_OF_OTHERS)
        if narrow != mode:
            os.chmod(graph, narrow)
