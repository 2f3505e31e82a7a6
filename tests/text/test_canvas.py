"""A canvas read as a note."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from scripts.text.canvas import canvas_markdown
from scripts.text.page import read_page

BOARD = {
    "nodes": [
        {"id": "1", "type": "text", "text": "# Plan\n\nWe sail on Monday."},
        {"id": "2", "type": "group", "label": "Open questions"},
        {"id": "3", "type": "text", "text": "---\nkey: Who pays [[Mara]]?"},
        {"id": "4", "type": "file", "file": "Ships/Odd [name].md", "subpath": "#Hull"},
        {"id": "5", "type": "file", "file": "Ships/Heron.md", "subpath": "#Hull plan"},
        {"id": "6", "type": "link", "url": "https://example.org/tides"},
    ],
    "edges": [{"id": "7", "fromNode": "1", "toNode": "3", "label": "depends on"}],
}


def test_what_stands_on_cards_groups_and_arrows_is_text() -> None:
    text = canvas_markdown(json.dumps(BOARD)) or ""
    page = read_page("board.canvas", text)
    passages = [passage.text for section in page.sections for passage in section.passages]
    for words in ("We sail on Monday.", "Open questions", "Who pays", "https://example.org/tides", "depends on"):
        assert any(words in passage for passage in passages)
    assert page.properties == {}
    assert [link.path + link.subpath for link in page.links] == [
        "Mara",
        "Ships/Odd [name].md#Hull",
        "Ships/Heron.md#Hull plan",
    ]


def test_no_card_stands_below_the_heading_of_another() -> None:
    page = read_page("board.canvas", canvas_markdown(json.dumps(BOARD)) or "")
    assert [passage.text for section in page.sections if section.heading for passage in section.passages] == [
        "We sail on Monday."
    ]


def test_a_new_canvas_is_empty_and_what_is_no_canvas_is_none() -> None:
    assert canvas_markdown("\ufeff\n") == ""
    assert canvas_markdown("[1]") is canvas_markdown("{") is canvas_markdown("[" * 100_000) is None


values = st.recursive(
    st.none() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["nodes", "edges", "text", "label", "file", "url", "subpath"]), inner)
    ),
    max_leaves=12,
)


@given(st.fixed_dictionaries({"nodes": st.lists(values, max_size=4), "edges": values}))
def test_any_json_is_read(canvas: object) -> None:
    text = canvas_markdown(json.dumps(canvas))
    assert text is not None
    read_page("a.canvas", text)
