"""What was written, and taking back the last of it, or all of it from a time on."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.running import done, run, write

AT = ("2025-03-04T09:00:00Z", "2025-03-04T10:00:00Z", "2025-03-04T11:00:00Z")
NOON = {"COMMONPLACE_NOW": "2025-03-04T12:00:00Z"}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """Three edits at nine, ten and eleven: of two notes, the last one by Ada."""
    vault = write(tmp_path / "v", {".obsidian/app.json": "{}", "a.md": "# A\n", "b.md": "# B\n"})
    for note, now, actor in zip("aba", AT, ("agent", "agent", "Ada")):
        env = {"COMMONPLACE_NOW": now, "COMMONPLACE_ACTOR": actor}
        done("edit", note, "--append", f"At {now[11:13]}.", "--vault", vault, **env)
    return vault


def done_at_noon(vault: Path, *words: str) -> str:
    return done(*words, "--vault", vault, **NOON).out


def test_the_log_has_a_line_for_each_operation_newest_first(vault: Path) -> None:
    lines = done_at_noon(vault, "log").splitlines()
    assert [line.split("  ", 1)[1] for line in lines] == [
        "2025-03-04 11:00  edit  Ada  a.md  append",
        "2025-03-04 10:00  edit  agent  b.md  append",
        "2025-03-04 09:00  edit  agent  a.md  append",
    ]
    assert done_at_noon(vault, "log", "--as", "Ada").splitlines() == lines[:1]
    assert done_at_noon(vault, "log", "--limit", "1").splitlines() == [
        lines[0],
        "omitted: 2 older operations; --limit 3 lists all",
    ]


@pytest.mark.parametrize(
    ("since", "number"), [("10:00", 2), ("2025-03-04T10:30", 1), ("2025-03-04", 3), ("150m", 2), ("1d", 3)]
)
def test_since_is_a_day_a_time_or_how_long_ago(vault: Path, since: str, number: int) -> None:
    lines = done_at_noon(vault, "log", "--since", since).splitlines()
    assert (0 if lines == ["no operation"] else len(lines)) == number


def test_the_log_says_what_an_edit_did_and_how_many_turns_are_kept(vault: Path, tmp_path: Path) -> None:
    done_at_noon(vault, "edit", "a", "--append", "- [ ] call", "--under", "Plan", "--create")
    done_at_noon(vault, "edit", "a", "--set", "status=open", "--tag", "work", "--task", "call", "--done")
    lines = [line.split("  ", 4)[4] for line in done_at_noon(vault, "log").splitlines()[:2]]
    assert lines == ["a.md  status set; tag work; task done", "a.md  append under Plan"]
    home = tmp_path / "home"
    done("init", home)
    for said in ("we use Postgres", "we use it alone"):
        done("remember", said, "--session", "s", home=home)
    assert done("log", home=home).out.splitlines()[0].endswith("  1 new")
    assert not any((home / "wiki").rglob("log.md")) or "1 new" not in next((home / "wiki").rglob("log.md")).read_text()


def test_the_log_of_one_operation_shows_its_difference(vault: Path) -> None:
    assert done_at_noon(vault, "log", "last").split("\n", 1)[1] == (
        "1 file: +2 -0 lines\n--- a.md\n+++ a.md\n@@ -3 +3,3 @@\n At 09.\n+\n+At 11.\n"
    )


def test_an_operation_of_a_stranger_with_one_copy_a_thousand_times_is_cut(tmp_path: Path) -> None:
    """Each was unpacked anew and compared: minutes, and gigabytes."""
    done("init", tmp_path)
    (tmp_path / "wiki/b.md").write_text("".join(f"a{number % 50}\n" for number in range(2000)), encoding="utf-8")
    done("edit", "b", "--append", "x", home=tmp_path)
    (file,) = (tmp_path / "graph/ops").glob("*/*.json")
    record = json.loads(file.read_text(encoding="utf-8"))
    (row,) = (row for row in record["changes"] if row[0] == "b.md")
    record["changes"] = [[f"{number}.md", *row[1:]] for number in range(5000)]
    file.write_text(json.dumps(record), encoding="utf-8")
    start = time.process_time()
    told = done("log", "last", home=tmp_path).out
    assert time.process_time() - start < 5
    assert told.splitlines()[-1] == "… 4800 more files"


def test_undo_since_leaves_what_was_changed_since_and_says_so(vault: Path) -> None:
    (vault / "b.md").write_text("mine now\n", "utf-8")
    told = done_at_noon(vault, "undo", "--since", "09:30")
    assert "edit: b.md changed since" in told
    assert [(vault / name).read_text("utf-8") for name in ("a.md", "b.md")] == ["# A\n\nAt 09.\n", "mine now\n"]
    ran = run("undo", "--since", "09:30", "--vault", vault, **NOON)
    assert (ran.code, "b.md changed since" in ran.err) == (3, True)
