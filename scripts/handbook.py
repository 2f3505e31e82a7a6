"""What is told where no home is found and the handbook of the skill answers."""

from __future__ import annotations

import os
from shlex import quote
from typing import TYPE_CHECKING

from .homes import home_below

if TYPE_CHECKING:
    from .homes import HomeLocation


def handbook_notice(location: HomeLocation, cwd: str = "") -> str:
    """Return the line that tells a person whose knowledge base is answering."""
    folder = os.path.realpath(cwd) if cwd else ""
    vault, below = (_vault_above(folder), home_below(folder)) if folder else ("", "")
    way_on = "or name one with --home or --vault"
    if vault:
        way_on = f"this is an Obsidian vault: add --vault {quote(vault)}"
    elif below:
        way_on = f"or name the one in this folder: --home {quote(below)}"
    return (
        f"no knowledge base here: reading the handbook in {location.home}; "
        f"make your own with `commonplace init DIR`, {way_on}"
    )


def _vault_above(folder: str) -> str:
    """Return the nearest folder at or above this one that Obsidian has opened as a vault."""
    while not os.path.isdir(os.path.join(folder, ".obsidian")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent
    return folder
