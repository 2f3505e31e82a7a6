"""Paths as a person types them in a terminal, or has a shell complete them: seen from the current folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .vault import Vault


def is_from_here(typed: str) -> bool:
    """Whether a path says itself that it is seen from the current folder, or from the root of the file system."""
    return typed in (".", "..") or typed.startswith(("./", "../", "." + os.sep, ".." + os.sep)) or os.path.isabs(typed)


def path_from_here(vault: Vault, typed: str) -> str | None:
    """The vault path of what is typed, "" for the vault itself; None for a place outside.

    What the path names need not exist, and may be a symbolic link.
    """
    if not typed or "\0" in typed:
        return None
    try:
        folder, name = os.path.split(os.path.abspath(typed))
    except OSError:
        # The current folder is gone.
        return None
    root = os.path.realpath(vault.root)
    full = os.path.join(os.path.realpath(folder), name)
    if os.path.realpath(full) == root:
        return ""
    start = root.rstrip(os.sep) + os.sep
    return full[len(start) :].replace(os.sep, "/") if full.startswith(start) else None
