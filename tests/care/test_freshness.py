"""Where the words of a lost quote stand now."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

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
