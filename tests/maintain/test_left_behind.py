"""What a rename or merge left behind: links in headings, angle brackets, file names, queries, old encodings, images."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import done, run


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / ".obsidian").mkdir()
    return tmp_path


def _write(vault: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (vault / name).parent.mkdir(parents=True, exist_ok=True)
        (vault / name).write_text(text, "utf-8")


def _rename(vault: Path, *words: str) -> str:
    return done("rename", *words, "--vault", vault).out


def _read(vault: Path, name: str) -> str:
    return (vault / name).read_text("utf-8")


def test_a_heading_goes_on_showing_the_words_that_others_lead_to(vault: Path) -> None:
    hub = "See [[Log#Meeting with Ann Lee]] and [m](Log.md#Meeting%20with%20Ann%20Lee)\n"
    log = "## Meeting with [[Ann Lee]]\n\nText of [[Ann Lee]]. [[#Meeting with Ann Lee]]\n"
    _write(vault, {"Ann Lee.md": "# Ann Lee\n", "Log.md": log, "hub.md": hub})
    _rename(vault, "Ann Lee", "Ann Berg")
    assert _read(vault, "hub.md") == hub
    assert _read(vault, "Log.md").startswith("## Meeting with [[Ann Berg|Ann Lee]]\n\nText of [[Ann Berg]]. [[#M")


def test_a_note_in_an_old_encoding_that_links_to_the_page_refuses_the_rename(vault: Path) -> None:
    _write(vault, {"Plan.md": "# Plan\n", "hub.md": "[[Plan]]\n"})
    (vault / "old.md").write_bytes(b"caf\xe9 [[Plan]]\n")
    told = run("rename", "Plan", "Scheme", "--vault", vault)
    assert (told.code, "old.md not UTF-8, so its links cannot follow" in told.err) == (3, True)
    assert _read(vault, "hub.md") == "[[Plan]]\n"


def test_a_link_in_angle_brackets_follows_to_the_heading_of_the_title(vault: Path) -> None:
    _write(vault, {"dir/Trip plan.md": "# Trip plan\n", "hub.md": '[T](<dir/Trip plan.md#Trip plan> "so")\n'})
    _rename(vault, "Trip plan", "Ferry plan")
    assert _read(vault, "hub.md") == '[T](<dir/Ferry plan.md#Ferry plan> "so")\n'


def test_the_old_file_name_is_an_alias_where_the_title_is_another(vault: Path) -> None:
    _write(vault, {"style-dials.md": '---\ntitle: "Plugin: Style Dials"\n---\n# Plugin: Style Dials\n'})
    assert "alias: Plugin: Style Dials, style-dials\n" in _rename(vault, "style-dials", "Style knobs")
    for name in ("style-dials", "Plugin: Style Dials"):
        assert done("show", name, "--vault", vault).out.startswith("[Style knobs]")


def test_an_image_beside_a_note_that_moves_is_seen_from_its_new_place(vault: Path) -> None:
    text = "![](img/pic.png) ![[img/pic.png]] [s](./sib.md)\n"
    _write(vault, {"a/note.md": text, "a/sib.md": "x\n", "a/img/pic.png": "x"})
    _rename(vault, "a/note.md", "b/note.md", "--move")
    assert _read(vault, "b/note.md") == "![](../a/img/pic.png) ![[img/pic.png]] [s](../a/sib.md)\n"


def test_notes_that_have_only_their_name_in_common_are_no_merge(vault: Path) -> None:
    _write(vault, {"heating_plan.md": "Boiler pressure is two bar.\n"})
    _write(vault, {"heating-plan.md": "We heat the hall on Mondays for choir.\n"})
    told = run("lint", "--rule", "duplicate-page", "--vault", vault).out
    assert "nothing in common" in told
    assert "fix: commonplace merge" not in told
    _write(vault, {"heating-plan.md": "The boiler pressure is three bar.\n"})
    assert "fix: commonplace merge" in run("lint", "--rule", "duplicate-page", "--vault", vault).out
