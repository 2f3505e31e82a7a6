"""The vault as files: what is there, what it says, where a path may lie.  Never writes; operations.py does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from ..errors import DataError, PageNotFoundError, UnsafePathError
from ..homes import settings_text

NOTE_SUFFIX = ".md"

_BY_NUMBER = os.scandir in os.supports_fd and hasattr(os, "O_DIRECTORY")
_READING = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
_AT_ONCE = 1 << 16
"""Bytes that are asked of the system by one call: more than nearly all notes have."""
# As in the module stat, which a sweep need not import.
_KIND, _REGULAR = 0o170000, 0o100000


class TextFile(NamedTuple):
    """A file as read: its bytes, their hash, and the text where they are UTF-8."""

    data: bytes
    sha: str
    text: str
    is_utf8: bool


Stamp = tuple[int, int, int, int]
"""What tells a changed file from an unchanged one without reading it: size, mtime_ns, ctime_ns, inode.

A plain tuple: a sweep makes one for each file of the vault.
"""


_PART_BITS = 0xFF
"""A file whose inode number ends in these bits begins a part: one in 256, and the same ones whatever comes and goes."""


class Part(NamedTuple):
    """Files of a folder that are listed one after the other, some 256: what one of them changes is little."""

    folder: str
    """Its path; "" for the root."""
    first: str
    """The name that the part begins with; "" for the first part, which every folder has, if only an empty one."""
    files: dict[str, Stamp]
    mtime_ns: int
    """When a name in the folder last came, went or was given to another file; taken before the files were looked at."""


def sha256(data: bytes) -> str:
    """Hex digest of data."""
    import hashlib

    return hashlib.sha256(data).hexdigest()


NO_VAULT = "the vault is not there: moved, renamed or not mounted"


class Vault:
    """A folder of Markdown files.  Paths are relative to it, with slashes."""

    def __init__(self, root: str) -> None:
        self.root = os.path.abspath(root)
        self._real = ("", "")

    def parts(self) -> Iterator[Part]:
        """Every folder with its files, in no particular order.

        Names that start with a dot are outside the vault, and so is what is no regular file (a pipe would block its
        reader).  Links to folders are not followed; links to files only when they end inside the vault.  A folder
        that cannot be read is an error, never an empty folder.
        """
        pending = [""]
        while pending:
            here = pending.pop()
            try:
                mtime_ns = self.folder_time(here)
                for first, files in self._files(here, pending):
                    yield Part(here, first, files, mtime_ns)
            except OSError as err:
                if not here and isinstance(err, FileNotFoundError):
                    raise self._gone() from err
                raise DataError(
                    f"cannot read the folder: {err.strerror}", path=here or self.root, hint="check its permissions"
                ) from err

    def be_there(self) -> None:
        """Raise DataError where the vault is gone: nothing is made in the place that a home had before it moved."""
        try:
            os.stat(self.root)
        except FileNotFoundError as err:
            raise self._gone() from err
        except OSError:
            # Whoever reads or writes there says what is wrong.
            return

    def _gone(self) -> DataError:
        hint = "put it back, or `commonplace init HOME --adopt FOLDER` with the name that it has now"
        return DataError(NO_VAULT, path=self.root, hint=hint)

    def folder_time(self, path: str) -> int:
        """The mtime_ns of a folder; -2 for one that is gone or cannot be looked at."""
        try:
            return os.stat(self.folder_path(path)).st_mtime_ns
        except OSError:
            return -2

    def folder_path(self, path: str) -> str:
        """The absolute path of a folder."""
        return os.path.join(self.root, path) if path else self.root

    def stamp(self, folder: str, name: str) -> Stamp | None:
        """The stamp of one name in a folder; None where parts() would list no such file."""
        full = os.path.join(self.folder_path(folder), name)
        try:
            if name[0] == "." or (os.path.islink(full) and not self._is_inside_file(f"{folder}/{name}".lstrip("/"))):
                return None
            stat = os.stat(full)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as err:
            raise DataError(f"cannot look at it: {err.strerror}", path=f"{folder}/{name}") from err
        if stat.st_mode & _KIND != _REGULAR:
            return None
        return stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino

    def _files(self, here: str, pending: list[str]) -> Iterator[tuple[str, dict[str, Stamp]]]:
        """The parts of one folder, each with its first name; the folders in it are added to pending."""
        if not _BY_NUMBER:
            yield from self._listed(here, self.folder_path(here), pending)
            return
        # By the folder's number the system finds a file without walking down its path: a seventh of a sweep.
        number = os.open(self.folder_path(here), os.O_RDONLY | os.O_DIRECTORY)
        try:
            yield from self._listed(here, number, pending)
        finally:
            os.close(number)

    def _listed(self, here: str, folder: str | int, pending: list[str]) -> Iterator[tuple[str, dict[str, Stamp]]]:
        first, files = "", dict[str, Stamp]()
        prefix = here + "/" if here else ""
        with os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name
                if name[0] == ".":
                    continue
                # What nearly all are comes first.
                if not entry.is_file(follow_symlinks=False):
                    if entry.is_symlink():
                        if not self._is_inside_file(prefix + name):
                            continue
                    else:
                        if entry.is_dir(follow_symlinks=False):
                            pending.append(prefix + name)
                        continue
                try:
                    stat = entry.stat()
                except FileNotFoundError:
                    # Deleted between the listing and the look: the next sweep sees the same.
                    continue
                inode = stat.st_ino
                if inode & _PART_BITS == _PART_BITS:
                    yield first, files
                    first, files = name, {}
                files[name] = (stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, inode)
        yield first, files

    def _is_inside_file(self, path: str) -> bool:
        inner = self._inner(os.path.join(self.root, path))
        return inner is not None and os.path.isfile(os.path.join(self.root, path))

    def _inner(self, full: str) -> str | None:
        """Where a path really leads, relative to the vault; None when that is outside or in a hidden folder."""
        if self._real[0] != self.root:
            self._real = (self.root, os.path.realpath(self.root))
        real, root = os.path.realpath(full), self._real[1]
        inner = real[len(root.rstrip(os.sep)) + 1 :]
        if real != root and not real.startswith(root.rstrip(os.sep) + os.sep):
            return None
        return None if any(part.startswith(".") for part in inner.split(os.sep)) else inner

    def absolute(self, path: str) -> str:
        """The absolute path of a vault path.

        Raises UnsafePathError for a path that is absolute, leaves the vault, enters a hidden folder, or reaches a
        place outside through a link.
        """
        if not path or "\0" in path:
            raise _unsafe(path, "empty, or with a null character")
        try:
            os.fsencode(path)
        except UnicodeEncodeError:
            raise _unsafe(path, "half a character, which no file name has") from None
        # `Q: why.md` and `\\alpha.md` are names that people elsewhere give to notes; on Windows they lead away.
        leads_away = path.startswith(("/", "\\\\")) or path[1:3] in (":/", ":\\")
        if leads_away or (os.name == "nt" and ("\\" in path or ":" in path)):
            raise _unsafe(path, "absolute paths are not inside the vault")
        parts = path.split("/")
        if any(part == "" or part[0] == "." for part in parts):
            raise _unsafe(path, "it leaves the vault or enters a hidden folder")
        full = os.path.join(self.root, *parts)
        if self._inner(full) is None:
            raise _unsafe(path, "it leads out of the vault, or to a hidden place, through a link")
        return full

    def exists(self, path: str) -> bool:
        """Whether there is a file at this vault path."""
        return os.path.isfile(self.absolute(path))

    def read_bytes(self, path: str) -> bytes:
        """The bytes of one file.  Raises PageNotFoundError when there is none, DataError when it cannot be read."""
        return self._read(path, self.absolute(path))

    def mode_of(self, path: str) -> int:
        """The permissions of one file; 0 where they cannot be told."""
        try:
            return os.stat(self.absolute(path)).st_mode & 0o7777
        except OSError:
            return 0

    def read_found(self, path: str) -> bytes:
        """As read_bytes, for a path that parts() has just given: where it leads was looked at there."""
        return self._read(path, os.path.join(self.root, path))

    def app_settings(self) -> str:
        """The text of Obsidian's app.json, the one hidden file that is read; "" where there is none to read."""
        try:
            return settings_text(os.path.join(self.root, ".obsidian", "app.json"))
        except (OSError, UnicodeDecodeError):
            return ""

    def _read(self, path: str, full: str) -> bytes:
        try:
            return bytes_of(full)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError) as err:
            raise PageNotFoundError(path) from err
        except OSError as err:
            raise DataError(f"cannot read: {err.strerror}", path=path, hint="check its permissions") from err

    def read(self, path: str) -> TextFile:
        """One file as text.  Bytes that are not UTF-8 are shown as replacement characters, and is_utf8 is False."""
        return decode(self.read_bytes(path))


def _unsafe(path: str, reason: str) -> UnsafePathError:
    return UnsafePathError(path, reason)


def bytes_of(full: str) -> bytes:
    """What a file holds; a pipe is not waited for.  Raises OSError.

    By a file object it takes four calls of the system more, for each note of a vault.
    """
    number = os.open(full, _READING)
    try:
        pieces = [os.read(number, _AT_ONCE)]
        if not pieces[0] and os.fstat(number).st_mode & _KIND != _REGULAR:
            from errno import EINVAL

            raise OSError(EINVAL, "it is no regular file")
        while more := os.read(number, _AT_ONCE):
            pieces.append(more)
        return b"".join(pieces)
    finally:
        os.close(number)


def decode(data: bytes) -> TextFile:
    """Bytes as a TextFile; newlines and a BOM stay as they are."""
    try:
        return TextFile(data, sha256(data), data.decode("utf-8"), True)
    except UnicodeDecodeError:
        return TextFile(data, sha256(data), data.decode("utf-8", "replace"), False)


def is_note(path: str) -> bool:
    """Whether a vault path is a Markdown note."""
    return path[-3:].lower() == NOTE_SUFFIX
