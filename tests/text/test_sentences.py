"""Sentences: exact pieces of a text, cut where sentences end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scripts.text.sentences import sentences


@given(st.text(alphabet="aB1 .!?。」「\n-*（）とZ'\"|#", max_size=60) | st.text(max_size=60))
def test_the_pieces_are_the_text(text: str) -> None:
    pieces = sentences(text)
    assert "".join(pieces) == text
    assert all(pieces)
