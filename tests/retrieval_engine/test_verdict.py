from __future__ import annotations

import pytest

from scripts.model import SectionRow
from scripts.retrieval_engine.values import Query, QueryTerm, RankedPassage, Ranking
from scripts.retrieval_engine.verdict import Verdict, candidates_apart, judge, stand_apart


def query(*terms: QueryTerm, nowhere: tuple[str, ...] = ()) -> Query:
    return Query("?", terms, (), (), nowhere, "en", 100)


def term(text: str, idf: float, *, sections: int = 3, share: float = 0.25) -> QueryTerm:
    return QueryTerm(text, text, sections, idf, share)


def ranking(likeness: dict[int, float] | None = None) -> Ranking:
    return Ranking((RankedPassage(1, 7, 1, 2.0),), (1,), {7: 1.0}, likeness or {})


def verdict(share: float, likeness: dict[int, float] | None = None) -> Verdict:
    """Return the verdict on a quotation from section 7 that has this share of the question."""
    asked = query(term("harbor", 3.0, share=share), term("lease", 3.0, share=1 - share))
    return judge(asked, ranking(likeness), section=7, quoted=("harbor",))


@pytest.mark.parametrize(
    ("share", "word"), [(0.91, "sufficient"), (0.89, "likely"), (0.7, "likely"), (0.69, "weak"), (0.0, "weak")]
)
def test_the_verdict_is_what_the_quotation_covers_of_the_question(share: float, word: str) -> None:
    assert verdict(share).word == word


@pytest.mark.parametrize(
    ("likeness", "word"),
    [
        ({7: 0.8, 8: 0.6}, "sufficient"),
        ({7: 0.8, 8: 0.8}, "likely"),
        ({7: 0.6, 8: 0.6}, "weak"),
        ({7: 0.6, 8: 0.9}, "weak"),
        ({7: 0.4, 8: 0.3}, "weak"),
    ],
)
def test_where_meanings_are_compared_likeness_and_lead_count_as_well(likeness: dict[int, float], word: str) -> None:
    assert verdict(0.5, likeness).word == word


def test_what_is_like_nothing_and_little_quoted_has_no_answer() -> None:
    assert verdict(0.39, {7: 0.41, 8: 0.3}).word == "none"
    assert verdict(0.41, {7: 0.41, 8: 0.3}).word == verdict(0.39, {7: 0.43, 8: 0.3}).word == "weak"


def test_where_pages_are_in_languages_that_are_not_compared_nothing_is_said_to_be_nowhere() -> None:
    asked = query(term("harbor", 3.0, share=0.4), term("lease", 3.0, share=0.6))
    found = judge(asked, ranking({7: 0.39, 8: 0.3}), section=7, quoted=("harbor",), is_read=False)
    assert (found.word, found.is_doubtful) == ("weak", True)


def test_nothing_found_is_no_answer():
    assert judge(query(), Ranking((), (), {})).word == "none"


def test_a_rarest_word_that_occurs_nowhere_makes_the_verdict_weak():
    asked = query(term("terraform", 6.0, sections=0), term("install", 2.0), nowhere=("terraform",))
    found = judge(asked, ranking(), section=7, quoted=("terraform", "install"))
    assert (found.word, found.missing) == ("weak", "terraform")


def test_a_fresh_filed_answer_is_sufficient_whatever_else_is_found():
    assert judge(query(term("a", 3.0)), ranking(), is_answered=True).word == "sufficient"


def test_little_of_the_question_is_doubtful():
    assert verdict(0.3).is_doubtful
    assert not verdict(0.4).is_doubtful
    assert verdict(0.4, {7: 0.55, 8: 0.55}).is_doubtful
    assert not verdict(0.5, {7: 0.55, 8: 0.5}).is_doubtful
    assert not verdict(0.9, {7: 0.3, 8: 0.3}).is_doubtful, "it is likely"


def section(id: int, page: int, words: str) -> SectionRow:
    return SectionRow(id, page, 0, "", (), 0, 0, 1, 1, words)


def test_words_stand_apart_where_no_page_has_both():
    terms = candidates_apart(query(term("windows", 4.0), term("7", 5.0), term("install", 1.0)))
    assert [found.text for found in terms] == ["7", "windows"]
    assert stand_apart([section(1, 1, "windows install"), section(2, 2, "7")], terms)
    assert not stand_apart([section(1, 1, "windows install"), section(2, 1, "7")], terms)


def test_a_word_that_occurs_nowhere_stands_apart_from_nothing():
    assert candidates_apart(query(term("windows", 4.0), term("terraform", 6.0, sections=0))) is None
