"""Which nodes a question names, and how surely."""

from __future__ import annotations

import pytest

from scripts.retrieval.extracts.coverage import weigh
from scripts.retrieval.language.question import parse_question
from scripts.retrieval.lookup.matching import MAX_FUZZY, match_names
from tests.retrieval.memory_graph import MemoryGraph, PageIn

GRAPH = MemoryGraph(
    [
        PageIn("memory-leak", "Memory leak", ("Memory that is never given back.",), "entities", ("heap growth",)),
        PageIn("memory", "Memory", ("What a program works in.",), "entities"),
        PageIn("cafe-müller", "Café Müller", ("A piece by Pina Bausch.",), "entities"),
        PageIn("内存泄漏", "内存泄漏", ("内存泄漏导致系统崩溃。",), "entities", ("記憶體洩漏",)),
        PageIn("cpp", "C++", ("A language.",), "entities"),
        PageIn("c", "C", ("An older language.",), "entities"),
        PageIn("the-who", "The Who", ("A band from London.",), "entities"),
        PageIn("mercury-planet", "Mercury", ("The planet.",), "entities"),
        PageIn("mercury-metal", "Mercury", ("The metal.",), "entities"),
        PageIn("kubernetes", "Kubernetes", ("It runs containers.",), "entities"),
        PageIn("long-report", "Long report", ("The weekly report says the program works.",)),
        PageIn("other-report", "Other report", ("Another report says nothing of programs.",)),
    ]
)


def matches(text, limit=8):
    return match_names(GRAPH, weigh(GRAPH, parse_question(text)), limit=limit)


def named(text):
    return [(match.node, match.how) for match in matches(text).named]


@pytest.mark.parametrize(
    ("text", "node", "how"),
    [
        ("what is a memory leak", "memory-leak", "exact"),
        ("what are Memory Leaks?", "memory-leak", "folded"),
        ("the memory-leak of May", "memory-leak", "folded"),
        ("why heap growth?", "memory-leak", "alias"),
        ("how do memroy leaks start", "memory-leak", "fuzzy"),
        ("is Kubernets slow", "kubernetes", "fuzzy"),
        ("seen at Cafe Muller", "cafe-müller", "folded"),
        ("内存泄漏导致什么", "内存泄漏", "exact"),
        ("記憶體洩漏", "内存泄漏", "alias"),
        ("written in C++", "cpp", "exact"),
        ("written in C", "c", "exact"),
        ("when did The Who play", "the-who", "exact"),
    ],
)
def test_d12_typos_plurals_aliases_accents_and_cjk_find_the_entity_and_say_why(text, node, how):
    assert named(text)[0] == (node, how)


def test_the_longest_of_overlapping_names_wins():
    assert named("why a memory leak") == [("memory-leak", "exact")]


def test_a_name_inside_a_misspelled_longer_one_does_not_hide_it():
    assert ("memory-leak", "fuzzy") in named("why a memory laek")


def test_a_stop_word_is_no_name():
    assert named("who is it") == []


def test_all_nodes_of_a_shared_name_are_matched():
    assert named("is Mercury heavy") == [("mercury-metal", "exact"), ("mercury-planet", "exact")]


def test_d13_seeds_rank_exact_over_alias_over_fuzzy_over_keyword():
    found = matches("does Kubernetes show heap growth like a memroy leak in the weekly report").matches
    order = [match.how for match in found]
    assert order[:2] == ["exact", "alias"]
    assert order == sorted(order, key=["exact", "alias", "folded", "fuzzy", "keyword"].index)
    assert [match.score for match in found] == sorted((match.score for match in found), reverse=True)


def test_d13_a_shared_common_word_does_not_push_out_the_named_node():
    found = matches("what does the report say about Kubernetes", limit=1).matches
    assert [(match.node, match.how) for match in found] == [("kubernetes", "exact")]


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_d13_seeds_are_limited(limit):
    assert len(matches("Mercury, Kubernetes, C++ and a memory leak in the report", limit=limit).matches) == limit


def test_words_that_occur_nowhere_are_told():
    assert matches("is the weather in Paris good for Kubernetes").unknown == ("weather", "Paris", "good")


def test_likeness_is_looked_up_a_bounded_number_of_times():
    before = GRAPH.calls["similar_names"]
    matches(" ".join(f"Xylo{at}phon Quar{at}tz" for at in range(20)))
    assert GRAPH.calls["similar_names"] - before <= MAX_FUZZY


def test_matching_an_empty_graph_finds_nothing():
    empty = MemoryGraph([])
    found = match_names(empty, weigh(empty, parse_question("what is a memory leak")))
    assert found.matches == ()
