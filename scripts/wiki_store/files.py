"""The files of a vault: list them, read them, and find those that changed.  Never writes.

A vault may be a stranger's.  So links that lead out of it are not followed, unless into a folder that the person named
(`linked`), pipes and devices are not opened, and no more is read of a file than its limit.

Changes are found without reading a file: it is unchanged when size, mtime, ctime and inode all are as they were.  A
file that was written at the time when it was read could change again within the same tick of a coarse clock: its stamp
is stored as unsure (git's racy rule), and the next sweep reads it again.
"""

from __future__ import annotations

import codecs
import hashlib
import os
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..errors import DataError, PageNotFoundError, UnsafePathError
from ..homes import open_regular
from ..model import Issue

NOTE_SUFFIX = ".md"
NOT_UTF8 = "\\udc"
"""Occurs in the printed path of a file whose name is not UTF-8 on disk: no link can name it."""
TRASH = ".trash"
"""Where deleted files go, as in Obsidian: the one hidden folder of a vault that is written."""
LONGEST_PATH = 4096
"""PATH_MAX of Linux.  Resolving a longer path would take the square of its length."""

MOST_FILE_BYTES = 1 << 28
"""Size of a file that can be changed or moved, and of the copy for undo."""

Stamp = tuple[int, int, int, int]
"""Size, mtime_ns, ctime_ns and inode of a file, which differ once it has changed."""


class TextFile(NamedTuple):
    """A file as it was read."""

    text: str
    """Newlines and a byte order mark stay as they are; bytes that are not UTF-8 become U+FFFD."""
    hash: str
    """Hash of the bytes that were read, 32 hexadecimal digits."""
    issues: tuple[Issue, ...] = ()


def is_note(path: str) -> bool:
    """Report whether a path is that of a Markdown file."""
    return path[-3:].lower() == NOTE_SUFFIX


def list_stamps(root: str, linked: Sequence[str] = ()) -> dict[str, Stamp]:
    """Return the stamps of the vault's files by path, in no particular order.  Cost: one stat per file.

    linked: folders elsewhere, without links in their paths, into which links of the vault lead; each is read once.
    Left out are names that begin with a dot, devices and pipes, other folders that are links, links to other files
    outside the vault, and the folder graph/ of a home that is its own vault.  A folder that cannot be read raises
    DataError, so that it is never taken for an empty one.
    """
    stamps, pending, followed = dict[str, Stamp](), [""], set[str]()
    while pending:
        folder = pending.pop()
        try:
            _list_folder(root, folder, stamps, pending, linked, followed)
        except FileNotFoundError as err:
            if not folder:
                raise DataError("the vault is not there: moved, renamed or not mounted", path=root) from err
            # Deleted since its parent was listed.
        except OSError as err:
            reason = f"cannot read the folder: {err.strerror}"
            raise DataError(reason, path=_escape_path(folder) or root, hint="check its permissions") from err
    return stamps


def list_files(root: str, linked: Sequence[str] = ()) -> list[str]:
    """Return the paths of the vault's files, sorted; see list_stamps.

    A path that is not UTF-8 on disk has NOT_UTF8 and a code for each such byte.
    """
    return sorted(list_stamps(root, linked))


