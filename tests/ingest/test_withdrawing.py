"""A claim that was wrong is withdrawn by a bundle; the rest of its page stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.running import Ran, done, run, tree

PAGE = "wiki/summaries/incident-report-summary.md"
CAUSES = {"source": "checkout crash", "target": "memory leak", "type": "was caused by"}


def _apply(home: Path, **bundle: Any) -> Ran:
    return run("apply", "-", "--json", home=home, stdin=json.dumps(bundle))


def test_one_claim_goes_whichever_end_it_is_told_from(home: Path) -> None:
    before = (home / PAGE).read_text("utf-8").splitlines()
    receipt = _apply(home, source="incident-report", withdraw=[CAUSES]).document["receipt"]
    after = (home / PAGE).read_text("utf-8").splitlines()
    assert (receipt["claims_withdrawn"], receipt["updated"]) == (1, ["incident-report-summary"])
    assert [line.partition(" (")[0] for line in before if line not in after] == [
        "- [[memory-leak|memory leak]] causes [[checkout-crash|checkout crash]]"
    ]
    assert [line for line in after if line not in before] == []
    done("undo", "last", home=home)
    assert (home / PAGE).read_text("utf-8").splitlines() == before


@pytest.mark.parametrize(
    ("more", "item"),
    [({"target": "session cache"}, "withdraw[0]"), ({"target": "no such thing"}, "withdraw[0].target")],
)
def test_a_claim_that_is_not_there_is_not_withdrawn(more: dict[str, str], item: str, home: Path) -> None:
    before = tree(home)
    told = _apply(home, source="incident-report", withdraw=[{**CAUSES, **more}]).document["receipt"]["rejected"]
    assert [each["item"] for each in told] == [item]
    assert "list it under entities" not in told[0]["reason"]
    assert tree(home) == before


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_claim_that_was_written_again_lost_its_block_id_and_the_other_objects_of_its_line(
    home: Path, end: str
) -> None:
    page = home / PAGE
    text = page.read_text("utf-8")
    line = next(each for each in text.splitlines() if "causes [[checkout-crash" in each)
    theirs = line.replace("- [[", "* [[", 1).replace("]] (", "]], [[tea]] (", 1) + " ^mine"
    page.write_text(text.replace(line, theirs), "utf-8", newline=end)
    said = {"source": "memory leak", "target": "checkout crash", "type": "causes", "confidence": 0.95}
    quote = "The crash was caused by a memory leak"
    assert _apply(home, source="incident-report", relations=[said | {"supporting_text": quote}]).code == 0
    first, second = (each for each in page.read_bytes().decode().split(end) if each.startswith("* "))
    assert first.startswith("* [[memory-leak|memory leak]] causes [[checkout-crash|checkout crash]] (0.95, ")
    assert second == theirs.replace("[[checkout-crash|checkout crash]], ", "")
    assert _apply(home, source="incident-report", withdraw=[CAUSES]).code == 0
    assert [each for each in page.read_bytes().decode().split(end) if each.startswith("* ")] == [second]


def test_a_claim_withdrawn_with_a_reason_stays_readable_and_is_claimed_no_more(home: Path) -> None:
    _apply(home, source="incident-report", withdraw=[CAUSES | {"reason": "Read [[as]] cause"}])
    text = (home / PAGE).read_text("utf-8")
    line = "- ~~[[memory-leak|memory leak]] causes [[checkout-crash|checkout crash]]~~"
    assert text.endswith(f"## Withdrawn\n\n{line}: Read \\[\\[as\\]\\] cause (withdrawn 2025-03-04)\n")
    told = done("ask", "what causes the checkout crash?", home=home).out
    assert "[incident-report-summary > Withdrawn]" in told
    assert "incident-report#^p426463" not in told.partition("[")[0]
