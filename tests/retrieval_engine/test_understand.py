"""What a question is understood to ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.retrieval_engine.understand import MAX_TERMS, understand
from scripts.retrieval_engine.values import Query, idf, rarity
from tests.retrieval_engine.conftest import ReadVault

Understand = Callable[[Mapping[str, str], str], Query]

NOTES = {
    "Map of Content.md": "A page of links, kept for readers who like order and residuum.",
    "Where To.md": "An app for travelers.",
    "Sync.md": "Sync copies notes. Wi-Fi is needed, and a softLogout ends the session.",
    "C++.md": "A language with templates.",
    "notes/harbor.md": "The harbor uses ropes and cranes. Its keeper reads notes every day.",
}


@pytest.fixture
def understood(read_vault: ReadVault) -> Understand:
    return lambda notes, question: understand(read_vault(notes), question)


def names(query: Query) -> list[str]:
    return [entry.node for name in query.names for entry in name.names if entry.page is not None]


def test_a_name_of_several_words_is_found_whole(understood: Understand) -> None:
    assert names(understood(NOTES, "how do I make a map of content?")) == ["Map of Content"]


def test_a_name_of_stop_words_is_found_where_nothing_else_is_asked(understood: Understand) -> None:
    query = understood(NOTES, "Where To?")
    assert names(query) == ["Where To"]
    assert query.nowhere == ()


def test_a_name_keeps_its_signs(understood: Understand) -> None:
    assert names(understood(NOTES, "who uses C++ here?")) == ["C++"]


def test_a_question_that_is_one_name_asks_for_a_definition(understood: Understand) -> None:
    assert understood(NOTES, "what is Sync?").defines
    assert not understood(NOTES, "how does Sync copy ropes?").defines


def test_a_quoted_phrase_is_searched_as_one(understood: Understand) -> None:
    assert understood(NOTES, 'who wrote "ropes and cranes"?').phrases == ("rope crane",)


def test_shares_add_up_to_one(understood: Understand) -> None:
    query = understood(NOTES, "which keeper reads notes about templates and zebras?")
    assert sum(term.share for term in query.terms) == pytest.approx(1.0)


def test_a_pasted_page_is_read_in_part(understood: Understand) -> None:
    query = understood(NOTES, " ".join(f"word{number}" for number in range(5 * MAX_TERMS)))
    assert len(query.terms) <= MAX_TERMS


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_idf_falls_with_the_count_and_stays_above_0(count: int, total: int) -> None:
    assert idf(count, total) >= idf(count + 1, total) > 0
    assert 0 < rarity(count, total) <= 1
