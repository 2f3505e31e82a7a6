"""Edits are counted alike with and without the library."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from scripts import similarity

words = st.text(alphabet="abcé", max_size=9)


@given(words, words, st.integers(0, 12))
def test_without_the_library_edits_are_counted_as_the_library_counts_them(one: str, other: str, most: int) -> None:
    expected = OSA.distance(one, other, score_cutoff=most)
    assert similarity.osa_distance(one, other, most) == expected
    assert similarity._few_edits(one, other, min(most, 2)) == OSA.distance(one, other, score_cutoff=min(most, 2))


@given(words, st.lists(words, unique=True), st.integers(1, 3))
def test_the_same_words_are_close_and_names_alike_whoever_counts(word: str, choices: list[str], most: int) -> None:
    with_library = similarity.close_words(word, choices, most), [similarity.name_similarity(word, c) for c in choices]
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(similarity.sys.modules, "rapidfuzz")
        patch.setattr(similarity, "_letters", 0)
        without = similarity.close_words(word, choices, most), [similarity.name_similarity(word, c) for c in choices]
    assert with_library == without


def test_what_compares_long_names_again_and_again_asks_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    # `apply` with sixty long names took 12 s more.
    monkeypatch.delitem(similarity.sys.modules, "rapidfuzz")
    monkeypatch.setattr(similarity, "_letters", 0)
    counted: list[str] = []

    def count(one: str, other: str, most: int) -> int:
        counted.append(other)
        return int(OSA.distance(one, other, score_cutoff=most))

    monkeypatch.setattr(similarity, "osa_distance", count)
    distances = {similarity.edit_distance("a" * 100, "a" * 95 + "b" * 5, 100) for _ in range(1000)}
    assert distances == {5}
    assert 0 < len(counted) < 500


# As folded: no blanks but single ones between words.
names = st.lists(words.filter(bool), max_size=4).map(" ".join)


@given(names, names)
def test_the_bound_of_a_likeness_is_never_below_it(one: str, other: str) -> None:
    assert similarity.similarity_bound(one)(other) >= similarity.name_similarity(one, other) - 1e-9


@given(st.text(alphabet="ab", max_size=14), st.text(alphabet="ab", max_size=14), st.integers(0, 3))
def test_a_word_within_so_many_edits_keeps_a_piece(one: str, other: str, most: int) -> None:
    assert OSA.distance(one, other) > most or similarity._piece_test(one, most)(other)
