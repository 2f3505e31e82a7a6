"""Turns of a conversation: a reply is found by its question, and who is asked about comes first."""

from __future__ import annotations

from scripts.retrieval.extracts.coverage import weigh
from scripts.retrieval.language.question import parse_question
from scripts.retrieval.lookup.matching import match_names
from scripts.retrieval.search.ranking import rank_passages
from tests.retrieval.memory_graph import MemoryGraph, PageIn

TALK = (
    "Ada: Good morning to you.",
    "Bob: Which shelf has the budget figures of the harbor?",
    "Ada: They are in the blue binder, on the third one.",
    "Bob: Thanks, I was lost among these papers.",
    "Ada: The harbor is closed on Sunday, by the way.",
    "Bob: I saw Ada at the harbor on Sunday with a telescope.",
    "Ada: I was at the harbor on Sunday and drew the boats.",
    "Bob: Nice weather for it.",
)


def ranked(texts: tuple[str, ...], question: str, without: frozenset[str] = frozenset()) -> list[str]:
    graph = MemoryGraph([PageIn("talk", "A talk", texts, "sessions")])
    asked = weigh(graph, parse_question(question))
    found = rank_passages(graph, asked, match_names(graph, asked).matches, limit=8, without=without)
    return [each.row.text for each in found]


def test_a_reply_gains_from_the_question_before_it_and_the_question_loses():
    question = "which shelf has the budget figures?"
    with_it, without = ranked(TALK, question), ranked(TALK, question, frozenset({"reply"}))
    assert with_it.index(TALK[2]) < without.index(TALK[2]) or with_it[0] == TALK[2]


def test_of_two_who_speak_of_it_the_one_asked_about_comes_first():
    question = "what did Ada do at the harbor on Sunday?"
    found = ranked(TALK, question)
    assert found.index(TALK[6]) < found.index(TALK[5])


def test_a_turn_is_known_in_a_session_note_too():
    quoted = tuple("> " + text.replace(":", " (10:42):", 1) for text in TALK)
    question = "what did Ada do at the harbor on Sunday?"
    found = ranked(quoted, question)
    assert found.index(quoted[6]) < found.index(quoted[5])


def test_prose_is_ranked_as_if_there_were_no_turns():
    prose = tuple(text.partition(": ")[2] for text in TALK)
    question = "which shelf has the budget figures?"
    assert ranked(prose, question) == ranked(prose, question, frozenset({"reply", "others"}))
