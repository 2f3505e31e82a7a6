"""Pages that a person has to mend first: nothing is written into them, and no second page is made beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.acceptance.story import entity
from tests.running import done, run, tree

QUOTE = "The crash was caused by a memory leak in the session cache."
MERGE = "<<<<<<< HEAD\ntags: [one]\n=======\ntags: [two]\n>>>>>>> theirs\n"


def _apply(home: Path, *names: str, partial: bool = False) -> list[str]:
    """What is rejected of a bundle with entities of these names."""
    bundle = {"source": "incident-report", "entities": [entity(name, QUOTE) for name in names]}
    ran = run("apply", "-", "--json", *["--partial"] * partial, home=home, stdin=json.dumps(bundle))
    return [each["reason"] for each in ran.document["receipt"]["rejected"]]


def _page(home: Path, title: str, *, name: str, broken: str = 'broken: [a, "b\n', body: str = "") -> None:
    text = f"---\n{broken}title: {title}\ntype: thing\n---\n{body}\n"
    (home / "wiki" / "entities" / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("broken", "body", "line"), [(MERGE, "", 2), ("", f"Text.\n\n{MERGE}", 7), ("", f"```\n{MERGE}```", 0)]
)
def test_nothing_is_added_to_a_page_in_which_git_left_a_merge(home: Path, broken: str, body: str, line: int) -> None:
    _page(home, "pump", name="pump.md", broken=broken, body=body)
    before = tree(home / "wiki/entities")
    told = "git left both sides of a merge here, so it is not written; mend it, then repeat the call"
    assert _apply(home, "pump") == [f"entities/pump.md:{line}: {told}"] * bool(line)
    assert (tree(home / "wiki/entities") == before) is bool(line)


@pytest.mark.parametrize(
    ("template", "line"),
    [
        ("---\nx: [\n{}---\n{}", 4),
        ("<<<<<<< HEAD\n---\n{}---\n{}=======\n>>>>>>> theirs\n", 1),
        ("---\n{}---\n<<<<<<< HEAD\n=======\n>>>>>>> theirs\n{}", 16),
    ],
)
def test_an_answer_is_not_filed_beside_or_into_one_to_be_mended(home: Path, template: str, line: int) -> None:
    argv = ("file", "--question", "Why did it crash?", "--title", "The crash: why", "--cites", "notes", "-")
    done(*argv, home=home, stdin="A leak.")
    path = home / "wiki/topics/the-crash-why.md"
    _, properties, body = path.read_text("utf-8").split("---\n")
    path.write_text(template.format(properties, body), "utf-8")
    before = tree(home / "wiki")
    ran = run(*argv, home=home, stdin="Two leaks.")
    assert (ran.code, ran.err.startswith(f"commonplace: topics/the-crash-why.md:{line}: ")) == (3, True)
    assert tree(home / "wiki") == before


def test_a_retract_took_the_middle_out_of_a_merge(home: Path) -> None:
    done("apply", "-", home=home, stdin=json.dumps({"source": "incident-report", "entities": [entity("pump", QUOTE)]}))
    page = home / "wiki/entities/pump.md"
    text = page.read_text(encoding="utf-8")
    side = text[text.index("## Evidence") :]
    merge = f"<<<<<<< HEAD\n{side}=======\n{side}>>>>>>> theirs\n"
    page.write_text(text.replace(side, merge), encoding="utf-8")
    before = tree(home / "wiki")
    ran = run("retract", "incident-report", home=home)
    assert (ran.code, ran.err.count("entities/pump.md:11: git left both sides of a merge here")) == (3, 1)
    assert tree(home / "wiki") == before
