"""Labels: the shortest name of a place, which leads back to it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scripts.model import PageRow, SectionRow
from scripts.text.labels import LabelTarget, find_heading_section, heading_labels, page_label, parse_label


def page(path: str = "notes/Guide.md", title: str = "Guide", node: str = "Guide") -> PageRow:
    return PageRow(1, path, node, title, "notes", "", "", "en")


def outline(*headings: tuple[int, str]) -> list[SectionRow]:
    """Return the sections of a page with these levels and headings; a heading that repeats is its next part."""
    above: list[tuple[int, str]] = []
    sections: list[SectionRow] = []
    for number, (level, text) in enumerate(headings):
        while level and above and above[-1][0] >= level:
            above.pop()
        names = tuple(name for _, name in above if name)
        sections.append(SectionRow(number, 1, number, text, names, level, 0, number + 1, number + 1, ""))
        if level:
            above.append((level, text))
    return sections


HEADING = st.text("ab#>|^[]`( 2)", max_size=8) | st.sampled_from(["Setup", "Setup (2)", "A > B", "C#", "Example"])
PAGES = st.lists(st.tuples(st.integers(1, 4), HEADING), min_size=1, max_size=12)


@given(PAGES)
def test_no_two_headings_of_a_page_have_the_same_label(headings: list[tuple[int, str]]) -> None:
    labels = list(heading_labels(page(), outline((0, ""), *headings)).values())
    assert len(set(labels)) == len(labels)


@given(PAGES)
def test_every_label_leads_to_its_heading(headings: list[tuple[int, str]]) -> None:
    sections = outline((0, ""), *headings)
    for section, label in heading_labels(page(), sections).items():
        assert not label or find_heading_section(page(), sections, label) == section
        places = parse_label(f"Guide > {label}")
        assert not label or LabelTarget("Guide", heading=label) in places


def test_a_label_has_as_many_headings_as_make_it_the_only_one() -> None:
    sections = outline((1, "Guide"), (2, "Linux"), (3, "Setup"), (2, "Windows"), (3, "Setup"), (3, "Use"), (3, "Setup"))
    assert list(heading_labels(page(), sections).values()) == [
        "",
        "Linux",
        "Linux > Setup",
        "Windows",
        "Guide > Windows > Setup",
        "Use",
        "Guide > Windows > Setup (2)",
    ]


def test_a_page_whose_file_name_is_an_id_is_called_by_its_title() -> None:
    numbered = page("posts/TNAyu2ZTJx4.md", "How to think", "TNAyu2ZTJx4")
    assert page_label(numbered) == "How to think"
    assert page_label(numbered, is_title_unique=False) == "TNAyu2ZTJx4"
    assert page_label(page()) == "Guide"


def test_a_heading_is_found_as_written_then_as_obsidian_compares_it() -> None:
    sections = outline((1, "Top"), (2, "A: b, c"), (3, "Deep"), (2, "Deep"), (2, "a b c"))
    found = {
        heading: find_heading_section(page(), sections, heading)
        for heading in ("a b c", "A b c", "A b c#deep", "top > Deep", "Deep", "nowhere", "")
    }
    assert found == {"a b c": 4, "A b c": 1, "A b c#deep": 2, "top > Deep": 3, "Deep": 2, "nowhere": None, "": None}


@given(st.text("ab >#[]|^", max_size=30))
def test_any_text_is_taken(text: str) -> None:
    assert parse_label(text)
