"""Names that sync clients give to the second version of a note: reported, never taken for knowledge of their own."""

from __future__ import annotations

import re

_CONFLICT = re.compile(
    r"\(conflicted copy [^()]*\d{8,}\)"  # Obsidian Sync
    r"|\.sync-conflict-\d{8}-\d{6}"  # Syncthing
    r"|\([^()]*conflicted copy[^()]*\)",  # Dropbox
    re.IGNORECASE,
)


def is_conflict_copy(path: str) -> bool:
    """Whether a vault path is such a copy.  iCloud's `Name 2.md` cannot be told from a person's own name."""
    name = path.rpartition("/")[2]
    return "conflict" in name.lower() and _CONFLICT.search(name) is not None
