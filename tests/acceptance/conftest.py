"""Homes that many acceptance tests read, each built once; who writes takes a copy."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.acceptance.story import build_story
from tests.running import done


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test edits a page and goes on: nobody is typing."""
    monkeypatch.setenv("COMMONPLACE_QUIET_SECONDS", "0")


@pytest.fixture(scope="session")
def empty(new_folder: Callable[[], Path]) -> Path:
    """An empty home.  To be read only."""
    home = new_folder() / "home"
    done("init", home)
    return home


@pytest.fixture(scope="session")
def build(empty: Path, new_folder: Callable[[], Path]) -> Callable[[], Path]:
    """A function that makes an empty home."""
    return lambda: Path(shutil.copytree(empty, new_folder() / "home"))


@pytest.fixture
def home(build: Callable[[], Path]) -> Path:
    """An empty home to write into."""
    return build()


@pytest.fixture(scope="session")
def story(new_folder: Callable[[], Path]) -> Path:
    """Three reports of one failure, with what was extracted from them.  To be read only."""
    return build_story(new_folder())


@pytest.fixture
def told(story: Path, new_folder: Callable[[], Path]) -> Path:
    """A copy of the story that a test may write into; its documents lie beside it."""
    return Path(shutil.copytree(story.parent, new_folder() / "copy")) / "home"
