"""Whatever a person types or a page holds is words for FTS5, never a query."""

from __future__ import annotations

import sqlite3

import hypothesis.strategies as st
from hypothesis import given

from scripts.index_store.database import TABLES, decode_term, decode_words, encode_term, encode_words, match_expression
from scripts.text.analyzer import analyze

anything = st.text(st.characters(exclude_characters=" "), min_size=1, max_size=12)
terms = anything.filter(lambda term: len(term.split()) == 1 and term.split()[0] == term)


def table() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute(next(statement for statement in TABLES if "passage_words" in statement))
    return connection


@given(anything)
def test_decoding_gives_back_what_was_encoded(term: str) -> None:
    assert decode_term(encode_term(term)) == term


@given(terms, terms)
def test_a_word_is_found_by_itself_and_by_no_other(one: str, other: str) -> None:
    connection = table()
    connection.execute("INSERT INTO passage_words VALUES ('', '', ?)", (encode_term(one),))
    query = "SELECT count(*) FROM passage_words WHERE passage_words MATCH ?"
    assert connection.execute(query, (match_expression([one]),)).fetchone() == (1,)
    assert connection.execute(query, (match_expression([other]),)).fetchone() == (int(one == other),)


@given(st.lists(terms, min_size=1, max_size=4))
def test_a_phrase_is_found_in_its_order(words: list[str]) -> None:
    connection = table()
    column = encode_words(["before", *words, "behind"])
    connection.execute("INSERT INTO passage_words VALUES ('', '', ?)", (column,))
    query = "SELECT count(*) FROM passage_words WHERE passage_words MATCH ?"
    assert connection.execute(query, (match_expression([" ".join(words)]),)).fetchone() == (1,)
    assert decode_words(column).split(" ") == ["before", *words, "behind"]


@given(st.lists(st.text(max_size=30), max_size=5))
def test_no_text_is_a_wrong_query(texts: list[str]) -> None:
    expression = match_expression(texts)
    if expression:
        table().execute("SELECT 1 FROM passage_words WHERE passage_words MATCH ?", (expression,)).fetchall()


@given(st.text(max_size=60))
def test_every_term_of_a_text_is_one_token(text: str) -> None:
    connection = table()
    found = analyze(text, "en")
    connection.execute("INSERT INTO passage_words VALUES ('', '', ?)", (encode_words(found),))
    connection.execute("CREATE VIRTUAL TABLE terms USING fts5vocab(passage_words, row)")
    stored = {decode_term(term) for (term,) in connection.execute("SELECT term FROM terms")}
    assert stored == set(found)
