"""A vault with its graph folder, as files; and a way to lack permissions even where tests run as root."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from scripts.wiki_store.transaction import Transaction

NOBODY = 65534


class Room:
    """`vault/` and `graph/` in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root, self.graph = folder, folder / "vault", folder / "graph"
        self.root.mkdir(parents=True)
        self.graph.mkdir()

    def write(self, path: str, text: str | bytes) -> Path:
        full = self.root / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(text.encode() if isinstance(text, str) else text)
        return full

    def transaction(self, **options) -> Transaction:
        return Transaction(str(self.root), str(self.graph), **options)

    def files(self) -> dict[str, bytes]:
        """Every file below the vault, hidden ones too."""
        return {
            os.path.relpath(os.path.join(folder, name), self.root): Path(folder, name).read_bytes()
            for folder, _, names in os.walk(self.root)
            for name in names
        }


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path / "room")


@pytest.fixture
def open_room() -> Iterator[Room]:
    """A room below a folder that everybody may enter, for tests that give up their rights."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield Room(folder / "room")
    for each, _, _ in os.walk(folder):
        os.chmod(each, 0o755)
    shutil.rmtree(folder)


@pytest.fixture
def without_rights() -> AbstractContextManager[None]:
    """Inside, permissions count: root becomes nobody for that long."""

    @contextmanager
    def dropped() -> Iterator[None]:
        user = os.geteuid()
        if user != 0:
            yield
            return
        os.seteuid(NOBODY)
        try:
            yield
        finally:
            os.seteuid(user)

    if os.name == "nt":
        pytest.skip("Windows has no such permissions")
    return dropped()
