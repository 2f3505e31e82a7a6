"""What is read without `json` is what json reads, its faults included."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.json_reading import loads

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


def _outcome(read: Any, text: Any) -> str:
    try:
        return repr(read(text))
    except ValueError as err:
        return f"{type(err).__name__}: {err}"
