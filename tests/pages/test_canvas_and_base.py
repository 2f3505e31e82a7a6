"""The links in a base."""

from __future__ import annotations

import pytest

from scripts.pages.obsidian.base_links import bases_in_note, names_in_base


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
