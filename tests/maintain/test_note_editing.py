"""Writing into one note: where the text goes, what is refused, and that nothing else changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.running import done, run, write

PLAN = (
    "---\nstatus: open\ntags: [work]\n---\n# Plan\n\nWhy.\n\n## Decisions\n\n- ship first\n\n### Later\n\nNothing."
    "\n\n## Tasks\n\n- [ ] call Ada\n- [ ] call Ada about the [[rollout]] 📅 2026-12-01\n- [x] write it down\n"
)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write(tmp_path / "v", {".obsidian/app.json": "{}", "Plan.md": PLAN, "Rollout.md": "# Steps\n\nOne. ^one\n"})


def edited(vault: Path, *words: object, note: str = "Plan") -> str:
    done("edit", note, *words, "--vault", vault)
    return (vault / f"{note}.md").read_bytes().decode()


def test_an_edit_is_undone_to_the_byte_also_where_lines_end_as_on_windows(vault: Path) -> None:
    windows = PLAN.replace("\n", "\r\n").encode()
    (vault / "Plan.md").write_bytes(windows)
    edited(vault, "--under", "Decisions", "--append", "- one\n- two", "--tag", "x")
    assert b"- two\r\n" in (vault / "Plan.md").read_bytes()
    done("undo", "last", "--vault", vault)
    assert (vault / "Plan.md").read_bytes() == windows


def test_text_comes_from_standard_input(vault: Path) -> None:
    done("edit", "Plan", "--append", "-", "--vault", vault, stdin="From outside.\n")
    assert (vault / "Plan.md").read_text("utf-8").endswith("\n\nFrom outside.\n")


def test_links_that_lead_nowhere_are_named(vault: Path) -> None:
    text = "[[Rollout#Stops]] [[Nobody]] [[#Tasks]]"
    ran = done("edit", "Plan", "--append", text, "--vault", vault, "--json")
    places = [place["text"] for place in ran.document["receipt"]["leads_nowhere"]]
    assert places == ["[[Nobody]]"]


def settings(vault: Path, **files: dict[str, Any]) -> None:
    for name, values in files.items():
        (vault / f".obsidian/{name.replace('_', '-')}.json").write_text(json.dumps(values), "utf-8")


def test_todays_note_is_made_by_the_vaults_settings_and_then_found(vault: Path) -> None:
    settings(
        vault,
        daily_notes={"folder": "days", "format": "YYYY/MM-MMMM/[day] Do", "template": "t/Daily"},
        templates={"dateFormat": "D. M. YYYY"},
    )
    write(vault, {"t/Daily.md": "# {{title}} {{date}} {{time:H:mm}} {{else}}\n\n## Log\n"})
    for line in ("- rain", "- sun"):
        done("edit", "--daily", "--under", "Log", "--append", line, "--vault", vault)
    note = vault / "days/2025/03-March/day 4th.md"
    assert note.read_text("utf-8") == "# day 4th 4. 3. 2025 5:06 {{else}}\n\n## Log\n\n- rain\n- sun\n"
    done("undo", "last", "--vault", vault)
    done("undo", "last", "--vault", vault)
    assert not (vault / "days").exists()


def test_a_new_note_goes_where_the_vault_puts_them_and_takes_no_name_twice(vault: Path) -> None:
    settings(vault, app={"newFileLocation": "folder", "newFileFolderPath": "inbox"}, templates={"folder": "t"})
    write(vault, {"t/Meeting.md": "---\nkind: meeting\n---\n# {{title}}\n"})
    done("edit", "--new", "With Ada", "--template", "meeting", "--append", "Hello.", "--vault", vault)
    assert (vault / "inbox/With Ada.md").read_text("utf-8") == "---\nkind: meeting\n---\n# With Ada\n\nHello.\n"
    assert "belongs to" in run("edit", "--new", "plan", "--vault", vault).err
    assert "there are: Meeting" in run("edit", "--new", "B", "--template", "Meting", "--vault", vault).err
    done("edit", "--new", "deep/er/C.md", "--append", "c", "--vault", vault)
    assert (vault / "deep/er/C.md").read_text("utf-8") == "c\n"


@pytest.mark.parametrize("folder", ["../out", ".obsidian", "a/../../out"])
def test_settings_of_a_stranger_lead_nowhere_else(vault: Path, folder: str) -> None:
    settings(vault, daily_notes={"folder": folder}, app={"newFileLocation": "folder", "newFileFolderPath": folder})
    for words in (("--daily",), ("--new", "X")):
        ran = run("edit", *words, "--append", "x", "--vault", vault)
        assert ran.code == 3, ran
        assert "unsafe path" in ran.err
