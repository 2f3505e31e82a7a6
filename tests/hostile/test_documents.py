"""Documents that are not what they seem are refused in one sentence, before anything is unpacked."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from scripts.errors import DataError, SourceError
from scripts.ingest.documents import decode_text, read_document
from scripts.ingest.mail_notebook import notebook_as_markdown
from scripts.settings import Settings
from tests.running import done, run


def archive(path: Path, members: dict[str, bytes]) -> str:
    with ZipFile(path, "w", ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return str(path)


def test_an_archive_that_unpacks_to_too_much_is_not_unpacked(tmp_path: Path) -> None:
    bomb = archive(tmp_path / "a.docx", {f"word/{n}.xml": bytes(21_000_000) for n in range(5)})
    assert Path(bomb).stat().st_size < 200_000
    with pytest.raises(SourceError, match="unpacks to more than"):
        read_document(bomb, Settings())


@pytest.mark.parametrize("code", ["utf-8", "utf-16-le", "utf-16-be"])
def test_xml_with_entities_is_not_parsed(code: str, tmp_path: Path) -> None:
    laughs = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><a>&c;</a>'.encode(code)
    with pytest.raises(SourceError, match="defines entities"):
        read_document(archive(tmp_path / "a.docx", {"word/document.xml": laughs}), Settings())


def test_an_archive_under_another_name_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="under another name"):
        read_document(archive(tmp_path / "a.html", {"b.zip": b"x"}), Settings())


def test_a_damaged_archive_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    whole = Path(archive(path, {"a.xhtml": b"words " * 1000})).read_bytes()
    path.write_bytes(whole[:40] + b"\xff" * 8 + whole[48:])
    with pytest.raises(SourceError, match="archive"):
        read_document(str(path), Settings())


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b"\xff\xfea", b"a\0b", b"\xed\xa0\x80 x", b"\x80 x", b"\xfe\xff\xd8\x00", b" \n"]
)
def test_bytes_that_are_no_text_are_refused(data: bytes) -> None:
    with pytest.raises(SourceError):
        decode_text(data, "a.md")


def test_a_notebook_s_heading_is_no_deeper_than_six() -> None:
    cell = {"cell_type": "heading", "level": 10**12, "source": "A leak"}
    assert notebook_as_markdown(json.dumps({"cells": [cell]})) == "###### A leak\n"


def test_a_null_character_in_a_path_is_a_sentence() -> None:
    with pytest.raises(DataError, match="null character"):
        read_document("a\0b", Settings())


def test_a_folder_brings_no_file_along_that_lies_elsewhere_or_is_hidden(tmp_path: Path) -> None:
    folder, home = tmp_path / "folder", tmp_path / "home"
    (folder / "deep").mkdir(parents=True)
    (folder / "kept.md").write_text("The folder has this.")
    (folder / ".env.md").write_text("Hidden words.")
    (tmp_path / "private.md").write_text("Private words.")
    (tmp_path / "more").mkdir()
    (tmp_path / "more/other.md").write_text("Other words.")
    (folder / "out.md").symlink_to(tmp_path / "private.md")
    (folder / "deep/up.md").symlink_to("../../private.md")
    (folder / "hidden.md").symlink_to(".env.md")
    (folder / "more").symlink_to(tmp_path / "more")
    (folder / "deep/same.md").symlink_to("../kept.md")
    done("init", home)
    ran = run("add", folder, "--json", home=home)
    skipped = {Path(each["origin"]).name: each["reason"] for each in json.loads(ran.out)["receipt"]["skipped"]}
    assert {name for name, why in skipped.items() if "a link out" in why} == {"out.md", "up.md", "hidden.md"}
    assert {path.name for path in (home / "wiki/sources").iterdir()} == {"kept.md"}
    done("add", folder / "out.md", home=home)
