"""A process that lives on searches with what it has kept of each word, and finds what one question alone would find."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scripts.store.kept import Kept
from scripts.store.passage_search import _FEW
from scripts.store.reader import SqliteReader

WORDS = ("river", "rivers", "bank", "old", "mill", "stone", "bridge", "keeper", "of", "the", "flood", "1921")

words = st.sampled_from(WORDS)
terms = st.lists(words | st.lists(words, min_size=2, max_size=3).map(" ".join), min_size=1, max_size=5)
searches = st.fixed_dictionaries(
    {
        "limit": st.integers(0, 40),
        "hand": st.sampled_from(["first", "second", "any"]),
        "pages_only": st.booleans(),
        "holding": st.just("") | words | st.lists(words, min_size=2, max_size=2).map(" ".join),
    }
)


@pytest.fixture(scope="module")
def connection(tmp_path_factory):
    from tests.store.conftest import Room

    room = Room(tmp_path_factory.mktemp("home"))
    chance = random.Random(7)
    for number in range(60):
        folder = ("notes", "sources", "topics", "entities")[number % 4]
        blocks = [" ".join(chance.choices(WORDS, k=chance.randint(1, 12))) for _ in range(chance.randint(1, 6))]
        room.write(f"{folder}/{chance.choice(WORDS)}-{number}.md", "\n\n".join(blocks) + "\n")
    index = room.index()
    index.refresh()
    yield index.connection()
    index.close()


@pytest.mark.parametrize("within", [(), ((3, 40), (60, 90))])
def test_a_process_that_lives_on_finds_what_one_question_would(connection, within):
    kept = Kept()
    kept.searches = _FEW
    living = SqliteReader(connection, kept=kept, within=within)

    @settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(terms, searches)
    def check(asked, options):
        alone = SqliteReader(connection, within=within)
        assert living.search(asked, **options) == alone.search(asked, **options)
        limit = options["limit"]
        assert living.holders(asked, limit=limit) == alone.holders(asked, limit=limit)
        for hand in ("first", "second"):
            among = [hit.passage for hit in alone.search(asked, limit=20, hand=hand)]
            some = asked[: 1 + limit % 3]
            assert {*living.holding(some, among, hand=hand)} == {*alone.holding(some, among, hand=hand)}

    check()
    assert len({key for key in kept.scores._values if key[0] == "words"}) > len(WORDS)
