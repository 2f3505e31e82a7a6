"""Replacing files durably, each only if it still has the bytes that were read, and several so that all or none change.

Between a look at a file and a rename over it somebody may save it.  So what was there is taken out by the same system
call that puts the new version in, looked at afterwards, and put back if it is not what was expected.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, count
from tempfile import mkstemp
from typing import NamedTuple

from ..errors import ReadOnlyError, UnsafePathError
from .files import MOST_FILE_BYTES

_MANY = 100
_SUFFIX = ".commonplace.tmp"
"""Sync clients and editors have `.tmp` files of their own beside pages: only what is surely ours is ever removed."""
_RANDOM = 8
"""How many characters mkstemp puts between prefix and suffix."""
_HERE = -100
"""AT_FDCWD of Linux: paths are relative to the working directory."""
_EXCHANGE = 2
"""RENAME_EXCHANGE of renameat2(2), and RENAME_SWAP of renamex_np(2)."""
_READING = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
_PATIENCE = 1.0
"""Seconds after which whoever waits is told for what."""


# --- One file, whatever was there -------------------------------------------------------------------------------------


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
    """Do as write_temporary, but do not sync yet: of many files all are written first, which makes syncing cheap.

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
        # Shared storage of phones refuses it, and knows no modes either.
        with suppress(PermissionError):
            os.chmod(temporary, mode)
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
    with suppress(FileNotFoundError):
        os.unlink(path)


def temporaries_of(path: str) -> list[str]:
    """Return what writers of this file left behind when they were killed: only regular files, for a home may be
    a stranger's.
    """
    folder, name = os.path.split(path)
    length = len(_prefix(name)) + _RANDOM + len(_SUFFIX)
    try:
        names = sorted(n for n in os.listdir(folder) if n.startswith(_prefix(name)) and is_temporary(n))
    except FileNotFoundError:
        return []
    found = (os.path.join(folder, other) for other in names if len(other) == length)
    return [full for full in found if stat.S_ISREG(os.lstat(full).st_mode)]


def is_temporary(name: str) -> bool:
    """Tell whether a file of this name is a temporary one of ours."""
    return name.startswith(".") and name.endswith(_SUFFIX)


def original_name(temporary: str) -> str:
    """Return the name of the file that a temporary one was for; its beginning where it is a long one."""
    return temporary[1 : -len(_SUFFIX) - _RANDOM - 1]


def _make_temporary(path: str) -> tuple[int, str]:
    folder, name = os.path.split(path)
    return mkstemp(prefix=_prefix(name), suffix=_SUFFIX, dir=folder)


def _prefix(name: str) -> str:
    return f".{name[:40]}."


def _umask() -> int:
    # The only way to read the umask is to set it; threads of one process would race, writers hold the home's lock.
    current = os.umask(0)
    os.umask(current)
    return current


# --- One file, if it still is what was read ---------------------------------------------------------------------------


def replace_if(temporary: str, path: str, expected: bytes | None) -> bool:
    """Put temporary in the place of path, which has the expected bytes (None: no file); False when it has others.

    After False path is as somebody wrote it, and temporary is still there; after an OSError it may be.  After True
    temporary is gone, or has the version that was replaced: an editor may have it open and write into it yet.
    """
    if expected is None:
        return _place_new(temporary, path)
    try:
        ours = _stamp(temporary)
        if not exchange(temporary, path):
            # No such call here: the look and the rename are two steps, and a save between them is lost.
            if bytes_of(path) != expected:
                return False
            os.replace(temporary, path)
            return True
    except FileNotFoundError:
        if not os.path.lexists(temporary):
            raise
        return False
    try:
        is_expected = bytes_of(temporary) == expected
    except OSError:
        _give_back(temporary, path, ours)
        raise
    if not is_expected:
        _give_back(temporary, path, ours)
    return is_expected


def _give_back(temporary: str, path: str, there: tuple[int, int, int]) -> None:
    """Put back what somebody saved; what they save meanwhile is newer, and goes in its place.

    there: the stamp of what stands at path.
    """
    while True:
        held = _stamp(temporary)
        try:
            exchange(temporary, path)
        except FileNotFoundError:
            # Moved or deleted meanwhile: what was saved stays where it was saved.
            if not os.path.lexists(temporary) or _place_new(temporary, path):
                return
            continue
        if _stamp(temporary) == there:
            return
        there = held


def _stamp(path: str) -> tuple[int, int, int]:
    """What tells a file from another one, and from itself when it is written again."""
    facts = os.lstat(path)
    return facts.st_ino, facts.st_size, facts.st_mtime_ns


def discard(temporary: str, before: bytes | None, after: bytes | None) -> bool:
    """Remove what was to be put in place, or was replaced; False where the disk refuses, or a save is held there.

    One that stays is found by `doctor`; it must not hide what went wrong.
    """
    with suppress(OSError):
        data = bytes_of(temporary) or b""
        if data == before or (after or b"").startswith(data):
            remove_quietly(temporary)
            return True
    return False


