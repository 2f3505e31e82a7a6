"""The files of a vault: which there are, and what one of them says.  Never writes.

A vault may be a stranger's.  So links that lead out of it are not followed, pipes and devices are not opened, and no
more is read of a file than its limit.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from dataclasses import dataclass

from ..errors import DataError
from ..model import Issue

NOTE_SUFFIX = ".md"

Stamp = tuple[int, int, int, int]
"""What tells a changed file from an unchanged one without reading it: size, mtime_ns, ctime_ns, inode.

A plain tuple: a sweep makes one for each file of the vault.
"""

_BY_DESCRIPTOR = os.scandir in os.supports_fd and os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
# Without O_NONBLOCK, a pipe that takes the place of a file between a look and its opening would block.
_FILE = os.O_RDONLY | _NO_FOLLOW | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
# What opening a link reports with O_NOFOLLOW: Linux, Linux with O_DIRECTORY, FreeBSD.
_IS_LINK = (errno.ELOOP, errno.ENOTDIR, errno.EMLINK)


@dataclass(frozen=True, slots=True)
class Listing:
    """The files of a vault."""

    files: dict[str, Stamp]
    """By path, in no particular order."""
    illegal_names: frozenset[str]
    """Those of the paths that are not UTF-8 on disk, so that no link can name them; written with `\\udc..` escapes."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file as it was read."""

    text: str
    """Newlines and a byte order mark stay as they are; bytes that are not UTF-8 become U+FFFD."""
    hash: str
    """Of the bytes that were read, 32 hexadecimal digits."""
    issues: tuple[Issue, ...] = ()


def is_note(path: str) -> bool:
    """Tell whether a path is that of a Markdown file."""
    return path[-3:].lower() == NOTE_SUFFIX


def list_files(root: str) -> Listing:
    """Return the files of the vault with their stamps.  Cost: one stat per file.

    Left out: names that begin with a dot, what is no regular file, folders that are links, links to files outside the
    vault, and the machine's folder of a home that is its own vault.  A folder that cannot be read raises DataError: it
    is never taken for an empty one.
    """
    files: dict[str, Stamp] = {}
    illegal: set[str] = set()
    pending = [""]
    while pending:
        folder = pending.pop()
        try:
            _list_folder(root, folder, files, illegal, pending)
        except FileNotFoundError as err:
            if not folder:
                raise DataError("the vault is not there: moved, renamed or not mounted", path=root) from err
            # Deleted since its parent was listed.
        except OSError as err:
            reason = f"cannot read the folder: {err.strerror}"
            raise DataError(reason, path=_printable(folder) or root, hint="check its permissions") from err
    return Listing(files, frozenset(illegal))


def read_text(root: str, path: str, max_bytes: int) -> TextFile:
    """Return what a file of the vault says, its first max_bytes where it is larger, with an issue that tells so.

    Raises FileNotFoundError where there is none, DataError where it cannot be read or lies outside the vault.
    """
    try:
        descriptor = open_file(root, path)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as err:
        reason = err.strerror if isinstance(err, OSError) else "no file has such a name"
        raise DataError(f"cannot read: {reason}", path=path, hint="check its permissions") from err
    try:
        size = os.fstat(descriptor).st_size
        pieces, missing = [], max_bytes
        while missing > 0 and (piece := os.read(descriptor, min(missing, 1 << 20))):
            pieces.append(piece)
            missing -= len(piece)
    except OSError as err:
        raise DataError(f"cannot read: {err.strerror}", path=path) from err
    finally:
        os.close(descriptor)
    return _decoded(path, b"".join(pieces), is_cut=size > max_bytes)


def open_file(root: str, path: str) -> int:
    """Open a regular file of the vault for reading and return its descriptor.

    No folder on its way is entered through a link, unless where the link leads lies inside the vault and is not hidden.
    Raises OSError.
    """
    parts = path.split("/")
    if any(part in ("", "..") or part.startswith(".") for part in parts):
        raise OSError(errno.EACCES, "the path leaves the vault or is hidden")
    if not _BY_DESCRIPTOR:
        return _open_regular(os.path.join(root, *_inner_parts(root, parts)), None)
    try:
        return _open_below(root, parts)
    except OSError as err:
        if err.errno not in _IS_LINK:
            raise
    return _open_below(root, _inner_parts(root, parts))


