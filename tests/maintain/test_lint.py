"""What lint says beside its rules, which have their cases in tests/fixtures/lint.yaml."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts.errors import PageNotFoundError, UsageError
from scripts.maintain.lint import LintReport
from scripts.maintain.lint.rules import RULES, LintFinding, command
from scripts.verbs import checking
from scripts.verbs.checking import LINT, listed
from scripts.wiki_store.events import Events
from tests.maintain.opened import Opened

Open = Callable[..., Opened]


def lint(vault: Opened, **options: Any) -> LintReport:
    return checking.lint(vault.kb, **options)


def places(vault: Opened, **options: Any) -> list[tuple[str, str, int]]:
    return [finding[:3] for finding in lint(vault, **options).findings]


@pytest.mark.parametrize(("word", "shown"), [("--force", "commonplace merge -- --force b"), ("a\x1b[2J", "")])
def test_a_remedy_never_carries_an_option_or_a_control_character(word: str, shown: str):
    assert command("merge", word, "b") == shown


@pytest.mark.skipif(os.path.normcase("A") == "a", reason="this file system has no case twins")
def test_paths_that_differ_in_case_only_are_twins(open_vault: Open, tmp_path: Path):
    vault = open_vault({"TIPS.md": "[[home]]", "tips.md": "[[home]]", "home.md": "[[TIPS]] [[tips]]"})
    if len(os.listdir(tmp_path / "wiki")) < 3:
        pytest.skip("this file system has no case twins")
    assert [f for f in places(vault) if f[0] != "orphan"] == [("clashing-name", "tips.md", 0)]


def test_a_page_over_size_is_reported(open_vault: Open):
    assert places(open_vault({"topics/t.md": "x" * 3000}, max_page_bytes=2000)) == [("page-size", "topics/t.md", 0)]


def test_a_page_in_another_encoding_is_reported(open_vault: Open):
    assert places(open_vault({"topics/t.md": "Größe".encode("latin-1")})) == [("not-utf8", "topics/t.md", 0)]


def test_questions_asked_in_vain_are_listed_until_they_are_answered(open_vault: Open):
    vault = open_vault({"topics/a.md": "---\nquestion: Why did the store crash?\n---\nA leak.\n"})
    asked = ["What is tea?", "why did the STORE crash", "what is tea", "Who?\n- [[forged]]"]
    for day, question in enumerate(asked):
        Events(vault.kb.location.graph).append("unanswered", f"2025-01-0{day + 1}T00:00:00Z", question=question)
    Events(vault.kb.location.graph).append("unanswered", "2025", question=7)
    found = lint(vault).findings
    assert {(f.rule, f.path, f.line) for f in found} == {("unanswered-question", "", 0)}
    assert [(f.message, f.fix) for f in found] == [
        (
            "asked 2 times and little found, last 2025-01-03: what is tea",
            "commonplace ask 'what is tea', and `file` what answers; else commonplace add FILE",
        ),
        (
            "asked once and little found, last 2025-01-04: Who? - [[forged]]",
            "commonplace ask 'Who? - [[forged]]', and `file` what answers; else commonplace add FILE",
        ),
    ]
    assert lint(vault, paths=["topics"]).findings == ()


def test_the_gravest_come_first_and_questions_last_the_most_asked_first(open_vault: Open):
    vault = open_vault(
        {"b.md": "- born_in [[Rome]]\n- born_in [[Bonn]]\n", "a.md": "[[nowhere]]", "Rome.md": "", "Bonn.md": ""}
    )
    for question in ["what is a zeppelin?", "who flew it?", "who flew it?"]:
        Events(vault.kb.location.graph).append("unanswered", "2025-01-01", question=question)
    found = lint(vault).findings
    rules = [finding.rule for finding in found]
    assert rules == ["contradiction", "broken-link", "orphan", "orphan", "unanswered-question", "unanswered-question"]
    assert found[-2].message.startswith("asked 2 times")


@pytest.mark.parametrize(
    ("limit", "rule", "printed", "told"),
    [
        (50, (), 6, ["unanswered-question: 3 more; --rule unanswered-question lists them"]),
        (
            2,
            (),
            2,
            [
                "omitted: 4 findings; --limit 6 prints all",
                "unanswered-question: 3 more; --rule unanswered-question lists them",
            ],
        ),
        (50, ("unanswered-question",), 9, []),
    ],
)
def test_beyond_five_questions_are_printed_as_a_count(limit: int, rule: tuple[str, ...], printed: int, told: list[str]):
    questions = tuple(LintFinding("unanswered-question", "", 0, f"question {number}") for number in range(8))
    report = LintReport((LintFinding("contradiction", "a.md", 1, "two fathers"), *questions), 1)
    lines = LINT.text(listed(report, limit=limit, rules=rule), {}).splitlines()
    assert lines[0] == "a.md:1: contradiction: two fathers"
    assert lines[printed:] == [*told, "1 pages, 9 findings"]


def test_an_unknown_rule_is_an_error(open_vault: Open):
    with pytest.raises(UsageError, match="broken-link"):
        lint(open_vault({}), rules=["dead-link"])


def test_a_path_that_is_nothing_is_an_error(open_vault: Open):
    with pytest.raises(PageNotFoundError):
        lint(open_vault({}), paths=["nowhere"])


def test_in_an_adopted_vault_notes_of_people_are_looked_at_and_the_catalog_is_not(open_vault: Open):
    vault = open_vault(
        {
            "commonplace/commonplace-index.md": "[[nowhere]]\n",
            "commonplace/commonplace-log.md": "[[nowhere]]\n",
            "sources/mine.md": "[[nope]]\n",
            "Home.md": "[[mine]] [[Home]]\n",
        },
        folder="commonplace",
    )
    assert places(vault) == [("broken-link", "sources/mine.md", 1), ("orphan", "Home.md", 0)]


def test_every_rule_is_explained_and_in_the_instructions(root: Path):
    text = (root / "instructions" / "lint.md").read_text(encoding="utf-8")
    missing = [rule for rule in RULES if f"| `{rule}` |" not in text]
    assert missing == []
    assert len(text.splitlines()) < 120
