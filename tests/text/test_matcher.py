"""Finding a text again: case, composition, line wraps and marks do not matter; words are whole."""

from __future__ import annotations

import pytest

from scripts.text.matcher import Matcher


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        ("zoster oticus", "ZOSTER Oticus"),
        ("zoster oticus", "> It is zoster\n> oticus, he said."),
        ("zoster oticus", "zoster\r\noticus"),
        ("zoster oticus", "**zoster** [[oticus]]"),
        ("zoster oticus", "topics/zoster-oticus.md"),
        ("Zöster", "a Zo\u0308ster"),
        ("Zo\u0308ster", "ZÖSTER."),
        ("Straße 12", "STRASSE 12"),
        ("zoster", "zo\u00adster"),
        ("Nora", "Nora's"),
        ("+49 40 123", "tel:+49-40-123"),
        ("帯状疱疹", "私は帯状\n疱疹です"),
    ],
)
def test_a_text_is_found_however_it_is_written(wanted: str, text: str) -> None:
    assert Matcher([wanted]).stands_in(text)


@pytest.mark.parametrize(
    ("wanted", "text"),
    [("Ann", "planning Annual"), ("zoster oticus", "zoster and oticus"), ("zoster", "zosters"), ("कि मी", "का मा")],
)
def test_other_words_are_not_it(wanted: str, text: str) -> None:
    assert not Matcher([wanted]).stands_in(text)


def test_what_says_too_little_is_not_looked_for() -> None:
    assert not Matcher(["", "C+", "--", "a b", "疹"])
    assert Matcher(["C++ 17", "疱疹"])


def test_the_lines_are_those_on_which_it_begins() -> None:
    text = "a zoster\nzoster oticus\nb\nzoster\noticus\n"
    assert Matcher(["zoster oticus"]).lines(text) == [2, 4]
    assert Matcher(["one two three"]).lines("x\none\ntwo\nthree\n") == [1]
    assert Matcher(["oticus", "b"]).lines("x\nOTICUS oticus\nb\n") == [2]
    assert Matcher(["zoster"]).lines("nothing") == []
