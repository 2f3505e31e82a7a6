from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.maintain.opened import Opened

OpenVault = Callable[..., Opened]


@pytest.fixture
def open_vault(tmp_path: Path) -> Iterator[OpenVault]:
    """A function from files (path in the vault: text or bytes) to an open vault."""
    opened: list[Opened] = []

    def open_one(files: Mapping[str, str | bytes], **options: Any) -> Opened:
        opened.append(Opened(tmp_path, files, **options))
        return opened[-1]

    yield open_one
    for vault in opened:
        vault.kb.close()
