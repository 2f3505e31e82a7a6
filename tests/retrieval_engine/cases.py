"""Small vaults for tests of whole answers: files in, replies out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scripts.index_store.port import IndexReader
from scripts.index_store.refresh import Index, open_index
from scripts.retrieval_engine.engine import AskOptions, answer
from scripts.retrieval_engine.find import PageHits, find_pages
from scripts.retrieval_engine.reply import Reply

ReadVault = Callable[[Mapping[str, str]], IndexReader]
"""Writes notes, by path, and reads their index: the fixture read_vault."""


@dataclass(frozen=True)
class Vault:
    root: Path
    index: Index

    def ask(self, question: str, budget: int | None = None) -> Reply:
        return answer(self.index.reader, question, AskOptions(budget_tokens=budget))

    def labels(self, question: str, budget: int | None = None) -> list[str]:
        return [evidence["label"] for evidence in self.ask(question, budget).document["evidence"]]

    def nowhere(self, question: str) -> list[str]:
        return list(self.ask(question).document["nowhere"])

    def hits(self, query: str) -> PageHits:
        return find_pages(self.index.reader, query, limit=10)

    def found(self, query: str) -> list[str]:
        return [hit.path for hit in self.hits(query).hits]


@contextmanager
def vault(root: Path, files: Mapping[str, str]) -> Iterator[Vault]:
    """Index a vault with these files."""
    for path, text in files.items():
        (root / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "vault" / path).write_bytes(text.encode())
    cache = {"COMMONPLACE_CACHE": str(root / "cache")}
    with open_index(str(root / "vault"), folder="machine", environ=cache) as index:
        yield Vault(root / "vault", index)
