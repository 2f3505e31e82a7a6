"""The rows of one page."""

from __future__ import annotations

import json
import sqlite3

from hypothesis import given
from hypothesis import strategies as st

from scripts.index_store.build import PageRows, name_rows, page_id, page_rows, word_rows
from scripts.index_store.database import PAGE_BITS, PLACE_BITS
from scripts.index_store.derived import is_sought, lengths_of, names_in
from scripts.text.page import read_page

from .vaults import pages


def rows_of(text: str, path: str = "folder/note.md") -> PageRows:
    return page_rows(read_page(path, text), text)


@given(pages)
def test_rows_survive_json_and_can_be_stored(text: str) -> None:
    rows = rows_of(text)
    values = (rows.page, rows.sections, rows.passages, rows.names, rows.claims, rows.links)
    assert json.loads(json.dumps(values)) == json.loads(json.dumps(json.loads(json.dumps(values))))
    connection = sqlite3.connect(":memory:")
    for row in (rows.page, *rows.sections, *rows.passages, *rows.names, *rows.links):
        connection.execute(f"SELECT {', '.join('?' * len(row))}", row)


@given(st.text())
def test_ids_of_sections_fit_into_what_sqlite_can_hold(path: str) -> None:
    assert 0 <= page_id(path) < 1 << PAGE_BITS
    assert (page_id(path) + 1) << PLACE_BITS < 1 << 63


def test_the_names_of_a_page_stand_once_each_as_the_strongest_kind() -> None:
    names = name_rows("x/shop-sign.md", "Brand (play)", "notes", '["Brand (Play)", "The Brand"]', '{"name": "B"}', "en")
    assert [(kind, text) for _, kind, text, _ in names] == [
        ("title", "Brand (play)"),
        ("stem", "shop-sign"),
        ("alias", "The Brand"),
        ("alias", "B"),
        ("short", "Brand"),
    ]


def test_the_questions_of_a_filed_answer_are_names() -> None:
    properties = json.dumps({"question": "Why?", "questions": ["What for?", 3]})
    names = name_rows("topics/why.md", "Why", "topics", "[]", properties, "en")
    assert [text for _, kind, text, _ in names if kind == "question"] == ["What for?"]


def test_stem_and_first_heading_are_found_beside_the_title() -> None:
    words = rows_of("---\ntitle: Alpha\n---\n\nIntro.\n\n## Beta\n\ntext\n", "gamma.md").words
    assert (words.title, words.aliases) == ("alpha", "beta gamma")


def test_what_is_repeated_stands_in_no_words_table() -> None:
    rows = rows_of("Quartz sand.\n\nBasalt rock.\n")
    repeated = {rows.passages[0][5]}
    (page,), sections, passages = word_rows(1, rows.words, repeated)
    assert [row[3] for row in passages] == ["basalt rock"]
    assert [row[4] for row in sections] == ["basalt rock"]
    assert page[6] == "basalt rock"


def test_a_list_of_claims_of_a_summary_is_shown_and_not_searched() -> None:
    text = "# S\n\nAlpha.\n\n## Claims\n\n- [[a]] causes [[b]]\n\n## Notes\n\nGamma.\n"
    rows = rows_of(text, "summaries/s.md")
    assert [row[6] for row in rows.passages] == [0, 1, 0]
    (page,), _, passages = word_rows(1, rows.words, frozenset())
    assert [row[3] for row in passages] == ["alpha", "gamma"]
    assert "claim" not in " ".join(page[1:])
    assert len(rows.claims) == 1


def test_links_of_a_source_are_quoted_matter() -> None:
    assert rows_of("[[a]]\n", "sources/s.md").links == []
    assert len(rows_of("[[a]]\n").links) == 1


def test_claims_are_stored_in_the_canonical_direction() -> None:
    (claim,) = rows_of("- part_of [[car|the car]]\n", "wheel.md").claims
    assert claim[1:6] == ("car", "the car", "contains", "", claim[5])


def test_the_longest_name_counts_and_none_within_it() -> None:
    keys = {"memory leak", "memory", "leak", "of alpha beta"}
    words = ["memory", "leak", "of", "memory", "of", "alpha"]
    assert list(names_in(words, keys, lengths_of(keys))) == ["memory leak", "memory"]


def test_short_words_are_no_names_in_text_but_pairs_of_signs_are() -> None:
    assert [key for key in ("ls", "cat", "leak", "ls cat", "東京", "東", " ".join("abcdefghi")) if is_sought(key)] == [
        "leak",
        "ls cat",
        "東京",
    ]
