"""Days and moments as a call gives them."""

from __future__ import annotations

import pytest

from scripts.errors import UsageError
from scripts.memory.remembering import read_moment

NOW = "2026-11-22T10:00"
"""A Sunday."""


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-05-12", ("2026-05-12", "")),
        ("2026-05-12T9:05", ("2026-05-12", "09:05")),
        ("2026-05-12 10:42:59", ("2026-05-12", "10:42")),
        ("yesterday 10:42", ("2026-11-21", "10:42")),
    ],
)
def test_a_moment_has_a_day_and_perhaps_a_time(text: str, moment: tuple[str, str]):
    assert read_moment(text, NOW) == moment


@pytest.mark.parametrize("text", ["", "soon", "last week", "2026-02-30", "12.5.26", "2026-05-12 25:00", "10:42"])
def test_what_is_no_moment_is_told(text: str):
    with pytest.raises(UsageError):
        read_moment(text, NOW)
