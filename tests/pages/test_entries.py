"""Entries of logs, chats and transcripts, told by what their first lines begin with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.pages.text.entries import entries


@pytest.mark.parametrize(
    "form",
    [
        "2026-02-01 10:00:11,120 INFO x",
        "[12/Feb/2026:10:00:00 +0000] GET /",
        "Feb  3 10:22:11 host sshd[12]: x",
        "Tue Feb 03 10:22:11 2026 x",
        "INFO  2026-02-01 x",
        "3/02/2026, 9:01 - Tom: x",
        "\u200e[03.02.26, 09:01:10] Udo: x",
        "[00:01:05] MRS DAHL: x",
        "12:30 x",
        "MRS DAHL: x",
        "Ann: x",
    ],
)
def test_a_line_with_a_time_or_a_name_begins_an_entry(form: str) -> None:
    lines = [form, "  goes on", *[form] * 4]
    assert entries(lines) == [f"{form}\n  goes on", *[form] * 4]


@pytest.mark.parametrize(
    "lines",
    [
        ["Prose of some", "lines that", "are wrapped", "where they", "are long."],
        ["Name: Ada", "Born: 1815", "Town: London", "Work: notes", "Died: 1852"],
        ["12:30 lunch", "1:00 walk", "and more"],
        ["3 eggs", "200 g flour", "1/2 cube of yeast", "80 g sugar", "10 apples"],
        [],
    ],
)
def test_what_has_no_entries(lines: list[str]) -> None:
    assert entries(lines) == []


def test_a_long_entry_is_one_only_for_its_first_lines() -> None:
    told = entries(["before", "10:01 a", *"b" * 30, *["10:02 c"] * 20])
    assert told[:3] == ["before", "\n".join(["10:01 a", *"b" * 11]), "b"]


@given(st.lists(st.sampled_from(["10:01 a", "Ann: b", "c", "", "  d"]), max_size=40))
def test_entries_are_the_lines_in_their_order(lines: list[str]) -> None:
    told = entries(lines)
    assert not told or "\n".join(told) == "\n".join(lines)
