"""`bench memory`: conversations remembered and recalled, scored against their evidence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.running import done, run

TURNS = (
    ("a/1", "Session 1 (1 pm on 8 May, 2023)", "Ada: Good morning to you."),
    ("a/2", "Session 1 (1 pm on 8 May, 2023)", "Bob: Where are the budget figures of the harbor kept?"),
    ("a/3", "Session 1 (1 pm on 8 May, 2023)", "Ada: In the blue binder."),
    ("a/4", "Session 2 (no date)", "Ada: Carol moved the launch to Thursday."),
    ("b/1", "Session 1", "Eve: The launch is off."),
)
QUESTIONS = (
    ("q1", "Where are the budget figures kept?", ["a/3"], "single"),
    ("q2", "Who moved the launch?", ["a/4"], "single"),
    ("q3", "What is off?", ["b/1"], "other"),
    ("q4", "Who swims?", ["b/1"], "adversarial"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    corpus = [{"id": id_, "title": title, "text": text, "group": id_[0]} for id_, title, text in TURNS]
    queries = [
        {"id": id_, "question": text, "gold": gold, "type": type_, "group": gold[0][0]}
        for id_, text, gold, type_ in QUESTIONS
    ]
    for name, rows in (("corpus", corpus), ("queries", queries)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return tmp_path


def test_evidence_is_counted_by_type_and_the_rankings_are_written(folder: Path):
    ran = done("bench", "memory", folder, "--not-type", "adversarial", "--out", folder / "run.jsonl", "--json")
    rows = {row["type"]: row for row in ran.document["rows"]}
    assert (ran.document["questions"], ran.document["notes"]) == (3, 3)
    assert {type_: row["recall"] for type_, row in rows.items()} == {
        "all": [100.0, 100.0],
        "other": [100.0, 100.0],
        "single": [100.0, 100.0],
    }
    # The reply shares no word with its question.
    assert rows["single"]["words_alone"] == [50.0, 50.0]
    written = [json.loads(line) for line in (folder / "run.jsonl").read_text("utf-8").splitlines()]
    assert {row["id"] for row in written} == {"q1", "q2", "q3"}


def test_the_table_names_both_rankings(folder: Path):
    assert "words alone @5" in done("bench", "memory", folder).out
    assert run("bench", "memory").code == 2
