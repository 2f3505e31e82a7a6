"""Parts of a link that is there are changed, and nothing else."""

from __future__ import annotations

import pytest

from scripts.text.link_writing import add_display, path_span, splice_display, splice_path
from scripts.text.page import read_page
from scripts.text.spans import splice

FORMS = [
    "see [[Old]] here",
    "![[Old#Part|shown]]",
    "[[ Old |x]]",
    "> quoted [[Old]]",
    "| a | [[Old\\|x]] |\n|---|---|\n| b | c |",
    "[text](Old.md)",
    '[text](<Old.md> "title")',
    "[text](Old.md#Part)",
    "![a](Old.md)",
    "[a [b] c](Old.md)",
    "> [two\n> lines](Old.md)",
    '---\nup: "[[Old]]"\n---\n',
    "---\nup:\n  - '[[Old|it''s]]'\n---\n",
    '---\nup: "[t](Old.md)"\n---\n',
]


@pytest.mark.parametrize("text", FORMS)
def test_a_link_gets_another_path_and_nothing_else_changes(text):
    (link,) = read_page("x.md", text).links
    start, end = path_span(text, link)
    assert text[start:end] in ("Old", "Old.md")
    new = "a/New name.md" if text[start:end] == "Old.md" else "a/New name"
    changed = splice(text, [splice_path(text, link, new)])
    (moved,) = read_page("x.md", changed).links
    assert moved.path == new
    assert (moved.subpath, moved.kind, moved.is_embed) == (link.subpath, link.kind, link.is_embed)
    assert changed[:start] == text[:start]
    assert changed[len(changed) - len(text) + end :] == text[end:]


def test_a_path_that_a_link_cannot_hold_is_not_written():
    (link,) = read_page("x.md", "[[Old]]").links
    assert [splice_path("[[Old]]", link, path) for path in ("a|b", "a#b", "[[a", "a]", "a\nb")] == [None] * 5


def test_display_texts_are_changed_in_both_kinds_of_links():
    text = "[[Old#Part|Old]] and [Old](Old.md#Part)"
    wiki, markdown = read_page("x.md", text).links
    assert splice(text, [splice_display(text, link, "New [1]") for link in (wiki, markdown)]) == (
        "[[Old#Part|New (1)]] and [New \\[1\\]](Old.md#Part)"
    )


def test_a_link_without_display_text_can_go_on_showing_what_it_shows():
    text = "[[Old#Part]]"
    (link,) = read_page("x.md", text).links
    assert splice(text, [add_display(link, is_in_table=False)]) == "[[Old#Part|Old > Part]]"
    assert splice(text, [add_display(link, is_in_table=True)]) == "[[Old#Part\\|Old > Part]]"


def test_a_property_whose_quotes_hold_escapes_is_left():
    text = '---\nup: "[[\\u004fld|x]]"\n---\n'
    (link,) = read_page("x.md", text).links
    assert path_span(text, link) is splice_path(text, link, "New") is None
