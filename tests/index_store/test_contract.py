"""The index in SQLite keeps the port's contract: in which order rows come, and what is left out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from math import log

import pytest

from scripts.index_store.port import IndexReader, Level
from scripts.index_store.refresh import Index
from scripts.look.lookup import similar_names, similar_words, words_beginning
from tests.index_store.contract import LEVELS, MANY, NODES, WORDS, answers, random_index


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with random_index(tmp_path_factory.mktemp("contract"), 1) as index:
        yield index


@pytest.fixture
def reader(index: Index) -> IndexReader:
    return index.reader


def test_every_question_has_an_answer_also_where_nothing_is(
    index: Index, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert answers(index.reader) == answers(index.reader)
    with random_index(tmp_path_factory.mktemp("empty"), 0) as empty:
        assert not any(row for row in answers(empty.reader)["pages"])


@pytest.mark.parametrize("level", LEVELS)
def test_hits_fall_by_their_scores_and_then_by_id(reader: IndexReader, level: Level) -> None:
    hits = reader.search(level, WORDS, limit=1000)
    assert len(hits) > 3
    assert hits == sorted(hits, key=lambda hit: (-hit.score, hit.id))
    assert reader.search(level, WORDS, limit=3) == hits[:3]
    few = [page.id for page in reader.pages(everything=True)][::2]
    assert {*reader.search(level, WORDS, limit=1000, pages=few)} < {*hits}


@pytest.mark.parametrize("level", LEVELS)
def test_a_search_without_terms_finds_nothing(reader: IndexReader, level: Level) -> None:
    for terms in ([], [""], [" "], ["nowhere at all"], ['"'], ["nowhere OR leak*"]):
        assert reader.search(level, terms, limit=10) == []


def test_thousands_of_terms_are_searched(reader: IndexReader) -> None:
    assert reader.search("pages", [*MANY, "gamma"], limit=5) == reader.search("pages", ["gamma"], limit=5) != []


def test_rows_come_in_a_stated_order(reader: IndexReader) -> None:
    pages = reader.pages(everything=True)
    assert [page.path for page in pages] == sorted(page.path for page in pages)
    ids = [page.id for page in pages]
    for rows in (reader.sections(pages=ids), reader.passages(pages=ids)):
        assert [row.id for row in rows] == sorted({row.id for row in rows}) != []
    claims = reader.claims(nodes=NODES)
    assert claims == sorted(claims, key=lambda claim: (claim.path, claim.line, claim.id)) != []
    edges = reader.edges_at(NODES, min_confidence=0.0, limit=99)
    assert {edge.relation == "links_to" for edge in edges} == {True, False}
    assert edges == sorted(edges, key=lambda edge: (edge.relation == "links_to", -edge.confidence, edge[0], edge[1:3]))
    assert len(reader.edges_at(["alpha"], min_confidence=0.0, limit=2)) == 2


def test_what_could_be_no_id_is_passed_over(reader: IndexReader) -> None:
    strange = [-1, 0, 1 << 63, 1 << 200]
    assert not reader.passages(ids=strange, sections=strange, pages=strange)
    assert not reader.claims(sections=strange, pages=strange)
    assert not reader.pages(ids=strange, paths=["\ud800"])


def test_a_misspelled_name_or_word_finds_the_one_that_was_meant(reader: IndexReader) -> None:
    for slip in ("memry", "mmori", "memorry"):
        assert similar_words(reader, slip, limit=3)[0][0] in ("memori", "memory")
    for slip in ("Memory Laek", "leak memory", "emory leak"):
        found = similar_names(reader, slip, limit=50)
        assert found[0][0].key == "memori leak"
        assert [likeness for _, likeness in found] == sorted((likeness for _, likeness in found), reverse=True)
    assert similar_words(reader, "", limit=3) == similar_names(reader, "leak", limit=0) == []
    assert words_beginning(reader, "bo", limit=2) == reader.words("bo", limit=2) != []


@pytest.mark.parametrize("level", LEVELS)
def test_a_word_of_more_than_half_of_the_sections_is_searched_only_by_itself(
    level: Level, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("common")
    with random_index(folder, 0) as index:
        for number in range(9):
            text = f"Quartz of kind {number}.\n" + ("Basalt, too.\n" if number == 4 else "")
            (folder / f"vault/{number}.md").write_text(text, "utf-8")
        index.refresh()
        rare = index.reader.search(level, ["basalt"], limit=99)
        assert index.reader.search(level, ["quartz", "basalt"], limit=99) == rare
        assert (len(rare), len(index.reader.search(level, ["quartz"], limit=99))) == (1, 9)


def test_a_score_is_that_of_the_formula(index: Index) -> None:
    with closing(sqlite3.connect(index.path)) as connection:
        rows = connection.execute("SELECT rowid, title, heading, text FROM passage_words")
        texts = {passage: " ".join(columns).split() for passage, *columns in rows}
    documents = sum("memori" in words for words in texts.values())
    idf = max(1e-6, log((len(texts) - documents + 0.5) / (documents + 0.5)))
    average = sum(map(len, texts.values())) / len(texts)
    expected = {
        passage: idf * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * len(words) / average))
        for passage, words in texts.items()
        if (count := words.count("memori"))
    }
    assert len(expected) > 1
    found = index.reader.search("passages", ["memori"], limit=99)
    assert {hit.id: hit.score for hit in found} == pytest.approx(expected)
