"""A vault of small texts, opened; what its links lead to, read from its files."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from scripts.homes import HomeLocation
from scripts.index_store.port import IndexReader
from scripts.knowledge_base import KnowledgeBase
from scripts.look.lookup import find_page
from scripts.model import Page
from scripts.settings import Settings
from scripts.text.canvas import cards, read_canvas
from scripts.text.links import Resolver
from scripts.text.page import read_page
from scripts.wiki_store.working_copy import Outcome, Plan, WorkingCopy, catalog_names

NOW = "2025-01-02T03:04:05Z"


class Opened(AbstractContextManager["Opened"]):
    """An open knowledge base over some files, with its vault at hand."""

    def __init__(self, home: Path, files: Mapping[str, str | bytes], *, folder: str = "", **settings: Any) -> None:
        self.root, self.folder = home / "wiki", folder
        self.root.mkdir(exist_ok=True)
        for path, content in files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_bytes(content.encode() if isinstance(content, str) else content)
        (home / "graph").mkdir(exist_ok=True)
        location = HomeLocation(str(home), str(self.root), str(home / "graph"), folder, "test")
        self.kb = KnowledgeBase(
            location, Settings(quiet_seconds=0, **settings), {**os.environ, "COMMONPLACE_NOW": NOW}, None
        )

    def __exit__(self, *_: object) -> None:
        self.kb.close()

    def text(self, path: str) -> str:
        return (self.root / path).read_bytes().decode("utf-8", "replace")

    def page(self, path: str) -> Page:
        return read_page(path, self.text(path), folder=self.folder)

    def find(self, name: str) -> str:
        return self.kb.query(lambda reader: find_page(reader, name).path)

    def write(self, planner: Callable[[WorkingCopy, IndexReader], Plan[Any]], *, dry_run: bool = False) -> Outcome[Any]:
        return self.kb.write("test", planner, dry_run=dry_run)

    def tree(self) -> dict[str, bytes]:
        """Every file of the vault, hidden ones too."""
        return {str(p.relative_to(self.root)): p.read_bytes() for p in sorted(self.root.rglob("*")) if p.is_file()}

    def edges(self) -> dict[str, list[tuple[str, bool, str, str, str]]]:
        """For each file its links in text order: kind, whether an embed, property, subpath, and where it leads."""
        paths = [path for path in self.tree() if not path.startswith(".") and "/." not in path]
        resolver = Resolver(paths)
        found: dict[str, list[tuple[str, bool, str, str, str]]] = {}
        for path in paths:
            if path.endswith(".canvas"):
                canvas = read_canvas(self.text(path)) or {}
                found[path] = [("card", False, "", "", resolver.at(card["file"])) for card in cards(canvas, "file")]
            elif path.lower().endswith(".md") and path not in catalog_names(self.folder):
                links = self.page(path).links
                found[path] = [
                    (x.kind, x.is_embed, x.property, x.subpath, resolver.resolve(x.path, path)) for x in links
                ]
        return found


def moved(found: dict[str, Any], moves: dict[str, str]) -> dict[str, Any]:
    """The edges as they must be after pages moved."""
    return {
        moves.get(path, path): [(*link[:4], moves.get(link[4], link[4])) for link in links]
        for path, links in found.items()
    }