def links_outside(root: str, linked: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the folders and notes of a vault that are links out of it and are not followed, sorted."""
    found = []
    for place, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in (*folders, *filter(is_note, files)):
            full = os.path.join(place, name)
            if os.path.islink(full) and os.path.exists(full):
                path = os.path.relpath(full, root).replace(os.sep, "/")
                if not _resolve_link(root, path, linked):
                    found.append(_escape_path(path))
    return tuple(sorted(found))


def read_text(root: str, path: str, max_bytes: int, linked: Sequence[str] = ()) -> TextFile:
    """Return the text of a file of the vault; of a larger one the first max_bytes, with an issue.

    Raises as read_start does.
    """
    data, size = read_start(root, path, max_bytes, linked)
    is_cut = size > max_bytes
    issues = [Issue("page-size", f"only the first {len(data):,} bytes are indexed", path)] if is_cut else []
    try:
        # The bytes of a cut file may end in the middle of a character.
        text = codecs.utf_8_decode(data, "strict", not is_cut)[0]
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        issues.append(Issue("not-utf8", "the file is not UTF-8: it is read, never written", path))
    return TextFile(text, hashlib.sha256(data).hexdigest()[:32], tuple(issues))


def read_start(root: str, path: str, most: int, linked: Sequence[str] = ()) -> tuple[bytes, int]:
    """Return the first bytes of a file of the vault, or of a linked folder, and the size of the file.

    Raises FileNotFoundError where there is none, UnsafePathError as place_of, DataError where it cannot be read.
    """
    full = place_of(root, path, linked)
    try:
        with open_regular(full) as file:
            return file.read(most), os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        raise
    except OSError as err:
        raise DataError(f"cannot read: {err.strerror}", path=path, hint="check its permissions") from err


def read_bytes(root: str, path: str) -> bytes | None:
    """Return the bytes of a file of the vault or of its trash; None where there is none.

    Raises UnsafePathError, and DataError where it cannot be read, is no regular file or has more than MOST_FILE_BYTES.
    """
    # Checked before anything is opened.
    full = place_of(root, path)
    try:
        return bytes_of(full)
    except OSError as err:
        raise DataError(f"cannot read: {err.strerror}", path=path, hint="check its permissions") from err


def bytes_of(path: str) -> bytes | None:
    """Return the bytes of a file; None where there is none.

    Raises OSError, also for a pipe, which would block, and for a file of more than MOST_FILE_BYTES.
    """
    try:
        with open_regular(path, MOST_FILE_BYTES) as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        if os.path.isdir(path):
            return None
        raise


def place_of(root: str, path: str, linked: Sequence[str] = ()) -> str:
    """Return the full path of a file of the vault or of its trash.  Every read and write goes through it.

    Raises UnsafePathError for a path that is absolute, leaves the vault, enters a hidden folder, or reaches a place
    outside or a hidden one through a link.  linked: folders elsewhere that a link may lead to.
    """
    if len(path) > LONGEST_PATH:
        raise UnsafePathError(f"{path[:60]}…", f"it has more than {LONGEST_PATH:,} characters")
    try:
        is_name = path and b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        is_name = False
    if not is_name:
        raise UnsafePathError(path, "no file has such a name")
    # `A:/why.md` and `\\alpha.md` are names of notes on other systems; on Windows they are absolute paths.
    if path.startswith("/") or (os.name == "nt" and ("\\" in path or ":" in path)):
        raise UnsafePathError(path, "absolute paths are not inside the vault")
    parts = path.split("/")
    is_trash = parts[0] == TRASH and len(parts) > 1
    if any(part == "" or part[0] == "." for part in parts[is_trash:]):
        raise UnsafePathError(path, "it leaves the vault or enters a hidden folder")
    top = os.path.join(os.path.realpath(root), TRASH if is_trash else "")
    if not _is_below(os.path.realpath(os.path.join(root, *parts)), top, linked):
        raise UnsafePathError(path, "it leads out of the vault, or to a hidden place, through a link")
    return os.path.join(root, *parts)


def _list_folder(
    root: str,
    folder: str,
    stamps: dict[str, Stamp],
    pending: list[str],
    linked: Sequence[str],
    followed: set[str],
) -> None:
    """Add the files of a folder to stamps, and its folders to pending.  followed: folders that links led to."""
    prefix = folder + "/" if folder else ""
    with os.scandir(os.path.join(root, folder) if folder else root) as entries:
        for entry in entries:
            path = prefix + entry.name
            if entry.name[0] == ".":
                continue
            # Nearly all entries are files, so this comes first.
            if not entry.is_file(follow_symlinks=False):
                if entry.is_symlink():
                    real = _resolve_link(root, path, linked)
                    is_elsewhere = os.path.isdir(real) and not _is_below(real, os.path.realpath(root))
                    if is_elsewhere and real not in followed:
                        followed.add(real)
                        pending.append(path)
                    if not os.path.isfile(real):
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
            stamp = (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
            if max(stamp) >= _TOO_LARGE:
                # Some file systems have inodes of 64 bits, and dates after the year 2262.
                stamp = tuple(number % _TOO_LARGE for number in stamp)  # type: ignore[assignment]
            stamps[_escape_path(path)] = stamp


def _is_graph(root: str, path: str) -> bool:
    """Report whether a folder is the graph/ of a home that is its own vault: its files are derived."""
    return path == "graph" and os.path.isfile(os.path.join(root, path, "home.json"))


def _resolve_link(root: str, path: str, linked: Sequence[str]) -> str:
    """Return the real path of a path; "" where it is hidden, or neither in the vault nor in a linked folder."""
    top = os.path.realpath(root)
    real = os.path.realpath(os.path.join(top, *path.split("/")))
    return real if _is_below(real, top, linked) else ""


def _is_below(real: str, top: str, linked: Sequence[str] = ()) -> bool:
    """Report whether a real path lies below a folder and is not hidden there, or is or lies below a linked one."""
    start = os.path.join(top, "")
    is_inside = real.startswith(start) and f"{os.sep}." not in real[len(start) - 1 :]
    return is_inside or any(real == folder or _is_below(real, folder) for folder in linked)


def _escape_path(path: str) -> str:
    """Return a path with bytes that are not UTF-8 as escapes."""
    if path.isascii():
        return path
    return path.encode("utf-8", "backslashreplace").decode("utf-8")


def path_in_vault(vault: str, label: str, *, is_exact: bool = False) -> str:
    """Turn a path as typed in a shell, or completed by it, into one of the vault; any other label stays.

    is_exact: raise PageNotFoundError for a path relative to the current folder that is no page there.
    """
    if len(label) > LONGEST_PATH:
        return label
    separator = "#" if "#" in label else " > "
    typed, separator, part = label.partition(separator)
    is_here = typed in (".", "..") or typed.startswith(("./", "../"))
    if not (os.path.isabs(typed) or is_here or ("/" in typed and os.path.isfile(typed))):
        return label
    root = os.path.join(os.path.realpath(vault), "")
    full = os.path.realpath(typed)
    if full == root[:-1]:
        return separator + part
    if full.startswith(root):
        return full[len(root) :].replace(os.sep, "/") + separator + part
    if is_exact and is_here:
        # A relative path refers to no page in another folder.
        raise PageNotFoundError(label)
    return label


RACY_NS = 2_000_000_000
"""Within this time after a change a file may change again and have the same stamp: FAT has ticks of two seconds."""

_TOO_LARGE = 1 << 63
"""The first number that SQLite cannot store."""
UNSURE = -1
"""The size in a stamp that no file has, so that the file is read again."""


class Changes(NamedTuple):
    """The difference between a vault and the stamps that are known of it."""

    changed: tuple[str, ...]
    """Paths of new files, and of those whose stamp differs, sorted."""
    removed: tuple[str, ...]
    """Paths of files that are gone, sorted."""
    stamps: Mapping[str, Stamp]
    """Stamps of all files, by path."""
    began_ns: int
    """The time before the first file was checked."""

    @property
    def is_empty(self) -> bool:
        return not (self.changed or self.removed)

    def remember(self, path: str, *, is_read: bool = True) -> Stamp:
        """Return the stamp to keep for a file: an unsure one where it may change unnoticed or could not be read."""
        stamp = self.stamps[path]
        return stamp if is_read and not _is_racy(stamp, self.began_ns) else (UNSURE, *stamp[1:])


def sweep(root: str, known: Mapping[str, Stamp], linked: Sequence[str] = ()) -> Changes:
    """Compare the files of the vault with the stamps that are known of them, by path.  Cost: one stat per file.

    linked: see list_stamps.  Raises DataError where a folder cannot be read.
    """
    began_ns = time.time_ns()
    stamps = list_stamps(root, linked)
    changed = sorted(path for path, stamp in stamps.items() if known.get(path) != stamp)
    removed = sorted(path for path in known if path not in stamps)
    return Changes(tuple(changed), tuple(removed), stamps, began_ns)


def _is_racy(stamp: Stamp, began_ns: int) -> bool:
    """Report whether a file may change again without another stamp.

    An mtime far in the future does not count: any edit moves it.  A clock that went backwards leaves ctimes in the
    future, which count as fresh.
    """
    oldest = began_ns - RACY_NS
    _, mtime_ns, ctime_ns, _ = stamp
    return ctime_ns > oldest or oldest < mtime_ns <= began_ns + RACY_NS
