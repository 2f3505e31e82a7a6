"""What the owner of a vault asks for: only some notes.  What one call prints of them is in tests/small_vaults."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.running import done, run, write
from tests.small_vaults.test_small_vaults import vaults

NOTES = vaults()["only some notes"]["notes"]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    vault = write(tmp_path / "v", NOTES)
    for path in vault.rglob("*.md"):
        os.utime(path, (1735689600, 1735689600))  # The first of January 2025, 0:00 UTC.
    os.utime(vault / "Work/Plan.md", (1741046400, 1741046400))  # The fourth of March, 0:00; the tests' now is 5:06.
    return vault


def listed(vault: Path, *words: str) -> list[str]:
    return [page["path"] for page in done("list", *words, "--json", "--vault", vault).document["pages"]]


@pytest.mark.parametrize(
    ("words", "paths"),
    [
        (("--since", "7d"), ["Work/Plan.md"]),
        (("--since", "yesterday", "--until", "yesterday"), []),
        (("--until", "2025-01-01"), ["Home/Garden.md", "Index.md", "Work/Old.md"]),
    ],
)
def test_a_filter_by_day_lists_the_pages_that_were_changed_then(
    vault: Path, words: tuple[str, ...], paths: list[str]
) -> None:
    assert listed(vault, *words) == paths


def test_a_filter_does_not_empty_a_full_answer(tmp_path: Path) -> None:
    notes = {
        f"Noise/n{number}.md": f"# Importer {number}\n\nThe importer importer importer.\n" for number in range(300)
    }
    vault = write(tmp_path / "v", {".obsidian/app.json": "{}", "Work/a.md": "Of the importer.\n", **notes})
    assert "Of the importer." in done("ask", "importer", "--folder", "Work", "--vault", vault).out
    assert "[a]" in done("search", "importer", "--folder", "Work", "--limit", "1", "--vault", vault).out


def test_the_budget_holds_with_the_line_of_the_filter(vault: Path) -> None:
    words = ("ask", "what about the importer?", "--tag", "work", "--json", "--vault", vault)
    for budget in (40, 60, 100):
        assert done(*words, "--budget", str(budget)).document["tokens"] <= budget


def test_a_list_is_sorted_by_change(vault: Path) -> None:
    assert listed(vault, "--sort", "changed")[0] == "Work/Plan.md"


def test_a_filter_has_at_most_a_hundred_tags_and_properties(vault: Path) -> None:
    tags = [word for number in range(60) for word in ("--tag", f"t{number}")]
    tests = [word for number in range(41) for word in ("--property", f"p{number}")]
    assert done("list", *tags, *tests[:-2], "--vault", vault).code in (0, 1)
    refused = run("list", *tags, *tests, "--vault", vault)
    assert (refused.code, refused.err.partition(";")[0]) == (
        2,
        "commonplace: a filter of 101 tags and properties",
    )
