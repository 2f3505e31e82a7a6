"""The index in SQLite keeps the port's contract, in whatever order its rows were written."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from tests.index_store.contract import SEEDS, Contract, Pair
from tests.index_store.tables import random_tables, reader_of


class TestSqlite(Contract):
    @pytest.fixture(params=SEEDS)
    def pair(self, request: pytest.FixtureRequest) -> Pair:
        tables = random_tables(Random(request.param), pages=int(request.param) * 6)
        return reader_of(tables), reader_of({name: rows[::-1] for name, rows in tables.items()}), tables


def test_a_score_is_that_of_the_formula() -> None:
    tables = random_tables(Random(1), pages=12)
    texts = {
        row["id"]: " ".join(row[name] for name in ("title", "heading", "text")).split()
        for row in tables["passage_words"]
    }
    holding = [words.count("residuum") for words in texts.values()]
    documents = sum(map(bool, holding))
    idf = max(1e-6, log((len(texts) - documents + 0.5) / (documents + 0.5)))
    average = sum(map(len, texts.values())) / len(texts)
    expected = {
        passage: idf * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * len(words) / average))
        for passage, words in texts.items()
        if (count := words.count("residuum"))
    }
    assert len(expected) > 1
    found = reader_of(tables).search("passages", ["residuum"], limit=99)
    assert {hit.id: hit.score for hit in found} == pytest.approx(expected)
