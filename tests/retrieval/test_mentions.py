"""Names in passages: known ones, and words that are written like names."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from scripts.pages.text.names import fold_name, fold_words
from scripts.retrieval.language.stems import unspaced_run
from scripts.retrieval.lookup.mentions import find_mentions
from tests.retrieval.memory_graph import MemoryGraph, PageIn

GRAPH = MemoryGraph(
    [
        PageIn("e-1", "Memory leak", (), "entities", ("heap growth",)),
        PageIn("memory", "Memory", (), "entities"),
        PageIn("leak-zh", "内存泄漏", (), "entities"),
        PageIn("kotelnaya", "Котельная «Северная»", (), "entities"),
        PageIn("plc", "PLC", (), "entities"),
        PageIn("net", "5G网络", (), "entities"),
    ]
)


def names(text):
    return [(mention.text, bool(mention.hits)) for mention in find_mentions(GRAPH, [text])[0]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It has heap growth.", [("heap growth", True)]),
        ("many memory leaks, again", [("memory", True), ("memory leaks", True)]),
        ("由内存泄漏引起", [("内存泄漏", True)]),
        ("今天PLC坏了，仓库改用5G网络。", [("PLC", True), ("5G网络", True)]),
        ("PLC를 바꾸었다", [("PLC", True)]),
        ("owned by the Rank Organisation.", [("Rank Organisation", False)]),
        ("The Rank Organisation owned it.", [("Rank Organisation", False)]),
        ("lived in Salford's centre", [("Salford", False)]),
        ("Yesterday it rained. Nobody came.", []),
        ("written by Maria von Trapp (singer)", [("Maria von Trapp", False)]),
        ("It opened in March, on Mondays and every Friday March 3.", []),
        ("read in the Sunday Times in March", [("Sunday Times", False)]),
        ("it is still TODO, the rest None", []),
        ("Там тепло (см. Котельная «Северная»).", [("Котельная «Северная»", True), ("Северная", False)]),
        ("nothing here at all", []),
    ],
)
def test_names_are_found_as_written_without_what_stands_around_them(text, found):
    assert names(text) == found


def test_a_month_that_a_page_is_called_is_a_name():
    graph = MemoryGraph([PageIn("april", "April", ("April keeps the keys.",), "entities")])
    (mention,) = find_mentions(graph, ["we gave them to April"])[0]
    assert [hit.node for hit in mention.hits] == ["april"]


def test_each_name_stands_once_with_all_its_places():
    (mention,) = find_mentions(GRAPH, ["heap growth after Heap Growth"])[0]
    assert mention.spans == ((0, 11), (18, 29))


def test_all_texts_are_looked_up_together():
    before = GRAPH.calls["names"]
    assert [len(found) for found in find_mentions(GRAPH, ["memory", "none", "heap growth"])] == [1, 0, 1]
    assert GRAPH.calls["names"] - before < 10


# A letter that stands for an apostrophe alone, or for nothing, is no word.
WORDS = st.text(st.characters(categories=("L", "N")), min_size=1, max_size=8).filter(
    lambda w: fold_name(f"a {w}") != "a"
)


@given(st.lists(WORDS, min_size=1))
@example(["o\u02bcneill", "0"])
def test_words_folded_one_by_one_are_the_folded_name(words):
    assert fold_words(words) == fold_name(" ".join(words))


@given(st.from_regex(unspaced_run().pattern, fullmatch=True))
def test_what_folding_leaves_as_it_is_it_leaves_so_piece_by_piece(run: str) -> None:
    # What saves folding each piece of a text without blanks.
    assume(fold_name(run) == run)
    pieces = {run[start:stop] for start in range(len(run)) for stop in range(start + 1, len(run) + 1)}
    assert {piece for piece in pieces if fold_name(piece) != piece} == set()
