"""Sentences: exact pieces of a text, cut where sentences end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.text.sentences import sentences


def stripped(text: str) -> list[str]:
    return [piece.strip() for piece in sentences(text)]


@given(st.text(alphabet="aB1 .!?。」「\n-*（）とZ'\"|#", max_size=60) | st.text(max_size=60))
def test_the_pieces_are_the_text(text: str) -> None:
    pieces = sentences(text)
    assert "".join(pieces) == text
    assert all(pieces)


@pytest.mark.parametrize(
    "text",
    [
        "It costs 3.5 dollars in v2.0 of the program.",
        "Dr. Smith met e.g. Mr. Jones vs. St. Paul etc. Nobody came.",
        "See No. 17 and Fig. 4.",
        "J. R. R. Tolkien wrote it.",
        "Am 3. Oktober wird gefeiert.",
        "Das ist z.B. Brot, d.h. Nahrung.",
        "Это проф. Иванов и А. С. Пушкин.",
        "He said... and left.",
        "「これはペンです。」と言った。",
        "彼（田中。部長）は来た。",
        "The file a.b.c is open.",
        "1. Install it.",
    ],
)
def test_what_is_one_sentence_is_not_cut(text: str) -> None:
    assert stripped(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ('He said "Stop." Then he left.', ['He said "Stop."', "Then he left."]),
        ("**Bold.** Next.", ["**Bold.**", "Next."]),
        ("It came in 1999. Then it went.", ["It came in 1999.", "Then it went."]),
        ("Measured in Hz. Then stopped.", ["Measured in Hz.", "Then stopped."]),
        ("今日は雨です。明日は晴れ！そうですか？はい", ["今日は雨です。", "明日は晴れ！", "そうですか？", "はい"]),
        ("我来了。你呢？", ["我来了。", "你呢？"]),
        ("यह एक है। वह दो है।", ["यह एक है।", "वह दो है।"]),
        ("هل هذا؟ نعم", ["هل هذا؟", "نعم"]),
        ("A line\nthat goes on\n\nA new one", ["A line\nthat goes on", "A new one"]),
        ("- one\n- two\n1. three", ["- one", "- two", "1. three"]),
        ("Il dit « Non. » Puis partit.", ["Il dit « Non. »", "Puis partit."]),
    ],
)
def test_sentences_are_cut_where_they_end(text: str, expected: list[str]) -> None:
    assert stripped(text) == expected
