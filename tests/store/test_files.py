"""Single files: replaced whole, or not at all."""

from __future__ import annotations

import os
import stat

import pytest

from scripts.store import files
from scripts.store.files import remove_quietly, temporaries_of, write_durably, write_temporary


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path):
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    write_durably(str(path), b"new\r\n")
    assert path.read_bytes() == b"new\r\n"
    assert os.listdir(tmp_path) == ["a.md"]


def test_d23_a_failed_rename_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    monkeypatch.setattr(files.os, "replace", refuse)
    with pytest.raises(OSError, match="no"):
        write_durably(str(path), b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.md"]


def test_d35_a_failed_write_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    monkeypatch.setattr(files.os, "fsync", refuse)
    with pytest.raises(OSError, match="no"):
        write_durably(str(path), b"new")
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"old", ["a.md"])


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_the_mode_of_a_file_stays_and_a_new_one_follows_the_umask(tmp_path):
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_durably(str(path), b"new")
    before = os.umask(0o027)
    try:
        write_durably(str(tmp_path / "b.md"), b"new")
    finally:
        os.umask(before)
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("a.md", "b.md")] == [0o640, 0o640]


def test_the_target_of_a_link_is_replaced_not_the_link(tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "real.md").write_bytes(b"old")
    (tmp_path / "link.md").symlink_to("inner/real.md")
    write_durably(str(tmp_path / "link.md"), b"new")
    assert (tmp_path / "link.md").is_symlink()
    assert (tmp_path / "inner" / "real.md").read_bytes() == b"new"


def test_only_what_a_writer_of_this_file_left_is_found(tmp_path):
    left = write_temporary(str(tmp_path / "a.md"), b"half")
    other = write_temporary(str(tmp_path / "ab.md"), b"half")
    own = tmp_path / ".a.md.tmp"
    own.write_bytes(b"a person's")
    assert temporaries_of(str(tmp_path / "a.md")) == [left]
    assert temporaries_of(str(tmp_path / "ab.md")) == [other]
    assert temporaries_of(str(tmp_path / "none" / "ab.md")) == []


def test_a_long_name_of_any_script_fits_beside_its_file(tmp_path):
    name = "知" * 80 + ".md"
    write_durably(str(tmp_path / name), b"x")
    assert os.listdir(tmp_path) == [name]


def test_removing_what_is_gone_is_no_error(tmp_path):
    remove_quietly(str(tmp_path / "gone"))


def refuse(*_args):
    raise OSError(28, "no space")
