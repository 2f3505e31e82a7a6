"""What renaming leaves alone, refuses and tells, and its law; cases of it stand in tests/fixtures/rename.yaml."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.errors import EditRefusedError
from scripts.maintain.link_rewriting import Moves
from scripts.maintain.rename import RenameReceipt, plan_rename
from scripts.text.page import read_page
from scripts.verbs import changing
from tests.maintain.opened import Opened, moved
from tests.running import done, run, tree, write

ODD = {
    "json.md": '---\n{"title": "J", "up": "[[Bob]]"}\n---\n[[Bob]]\n',
}


@pytest.mark.parametrize("argv", [("rename", "Bob", "Rob"), ("merge", "Bob", "Rob")])
def test_links_in_properties_follow_in_any_form_that_can_be_read(tmp_path: Path, argv: tuple[str, ...]) -> None:
    pages = {"Bob.md": "Words.\n", **({"Rob.md": "Other words.\n"} if argv[0] == "merge" else {})}
    vault = write(tmp_path, {**ODD, **pages})
    done(*argv, "--vault", vault)
    for name, text in ODD.items():
        assert (vault / name).read_text("utf-8") == text.replace("Bob", "Rob")
    write(vault, {"twice.md": '---\ntitle: a\ntitle: b\nup: "[[Rob|he]]"\n---\n'})
    assert "twice.md:4 the properties that hold [[Rob|he]]" in run("rename", "Rob", "Tom", "--vault", vault).err


def rename(vault: Opened, old: str, new: str, **options: bool) -> RenameReceipt:
    return vault.write(lambda copy, reader: plan_rename(copy, reader, old, new, **options)).receipt


def test_a_link_that_cannot_follow_refuses_the_whole_and_names_the_place(open_vault):
    files = {"a#b/x.md": "", "c/x2.md": "", "old.md": "", "n.md": "\n[[old]]\n", "m.md": b"\xff [[old]]"}
    ws = open_vault(files, folder="commonplace")
    with pytest.raises(EditRefusedError, match=r"m\.md:1 the link \[\[old\]\] .*; n\.md:2 the"):
        rename(ws, "old", "a#b/x2.md", move=True)


# Laws ----------------------------------------------------------------------------------------------------------------

STEMS = ("Note", "note 2", "Über", "a.b", "100% (x)")
FOLDERS = ("", "a", "a/b", "b")
PATHS = st.builds(
    lambda folder, stem: f"{folder}/{stem}.md".lstrip("/"), st.sampled_from(FOLDERS), st.sampled_from(STEMS)
)


@st.composite
def link_texts(draw) -> str:
    stem, folder = draw(st.sampled_from(STEMS)), draw(st.sampled_from((*FOLDERS, ".", "..", "../a", "/a")))
    path = (f"{folder}/{stem}" if folder else stem) + draw(st.sampled_from(("", ".md")))
    encoded = path.replace("%", "%25").replace(" ", "%20")
    form = draw(
        st.sampled_from(("[[{}]]", "![[{}]]", "[[{}|{}]]", "[[{}#Part]]", "| [[{}\\|x]] |", "[{1}]({2})", "`[[{}]]`"))
    )
    return form.format(path, stem, encoded)


VAULTS = st.dictionaries(PATHS, st.lists(link_texts(), max_size=5).map("\n".join), min_size=2, max_size=7)


def between_links(text: str) -> list[str]:
    pieces, done = [], 0
    for link in read_page("x.md", text).links:
        pieces.append(text[done : link.start])
        done = link.end
    return [*pieces, text[done:]]


@settings(max_examples=30)
@given(files=VAULTS, data=st.data())
def test_law_a_move_keeps_every_edge_and_every_byte_between_links_and_undo_restores_all(files, data):
    names: dict[str, str] = {}
    files = {path: text for path, text in files.items() if names.setdefault(path.lower(), path) == path}
    with tempfile.TemporaryDirectory() as home, Opened(Path(home), files, folder="commonplace") as vault:
        before, bytes_before = vault.edges(), vault.tree()
        old = data.draw(st.sampled_from(sorted(files)))
        new = data.draw(PATHS.filter(lambda path: path.lower() not in {p.lower() for p in files}))
        outcome = vault.write(lambda copy, reader: plan_rename(copy, reader, old, new, move=True))
        after, expected = vault.edges(), moved(before, {old: new})
        for path, links in expected.items():
            for wanted, found in zip(links, after[path]):
                assert found == wanted or not wanted[4]
            source = next(p for p in files if p == path or (p, path) == (old, new))
            assert between_links(vault.text(path)) == between_links(files[source])
        assert {path: len(links) for path, links in after.items()} == {p: len(x) for p, x in expected.items()}
        changing.undo(vault.kb, outcome.op)
        assert vault.tree() == bytes_before


BASES = {"Books.md": "x", "Other.md": "[[Books]]", "views/Other.base": 'filters: file.hasLink("Other")\n'}


@pytest.mark.parametrize("argv", [("rename", "Books", "Volumes"), ("merge", "Books", "Other")])
def test_a_page_that_a_symbolic_link_leads_to_stays_where_it_is(tmp_path, argv: tuple[str, ...]):
    vault = write(tmp_path, BASES)
    (vault / "views/Inner.md").symlink_to("../Books.md")
    ran = run(*argv, "--vault", vault)
    assert ran.code == 3
    assert "Books.md: the symbolic link views/Inner.md leads to it; delete" in ran.err
    assert (vault / "views/Inner.md").read_text(encoding="utf-8") == "x"


def test_a_symbolic_link_is_not_renamed_as_the_page_that_it_leads_to(tmp_path):
    vault = write(tmp_path, BASES)
    (vault / "Inner.md").symlink_to("Books.md")
    ran = run("rename", "Inner", "Foo", "--vault", vault)
    assert (ran.code, (vault / "Inner.md").is_symlink()) == (3, True)
    assert "Inner.md: it is a symbolic link; delete" in ran.err


def test_a_note_that_a_symbolic_link_leads_to_follows_once(tmp_path):
    vault = write(tmp_path, {"Books.md": "x\n", "views/Q.md": "[[Books]]\n"})
    (vault / "R.md").symlink_to("views/Q.md")
    done("rename", "Books", "Volumes", "--vault", vault)
    assert (vault / "views/Q.md").read_text(encoding="utf-8") == "[[Volumes]]\n"
    assert (vault / "R.md").is_symlink()


def test_the_folder_that_the_last_note_leaves_stays(tmp_path: Path) -> None:
    vault = write(tmp_path, {"v/Projects/Plan.md": "# Plan\n", "v/B.md": "x"}) / "v"
    op = done("rename", "--move", "Plan", "Done/2025/", "--vault", vault).out.split()[1]
    assert [*(vault / "Projects").iterdir()] == []
    done("undo", op, "--vault", vault)
    assert (vault / "Projects/Plan.md").is_file()
    assert not (vault / "Done").exists()


def test_the_log_names_some_of_hundreds_of_files(tmp_path: Path) -> None:
    vault = write(tmp_path, {"v/Plan.md": "# Plan\n", **{f"v/L{n:03}.md": "[[Plan]]" for n in range(300)}}) / "v"
    done("rename", "Plan", "Idea", "--vault", vault)
    line = (vault / "commonplace/commonplace-log.md").read_text("utf-8").splitlines()[-1]
    assert "removed Plan.md, created Idea.md, updated L000.md" in line
    assert ", 282 more files; " in line
    done("undo", "last", "--vault", vault)
    assert not (vault / "commonplace").exists()


@pytest.mark.parametrize("begun", ["---\ntitle: Bob\n", "---\nup: x\n", "\ufeff---\r\ndate: 2026-11-23\r\n"])
def test_a_rename_wrote_a_second_block_above_properties_that_never_end(tmp_path: Path, begun: str) -> None:
    vault = write(tmp_path / "v", {"Bob.md": begun + "# Bob\n", "Links.md": "[[Bob]]\n"})
    before = tree(vault)
    ran = run("rename", "Bob.md", "Rob", "--vault", vault)
    assert (ran.code, tree(vault)) == (3, before)
    assert "Bob.md:1: edit refused: properties never end: the line `---` below them is missing" in ran.err
    done("rename", "Bob.md", "Rob.md", "--move", "--vault", vault)
    assert (vault / "Rob.md").read_text("utf-8") == begun.replace("\r", "") + "# Bob\n"


def test_a_note_in_an_old_encoding_that_links_to_the_page_refuses_the_rename(tmp_path: Path) -> None:
    vault = write(tmp_path, {".obsidian/app.json": "{}", "Plan.md": "# Plan\n", "hub.md": "[[Plan]]\n"})
    (vault / "old.md").write_bytes(b"caf\xe9 [[Plan]]\n")
    told = run("rename", "Plan", "Scheme", "--vault", vault)
    assert (told.code, "old.md not UTF-8, so it is not written" in told.err) == (3, True)
    assert (vault / "hub.md").read_text("utf-8") == "[[Plan]]\n"


PARTS = st.sampled_from(["a", "b", "A", "a.md", "c", "ς", "Σ"])
MOVED = st.builds(lambda folders, name: "/".join([*folders, name + ".md"]), st.lists(PARTS, max_size=2), PARTS)
LINKS = st.builds(
    lambda start, folders, name, end: start + "/".join([*folders, name]) + end,
    st.sampled_from(["", "/", "./", "../"]),
    st.lists(PARTS, max_size=2),
    PARTS,
    st.sampled_from(["", ".md", ".MD", "/"]),
)


@given(st.lists(MOVED, min_size=2, max_size=6, unique=True), MOVED, st.lists(LINKS, max_size=8))
def test_a_link_that_is_not_looked_up_means_the_same_before_and_after(
    paths: list[str], new: str, links: list[str]
) -> None:
    moves = Moves(paths, {paths[0]: new})
    for link in links:
        for source in paths[1:]:
            if moves.follow(link, source).target is None:
                assert moves.before.resolve(link, source) == moves.after.resolve(link, source)
