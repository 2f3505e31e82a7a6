"""What is read and written without `json` is what json reads and writes, its faults included."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.quick_json import dumps, listed, loads

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


@given(VALUES, st.booleans(), st.sampled_from(["", " ", "\n\t", "\ufeff", "\u00a0", "x", "}"]))
def test_any_text_is_read_as_json_reads_it(value: Any, is_ascii: bool, around: str) -> None:
    for text in (json.dumps(value, ensure_ascii=is_ascii) + around, around + json.dumps(value)):
        assert _outcome(loads, text) == _outcome(json.loads, text)


@pytest.mark.parametrize(
    "text", ["", "{", "[1,]", '"\\ud800"', '"a\nb"', "nul", "1e999", "-", "01", "NaN", "-Infinity"]
)
def test_what_is_odd_is_judged_as_json_judges_it(text: str) -> None:
    assert _outcome(loads, text) == _outcome(json.loads, text)
    assert _outcome(loads, text.encode()) == _outcome(json.loads, text.encode())


def _outcome(convert: Any, value: Any) -> str:
    try:
        return repr(convert(value))
    except (TypeError, ValueError) as err:
        return f"{type(err).__name__}: {err}"


@given(VALUES | st.dictionaries(st.integers() | st.booleans() | st.none() | st.floats(), st.dates(), max_size=2))
def test_any_value_is_written_as_json_writes_it(value: Any) -> None:
    compact = json.JSONEncoder(ensure_ascii=False, default=str, separators=(",", ":")).encode
    assert dumps(value, default=str, compact=True) == compact(value)
    assert _outcome(dumps, value) == _outcome(partial(json.dumps, ensure_ascii=False, sort_keys=True), value)


@given(st.lists(st.text() | st.integers() | st.lists(st.text() | st.integers() | st.none(), max_size=3)))
def test_a_list_for_a_statement_is_written_as_json_writes_it(values: list[Any]) -> None:
    assert listed(values) == json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def test_what_holds_itself_is_refused_and_the_next_value_written() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(ValueError, match="Circular"):
        dumps(loop)
    assert dumps(loop[:0]) == "[]"
