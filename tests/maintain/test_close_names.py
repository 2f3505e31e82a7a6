"""Which names are close, and that finding them among many stays cheap."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scripts.maintain.lint.names import abbreviations, close_names, is_close
from scripts.text.names import fold_name


def test_a_slip_in_the_first_letter_makes_another_word():
    assert not is_close("immigration law", "ammigration law")


def test_names_of_one_owner_are_no_pair():
    assert [*close_names([("leak", "a"), ("leaks", "a")])] == []


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
    found = [tuple(sorted((one[0], other[0]))) for one, other in close_names((name, name) for name in names)]
    assert sorted(found) == sorted(expected)


@given(st.text("abcdefgh", min_size=8, max_size=12), st.data())
def test_one_slip_in_a_long_word_is_always_found(word: str, data: st.DataObject):
    at = data.draw(st.integers(1, len(word) - 1))
    slips = [word[:at] + word[at + 1 :], word[:at] + "x" + word[at:], word[:at] + "x" + word[at + 1 :]]
    slip = data.draw(st.sampled_from(slips))
    assert word == slip or [*close_names([(f"old {word}", "a"), (f"old {slip}", "b")])] != []


ONE_THING = """
RSC/React Server Components; USA/United States of America; HTTP/Hypertext Transfer Protocol
WHO/World Health Organization
J. R. R. Tolkien/John Ronald Reuel Tolkien; category/categories; NLP/natural language processing; J. Smith/John Smith
NASA/National Aeronautics and Space Administration; session store/session stores; M. Curie/Marie Curie
CI/continuous integration
"""
OTHER_THINGS = """
RSC/Royal Shakespeare Company X; J. Smith/Jane Smythe; API/application; IT/Italy; A. Weber/Anna Webern; UK/Ukraine
CI/Côte; story/stores; TLS/Transport Protocol Security; M. Curie/Pierre Curie; session/sessions store
AI/Anna Ivanova Petrova
"""


def test_of_ten_proposals_nine_are_of_one_thing() -> None:
    def proposed(cases: str) -> list[bool]:
        pairs = [pair.strip().split("/") for line in cases.split("\n")[1:-1] for pair in line.split(";")]
        named = [[(one, "a"), (other, "b")] for one, other in pairs]
        return [bool([*close_names(names), *abbreviations(names)]) for names in named]

    right, wrong = sum(proposed(ONE_THING)), sum(proposed(OTHER_THINGS))
    assert right >= 10
    assert right >= 9 * wrong


def test_an_abbreviation_that_its_own_page_has_in_full_means_nothing_else() -> None:
    assert [*abbreviations([("CFG", "a"), ("call for grants", "a"), ("cold food growing", "b")])] == []
    assert [*abbreviations([("R language", "a"), ("Russian language", "b")])] == []


def test_initials_that_two_people_have_are_proposed_for_neither() -> None:
    assert [*abbreviations([("J. Smith", "a"), ("John Smith", "b"), ("Jane Smith", "c")])] == []
