"""A home that the version before the first release made goes on working: documents, claims, an answer, turns, undo.

`home_of_2025.json` maps the path of each of its files to what it holds, those below graph/objects/ in base64.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from tests.running import done, run

FILES: dict[str, str] = json.loads(Path(__file__).with_name("home_of_2025.json").read_text(encoding="utf-8"))


@pytest.fixture
def old_home(tmp_path: Path) -> Path:
    """The home, written out: its last operations are an answer filed, turns, a revision, a rename and a retraction."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(text) if "/objects/" in name else text.encode("utf-8"))
    return tmp_path


def notes_of(home: Path) -> dict[str, bytes]:
    wiki = home / "wiki"
    return {str(path.relative_to(wiki)): path.read_bytes() for path in sorted(wiki.rglob("*")) if path.is_file()}


def test_it_answers_from_the_filed_page_and_from_its_claims(old_home: Path):
    assert (
        "filed answer: topics/why-the-ice-plant-stopped"
        in done("ask", "why did the ice plant stop?", home=old_home).out
    )
    assert "causes_failure_of[0.9]-> compressor" in done("graph", "clogged-filter", home=old_home).out


def test_it_finds_what_was_said(old_home: Path):
    assert "the foreman agreed" in done("recall", "who agreed to the order?", home=old_home).out.lower()


def test_lint_finds_nothing_but_the_open_question_and_what_the_retraction_left(old_home: Path):
    findings = run("lint", "--json", home=old_home).document["findings"]
    assert {finding["path"] for finding in findings} == {"entities/second-filter.md", ""}


def test_its_last_operation_is_undone_to_the_byte_and_so_is_every_one_before(old_home: Path):
    operations = [json.loads(line) for line in FILES["graph/journal.jsonl"].splitlines()]
    done("undo", "last", home=old_home)
    restored = notes_of(old_home)
    assert "sources/call.md" in restored
    assert b"The new filter lasts 600 hours" in restored["entities/second-filter.md"]
    for _ in [op for op in operations if op["event"] == "operation"][1:]:
        done("undo", "last", home=old_home)
    assert sorted(notes_of(old_home)) == ["index.md", "log.md"]


def test_its_journal_becomes_files_with_the_first_write_and_is_listed_before(old_home: Path):
    before = done("log", home=old_home).out
    assert len(before.splitlines()) > 4
    done("remember", "We meet at noon.", home=old_home)
    assert done("log", home=old_home).out.splitlines()[1:] == before.splitlines()
    assert not (old_home / "graph/journal.jsonl").exists()
    assert "unanswered (1)" in done("status", home=old_home).out
    assert run("doctor", home=old_home).code == 0


def test_it_can_be_written_as_any_other(old_home: Path, tmp_path: Path):
    document = tmp_path / "shift.md"
    document.write_text("# Day shift\n\nThe compressor was oiled at noon.\n", encoding="utf-8")
    done("add", document, home=old_home)
    assert "oiled at noon" in done("ask", "when was the compressor oiled?", home=old_home).out
    assert run("doctor", home=old_home).code == 0
