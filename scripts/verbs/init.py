"""`init`: an empty knowledge base."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ..shell_words import shell_word

if TYPE_CHECKING:
    import argparse

    from ..homes import HomeLocation

MOST_LOOKED = 20_000
"""Files and folders of a home that are looked at for notes outside its vault."""


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("home", metavar="HOME")
    parser.add_argument(
        "--adopt", metavar="DIR", help="a folder of notes inside HOME to use as the vault, seen from HOME or from here"
    )


def run(_: Any, options: argparse.Namespace) -> tuple[Any, int]:
    from ..knowledge_base import KnowledgeBase

    return KnowledgeBase.create(options.home, vault=options.adopt), 0


def text(value: HomeLocation, _: argparse.Namespace) -> str:
    home = shell_word(value.home)
    lines = [f"home: {value.home}", f"vault: {value.vault}"]
    # Nobody named an inner folder; or Obsidian was told to open the home.
    left = "" if value.folder else _left(value)
    if left:
        lines.append(
            f"note: {left}, and only {value.vault} is asked; "
            f"once {value.graph} is moved away, --vault {home} asks all its notes as they are"
        )
    return "\n".join([*lines, f"next: commonplace add FILE --home {home}"])


def _left(home: HomeLocation) -> str:
    """What of a home is not asked; "" for nothing."""
    if os.path.isdir(os.path.join(home.home, ".obsidian")):
        return f"{home.home} is an Obsidian vault itself"
    notes = _notes_beside(home)
    return f"{home.home} has {notes} of its own" if notes else ""


def _notes_beside(home: HomeLocation) -> str:
    """How many notes lie in a home outside its vault, as far as they are soon counted; "" for none."""
    notes = looked = 0
    for folder, folders, files in os.walk(home.home):
        inner = [name for name in folders if not name.startswith(".")]
        folders[:] = [name for name in inner if os.path.join(folder, name) not in (home.vault, home.graph)]
        notes += sum(name.lower().endswith(".md") for name in files)
        looked += len(files) + len(folders)
        if looked > MOST_LOOKED:
            break
    at_least = "at least " if looked > MOST_LOOKED else ""
    return f"{at_least}{notes} note{'s' * (notes > 1)}" if notes else ""
