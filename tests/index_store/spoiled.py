"""A small vault, a sound index of it, and copies of that to be spoiled."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.index_store.database import INDEX_NAME, index_folder
from scripts.index_store.port import IndexReader
from scripts.index_store.refresh import open_index
from scripts.look.names import similar_names, similar_words
from scripts.retrieval_engine.engine import AskOptions, answer

DAMAGED = "the index was damaged and is made again"
QUESTION = "why did the checkout service crash?"

NOTES = {
    "checkout service.md": "---\ntitle: Checkout service\naliases: [till]\ntags: [shop]\n---\nIt crashed at 10:42."
    "\n\n- uses [[session cache]] (0.9, [[report#^p1]])\n\nSee [[nowhere]] and ![[picture.png]].\n",
    "session cache.md": "# Session cache\n\nHolds carts.\n\n- causes [[memory leak|leak]] (0.8)\n",
    "memory leak.md": "# Memory leak\n\nMemory that is never given back crashed the checkout service.\n",
    "report.md": '---\nlist: ["a", {b: 1}]\n---\n# Report\n\nThe service crashed by a leak. ^p1\n\n## More\n\n- one\n',
}


@dataclass(frozen=True)
class Case:
    """An index of the vault in a cache of its own, to be spoiled."""

    bed: Bed
    environ: dict[str, str]
    path: Path

    def ask(self) -> tuple[Any, list[str]]:
        """Open the index, ask it everything, and return that with what was said."""
        lines: list[str] = []
        before = tree(self.bed.vault)
        with open_index(str(self.bed.vault), environ=self.environ, tell=lines.append) as index:
            found = index.answer(everything)
        assert tree(self.bed.vault) == before
        return found, lines

    def check_rebuilt(self) -> None:
        """Require one clear line and the right answer, now and from then on."""
        found, lines = self.ask()
        assert lines == [DAMAGED]
        assert found == self.bed.answer
        assert self.ask() == (self.bed.answer, [])

    def check_harmless(self) -> None:
        """Require that it is believed without a word, or made again."""
        found, lines = self.ask()
        assert lines in ([], [DAMAGED])
        assert not lines or found == self.bed.answer

    def run(self, sql: str, parameters: tuple[Any, ...] = ()) -> bool:
        """Change the index; False where SQLite does not take it."""
        connection = sqlite3.connect(self.path, isolation_level=None)
        try:
            connection.execute(sql, parameters)
        except sqlite3.DatabaseError:
            return False
        finally:
            connection.close()
        return True


@dataclass(frozen=True)
class Bed:
    """A vault, a sound index of it, and what that answers."""

    vault: Path
    index: bytes
    answer: Any

    def spoil(self, folder: Path) -> Case:
        """Give a copy of the index in a new cache below a folder."""
        environ = {"COMMONPLACE_CACHE": str(folder)}
        place = index_folder(os.path.realpath(self.vault), environ)
        assert place is not None
        path = Path(place) / INDEX_NAME
        path.write_bytes(self.index)
        return Case(self, environ, path)


def make_bed(root: Path) -> Bed:
    """Write the vault and index it; an index of a hundred kilobytes or so."""
    vault = root / "vault"
    vault.mkdir()
    (vault / "picture.png").write_bytes(b"")
    for path, text in NOTES.items():
        (vault / path).write_text(text, encoding="utf-8")
    # What was written within the last ticks of a coarse clock is read again at each question.
    for file in vault.iterdir():
        os.utime(file, (1_700_000_000, 1_700_000_000))
    environ = {"COMMONPLACE_CACHE": str(root / "cache")}
    with open_index(str(vault), environ=environ) as index:
        found = index.answer(everything)
        path = index.path
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    return Bed(vault, Path(path).read_bytes(), found)


def everything(reader: IndexReader) -> Any:
    """Ask each method of the port, and a question of the engine."""
    pages = reader.pages(everything=True)
    ids, nodes = [page.id for page in pages], [page.node for page in pages]
    sections = reader.sections(pages=ids)
    keys = sorted({mention.name for mention in reader.mentions(sections=[row.id for row in sections])})
    terms = ("crash", "servic", "leak", "crash servic", "report")
    return (
        reader.statistics(),
        pages,
        sections,
        reader.passages(pages=ids),
        reader.names(keys),
        reader.mentions(names=keys),
        reader.edges_at(nodes, min_confidence=0.0, limit=9),
        reader.claims(nodes=nodes, pages=ids, sections=[row.id for row in sections]),
        reader.links(),
        reader.links(unresolved=True, targets=[page.path for page in pages], pages=ids),
        [reader.search(level, terms, limit=9) for level in ("pages", "sections", "passages")],
        reader.document_counts(terms),
        similar_words(reader, "crahs", limit=3),
        similar_names(reader, "session cahce", limit=3),
        answer(reader, QUESTION, AskOptions(budget_tokens=300)).document,
        answer(reader, "residuum till", AskOptions()).text,
    )


def tree(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.rglob("*")}
