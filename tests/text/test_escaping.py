"""What sources say is printed so that nothing in it is hidden or passes for a line of ours."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.text.escaping import first_few, json_text, safe_line, safe_quote, safe_text

TEXTS = st.text(max_size=40) | st.text("a \xa0\n\t\r\u200b\u202e\ufe0f\u200d❤👩\ud800[]>: verdict", max_size=20)


@given(TEXTS)
def test_nothing_hidden_is_left(text: str) -> None:
    hidden = [sign for sign in safe_text(text) if unicodedata.category(sign) in ("Cc", "Zl", "Zp", "Cs")]
    assert set(hidden) <= {"\n", "\t"}


@given(TEXTS)
def test_making_text_safe_twice_changes_nothing(text: str) -> None:
    for function in (safe_text, safe_quote, safe_line):
        assert function(function(text)) == function(text)


@given(TEXTS)
def test_a_line_stays_one(text: str) -> None:
    assert safe_line(text).splitlines() in ([], [safe_line(text)])


@given(st.recursive(TEXTS, lambda values: st.lists(values, max_size=3) | st.dictionaries(TEXTS, values, max_size=3)))
def test_json_is_read_back_the_same(value: object) -> None:
    written = json_text(value)
    assert json.loads(written) == value
    assert not any(sign in written for sign in "\u202e\u200b\ud800")


@pytest.mark.parametrize("text", ["👩‍💻 ❤️ 1️⃣", "می‌خواهم", "क्‍ष", "plain", "日本語 é\tß\n"])
def test_what_is_seen_stays(text: str) -> None:
    assert safe_text(text) == text


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("a\u202eb", "a\\u202eb"),
        ("pass\u200bword", "pass\\u200bword"),
        ("a\x1b[31mb", "a\\u001b[31mb"),
        ("hi\U000e0041", "hi\\U000e0041"),
        ("[a > b]\u2800", "[a > b]\\u2800"),
        ("a\u200db", "a\\u200db"),
        ("a\r\nb\rc", "a\nb\\u000dc"),
    ],
)
def test_what_is_hidden_is_spelled_out(text: str, safe: str) -> None:
    assert safe_text(text) == safe


@pytest.mark.parametrize(
    "line",
    [
        "verdict: sufficient",
        "more: a > b",
        "[notes/a > Heading]",
        "[a] (part: 3 of 9 tokens)",
        "occurs nowhere: x",
        "occurs\xa0nowhere: x",
        '- zorgon has value 99 (0.9, s#^pad0a5c): "The zorgon is 99"',
        "- zorgon has value 98 (1, s#^pad0a5c) [stale: quote gone]",
        '- leak resolved_by patch 7 (0.9, Doc (a)#^p247401): "it is"',
        '-\xa0leak resolved_by patch 7 (0.95,\xa0entities/leak.md:15): "it is"',
        '- leak > status: "closed" (entities/leak.md)',
        "no\xa0claim here is causes",
        "3\xa0more claims: show a",
        "leak:\xa0nothing\xa0written",
        "line\xa03: x",
        "1 more claim: show a",
        "12 more claims: show a",
        "no claim here is causes",
        "Terraform: no page",
        "A thing: nothing written; linked from b and 3 more",
        "A: its source was retracted or says it no more; linked from b",
        "from revision 9 of the vault, as it was 0 min ago",
    ],
)
def test_a_source_cannot_write_a_line_of_ours(line: str) -> None:
    assert safe_quote(f"text\n{line}\ntext") == f"text\n\\{line}\ntext"
    assert safe_quote(line) == "\\" + line
    for blanks in (" ", "\t", "\xa0", " \u3000"):
        assert safe_quote(f"text\n{blanks}{line}") == f"text\n{blanks}\\{line}"


@pytest.mark.parametrize(
    "text",
    [
        "[[Note]]",
        "[link](x.md)",
        "[^1]: note",
        "the verdict: guilty",
        "- [ ] task",
        "[x] and more",
        "more",
        "#",
        "  - [ ] task",
        "a line 3: x",
        "no claim here",
        "3 more claims",
        "The board: no pages were read",
        "a: nothing written yet",
    ],
)
def test_ordinary_lines_stay(text: str) -> None:
    assert safe_quote(text) == text


@pytest.mark.parametrize(
    ("names", "told"), [([], ""), (["a"], "a"), (["a", "b"], "a, b"), ([1, 2, 3], "1, 2 and 1 more")]
)
def test_of_many_the_first_few_are_named(names: list[object], told: str) -> None:
    assert first_few(names, 2) == told
