"""What was said is evidence: turns of a session are quoted by a bundle as passages of a source are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.running import Ran, done, run, tree

SAID = "The flat is *Hafenweg* 7\nin Hamburg, rent 1,480 euros.\n"
FLAT = {"name": "Hafenweg 7", "type": "address", "supporting_text": "The flat is Hafenweg 7 in Hamburg"}
CITY = {"name": "Hamburg", "type": "city", "supporting_text": "in Hamburg, rent 1,480"}
LIES_IN = {"source": "Hafenweg 7", "target": "Hamburg", "type": "located_in", "confidence": 0.9}


@pytest.fixture
def session(home: Path) -> str:
    told = done("remember", "-", "--speaker", "Nora", "--json", home=home, stdin=SAID).document
    return str(told["receipt"]["turns"][0]["link"]).partition("#")[0]


def _apply(home: Path, source: str, quote: str, **more: Any) -> Ran:
    bundle = {"source": source, "entities": [FLAT, CITY], "relations": [{**LIES_IN, "supporting_text": quote}], **more}
    return run("apply", "-", "--json", home=home, stdin=json.dumps(bundle))


def test_a_claim_rests_on_a_turn_with_its_words_on_one_line(home: Path, session: str) -> None:
    assert _apply(home, session, "The flat is Hafenweg 7 in Hamburg").document["receipt"]["claims_added"] == 1
    claim = (home / f"wiki/summaries/{session}-summary.md").read_text("utf-8").splitlines()[-1]
    assert f"[[{session}#^t" in claim
    assert claim.endswith('"The flat is *Hafenweg* 7 in Hamburg")')
    done("lint", f"summaries/{session}-summary.md", home=home)
    told = done("ask", "where is Hafenweg 7?", home=home).out
    assert f"- Hafenweg 7 located in Hamburg (0.9, {session}#^t" in told
    assert "The flat is *Hafenweg* 7 in Hamburg, rent 1,480 euros." in told


def test_a_claim_is_stale_when_its_turn_changed_and_goes_with_the_next_bundle(home: Path, session: str) -> None:
    _apply(home, session, "in Hamburg, rent 1,480 euros")
    note = home / f"wiki/sessions/{session}.md"
    note.write_text(note.read_text("utf-8").replace("1,480 euros", "1,520 euros"), encoding="utf-8")
    told = done("ask", "where is Hafenweg 7?", home=home).out
    assert "sufficient" not in told.splitlines()[0]
    assert "[stale: quote gone]" in told
    assert "ungrounded-quote" in run("lint", home=home).out
    city = {**CITY, "supporting_text": "in Hamburg"}
    again = _apply(home, session, "rent 1,520 euros", entities=[FLAT, city]).document["receipt"]
    assert (again["claims_dropped"], again["claims_added"]) == (1, 1)
    assert "ungrounded-quote" not in run("lint", home=home).out


def test_a_passage_without_a_block_id_cannot_be_cited(home: Path) -> None:
    (home / "wiki/sessions").mkdir(exist_ok=True)
    (home / "wiki/sessions/call.md").write_text("---\ndate: 2026-01-02\n---\nNora: " + SAID, encoding="utf-8")
    told = _apply(home, "call", "in Hamburg").document["receipt"]["rejected"]
    assert ": write ` ^p24cec8` behind it in [[call]]" in told[0]["reason"]


@pytest.mark.parametrize(
    ("page", "instead"),
    [("entities/memory-leak.md", "is a page of this"), ("index.md", "is a page of this"), ("sources/notes.md", "--as")],
)
def test_a_page_of_the_knowledge_base_is_not_registered_again(page: str, instead: str, home: Path) -> None:
    before = tree(home)
    ran = run("add", home / "wiki" / page, home=home)
    assert (ran.code, instead in ran.out) == (1, True)
    assert tree(home) == before


def test_of_a_folder_a_persons_notes_are_taken_and_the_pages_of_the_tools_skipped(home: Path) -> None:
    (home / "wiki/mine.md").write_text("# Mine\n\nThe garden needs rain.\n", encoding="utf-8")
    receipt = run("add", home / "wiki", "--json", home=home).document["receipt"]
    assert [each["id"] for each in receipt["sources"]] == ["mine-source"]
    assert all("is a page of this knowledge base" in each["reason"] for each in receipt["skipped"])
