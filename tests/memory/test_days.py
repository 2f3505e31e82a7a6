"""Days as people write them."""

from __future__ import annotations

import pytest

from scripts.errors import UsageError
from scripts.memory.days import read_day, read_moment, with_years

NOW = "2026-11-22T10:00"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-05-12", "2026-05-12"),
        ("12 May", "2026-05-12"),
        ("May 12", "2026-05-12"),
        ("12th of May 2025", "2025-05-12"),
        ("12.5.26", "2026-05-12"),
        ("12.5.", "2026-05-12"),
        ("24.12.", "2025-12-24"),
        ("24 December", "2025-12-24"),
        ("12 de mayo", "2026-05-12"),
        ("today", "2026-11-22"),
        ("Yesterday", "2026-11-21"),
        ("gestern", "2026-11-21"),
        ("昨日", "2026-11-21"),
        ("오늘", "2026-11-22"),
        ("٢٠٢٦-١١-١٩", "2026-11-19"),
        ("２０２６年１１月１９日", "2026-11-19"),
        ("2026년 11월 19일", "2026-11-19"),
        ("11月19日", "2026-11-19"),
        ("١٩ نوفمبر ٢٠٢٦", "2026-11-19"),
        ("19 בנובמבר 2026", "2026-11-19"),
        ("19 Kasım 2026", "2026-11-19"),
        ("१९ नवंबर २०२६", "2026-11-19"),
    ],
)
def test_a_day_without_a_year_is_the_last_one(text: str, day: str):
    assert read_day(text, NOW) == day


@pytest.mark.parametrize("text", ["", "soon", "2026-13-01", "March 2026", "last week", "32 May"])
def test_what_is_no_day_is_told(text: str):
    with pytest.raises(UsageError, match="no day of the calendar"):
        read_day(text, NOW)


def test_a_moment_has_a_day_and_a_time():
    assert read_moment("2026-05-12T9:05", NOW) == ("2026-05-12", "09:05")
    assert read_moment("12 May 10:42:59", NOW) == ("2026-05-12", "10:42")
    assert read_moment("12 May", NOW) == ("2026-05-12", "")


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("what was on 12 May?", "what was on 2026-05-12?"),
        ("May 12th", "2026-05-12"),
        ("12.5.25?", "2025-05-12?"),
        ("was war am 12. Mai", "was war am 2026-05-12"),
        ("what was on 12 May 2024?", "what was on 12 May 2024?"),
        ("what was on 13 May?", "what was on 13 May?"),
        ("how many of the 12 may come?", "how many of the 12 may come?"),
        ("may 12 people come?", "may 12 people come?"),
    ],
)
def test_a_day_in_a_question_is_the_last_one_of_which_there_is_a_note(question: str, meant: str):
    assert with_years(question, {"2025-05-12", "2026-05-12"}) == meant
