"""Links of the file system that lead out of a vault; lists of pages and links are rows of tests/small_vaults."""

from __future__ import annotations

from pathlib import Path

from tests.running import done, run, tree, write


def test_a_folder_or_note_that_is_a_link_out_of_the_vault_is_told_and_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"v/.obsidian/app.json": "{}", "v/In.md": "[[Outer]]\n", "ext/Outer.md": "zirconium\n"})
    (tmp_path / "v/Ext").symlink_to(tmp_path / "ext")
    (tmp_path / "v/One.md").symlink_to(tmp_path / "ext/Outer.md")
    (tmp_path / "v/Alias.md").symlink_to("In.md")
    told = "not read, a link out of the vault (2): Ext; One.md"
    assert told in done("status", "--vault", tmp_path / "v").out
    assert told in done("links", "--unresolved", "--vault", tmp_path / "v").out


def test_a_link_into_a_folder_that_a_setting_names_is_followed_once_and_never_written(tmp_path: Path) -> None:
    outer = {"ext/Outer.md": "zirconium\n", "ext/a/In.md": "hafnium\n", "ext/.x/Hidden.md": "niobium\n"}
    write(tmp_path, {"v/.obsidian/app.json": "{}", "v/In.md": "see [[Outer]]\n", "other/No.md": "osmium\n", **outer})
    for name, target in (("Ext", "ext"), ("Again", "ext"), ("Other", "other"), ("One.md", "ext/Outer.md")):
        (tmp_path / "v" / name).symlink_to(tmp_path / target)
    (tmp_path / "ext/a/loop").symlink_to(tmp_path / "ext")
    call, allowed = ("--vault", tmp_path / "v"), {"COMMONPLACE_LINKED_FOLDERS": str(tmp_path / "ext")}
    paths = [page["path"] for page in done("list", "--json", *call, **allowed).document["pages"]]
    assert len(paths) == 4
    assert {path.rpartition("/")[2] for path in paths} == {"In.md", "Outer.md", "One.md"}
    assert "zirconium" in done("ask", "zirconium", *call, **allowed).out
    hafnium = done("search", "hafnium", "--json", *call, **allowed).document["hits"][0]
    assert "hafnium" in done("show", hafnium["path"], *call, **allowed).out
    assert "not read, a link out of the vault (1): Other" in done("status", *call, **allowed).out
    before = tree(tmp_path)
    assert "leads out of the vault" in run("edit", hafnium["path"], "--append", "x", *call, **allowed).err
    assert tree(tmp_path) == before
