"""Small vaults for tests of one stage: files in, an index to read out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from scripts.index_store.port import IndexReader
from scripts.index_store.refresh import Index, open_index

ReadVault = Callable[[Mapping[str, str]], IndexReader]
"""Writes notes, by path, and reads their index: the fixture read_vault."""


@pytest.fixture
def read_vault(tmp_path: Path) -> Iterator[ReadVault]:
    """Write notes, by path, into one vault, and read its index."""
    opened: list[Index] = []

    def read(notes: Mapping[str, str]) -> IndexReader:
        for path, text in notes.items():
            file = tmp_path / "vault" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        opened.append(open_index(str(tmp_path / "vault"), environ={"COMMONPLACE_CACHE": str(tmp_path / "cache")}))
        return opened[-1].reader

    yield read
    for index in opened:
        index.close()
