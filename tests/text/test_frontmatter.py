"""Properties as Obsidian reads them: YAML 1.2 core between two lines of dashes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.text.frontmatter import UnreadableError, read_block, split


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


@pytest.mark.parametrize("opening", ["[", "{", "- ", "? ", "{a: "])
def test_a_block_nested_without_end_is_unreadable(opening: str) -> None:
    found = split(f"---\n{opening * 20_000}\n---\n")
    assert "nest" in found.issues[0].message


@given(st.text(alphabet="ab1.~-:# \n\r\t'\"[]{}(),!&*|>\u2028\x07", max_size=40))
def test_values_are_those_that_an_edit_reads(block: str) -> None:
    found = split(f"---\nk: 1\n{block}\n---\n")
    if found.issues:
        with pytest.raises(UnreadableError) as caught:
            read_block(f"k: 1\n{block}\n")
        assert [issue.line for issue in found.issues] == [caught.value.line]
    else:
        assert repr(found.properties) == repr(read_block(f"k: 1\n{block}\n")[0])
