"""A home to measure in: a generated one, or a copy of somebody's vault, which itself is never written to."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

from ..errors import UsageError
from ..knowledge_base import KnowledgeBase
from ..store.index import INDEX
from .generated_home import generate_pages
from .speed_questions import Questions, look_at

_PARTS = {
    "words_": "words",
    "derived_words_": "words",
    "texts": "texts",
    "edges": "claims",
    "statements": "claims",
    "links": "links",
    "about": "properties",
}
"""What a table is for, by what its name and those of its indexes begin with."""
_REST = "other"


class Bed(NamedTuple):
    """What the cases work on."""

    name: str
    vault: str
    place: tuple[str, str]
    """The option that names it, and its folder."""
    environ: Mapping[str, str]
    """Of every process that is measured."""
    pages: int
    text_bytes: int
    questions: Questions

    def open(self) -> KnowledgeBase:
        """The knowledge base, in this process."""
        option, folder = self.place
        home, vault = (folder, None) if option == "--home" else (None, folder)
        return KnowledgeBase.open(home, vault=vault, environ=self.environ)

    def index_bytes(self) -> int:
        """Size of the index on the disk."""
        with self.open() as kb:
            return os.path.getsize(os.path.join(kb.location.graph, INDEX))

    def index_parts(self) -> dict[str, int]:
        """Bytes of the index by what they are for; nothing where this SQLite cannot tell."""
        with self.open() as kb:
            kb.refresh()
            try:
                rows = kb.ws.index.connection().execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name").fetchall()
            except sqlite3.OperationalError:
                return {}
        found = dict.fromkeys((*_PARTS.values(), _REST), 0)
        for table, size in rows:
            part = next((part for beginning, part in _PARTS.items() if table.startswith(beginning)), _REST)
            found[part] += size
        return found


def generated_bed(folder: str, pages: int, environ: Mapping[str, str]) -> Bed:
    """A generated home below a folder; one that an earlier run left there is taken again."""
    home = os.path.join(folder, f"home-{pages}")
    if not os.path.isdir(home):
        # Under another name until it is whole, so that an interrupted run leaves no half home to be taken again.
        unfinished = home + ".unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        generate_pages(KnowledgeBase.create(unfinished).vault, pages)
        os.rename(unfinished, home)
    return _bed(f"generated home of {pages:,} pages", os.path.join(home, "wiki"), ("--home", home), environ)


def copied_bed(folder: str, vault: str, environ: Mapping[str, str]) -> Bed:
    """A copy of a vault, without its hidden folders, times kept.  Raises UsageError when it is no folder."""
    if not os.path.isdir(vault):
        raise UsageError(f"{vault} is no folder", hint="give an existing vault")
    name = os.path.basename(os.path.abspath(vault))
    copy = os.path.join(folder, "vault", name)
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(vault, copy, ignore=shutil.ignore_patterns(".*"), symlinks=True)
    return _bed(f"copy of {name}", copy, ("--vault", copy), environ)


def _bed(name: str, vault: str, place: tuple[str, str], environ: Mapping[str, str]) -> Bed:
    return Bed(name, vault, place, environ, *look_at(vault))
