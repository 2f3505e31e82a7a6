"""What the owner of a vault asks for: only some notes, their tasks and tags, and nothing of what the vault excludes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.running import done, run, write

NOTES = {
    ".obsidian/app.json": '{"userIgnoreFilters": ["Archive/", "/^private-\\\\d+/"]}',
    "Work/Plan.md": "---\nstatus: open\ndue: 2026-12-01\ncreated: 2025-02-01\ntags: [work/plan]\n"
    "owner: '[[Ada Lovelace|Ada]]'\n---\n"
    "The importer ships first.\n\n- [ ] call [[Ada]] ⏫ 📅 2025-05-02\n- [x] done\n- [ ] write [due:: 2025-04-01]\n",
    "Work/Old.md": "---\nstatus: done\ndue: 2026-01-01\n---\nThe importer was planned. #work\n",
    "Home/Garden.md": "The importer of seeds. #home\n\n> - [ ] water\n\n```\n- [ ] in code\n```\n",
    "Archive/Importer.md": "The importer of old. #work See [[Plan]].\n\n- [ ] rotten\n",
    "private-7 importer.md": "The importer in private.\n",
    "Index.md": "[[Plan]], [[Importer]] and [[Garden]].\n",
}


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
        ((), ["Home/Garden.md", "Index.md", "Work/Old.md", "Work/Plan.md"]),
        (("--tag", "work"), ["Work/Old.md", "Work/Plan.md"]),
        (("--tag", "#Work/Plan"), ["Work/Plan.md"]),
        (("--tag", "wor"), []),
        (("--folder", "work"), ["Work/Old.md", "Work/Plan.md"]),
        (("--folder", "wor"), []),
        (("--property", "status=open"), ["Work/Plan.md"]),
        (("--property", "Status != open"), ["Home/Garden.md", "Index.md", "Work/Old.md"]),
        (("--property", "due<2026-06-01"), ["Work/Old.md"]),
        (("--property", "due>=2026-01-01", "--property", "status"), ["Work/Old.md", "Work/Plan.md"]),
        (("--property", "owner=ada"), ["Work/Plan.md"]),
        (("--property", "owner=Ada Lovelace"), ["Work/Plan.md"]),
        (("--since", "7d"), ["Work/Plan.md"]),
        (("--since", "yesterday", "--until", "yesterday"), []),
        (("--until", "2025-01-01"), ["Home/Garden.md", "Index.md", "Work/Old.md"]),
        (("--since", "2025-02-01", "--until", "2025-02-01", "--by", "created"), ["Work/Plan.md"]),
        (("--ignored", "--folder", "Archive"), ["Archive/Importer.md"]),
    ],
)
def test_a_filter_lists_the_pages_that_have_all_of_it(vault: Path, words: tuple[str, ...], paths: list[str]) -> None:
    assert listed(vault, *words) == paths


@pytest.mark.parametrize("words", [("--property", "<5"), ("--since", "soon"), ("--since", "1d", "--until", "2d")])
def test_a_filter_that_says_nothing_is_a_wrong_call(vault: Path, words: tuple[str, ...]) -> None:
    assert run("list", *words, "--vault", vault).code == 2


def test_a_reply_says_what_was_chosen_and_quotes_nothing_else(vault: Path) -> None:
    asked = done("ask", "what about the importer?", "--folder", "Home", "--vault", vault).out
    assert asked.startswith("only in Home: 1 page\nverdict: ")
    assert "of seeds" in asked
    assert "ships first" not in asked
    found = done("search", "importer", "--tag", "work", "--vault", vault).out
    assert found.startswith("only #work: 2 pages\n")
    assert "Garden" not in found


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


def test_what_the_vault_excludes_is_in_no_list_answer_graph_and_finding_but_resolves(vault: Path) -> None:
    words = ("--vault", vault)
    assert "of old" not in done("ask", "the importer of old, in private?", *words).out
    assert "of old" in done("ask", "the importer of old, in private?", "--ignored", "--budget", "300", *words).out
    assert "Importer" not in done("graph", "Index", *words).out
    assert "Importer" in done("graph", "Index", "--ignored", *words).out
    assert "Archive" not in run("lint", *words).out
    assert done("links", "Index", "--unresolved", *words).out == "no unresolved link in Index.md\n"
    assert "Archive/Importer.md" in done("links", "Index", *words).out
    assert "of old" in done("show", "Importer", *words).out


def test_tasks_come_by_day_then_priority_and_not_from_code(vault: Path) -> None:
    assert done("list", "--tasks", "--vault", vault).out.splitlines() == [
        "Work/Plan.md:12  write [due:: 2025-04-01]  (due 2025-04-01)",
        "Work/Plan.md:10  call Ada ⏫ 📅 2025-05-02  (due 2025-05-02, high)",
        "Home/Garden.md:3  water",
        "passed over: 1 done; --status NAME or all lists them",
        "3 open tasks",
    ]


def test_tags_and_properties_are_counted(vault: Path) -> None:
    assert done("list", "--tags", "--vault", vault).out.splitlines() == [
        "#home  1",
        "#work  1",
        "#work/plan  1",
        "3 tags",
    ]
    counted = done("list", "--properties", "--folder", "Work", "--vault", vault).out.splitlines()
    assert counted[:3] == ["only in Work: 2 pages", "due  2", "status  2"]


@pytest.mark.parametrize(
    ("sort", "first"),
    [("changed", "Work/Plan.md"), ("created", "Work/Plan.md"), ("title", "Home/Garden.md"), ("links", "Work/Plan.md")],
)
def test_a_list_is_sorted(vault: Path, sort: str, first: str) -> None:
    assert listed(vault, "--sort", sort, *(["--ignored"] if sort == "links" else []))[0] == first


def test_a_filter_has_at_most_a_hundred_tags_and_properties(vault: Path) -> None:
    tags = [word for number in range(60) for word in ("--tag", f"t{number}")]
    tests = [word for number in range(41) for word in ("--property", f"p{number}")]
    assert done("list", *tags, *tests[:-2], "--vault", vault).code in (0, 1)
    refused = run("list", *tags, *tests, "--vault", vault)
    assert (refused.code, refused.err.partition(";")[0]) == (
        2,
        "commonplace: a filter of 101 tags and properties",
    )
