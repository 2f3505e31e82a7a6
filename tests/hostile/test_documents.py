"""Files that are no text, and folders with links in them, bring nothing in that they should not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.documents.reading import decode_text, quotable_text
from scripts.errors import SourceError
from tests.running import done, run


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b"\xff\xfea", b"a\0b", b"\xed\xa0\x80 x", b"\x80 x", b"\xfe\xff\xd8\x00", b" \n"]
)
def test_bytes_that_are_no_text_are_refused(data: bytes) -> None:
    with pytest.raises(SourceError):
        quotable_text(decode_text(data, "a.md"), "a.md")


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
