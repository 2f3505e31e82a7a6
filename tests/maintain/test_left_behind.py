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


def test_a_note_in_an_old_encoding_that_links_to_the_page_refuses_the_rename(vault: Path) -> None:
    _write(vault, {"Plan.md": "# Plan\n", "hub.md": "[[Plan]]\n"})
    (vault / "old.md").write_bytes(b"caf\xe9 [[Plan]]\n")
    told = run("rename", "Plan", "Scheme", "--vault", vault)
    assert (told.code, "old.md not UTF-8, so its links cannot follow" in told.err) == (3, True)
    assert _read(vault, "hub.md") == "[[Plan]]\n"
