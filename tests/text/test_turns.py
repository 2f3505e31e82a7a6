"""Turns in a session note: one quotation each, whatever was said, and the same words again when it is read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scripts.text.block_ids import quotables
from scripts.text.page import read_page
from scripts.text.turns import Turn, clean_speaker, clean_turn, format_turn

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


def test_a_speaker_is_a_name_and_no_markup():
    assert clean_speaker("Ada [[x]]: #1\n> `code`") == "Ada x 1 code"
