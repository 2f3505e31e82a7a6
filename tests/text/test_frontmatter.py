"""Properties as Obsidian reads them: YAML 1.2 core between two lines of dashes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.text.frontmatter import UnreadableError, read_tree, split
from scripts.text.page import read_page
from scripts.text.property_values import property_texts


def values_of(block: str) -> dict[str, object]:
    found = split(f"---\n{block}\n---\nbody\n")
    assert found.issues == ()
    return found.properties


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("---\na: 1\n---\nbody", "body"),
        ("\ufeff---\na: 1\n---\nbody", "body"),
        ("---\r\na: 1\r\n---\r\nbody", "body"),
        ("---\na: 1\n---  \t\nbody", "body"),
        ("---\n---\nbody", "body"),
        ("---\n---", ""),
        ("---\na: 1\n---", ""),
        ("---\na: |\n  ---\n---\nbody", "body"),
        ("---\na: 1\n---x\n---\nbody", "body"),
        ("---\na: 1\n----\n---\nbody", "body"),
        ("---\na: 1\n---\n\n---\n", "\n---\n"),
        ("---\na: 1\n...\nbody", None),
        ("---\na: 1\nbody", None),
        ("\n---\na: 1\n---\nbody", None),
        (" ---\na: 1\n---\nbody", None),
        ("---x\na: 1\n---\nbody", None),
        ("---", None),
        ("", None),
        ("\ufeff", None),
    ],
)
def test_the_block_stands_between_fences_at_the_very_start(text: str, body: str | None) -> None:
    assert text[split(text).body_start :] == (text.removeprefix("\ufeff") if body is None else body)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("Null", None),
        ("nULL", "nULL"),
        ("true", True),
        ("FALSE", False),
        ("tRue", "tRue"),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("Off", "Off"),
        ("007", 7),
        ("-12", -12),
        ("+5", 5),
        ("0o17", 15),
        ("0x1F", 31),
        ("0b11", "0b11"),
        ("1_000", "1_000"),
        ("1.50", 1.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e3", 1000.0),
        ("-.inf", "-.inf"),
        ("1e999", "1e999"),
        ("12:30", "12:30"),
        ("2024-03-12", "2024-03-12"),
        ("2024-03-12T10:30:00", "2024-03-12T10:30:00"),
        ("2024-03-12 10:30:00 +01:00", "2024-03-12 10:30:00 +01:00"),
        ("<<", "<<"),
        ("=", "="),
        ("1.2.3", "1.2.3"),
        ("'007'", "007"),
        ('"true"', "true"),
        ("!!str 007", "007"),
        ("!!int '3'", 3),
        ("!secret 007", "007"),
        ("٣", "٣"),
        ("x # comment", "x"),
        ("x#y", "x#y"),
        ("http://example.org/a:b", "http://example.org/a:b"),
        ("a\u00a0b", "a\u00a0b"),
        ("a\u2028b", "a\u2028b"),
        ("a\u0085b", "a\u0085b"),
        ("bell\x07", "bell\x07"),
        ("\tafter a tab", "after a tab"),
        ("|\n  two\n  lines", "two\nlines\n"),
        (">-\n  two\n  lines", "two lines"),
        ('"two\n  lines"', "two lines"),
        ("[[a]]", [["a"]]),
        ("[a, 1, 'b, c', ]", ["a", 1, "b, c"]),
        ("[]", []),
        ("\n- a\n-\n- 3", ["a", None, 3]),
        ("{b: {c: 1}}", {"b": {"c": 1}}),
        ("{{date}}", {"{date}": None}),
    ],
)
def test_scalars_follow_the_core_schema_of_yaml_1_2(written: str, value: object) -> None:
    assert repr(values_of(f"a: {written}")) == repr({"a": value})


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("date created", "date created"),
        ("Größe", "Größe"),
        ('"quoted: key"', "quoted: key"),
        ("007", "7"),
        ("1.0", "1"),
        ("1.5", "1.5"),
        ("true", "true"),
        ("~", ""),
        ("<<", "<<"),
        ("{{title}}", "{{title}}"),
        ("key ", "key"),
    ],
)
def test_names_are_texts_as_obsidian_shows_them(written: str, name: str) -> None:
    assert values_of(f"{written}: x") == {name: "x"}


def test_a_number_too_long_to_be_printed_stays_text() -> None:
    digits = "9" * 5000
    assert values_of(f"a: {digits}\nb: [{digits}]") == {"a": digits, "b": [digits]}


def test_a_json_block_is_read() -> None:
    block = '{\n\t"title": "half 😀",\n\t"tags": ["x"], "n": 1.5, "none": null\n}'
    assert values_of(block) == {"title": "half 😀", "tags": ["x"], "n": 1.5, "none": None}


def test_comments_and_blank_lines_are_an_empty_block() -> None:
    assert values_of("# only\n\n  # comments") == {}


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


@pytest.mark.parametrize(
    ("block", "tags"),
    [
        ("tags: [a, b/c, '#d']", ("a", "b/c", "d")),
        ("tags: one", ("one",)),
        ("Tags:\n  - x", ("x",)),
        ("tags: a, b", ()),
        ("tags: a b", ()),
        ("tags: [Ünï, ünï, 2024, 1a, 'x y', a.b, '']", ("Ünï", "1a")),
        ("tags:", ()),
        ("tags: [[a]]", ()),
        ("tag: a", ()),
    ],
)
def test_tags_are_a_list_or_one_value(block: str, tags: tuple[str, ...]) -> None:
    assert read_page("a.md", f"---\n{block}\n---\n").tags == tags


@pytest.mark.parametrize(
    ("block", "aliases"),
    [
        ("aliases: [A, b c, 007, '']", ("A", "b c", "7")),
        ("ALIASES: One, two", ("One, two",)),
        ("aliases:\n  -\n  - A\n  - A", ("A",)),
        ("aliases: {a: b}", ()),
        ("alias: a", ()),
    ],
)
def test_aliases_are_a_list_or_one_value(block: str, aliases: tuple[str, ...]) -> None:
    assert property_texts(split(f"---\n{block}\n---\n").properties, "aliases") == aliases


# Links


@pytest.mark.parametrize(
    ("block", "link"),
    [
        ('up: "[[Home]]"', ("up", "Home", "", None)),
        ("up: '[[Home#Part|shown]]'", ("up", "Home", "#Part", "shown")),
        ('up: "[[ Home |x]]"', ("up", "Home", "", "x")),
        ('up: "[[#Part]]"', ("up", "", "#Part", None)),
        ('l:\n  - x\n  - "[[a/b]]"', ("l", "a/b", "", None)),
        ('l: [x, "[[a]]"]', ("l", "a", "", None)),
        ('m:\n  n:\n    - "[[deep]]"', ("m", "deep", "", None)),
        ('src: "[A](Sub/My%20Note.md)"', ("src", "Sub/My Note.md", "", "A")),
        ('src: "[A](<Sub/My Note.md#H>)"', ("src", "Sub/My Note.md", "#H", "A")),
        ('src: "[A](a_(b).md)"', ("src", "a_(b).md", "", "A")),
        ("up: >-\n  [[folded]]", ("up", "folded", "", None)),
    ],
)
def test_a_string_that_is_one_link_is_a_link(block: str, link: tuple[str, ...]) -> None:
    (found,) = split(f"---\n{block}\n---\n").links
    assert (found.property, found.path, found.subpath, found.display) == link
    assert (found.kind, found.is_embed) == ("property", False)


@pytest.mark.parametrize(
    "block",
    [
        "up: [[Home]]",
        'up: "see [[Home]]"',
        'up: "[[Home]] "',
        'up: "[[a]] [[b]]"',
        'up: "[[]]"',
        'up: "![[Home]]"',
        'up: "[A](https://example.org)"',
        'up: "[A](mailto:a@b.c)"',
        'up: "[A]()"',
        'up: "[A](a b.md)"',
        'up: "[A](a(.md)"',
        'up: "[A](a.md) and more"',
        'up: "\\n[[a]]"',
        "'[[key]]': x",
        "up: |\n  [[Home]]",
    ],
)
def test_any_other_string_is_no_link(block: str) -> None:
    assert split(f"---\n{block}\n---\n").links == ()


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
