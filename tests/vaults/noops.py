"""What changes nothing must leave every byte: an edit to what is already there, reading, linting, indexing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scripts.errors import CommonplaceError, EditRefusedError
from scripts.knowledge_base import KnowledgeBase
from scripts.text.block_ids import mark_quotables
from scripts.text.frontmatter import add_to_list, set_property, split
from scripts.verbs import changing, checking, looking
from tests.vaults.figures import Figures, figures
from tests.vaults.notes import contents, note_paths, read

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random
    from typing import Any

_PLAIN = (str, int, float, type(None))


def check_noops(vault: Path, state: Path, rng: Random, *, renames: int) -> Figures:
    """Every property of every note set to its own value, and so on; then the verbs that only read."""
    result = figures("no-ops", vault.name)
    for path in note_paths(vault):
        text = read(vault, path)
        if text is not None:
            _edit_to_the_same(path, text, result)
            marked = mark_quotables(text)
            result.count("marked")
            result.expect(mark_quotables(marked) == marked, f"{path}: marking again changes marked text")
    before = contents(vault)
    with KnowledgeBase.open(vault=str(vault), environ={"COMMONPLACE_STATE": str(state)}) as kb:
        result.count("findings of lint", len(checking.lint(kb).findings))
        checking.doctor(kb, rebuild=True)
        looking.links(kb)
        notes = [page.path for page in looking.list_(kb).pages if page.path.endswith(".md")]
        for path in rng.sample(notes, min(renames, len(notes))):
            for new, move in ((path, True), (path.rpartition("/")[2][:-3], False)):
                result.count("renames to the same name", _plan_the_same(kb, path, new, move, result))
    after = contents(vault)
    result.count("files compared", len(after))
    for name in sorted(before.keys() | after.keys()):
        result.expect(before.get(name) == after.get(name), f"{name} changed")
    return result


def _plan_the_same(kb: KnowledgeBase, path: str, new: str, move: bool, result: Figures) -> bool:
    # A title is often not the file's name, and then the name as a title is a change.
    if not move and kb.query(lambda reader: reader.pages(paths=[path]))[0].title != new:
        return False
    try:
        outcome = changing.rename(kb, path, new, move=move, dry_run=True)
    except CommonplaceError as err:
        result.count("renames refused")
        result.expect(False, f"{path} cannot keep its name (move={move}): {err}")
        return False
    different = outcome.receipt.changed
    is_same = not different and outcome.receipt.old == outcome.receipt.new
    result.expect(is_same, f"{path} to itself (move={move}): {different} change")
    return True


def _edit_to_the_same(path: str, text: str, result: Figures) -> None:
    values = split(text).properties
    for name, value in values.items():
        _same(path, text, result, "set", lambda n=name, v=value: set_property(text, n, v), value)
        if isinstance(value, list) and value:
            _same(path, text, result, "added", lambda n=name, v=value: add_to_list(text, n, v[-1]), value)


def _same(path: str, text: str, result: Figures, what: str, edit: Callable[[], str], value: Any) -> None:
    items = value if isinstance(value, list) else [value]
    try:
        new = edit()
    except EditRefusedError as err:
        result.count("refused")
        odd = not all(isinstance(item, _PLAIN) for item in items) or "anchors" in str(err) or "JSON" in str(err)
        result.expect(odd, f"{path} refused: {err}")
        return
    result.count(what)
    result.expect(new == text, f"{path}: {what} to what it was, {value!r}, and changed")
