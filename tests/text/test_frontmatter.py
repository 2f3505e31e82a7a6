"""Properties as Obsidian reads them, and edits of them that change no other byte."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from scripts.errors import EditRefusedError
from scripts.text.frontmatter import (
    UnreadableError,
    add_to_list,
    block_span,
    format_properties,
    read_block,
    remove_from_list,
    remove_property,
    set_property,
    split,
    yaml_scalar,
)

# Pages as people write them: every form of block that an edit may meet, and must leave as it is.
PAGES = {
    "plain": "---\ntitle: A page\nn: 1\n---\nbody\n",
    "comments": "---\n# first\na: 1 # why\n# second\nb: 2\n# last\n---\nbody\n",
    "order": "---\nz: 1\nA: 2\nm: 3\n---\nbody\n",
    "quotes": "---\na: \"x: y\"\nb: 'it''s'\n---\nbody\n",
    "dates": "---\na: 2024-03-12\nb: 2024-03-12T10:30:00\nc: 2024-03-12 10:30:00 +01:00\nd: 10:00\n---\nbody\n",
    "words of YAML 1.1": "---\na: yes\nb: NO\nc: on\nd: 00123\ne: 0o17\nf: 0x1F\ng: 1.50\n---\nbody\n",
    "flow list": "---\ntags: [a,b , 'c' ]\nl: [\n  x, # one\n  y,\n]\n---\nbody\n",
    "list at the margin": "---\ntags:\n- a\n- b\n---\nbody\n",
    "mixed indents": "---\na:\n    -   x\n    -   y\nb:\n - z\nc:\n  - w # last\n---\nbody\n",
    "list with gaps": "---\na: # names\n  - x\n\n  # between\n  - y\n  -\nb: 1\n---\nbody\n",
    "long": "---\na: " + "word " * 60 + "\nb: 1\n---\nbody\n",
    "block scalars": "---\na: |\n  literal\n   text\n\nb: >-\n  folded\n  text\nc: plain\n  text\nd: 1\n---\nbody\n",
    "unicode": '---\nGröße: 日本 😀\nb: "\\U0001F600"\nc: x\u00a0\n---\nbody\n',
    "links": '---\nup: "[[Home]]"\nl: [[a]]\nm:\n  - "[[b|c]]"\n---\nbody\n',
    "nulls": "---\na:\nb: \nc: ~\nd: null\ne: # c\n---\nbody\n",
    "empty block": "---\n---\nbody\n",
    "blank block": "---\n\n  \n---\nbody\n",
    "only a comment": "---\n# nothing yet\n---\nbody\n",
    "tab after the colon": "---\na:\tx\nb: 1\n---\nbody\n",
    "template": "---\ncreated: {{date}}\n---\nbody\n",
    "nested": "---\na:\n  b:\n    - 1\n  c: {d: e}\nf: 2\n---\nbody\n",
    "names": '---\nkey with space: 1\n"quoted: key": 2\n007: 3\n---\nbody\n',
    "rules in the body": "---\na: 1\n---\nx\n\n---\nb: 2\n---\n",
    "closing with blanks": "---\na: 1\n---  \nbody",
    "CRLF": "---\r\na: 1\r\ntags:\r\n  - x\r\n---\r\nbody\r\n",
    "mixed line ends": "---\r\na: 1\nb: 2\r\nl:\n  - x\r\n---\nbody\r\nmore\n",
    "BOM": "\ufeff---\na: 1\n---\nbody\n",
    "BOM and no block": "\ufeffbody\r\nmore\n",
    "no block": "# Title\n\nbody",
    "a rule first": "---\nA: 1\nbody\n",
    "blank line first": "\n---\na: 1\n---\n",
    "blank lines": "---\n\na: 1\n\n\nb: 2\n\n---\n\n\nbody  \n\n\n",
    "nothing": "",
}
REFUSED = {
    "duplicate names": "---\na: 1\na: 2\n---\nbody\n",
    "tab as indent": "---\na:\n\t- x\n---\nbody\n",
    "colon in a plain text": "---\na: b: c\n---\nbody\n",
    "at sign": "---\na: @x\n---\nbody\n",
    "anchors": "---\na: &x 1\nb: *x\n---\nbody\n",
    "JSON": '---\n{"a": 1}\n---\nbody\n',
    "a list": "---\n- a\n---\nbody\n",
    "a text": "---\ntext\n---\nbody\n",
}

SCALARS = st.one_of(
    st.sampled_from([None, True, False, 0, 7, 2.5, "", "x", "a", "yes", "12:30", "a: b", "it's", '"q"', "[[L|d]]"]),
    st.sampled_from(
        ["- x", "# x", "x #y", "tail ", "x:", "{", "a,b", "<<", "2024-03-12", "multi\nline", "\u2028", "日"]
    ),
    st.text(max_size=8),
)
VALUES = st.one_of(SCALARS, st.lists(SCALARS, max_size=4))
NAMES = st.sampled_from(["new", "a", "b", "c", "l", "tags", "d", "m", "key with space", "x: y", "ß"])


def values_of(text: str) -> dict[str, Any]:
    found = split(text)
    assert found.issues == ()
    return found.properties


def body_of(text: str) -> str:
    return text[split(text).body_start :]


def assert_only(before: str, after: str, intended: dict[str, Any]) -> None:
    """The properties are the intended ones; the body, the mark at the start and the lines of other properties stay."""
    assert repr(values_of(after)) == repr(intended)
    assert body_of(after) == body_of(before)
    assert after.startswith("\ufeff") == before.startswith("\ufeff")
    if repr(values_of(before)) == repr(intended):
        assert after == before


def edit(page: str, operation: Any, *arguments: Any) -> str:
    """The edited page; an edit that is refused is not the subject of a law about edits."""
    try:
        return str(operation(page, *arguments))
    except EditRefusedError:
        assume(False)
        raise


# Laws over every page and every operation


@given(st.sampled_from(sorted(PAGES)), NAMES, VALUES)
def test_setting_changes_one_property_and_no_other_byte(name: str, key: str, value: Any) -> None:
    page = PAGES[name]
    assert_only(page, edit(page, set_property, key, value), {**values_of(page), key: value})


@given(st.sampled_from(sorted(PAGES)), NAMES)
def test_removing_takes_one_property_and_no_other_byte(name: str, key: str) -> None:
    page = PAGES[name]
    rest = {other: value for other, value in values_of(page).items() if other != key}
    assert_only(page, edit(page, remove_property, key), rest)


@given(st.sampled_from(sorted(PAGES)), NAMES, SCALARS)
def test_adding_to_a_list_and_taking_it_out_again(name: str, key: str, value: Any) -> None:
    page = PAGES[name]
    before = values_of(page)
    current = before.get(key)
    items = current if isinstance(current, list) else [] if current is None else [current]
    assume(repr(value) not in map(repr, items))
    added = edit(page, add_to_list, key, value)
    assert_only(page, added, {**before, key: [*items, value]})
    removed = edit(added, remove_from_list, key, value)
    assert_only(added, removed, {**before, key: items})
    assert edit(added, add_to_list, key, value) is added


@given(st.sampled_from(sorted(PAGES)), st.data())
def test_any_part_of_a_list_can_be_kept(name: str, data: st.DataObject) -> None:
    page = PAGES[name]
    lists = {
        key: value for key, value in values_of(page).items() if isinstance(value, list) and "[" not in str(value[0])
    }
    assume(lists)
    key = data.draw(st.sampled_from(sorted(lists)))
    kept = data.draw(st.lists(st.sampled_from([*lists[key], "fresh"]), max_size=5))
    assert_only(page, edit(page, set_property, key, kept), {**values_of(page), key: kept})


@pytest.mark.parametrize("name", PAGES)
def test_every_page_takes_a_new_property_without_losing_a_line(name: str) -> None:
    page = PAGES[name]
    edited = set_property(page, "added", "x")
    assert_only(page, edited, {**values_of(page), "added": "x"})
    without = remove_property(edited, "added")
    bom = "\ufeff" if page.startswith("\ufeff") else ""
    assert without in (page, f"{bom}---\n---\n{page.removeprefix(bom)}", f"{bom}---\r\n---\r\n{page.removeprefix(bom)}")


@pytest.mark.parametrize("name", PAGES)
def test_setting_what_is_there_returns_the_same_text(name: str) -> None:
    page = PAGES[name]
    flat = {key: value for key, value in values_of(page).items() if "{" not in repr(value) and "[[" not in repr(value)}
    assert [key for key, value in flat.items() if set_property(page, key, value) is not page] == []
    assert remove_property(page, "absent") is page
    assert remove_from_list(page, "absent", "x") is page


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_edited_safely_is_refused(name: str) -> None:
    page = REFUSED[name]
    for operation, arguments in [
        (set_property, ("new", 1)),
        (add_to_list, ("new", 1)),
        (remove_from_list, ("a", 1)),
        (remove_property, ("a",)),
    ]:
        with pytest.raises(EditRefusedError) as caught:
            operation(page, *arguments)
        assert caught.value.line >= 2


# How edits look


def test_line_ends_are_those_of_the_line_above() -> None:
    assert set_property("---\r\na: 1\n---\r\n", "b", ["x"]) == "---\r\na: 1\nb:\n  - x\n---\r\n"
    assert set_property("---\r\na:\n  - 1\r\n---\n", "a", [1, 2]) == "---\r\na:\n  - 1\r\n  - 2\r\n---\n"
    assert set_property("---\r\n---\n", "a", 1) == "---\r\na: 1\r\n---\n"


# Writing


@given(
    st.one_of(SCALARS, st.text(st.sampled_from("yn01:_.- #'\"\\[]{},|>&*!%@`=<~\n\t\x85é"), max_size=6)), st.booleans()
)
def test_a_written_value_is_read_back_the_same_in_block_and_flow(value: Any, in_flow: bool) -> None:
    written = yaml_scalar(value, in_flow=in_flow)
    block = f"k: [{written}, {written}]" if in_flow else f"k:\n  - {written}\n  - {written}"
    assert repr(values_of(f"---\n{block}\n---\n")) == repr({"k": [value, value]})


@given(st.one_of(SCALARS, st.text(st.sampled_from("yn01:_.+-eExXo<="), max_size=6)))
def test_readers_of_yaml_1_1_do_not_misread_a_written_text(value: Any) -> None:
    assume(isinstance(value, str) and not value.startswith("2024"))
    read = yaml.safe_load(f"k: {yaml_scalar(value)}")["k"]
    assert isinstance(read, datetime.date) or read == value


@given(st.dictionaries(st.text(min_size=1, max_size=8), VALUES, max_size=4))
def test_a_new_block_reads_back_the_same(values: dict[str, Any]) -> None:
    assert repr(values_of(format_properties(values))) == repr(values)


def test_a_new_block_has_lists_indented_by_two() -> None:
    values = {"title": "A: b", "tags": ["source"], "aliases": (), "up": "[[Home]]", "none": None}
    assert format_properties(values) == (
        '---\ntitle: "A: b"\ntags:\n  - source\naliases: []\nup: "[[Home]]"\nnone:\n---\n'
    )


# Reading


def test_a_number_too_long_to_be_printed_stays_text() -> None:
    digits = "9" * 5000
    assert values_of(f"---\na: {digits}\nb: [{digits}]\n---\n") == {"a": digits, "b": [digits]}


def test_a_json_block_is_read() -> None:
    block = '{\n\t"title": "half 😀",\n\t"tags": ["x"], "n": 1.5, "none": null\n}'
    assert values_of(f"---\n{block}\n---\n") == {"title": "half 😀", "tags": ["x"], "n": 1.5, "none": None}


def test_properties_that_never_end_are_text_and_an_issue() -> None:
    found = split("---\ntitle: x\n\nbody")
    assert (found.properties, found.body_start, [issue.rule for issue in found.issues]) == (
        {}, 0, ["unreadable-frontmatter"],
    )  # fmt: skip


@pytest.mark.parametrize("opening", ["[", "{", "- ", "? ", "{a: "])
def test_a_block_nested_without_end_is_unreadable(opening: str) -> None:
    found = split(f"---\n{opening * 20_000}\n---\n")
    assert "nest" in found.issues[0].message


@given(st.text(alphabet="ab1.~-:# \n\r\t'\"[]{}(),!&*|>\u2028\x07", max_size=40))
def test_values_are_those_that_an_edit_reads(block: str) -> None:
    text = f"---\nk: 1\n{block}\n---\n"
    found, span = split(text), block_span(text)
    assert span is not None
    if found.issues:
        with pytest.raises(UnreadableError) as caught:
            read_block(text[slice(*span[:2])])
        assert [issue.line for issue in found.issues] == [caught.value.line]
    else:
        assert repr(found.properties) == repr(read_block(text[slice(*span[:2])])[0])
