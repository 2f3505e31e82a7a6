"""What proved useful: marks are explicit, fade, stay across processes, and are deleted when asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.errors import ReadOnlyError
from scripts.knowledge_base import KnowledgeBase
from scripts.memory.marks import amend_polarity, page_weights
from scripts.verbs import memory
from tests.running import done, run, write

QUESTION = "why did the orders service lose requests in spring?"
SIMILAR = "Tell me: why did the orders service lose spring requests?"
OTHER = "who maintains the billing ledger?"
TEXTS = {
    "retries": "The orders service lost requests in spring because spring clients retried requests in bursts. ^p1",
    "orders": "The orders service takes requests. Requests to the orders service were few in spring. ^p1",
    "limits": "A rate limit was too low for the second week of April, so connections were refused. ^p1",
    "billing": "The billing ledger is maintained by Kim. ^p1",
    "ledger": "A ledger lists what was billed. The ledger of spring is closed. ^p1",
}
USAGE = "graph/events.jsonl"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    done("init", tmp_path / "home")
    write(tmp_path / "home/wiki/sources", {f"{name}.md": f"# {name}\n\n{text}\n" for name, text in TEXTS.items()})
    return tmp_path / "home"


def _weights(kb: KnowledgeBase, question: str = "") -> dict[str, float]:
    marks, half_life = memory.usage_log(kb).marks(), kb.settings.half_life_days
    return kb.query(
        lambda reader: page_weights(marks, now=kb.clock(), half_life_days=half_life, reader=reader, question=question)
    )


def test_a_mark_counts_for_questions_like_the_one_it_was_given_for(home: Path):
    done("useful", "limits", "--for", QUESTION, home=home)
    done("useful", "ledger", home=home)
    with KnowledgeBase.open(str(home)) as kb:
        assert _weights(kb, QUESTION) == pytest.approx({"ledger": 1.0, "limits": 1.0})
        alike = _weights(kb, SIMILAR)
        assert 0 < alike["limits"] <= alike["ledger"] == 1.0
        assert _weights(kb, OTHER) == {"ledger": 1.0}


def test_a_page_that_helped_comes_before_one_that_is_nearly_as_good(home: Path):
    def pages(question: str) -> list[str]:
        return [page["path"] for page in json.loads(done("ask", question, "--json", home=home).out)["pages"]]

    asked = "which clients sent bursts after the refused connections?"
    said = "Clients sent bursts of refused connections"
    texts = {"first": f"{said}.", "second": f"{said} that day."}
    write(home / "wiki/sources", {f"{name}-note.md": f"# {name}\n\n{text}\n" for name, text in texts.items()})
    # A word that half of all sections have would not be searched.
    write(home / "wiki/sources", {f"n{number}.md": f"# N{number}\n\nNothing of it.\n" for number in range(9)})
    before = pages(asked)
    assert before[:2] == ["sources/first-note.md", "sources/second-note.md"]
    done("useful", "second-note", "--for", asked, home=home)
    done("useful", "ledger", "--for", asked, home=home)
    # The ledger does not speak to the question: it stays where it was.
    assert pages(asked)[:2] == ["sources/second-note.md", "sources/first-note.md"]
    assert "sources/ledger.md" not in pages(asked)
    assert pages(OTHER)[0] == "sources/billing.md"
    done("useful", "--forget", home=home)
    assert pages(asked) == before


def test_an_answer_teaches_nothing(home: Path):
    for _ in range(3):
        done("ask", QUESTION, home=home)
    assert not (home / USAGE).exists()


def test_a_mark_counts_half_after_each_half_life(home: Path):
    done("useful", "limits", "--for", QUESTION, home=home, COMMONPLACE_NOW="2025-02-02T00:00:00Z")
    done("useful", "orders", "--for", QUESTION, home=home, COMMONPLACE_NOW="2025-03-04T00:00:00Z")
    with KnowledgeBase.open(str(home), environ={"COMMONPLACE_NOW": "2025-03-04T05:06:07Z"}) as kb:
        assert _weights(kb) == {"limits": 0.5, "orders": 1.0}
    with KnowledgeBase.open(
        str(home), environ={"COMMONPLACE_NOW": "2025-03-04T05:06:07Z", "COMMONPLACE_HALF_LIFE_DAYS": "15"}
    ) as kb:
        assert _weights(kb) == {"limits": 0.25, "orders": 1.0}


def test_marks_are_deleted_by_page_by_question_or_all(home: Path):
    done("useful", "limits", "orders#^p1", "--for", QUESTION, home=home)
    done("useful", "billing", "--for", OTHER, home=home)
    done("useful", "ledger", home=home)
    assert done("useful", "orders", "--forget", "--dry-run", home=home).out.count("forgotten: 1 marks, kept: 2")
    assert "forgotten: 1 marks, kept: 2" in done("useful", "orders", "--forget", home=home).out
    assert QUESTION not in (home / USAGE).read_text("utf-8")
    assert "forgotten: 1 marks, kept: 1" in done("useful", "--for", OTHER, "--forget", home=home).out
    assert "forgotten: 1 marks, kept: 0" in done("useful", "--forget", home=home).out
    assert [path.name for path in (home / "graph").glob("events.jsonl")] == []


@pytest.mark.parametrize("name", ["Rate limits", "[[limits|the limits]]", "sources/limits.md", "LIMITS#^P1", "limits"])
def test_marks_are_forgotten_by_any_name_that_marks(home: Path, name: str):
    write(home / "wiki", {"sources/limits.md": f"---\ntitle: Rate limits\n---\n{TEXTS['limits']}\n"})
    done("useful", "limits#^p1", "--for", QUESTION, home=home)
    assert "forgotten: 1 marks, kept: 0" in done("useful", name, "--forget", home=home).out


def test_marks_of_a_page_that_is_gone_are_forgotten(home: Path):
    done("useful", "limits#^p1", "--for", QUESTION, home=home)
    (home / "wiki/sources/limits.md").unlink()
    assert "forgotten: 1 marks, kept: 0" in done("useful", "limits", "--forget", home=home).out


def test_a_dry_run_writes_nothing_and_json_tells_what_would_be_marked(home: Path):
    told = done("useful", "[[limits#^p1]]", "--for", QUESTION, "--dry-run", "--json", home=home).document
    assert told == {"id": "", "targets": ["limits#^p1"], "question": QUESTION, "polarity": 1.0, "dry_run": True}
    assert not (home / USAGE).exists()


@pytest.mark.parametrize(
    ("argv", "code", "message"),
    [
        (["nowhere"], 3, "no page 'nowhere'"),
        (["limits#^zz"], 3, "no block ^zz in 'limits'; did you mean limits#^p1?"),
        ([], 2, "nothing is named"),
        (["limits", "--for", "???"], 2, "the question holds no word"),
    ],
)
def test_a_wrong_mark_is_refused(argv, code, message, home: Path):
    ran = run("useful", *argv, home=home)
    assert (ran.code, message in ran.err) == (code, True), ran.err
    assert not (home / USAGE).exists()


def test_a_home_that_cannot_be_written_uses_its_marks_and_takes_none(home: Path):
    done("useful", "limits#^p1", "--for", QUESTION, home=home)
    with KnowledgeBase.open(str(home), environ={}) as kb:
        kb.location = kb.location._replace(read_only=True)
        with pytest.raises(ReadOnlyError, match="only read"):
            memory.useful(kb, "limits", question=QUESTION)
        with pytest.raises(ReadOnlyError, match="only read"):
            memory.useful(kb, forget=True)
        assert _weights(kb) == {"limits": 1.0}


def test_what_was_amended_and_forgotten_leaves_nothing(home: Path):
    with KnowledgeBase.open(str(home), environ={}) as kb:
        memory.useful(kb, "limits")
        memory.useful(kb, "orders")
        assert amend_polarity(memory.usage_log(kb), ["limits", "orders"], -1.0, actor="agent", most=5) == 2
        assert [mark.polarity for mark in memory.usage_log(kb).marks()] == [-1.0, -1.0]
        memory.useful(kb, "limits", forget=True)
        assert [mark.polarity for mark in memory.usage_log(kb).marks()] == [-1.0]
        memory.useful(kb, forget=True)
    assert not (home / USAGE).exists()
