"""Slugs, name keys, file names and labels."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.text.names import check_file_name, normalize_name, safe_display, slugify

TITLES = st.text(max_size=40)
# Few signs, so that two random titles come close to each other often.
NEAR_TITLES = st.text(alphabet="ab1 -_+#&%.'!/éÉß\u0301\u200b", max_size=6)
SPELLED_TITLES = st.lists(
    st.sampled_from(["c", "plus", "sharp", "and", "r", "d", "percent", "5", "+", "#", "&", "%", "x3f9c1e", "-", " "]),
    max_size=6,
).map("".join)


@given(TITLES | NEAR_TITLES | SPELLED_TITLES, TITLES | NEAR_TITLES | SPELLED_TITLES)
def test_titles_share_a_slug_exactly_when_they_are_the_same_name(one, other):
    assert (slugify(one) == slugify(other)) == (normalize_name(one) == normalize_name(other))


@given(st.lists(NEAR_TITLES | SPELLED_TITLES, min_size=2, max_size=60))
def test_no_two_names_of_many_share_a_slug(titles):
    names = {normalize_name(title) for title in titles}
    assert len({slugify(name) for name in names}) == len(names)


@given(TITLES | NEAR_TITLES | SPELLED_TITLES | st.text(min_size=60, max_size=300))
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


def test_d05_titles_of_any_script_never_become_an_empty_slug():
    assert len({slugify(t) for t in ("日本語", "한국어", "العربية", "🚀", "🚁", "---", "...", "\u200b")}) == 8


def test_d06_names_that_differ_in_signs_do_not_share_a_slug():
    titles = ["C", "C++", "C#", "C+", "C-", "A/B", "A B", "A.B", "A&B", "A and B", "A@B", "Q?", "Q!", "Q"]
    assert len({slugify(t) for t in titles}) == len(titles)


def test_d37_a_long_question_has_a_slug_that_fits_and_tells_it_from_its_neighbor():
    question = "what happens when the connection pool is exhausted " * 20
    assert slugify(question + "a") != slugify(question + "b")
    assert slugify(question).startswith("what-happens-when-the-connection-pool")


@given(TITLES | NEAR_TITLES)
def test_normalizing_a_name_twice_changes_nothing(name):
    assert normalize_name(normalize_name(name)) == normalize_name(name)


@given(TITLES)
def test_case_blanks_and_composition_do_not_make_another_name(name):
    assert normalize_name(f" {unicodedata.normalize('NFD', name)}\t") == normalize_name(name)
    assert normalize_name(f"x {name} y".upper()) == normalize_name(f"x {name} y".upper().casefold())


def test_a_hyphen_at_the_end_makes_another_name():
    assert normalize_name("A-") != normalize_name("A")
    assert normalize_name("blood-type") == normalize_name("Blood Type")


@pytest.mark.parametrize(
    "name", ["a", "Memory leak.md", "v2.0 Release", "日本語", "50% off", "C++", "it's (fine) & ok", "❤️"]
)
def test_l22_ordinary_names_pass(name):
    check_file_name(name)


@given(st.text(max_size=60) | st.text(alphabet="[]|%`$<>!-\\#^ \n\u202ea", max_size=20))
def test_a_label_cannot_end_its_link_or_open_markup(text):
    label = safe_display(text)
    assert not any(sign in label for sign in ("[", "]", "|", "`", "<", ">", "$", "\\", "%%", "\n", "\u202e", "\u200b"))
    assert safe_display(label) == label


def test_a_label_keeps_what_is_harmless():
    assert safe_display("C# and  R&D (50%)") == "C# and R&D (50%)"
    assert safe_display("List[str] | `x` %%% 5$") == "List(str) / 'x' % 5＄"
