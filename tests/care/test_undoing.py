"""Undoing: an operation's pages and its log line return to what they were, or nothing happens."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.care.renaming import plan_rename
from scripts.care.undoing import plan_undo
from scripts.errors import OperationNotFoundError, UndoRefusedError
from scripts.homes import HomeLocation
from scripts.pages.rendering import log_page
from scripts.settings import Settings
from scripts.store.operations import Change
from scripts.store.vault import sha256
from scripts.store.workspace import Workspace
from tests import running
from tests.care.edges import NOW, commit, tree


class _Receipt:
    op = ""


def write(ws: Workspace, path: str, text: str) -> str:
    return commit(ws, ([Change(path, ws.before(path), text.encode())], "", _Receipt), "write")


def undo(ws: Workspace, op: str):
    plan = plan_undo(ws, op)
    commit(ws, plan, "undo")
    return plan[2]


@pytest.fixture
def ws(open_vault) -> Workspace:
    """A home with a log and a page."""
    return open_vault({"log.md": log_page(), "notes/a.md": "one\n"})


def test_d31_the_last_operation_is_undone_byte_for_byte(ws):
    write(ws, "notes/b.md", "[[a]]\n")
    before = tree(ws.vault.root)
    op = write(ws, "notes/a.md", "two\n")
    receipt = undo(ws, op)
    assert tree(ws.vault.root) == before
    assert (receipt.op, receipt.verb, receipt.restored, receipt.removed) == (op, "write", ("notes/a.md",), ())


def test_a_log_that_a_person_spaced_returns_to_what_it_was(open_vault):
    ws = open_vault({"log.md": log_page() + "- earlier\n\n\n", "index.md": "# Index\n", "a.md": "one\n"})
    undo(ws, write(ws, "a.md", "two\n"))
    assert ws.vault.read("log.md").text == log_page() + "- earlier\n\n\n"


def test_undoing_the_operation_that_made_the_log_takes_the_log_away(open_vault):
    ws = open_vault({"index.md": "", "a.md": "one\n"})
    undo(ws, write(ws, "a.md", "two\n"))
    assert not ws.vault.exists("log.md")


def test_an_earlier_operation_leaves_the_log_of_later_ones(ws):
    first = write(ws, "notes/a.md", "two\n")
    second = write(ws, "notes/b.md", "three\n")
    undo(ws, first)
    log = ws.vault.read("log.md").text
    assert (first in log, second in log) == (False, True)
    undo(ws, second)
    assert ws.vault.read("log.md").text == log_page()


def test_a_page_that_changed_since_refuses_and_is_named(ws):
    op = write(ws, "notes/a.md", "two\n")
    write(ws, "notes/a.md", "three\n")
    before = tree(ws.vault.root)
    with pytest.raises(UndoRefusedError, match=r"notes/a\.md changed since") as caught:
        plan_undo(ws, op)
    assert caught.value.blockers == ("notes/a.md changed since",)
    assert tree(ws.vault.root) == before


def test_an_operation_is_undone_once_and_unknown_ones_are_named(ws):
    op = write(ws, "notes/a.md", "two\n")
    undo(ws, op[:-2])
    with pytest.raises(UndoRefusedError, match="undone already"):
        plan_undo(ws, op)
    with pytest.raises(OperationNotFoundError, match="no operation '20990101T000000-0000'"):
        plan_undo(ws, "20990101T000000-0000")


def test_an_id_that_begins_several_operations_asks_for_the_whole_one(ws):
    for text in ("two\n", "three\n"):
        op = write(ws, "notes/a.md", text)
    with pytest.raises(UndoRefusedError, match="several operations begin so; give the whole id"):
        plan_undo(ws, op[:2])


def test_links_that_were_made_since_to_what_goes_are_listed(ws):
    op = write(ws, "notes/b.md", "x\n")
    write(ws, "notes/c.md", "\n[[b]]\n")
    write(ws, "d.canvas", '{"nodes": [{"type": "file", "file": "notes/b.md"}]}')
    assert undo(ws, op).broken == (("d.canvas", 0, "notes/b.md"), ("notes/c.md", 2, "[[b]]"))


def test_a_rename_is_undone_with_its_links(ws):
    write(ws, "notes/b.md", "[[a]] ![[a#x]]\n")
    before = tree(ws.vault.root)
    op = commit(ws, plan_rename(ws, "notes/a", "deep/er/z", move=True), "rename")
    assert ws.vault.read("notes/b.md").text == "[[z]] ![[z#x]]\n"
    receipt = undo(ws, op)
    assert tree(ws.vault.root) == before
    assert receipt.removed == ("deep/er/z.md",)


def test_a_card_that_undo_restores_was_told_as_broken(ws):
    write(ws, "d.canvas", '{"nodes": [{"type": "file", "file": "notes/a.md"}]}')
    before = tree(ws.vault.root)
    op = commit(ws, plan_rename(ws, "notes/a", "deep/z", move=True), "rename")
    assert undo(ws, op).broken == ()
    assert tree(ws.vault.root) == before


STEPS = st.lists(st.tuples(st.sampled_from(("a", "b", "d/c")), st.text("xy\n[]a", max_size=6)), min_size=1, max_size=6)


@settings(max_examples=10)
@given(STEPS)
def test_law_undoing_all_operations_from_the_last_gives_the_first_tree(steps):
    with tempfile.TemporaryDirectory() as home:
        location = HomeLocation(home, home + "/wiki", home + "/graph", "", "test")
        ws = Workspace(location, Settings(quiet_seconds=0), clock=lambda: NOW)
        os.makedirs(ws.vault.root)
        ws.refresh()
        write(ws, "a.md", "begin")
        trees, ops = [], []
        for number, (name, text) in enumerate(steps):
            trees.append(tree(ws.vault.root))
            ops.append(write(ws, name + ".md", f"{number}{text}"))
        for op, before in zip(reversed(ops), reversed(trees)):
            undo(ws, op)
            assert tree(ws.vault.root) == before
        ws.close()


def test_copies_of_the_catalog_and_the_log_do_not_pile_up(ws):
    write(ws, "entities/a.md", "one\n")
    kept = {name for name in tree(ws.location.graph) if name.startswith("objects/")}
    write(ws, "entities/b.md", "two\n")
    added = {name for name in tree(ws.location.graph) if name.startswith("objects/")} - kept
    sha = sha256(b"two\n")
    assert added == {f"objects/{sha[:2]}/{sha[2:]}"}


def test_what_a_person_wrote_into_the_catalog_is_kept_as_a_copy(ws):
    write(ws, "entities/a.md", "one\n")
    by_hand = ws.vault.read("index.md").data + b"mine\n"
    (Path(ws.vault.root) / "index.md").write_bytes(by_hand)
    write(ws, "entities/b.md", "two\n")
    assert ws.operations.objects.get(sha256(by_hand)) == by_hand


def test_the_newest_operation_is_told_as_such_and_called_last(ws):
    ops = [write(ws, f"n{number}.md", "x") for number in range(4)]
    with pytest.raises(OperationNotFoundError, match=f"the newest is {ops[3]} .*, before it {ops[2]}, {ops[1]}$"):
        undo(ws, "none")
    assert [undo(ws, "last").op for _ in range(2)] == [ops[3], ops[2]]


def test_nothing_is_the_last_of_no_operations(open_vault):
    with pytest.raises(OperationNotFoundError, match="nothing can be undone"):
        undo(open_vault({"a.md": "x"}), "last")


def test_a_page_that_a_person_deleted_was_said_to_have_changed(ws):
    op = write(ws, "notes/b.md", "two\n")
    Path(ws.vault.root, "notes/b.md").unlink()
    ws.refresh()
    with pytest.raises(UndoRefusedError, match="was moved or deleted since"):
        undo(ws, op)


def test_links_in_a_page_that_is_restored_were_broken_by_a_symbolic_link_to_it(tmp_path: Path) -> None:
    vault = running.write(tmp_path, {"Books.md": "x\n", "views/Q.md": "[[Books]]\n"})
    (vault / "R.md").symlink_to("views/Q.md")
    running.done("rename", "Books", "Volumes", "--vault", vault)
    assert "broken" not in running.done("undo", "last", "--vault", vault).out
