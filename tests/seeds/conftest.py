"""An empty home for each test to remember in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import done


@pytest.fixture
def home(tmp_path: Path) -> Path:
    done("init", tmp_path / "home")
    return tmp_path / "home"