def _list_folder(root: str, folder: str, files: dict[str, Stamp], illegal: set[str], pending: list[str]) -> None:
    place = os.path.join(root, folder) if folder else root
    if not _BY_DESCRIPTOR:
        _list_entries(root, folder, place, files, illegal, pending)
        return
    # Through the folder's descriptor the system finds a file without walking down its path.
    descriptor = os.open(place, _FOLDER | (_NO_FOLLOW if folder else 0))
    try:
        _list_entries(root, folder, descriptor, files, illegal, pending)
    finally:
        os.close(descriptor)


def _list_entries(
    root: str, folder: str, place: str | int, files: dict[str, Stamp], illegal: set[str], pending: list[str]
) -> None:
    prefix = folder + "/" if folder else ""
    with os.scandir(place) as entries:
        for entry in entries:
            name = entry.name
            if name[0] == ".":
                continue
            path = prefix + name
            # What nearly all are comes first.
            if not entry.is_file(follow_symlinks=False):
                if entry.is_symlink():
                    if not _is_file_inside(root, path):
                        continue
                else:
                    if entry.is_dir(follow_symlinks=False) and not _is_graph(root, path):
                        pending.append(path)
                    continue
            try:
                found = entry.stat()
            except FileNotFoundError:
                # Deleted since the folder was listed: the next sweep sees the same.
                continue
            if not name.isascii() or not folder.isascii():
                printable = _printable(path)
                if printable != path:
                    path = printable
                    illegal.add(path)
            files[path] = (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def _is_graph(root: str, path: str) -> bool:
    """Tell whether a folder is that of a home which is its own vault: what lies there is derived."""
    return path == "graph" and os.path.isfile(os.path.join(root, path, "home.json"))


def _is_file_inside(root: str, path: str) -> bool:
    try:
        inner = _inner_parts(root, path.split("/"))
        return stat.S_ISREG(os.lstat(os.path.join(root, *inner)).st_mode)
    except (OSError, ValueError):
        return False


def _inner_parts(root: str, parts: list[str]) -> list[str]:
    """Return where a path really leads, as its parts below the vault.

    Raises OSError where that is outside or hidden.
    """
    real_root = os.path.realpath(root)
    real = os.path.realpath(os.path.join(real_root, *parts))
    start = real_root.rstrip(os.sep) + os.sep
    inner = real[len(start) :].split(os.sep)
    if not real.startswith(start) or any(part.startswith(".") for part in inner):
        raise OSError(errno.EACCES, "a link leads out of the vault or to a hidden place")
    return inner


def _open_below(root: str, parts: list[str]) -> int:
    folder = os.open(root, _FOLDER)
    try:
        for part in parts[:-1]:
            below = os.open(part, _FOLDER | _NO_FOLLOW, dir_fd=folder)
            os.close(folder)
            folder = below
        return _open_regular(parts[-1], folder)
    finally:
        os.close(folder)


def _open_regular(name: str, folder: int | None) -> int:
    # A device may do something when it is only opened.
    found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if stat.S_ISLNK(found.st_mode):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    _check_regular(found)
    descriptor = os.open(name, _FILE, dir_fd=folder)
    try:
        _check_regular(os.fstat(descriptor))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _check_regular(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is no regular file")


def _decoded(path: str, data: bytes, *, is_cut: bool) -> TextFile:
    issues = []
    if is_cut:
        issues.append(Issue("page-size", f"only the first {len(data):,} bytes are indexed", path))
        # Not in the middle of a character.
        data = data[: len(data) - _unfinished(data)]
    digest = hashlib.sha256(data).hexdigest()[:32]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        issues.append(Issue("not-utf8", "the file is not UTF-8: it is read, never written", path))
    return TextFile(text, digest, tuple(issues))


def _unfinished(data: bytes) -> int:
    """Return how many bytes at the end begin a character of which the rest is missing."""
    for count in range(1, min(4, len(data) + 1)):
        byte = data[-count]
        if byte >= 0xC0:
            return count if count < (2 if byte < 0xE0 else 3 if byte < 0xF0 else 4) else 0
        if byte < 0x80:
            return 0
    return 0


def _printable(path: str) -> str:
    """Return a path as UTF-8 can hold it."""
    return path.encode("utf-8", "backslashreplace").decode("utf-8")
