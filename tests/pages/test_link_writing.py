"""How links are written as a vault's own settings ask, and that what was written leads where it should."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.errors import UnsafePathError
from scripts.pages.linking.link_writing import format_link, link_path
from scripts.pages.linking.obsidian_settings import LINK_FORMATS, ObsidianSettings, read_obsidian_settings
from scripts.pages.linking.resolution import VaultNames, resolve
from scripts.pages.markdown.scanner import scan

PATHS = ["Home.md", "a/Note.md", "a/b/Deep.md", "b/Note.md", "b/Only one.md", "b/pic.png", "c#.md"]
NAMES = VaultNames(PATHS)
PARTS = st.lists(st.sampled_from(["a", "b", "Note", "x.y", "é", "(z)", "Σ", "100%"]), min_size=1, max_size=3)


def written(target: str, source: str = "a/Note.md", **settings) -> str:
    return format_link(target, source, NAMES, ObsidianSettings(**settings), display=None)


def test_settings_have_the_defaults_of_the_app_when_nothing_can_be_read():
    for text in ("", "{}", "[]", "not json", '{"newLinkFormat": 3}', "[" * 100_000):
        assert read_obsidian_settings(text) == ObsidianSettings()


def test_settings_are_read_as_the_app_writes_them():
    text = json.dumps(
        {
            "newLinkFormat": "relative",
            "useMarkdownLinks": True,
            "userIgnoreFilters": ["Archive/", "/^x/", 7, ""],
        }
    )
    assert read_obsidian_settings("\ufeff" + text) == ObsidianSettings("relative", True)


def test_settings_of_a_wrong_type_do_not_spoil_the_others():
    text = '{"newLinkFormat": "absolute", "useMarkdownLinks": "yes", "trashOption": []}'
    assert read_obsidian_settings(text) == ObsidianSettings("absolute")


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
    names = VaultNames(paths)
    here = next(path for path in paths if path in names)
    for target in (path for path in paths if path in names):
        text = format_link(target, here, names, ObsidianSettings(link_format, markdown))
        (link,) = scan(text).links
        assert resolve(link.path, here, names) == target
        assert resolve(link_path(target, here, names, link_format), here, names) == target


def test_a_relative_link_beside_a_namesake_at_the_root_says_that_it_is_relative():
    names = VaultNames(["Home.md", "a/Home.md", "a/x.md"])
    assert format_link("a/Home.md", "a/x.md", names, ObsidianSettings("relative")) == "[[./Home|Home]]"
