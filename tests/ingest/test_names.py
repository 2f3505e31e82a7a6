"""Which page a name in a bundle means: exact before folded, never a guess between two."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.story import relation
from tests.running import run

QUOTE = "The crash was caused by a memory leak in the session cache."


def _apply(home: Path, *argv: str, **bundle: Any) -> dict[str, Any]:
    ran = run("apply", "-", "--json", *argv, home=home, stdin=json.dumps({"source": "incident-report", **bundle}))
    receipt: dict[str, Any] = ran.document["receipt"]
    return receipt


def _thing(name: str, *aliases: str, kind: str = "thing") -> dict[str, Any]:
    return {"name": name, "type": kind, "aliases": list(aliases), "supporting_text": QUOTE}


def _pages(home: Path, **titles: tuple[str, str]) -> None:
    """Entity pages by stem, each with its title and an alias."""
    for stem, (title, alias) in titles.items():
        text = f'---\ntitle: "{title}"\naliases: ["{alias}"]\ntype: thing\n---\n# {title}\n'
        (home / "wiki/entities" / f"{stem}.md").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(("name", "stem"), [("async fn", "functions"), ("async Fn", "closures")])
def test_an_alias_in_its_very_case_goes_before_one_that_only_reads_alike(name: str, stem: str, home: Path) -> None:
    _pages(home, functions=("Functions", "async fn"), closures=("Closures", "async Fn"))
    receipt = _apply(home, entities=[_thing(name)], relations=[relation(name, "memory leak", QUOTE)])
    assert (receipt["rejected"], receipt["created"]) == ([], [])
    assert stem in receipt["updated"]
    assert f"[[{stem}|" in (home / "wiki/summaries/incident-report-summary.md").read_text("utf-8")


def test_a_name_of_two_pages_is_refused_with_both(home: Path) -> None:
    _pages(home, functions=("Functions", "async fn"), closures=("Closures", "async fn"))
    for bundle in ({"entities": [_thing("async fn")]}, {"relations": [relation("async fn", "memory leak", QUOTE)]}):
        (rejected,) = _apply(home, **bundle)["rejected"]
        assert "names 2 pages" in rejected["reason"]
        assert sorted(rejected["nearest"]) == ["closures", "functions"]


def test_a_page_s_title_goes_before_another_page_s_alias(home: Path) -> None:
    _pages(home, functions=("Functions", "leaks"), closures=("Closures", "Functions"))
    receipt = _apply(home, entities=[_thing("Functions")])
    assert (receipt["rejected"], receipt["updated"][0]) == ([], "functions")


def test_a_new_alias_that_is_a_name_of_another_page_is_named_at_once(home: Path) -> None:
    receipt = _apply(home, entities=[_thing("heap", "memory leak")])
    assert [notice["message"] for notice in receipt["notices"]] == [
        "alias 'memory leak' is a name of [[memory-leak]], too: leave it out, or merge them"
    ]
    two = [_thing("pump", "device"), _thing("valve", "device")]
    assert "[[pump]]" in _apply(home, "--dry-run", entities=two)["notices"][-1]["message"]


def test_a_known_entity_is_an_end_of_a_claim_without_a_quote_of_its_own(home: Path) -> None:
    assert _apply(home, relations=[relation("session cache", "memory leak", QUOTE, kind="hides")])["claims_added"] == 1


def test_an_end_whose_entity_was_rejected_is_told_as_that_and_not_as_unknown(home: Path) -> None:
    heap = _thing("heap") | {"supporting_text": "The heap was never there."}
    things = [heap, {"name": "pump", "supporting_text": QUOTE}]
    claims = [relation("heap", "memory leak", QUOTE), relation("memory leak", "pump", QUOTE)]
    reasons = {each["item"]: each["reason"] for each in _apply(home, entities=things, relations=claims)["rejected"]}
    assert reasons["relations[0].source"] == "rejected as entities[0]: mend that one"
    assert reasons["relations[1].target"] == "rejected as entities[1]: mend that one"
    mended = [_thing("heap"), _thing("pump")]
    assert _apply(home, entities=mended, relations=claims)["rejected"] == []
