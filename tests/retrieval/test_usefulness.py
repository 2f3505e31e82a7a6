"""Marks move what they name in proportion to the likeness of the questions, and nothing else."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.retrieval.answer import answer
from scripts.retrieval.answer_values import AnswerOptions
from scripts.retrieval.extracts.coverage import weigh
from scripts.retrieval.language.question import parse_question
from scripts.retrieval.search.usefulness import Mark, fade, likenesses, topic_words
from tests.bench.rewordings import REWORDINGS
from tests.retrieval.memory_graph import MemoryGraph, PageIn

THINGS = ["harbor", "orchard", "bridge", "furnace", "library", "meadow", "tunnel", "windmill", "lantern", "ferry"]
DEEDS = ["flooded", "painted", "sold", "repaired", "measured", "moved"]
PAGES = [
    PageIn(f"{thing}-{deed}", f"{thing} {at}", (f"The {thing} was {deed} in {1900 + 10 * at} by crew {deed[:3]}{at}.",))
    for thing in THINGS
    for at, deed in enumerate(DEEDS)
]
GRAPH = MemoryGraph(PAGES)
QUESTIONS = [f"When was the {thing} {deed}?" for thing in THINGS for deed in DEEDS]
OPTIONS = AnswerOptions(go_on=True)


def mark(question: str, *targets: str, weight: float = 1.0) -> Mark:
    return Mark(question, tuple(topic_words(question)), targets, weight)


def ranking(question: str, *marks: Mark) -> list[str]:
    return [each.row.page for each in answer(GRAPH, question, OPTIONS, marks=lambda _: marks).ranked]


def place(question: str, page: str, *marks: Mark) -> int:
    found = ranking(question, *marks)
    return found.index(page) if page in found else len(PAGES)


@settings(max_examples=10)
@given(st.sampled_from(QUESTIONS), st.sampled_from(PAGES), st.integers(0, 99))
def test_a_mark_never_makes_a_rewording_find_later_what_helped(question, page, seed):
    given_for = mark(question, f"{page.id}#^p0")
    for frame in REWORDINGS.values():
        asked = frame(question, Random(seed)) or question
        assert place(asked, page.id, given_for) <= place(asked, page.id)
    # What covers the whole question stays in front.
    assert place(question, page.id, given_for) <= 1


@given(st.sampled_from(QUESTIONS), st.sampled_from(QUESTIONS), st.sampled_from(PAGES), st.floats(-1, 1))
def test_a_mark_for_another_question_hides_no_answer(asked, other, page, weight):
    thing, deed = asked.removeprefix("When was the ").removesuffix("?").split()
    given_for = mark(other, f"{page.id}#^p0", page.id, weight=weight)
    if asked != other:
        assert place(asked, f"{thing}-{deed}", given_for) == 0
    if thing not in other and deed not in other:
        assert ranking(asked, given_for) == ranking(asked)


def test_the_same_words_count_in_full_and_a_shared_subject_hardly_or_not_at_all():
    asked = weigh(GRAPH, parse_question("When was the harbor flooded?"))
    marks = [mark(text) for text in ("the harbor, when flooded", "When was the harbor sold?", "Who flooded it?")]
    same, subject, deed = likenesses(GRAPH, asked, marks)
    assert same == pytest.approx(1.0)
    assert 0 <= subject < 0.05
    assert deed == 0


def test_marks_add_up_and_take_each_other_back():
    question, one, other = QUESTIONS[0], "ferry-moved#^p0", "meadow-sold#^p0"
    assert ranking(question, mark(question, one), mark(question, one, weight=-1)) == ranking(question)
    first = ranking(question, mark(question, one, weight=0.4), mark(question, other))
    assert first.index("meadow-sold") < first.index("ferry-moved")


def test_a_mark_of_what_is_gone_is_passed_over():
    assert ranking(QUESTIONS[0], mark(QUESTIONS[0], "nowhere", "nowhere#^p0", "ferry-moved#^gone")) == ranking(
        QUESTIONS[0]
    )


def test_a_mark_fades_by_half():
    assert [fade(days, 30) for days in (0, 30, 60)] == [1.0, 0.5, 0.25]
