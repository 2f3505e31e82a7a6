"""What comes in has a size: each limit is a setting, the error names it, and nothing is written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.running import done, run, tree

LONG = "word " * 30
ENTITIES = [{"name": f"Thing {number}", "type": "thing"} for number in range(30)]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    done("init", tmp_path / "home")
    done("add", "-", home=tmp_path / "home", stdin="# Leak\n\nThe memory leak causes the crash.\n")
    return tmp_path / "home"


@pytest.mark.parametrize(
    ("words", "stdin", "setting", "most"),
    [
        (("ask", LONG), "", "MAX_QUESTION_CHARACTERS", 100),
        (("search", LONG), "", "MAX_QUESTION_CHARACTERS", 100),
        (("show", "index.md", "--for", LONG), "", "MAX_QUESTION_CHARACTERS", 100),
        (("recall", LONG), "", "MAX_QUESTION_CHARACTERS", 100),
        (("useful", "leak", "--for", LONG), "", "MAX_QUESTION_CHARACTERS", 100),
        (("ask", "-"), LONG, "MAX_TEXT_CHARACTERS", 100),
        (("file", "--question", "why?", "--title", "T", "--cites", "leak", "-"), LONG, "MAX_TEXT_CHARACTERS", 100),
        (("remember", LONG), "", "MAX_TEXT_CHARACTERS", 100),
        (("edit", "leak", "--append", LONG), "", "MAX_TEXT_CHARACTERS", 100),
        (("forget", "--text", "-", "--yes"), LONG, "MAX_TEXT_CHARACTERS", 100),
        (("apply", "-"), json.dumps({"entities": ENTITIES}), "MAX_TEXT_CHARACTERS", 100),
        (("apply", "-"), json.dumps({"entities": ENTITIES}), "MAX_BUNDLE_ENTRIES", 20),
        (("apply", "/dev/zero"), "", "MAX_TEXT_CHARACTERS", 100),
        (("add", "-"), LONG, "MAX_DOCUMENT_BYTES", 100),
        (("add", "/dev/zero"), "", "MAX_DOCUMENT_BYTES", 100),
    ],
)
def test_what_is_too_long_is_refused_and_names_the_setting(
    home: Path, words: tuple[str, ...], stdin: str, setting: str, most: int
) -> None:
    before = tree(home)
    ran = run(*words, home=home, stdin=stdin, **{f"COMMONPLACE_{setting}": str(most)})
    assert (ran.code in (2, 3), setting in ran.err, ran.err.count("\n")) == (True, True, 1), ran
    assert tree(home) == before


@pytest.mark.parametrize(
    ("path", "words", "said"),
    [
        ("wiki/log.md", ("add", "-", "--title", "More"), "cannot read: it has more than 268,435,456 bytes"),
        ("wiki/leak.md", ("edit", "leak", "--append", "A line."), "it has more than 268,435,456 bytes"),
        ("wiki/.x.md.OP.0.commonplace.tmp", ("doctor",), "it has more than 268,435,456 bytes"),
    ],
)
def test_a_file_of_gigabytes_is_refused_unread(home: Path, path: str, words: tuple[str, ...], said: str) -> None:
    # What a writer left of an operation that is done may hold what a person wrote.
    path = path.replace("OP", next(home.glob("graph/ops/*/*.json")).stem)
    with open(home / path, "wb") as file:
        file.truncate(3_000_000_000)
    ran = run(*words, home=home, stdin="Some text.\n")
    assert ran.code in (1, 3)
    assert said in ran.out + ran.err
    assert os.path.getsize(home / path) == 3_000_000_000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("edit", "leak", *(["--set", "k=v"] * 101)), "101 properties and tags; at most 100 in one edit"),
        (("edit", "leak", *(["--tag", "t"] * 60), *(["--unset", "k"] * 41)), "at most 100 in one edit"),
        (("file", *(f"--question={n}?" for n in range(51)), "--title=T", "--cites=leak", "-"), "51 questions; at most"),
        (("file", "--question=why?", "--title=T", f"--cites={'leak,' * 201}", "-"), "201 citations; at most"),
        (("show", *(f"leak#{number}" for number in range(51))), "51 labels; at most 50 in one call"),
    ],
)
def test_one_call_does_not_do_any_number_of_things(home: Path, words: tuple[str, ...], said: str) -> None:
    ran = run(*words, home=home, stdin="It does.")
    assert (ran.code, said in ran.err, ran.err.count("\n")) == (2, True, 1), ran
