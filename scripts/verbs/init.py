"""`init`: an empty knowledge base."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ..shell_words import shell_word

if TYPE_CHECKING:
    import argparse

    from ..homes import HomeLocation


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
    if not value.folder and os.path.isdir(os.path.join(value.home, ".obsidian")):
        # As earlier versions made it, or Obsidian was told to open the home.
        lines.append(
            f"note: {value.home} is an Obsidian vault itself, and only {value.vault} is asked; "
            f"once {value.graph} is moved away, --vault {home} asks all its notes as they are"
        )
    return "\n".join([*lines, f"next: commonplace add FILE --home {home}"])
