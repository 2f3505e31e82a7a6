"""Likeness in meaning as a person meets it: off, on by a setting, told by status and doctor."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.knowledge_base import KnowledgeBase
from tests.running import done, environment, run

HASH = "tests.semantic.hash_embedder:embed"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    done("init", tmp_path / "home")
    (tmp_path / "ward.md").write_text("# Ward\n\nThe patient had a cardiac arrest.\n", encoding="utf-8")
    done("add", tmp_path / "ward.md", home=tmp_path / "home")
    return tmp_path / "home"


def test_it_is_off_by_default_and_nothing_of_it_is_imported_or_stored(home):
    code = (
        "import sys; from scripts.cli import main; main(sys.argv[1:])\n"
        "print(*[name for name in sys.modules if 'semantic' in name or 'vector' in name or name == 'numpy'])"
    )
    command = [sys.executable, "-c", code, "recall", "cardiac arrest", "--home", str(home)]
    root = Path(__file__).resolve().parents[2]
    ran = subprocess.run(command, env=environment(PYTHONPATH=str(root)), capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("recall: ")
    assert ran.stdout.splitlines()[-1] == ""
    assert b"CREATE TABLE vectors" not in (home / "graph" / "index.sqlite").read_bytes()


def test_a_question_none_of_whose_words_was_found_stays_on_the_list_of_unanswered_ones(home):
    done("ask", "heart attack", home=home, COMMONPLACE_EMBEDDER=HASH)
    assert done("status", "--json", home=home).document["unanswered"] == ["heart attack"]


def test_a_reader_opened_before_the_vectors_were_made_is_not_used_after(home):
    with KnowledgeBase.open(str(home), overrides={"embedder": HASH}) as kb:
        kb.refresh()
        assert kb.ws.reader.similar_passages("heart attack", limit=1) == []
        kb.ws.refresh_vectors()
        assert kb.ws.reader.similar_passages("heart attack", limit=1)[0].page == "ward"


def test_doctor_says_by_what_vectors_are_made(home):
    done("reindex", home=home, COMMONPLACE_EMBEDDER=HASH)
    assert f"by {HASH}" in done("doctor", home=home, COMMONPLACE_EMBEDDER=HASH).out
    assert "vectors: off" in done("doctor", home=home).out


def test_doctor_says_that_an_embedder_cannot_be_loaded_and_mends_the_rest(home):
    ran = run("doctor", home=home, COMMONPLACE_EMBEDDER="tests.semantic.no_module:embed")
    assert ran.code == 1
    assert "no_module" in ran.out
