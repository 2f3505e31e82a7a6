"""The verbs that change pages: `edit`, `rename`, `merge` and `retract`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..clock import local_time
from ..errors import UsageError
from ..maintain.merge import MergeReceipt, plan_merge
from ..maintain.note_editing import EditReceipt, NoteEdit, plan_edit
from ..maintain.rename import RenameReceipt, plan_rename
from ..maintain.retract import RetractReceipt, plan_retract
from ..say.receipts import following_text, receipt_text
from ..text.escaping import one_line
from ..wiki_store.working_copy import Outcome
from .declaration import Work

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase


def edit(
    kb: KnowledgeBase,
    note: str = "",
    *,
    append: str | None = None,
    prepend: str | None = None,
    replace_section: str | None = None,
    under: str = "",
    task: str = "",
    is_done: bool | None = None,
    properties: Sequence[str] = (),
    unset: Sequence[str] = (),
    tags: Sequence[str] = (),
    dry_run: bool = False,
    **more: Any,
) -> Outcome[EditReceipt]:
    """Write into one note what is asked for; every other byte of it stays.

    properties: `key=value` each.  more: fields of maintain.note_editing.NoteEdit by their names.
    """
    places = {"append": append, "prepend": prepend, "replace-section": replace_section}
    given = {place: text for place, text in places.items() if text is not None}
    if len(given) > 1:
        raise UsageError("one text at a time", hint="give one of --append, --prepend and --replace-section")
    if bool(task) != (is_done is not None):
        raise UsageError("--task goes with --done or --open", hint='e.g. --task "call Ada" --done')
    pairs = [pair.partition("=") for pair in properties]
    if any(not sign for _, sign, _ in pairs):
        raise UsageError("--set wants key=value", hint="e.g. --set status=done; --unset KEY removes one")
    place, text = next(iter(given.items()), ("", ""))
    kb.check_text("text", text)
    wanted = NoteEdit(
        note=kb.from_here(note, is_exact=True) if note else "",
        properties=tuple((key.strip(), value) for key, _, value in pairs),
        unset=tuple(unset),
        tags=tuple(tags),
        task=task,
        is_done=bool(is_done),
        place=place,
        text=text,
        heading=under,
        **more,
    )
    return kb.write(
        "edit", lambda copy, reader: plan_edit(copy, reader, wanted, now=local_time(kb.clock)), dry_run=dry_run
    )


def _edit_text(outcome: Outcome[EditReceipt], _: Mapping[str, Any]) -> str:
    receipt = outcome.receipt
    place = f"{one_line(receipt.path)}:{receipt.line}" if receipt.line else one_line(receipt.path)
    lines = [f"{receipt.state} {place}" + (f": {receipt.changed}" if receipt.changed else "")]
    lines += [f"leads nowhere, line {link.line}: {one_line(link.text, 120)}" for link in receipt.leads_nowhere]
    return receipt_text(outcome, lines)


def rename(
    kb: KnowledgeBase, page: str, new: str, *, move: bool = False, dry_run: bool = False
) -> Outcome[RenameReceipt]:
    """Give a page another title, or with move another path; every link to it follows."""
    old = kb.from_here(page, is_exact=True)
    return kb.write("rename", lambda copy, reader: plan_rename(copy, reader, old, new, move=move), dry_run=dry_run)


def merge(
    kb: KnowledgeBase, page: str, into: str, *, force: bool = False, dry_run: bool = False
) -> Outcome[MergeReceipt]:
    """Make one page of two: links, claims, aliases and prose of the first move to the second."""
    gone, staying = kb.from_here(page, is_exact=True), kb.from_here(into, is_exact=True)
    return kb.write("merge", lambda copy, reader: plan_merge(copy, reader, gone, staying, force=force), dry_run=dry_run)


def retract(kb: KnowledgeBase, source: str, *, dry_run: bool = False) -> Outcome[RetractReceipt]:
    """Take a source back: its note goes to .trash, its claims leave, what rested on it is listed."""
    named = kb.from_here(source, is_exact=True)
    return kb.write("retract", lambda copy, reader: plan_retract(copy, reader, named), dry_run=dry_run)


WORK = {
    "edit": Work(edit, _edit_text),
    "rename": Work(rename, following_text),
    "merge": Work(merge, following_text),
    "retract": Work(retract, lambda outcome, _: receipt_text(outcome)),
}
