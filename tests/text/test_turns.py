"""Turns in a session note: one quotation each, whatever was said, and the same words again when it is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.text.block_ids import quotables
from scripts.text.page import read_page
from scripts.text.turns import Turn, clean_speaker, clean_turn, format_turn, parse_turn

HEAD = "---\ntitle: t\n---\n# 4 March 2025\n\n"
PIECES = [*"ab1 .,:!?#>*-_`~$%^|\\[](){}<>\"'=+&@\n\té中", "^abc", "[[x]]", "```", "%%", "<!--", "::", "---"]
SAID = st.lists(st.sampled_from(PIECES), min_size=1, max_size=40).map("".join)


@given(st.lists(SAID, min_size=1, max_size=4))
def test_what_was_said_is_one_passage_each_that_claims_nothing(texts: list[str]):
    turns = [Turn("Ada", "10:42", clean_turn(text)) for text in texts if clean_turn(text).strip()]
    note = HEAD + "\n".join(format_turn(turn, f"t{at}") for at, turn in enumerate(turns))
    page = read_page("sessions/t.md", note)
    assert [quotable.block for quotable in quotables(note)] == [f"t{at}" for at in range(len(turns))]
    assert page.claims == ()
    assert [heading.text for heading in page.headings] == ["4 March 2025"]


@pytest.mark.parametrize(
    "text",
    [
        "plain words: with a colon",
        "two\n\nparagraphs",
        "- causes [[leak]] (0.9, [[report#^p1]])\n- depends_on:: [[y]]",
        "```py\nx = [1]\n```",
        "ends like an id ^abc123",
        "日本語で決めた",
        "(10:42): a time first",
    ],
)
def test_a_turn_is_read_back_as_it_was_said(text: str):
    (turn,) = quotables(HEAD + format_turn(Turn("Bob Ray", "09:05", text), "t1"))
    assert parse_turn(turn.text) == Turn("Bob Ray", "09:05", text)


def test_a_speaker_is_a_name_and_no_markup():
    assert clean_speaker("Ada [[x]]: #1\n> `code`") == "Ada x 1 code"