def remove_if(path: str, expected: bytes) -> bool:
    """Remove path, which has the expected bytes; False when it has others, which stay, or is gone."""
    handle, aside = _make_temporary(path)
    os.close(handle)
    try:
        os.replace(path, aside)
    except FileNotFoundError:
        remove_quietly(aside)
        return False
    except OSError:
        remove_quietly(aside)
        raise
    if bytes_of(aside) == expected:
        try:
            os.unlink(aside)
        except OSError:
            _place_new(aside, path)
            raise
        return True
    # Where it was saved once more meanwhile, the temporary file keeps this one, and recovery makes a copy of it.
    _place_new(aside, path)
    return False


def exchange(one: str, other: str) -> bool:
    """Let two files of one file system change places, atomically; False where the system cannot.

    Raises FileNotFoundError when one is missing, and any other OSError.
    """
    call = _exchange_call()
    if call is None:
        return False
    import ctypes

    if call(os.fsencode(one), os.fsencode(other)) == 0:
        return True
    number = ctypes.get_errno()
    if number in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM):
        return False
    raise OSError(number, os.strerror(number), other)


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
    """Give temporary the name path, which nobody has; False when somebody has it."""
    try:
        # Fails where the name is taken; a rename would not.
        os.link(temporary, path)
    except FileExistsError:
        return False
    except (PermissionError, NotImplementedError, AttributeError):
        return _move_new(temporary, path)
    except OSError as err:
        if err.errno not in (errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS, errno.EXDEV):
            raise
        return _move_new(temporary, path)
    with suppress(OSError):
        os.unlink(temporary)
    return True


def _move_new(temporary: str, path: str) -> bool:
    """Do as _place_new, on storage without hard links."""
    if os.path.lexists(path):
        return False
    os.replace(temporary, path)
    return True


def bytes_of(path: str) -> bytes | None:
    """Return what a file holds now; None where there is none.

    Raises OSError, also for a pipe, which would block, and for what has more than MOST_FILE_BYTES.
    """
    try:
        handle = os.open(path, _READING)
    except FileNotFoundError:
        return None
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            return None
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is no regular file", path)
        if os.fstat(handle).st_size > MOST_FILE_BYTES:
            raise OSError(errno.EFBIG, f"it has more than {MOST_FILE_BYTES:,} bytes", path)
        pieces = []
        while piece := os.read(handle, 1 << 20):
            pieces.append(piece)
        return b"".join(pieces)
    finally:
        os.close(handle)


def wait_until_quiet(full: str, path: str, seconds: float, tell: Callable[[str], None]) -> None:
    """Return when the file was saved so many seconds ago; one that is gone, or is from the future, rests.

    An editor saves two seconds after a keystroke, and merges what it did not expect.
    """
    try:
        age = time.time() - os.stat(full).st_mtime
    except FileNotFoundError:
        return
    if not 0 <= age < seconds:
        return
    left = seconds - age
    if left > _PATIENCE:
        time.sleep(_PATIENCE)
        left -= _PATIENCE
        saved = age + _PATIENCE
        tell(f"waiting: {path} was saved {saved:.0f} s ago, and may be open in an editor; {left:.0f} s to go")
    time.sleep(left)


# --- Several files, all or none ---------------------------------------------------------------------------------------


class Target(NamedTuple):
    """One file to replace or remove: where it is, and its bytes before and after (None: no file)."""

    path: str
    full: str
    before: bytes | None
    after: bytes | None
    mode: int = 0
    """Permissions of the file where it is made anew, before or after."""

    def reversed(self) -> Target:
        """Return the change that takes this one back."""
        return self._replace(before=self.after, after=self.before)


