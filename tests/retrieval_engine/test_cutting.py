from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.retrieval_engine.cutting import GAP, cut_passage
from scripts.retrieval_engine.engine import AskOptions, answer
from tests.retrieval_engine.conftest import ReadVault

COUNTERS = [len, lambda text: len(text.split()), lambda text: (len(text) + 3) // 4, lambda text: len(text.encode())]


def cut(text: str, limit: int, *asked: str, kind: str = "paragraph", opening: bool = False):
    return cut_passage(
        text,
        kind,
        limit=limit,
        count=lambda text: len(text.split()),
        words=lambda text: text.lower().replace(".", " ").replace("|", " ").split(),
        weights=dict.fromkeys(asked, 1.0),
        opening=opening,
    )


LEASE = "One is here. Two is there. The lease runs until March. Three is gone. Four is late. Five is new."


def test_a_passage_that_fits_is_whole():
    assert cut(LEASE, 100).text == LEASE


def test_a_part_holds_the_sentence_with_the_words_asked_for():
    assert cut(LEASE, 8, "lease", "runs").text == f"{GAP} The lease runs until March. {GAP}"


def test_the_opening_sentence_goes_with_a_part_where_a_thing_is_defined():
    assert cut(LEASE, 12, "lease", opening=True).text == f"One is here. {GAP} The lease runs until March. {GAP}"


def test_a_row_is_shown_below_the_head_of_its_table():
    rows = "\n".join(f"| n{number} | v{number} |" for number in range(9))
    shown = cut(f"| name | value |\n|---|---|\n{rows}", 16, "n7", kind="table").text
    assert shown.startswith("| name | value |\n|---|---|\n")
    assert "| n7 | v7 |" in shown


def test_a_line_that_introduces_a_table_stays_with_its_head():
    rows = "\n".join(f"| n{number} | v{number} |" for number in range(9))
    shown = cut(f"The values:\n\n| name | value |\n|---|---|\n{rows}", 18, "n7", kind="table").text
    assert shown.startswith("The values:\n\n| name | value |\n|---|---|\n")
    assert "| n7 | v7 |" in shown


def test_code_is_cut_at_its_lines_between_its_fences():
    lines = "\n".join(f"line {number}" for number in range(20))
    shown = cut(f"Run:\n```sh\n{lines}\nline asked\n```", 12, "asked", kind="code").text
    assert shown.startswith("Run:\n```sh\n")
    assert shown.endswith("\n```")
    assert "line asked" in shown


def test_a_line_without_sentences_is_cut_at_its_clauses_around_the_words_asked_for():
    before, after = ["we talked about the lease"] * 90, ["the crane is old"] * 90
    text = ", ".join([*before, "the lease runs until March 2031", *after])
    shown = cut(text, 30, "lease", "runs").text
    assert "the lease runs until March 2031" in shown


def long_line() -> str:
    pick = random.Random(5)
    said = ["they spoke of the lighthouse rent", "the ferry wants paint", "Ivo put off the count"]
    said += ["the bill from Turku came late", "no one reads the board"]
    text = "".join(pick.choice(said) + ", " for _ in range(600))
    place = text.index(", ", 14000) + 2
    return f"# Talk\n\n{text[:place]}the rent holds until May 2033, {text[place:]}\n"


@pytest.mark.parametrize("budget", [None, 100, 200, 400, 1200])
def test_of_a_text_in_one_line_the_window_that_answers_is_quoted(read_vault: ReadVault, budget: int | None) -> None:
    reader = read_vault({"talk.md": long_line()})
    options = AskOptions(budget_tokens=budget)
    assert "the rent holds until May 2033" in answer(reader, "until when does the rent hold?", options).text


SCRAPS = st.sampled_from(["Alpha beta.", "gamma, delta", "\n- item one", "\n| a | b |", " ", "\n\n", "Ω漢字。"])


@given(
    st.lists(SCRAPS).map("".join),
    st.sampled_from(["paragraph", "list", "table", "code"]),
    st.integers(1, 60),
    st.sampled_from(COUNTERS),
    st.booleans(),
)
def test_a_part_never_exceeds_its_room_and_stands_in_the_passage(text, kind, limit, count, opening):
    part = cut_passage(
        text, kind, limit=limit, count=count, words=str.split, weights={"beta.": 1.0, "one": 2.0}, opening=opening
    )
    if part is None:
        return
    assert count(part.text) <= limit
    plain = " ".join(text.split())
    for run in part.text.split(GAP):
        assert " ".join(run.split()) in plain
