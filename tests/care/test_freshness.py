"""Where the words of a lost quote stand now."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from scripts.care.freshness import written
from scripts.care.saying import blocks_saying
from scripts.pages.page_model import Passage

TEXT = st.text("ab \n", max_size=6)


def passage(block, text):
    return Passage(0, block, "", 0, len(text), 1, text)


@given(st.lists(TEXT, max_size=6), TEXT)
def test_law_the_block_of_lost_words_is_that_of_the_first_passage_with_them(texts, quote):
    named = [passage(f"p{at}", text) for at, text in enumerate(texts)]
    words = " ".join(quote.split())
    having = [each.block for each in named if words and words in " ".join(each.text.split())]
    assert blocks_saying([passage("", quote), *named])(quote) == (having or [""])[0]


def test_many_lost_quotes_of_a_long_source_are_looked_for_in_linear_time():
    started = time.process_time()
    block = blocks_saying([passage(f"p{at}", f"the sentence of number {at} stands here. " * 5) for at in range(2000)])
    found = [block(f"of number {at} stands") for at in range(0, 2000, 2)]
    assert found == [f"p{at}" for at in range(0, 2000, 2)]
    assert time.process_time() - started < 2, "a tenth of that; each passage read for each quote takes five times it"


def test_the_moment_of_a_revision_is_read_however_a_person_leaves_the_property(open_vault):
    """A single value was no revision, and the answer filed before it stayed the last word."""
    for value in (
        "2025-02-01T10:00:00 ^p1",
        "[2025-02-01T10:00:00 ^p1]",
        "\n  - by: hand\n  - 2025-02-01T10:00:00 ^P1",
    ):
        page = f"---\nadded: 2025-01-01T10:00:00\nrevised: {value}\n---\nOne. ^p0\n\nTwo. ^p1\n"
        moment = written(open_vault({"sources/ledger.md": page}))
        assert (moment("ledger", "p0"), moment("ledger", "p1")) == ("2025-01-01T10:00:00", "2025-02-01T10:00:00")
