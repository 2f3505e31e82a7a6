"""A home with three registered reports and what was extracted from them, for each test to write into."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.acceptance.story import build_story


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test edits a page and goes on: nobody is typing."""
    monkeypatch.setenv("COMMONPLACE_QUIET_SECONDS", "0")


@pytest.fixture(scope="session")
def story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_story(tmp_path_factory.mktemp("ingest"))


@pytest.fixture
def home(story: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(story.parent, tmp_path / "copy")) / "home"
