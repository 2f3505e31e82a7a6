"""`graph --html`: what is written, and where it may not go."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.acceptance.story import build_story
from tests.running import done, run, tree, write


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with sources, summaries and entities.  To be read only."""
    return build_story(tmp_path_factory.mktemp("story"))


@pytest.fixture
def home(story: Path, tmp_path: Path) -> Path:
    """The same, to be written into."""
    return Path(shutil.copytree(story.parent, tmp_path / "copy")) / "home"


def test_a_page_goes_over_no_file_unless_it_is_told_to(story, tmp_path):
    out = write(tmp_path, {"mine.md": "years of work"}) / "mine.md"
    refused = run("graph", "--html", out, home=story)
    assert (refused.code, out.read_text("utf-8")) == (2, "years of work")
    assert "--force" in refused.err
    assert done("graph", "--html", out, "--force", home=story).out.startswith(f"wrote {out}: ")
    assert "<html" in out.read_text("utf-8")


def test_a_drawing_that_cannot_be_written_leaves_what_was_there(story, tmp_path, monkeypatch):
    out = write(tmp_path, {"mine.md": "years of work"}) / "mine.md"
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    for argv in (("--html", out, "--force"), ("--html", tmp_path / "new.md")):
        assert "cannot write: No space left on device" in run("graph", *argv, home=story).err
    assert tree(tmp_path) == {"mine.md": tree(tmp_path)["mine.md"]}
    assert out.read_text("utf-8") == "years of work"


def test_a_page_goes_over_no_file_of_the_vault_or_the_journal(home):
    before = tree(home)
    for name in ("graph/events.jsonl", "graph/home.json", "graph/objects/new.txt", "wiki/log.md", "wiki/new.html"):
        for force in ((), ("--force",)):
            assert "unsafe path" in run("graph", "--html", home / name, *force, home=home).err
    assert tree(home) == before
