"""Names: when two are the same, how they are looked up, what a path says."""

from __future__ import annotations

import sys
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from scripts.text.names import (
    close_matches,
    fold_name,
    node_ids,
    normalize_name,
    stem_of,
)

TITLES = st.text(max_size=40) | st.text(alphabet="ab1 -_+#&%.'!/éÉß\u0301\u200b", max_size=6)
# Of the large blocks of ideographs and syllables, which all behave alike, only the first hundred.
BULK = [range(0x3464, 0xA000), range(0xAC64, 0xD7A4), range(0x17064, 0x18D09), range(0x20064, 0x323B0)]


def test_every_character_normalizes_and_folds_to_something_stable() -> None:
    points = set(range(sys.maxunicode + 1)).difference(*BULK)
    names = [f"a{sign}b" for sign in map(chr, points) if unicodedata.category(sign) not in ("Cn", "Co", "Cs")]
    for stable in (normalize_name, fold_name):
        assert [name for name in names if (once := stable(name)) != name and stable(once) != once] == []


@given(TITLES)
def test_normalizing_or_folding_twice_changes_nothing(name: str) -> None:
    assert normalize_name(normalize_name(name)) == normalize_name(name)
    assert fold_name(fold_name(name)) == fold_name(name)


@given(TITLES)
def test_one_name_is_looked_up_in_one_form(name: str) -> None:
    assert fold_name(normalize_name(name)) == fold_name(name)


def test_a_node_is_named_by_its_stem_where_that_is_unique() -> None:
    assert node_ids(["a/Note.md", "b/note.md", "c/Other.MD"]) == {
        "a/Note.md": "a/Note",
        "b/note.md": "b/note",
        "c/Other.MD": "Other",
    }
    assert [stem_of(path) for path in ("a/b.md", "c.MD", "d.png", ".md")] == ["b", "c", "d.png", ""]


@given(st.lists(st.sampled_from(["a/x.md", "b/x.md", "b/X.md", "x.md", "c/y.md", "é.md", "z/e\u0301.md"]), unique=True))
def test_no_two_pages_share_a_node(paths: list[str]) -> None:
    assert len(set(node_ids(paths).values())) == len(paths)


def test_what_is_too_long_or_one_of_too_many_is_not_compared() -> None:
    assert close_matches("memry leak", ["crash", "memory leak"], 3) == ["memory leak"]
    assert close_matches("a" * 201, ["a" * 200], 3) == close_matches("a" * 200, ["a" * 201], 3) == []
    assert close_matches("leak", [*["crash"] * 2_000, "leak"], 3) == []
