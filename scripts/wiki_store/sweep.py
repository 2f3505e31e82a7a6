"""What has changed in a vault since it was last looked at, found without reading a file.

A file is unchanged when size, mtime, ctime and inode all are as they were.  A file that was written at the time when it
was read could change again within the same tick of a coarse clock: its stamp is remembered as unsure (git's racy rule),
and the next sweep reads it again.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from .files import Stamp, list_files

RACY_NS = 2_000_000_000
"""Within this time after its last change a file may change again and have the same stamp: FAT counts in two seconds."""

UNSURE = -1
"""The size in a stamp that no file has, so that the file is read again."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference between a vault and what is known of it."""

    changed: tuple[str, ...]
    """Paths of new files, and of those whose stamp differs, sorted."""
    removed: tuple[str, ...]
    """Paths of files that are gone, sorted."""
    stamps: Mapping[str, Stamp]
    """Of all files of the vault, as remember() wants them."""
    illegal_names: frozenset[str]
    """See files.Listing."""
    began_ns: int
    """The time before the first file was looked at."""

    def __bool__(self) -> bool:
        return bool(self.changed or self.removed)

    def remember(self, path: str, *, is_read: bool = True) -> Stamp:
        """Return the stamp to keep for a file: an unsure one where it may change unnoticed or could not be read."""
        stamp = self.stamps[path]
        return stamp if is_read and not _is_racy(stamp, self.began_ns) else (UNSURE, *stamp[1:])


def sweep(root: str, known: Mapping[str, Stamp]) -> Changes:
    """Compare the files of the vault with the stamps that are known.  Cost: one stat per file.

    Raises DataError where a folder cannot be read.
    """
    began_ns = time.time_ns()
    listing = list_files(root)
    files = listing.files
    if files == known:
        return Changes((), (), files, listing.illegal_names, began_ns)
    changed = sorted(path for path, stamp in files.items() if known.get(path) != stamp)
    removed = sorted(path for path in known if path not in files)
    return Changes(tuple(changed), tuple(removed), files, listing.illegal_names, began_ns)


def _is_racy(stamp: Stamp, began_ns: int) -> bool:
    """Tell whether a file may change, after it was looked at, without its stamp telling.

    An mtime far in the future tells nothing either way: any edit moves it.  A clock that went backwards leaves ctimes
    in the future, which count as fresh.
    """
    oldest = began_ns - RACY_NS
    _, mtime_ns, ctime_ns, _ = stamp
    return ctime_ns > oldest or oldest < mtime_ns <= began_ns + RACY_NS
