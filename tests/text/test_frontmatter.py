"""Properties as Obsidian reads them: YAML 1.2 core between two lines of dashes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.text.frontmatter import UnreadableError, read_tree, split


def values_of(block: str) -> dict[str, object]:
    found = split(f"---\n{block}\n---\nbody\n")
    assert found.issues == ()
    return found.properties


def test_a_number_too_long_to_be_printed_stays_text() -> None:
    digits = "9" * 5000
    assert values_of(f"a: {digits}\nb: [{digits}]") == {"a": digits, "b": [digits]}


def test_a_json_block_is_read() -> None:
    block = '{\n\t"title": "half 😀",\n\t"tags": ["x"], "n": 1.5, "none": null\n}'
    assert values_of(block) == {"title": "half 😀", "tags": ["x"], "n": 1.5, "none": None}


def test_properties_that_never_end_are_text_and_an_issue() -> None:
    found = split("---\ntitle: x\n\nbody")
    assert (found.properties, found.body_start, [issue.rule for issue in found.issues]) == (
        {}, 0, ["unreadable-frontmatter"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("block", "line", "words"),
    [
        ("a: 1\nb: x: y", 3, "a second colon: a value that holds one stands in quotes"),
        ("a:\n\t- b", 3, "a tab stands where blanks must"),
        ("a: 1\nb:\n- @home", 4, 'a value that begins with @ stands in quotes: "@name"'),
        ("a: `code`", 2, 'a value that begins with ` stands in quotes: "`name"'),
        ("a: %x", 2, 'a value that begins with % stands in quotes: "%name"'),
        ("a: 1\nb: 2\na: 3", 4, "duplicate key 'a'"),
        ("a:\n  b: 1\n  b: 2", 4, "duplicate key 'b'"),
        ("1: a\n'1': b", 3, "duplicate key '1'"),
        ("- a\n- b", 2, "not a mapping"),
        ("only text", 2, "not a mapping"),
        ("~", 2, "not a mapping"),
        ("a: *unknown", 2, "undefined alias"),
        ("a: &x [*x]", 2, "nested too deep"),
        ("--- a", 2, "not a mapping"),
        ("a: b\n...\nc: d", 4, "document"),
        ("a: [1, 2", 3, "expected"),
        ('{"a": 1, "a": 2}', 2, "duplicate key"),
        ('{"a": "\\ud83d"}', 2, "escape"),
    ],
)
def test_an_unreadable_block_is_an_issue_and_the_body_still_counts(block: str, line: int, words: str) -> None:
    text = f"---\n{block}\n---\nbody [[x]]\n"
    found = split(text)
    (issue,) = found.issues
    assert (found.properties, found.links, text[found.body_start :]) == ({}, (), "body [[x]]\n")
    assert (issue.rule, issue.line) == ("unreadable-frontmatter", line)
    assert words in issue.message


def test_anchors_are_followed() -> None:
    assert values_of("a: &x [1, 2]\nb: *x\nc: {d: *x}") == {"a": [1, 2], "b": [1, 2], "c": {"d": [1, 2]}}


def test_aliases_that_expand_without_end_are_unreadable() -> None:
    levels = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    found = split("\n".join(["---", "a0: &a0 [x, x]", *levels, "---", ""]))
    assert found.properties == {}
    assert "expand" in found.issues[0].message


@pytest.mark.parametrize("opening", ["[", "{", "- ", "? ", "{a: "])
def test_a_block_nested_without_end_is_unreadable(opening: str) -> None:
    found = split(f"---\n{opening * 20_000}\n---\n")
    assert "nest" in found.issues[0].message


@given(st.text(alphabet=st.characters(), max_size=60))
def test_no_text_makes_reading_fail(block: str) -> None:
    text = f"---\n{block}\n---\nbody"
    found = split(text)
    assert text.endswith(text[found.body_start :])
    assert json.loads(json.dumps(found.properties)) == found.properties


@given(st.text(alphabet="ab1.~-:# \n\r\t'\"[]{}(),!&*|>\u2028\x07", max_size=40))
def test_values_are_those_of_the_tree(block: str) -> None:
    found = split(f"---\nk: 1\n{block}\n---\n")
    if found.issues:
        with pytest.raises(UnreadableError) as caught:
            read_tree(f"k: 1\n{block}\n")
        assert [issue.line for issue in found.issues] == [caught.value.line]
    else:
        tree = read_tree(f"k: 1\n{block}\n")
        assert tree is not None
        assert repr(found.properties) == repr(tree.value)


# Tags and aliases


# Links


@pytest.mark.parametrize(
    ("block", "whole", "path"),
    [
        ('a: 1\nup: "[[Home#H|d]]"', "[[Home#H|d]]", "Home"),
        ("l:\r\n  - '[[ a/b ]]'", "[[ a/b ]]", "a/b"),
        ('l: ["[[x]]"]', "[[x]]", "x"),
        ('"k": "[t](a%20b.md#h)"', "[t](a%20b.md#h)", "a%20b.md"),
        ('k: &x !!str "[t](<a b.md>)"', "[t](<a b.md>)", "a b.md"),
        ("k: '[[#h]]'", "[[#h]]", ""),
        ("k: '[[a|it''s]]'", "[[a|it''s]]", "a"),
        ("k\u2028: '[[日本]]'", "[[日本]]", "日本"),
    ],
)
def test_a_link_carries_its_exact_place(block: str, whole: str, path: str) -> None:
    text = f"\ufeff---\n{block}\n---\n"
    (link,) = split(text).links
    assert text[link.start : link.end] == whole
    assert link.path in (path, "a b.md")
    assert link.line == text.count("\n", 0, link.start) + 1
