"""Old knowledge that looks current: what a page quotes and its source no longer says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.running import done, run

STAFF = "# Staff\n\nAda Berg is the treasurer of the club.\n\nThe club has a boat.\n"
QUOTED = "Ada Berg is the treasurer"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    done("init", home)
    done("add", "-", "--title", "Staff", home=home, stdin=STAFF)
    entities = [
        {"name": "Ada Berg", "type": "person", "supporting_text": "Ada Berg is the treasurer of the club."},
        {"name": "boat", "type": "thing", "supporting_text": "The club has a boat."},
    ]
    done("apply", "-", home=home, stdin=json.dumps({"source": "staff", "entities": entities}))
    return home


@pytest.fixture
def revised(club: Path) -> Path:
    done("add", "-", "--as", "staff", home=club, stdin=STAFF.replace("is the treasurer", "was the treasurer"))
    return club


def test_a_page_whose_quote_is_gone_is_stale_where_it_is_found_and_shown(revised: Path) -> None:
    assert "stale" in done("ask", "who is Ada Berg?", home=revised).out
    assert "stale" in done("show", "ada-berg", home=revised).out


def test_a_page_whose_quote_is_there_is_fresh_beside_it(revised: Path) -> None:
    assert "stale" not in done("ask", "what is the boat?", home=revised).out
    assert "stale" not in done("show", "boat", home=revised).out


def test_adding_the_revision_names_the_pages_that_quote_what_is_gone(club: Path) -> None:
    text = STAFF.replace("is the treasurer", "was the treasurer")
    told = done("add", "-", "--as", "staff", "--json", home=club, stdin=text).document["receipt"]["sources"][0]["stale"]
    assert [(each["path"], QUOTED in each["quote"]) for each in told] == [("entities/ada-berg.md", True)]


def test_lint_tells_what_is_gone_and_not_that_the_id_is_wrong(revised: Path) -> None:
    found = run("lint", "--json", home=revised).document["findings"]
    told = [(each["rule"], each["path"], each["fix"]) for each in found if "ada-berg" in each["path"]]
    assert told == [("stale-evidence", "entities/ada-berg.md", "commonplace show staff")]
    assert "missing-block" not in {each["rule"] for each in found}


def test_applying_what_the_revision_says_takes_the_old_quote_away(revised: Path) -> None:
    now = {"name": "Ada Berg", "type": "person", "supporting_text": "Ada Berg was the treasurer of the club."}
    done("apply", "-", home=revised, stdin=json.dumps({"source": "staff", "entities": [now]}))
    assert "stale" not in done("ask", "who is Ada Berg?", home=revised).out


def test_a_filed_answer_whose_source_was_taken_back_is_quoted_as_stale(tmp_path: Path) -> None:
    done("init", tmp_path)
    done("add", "-", "--title", "Letter", home=tmp_path, stdin="# Letter\n\nThe club owns a boat called Gull.\n")
    filed = ("file", "--question", "which boat does the club own?", "--title", "Boat", "--cites", "letter", "-")
    done(*filed, home=tmp_path, stdin="The club owns the boat Gull.")
    done("retract", "letter", home=tmp_path)
    told = done("ask", "which boat does the club own?", home=tmp_path).out
    assert "sufficient" not in told.splitlines()[0]
    assert "stale: letter is gone" in told


def test_a_quote_with_a_backslash_before_a_sign_was_called_gone(tmp_path: Path) -> None:
    done("init", tmp_path)
    done("add", "-", "--title", "Signs", home=tmp_path, stdin="# Signs\n\nThe mark \\\\< opens a tag in vim.\n")
    mark = {"name": "mark", "type": "thing", "supporting_text": "The mark \\\\< opens a tag"}
    done("apply", "-", home=tmp_path, stdin=json.dumps({"source": "signs", "entities": [mark]}))
    assert "stale" not in done("lint", home=tmp_path).out


def test_words_of_a_person_behind_the_evidence_of_an_answer_were_not_sent(tmp_path: Path) -> None:
    done("init", tmp_path)
    done("add", "-", "--title", "Letter", home=tmp_path, stdin="# Letter\n\nThe club owns a boat called Gull.\n")
    cited = done("show", "letter", "--json", home=tmp_path).document["text"].partition(" ^")[2].split()[0]
    filed = (
        "file",
        "--question",
        "which boat does the club own?",
        "--title",
        "Boat",
        "--cites",
        f"letter#^{cited}",
        "-",
    )
    done(*filed, home=tmp_path, stdin="The club owns the boat Gull, which lies in the harbor.")
    page = tmp_path / "wiki" / "topics" / "boat.md"
    page.write_text(page.read_text("utf-8").rstrip() + " as Ada wrote in May\n", "utf-8")
    assert "as Ada wrote in May" in done("ask", "which boat does the club own?", home=tmp_path).out
