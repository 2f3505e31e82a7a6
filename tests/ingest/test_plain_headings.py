"""Headings of plain text that Markdown does not see, and lines that are none."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.ingest.formats import _with_headings as with_headings
from tests.running import done, write


def headings(text: str) -> list[str]:
    return [line for line in with_headings(text).split("\n") if line.startswith("#")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Article 1 - Object\n\nA barn.\n\nARTICLE II\n\nA term.\n", ["## Article 1 - Object", "## ARTICLE II"]),
        ("§ 4 Kaution\n\nZwei Mieten.\n\n§ 5\n\nKeine.\n", ["## § 4 Kaution", "## § 5"]),
        (
            "  0. Definitions.\n\n  It means.\n\n  1. Source Code.\n\n  It is.\n\n  2. Of the Use\n\nOne may.\n",
            ["## 0. Definitions.", "## 1. Source Code.", "## 2. Of the Use"],
        ),
        ("1. Grants\n---------\n\nAll.\n\n2. Ends\n=======\n\nSoon.\n", ["## 1. Grants", "# 2. Ends"]),
        (
            "NAME\n       tide - tells\n\nEXIT STATUS\n       0  well\n\nFILES\n       a.txt\n",
            ["## NAME", "## EXIT STATUS", "## FILES"],
        ),
    ],
)
def test_a_clause_stood_below_no_heading(text: str, expected: list[str]) -> None:
    assert headings(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Article 1 - Object\n\nA barn alone.\n",
        "Article 1 says so, and more.\n\nPart 2 does not,\n\nwe think.\n",
        "Article 1\nPart 2\nPart 3\n",
        "1. Flour\n\n2. Eggs\n\n3. Milk\n\n4. Salt\n",
        "1. Flour\n\n   The white one.\n\n2. Eggs\n\n   Two.\n\n3. Milk\n\n   Much.\n",
        "1. The pump runs at night.\n\nSo.\n\n2. The valve is shut then.\n\nSo.\n\n3. The door is open.\n\nSo.\n",
        "1. First\n2. Second\n---------\n\nEnd.\n",
        "```\nArticle 1\n\nArticle 2\n```\n",
        "NO\n   but\n\nYES\n   and\n",
    ],
)
def test_what_is_no_heading_stays_as_it_is(text: str) -> None:
    assert with_headings(text) == text


def test_a_clause_is_shown_with_its_article(home: Path, tmp_path: Path) -> None:
    text = "LEASE\n\nArticle 1 - Object\n\n1.1 The barn.\n\nArticle 2 - Term\n\n2.1 Either may end it in six months.\n"
    write(tmp_path, {"lease.txt": text})
    done("add", tmp_path / "lease.txt", home=home)
    reply = done("ask", "how may it end in months?", home=home).out
    assert " > Article 2 - Term]\n2.1 Either may end it in six months.\n" in reply


@given(st.lists(st.sampled_from(["Article 1", "2. Of It", "----", "=====", "", "NAME", "    a", "words"]), max_size=30))
def test_no_word_is_lost(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert with_headings(text).replace("#", " ").replace("-", "").replace("=", "").split() == (
        text.replace("-", "").replace("=", "").split()
    )


@pytest.mark.parametrize("line", ["Article " + "1" * 5000, "1. " + "a" * 5000, "A" * 5000, "Article\n", "§ "])
def test_long_lines_take_linear_time(line: str) -> None:
    started = time.process_time()
    with_headings(f"{line}\n\n" * 2000)
    assert time.process_time() - started < 3
