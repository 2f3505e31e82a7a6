"""Quotes: what counts as the words of a source, and what does not."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scripts.ingest.evidence import Quote, Remarks, SourceText
from scripts.model import Passage, Quotable
from scripts.text.characters import has_words
from scripts.text.plain_text import read_plain
from scripts.text.quotes import FoundQuote, all_places, fold_text, locate_quote, says

TEXT = (
    "The **session store** lost its\nquorum at 10:42 when `two replicas` restarted – it’s a well-\nknown fault. "
    "See [the report](report.md) and [[memory-leak|memory leaks]]; costs rose by 3.5 % (about $2,000).\n"
)
WORDS = st.lists(
    st.sampled_from(["leak", "causes", "crash", "the", "日本", "Öl", "3.5", "it's", "a"]), min_size=1, max_size=8
)


def found(quote, text=TEXT):
    span = locate_quote(quote, text)
    return None if span is None else text[slice(*span)]


def passages(*texts):
    rows, at = [], 0
    for ordinal, text in enumerate(texts):
        rows.append(Passage("paragraph", at, at + len(text), ordinal + 1, ordinal + 1, text, f"p{ordinal}"))
        at += len(text) + 2
    return tuple(rows)


def without_signs(text: str) -> str:
    """Without what could hide words, or go on with a word or number behind a blank."""
    return "".join(
        "x" if unicodedata.category(sign)[0] in "MN" or sign in "~`%<[]()&\\\uff9e\uff9f" else sign for sign in text
    )


@given(st.text(max_size=40).map(without_signs), st.text(max_size=20).map(without_signs), st.text().map(without_signs))
def test_words_between_blanks_are_found_where_they_stand(before, quote, after):
    text = f"{before} {quote} {after}"
    assert (locate_quote(quote, text) is not None) == has_words(quote)


@given(st.text(alphabet="aB1 .,*_`[]()<>|#>-\n\\~=%&;'\"é日\u00ad", max_size=60))
def test_folding_keeps_exact_offsets(text):
    folded = fold_text(text)
    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(folded.starts, folded.ends))
    assert list(folded.starts) == sorted(folded.starts)


@given(WORDS, WORDS)
def test_reordered_or_added_words_are_not_found(said, quoted):
    text = " ".join(said)
    joined = " ".join(quoted)
    assert (locate_quote(joined, text) is not None) == (f" {joined} " in f" {text} ")


@given(
    WORDS, st.sampled_from(["\n", "  ", "\n> ", "\u00a0", " \n\t"]), st.sampled_from([str.upper, str.title, str.lower])
)
def test_blanks_line_breaks_and_case_do_not_count(words, gap, recase):
    text = "x " + gap.join(words) + " y"
    span = locate_quote(recase(" ".join(words)), text)
    assert span is not None
    assert text[slice(*span)] == gap.join(words)


def test_a_bar_escaped_in_a_cell_was_no_bar_of_a_quote():
    assert found("Inflow | Rusa | Vell", "| Inflow | Rusa \\| Vell |") == "Inflow | Rusa \\| Vell"


def test_a_quote_is_found_in_its_passage_with_offsets():
    rows = passages("One.", "The *node* crashed.", "The node crashed.")
    assert all_places("node crashed", rows)[0] == FoundQuote(rows[2], 4, 16)
    assert all_places("node Crashed", rows)[0] == FoundQuote(rows[1], 5, 18)


def test_a_passage_says_a_quote_whatever_its_signs_and_line_breaks():
    assert says("The **pin**\nmoved,  then", "the pin moved")
    assert not says("The pinned moved", "the pin moved")


@pytest.mark.parametrize("quote", ["The fee is 12", "the fee  is 12"])
def test_a_passage_does_not_say_half_of_its_number(quote: str) -> None:
    """A revised source went on proving what it had said before."""
    assert says("The fee is 12. It holds.", quote)
    for text in ("The fee is 12.50 now.", "The fee is 120.", "<!-- the fee is 12 --> The fee is 13."):
        assert not says(text, quote)


@given(st.text(alphabet="aB1 .,*_`[]()<>|#>-\n\\~=%&;'\"é日\u00ad$!", max_size=60))
@example("[[a#b#c]]")
def test_what_is_seen_of_a_text_has_its_places(text: str) -> None:
    plain = read_plain(text)
    assert len(plain.text) == len(plain.starts) == len(plain.ends)
    whole = zip(plain.text, plain.starts, plain.ends)
    assert all(text[start:end] in (sign, "\n") for sign, start, end in whole if end - start == 1 and sign not in " \n^")


def test_a_quote_that_cuts_a_number_is_told_to_be_quoted_whole() -> None:
    remarks, text = Remarks(), "A board of 3 × 10 cm."
    rows = (Quotable("p1", "", 0, len(text), 1, text),)
    assert SourceText("s.md", "s", "S", rows).prove("relations[0]", Quote("10 cm"), remarks) is None
    assert "quote it whole" in remarks.rejected[0].reason
