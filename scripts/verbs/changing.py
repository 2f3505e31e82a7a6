"""The verbs that change pages, `edit`, `file`, `rename`, `merge`, `retract` and `forget`, and those about past
operations: `log` and `undo`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ..arguments import check_numbers, read_texts
from ..clock import local_time, utc_of
from ..errors import UsageError
from ..ingest.answers import AnswerDraft, FiledReceipt, plan_answer
from ..maintain.forget import ForgetReceipt
from ..maintain.forget import forget as forget_for_good
from ..maintain.merge import MergeReceipt, plan_merge
from ..maintain.note_editing import EditReceipt, NoteEdit, plan_edit
from ..maintain.rename import RenameReceipt, TagReceipt, plan_rename, plan_tag_rename
from ..maintain.retract import RetractReceipt, plan_retract
from ..maintain.undo import OperationList, UndoReceipt, list_operations, plan_undo
from ..say import receipt_text, text_of_fields
from ..text.escaping import first_few, one_line
from ..wiki_store.operations import NEWEST, OperationRecord
from ..wiki_store.working_copy import CatalogNames, Outcome, catalog_names
from .declaration import DRY_RUN, DRY_RUN_OF_PERSON, Parameter, Verb, comma_list, flag

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase


NAMED = 4
"""Files of an operation that a line of the log names."""
SHOWN = 20
"""Most places listed that still hold forgotten words."""
BEYOND = (
    "git, Obsidian's file recovery and sync, backups, other programs' copies, this conversation, and what is packed, "
    "encoded or spelled otherwise"
)


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
    properties: Sequence[str] | Mapping[str, Any] = (),
    unset: Sequence[str] = (),
    tags: Sequence[str] = (),
    dry_run: bool = False,
    **more: Any,
) -> Outcome[EditReceipt]:
    """Change one note as asked; every other byte of it stays.

    properties: `key=value` each, or values by key.  more: fields of maintain.note_editing.NoteEdit by their names.
    """
    places = {"append": append, "prepend": prepend, "replace-section": replace_section}
    given = {place: text for place, text in places.items() if text is not None}
    if len(given) > 1:
        raise UsageError("one text at a time", hint="give one of --append, --prepend and --replace-section")
    if bool(task) != (is_done is not None):
        raise UsageError("--task goes with --done or --open", hint='e.g. --task "call Ada" --done')
    written = [] if isinstance(properties, Mapping) else [pair.partition("=") for pair in properties]
    if any(not separator for _, separator, _ in written):
        raise UsageError("--set wants key=value", hint="e.g. --set status=done; --unset KEY removes one")
    pairs = [(key.strip(), value) for key, _, value in written]
    place, text = next(iter(given.items()), ("", ""))
    kb.check_text("text", text)
    wanted = NoteEdit(
        note=kb.from_here(note, is_exact=True) if note else "",
        properties=tuple(properties.items() if isinstance(properties, Mapping) else pairs),
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
    return receipt_text(outcome, [*lines, *receipt.remarks])


EDIT = Verb(
    name="edit",
    page="write",
    summary="Write into a note; every other byte stays.",
    example='commonplace edit token-budget --append "Checked in March." --dry-run',
    parameters=(
        Parameter("note", "title, alias, slug or path", many="?"),
        flag("--daily", "today's note"),
        Parameter("--new", "title of a new note, or its path", "TITLE"),
        Parameter("--template", "what the new note begins with", "NAME", tool=""),
        Parameter("--append", "at the end of the note or of --under; - is stdin", "TEXT|-", reads="-", tool=""),
        Parameter("--prepend", "at its beginning", "TEXT|-", reads="-", tool=""),
        Parameter(
            "--replace-section",
            "in place of all below --under",
            "TEXT|-",
            reads="-",
            tool="in place of all below",
        ),
        Parameter("--under", "`A#B` is B below A", "HEADING"),
        flag("--create", "make that heading if it is missing", tool=""),
        Parameter("--task", "the task with these words", "WORDS"),
        flag("--done", "tick it off", to="is_done", value=True, tool=""),
        flag("--open", "take the tick away", to="is_done", value=False, tool=""),
        Parameter("--stands", "the claim with these words holds as it is: it is open no more", "WORDS", tool="claim"),
        Parameter(
            "--set",
            "give a property a value",
            "KEY=VALUE",
            to="properties",
            tool="key=value",
            repeatable=True,
        ),
        Parameter("--unset", "remove a property, or a value of it", "KEY[=VALUE]", tool="", repeatable=True),
        Parameter("--tag", "add a tag to the properties", "TAG", to="tags", tool="", repeatable=True),
        Parameter("--expect-sha", "the hash that show printed", "SHA"),
        DRY_RUN,
    ),
    run=edit,
    text=_edit_text,
)


def rename(
    kb: KnowledgeBase, page: str, new: str, *, move: bool = False, dry_run: bool = False
) -> Outcome[RenameReceipt] | Outcome[TagReceipt]:
    """Give a page another title, or with move another path; every link to it follows.  `#tag` is a tag of all notes."""
    if page.startswith("#"):
        if move:
            raise UsageError("a tag has no path", hint="leave out --move")
        return kb.write("rename", lambda copy, reader: plan_tag_rename(copy, reader, page, new), dry_run=dry_run)
    old = kb.from_here(page, is_exact=True)
    return kb.write("rename", lambda copy, reader: plan_rename(copy, reader, old, new, move=move), dry_run=dry_run)


RENAME = Verb(
    name="rename",
    page="change",
    summary="Rename a page or #tag; links follow.",
    example='commonplace rename token-budget "Hard budget" --dry-run',
    is_destructive=True,
    parameters=(
        Parameter("page", "or a #tag, with those below it", tool=""),
        Parameter("new", "new title; with --move the new path", tool="new title; with move the new path"),
        flag("--move", "new is a path in the vault"),
        DRY_RUN,
    ),
    run=rename,
    text=lambda outcome, _: receipt_text(outcome),
)


def merge(
    kb: KnowledgeBase, page: str, into: str, *, force: bool = False, dry_run: bool = False
) -> Outcome[MergeReceipt]:
    """Make one page of two: links, claims, aliases and prose of the first move to the second."""
    gone, staying = kb.from_here(page, is_exact=True), kb.from_here(into, is_exact=True)
    return kb.write("merge", lambda copy, reader: plan_merge(copy, reader, gone, staying, force=force), dry_run=dry_run)


MERGE = Verb(
    name="merge",
    page="change",
    summary="Make one page of two.",
    example="commonplace merge torn-read lost-update --dry-run",
    is_destructive=True,
    parameters=(
        Parameter("page", "the page that goes"),
        Parameter("into", "the page that stays"),
        flag("--force", "merge pages that differ in type or kind"),
        DRY_RUN,
    ),
    run=merge,
    text=lambda outcome, _: receipt_text(outcome),
)


def retract(kb: KnowledgeBase, source: str, *, dry_run: bool = False) -> Outcome[RetractReceipt]:
    """Take a source back: move its note to .trash, remove its claims, list what rested on it."""
    named = kb.from_here(source, is_exact=True)
    return kb.write("retract", lambda copy, reader: plan_retract(copy, reader, named), dry_run=dry_run)


RETRACT = Verb(
    name="retract",
    page="change",
    summary="Take a source and its claims back.",
    example="commonplace retract where-a-statement-comes-from --dry-run",
    is_destructive=True,
    parameters=(Parameter("source"), DRY_RUN),
    run=retract,
    text=lambda outcome, _: receipt_text(outcome),
)


def log(kb: KnowledgeBase, operation: str = "", *, since: str = "", actor: str = "", limit: int = 20) -> OperationList:
    """Return the operations that were not undone, newest first; with an id that one alone, with its difference.

    since: a day or a time, as clock.utc_of takes it.  actor: only operations of this one.
    """
    kb.check_own("the log")
    check_numbers(limit=limit)
    start, catalog = utc_of(since, kb.clock) if since else "", catalog_names(kb.location.folder)
    return list_operations(kb.location.graph, catalog, op=operation, since=start, actor=actor, limit=limit)


def undo(kb: KnowledgeBase, operation: str = "", *, since: str = "", dry_run: bool = False) -> Outcome[UndoReceipt]:
    """Take an operation back, the newest where none is named: pages, catalog and log return to what they were.

    since: all operations from a day or a time on, as one operation, except those of pages changed later.
    """
    if since and operation:
        raise UsageError("an operation and --since are two ways to say what", hint="give one of them")
    writer = kb.writer()
    start, op = (utc_of(since, kb.clock), "") if since else ("", operation or NEWEST)
    planner = partial(plan_undo, op=op, since=start, transaction=writer.transaction)
    return writer.carry_out("undo", planner, dry_run=dry_run)


def _undo_text(outcome: Outcome[UndoReceipt], _: Mapping[str, Any]) -> str:
    receipt = outcome.receipt
    if outcome.dry_run:
        return receipt_text(outcome)
    # The operation that took it back is no operation to name: it cannot be undone.
    undone = f"{1 + len(receipt.also)} operations" if receipt.also else f"operation {receipt.op}"
    return f"undone: {undone}\n{text_of_fields(receipt if receipt.also else receipt._replace(op=''))}"


UNDO = Verb(
    name="undo",
    page="change",
    summary="Take an operation back.",
    example="commonplace undo --dry-run",
    is_destructive=True,
    parameters=(
        Parameter("operation", "an id that log lists (the last one)", many="?"),
        Parameter("--since", "all since then: 10:30, 2026-03-12, 2h", "TIME", is_local=True),
        DRY_RUN,
    ),
    run=undo,
    text=_undo_text,
)


def forget(
    kb: KnowledgeBase,
    targets: str | Sequence[str] = (),
    *,
    text: str | Sequence[str] = (),
    dry_run: bool = True,
) -> Outcome[ForgetReceipt]:
    """Forget pages, passages (`page#^block`) and texts for good; a dry run only lists what would go."""
    texts = [item.strip() for item in read_texts(text)]
    return forget_for_good(kb.writer(), read_texts(targets), texts=texts, dry_run=dry_run)


def _forget_text(outcome: Outcome[ForgetReceipt], _: Mapping[str, Any]) -> str:
    receipt = outcome.receipt
    gone = text_of_fields(receipt._replace(remains=(), unread=()))
    if outcome.dry_run:
        stays = f"stays, to be taken out by hand{_format_places(receipt)}"
        last = [*[stays] * bool(receipt.remains), "nothing takes it back; --yes does it", f"out of reach: {BEYOND}"]
    else:
        index = [] if outcome.op else ["no trace was kept; the index was made anew"]
        last = [*index, *_remaining_lines(receipt), f"out of reach: {BEYOND}"]
    return "\n".join(filter(None, [receipt_text(outcome, [gone] if gone else []), *last]))


def _format_places(receipt: ForgetReceipt) -> str:
    return f" ({len(receipt.remains)}): {first_few(receipt.remains, SHOWN)}"


def _remaining_lines(receipt: ForgetReceipt) -> list[str]:
    lines = ["still there" + (_format_places(receipt) if receipt.remains else ": nowhere")]
    if receipt.unread:
        lines.append(f"not looked into ({len(receipt.unread)}): {first_few(receipt.unread, SHOWN)}")
    return lines


FORGET = Verb(
    name="forget",
    page="change",
    summary="Delete a page or a text for good.",
    example="commonplace forget where-a-statement-comes-from",
    no_tool="nothing takes it back, and a text that was read must not bring it about; a person's at the command line",
    parameters=(
        Parameter("targets", "what goes: pages the tools wrote", "PAGE|PAGE#^BLOCK", many="*"),
        Parameter("--text", "words that stand in no page any more; - is stdin", "T", reads="-", repeatable=True),
        flag("--yes", "do it; nothing takes it back", to="dry_run", value=False),
        DRY_RUN,
    ),
    run=forget,
    text=_forget_text,
    exit_code=lambda outcome, _: int(bool(outcome.receipt.remains) and not outcome.dry_run),
)


def _log_text(found: OperationList, _: Mapping[str, Any]) -> str:
    """Return a line for each operation: id, time, verb, actor, files and note."""
    lines = [_format_operation(record, found.catalog) for record in found.operations]
    left = found.found - len(found.operations)
    lines += [f"omitted: {left} older operations; --limit {found.found} lists all"] if left else []
    return "\n".join([*(lines or ["no operation"]), *([found.diff] if found.diff else [])])


def _format_operation(record: OperationRecord, catalog: CatalogNames) -> str:
    paths = [change.path for change in record.changes if change.path not in catalog]
    files = first_few([one_line(path, 80) for path in paths], NAMED)
    note = f"  {one_line(record.note, 120)}" if record.note else ""
    time = record.time[:16].replace("T", " ")
    return f"{one_line(record.op)}  {time}  {one_line(record.verb)}  {one_line(record.actor)}  {files}{note}"


LOG = Verb(
    name="log",
    page="look",
    summary="List what was written, newest first.",
    example="commonplace log --since 7d",
    reads_only=True,
    parameters=(
        Parameter("operation", "its id, or `last`: shows the difference", many="?"),
        Parameter("--since", "as 10:30, 2026-03-12, 7d", "TIME"),
        Parameter("--as", "only what this one wrote", "WHO", to="actor", tool=None),
        Parameter("--limit", "most operations (20)", "N", int, tool=None),
    ),
    run=log,
    text=_log_text,
)


def file(
    kb: KnowledgeBase,
    answer: str,
    *,
    question: str | Sequence[str],
    title: str,
    cites: str | Sequence[str],
    expect_sha: str = "",
    dry_run: bool = False,
) -> Outcome[FiledReceipt]:
    """File an answer as a topic page, with what it rests on; its question may have several wordings."""
    kb.check_text("answer", answer)
    filed = AnswerDraft(kb.questions("question", question), title, answer, read_texts(cites), expect_sha)
    return kb.write(
        "file",
        lambda copy, reader: plan_answer(copy, reader, filed, today=kb.clock()[:10], now=local_time(kb.clock)),
        dry_run=dry_run,
    )


def _file_text(outcome: Outcome[FiledReceipt], _: Mapping[str, Any]) -> str:
    filed = outcome.receipt
    lines = [f"{filed.id} {filed.state} ({filed.path})", "cites: " + ", ".join(filed.cites)]
    return receipt_text(outcome, lines)


FILE = Verb(
    name="file",
    page="write",
    summary="File an answer as a topic page.",
    example="""\
commonplace file --question "why so?" --title "Why so" --cites how-a-budget-stays-hard --dry-run - <<'TEXT'
It is counted last.
TEXT""",
    tool_help="The same question again updates the page. Cite passages, not answers.",
    parameters=(
        Parameter("answer", "the answer in Markdown", "FILE|-", reads="file"),
        Parameter("--question", "repeat it for other wordings", tool="", is_required=True, repeatable=True),
        Parameter("--title", is_required=True),
        Parameter("--cites", "what it rests on: slug#^block, …", "A,B", comma_list, is_required=True),
        Parameter("--expect-sha", "hash of the page you read, to replace it", "SHA"),
        DRY_RUN_OF_PERSON,
    ),
    run=file,
    text=_file_text,
)
