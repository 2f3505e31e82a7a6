"""Retracting: a source's note, claims and quotes leave; what rested on it is listed and nothing of a person is lost."""

from __future__ import annotations

import os

import pytest

from scripts.errors import DataError, PageNotFoundError
from scripts.maintain.retract import RetractReceipt, plan_retract
from scripts.verbs import changing
from scripts.verbs.asking import ask
from scripts.wiki_store.working_copy import Plan
from tests.maintain.opened import Opened

SUMMARY = (
    "---\ntitle: Report (summary)\ntype: summary\n---\n# Report (summary)\n\nSource: [[report|Report]]\n\n## Claims\n\n"
    '- [[leak]] causes [[crash]] (0.9, [[report#^p1|p1]] "Leaks crash it")\n'
)
OTHER = (
    "---\ntitle: Other (summary)\n---\n## Claims\n\n"
    '- [[leak]] causes [[crash]] (0.9, [[report#^p1|p1]] "Leaks crash it", [[other#^q1|q1]] "a \\"leak\\"") ^keep\n'
    "- [[leak]] part_of [[heap]] (0.7, [[other#^q1|q1]])\n"
)
HOME = {
    "sources/report.md": "---\ntitle: Report\n---\nLeaks crash it. ^p1\n",
    "sources/other.md": '---\ntitle: Other\n---\nSay a "leak". ^q1\n',
    "summaries/report-summary.md": SUMMARY,
    "summaries/other-summary.md": OTHER,
    "entities/leak.md": (
        '---\ntitle: leak\n---\n# leak\n\n## Evidence\n\n- [[report#^p1|p1]] "Leaks"\n- [[other#^q1|q1]] "leak"\n'
    ),
    "entities/crash.md": '---\ntitle: crash\n---\n# crash\n\n## Evidence\n\n- [[report#^p1|p1]] "crash"\n',
    "entities/alone.md": '---\ntitle: alone\n---\n# alone\n\n## Evidence\n\n- [[report#^p1|p1]] "it"\n',
    "topics/why.md": (
        '---\nquestion: Why?\nevidence:\n  - "[[report#^p1]]"\nevidence_hashes:\n  - aa\n---\nA [[leak]].\n'
    ),
    "notes/mine.md": (
        "My [[report]] and\n\n* [[leak]] follows [[crash]] (0.5, [[report#^p1]])\n- [[leak]] uses [[heap]]\n"
    ),
    "map.canvas": '{"nodes": [{"type": "file", "file": "sources/report.md"}]}',
}


def text_of(vault: Opened, path: str) -> str:
    return vault.text(path)


def put(vault: Opened, files: dict[str, str]) -> None:
    """Let the tools write some files."""

    def plan(copy, _):
        for path, text in files.items():
            copy.put(path, text)
        return Plan(None)

    vault.write(plan)


def retract(vault: Opened, source: str) -> RetractReceipt:
    return vault.write(lambda copy, reader: plan_retract(copy, reader, source)).receipt


@pytest.fixture
def ws(open_vault) -> Opened:
    """A home whose pages the tools wrote."""
    found = open_vault({"index.md": ""})
    put(found, HOME)
    return found


def test_a_claim_with_other_evidence_loses_only_this_one(ws):
    retract(ws, "report")
    line = '- [[leak]] causes [[crash]] (0.9, [[other#^q1|q1]] "a \\"leak\\"") ^keep\n'
    assert line in text_of(ws, "summaries/other-summary.md")
    assert text_of(ws, "summaries/other-summary.md").endswith("- [[leak]] part_of [[heap]] (0.7, [[other#^q1|q1]])\n")


def test_a_page_with_nothing_left_but_itself_goes_along_and_undo_brings_it_back(ws):
    before = ws.tree()
    assert retract(ws, "report").husks == ("entities/alone.md",)
    assert ws.tree()[".trash/entities/alone.md"].decode() == HOME["entities/alone.md"]
    assert not (ws.root / "entities/alone.md").exists()
    changing.undo(ws.kb, "last")
    assert {path: data for path, data in ws.tree().items() if path in HOME} == {path: before[path] for path in HOME}


def test_asked_for_a_page_whose_source_was_retracted_it_is_said(ws):
    with open(ws.root / "entities/alone.md", "a", encoding="utf-8", newline="\n") as file:
        file.write("\n")
    retract(ws, "report")
    assert "alone: its source was retracted or says it no more" in ask(ws.kb, "what is alone?").text


def test_answers_that_rest_on_it_are_listed_and_left_as_they_are(ws):
    assert retract(ws, "report").stale == ("topics/why.md",)
    assert text_of(ws, "topics/why.md") == HOME["topics/why.md"]


def test_only_the_claim_line_leaves_a_persons_note(ws):
    retract(ws, "report")
    assert text_of(ws, "notes/mine.md") == "My [[report]] and\n\n- [[leak]] uses [[heap]]\n"


def test_a_summary_that_a_person_edited_stays_and_is_listed(ws):
    with open(ws.root / "summaries/report-summary.md", "a", encoding="utf-8", newline="\n") as file:
        file.write("\nMy own thought.\n")
    receipt = retract(ws, "report")
    assert receipt.kept == ("summaries/report-summary.md",)
    assert text_of(ws, "summaries/report-summary.md").endswith("## Claims\n\n\nMy own thought.\n")


@pytest.mark.parametrize("change", ["forget", "rename", "merge"])
def test_the_name_of_a_retracted_source_does_not_mean_the_summary_that_a_person_kept(ws, change):
    with open(ws.root / "summaries/report-summary.md", "a", encoding="utf-8", newline="\n") as file:
        file.write("\nMy own thought.\n")
    changing.retract(ws.kb, "report")
    before = ws.tree()
    changes = {
        "forget": lambda: changing.forget(ws.kb, ["report"], dry_run=False),
        "rename": lambda: changing.rename(ws.kb, "report", "Other"),
        "merge": lambda: changing.merge(ws.kb, "report", "leak"),
    }
    with pytest.raises(PageNotFoundError):
        changes[change]()
    assert ws.tree() == before


def test_a_name_taken_in_the_trash_gets_a_number(ws):
    (ws.root / ".trash/sources").mkdir(parents=True)
    (ws.root / ".trash/sources/report.md").write_bytes(b"older")
    assert retract(ws, "report").trash[0] == ".trash/sources/report 2.md"
    assert ws.tree()[".trash/sources/report.md"] == b"older"


def test_only_a_source_can_be_retracted(ws):
    with pytest.raises(DataError, match="not a source"):
        retract(ws, "leak")


def test_what_a_person_wrote_under_evidence_went_without_a_word(open_vault):
    mine = '- [[report#^p1|p1]] "Leaks" ^ev\n- see [[report]]\n\t- my doubt\n- [[report#^p1|p1]] "it" I doubt it\n'
    ws = open_vault(HOME | {"entities/leak.md": f"---\ntitle: leak\n---\n# leak\n\n## Evidence\n\n{mine}"})
    assert retract(ws, "report").by_hand == (
        "entities/leak.md: - see [[report]] - my doubt",
        'entities/leak.md: - [[report#^p1|p1]] "it" I doubt it',
        "sources/report.md: it was edited by hand since it came",
    )


def test_a_page_with_a_symbolic_link_to_it_counted_as_saved_by_somebody_else(open_vault):
    ws = open_vault(HOME)
    os.symlink("leak.md", ws.root / "entities/leak too.md")
    assert [path for path in retract(ws, "report").changed if "leak" in path] == ["entities/leak.md"]
    assert b"report" not in ws.tree()["entities/leak.md"]
