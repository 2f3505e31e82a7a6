from __future__ import annotations

import pytest

from scripts.model import LinkRow, PageRow, PassageRow
from scripts.retrieval_engine.filed import content_hash, is_same_question, stale_parts


@pytest.mark.parametrize(
    "asked",
    [
        "What causes memory leaks?",
        "what causes memory leaks",
        "What causes a memory leak?",
        "What causes the memory leaks?",
    ],
)
def test_a_question_is_the_same_but_for_form(asked):
    assert is_same_question(asked, "What causes memory leaks?", "en")


@pytest.mark.parametrize(
    "asked",
    [
        "What do memory leaks cause?",
        "What does not cause memory leaks?",
        "Who causes memory leaks?",
        "Memory leaks",
        "What causes memory leaks in the checkout?",
        "What causes memory?",
        "",
    ],
)
def test_a_question_about_the_same_things_is_another_one(asked):
    assert not is_same_question(asked, "What causes memory leaks?", "en")


def test_a_question_of_words_without_content_is_the_same_only_word_for_word():
    assert is_same_question("Who is he?", "who is he", "en")
    assert not is_same_question("Who is she?", "who is he", "en")


def test_small_words_that_turn_a_question_count():
    assert not is_same_question("How do I turn it off?", "How do I turn it on?", "en")


def page(*hashes: str) -> PageRow:
    return PageRow(
        1, "topics/a.md", "a", "a", "topics", "topic", "", "en", properties={"evidence_hashes": list(hashes)}
    )


def link(text: str, target: int | None = 2) -> LinkRow:
    return LinkRow(1, "topics/a.md", 3, "property", False, text, None, "s.md" if target else "", target, "evidence")


def passage(text: str, block: str = "b1") -> PassageRow:
    return PassageRow(2, 2, 2, "paragraph", 1, 1, block, text)


def test_an_answer_is_fresh_while_its_passages_say_the_same():
    hashes = content_hash("It leaks\nmemory.")
    assert stale_parts(page(hashes), [link("s#^b1")], [passage("It  leaks memory.")]) == ()
    assert stale_parts(page(hashes), [link("s")], [passage("It leaks memory.")]) == ()


def test_a_stale_answer_says_what_changed():
    hashes = content_hash("It leaks memory.")
    assert stale_parts(page(hashes), [link("s#^b1")], [passage("It leaks nothing.")]) == ("s#^b1 has changed",)
    assert stale_parts(page(hashes), [link("s#^b1")], [passage("It leaks memory.", "b2")]) == ("s#^b1 is gone",)
    assert stale_parts(page(hashes), [link("s#^b1", None)], []) == ("s#^b1 is gone",)


def test_a_page_without_hashes_has_nothing_to_be_stale():
    assert stale_parts(page(), [link("s#^b1")], []) == ()
