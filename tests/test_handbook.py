"""The repository's own home is what its builder makes of the texts, lint finds nothing in it, and it answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.knowledge_base import KnowledgeBase
from scripts.verbs import checking, looking
from scripts.verbs.asking import ask
from tests.handbook.build import ROOT, build


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("handbook")
    build(home)
    return home


def _tree(home: Path) -> dict[str, str]:
    files = [*(home / "wiki").rglob("*.md"), home / "graph" / "graph.json"]
    return {path.relative_to(home).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_the_handbook_is_what_its_texts_give(built: Path) -> None:
    made, kept = _tree(built), _tree(ROOT)
    assert sorted(made) == sorted(kept), "run: python -m tests.handbook.build"
    assert made == kept, "run: python -m tests.handbook.build"


def test_lint_finds_nothing_in_the_handbook(built: Path) -> None:
    with KnowledgeBase.open(str(built)) as kb:
        assert checking.lint(kb).findings == ()


def test_the_handbook_holds_pages_claims_and_answers(built: Path) -> None:
    with KnowledgeBase.open(str(built)) as kb:
        status = looking.status(kb)
    assert dict(status.pages)["entities"] >= 10
    assert dict(status.pages)["topics"] >= 4
    assert status.claims >= 8
    assert status.missing_pages == 0
    assert status.stale_answers == ()


def test_the_question_of_the_readme_is_answered_from_a_filed_page(built: Path) -> None:
    with KnowledgeBase.open(str(built)) as kb:
        reply = ask(kb, "how does the token budget stay hard?")
    assert reply.verdict == "sufficient"
    assert reply.document["pages"][0]["path"] == "topics/keeping-the-token-budget-hard.md"
    assert reply.tokens <= 1200
