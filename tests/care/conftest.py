"""A vault of small texts, opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from scripts.homes import HomeLocation
from scripts.settings import Settings
from scripts.store.workspace import Workspace

OpenVault = Callable[..., Workspace]


@pytest.fixture
def open_vault(tmp_path: Path) -> Iterator[OpenVault]:
    """A function from files (path in the vault: text or bytes) to an open workspace with a fresh index."""
    opened: list[Workspace] = []

    def open_one(files: Mapping[str, str | bytes], *, folder: str = "", **settings) -> Workspace:
        vault = tmp_path / "wiki"
        for path, content in files.items():
            (vault / path).parent.mkdir(parents=True, exist_ok=True)
            (vault / path).write_bytes(content.encode() if isinstance(content, str) else content)
        (tmp_path / "graph").mkdir(exist_ok=True)
        location = HomeLocation(str(tmp_path), str(vault), str(tmp_path / "graph"), folder, "test")
        ws = Workspace(location, Settings(quiet_seconds=0, **settings), clock=lambda: "2025-01-02T03:04:05Z")
        opened.append(ws)
        ws.refresh()
        return ws

    yield open_one
    for ws in opened:
        ws.close()
