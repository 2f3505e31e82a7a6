"""A reason or a decision is the end of a claim without a page of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.running import done, run, tree

QUOTE = "Nobody was paged, because the alert rule had expired."
RELATION = {"source": "checkout crash", "type": "because", "confidence": 0.9, "supporting_text": QUOTE, "as_text": True}
SUMMARY = "wiki/summaries/incident-report-summary.md"


def _apply(home: Path, **bundle: Any) -> dict[str, Any]:
    ran = run("apply", "-", "--json", home=home, stdin=json.dumps({"source": "incident-report", **bundle}))
    receipt: dict[str, Any] = ran.document["receipt"]
    return receipt


def test_a_reason_is_claimed_in_words_found_by_ask_and_no_page_is_missed(home: Path) -> None:
    before = tree(home / "wiki/entities")
    relation = RELATION | {"target": "the alert rule had [[expired]] | twice"}
    assert _apply(home, relations=[relation])["claims_added"] == 1
    assert 'because "the alert rule had \\[\\[expired\\]\\] | twice" (0.9' in (home / SUMMARY).read_text("utf-8")
    assert tree(home / "wiki/entities").keys() == before.keys()
    said = "checkout crash because the alert rule had [[expired]] | twice"
    assert said in done("ask", "why checkout crash?", home=home).out
    assert "0 unresolved" in done("status", home=home).out
    assert "broken-link" not in run("lint", home=home).out
    assert _apply(home, relations=[relation])["claims_unchanged"] == 1


def test_a_known_name_stays_a_page_and_signs_alone_are_refused(home: Path) -> None:
    known, short = RELATION | {"target": "memory leak"}, RELATION | {"target": "[%]"}
    (rejected,) = _apply(home, relations=[known, short])["rejected"]
    assert rejected["item"] == "relations[1].target"
    assert _apply(home, relations=[known])["claims_added"] == 1
    assert "because [[memory-leak|memory leak]]" in (home / SUMMARY).read_text("utf-8")


def test_a_claim_with_a_text_is_withdrawn_by_its_words(home: Path) -> None:
    before = (home / SUMMARY).read_text("utf-8")
    target = "the alert rule had expired"
    _apply(home, relations=[RELATION | {"target": target}])
    gone = {"source": "checkout crash", "type": "because", "target": target}
    assert _apply(home, withdraw=[gone])["claims_withdrawn"] == 1
    assert (home / SUMMARY).read_text("utf-8") == before


def test_a_quote_that_speaks_of_neither_end_is_told_and_kept(home: Path) -> None:
    relation = {"source": "checkout crash", "target": "memory leak", "type": "owns", "confidence": 0.9}
    nobody = relation | {"supporting_text": "Nobody was paged"}
    receipt = _apply(home, relations=[nobody, RELATION | {"target": "the alert rules expire"}])
    said = "the quote names neither 'checkout crash' nor 'memory leak': does it say this?"
    assert [(notice["item"], notice["message"]) for notice in receipt["notices"]] == [("relations[0]", said)]
    assert receipt["claims_added"] == 2


def test_a_quote_of_what_the_source_has_struck_out_is_told(home: Path, tmp_path: Path) -> None:
    (tmp_path / "plan.md").write_text("# Plan\n\nThe plan is ~~safe~~ withdrawn, says <del>Ada</del> Bob.\n", "utf-8")
    done("add", tmp_path / "plan.md", home=home)
    entities = [
        {"name": name, "type": "plan", "supporting_text": quote}
        for name, quote in (("safe plan", "The plan is safe"), ("Ada's word", "says Ada Bob"), ("end", "withdrawn"))
    ]
    notices = _apply(home, source="plan", entities=entities)["notices"]
    assert [notice["item"] for notice in notices if "strikes out" in notice["message"]] == [
        "entities[0]",
        "entities[1]",
    ]