class Replacement:
    """One set of files below root.  check raises when one is not as expected."""

    def __init__(self, root: str, check: Callable[[Target], None]) -> None:
        self.root, self._check = root, check
        self._made_folders: list[str] = []
        self._done: list[Target] = []
        self._replaced: list[tuple[str, Target]] = []
        """Versions that were replaced, kept until the end: an editor that has one open may write into it."""

    def run(self, targets: Sequence[Target]) -> None:
        """Write all, sync all, put all in place, sync the folders once.

        Raises ReadOnlyError when the disk refuses, and whatever check raises; roll_back() then puts everything back.
        """
        temporaries: dict[str, str] = {}
        # Looked up once: what becomes a link between the check and the change is not followed.
        reals = {target.path: os.path.realpath(target.full) for target in targets}
        root = os.path.join(os.path.realpath(self.root), "")
        for path, real in reals.items():
            if not real.startswith(root):
                raise UnsafePathError(path, "it leads out of the vault through a link")
        try:
            for target in targets:
                if target.after is not None:
                    real = reals[target.path]
                    self._make_folders(os.path.dirname(real))
                    temporaries[target.path] = write_unsynced(real, target.after, new_mode=target.mode)
            sync_files([*temporaries.values()])
            for target in targets:
                self._check(target)
                self._done.append(target)
                if not _change_if(target, temporaries.get(target.path, ""), reals[target.path]):
                    self._done.pop()
                    # Somebody saved it after the look.
                    self._check(target)
                    raise ReadOnlyError(target.full, "the file keeps changing")
                if target.before is not None and target.path in temporaries:
                    self._replaced.append((temporaries.pop(target.path), target))
            for folder in sorted({os.path.dirname(target.full) for target in targets} | self._parents()):
                sync_folder(folder)
        except OSError as err:
            raise ReadOnlyError(err.filename or self.root, err.strerror or str(err)) from err
        finally:
            for target in targets:
                temporary = temporaries.get(target.path)
                if temporary and not discard(temporary, target.before, target.after):
                    self._replaced.append((temporary, target))

    def roll_back(self) -> None:
        """Put back what was replaced; what somebody wrote since stays.  OSError passes: the intent is still noted."""
        while self._done:
            target = self._done[-1].reversed()
            if target.before != target.after and bytes_of(target.full) == target.before:
                make_change(target)
            self._done.pop()
        for folder in reversed(self._made_folders):
            remove_empty_folders(folder, os.path.dirname(folder))
        self._made_folders.clear()

    def settle(self, time: str) -> bool:
        """Let go of the versions that were replaced; one that somebody wrote into meanwhile becomes a conflict copy.

        False where the disk refuses: a temporary file is still there.
        """
        waiting, self._replaced = self._replaced, []
        for temporary, target in waiting:
            try:
                if bytes_of(temporary) in (None, target.before):
                    remove_quietly(temporary)
                else:
                    os.replace(temporary, free_copy_path(os.path.realpath(target.full), time, os.path.lexists))
            except OSError:
                self._replaced.append((temporary, target))
        return not self._replaced

    @property
    def is_undone(self) -> bool:
        """Whether nothing of this is left, or ever was."""
        return not self._done

    def remove_emptied(self, may_go: Callable[[str], bool]) -> None:
        """Take away the folders that removed files leave empty, where the folder of that file may go."""
        for target in self._done:
            if target.after is None and may_go(target.path):
                remove_empty_folders(os.path.dirname(target.full), self.root)

    def _make_folders(self, folder: str) -> None:
        missing = []
        while not os.path.isdir(folder):
            missing.append(folder)
            folder = os.path.dirname(folder)
        for path in reversed(missing):
            os.mkdir(path)
            self._made_folders.append(path)

    def _parents(self) -> set[str]:
        return {os.path.dirname(folder) for folder in self._made_folders}


def make_change(target: Target) -> bool:
    """Make one change by itself, durably; False where the bytes before are no longer there."""
    real, temporary = os.path.realpath(target.full), ""
    try:
        if target.after is not None:
            os.makedirs(os.path.dirname(real), exist_ok=True)
            temporary = write_unsynced(real, target.after, new_mode=target.mode)
            sync_file(temporary)
        is_made = _change_if(target, temporary, real)
    finally:
        if temporary:
            discard(temporary, target.before, target.after)
    if os.path.isdir(os.path.dirname(real)):
        sync_folder(os.path.dirname(real))
    return is_made


def remove_empty_folders(folder: str, root: str) -> None:
    """Remove folder and those above it as long as they are empty, never root itself."""
    while folder != root and folder.startswith(root + os.sep):
        try:
            os.rmdir(folder)
        except FileNotFoundError:
            # Whoever was killed here had begun.
            pass
        except OSError:
            return
        folder = os.path.dirname(folder)


def free_copy_path(path: str, time: str, is_taken: Callable[[str], bool]) -> str:
    """Return where the second version of a note goes that was written at a time (ISO 8601).

    It lies beside the note and has the name that Obsidian Sync gives to such copies.
    """
    stem, dot, suffix = path.rpartition(".")
    if not dot or "/" in suffix:
        stem, dot, suffix = path, "", ""
    when = f"{time[:10]} {time[11:19].replace(':', '')}"
    numbers = chain([""], (f" {number}" for number in count(2)))
    return next(name for n in numbers if not is_taken(name := f"{stem} (conflicted copy {when}{n}){dot}{suffix}"))


def _change_if(target: Target, temporary: str, real: str) -> bool:
    """Make one change, from a temporary file with the bytes after; False where the bytes before are no longer there.

    real: where the path led when the temporary file was written beside it.
    """
    if target.after is None:
        return target.before is None or remove_if(target.full, target.before)
    # The target of a link is replaced, not the link.
    return replace_if(temporary, real, target.before)
