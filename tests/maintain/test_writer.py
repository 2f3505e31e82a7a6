"""A write that meets a page somebody changed starts again; what a plan leaves behind."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from scripts.errors import PageChangedError
from scripts.homes import HomeLocation
from scripts.knowledge_base import KnowledgeBase
from scripts.settings import Settings
from scripts.verbs import changing
from scripts.wiki_store.working_copy import Plan
from tests.acceptance.story import build_story
from tests.faults.cases import last_operation
from tests.running import done


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    return build_story(tmp_path_factory.mktemp("conflicts"))


@pytest.fixture
def story(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built.parent, tmp_path / "copy")) / built.name


def test_a_page_that_is_saved_while_a_change_is_planned_is_read_again(tmp_path):
    wiki = tmp_path / "wiki"
    wiki.mkdir()
    (wiki / "a.md").write_text("one\n")
    location = HomeLocation(str(tmp_path), str(wiki), str(tmp_path / "graph"), "", "test")
    saves = ["two\n", "three\n"]

    def planner(copy, _):
        text = copy.read("a.md")
        if saves:
            (wiki / "a.md").write_text(saves.pop(0))
        copy.put("a.md", text + "ours\n")
        return Plan(None)

    with KnowledgeBase(
        location, Settings(quiet_seconds=0), {**os.environ, "COMMONPLACE_NOW": "2026-01-01T00:00:00Z"}, None
    ) as kb:
        kb.write("test", planner)
        assert (wiki / "a.md").read_text() == "three\nours\n"
        saves += [f"{n}\n" for n in range(99)]
        with pytest.raises(PageChangedError, match="changed since it was read"):
            kb.write("test", planner)


def test_a_page_keeps_its_permissions_when_it_moves_goes_and_comes_back(story):
    page = story / "wiki/diary.md"
    page.write_text("[[memory leak]]\n")
    page.chmod(0o600)
    done("rename", "--move", "diary", "deep/diary", home=story)
    assert stat.S_IMODE((story / "wiki/deep/diary.md").stat().st_mode) == 0o600
    done("undo", last_operation(story.parent), home=story)
    assert stat.S_IMODE(page.stat().st_mode) == 0o600


def test_a_plan_that_changes_nothing_leaves_no_trace(open_vault):
    vault = open_vault({"a.md": "one\n"})
    before = vault.tree()

    def planner(copy, _):
        copy.put("a.md", "two\n")
        copy.put("a.md", "one\n")
        return Plan("receipt", note="nothing")

    assert vault.write(planner).receipt == "receipt"
    assert (vault.tree(), changing.log(vault.kb).operations) == (before, ())


def test_a_dry_run_says_what_would_be_and_writes_nothing(open_vault):
    vault = open_vault({"a.md": "See [[New page]].\n"})
    before = vault.tree()

    def planner(copy, _):
        copy.put("New page.md", "Words.\n")
        return Plan(None, note="made")

    outcome = vault.write(planner, dry_run=True)
    assert (outcome.op, outcome.generated) == ("", ("index.md", "log.md"))
    assert vault.tree() == before


def test_the_catalog_links_namesakes_by_their_paths(open_vault):
    vault = open_vault({"entities/hub.md": "# The thing\n"})

    def planner(copy, _):
        copy.put("topics/hub.md", "---\ntitle: The topic\nsummary: Of it.\n---\n")
        return Plan(None)

    vault.write(planner)
    assert "- [[topics/hub|The topic]]: Of it." in vault.text("index.md")
    assert "- [[entities/hub|The thing]]" in vault.text("index.md")
