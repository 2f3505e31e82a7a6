"""Canvas files as they are read, and the dashboards that are written."""

from __future__ import annotations

import pytest
import yaml

from scripts.pages.obsidian.base_file import COLUMNS, base_text
from scripts.pages.obsidian.base_links import bases_in_note, names_in_base


def card(file: str, **more: str) -> dict[str, object]:
    return {"id": "a", "type": "file", "file": file, "x": 0, "y": 0, "width": 1, "height": 1, **more}


@pytest.mark.parametrize(
    ("base", "names"),
    [
        ('filters: categories.contains(link("Books"))', ("Books",)),
        ("filters:\n  and:\n    - '!file.hasLink(\"Kyoto\")'", ("Kyoto",)),
        ('filters: "file.hasLink(link(\\"A b\\", \\"shown\\")) && file.path == \'x/y.md\'"', ("A b", "x/y.md")),
        ('formulas:\n  up: \'list(up).contains("[[Home#Part|home]]") || file.name == "Log"\'', ("Home", "Log")),
        ('views:\n  - name: "Books"\n    filters: file.inFolder("a/b") && status == "Done"', ()),
        ('filters: [link("Books")', ("Books",)),
        ("", ()),
    ],
)
def test_the_paths_in_the_formulas_of_a_base_are_found_and_other_texts_are_none(base: str, names: tuple[str, ...]):
    assert names_in_base(base) == names


def test_bases_among_the_code_of_a_note_are_found_with_their_lines():
    base = 'filters: file.hasLink("A")'
    text = f"---\na: 1\n---\n```base\n{base}\n```\n\n> ~~~ base\n> {base}\n> ~~~\n\n```text\n```base\n```\n"
    assert bases_in_note(text, body_start=text.index("```")) == ((4, base), (8, base))


@pytest.mark.parametrize("category", COLUMNS)
def test_every_dashboard_is_valid_and_shows_only_properties_that_pages_have(category):
    base = yaml.safe_load(base_text(category, f"x/{category}", {"summary", "updated", "type", "unknown"}))
    columns = set(COLUMNS[category]) & {"summary", "updated", "type"}
    assert set(base) == {"filters", "formulas", "properties", "views"}
    assert set(base["properties"]) == {"formula.page", *(f"note.{name}" for name in columns)}
    for view in base["views"]:
        assert view["type"] == "table"
        assert view["order"][0] == "formula.page"
        assert set(view["order"]) <= set(base["properties"])


def test_a_dashboard_is_limited_to_its_folder_whatever_its_name():
    base = yaml.safe_load(base_text("entities", 'it\'s "x"/entities', {"type"}))
    assert base["filters"] == {"and": ['file.ext == "md"', 'file.inFolder("it\'s \\"x\\"/entities")']}


def test_the_dashboard_of_a_persons_notes_leaves_our_folders_out():
    base = yaml.safe_load(base_text("notes", "", {"type"}, others=("commonplace",)))
    assert base["filters"]["and"] == ['file.ext == "md"', '!file.inFolder("commonplace")']


def test_a_view_is_grouped_only_by_a_property_that_pages_have():
    assert "groupBy" not in base_text("entities", "entities", {"summary"})
    assert "property: note.type" in base_text("entities", "entities", {"type"})
