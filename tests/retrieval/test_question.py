"""Reading a question: what is searched for, what may be a name, what carries no topic."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scripts.retrieval.language.figures import other_forms
from scripts.retrieval.language.question import LAST, MAX_NAME_WORDS, MAX_PASTED, MAX_TERMS, expand, parse_question


def content(text, *expansions):
    return [term.text for term in parse_question(text, expansions).content]


def test_two_questions_read_in_turn_each_have_their_own_words():
    one, other = parse_question("What does the memory leak cause?"), parse_question("Who was Ada?")
    told = [tuple(term.text for term in each.content) for each in (one, other, one)]
    assert told == [("memory", "leak", "cause"), ("ada",), ("memory", "leak", "cause")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What does the memory leak cause?", ["memory", "leak", "cause"]),
        ("Warum ist die Datenbank langsam?", ["datenbank", "langsam"]),
        ("Quelle est la capitale de l'Angleterre ?", ["capitale", "angleterre"]),
        ("¿Cuál es la causa de la fuga?", ["causa", "fuga"]),
        ("did he die with his son?", ["die", "son"]),
        ("内存泄漏", ["内存", "存泄", "泄漏"]),
        ("使用Python编程", ["使用", "python", "编程"]),
    ],
)
def test_stop_words_go_in_the_language_of_the_question(text, words):
    assert content(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("failed on 2026-04-08", ["failed", "2026 04 08"]),
        ("version 1.5", ["version", "1 5"]),
        ("costs 1,000 dollars", ["costs", "1 000", "dollars"]),
        ("in 2018", ["2018"]),
        ("who is O'Brien", ["o brien"]),
        ("the leak's size", ["leak", "size"]),
    ],
)
def test_numbers_dates_and_apostrophes_are_searched_as_they_are_indexed(text, words):
    assert content(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("why is v-if together with v-for bad?", ["v if", "together", "v for", "bad"]),
        ("the else block of a let-else", ["block", "let else"]),
        ("what is `this` in a callback?", ["this", "callback"]),
        ("is the e-mail up-to-date?", ["mail", "date"]),
        ("est-ce que la base de données est lente ?", ["base", "donnees", "lente"]),
    ],
)
def test_a_name_that_is_joined_of_stop_words_is_asked_for(text, words):
    assert content(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What is the treatment for ALL?", ("treatment", "all")),
        ("what is the treatment for all?", ("treatment",)),
        ("WHAT IS THE TREATMENT FOR ALL?", ("treatment",)),
        ("Does the WHO advise it?", ("who", "advise")),
    ],
)
def test_a_stop_word_in_capitals_among_small_letters_is_a_name(text, words):
    assert tuple(term.text for term in parse_question(text).content) == words


def test_a_question_of_stop_words_only_keeps_them():
    assert content("Who is it?") == ["who", "is", "it"]


def test_words_of_one_stem_count_once():
    assert content("leaks leak leaking") == ["leaks"]


@pytest.mark.parametrize("quotes", ['"{}"', "“{}”", "«{}»", "„{}“", "`{}`"])
def test_quoted_words_are_a_phrase(quotes):
    question = parse_question("who said " + quotes.format("To be, or not") + " first")
    assert question.phrases == ("to be or not",)
    assert "to be or not" in question.phrases


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("what does --retry-on=5xx do?", ("retry on 5xx",)),
        ("max_client_conn in /etc/edge.conf.", ("max client conn", "etc edge conf")),
        ("is v2.13.1 a well-known release?", ("v2 13 1",)),
    ],
)
def test_a_flag_a_key_a_path_and_a_version_are_searched_whole(text, phrases):
    assert parse_question(text).phrases == phrases


def test_expansions_are_searched_and_never_missed():
    question = parse_question("why did it leak", ["heap growth", "leak"])
    assert question.phrases == ("heap growth",)
    assert [(term.text, term.added) for term in question.content] == [("leak", False), ("heap", True), ("growth", True)]


def test_expanding_twice_changes_nothing():
    once = parse_question("why did it leak", ["heap growth"])
    assert expand(once, ["heap growth"]) == once


def test_every_run_of_words_may_be_a_name_longest_first():
    runs = [run.text for run in parse_question("C++ memory-leak").runs]
    assert runs == ["C++ memory-leak", "memory-leak", "C++ memory", "memory", "leak", "C++"]


def test_a_name_does_not_cross_the_end_of_a_sentence():
    assert "down. Why" not in [run.text for run in parse_question("It is down. Why now").runs]


def test_the_dot_of_an_initial_ended_a_name():
    assert "J. K. Rowling" in [run.text for run in parse_question("What did J. K. Rowling write?").runs]


def test_pieces_of_a_run_without_blanks_may_be_names():
    assert "内存泄漏" in [run.text for run in parse_question("内存泄漏导致什么").runs]


@given(st.text(max_size=300))
@example("1000")
def test_reading_never_fails_and_spans_are_the_words(text):
    question = parse_question(text)
    forms = {(form.start, form.end, form.text) for form in other_forms(question.text)}
    runs = [run for run in question.runs if (run.start, run.end, run.text) not in forms]
    assert all(question.text[run.start : run.end] == run.text for run in runs)
    assert all(0 <= term.start < term.end <= len(text) for term in question.terms)
    assert all(term.text == " ".join(term.text.split()) != "" for term in question.terms)
    assert all(run.last - run.first < MAX_NAME_WORDS for run in question.runs)


def test_a_pasted_text_is_read_up_to_a_bound():
    question = parse_question("alpha beta gamma " * 5000)
    assert len(question.terms) == MAX_TERMS
    assert len(question.runs) <= (MAX_TERMS + LAST) * MAX_NAME_WORDS
    assert len(parse_question(" ".join(f"word{n}" for n in range(5000))).terms) == MAX_PASTED


@pytest.mark.parametrize(
    "question",
    [
        "where does Nora live at the moment?",
        "where does Nora live these days?",
        "Right now, where does Nora live?",
        "where does Nora live as of now?",
        "wo live Nora zur Zeit?",
        "où live Nora en ce moment ?",
        "où live Nora ces jours-ci ?",
        "où live Nora à présent ?",
        "où live Nora aujourd'hui ?",
        "dónde live Nora hoy en día?",
        "dove live Nora al giorno d'oggi?",
        "onde live Nora hoje em dia?",
        "waar live Nora op dit moment?",
        "где Nora live в настоящее время?",
    ],
)
def test_words_that_say_no_more_than_now_are_stop_words(question):
    assert {term.text for term in parse_question(question).content} == {"nora", "live"}


def test_a_name_made_of_such_words_and_their_parts_elsewhere_are_none():
    assert "days" in [term.text for term in parse_question("who wrote These Days?").content]
    assert "right" in [term.text for term in parse_question("which is the right side?").content]


def test_a_turn_of_another_language_is_none_in_english():
    assert content("what did Nora get as a present?") == ["nora", "present"]
