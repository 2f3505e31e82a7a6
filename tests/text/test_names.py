"""Names: when two are the same, how they are looked up, what a path says."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.text.names import (
    check_file_name,
    fold_name,
    node_ids,
    normalize_name,
    safe_display,
    slugify,
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


# Few signs, so that two random titles come close to each other often.
NEAR_TITLES = st.text(alphabet="ab1 -_+#&%.'!/éÉß\u0301\u200b", max_size=6)
SPELLED_TITLES = st.lists(
    st.sampled_from(["c", "plus", "sharp", "and", "r", "d", "percent", "5", "+", "#", "&", "%", "x3f9c1e", "-", " "]),
    max_size=6,
).map("".join)


@given(TITLES | SPELLED_TITLES, TITLES | SPELLED_TITLES)
def test_titles_share_a_slug_exactly_when_they_are_the_same_name(one, other):
    assert (slugify(one) == slugify(other)) == (normalize_name(one) == normalize_name(other))


@given(st.lists(NEAR_TITLES | SPELLED_TITLES, min_size=2, max_size=60))
def test_no_two_names_of_many_share_a_slug(titles):
    names = {normalize_name(title) for title in titles}
    assert len({slugify(name) for name in names}) == len(names)


@given(TITLES | SPELLED_TITLES | st.text(min_size=60, max_size=300))
def test_a_slug_is_a_file_name_that_may_be_created_and_fits(title):
    slug = slugify(title)
    check_file_name(slug)
    assert 0 < len(slug) <= 80
    assert len(slug.encode()) <= 180
    assert slug == unicodedata.normalize("NFC", slug)
    assert all(c == "-" or unicodedata.category(c)[0] in "LNM" for c in slug)


@given(TITLES)
def test_a_slug_as_a_title_keeps_its_slug_unless_it_is_spelled_or_marked(title):
    slug = slugify(title)
    assert slugify(slug) == slug or slug != normalize_name(title).replace(" ", "-")


@pytest.mark.parametrize(
    ("title", "start"),
    [
        ("C++", "c-plus-plus-x"),
        ("a/b", "a-b-x"),
        ("Parkinson's disease", "parkinsons-disease-x"),
        ("Node.js", "node-js-x"),
        ("CON", "con-x"),
        ("Index", "index-x"),
        ("!!!", "x"),
        ("", "x"),
        ("🚀", "x"),
        ("Report x3f9c1e", "report-x3f9c1e-x"),
    ],
)
def test_a_title_whose_readable_slug_is_another_ones_gets_a_mark(title, start):
    assert slugify(title).startswith(start)
    assert re.fullmatch("(.+-)?x[0-9a-f]{6}", slugify(title))


@given(TITLES)
def test_case_blanks_and_composition_do_not_make_another_name(name):
    assert normalize_name(f" {unicodedata.normalize('NFD', name)}\t") == normalize_name(name)
    assert normalize_name(f"x {name} y".upper()) == normalize_name(f"x {name} y".upper().casefold())


def test_a_hyphen_at_the_end_makes_another_name():
    assert normalize_name("A-") != normalize_name("A")
    assert normalize_name("blood-type") == normalize_name("Blood Type")


@given(st.text(max_size=60) | st.text(alphabet="[]|%`$<>!-\\#^ \n\u202ea", max_size=20))
def test_a_label_cannot_end_its_link_or_open_markup(text):
    label = safe_display(text)
    assert not any(sign in label for sign in ("[", "]", "|", "`", "<", ">", "$", "\\", "%%", "\n", "\u202e", "\u200b"))
    assert safe_display(label) == label


def test_a_label_keeps_what_is_harmless():
    assert safe_display("C# and  R&D (50%)") == "C# and R&D (50%)"
    assert safe_display("List[str] | `x` %%% 5$") == "List(str) / 'x' % 5＄"
