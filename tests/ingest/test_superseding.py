"""What a bundle for a revised source does with what was drawn from the revision before."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.running import done, run

FIRST = """# Report

## Cause

The checkout crashed at 10:42. A leak in the cache caused it. The cache is part of the checkout.

## Cost

The outage cost 1,800 euros. Ada Berg owns the checkout.
"""
SECOND = """# Report

## Cause

The checkout crashed at 10:43. A leak in the cache caused it.

The **cache** is part of the checkout.

## Cost

The outage cost 2,000 euros. Ada Berg owns the checkout.
"""


def _entity(name: str, said: str) -> dict[str, Any]:
    return {"name": name, "type": "thing", "supporting_text": said}


def _relation(source: str, type: str, target: str, said: str) -> dict[str, Any]:
    return {"source": source, "type": type, "target": target, "confidence": 0.9, "supporting_text": said}


BUNDLE = {
    "source": "report",
    "entities": [
        _entity("leak", "A leak in the cache"),
        _entity("cache", "The cache is part of the checkout."),
        _entity("checkout", "The checkout crashed at 10:42."),
        _entity("Ada Berg", "Ada Berg owns the checkout."),
        _entity("1,800 euros", "The outage cost 1,800 euros."),
    ],
    "relations": [
        _relation("leak", "causes", "checkout", "A leak in the cache caused it."),
        _relation("cache", "part_of", "checkout", "The cache is part of the checkout."),
        _relation("Ada Berg", "owns", "checkout", "Ada Berg owns the checkout."),
        _relation("checkout", "has_value", "1,800 euros", "The outage cost 1,800 euros."),
    ],
}
NEXT = {
    "source": "report",
    "entities": [_entity("2,000 euros", "The outage cost 2,000 euros.")],
    "relations": [_relation("checkout", "has_value", "2,000 euros", "The outage cost 2,000 euros.")],
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    done("init", home)
    done("add", "-", "--title", "Report", home=home, stdin=FIRST)
    done("apply", "-", home=home, stdin=json.dumps(BUNDLE))
    told = done("add", "-", "--as", "report", home=home, stdin=SECOND).out
    # Words that stand elsewhere now are no debt: only what is gone waits for somebody.
    assert "  led: 3 claims follow their words to other passages\n" in told
    assert told.count("  stale: summaries/report-summary.md") == 1
    return home


def test_a_claim_whose_words_still_stand_was_dropped_with_its_passage(home: Path) -> None:
    receipt = done("apply", "-", "--json", home=home, stdin=json.dumps(NEXT)).document["receipt"]
    assert (receipt["claims_led"], receipt["claims_dropped"], receipt["claims_added"]) == (0, 1, 1)
    found = run("lint", "--json", home=home).document["findings"]
    assert not [each for each in found if each["rule"] in ("stale-claim", "stale-evidence", "ungrounded-quote")]
    claims = (home / "wiki/summaries/report-summary.md").read_text("utf-8")
    assert claims.count("\n- [[") == 4
    assert "The cache is part of the checkout" in done("show", "cache", home=home).out


def test_what_is_gone_is_told_with_its_words(home: Path) -> None:
    told = done("apply", "-", home=home, stdin=json.dumps(NEXT)).out
    assert ", 1 dropped: their words are gone\n" in told
    assert '  gone, checkout has_value 1,800 euros: "The outage cost 1,800 euros."\n' in told
    assert '  gone, entities/checkout.md: "The checkout crashed at 10:42."\n' in told


def test_of_several_passages_with_the_words_the_one_that_names_the_ends_is_cited(tmp_path: Path) -> None:
    home = tmp_path / "home"
    done("init", home)
    done("add", "-", "--title", "Prices", home=home, stdin="# Prices\n\n## Rye\n\nA bag is 7 euros. It is dark.\n")
    said = "A bag is 7 euros."
    bundle = {
        "source": "prices",
        "entities": [_entity("rye", said), _entity("7 euros", said)],
        "relations": [_relation("rye", "has_value", "7 euros", said)],
    }
    done("apply", "-", home=home, stdin=json.dumps(bundle))
    second = f"# Prices\n\n## Oat\n\n{said} It is light.\n\n## Rye\n\n{said} It is darker.\n"
    done("add", "-", "--as", "prices", home=home, stdin=second)
    dark = {"source": "prices", "entities": [_entity("dark", "It is darker.")]}
    done("apply", "-", home=home, stdin=json.dumps(dark))
    block = done("show", "rye", "--json", home=home).document["claims"][0]["cite"]
    assert "darker" in done("show", block, home=home).out


def test_of_a_turn_that_was_edited_the_claim_whose_words_stand_stays(home: Path) -> None:
    """It went with the other claim of the same turn."""
    done("remember", "The flat is in Hamburg. The rent is 900 euros.", "--speaker", "Nora", home=home)
    note = next((home / "wiki/sessions").glob("*.md"))
    bundle = {
        "source": note.stem,
        "entities": [
            _entity("flat", "The flat is in Hamburg."),
            _entity("Hamburg", "in Hamburg"),
            _entity("rent", "rent"),
        ],
        "relations": [
            _relation("flat", "located_in", "Hamburg", "The flat is in Hamburg."),
            _relation("flat", "has_value", "rent", "The rent is 900 euros."),
        ],
    }
    done("apply", "-", home=home, stdin=json.dumps(bundle))
    note.write_text(note.read_text("utf-8").replace("900", "950"), encoding="utf-8")
    again = {"source": note.stem, "entities": [_entity("950 euros", "The rent is 950 euros.")]}
    receipt = done("apply", "-", "--json", home=home, stdin=json.dumps(again)).document["receipt"]
    assert [each["claim"] for each in receipt["dropped"]] == ["flat has_value rent"]


def test_a_passage_that_a_revision_took_away_is_named_and_no_part_of_the_page(home: Path) -> None:
    added = done("add", "-", "--as", "report", home=home, stdin=SECOND.replace("2,000", "3,000")).out
    assert ' "The outage cost 2,000 euros. Ada Berg ow' in added
    gone = re.search(r"gone passages: (\^p\w+) ", added)
    assert gone is not None
    told = run("show", f"report#{gone[1]}", home=home)
    assert told.code == 3
    assert f"no block {gone[1]}" in told.err
