"""Showing a page: what fits is shown, and a huge page costs no more than what is shown of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import done, run, write


def test_a_part_is_found_by_its_heading_as_a_reader_sees_it(tmp_path: Path) -> None:
    vault = write(tmp_path, {"a.md": "## [Setup](setup.html) { #setup }\n\nOne.\n\n## Use {#use}\n\nTwo.\n"})
    assert "One." in done("show", "a#Setup", "--vault", vault).out
    assert run("show", "a#Setop", "--vault", vault).err == (
        "commonplace: a.md: no heading 'Setop'; it has 'Setup', 'Use'\n"
    )


def test_the_mark_before_a_text_is_no_sign_of_its_first_line(tmp_path: Path) -> None:
    vault = write(tmp_path, {"a.md": "\ufeff---\ntags: [x]\n---\n# A\n"})
    assert done("show", "a", "--vault", vault).out.splitlines()[1] == "---"


def test_what_the_budget_leaves_out_is_shown_from_the_line_that_is_named(tmp_path: Path) -> None:
    text = "".join(f"It was\u2028not\f{n}.\n" for n in range(300)) + "End ^all\n"
    vault = write(tmp_path, {"log.md": text})
    for name in ("log", "log#^all"):
        line, read = 1, ""
        while line:
            shown = done("show", name, "--line", line, "--budget", 500, "--json", "--vault", vault).document
            line, read = shown["next_line"], read + shown["text"]
        assert read in (text, text.replace(" ^all\n", ""))
    told = done("show", "log", "--budget", 500, "--vault", vault).out.splitlines()[-1]
    number = done("show", "log", "--budget", 500, "--json", "--vault", vault).document["next_line"]
    assert told == f"more: --line {number}"
    assert f"\\u000c{number - 1}.\n" in done("show", "log", "--line", number, "--vault", vault).out
    assert "no line 400; what you asked for ends in line 301" in run("show", "log", "--line", 400, "--vault", vault).err


def test_a_line_beyond_the_budget_wants_a_larger_one(tmp_path: Path) -> None:
    vault = write(tmp_path, {"wide.md": "[" + "5," * 900 + "]\n"})
    told = done("show", "wide", "--budget", 50, "--vault", vault).out
    assert told.endswith("more: the rest of line 1 with --line 1 --budget 2235\n")


@pytest.mark.parametrize("asked", ["n#About [[Other]]", "[[n#About [[Other]]]]"])
def test_the_brackets_at_the_end_of_a_heading_were_cut(tmp_path: Path, asked: str) -> None:
    write(tmp_path, {"n.md": "# n\n\n## About [[Other]]\n\nWords.\n"})
    assert done("show", asked, "--vault", tmp_path).out.startswith("[n > About Other] (n.md, sha ")


def test_a_heading_copied_with_its_links_is_opened_and_one_like_it_is_offered_first(tmp_path: Path) -> None:
    heading = "[[Other|the label]] and [a link](https://x.example/a_b)"
    write(tmp_path, {"n.md": f"# n\n\n## A\n\n1\n\n## B\n\n2\n\n## C\n\n3\n\n## {heading}\n\nWords.\n"})
    assert "Words." in done("show", f"n#{heading}", "--vault", tmp_path).out
    wrong = run("show", f"n#{heading.replace('label', 'table')}", "--vault", tmp_path)
    assert "; it has 'the label and a link'" in wrong.err
