"""Definitions of reference links: which lines are some, and what they lead to."""

from __future__ import annotations

import pytest

from scripts.pages.markdown.definitions import read_definitions


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[r]: A.md", [("r", "A.md", "")]),
        ("See.\n\n[r]: <a b.md> 'title'\n[s t]: ./C%20d#Part\n", [("r", "a b.md", ""), ("s t", "./C d", "#Part")]),
        ("> [r]: A.md\r\n> [s]: B.md\r\n", [("r", "A.md", ""), ("s", "B.md", "")]),
        ("[^1]: Audit 2024\n[s]: A.md\n", [("s", "A.md", "")]),
        ("[r]:\n  A.md\n", [("r", "A.md", "")]),
        ("[w]: https://a.example\n[m]: mailto:a@b\n", []),
        ("words\n[r]: A.md\n", []),
        ("[r]: A.md and more\n", []),
        ("[^1]: A.md\n", []),
        ("```\n[r]: A.md\n```\n\n    [r]: A.md\n", []),
    ],
)  # fmt: skip
def test_a_definition_begins_a_paragraph_and_fills_its_lines(text: str, found: list[tuple[str, str, str]]):
    local = [link for link in read_definitions(text) if link.path_start >= 0]
    assert [(link.display, link.path, link.subpath) for link in local] == found


def test_a_definition_knows_its_place_and_what_a_rename_replaces():
    text = "---\na: 1\n---\nwords\n\n[r]: A.md\n\n> [s]: <B c.md#Part> (title)  \n"
    found = read_definitions(text, body_start=text.index("words"))
    assert [(link.line, text[link.start : link.end]) for link in found] == [
        (6, "[r]: A.md"),
        (8, "[s]: <B c.md#Part> (title)"),
    ]
    assert [text[link.path_start : link.path_end] for link in found] == ["A.md", "B c.md"]


def test_definitions_in_great_number_are_read_in_linear_time():
    text = "".join(f"[label {n}]: <note {n}.md>\n" for n in range(20_000))
    assert len(read_definitions(text)) == 20_000
