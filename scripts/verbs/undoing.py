"""The verbs about operations: `log`, `undo`, and `forget`, which leaves none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..arguments import check_numbers, check_texts, read_texts
from ..clock import utc_of
from ..errors import UsageError
from ..maintain.forget import ForgetReceipt
from ..maintain.forget import forget as forget_for_good
from ..maintain.history import OperationList, list_operations, operation_list_text
from ..maintain.undo import UndoneReceipt, UndoReceipt, plan_undo
from ..maintain.undo import undo_since as undo_all_since
from ..say.receipts import receipt_text, text_of_fields
from ..text.escaping import first_few
from ..wiki_store.journal import NEWEST
from ..wiki_store.working_copy import Outcome, catalog_names
from .declaration import Work

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase

SHOWN = 20
"""Most places listed that still hold what was to be forgotten."""
BEYOND = "git, Obsidian's file recovery and sync, backups, other programs' copies, this conversation"


def log(kb: KnowledgeBase, operation: str = "", *, since: str = "", actor: str = "", limit: int = 20) -> OperationList:
    """Return the operations that were not undone, newest first; one of them, by its id, with its difference.

    since: a day or a time, as clock.utc_of takes it.  actor: only what this one wrote.
    """
    kb.check_own("the log")
    check_numbers(limit=limit)
    check_texts(op=operation, since=since, actor=actor)
    start, catalog = utc_of(since, kb.clock) if since else "", catalog_names(kb.location.folder)
    return list_operations(kb.location.graph, catalog, op=operation, since=start, actor=actor, limit=limit)


def undo(
    kb: KnowledgeBase, operation: str = "", *, since: str = "", foreign: bool = False, dry_run: bool = False
) -> Outcome[UndoReceipt] | Outcome[UndoneReceipt]:
    """Take an operation back, the newest where none is named: pages, catalog and log return to what they were.

    since: all operations from a day or a time on, the last one first: all or none.
    foreign: also one that this user did not record on this machine, where the journal came with the home.
    """
    if since and operation:
        raise UsageError("an operation and --since are two ways to say what", hint="give one of them")
    writer = kb.writer()
    if since:
        return undo_all_since(writer, utc_of(since, kb.clock), dry_run=dry_run, foreign=foreign)
    op = operation or NEWEST
    return writer.carry_out(
        "undo", lambda copy, reader: plan_undo(copy, reader, op, writer=writer, foreign=foreign), dry_run=dry_run
    )


def _undo_text(outcome: Outcome[UndoReceipt] | Outcome[UndoneReceipt], _: Mapping[str, Any]) -> str:
    receipt = outcome.receipt
    if outcome.dry_run:
        return receipt_text(outcome)
    if isinstance(receipt, UndoneReceipt):
        return f"undone: {len(receipt.operations)} operations\n{text_of_fields(receipt)}"
    # The operation that took it back is no operation to name: it cannot be undone.
    return f"undone: operation {receipt.op}\n{text_of_fields(receipt._replace(op=''))}"


def forget(
    kb: KnowledgeBase,
    targets: str | Sequence[str] = (),
    *,
    text: str | Sequence[str] = (),
    yes: bool = False,
    dry_run: bool = False,
) -> Outcome[ForgetReceipt]:
    """Forget pages, passages (`page#^block`) and texts for good; without yes only say what would go."""
    if yes and dry_run:
        raise UsageError("--yes and --dry-run exclude each other", hint="leave one of them out")
    texts = [item.strip() for item in read_texts("text", text)]
    return forget_for_good(kb.writer(), read_texts("targets", targets), texts=texts, dry_run=not yes)


def _forget_text(outcome: Outcome[ForgetReceipt], _: Mapping[str, Any]) -> str:
    receipt = outcome.receipt
    gone = text_of_fields(receipt._replace(remains=(), unread=(), has_git=False, too_short=0))
    if outcome.dry_run:
        stays = f"stays, to be taken out by hand{_places(receipt)}"
        last = [*[stays] * bool(receipt.remains), "nothing takes it back; --yes does it", f"out of reach: {BEYOND}"]
    else:
        index = [] if outcome.op else ["no trace was kept; the index was made anew"]
        last = [*index, *_remaining(receipt), f"out of reach: {BEYOND}"]
    if receipt.too_short:
        what = f"{receipt.too_short} passage{'s' * (receipt.too_short > 1)} of few words"
        last.insert(-1, f'not looked for elsewhere: {what}; `forget --text "WORDS"` does')
    return "\n".join(filter(None, [receipt_text(outcome, [gone] if gone else []), *last]))


def _places(receipt: ForgetReceipt) -> str:
    return f" ({len(receipt.remains)}): {first_few(receipt.remains, SHOWN)}"


def _remaining(receipt: ForgetReceipt) -> list[str]:
    lines = ["still there" + (_places(receipt) if receipt.remains else ": nowhere")]
    if receipt.unread:
        lines.append(f"not looked into ({len(receipt.unread)}): {first_few(receipt.unread, SHOWN)}")
    return [*lines, *(["a git repository is there: its history was not looked through"] if receipt.has_git else [])]


WORK = {
    "log": Work(log, lambda found, _: operation_list_text(found)),
    "undo": Work(undo, _undo_text),
    "forget": Work(forget, _forget_text, lambda outcome, _: int(bool(outcome.receipt.remains) and not outcome.dry_run)),
}
