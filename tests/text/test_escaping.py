"""What sources say is printed so that nothing in it is hidden or passes for a line of ours."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.text.escaping import json_text, safe_line, safe_quote, safe_text

TEXTS = st.text(max_size=40) | st.text("a \xa0\n\t\r\u200b\u202e\ufe0f\u200d❤👩\ud800[]>: verdict", max_size=20)


@given(TEXTS)
def test_nothing_hidden_is_left(text: str) -> None:
    hidden = [sign for sign in safe_text(text) if unicodedata.category(sign) in ("Cc", "Zl", "Zp", "Cs")]
    assert set(hidden) <= {"\n", "\t"}


@given(TEXTS)
def test_making_text_safe_twice_changes_nothing(text: str) -> None:
    for function in (safe_text, safe_quote, safe_line):
        assert function(function(text)) == function(text)


@given(st.recursive(TEXTS, lambda values: st.lists(values, max_size=3) | st.dictionaries(TEXTS, values, max_size=3)))
def test_json_is_read_back_the_same(value: object) -> None:
    written = json_text(value)
    assert json.loads(written) == value
    assert not any(sign in written for sign in "\u202e\u200b\ud800")


@pytest.mark.parametrize(
    "text", ["👩‍💻 ❤️ 1️⃣", "✔️ done", "🐈‍⬛ 👩🏽‍🚀 🏳️‍🌈 ❤️‍🔥", "۱۰‌ها", "می‌خواهم", "क्‍ष", "plain", "日本語 é\tß\n"]
)
def test_what_is_seen_stays(text: str) -> None:
    assert safe_text(text) == text
