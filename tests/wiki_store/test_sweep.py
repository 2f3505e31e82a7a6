"""What a sweep finds: every change, and nothing where there is none."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import given

from scripts.wiki_store.files import UNSURE, Changes, Stamp, sweep

SECOND = 1_000_000_000


def known_of(root: Path, changes: Changes | None = None) -> dict[str, Stamp]:
    """What is remembered after a sweep, all of whose files were read; with changes None as if all were old."""
    found = changes or sweep(str(root), {})
    return {path: changes.remember(path) if changes else found.stamps[path] for path in found.changed}


def test_new_changed_and_removed_files_are_found(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("a.md", "b.md", "sub/d.md"):
        (tmp_path / name).write_text("a", encoding="utf-8")
    known = known_of(tmp_path)
    (tmp_path / "a.md").write_text("longer", encoding="utf-8")
    (tmp_path / "b.md").unlink()
    (tmp_path / "sub" / "d.md").unlink()
    (tmp_path / "c.md").write_text("c", encoding="utf-8")
    changes = sweep(str(tmp_path), known)
    assert (changes.changed, changes.removed) == (("a.md", "c.md"), ("b.md", "sub/d.md"))


def test_an_unchanged_vault_has_no_changes(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a", encoding="utf-8")
    assert sweep(str(tmp_path), known_of(tmp_path)).is_empty


def test_a_file_that_was_just_written_is_looked_at_again(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a", encoding="utf-8")
    known = known_of(tmp_path, sweep(str(tmp_path), {}))
    assert sweep(str(tmp_path), known).changed == ("a.md",)


def test_a_file_that_replaces_another_of_the_same_size_and_time_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one", encoding="utf-8")
    (tmp_path / "new").write_text("two", encoding="utf-8")
    for name in ("a.md", "new"):
        os.utime(tmp_path / name, (1, 1))
    known = known_of(tmp_path)
    os.replace(tmp_path / "new", tmp_path / "a.md")
    assert sweep(str(tmp_path), known).changed == ("a.md",)


@given(st.integers(-10, 10), st.integers(-10, 10))
def test_a_stamp_is_sure_only_where_a_later_edit_must_change_it(mtime: int, ctime: int) -> None:
    now = 1_700_000_000 * SECOND
    stamp = (5, now + mtime * SECOND, now + ctime * SECOND, 7)
    changes = Changes(("a.md",), (), {"a.md": stamp}, now)
    is_sure = changes.remember("a.md") == stamp
    # A clock that counts in two seconds may give an edit at `now` the same ctime, and the same mtime.
    assert not (is_sure and ctime > -2)
    assert is_sure or ctime > -2 or -2 < mtime <= 2
    assert changes.remember("a.md", is_read=False) == (UNSURE, *stamp[1:])


def test_the_vault_may_be_named_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.md").write_text("a", encoding="utf-8")
    (tmp_path / "link").symlink_to("real")
    assert sweep(str(tmp_path / "link"), {}).changed == ("a.md",)
