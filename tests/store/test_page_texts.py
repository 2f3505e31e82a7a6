"""What a page says, packed and read again."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.store import indexing, page_texts
from scripts.store.page_texts import pack_text, packer_of, sample_of, stored_sample, unpack_text
from tests.store.dump import canonical_dump

TEXT = st.text(max_size=30)
PASSAGES = st.lists(st.tuples(st.from_regex(r"[A-Za-z0-9-]{0,8}", fullmatch=True), TEXT, st.integers(1, 999), TEXT))
EVIDENCE = st.lists(st.tuples(TEXT, TEXT, TEXT), max_size=2)
CLAIMS = st.lists(st.tuples(st.integers(1, 999), TEXT, TEXT, TEXT, st.floats(0, 1), EVIDENCE), max_size=3)
PAGES = st.tuples(PASSAGES, CLAIMS)


@given(PAGES, st.lists(PAGES, max_size=2))
def test_what_was_packed_reads_back_behind_any_sample(page, sampled):
    sample = sample_of(sampled)
    assert unpack_text(pack_text(*page, packer_of(sample)), sample) == page


@pytest.mark.parametrize("sample", [b"", b"sample"])
@pytest.mark.parametrize(
    "damage",
    [lambda body: body[:-9], lambda body: b"x" + body, lambda _: b"", lambda body: bytes([body[0] ^ 1]) + body[1:]],
)
def test_a_damaged_text_is_a_database_error(damage, sample):
    body = pack_text([("p1", "Head", 3, "words")] * 9, [], packer_of(sample))
    with pytest.raises(sqlite3.DatabaseError):
        unpack_text(damage(body), sample)


def test_a_text_without_end_is_a_database_error(monkeypatch):
    monkeypatch.setattr(page_texts, "_WHOLE", 1 << 16)
    body = pack_text([("p1", "Head", 3, "w" * (1 << 22))], [], packer_of(b""))
    with pytest.raises(sqlite3.DatabaseError, match="when unpacked"):
        unpack_text(body, b"")


def test_an_index_with_a_sample_refreshed_is_one_built_without(room, monkeypatch):
    for n in range(indexing.SAMPLED_FROM):
        room.write(f"{n}.md", f"# Note {n}\n\nThe same words in each of them. ^p{n}\n\n- causes [[{n // 2}]] (0.5)")
    index = room.index()
    index.refresh()
    assert b"The same words in each" in stored_sample(index.connection())
    room.write("3.md", "Other words. ^p3")
    room.write("new.md", "More words.")
    index.refresh()
    refreshed = canonical_dump(index.connection())
    monkeypatch.setattr(indexing, "SAMPLED_FROM", 1 << 30)
    index.refresh(rebuild=True)
    assert not stored_sample(index.connection())
    assert canonical_dump(index.connection()) == refreshed
    index.close()
