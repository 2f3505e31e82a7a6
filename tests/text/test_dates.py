"""Dates: what is written `2024-06-30` is found by the month's name and the day, in the page's language."""

from __future__ import annotations

import pytest

from scripts.text.analyzer import analyze, query_words
from scripts.text.language import LANGUAGES, word_lists


@pytest.mark.parametrize(
    ("language", "written", "asked"),
    [
        ("en", "2024-06-30", "30 June 2024"),
        ("en", "2024-06-30", "June 30"),
        ("en", "2024-03-22", "March 22"),
        ("en", "2025-05-01", "in May 2025"),
        ("en", "2024-06", "June 2024"),
        ("en", "2024.06.30", "Jun 2024"),
        ("en", "2024-06-30T18:20", "2024-06-30"),
        ("en", "2024_09_12", "12 Sept 2024"),
        ("en", "June 5th", "June 5"),
        ("", "2024-06-30", "June"),
        ("de", "2024-03-22", "22. März 2024"),
        ("fr", "2024-08-01", "1 août"),
        ("ru", "2024-06-30", "30 июня 2024"),
        ("uk", "2024-06-30", "червня 2024"),
        ("zh", "2024-06-30", "6月"),
        ("vi", "2024-06-30", "tháng 6"),
    ],
)
def test_a_date_has_the_words_in_which_it_is_asked_for(language: str, written: str, asked: str) -> None:
    words = analyze(written, language)
    assert {word.term for word in query_words(asked, language)} <= set(words)


def test_a_date_that_is_asked_for_in_digits_may_stand_in_words() -> None:
    (day,) = query_words("2024-06-30", "en")
    (month,) = query_words("2024-06", "en")
    assert day.forms == ("june 30", "30 june")
    assert month.forms == ("june 2024",)


def test_numbers_that_are_no_dates_stay_numbers() -> None:
    assert analyze("1.2.03 2024-13-01 2024.06 0.5", "en")[:1] == ["1.2.03"]
    assert "june" not in analyze("2024.06", "en")
    assert not any(word in analyze("2024-00-30 2024-13-01", "en") for word in ("jan", "dec", "decemb"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_twelve_months(language: str) -> None:
    assert len(word_lists(language).months) == 12


@pytest.mark.parametrize("code", ["", "xx", "../words/en", "e\0", "EN", "words"])
def test_what_is_no_language_has_no_words(code: str) -> None:
    assert word_lists(code) == ((), (), ())
