"""Registering documents: one note for one document, however it is named."""

from __future__ import annotations

from pathlib import Path

from tests.running import done, run, write


def _sources(home: Path) -> list[str]:
    return sorted(path.name for path in (home / "wiki" / "sources").iterdir())


def test_a_document_named_twice_in_one_call_is_one_note(home: Path, tmp_path: Path) -> None:
    write(tmp_path, {"d/new.md": "# New\n\nA text.\n", "d/copy.md": "# New\n\nA text.\n"})
    before = _sources(home)
    receipt = done("add", tmp_path / "d" / "new.md", tmp_path / "d", "--json", home=home).document["receipt"]
    assert [(each["id"], each["state"]) for each in receipt["sources"]] == [
        ("new", "new"),
        ("new", "unchanged"),
        ("new", "unchanged"),
    ]
    assert _sources(home) == sorted([*before, "new.md"])


def test_a_changed_document_named_twice_in_one_call_is_one_revision(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "new.md"
    for text in ("# New\n\nA text.\n", "# New\n\nAnother text.\n"):
        write(tmp_path, {"new.md": text})
        receipt = done("add", path, f"{tmp_path}/./new.md", "--json", home=home).document["receipt"]
    assert [(each["state"], each["revision"]) for each in receipt["sources"]] == [("changed", 2), ("unchanged", 2)]


def test_a_blank_title_is_no_title(home: Path) -> None:
    added = done("add", "-", "--title", "  ", "--json", home=home, stdin="# Its own\n\nA text.\n").document
    assert added["receipt"]["sources"][0]["id"] == "its-own"


def test_a_log_that_is_no_utf8_is_added_to_and_keeps_its_bytes(home: Path, tmp_path: Path) -> None:
    log = home / "wiki" / "log.md"
    before = log.read_bytes() + b"\xe9t\xe9"
    log.write_bytes(before)
    added = done("add", write(tmp_path, {"new.md": "A text.\n"}) / "new.md", "--json", home=home).document
    assert log.read_bytes().startswith(before + b"\n- ")
    assert run("undo", added["op"], home=home).code == 0
    assert log.read_bytes() == before
