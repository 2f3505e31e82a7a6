"""The files of a vault as a test sees them: with os and bytes, without the store."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = (".md", ".canvas")


def vault_paths(vault: Path) -> list[str]:
    """All files outside hidden folders, sorted."""
    found = []
    for folder, folders, names in os.walk(vault):
        folders[:] = [name for name in folders if not name.startswith(".")]
        here = os.path.relpath(folder, vault).replace(os.sep, "/")
        found += [name if here == "." else f"{here}/{name}" for name in names if not name.startswith(".")]
    return sorted(found)


def note_paths(vault: Path) -> list[str]:
    """The notes among them."""
    return [path for path in vault_paths(vault) if path[-3:].lower() == ".md"]


def read(vault: Path, path: str) -> str | None:
    """The text of a file, newlines and BOM as they are; None if it is not UTF-8."""
    try:
        return (vault / path).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return None


def contents(vault: Path) -> dict[str, bytes]:
    """The bytes of every note, canvas and setting, hidden ones too."""
    found = {}
    for folder, _, names in os.walk(vault):
        for name in names:
            if name.endswith((*TEXTS, ".json", ".MD")):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, vault)] = file.read()
    return found


def copy_vault(vault: Path, folder: Path) -> Path:
    """A copy to write into: notes, canvases and settings; of any other file only the name, which is all links need."""

    def copy(source: str, target: str) -> None:
        if source.lower().endswith(TEXTS) or os.path.basename(source) == "app.json":
            shutil.copyfile(source, target)
        else:
            open(target, "wb").close()

    shutil.copytree(vault, folder, copy_function=copy, ignore=shutil.ignore_patterns(".git", ".trash"))
    return folder
