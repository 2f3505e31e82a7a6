"""Undoing: an operation's pages and its log line return to what they were, or nothing happens."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.errors import OperationNotFoundError, UndoRefusedError
from scripts.text.templates import log_page
from scripts.verbs import changing
from scripts.wiki_store.operations import Operations
from scripts.wiki_store.transaction import Transaction
from scripts.wiki_store.working_copy import Plan
from scripts.wiki_store.writing import sha256
from tests import running
from tests.maintain.opened import Opened


def write(vault: Opened, path: str, text: str) -> str:
    def planner(copy, _):
        copy.put(path, text)
        return Plan(None, note="why")

    return vault.write(planner).op


def undo(vault: Opened, op: str):
    return changing.undo(vault.kb, op).receipt


@pytest.fixture
def vault(open_vault) -> Opened:
    """A home with a log and a page."""
    return open_vault({"log.md": log_page(), "notes/a.md": "one\n"})


def test_a_log_that_a_person_spaced_returns_to_what_it_was(open_vault):
    vault = open_vault({"log.md": log_page() + "- earlier\n\n\n", "index.md": "# Index\n", "a.md": "one\n"})
    undo(vault, write(vault, "a.md", "two\n"))
    assert vault.text("log.md") == log_page() + "- earlier\n\n\n"


def test_an_earlier_operation_leaves_the_log_of_later_ones(vault):
    first = write(vault, "notes/a.md", "two\n")
    second = write(vault, "notes/b.md", "three\n")
    undo(vault, first)
    log = vault.text("log.md")
    assert (first in log, second in log) == (False, True)
    undo(vault, second)
    assert vault.text("log.md") == log_page()


def test_a_page_that_changed_since_refuses_and_is_named(vault):
    op = write(vault, "notes/a.md", "two\n")
    write(vault, "notes/a.md", "three\n")
    before = vault.tree()
    with pytest.raises(UndoRefusedError, match=r"notes/a\.md changed since") as caught:
        undo(vault, op)
    assert caught.value.blockers == ("notes/a.md changed since",)
    assert vault.tree() == before


@pytest.mark.parametrize(
    ("ours", "now", "undone"),
    [
        ("one\ntwo\nb\n", "mine\none\ntwo\nb\nmore\n", "mine\none\ntwo\nmore\n"),
        ("one\n2\n", "one\n2\nmore\n", "one\ntwo\nmore\n"),
        ("one\n", "one\nmore\n", None),
        ("one\ntwo\nb\nc\n", "one\ntwo\nb\nmine\nc\n", None),
        ("one\ntwo\nb\n", "One\ntwo\nb\n", "One\ntwo\n"),
        ("one\n2\n", "One\n2\n", "One\ntwo\n"),
        ("a\none\ntwo\nb\n", "a\nb\n", ""),
        ("one\ntwo\nb", "one\ntwo\nb more", None),
        ("two\n", "Two\n", None),
    ],
)
def test_lines_that_a_person_changed_elsewhere_stay_and_anything_else_refuses(vault, ours, now, undone):
    (vault.root / "notes/a.md").write_text("one\ntwo\n", "utf-8")
    op = write(vault, "notes/a.md", ours)
    (vault.root / "notes/a.md").write_text(now, "utf-8")
    if undone is None:
        ours_first = next(at for at, line in enumerate(now.splitlines(), 1) if line not in ours.splitlines())
        with pytest.raises(UndoRefusedError, match=rf"notes/a\.md changed since in the same place, line {ours_first};"):
            undo(vault, op)
    else:
        assert undo(vault, op).beside == ("notes/a.md",)
    assert vault.text("notes/a.md") == (now if undone is None else undone)


def test_an_operation_is_undone_once_and_unknown_ones_are_named(vault):
    op = write(vault, "notes/a.md", "two\n")
    undo(vault, op[:-2])
    with pytest.raises(UndoRefusedError, match="undone already"):
        undo(vault, op)
    with pytest.raises(OperationNotFoundError, match="no operation '20990101T000000-0000'"):
        undo(vault, "20990101T000000-0000")


def test_a_rename_is_undone_with_what_a_person_wrote_under_the_new_name(vault):
    write(vault, "notes/a.md", "# a\n\none\n")
    op = changing.rename(vault.kb, "notes/a", "deep/z", move=True).op
    (vault.root / "deep/z.md").write_text(vault.text("deep/z.md") + "more\n", "utf-8")
    receipt = undo(vault, op)
    assert (receipt.removed, receipt.beside) == (("deep/z.md",), ("notes/a.md",))
    assert vault.text("notes/a.md") == "# a\n\none\nmore\n"


STEPS = st.lists(st.tuples(st.sampled_from(("a", "b", "d/c")), st.text("xy\n[]a", max_size=6)), min_size=1, max_size=6)


@settings(max_examples=10)
@given(STEPS)
def test_law_undoing_all_operations_from_the_last_gives_the_first_tree(steps):
    with tempfile.TemporaryDirectory() as home, Opened(Path(home), {}) as vault:
        write(vault, "a.md", "begin")
        trees, ops = [], []
        for number, (name, text) in enumerate(steps):
            trees.append(vault.tree())
            ops.append(write(vault, name + ".md", f"{number}{text}"))
        for op, before in zip(reversed(ops), reversed(trees)):
            undo(vault, op)
            assert vault.tree() == before


def copies(vault: Opened) -> set[str]:
    objects = Path(vault.kb.location.graph, "objects")
    return {path.parent.name + path.name for path in objects.glob("??/*")}


def test_copies_of_the_catalog_and_the_log_do_not_pile_up(vault):
    write(vault, "entities/a.md", "one\n")
    kept = copies(vault)
    write(vault, "entities/b.md", "two\n")
    assert copies(vault) - kept == {sha256(b"two\n")}


def test_the_newest_operation_is_told_as_such_and_called_last(vault):
    ops = [write(vault, f"n{number}.md", "x") for number in range(4)]
    with pytest.raises(OperationNotFoundError, match=f"the newest is {ops[3]} .*, before it {ops[2]}, {ops[1]}$"):
        undo(vault, "none")
    assert [undo(vault, "last").op for _ in range(2)] == [ops[3], ops[2]]


def test_a_page_that_a_person_deleted_was_said_to_have_changed(vault):
    op = write(vault, "notes/b.md", "two\n")
    (vault.root / "notes/b.md").unlink()
    with pytest.raises(UndoRefusedError, match="was moved or deleted since"):
        undo(vault, op)


def test_links_in_a_page_that_is_restored_were_broken_by_a_symbolic_link_to_it(tmp_path: Path) -> None:
    vault = running.write(tmp_path, {"Books.md": "x\n", "views/Q.md": "[[Books]]\n"})
    (vault / "R.md").symlink_to("views/Q.md")
    running.done("rename", "Books", "Volumes", "--vault", vault)
    assert "broken" not in running.done("undo", "last", "--vault", vault).out


def claim_on(number: int, home: Path) -> str:
    """A source and a bundle that claims something of one page; the id of the bundle's operation."""
    text = f"The leak crashed service {number}."
    running.done("add", "-", "--title", f"Report {number}", home=home, stdin=f"# Report {number}\n\n{text}\n")
    names = [{"name": name, "type": "object", "supporting_text": text} for name in ("leak", f"service {number}")]
    ends = {"source": "leak", "target": f"service {number}", "type": "affects", "confidence": 0.9}
    bundle = {
        "source": f"report-{number}",
        "entities": names[number > 0 :],
        "relations": [ends | {"supporting_text": text}],
    }
    return str(running.done("apply", "-", "--json", home=home, stdin=json.dumps(bundle)).document["op"])


