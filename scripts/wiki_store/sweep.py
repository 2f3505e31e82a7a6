"""What has changed in a vault since it was last looked at, found without reading a file.

A file is unchanged when size, mtime, ctime and inode all are as they were.  A file that was written at the time when it
was read could change again within the same tick of a coarse clock: its stamp is remembered as unsure (git's racy rule),
and the next sweep reads it again.  The stamps of a folder are compared as a whole, by a digest, so that nothing has to
be known of the files of an unchanged folder.
"""

from __future__ import annotations

import hashlib
import time
from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from .files import Folder, Stamp, list_folders

RACY_NS = 2_000_000_000
"""Within this time after its last change a file may change again and have the same stamp: FAT counts in two seconds."""

UNSURE = -1
"""The size in a stamp that no file has, so that the file is read again."""


class Known(NamedTuple):
    """What was remembered of a vault."""

    digests: Mapping[str, str]
    """Of each folder with files, by path."""
    stamps: Callable[[str], Mapping[str, Stamp]]
    """Returns the stamps of the files in a folder, by path; called for folders that differ."""


NOTHING_KNOWN = Known({}, lambda _: {})


class Changes(NamedTuple):
    """The difference between a vault and what is known of it."""

    changed: tuple[str, ...]
    """Paths of new files, and of those whose stamp differs, sorted."""
    removed: tuple[str, ...]
    """Paths of files that are gone, sorted."""
    folders: Mapping[str, Folder]
    """Those of the folders that differ, by path."""
    removed_folders: tuple[str, ...]
    """Folders that are gone or hold no file any more."""
    stamps: Mapping[str, Stamp]
    """Of the files in folders that differ."""
    illegal_names: frozenset[str]
    """Paths of new or changed files whose names are not UTF-8 on disk."""
    began_ns: int
    """The time before the first file was looked at."""

    @property
    def is_empty(self) -> bool:
        return not (self.changed or self.removed)

    def remember(self, path: str, *, is_read: bool = True) -> Stamp:
        """Return the stamp to keep for a file: an unsure one where it may change unnoticed or could not be read."""
        stamp = self.stamps[path]
        return stamp if is_read and not _is_racy(stamp, self.began_ns) else (UNSURE, *stamp[1:])


def sweep(root: str, known: Known, linked: Sequence[str] = ()) -> Changes:
    """Compare the files of the vault with what is known of them.  Cost: one stat per file.

    linked: see files.list_folders.  Raises DataError where a folder cannot be read.
    """
    began_ns = time.time_ns()
    differing: dict[str, Folder] = {}
    unmet = set(known.digests)
    for folder in list_folders(root, linked):
        if known.digests.get(folder.path) != digest(folder.names, folder.numbers):
            differing[folder.path] = folder
        unmet.discard(folder.path)
    changed: list[str] = []
    removed: list[str] = []
    stamps: dict[str, Stamp] = {}
    illegal: set[str] = set()
    for path in sorted(unmet | differing.keys()):
        before = known.stamps(path)
        now = differing[path].stamps() if path in differing else {}
        different = [name for name, stamp in now.items() if before.get(name) != stamp]
        changed += different
        removed += [name for name in before if name not in now]
        stamps |= now
        if path in differing and differing[path].illegal_names:
            illegal.update(name for name in different if name.rpartition("/")[2] in differing[path].illegal_names)
    return Changes(
        tuple(sorted(changed)),
        tuple(sorted(removed)),
        differing,
        tuple(sorted(unmet)),
        stamps,
        frozenset(illegal),
        began_ns,
    )


def folder_digest(folder: Folder, stamps: Mapping[str, Stamp], gone: Collection[str]) -> str:
    """Return the digest to keep of a folder.

    stamps: to keep of those of its files, by path, whose stamp is not the one that was found.  gone: paths of files
    that are not there any more.
    """
    found = {path: stamps.get(path, stamp) for path, stamp in folder.stamps().items() if path not in gone}
    names = [path.rpartition("/")[2] for path in found]
    return digest(names, array("q", [number for stamp in found.values() for number in stamp]))


def digest(names: Sequence[str], numbers: array[int]) -> str:
    """Return what two folders share only if names and stamps of all their files are the same, in the same order."""
    return hashlib.sha256("\0".join(names).encode("utf-8") + b"\0" + numbers.tobytes()).hexdigest()[:32]


def _is_racy(stamp: Stamp, began_ns: int) -> bool:
    """Tell whether a file may change, after it was looked at, without its stamp telling.

    An mtime far in the future tells nothing either way: any edit moves it.  A clock that went backwards leaves ctimes
    in the future, which count as fresh.
    """
    oldest = began_ns - RACY_NS
    _, mtime_ns, ctime_ns, _ = stamp
    return ctime_ns > oldest or oldest < mtime_ns <= began_ns + RACY_NS
