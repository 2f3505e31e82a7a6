"""How links are written as a vault's own settings ask, and that what was written leads where it should."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.errors import UnsafePathError
from scripts.text.link_writing import (
    LINK_FORMATS,
    LinkStyle,
    add_display,
    format_link,
    link_path,
    path_span,
    read_definitions,
    read_link_style,
    splice_display,
    splice_heading,
    splice_path,
)
from scripts.text.links import Resolver
from scripts.text.page import read_page
from scripts.text.splices import splice

PATHS = ["Home.md", "a/Note.md", "a/b/Deep.md", "b/Note.md", "b/Only one.md", "b/pic.png", "c#.md"]
NAMES = Resolver(PATHS)


def written(target: str, source: str = "a/Note.md", **settings) -> str:
    return format_link(target, source, NAMES, LinkStyle(**settings), display=None)


def test_settings_have_the_defaults_of_the_app_when_nothing_can_be_read():
    for text in ("", "{}", "[]", "not json", '{"newLinkFormat": 3}', "[" * 100_000):
        assert read_link_style(text) == LinkStyle()


def test_settings_are_read_as_the_app_writes_them():
    text = json.dumps(
        {
            "newLinkFormat": "relative",
            "useMarkdownLinks": True,
            "userIgnoreFilters": ["Archive/", "/^x/", 7, ""],
        }
    )
    assert read_link_style("\ufeff" + text) == LinkStyle("relative", True)


def test_settings_of_a_wrong_type_do_not_spoil_the_others():
    text = '{"newLinkFormat": "absolute", "useMarkdownLinks": "yes", "trashOption": []}'
    assert read_link_style(text) == LinkStyle("absolute")


@pytest.mark.parametrize(
    ("settings", "target", "expected"),
    [
        ({}, "b/Only one.md", "[[Only one]]"),
        ({}, "b/Note.md", "[[b/Note|Note]]"),
        ({"new_link_format": "absolute"}, "b/Only one.md", "[[b/Only one|Only one]]"),
        ({"new_link_format": "relative"}, "b/Only one.md", "[[../b/Only one|Only one]]"),
        ({"new_link_format": "relative"}, "a/b/Deep.md", "[[b/Deep|Deep]]"),
        ({"use_markdown_links": True}, "b/Only one.md", "[Only one](b/Only%20one.md)"),
        ({"use_markdown_links": True, "new_link_format": "relative"}, "Home.md", "[Home](../Home.md)"),
        ({"use_markdown_links": True}, "b/pic.png", "[pic.png](b/pic.png)"),
    ],
)
def test_a_link_is_written_as_the_settings_ask(settings, target, expected):
    assert written(target, **settings) == expected


def test_a_name_that_no_link_can_hold_is_refused():
    with pytest.raises(UnsafePathError):
        written("c#.md", use_markdown_links=True)


@given(
    st.sampled_from(LINK_FORMATS),
    st.booleans(),
    st.lists(st.sampled_from(["a", "b", "Note", "x.y", "é", "(z)", "Σ", "100%"]), min_size=1, max_size=3),
    st.lists(
        st.lists(st.sampled_from(["a", "b", "Note", "x.y", "é", "(z)", "Σ", "100%"]), min_size=1, max_size=3),
        max_size=6,
    ),
)
def test_every_link_written_leads_to_its_target(link_format, markdown, source, others):
    paths = ["/".join(parts) + ".md" for parts in (source, *others)]
    names = Resolver(paths)
    here = next(path for path in paths if path in names)
    for target in (path for path in paths if path in names):
        text = format_link(target, here, names, LinkStyle(link_format, markdown))
        (link,) = read_page(here, text).links
        assert names.resolve(link.path, here) == target
        assert names.resolve(link_path(target, here, names, link_format), here) == target


def test_a_relative_link_beside_a_namesake_at_the_root_says_that_it_is_relative():
    names = Resolver(["Home.md", "a/Home.md", "a/x.md"])
    assert format_link("a/Home.md", "a/x.md", names, LinkStyle("relative")) == "[[./Home|Home]]"


# --- Parts of a link that is there ------------------------------------------------------------------------------------

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


def test_headings_and_display_texts_are_changed_in_both_kinds_of_links():
    text = "[[Old#Part|Old]] and [Old](Old.md#Part)"
    wiki, markdown = read_page("x.md", text).links
    assert splice(text, [splice_heading(text, link, "part", "New: part") for link in (wiki, markdown)]) == (
        "[[Old#New part|Old]] and [Old](Old.md#New%20part)"
    )
    assert splice(text, [splice_display(text, link, "New [1]") for link in (wiki, markdown)]) == (
        "[[Old#Part|New (1)]] and [New \\[1\\]](Old.md#Part)"
    )
    assert splice_heading(text, wiki, "Other", "x") is None


def test_a_link_without_display_text_can_go_on_showing_what_it_shows():
    text = "[[Old#Part]]"
    (link,) = read_page("x.md", text).links
    assert splice(text, [add_display(link, is_in_table=False)]) == "[[Old#Part|Old > Part]]"
    assert splice(text, [add_display(link, is_in_table=True)]) == "[[Old#Part\\|Old > Part]]"


def test_a_property_whose_quotes_hold_escapes_is_written_anew():
    text = '---\nup: "[[\\u004fld|x]]"\n---\n'
    (link,) = read_page("x.md", text).links
    assert path_span(text, link) is None
    assert splice(text, [splice_path(text, link, "New")]) == '---\nup: "[[New|x]]"\n---\n'


def test_definitions_of_reference_links_are_found_outside_code():
    text = (
        "[a]: Old.md\n> [b]: <New name.md#H> 'title'\n\n```\n[c]: x.md\n```\n\n[d]: https://example.org\n[^1]: note\n"
    )
    found = read_definitions(text)
    assert [(link.display, link.path, link.subpath, link.line) for link in found] == [
        ("a", "Old.md", "", 1),
        ("b", "New name.md", "#H", 2),
    ]
    changed = splice(text, [splice_path(text, link, "c d.md") for link in found])
    assert changed.startswith("[a]: c%20d.md\n> [b]: <c d.md#H> 'title'\n")
