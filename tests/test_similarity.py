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
        without = similarity.close_words(word, choices, most), [similarity.name_similarity(word, c) for c in choices]
    assert with_library == without
