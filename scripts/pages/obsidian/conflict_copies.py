"""Names that sync clients give to the second version of a note: reported, never taken for knowledge of their own."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain, count

_CONFLICT = re.compile(
    r"\(conflicted copy [^()]*\d{8,}\)"  # Obsidian Sync
    r"|\.sync-conflict-\d{8}-\d{6}"  # Syncthing
    r"|\([^()]*conflicted copy[^()]*\)",  # Dropbox
    re.IGNORECASE,
)


def free_copy_path(path: str, time: str, is_taken: Callable[[str], bool]) -> str:
    """Where the second version of a note goes that was written at a time (ISO 8601): beside it, named as a copy."""
    stem, dot, suffix = path.rpartition(".")
    if not dot or "/" in suffix:
        stem, dot, suffix = path, "", ""
    when = f"{time[:10]} {time[11:19].replace(':', '')}"
    numbers = chain([""], (f" {number}" for number in count(2)))
    return next(name for n in numbers if not is_taken(name := f"{stem} (conflicted copy {when}{n}){dot}{suffix}"))


def is_conflict_copy(path: str) -> bool:
    """Whether a vault path is such a copy.  iCloud's `Name 2.md` cannot be told from a person's own name."""
    name = path.rpartition("/")[2]
    return "conflict" in name.lower() and _CONFLICT.search(name) is not None
