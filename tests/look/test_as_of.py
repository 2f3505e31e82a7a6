"""What was held on a day: 200 made cases against a plain reading of their dates; what ask, list and the walk say."""

from __future__ import annotations

import random
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from scripts.index_store.port import has_begun
from scripts.knowledge_base import KnowledgeBase
from scripts.verbs.asking import ask
from tests.running import done, page, run, write

DAY = date(2025, 6, 15)
CASES = 200


@pytest.mark.parametrize(
    ("start", "begun"),
    [
        *[("", None), ("2024", True), ("2025", None), ("2026", False), ("2025-05", True), ("2025-06", None)],
        *[("2025-07", False), ("2025-06-15", True), ("2025-06-14", True), ("2025-06-16", False)],
    ],
)
def test_within_a_month_or_a_year_nothing_is_known(start: str, begun: bool | None) -> None:
    assert has_begun("2025-06-15", start) is begun


def _about(chance: random.Random) -> date:
    return DAY + timedelta(days=chance.choice((-400, -40, -1, 0, 1, 40, 400)))


def _case(number: int, chance: random.Random) -> tuple[dict[str, str], bool | None]:
    """The notes of one case, with one claim about `Thing number`, and whether it was held on DAY."""
    source, replacement = f"Report {number}", f"Later report {number}"
    dated, notes, tail = chance.choice((True, True, False)), {}, ""
    said = _about(chance)
    held: bool | None = said <= DAY if dated else None
    properties: dict[str, str] = {"date": said.isoformat()} if dated else {}
    kind = chance.choice(("plain", "since", "until", "since and until", "source replaced", "claim replaced"))
    if kind in ("since", "since and until"):
        since = _about(chance)
        tail, held = f", since {since}", since <= DAY
    if kind in ("until", "since and until"):
        until = _about(chance)
        tail += f", until {until}"
        held = held if until >= DAY else False
    if kind in ("source replaced", "claim replaced"):
        later, has_day = _about(chance), chance.random() < 0.8
        notes[f"Sources/{replacement}.md"] = page(
            replacement, "Newer.", **({"date": later.isoformat()} if has_day else {})
        )
        if kind == "source replaced":
            properties["replaced_by"] = f'"[[{replacement}]]"'
        else:
            tail = f", replaced by [[{replacement}]]"
        if has_day and later <= DAY:
            held = False
        elif not has_day and held is not False:
            held = None
    notes[f"Sources/{source}.md"] = page(source, f"Thing {number} uses Part {number}. ^p1", **properties)
    claim = f'- uses [[Part {number}]] (0.9, [[{source}#^p1]] "Thing {number} uses Part {number}"{tail})'
    notes[f"Thing {number}.md"] = page(f"Thing {number}", claim)
    notes[f"Part {number}.md"] = page(f"Part {number}", "A part.")
    return notes, held


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[bool | None]]:
    chance, vault = random.Random(7), tmp_path_factory.mktemp("as-of") / "vault"
    expected = []
    for number in range(CASES):
        notes, held = _case(number, chance)
        write(vault, notes)
        expected.append(held)
    return vault, expected


def test_two_hundred_made_cases(cases: tuple[Path, list[bool | None]], tmp_path: Path) -> None:
    vault, expected = cases
    environ = {"COMMONPLACE_CACHE": str(tmp_path / "cache"), "COMMONPLACE_STATE": str(tmp_path / "state")}
    wrong = []
    with KnowledgeBase.open(vault=vault, environ=environ, overrides={"embedder": "none"}) as kb:
        where = kb.page_filter(as_of=DAY.isoformat())
        for number, held in enumerate(expected):
            claims = ask(kb, f"what does Thing {number} use?", where=where).document["claims"]
            found = [claim for claim in claims if claim["subject_name"] == f"Thing {number}"]
            said = (None if "no date" in found[0]["note"] else True) if found else False
            if said is not held:
                wrong.append((number, held, said))
    assert not wrong
    assert {None, True, False} == set(expected)


VAULT = {
    "Old.md": page("Old", "The till was painted red.", date="2020-05-01"),
    "New.md": page("New", "The till was painted green.", date="2024-05-01"),
    "Undated.md": page("Undated", "Somebody painted the till."),
    "Till.md": page("Till", "- uses [[Paint]] (0.9, [[New]])\n- part_of [[Shop]] (0.9, since 2019)"),
}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write(tmp_path / "vault", VAULT)


def asked(vault: Path, *words: str) -> dict[str, Any]:
    return done("ask", "how was the till painted?", "--vault", vault, "--json", "--budget", "900", *words).document


def test_what_was_written_later_is_no_answer_and_what_has_no_date_says_so(vault: Path) -> None:
    reply = asked(vault, "--as-of", "2021-01-01")
    marks = {quoted["path"]: quoted.get("marks", []) for quoted in reply["evidence"]}
    assert ("New.md" in marks, marks["Old.md"], marks["Undated.md"]) == (False, [], ["no date"])
    assert reply["only"] == "only as of 2021-01-01: 3 pages, 2 of them with no date"
    assert "New.md" in {quoted["path"] for quoted in asked(vault)["evidence"]}
    text = done("ask", "how was the till painted?", "--vault", vault, "--budget", "900", "--as-of", "2021-01-01").out
    assert "[Undated] (no date)" in text


def test_the_walk_takes_no_claim_that_did_not_hold(vault: Path) -> None:
    def reached(day: str) -> set[str]:
        claims = done("ask", "what of the Till?", "--vault", vault, "--json", "--as-of", day).document["claims"]
        return {name for claim in claims for name in (claim["subject_name"], claim["object_name"])} - {"Till"}

    assert reached("2024-06-01") == {"Paint", "Shop"}
    assert reached("2021-01-01") == {"Shop"}
    assert reached("2018-01-01") == set()


def test_a_list_has_what_there_was(vault: Path) -> None:
    listed = done("list", "--vault", vault, "--as-of", "2021-01-01", "--json").document
    assert [found["path"] for found in listed["pages"]] == ["Old.md", "Till.md", "Undated.md"]


def test_what_is_no_day_is_refused(vault: Path) -> None:
    refused = run("ask", "till?", "--vault", vault, "--as-of", "soon")
    assert (refused.code, "'soon' is no time" in refused.err) == (2, True)


def test_a_bundle_says_since_when_a_claim_holds(tmp_path: Path) -> None:
    home = tmp_path / "home"
    done("init", home)
    done("add", "-", "--title", "Report", home=home, stdin="# Report\n\nSince 2024 the kiosk uses Redis.\n")
    bundle = """
source: report
entities:
  - {name: Kiosk, type: thing, supporting_text: the kiosk uses Redis}
  - {name: Redis, type: thing, supporting_text: the kiosk uses Redis}
relations:
  - {source: Kiosk, target: Redis, type: uses, confidence: 1, valid_from: "2024", supporting_text: the kiosk uses Redis}
"""
    done("apply", "-", home=home, stdin=bundle)
    assert ", since 2024)" in (home / "wiki/summaries/report-summary.md").read_text("utf-8")
    assert "Kiosk uses Redis" in done("ask", "what does the kiosk use?", "--as-of", "2025-01-01", home=home).out
    assert "Kiosk uses Redis" not in done("ask", "what does the kiosk use?", "--as-of", "2023-01-01", home=home).out
    refused = run("apply", "-", home=home, stdin=bundle.replace('"2024"', "last year"))
    assert "a day as 2026-03-12, a month or a year" in refused.out + refused.err
