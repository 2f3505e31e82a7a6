"""Words are folded alike when indexing and when asking, whatever the script."""

from __future__ import annotations

import sqlite3
import sys
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from scripts.pages.text.words import bare_words, fold_text, indexed_text, words

# Of the large blocks of ideographs and syllables, which all behave alike, only the first hundred.
BULK = [range(0x3464, 0xA000), range(0xAC64, 0xD7A4), range(0x17064, 0x18D09), range(0x20064, 0x323B0)]


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold_text(fold_text(text)) == fold_text(text)


@given(st.text("aE1 -e\u0301\u0323É’ΣςΆİKßﬁ…٣²か\u3099ガ"))
def test_a_sign_beyond_ascii_folds_wherever_it_stands_as_it_does_in_the_whole_text(text: str) -> None:
    signs = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    bare = "".join(sign for sign in signs if not "\u0300" <= sign <= "\u036f")
    digits = "".join(str(unicodedata.decimal(sign, sign)) for sign in bare)
    assert fold_text(text) == unicodedata.normalize("NFC", digits)


@given(st.text(alphabet="אובהכלמשיםתןוالبكفتهينةىیک٣ a"))
def test_making_words_bare_twice_changes_nothing(text: str) -> None:
    assert bare_words(bare_words(fold_text(text))) == bare_words(fold_text(text))


def test_a_word_with_any_letter_is_found_by_the_word_index() -> None:
    points = set(range(0x80, sys.maxunicode + 1)).difference(*BULK)
    letters = [c for c in map(chr, sorted(points)) if unicodedata.category(c)[0] == "L"]
    written = [f"zq{c}qz" for c in letters]
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(word, tokenize='porter unicode61 remove_diacritics 2')")
    db.executemany("INSERT INTO t(rowid, word) VALUES (?, ?)", enumerate(map(indexed_text, written)))
    # As it is asked: folded first, then cut into words.
    phrases = (" ".join(words(fold_text(word))) for word in written)
    db.execute("CREATE TABLE asked(at INTEGER PRIMARY KEY, phrase)")
    db.executemany("INSERT INTO asked VALUES (?, ?)", enumerate(f'"{phrase}"' for phrase in phrases))
    found = {at for (at,) in db.execute("SELECT at FROM asked, t WHERE t MATCH phrase AND t.rowid = at")}
    db.close()
    assert len(letters) > 19_000
    assert [letter for at, letter in enumerate(letters) if at not in found] == []