def test_after_the_undo_of_a_middle_operation_all_was_stuck_and_the_page_a_persons(tmp_path: Path) -> None:
    """A list on the page was made anew by the undo, which no operation told of."""
    running.done("init", tmp_path)
    ops = [claim_on(number, tmp_path) for number in range(3)]
    running.done("undo", ops[1], home=tmp_path)
    assert "by hand" not in running.done("forget", "leak", home=tmp_path).out
    assert f"undone: operation {ops[2]}" in running.done("undo", "last", home=tmp_path).out
    running.done("undo", "--since", "2000-01-01", home=tmp_path)
    assert [path for path in (tmp_path / "wiki").rglob("*.md") if path.parent.name in ("entities", "summaries")] == []


def test_undo_of_several_is_one_operation_planned_anew_where_a_page_is_saved_in_its_middle(vault, monkeypatch):
    for name in ("b", "c"):
        write(vault, f"notes/{name}.md", "two\n")
    commit = Transaction.commit

    def commit_beside_a_person(self, changes, **options):
        (vault.root / "notes/b.md").write_text("mine\n")
        return commit(self, changes, **options)

    monkeypatch.setattr(Transaction, "commit", commit_beside_a_person)
    receipt = changing.undo(vault.kb, since="2000-01-01").receipt
    monkeypatch.undo()
    assert (receipt.also, len(receipt.left)) == ((), 1)
    assert (vault.root / "notes/b.md").read_text() == "mine\n"
    assert not (vault.root / "notes/c.md").exists()
    (vault.root / "notes/b.md").write_text("two\n")
    for name in ("d", "e"):
        write(vault, f"notes/{name}.md", "two\n")
    receipt = changing.undo(vault.kb, since="2000-01-01").receipt
    assert (len(receipt.also), receipt.left) == (2, ())
    newest = next(Operations(vault.kb.location.graph).newest_first(), None)
    assert newest.reverts == (receipt.op, *(line.split()[0] for line in receipt.also))
