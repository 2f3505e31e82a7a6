"""The vault as files: what is in it, and where a path may lead."""

from __future__ import annotations

import os

import pytest

from scripts.errors import DataError, PageNotFoundError, UnsafePathError
from scripts.store.vault import decode, is_note


def told(room):
    return {(part.folder + "/" if part.folder else "") + name for part in room.vault.parts() for name in part.files}


def test_files_of_all_folders_are_told_and_hidden_ones_are_not(room):
    for path in ("a.md", "x/b.md", "x/y/c.png", ".obsidian/app.json", "x/.trash/d.md", ".hidden.md"):
        room.write(path, "x")
    (room.root / "empty").mkdir()
    assert told(room) == {"a.md", "x/b.md", "x/y/c.png"}
    assert {part.folder for part in room.vault.parts()} == {"", "x", "x/y", "empty"}


@pytest.mark.parametrize(
    "path",
    [
        *("", ".", "..", "../x.md", "a/../../x.md", "a/./b.md", "a//b.md", "a/", "a\0.md"),
        *("/etc/passwd", "\\\\host\\x", "C:/x.md", "C:\\x.md", ".obsidian/app.json", "a/.git/config"),
    ],
)
def test_d09_a_path_that_leaves_the_vault_is_refused(room, path):
    for act in (room.vault.absolute, room.vault.exists, room.vault.read_bytes):
        with pytest.raises(UnsafePathError):
            act(path)


@pytest.mark.skipif(os.name == "nt", reason="Windows forbids such names")
@pytest.mark.parametrize("path", ["Q: why.md", "\\alpha.md", "a\\b.md", "what?.md"])
def test_a_name_that_only_windows_forbids_is_a_note(room, path):
    room.write(path, "here")
    assert told(room) == {path}
    assert room.vault.read_bytes(path) == b"here"


def test_d09_a_link_out_of_the_vault_is_no_file_of_it(room, tmp_path):
    (tmp_path / "secret.md").write_text("secret")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "x.md").write_text("secret")
    (room.root / "out.md").symlink_to(tmp_path / "secret.md")
    (room.root / "folder").symlink_to(tmp_path / "outside")
    assert told(room) == set()
    for path in ("out.md", "folder/x.md", "folder/new.md"):
        with pytest.raises(UnsafePathError):
            room.vault.read_bytes(path)


def test_a_link_inside_the_vault_is_a_file_and_a_broken_one_is_not(room):
    room.write("real.md", "here")
    (room.root / "link.md").symlink_to("real.md")
    (room.root / "broken.md").symlink_to("nowhere.md")
    assert told(room) == {"real.md", "link.md"}
    assert room.vault.read_bytes("link.md") == b"here"


def test_a_link_to_a_hidden_file_of_the_vault_is_refused(room):
    room.write(".obsidian/app.json", "{}")
    (room.root / "app.md").symlink_to(".obsidian/app.json")
    (room.root / "settings").symlink_to(".obsidian")
    assert told(room) == set()
    for path in ("app.md", "settings/app.json"):
        with pytest.raises(UnsafePathError):
            room.vault.absolute(path)


def test_a_vault_reached_through_a_link_is_whole(room, tmp_path):
    room.write("a.md", "x")
    (tmp_path / "link").symlink_to(room.root)
    room.vault.root = str(tmp_path / "link")
    assert told(room) == {"a.md"}
    assert room.vault.read_bytes("a.md") == b"x"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_no_file_that_anybody_waits_for(room):
    os.mkfifo(room.root / "pipe.md")
    assert told(room) == set()


@pytest.mark.parametrize("mode", [0o000, 0o444])
def test_an_unreadable_folder_is_an_error_not_an_empty_folder(open_room, without_rights, mode):
    open_room.write("private/a.md", "x")
    (open_room.root / "private").chmod(mode)
    with without_rights, pytest.raises(DataError, match="private: cannot read the folder"):
        told(open_room)


def test_a_missing_vault_is_an_error_that_names_it(room):
    room.root.rmdir()
    with pytest.raises(DataError, match="the vault is not there"):
        told(room)


def test_a_missing_page_and_a_folder_are_no_pages(room):
    room.write("x/a.md", "x")
    for path in ("nowhere.md", "x", "x/a.md/b.md"):
        with pytest.raises(PageNotFoundError):
            room.vault.read_bytes(path)


def test_d35_bytes_are_read_as_they_stand(room):
    room.write("a.md", b"\xef\xbb\xbfone\r\ntwo\r")
    file = room.vault.read("a.md")
    assert (file.text, file.is_utf8) == ("\ufeffone\r\ntwo\r", True)
    assert decode(b"caf\xe9") == (b"caf\xe9", decode(b"caf\xe9").sha, "caf\ufffd", False)


def test_a_note_is_known_by_its_suffix_in_any_case():
    assert [is_note(path) for path in ("a.md", "A.MD", "a.mdx", "md")] == [True, True, False, False]


def test_d04_two_vaults_in_one_process_do_not_know_of_each_other(room, tmp_path):
    other = type(room)(tmp_path / "other")
    room.write("a.md", "one")
    other.write("a.md", "two")
    assert [each.vault.read_bytes("a.md") for each in (room, other, room)] == [b"one", b"two", b"one"]
