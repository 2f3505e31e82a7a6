"""Which names are close, and that finding them among many stays cheap."""

from __future__ import annotations

import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.care.close_names import CloseNames, Named, is_close
from scripts.pages.text.names import fold_name


def test_many_names_take_little_room():
    names = [Named(f"n{number}", f"station {number:05} of the northern railway") for number in range(2000)]
    tracemalloc.start()
    close = CloseNames(names)
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept < 4000 * len(names)
    assert close.owners_near("station 00007 of the nothern railway") == ["n7"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("memory leak", "Memory-Leaks"),
        ("résumé parser", "resume parsers"),
        ("leak memory", "memory leak"),
        ("data base", "database"),
        ("kubernetes", "kubernets"),
        ("recieve loop", "receive loop"),
        ("organisation", "organization"),
        ("colour", "color"),
    ],
)
def test_names_that_are_close(one: str, other: str):
    assert [*CloseNames([Named("a", one), Named("b", other)]).pairs()] == [(("a", one), ("b", other))]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Chapter 1", "Chapter 2"),
        ("2024-01-01", "2024-01-02"),
        ("2024-01-02", "2024-02-01"),
        ("Part 1 12", "Part 11 2"),
        ("gpt-3", "gpt-4"),
        ("C", "C++"),
        ("Visual C", "Visual C#"),
        ("Vitamin A", "Vitamin B"),
        ("Type I", "Type II"),
        ("cause", "pause"),
        ("minimap", "mindmap"),
        ("adsorption", "desorption"),
        ("hypothermia", "hyperthermia"),
        ("memory leak", "memory"),
        ("東京大学病院", "東京太学病院"),
    ],
)
def test_names_that_differ_on_purpose(one: str, other: str):
    assert [*CloseNames([Named("a", one), Named("b", other)]).pairs()] == []


def test_a_slip_in_the_first_letter_makes_another_word():
    assert not is_close("immigration", "ammigration")


def test_names_of_one_owner_are_no_pair():
    assert [*CloseNames([Named("a", "leak"), Named("a", "leaks")]).pairs()] == []


WORDS = st.lists(
    st.sampled_from(["kubernetes", "kubernets", "cluster", "clusters", "a", "b1", "b2", "Müller"]),
    min_size=1,
    max_size=3,
)


@given(st.lists(WORDS.map(" ".join), min_size=1, max_size=12, unique=True))
def test_pairs_are_exactly_those_that_comparing_each_with_each_would_find(names: list[str]):
    expected = {
        (one, other) for one in names for other in names if one < other and is_close(fold_name(one), fold_name(other))
    }
    found = [tuple(sorted((one.name, other.name))) for one, other in CloseNames(Named(n, n) for n in names).pairs()]
    assert sorted(found) == sorted(expected)


@given(st.text("abcdefgh", min_size=8, max_size=12), st.data())
def test_one_slip_in_a_long_word_is_always_found(word: str, data: st.DataObject):
    at = data.draw(st.integers(1, len(word) - 1))
    slips = [word[:at] + word[at + 1 :], word[:at] + "x" + word[at:], word[:at] + "x" + word[at + 1 :]]
    slip = data.draw(st.sampled_from(slips))
    found = CloseNames([Named("a", word)]).owners_near(slip)
    assert found == ["a"]


def test_ten_thousand_names_of_one_pattern_take_a_moment():
    names = CloseNames(Named(str(i), f"Figure {i} of measurement series") for i in range(10_000))
    start = time.process_time()
    assert [*names.pairs()] == []
    assert time.process_time() - start < 5
