"""Forgetting for good: a text leaves the vault's pages of the tools and every trace that the home keeps of it.

First the traces go, then the pages with the log, then the index, which is made anew; so a call that dies is made good
by calling again.  Nothing takes it back.
"""

from __future__ import annotations

import os
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..errors import DataError, PageChangedError, UnsafePathError, UsageError
from ..model import Place
from ..pages.obsidian.conflict_copies import is_conflict_copy
from ..pages.rendering import log_page
from ..store.earlier import graph_folders
from ..store.forgetting import Doomed, Traces, take_away, traces_in
from ..store.index import INDEX
from ..store.journal import changes_of, own_versions_in
from ..store.operations import TRASH, Change
from ..store.remains import Remain, look, places_in
from ..store.undoable import FORGET
from ..store.vault import sha256
from ..text.matcher import Sought
from ..wiki_store.working_copy import Outcome
from .catalog import catalog_change, line_of
from .commit import held, known_state
from .forget_targets import Goes, what_goes

if TYPE_CHECKING:
    from ..store.journal import OperationRecord
    from ..store.workspace import Workspace

TOLD = 50
"""Most places that an error names."""
_TRIES = 5
_OURS = re.compile(r"- \d{4}-\d\d-\d\dT\S+ \d{8}T\d{6}-[0-9a-f]+ [a-z]+ by ")
"""How a line of the log begins that the tools wrote."""


class ForgetReceipt(NamedTuple):
    """What `forget` did, or would do.  Words that go are told by a plan only."""

    pages: tuple[str, ...] = ()
    """Vault paths of the pages that go."""
    passages: tuple[Place, ...] = ()
    """Where the passages stand, or stood."""
    by_hand: tuple[str, ...] = ()
    """Of these pages those that a person edited since the tools wrote them: words of that person may go, too."""
    trash: tuple[str, ...] = ()
    """Versions that the tools put into .trash."""
    claims: int = 0
    """Claims that rest on it alone, and go."""
    loosened: int = 0
    """Claims that lose this evidence and keep other."""
    lines: int = 0
    """Quotes of it on other pages."""
    changed: tuple[str, ...] = ()
    """Pages that lose passages, claims or quotes."""
    answers: tuple[str, ...] = ()
    """Filed answers that rest on it.  They stay, and are stale."""
    kept: tuple[str, ...] = ()
    """Summaries that stay, since a person wrote on them."""
    broken: tuple[Place, ...] = ()
    """Links that lead nowhere then."""
    log_lines: int = 0
    copies: int = 0
    """Copies of pages that undo would need."""
    not_undoable: tuple[str, ...] = ()
    """Operations that cannot be undone then."""
    questions: int = 0
    """Questions of the journal that found nothing."""
    asked: tuple[str, ...] = ()
    marks: int = 0
    """Marks of what proved useful."""
    damaged: int = 0
    """Damaged lines of the journal and the marks."""
    remains: tuple[Remain, ...] = ()
    """What still holds it in the end; of a plan the places of the vault that will, by vault path."""
    unread: tuple[str, ...] = ()
    """Files that could not be looked into."""
    has_git: bool = False
    """Whether there is a git repository, whose history was not looked through."""


class _Plan(NamedTuple):
    goes: Goes
    doomed: Doomed
    traces: Traces
    changes: tuple[Change, ...]
    receipt: ForgetReceipt


def forget(
    ws: Workspace,
    targets: Sequence[str],
    *,
    texts: Sequence[str] = (),
    dry_run: bool,
    actor: str,
    progress: Callable[[int, int], None] | None = None,
) -> Outcome[ForgetReceipt]:
    """Forget pages and passages of the tools, and texts that stand in no page any more.

    Raises UsageError for nothing, or a text that says too little; DataError where pages hold a text, and for what is
    not written by the tools; otherwise as care.commit.carry_out.
    """
    if not targets and not texts:
        raise UsageError("nothing is named", hint='name `page#^block`, a page, or --text "WORDS"')
    for text in texts:
        if not Sought([text]):
            raise UsageError(f"{text!r} says too little to be looked for", hint="give at least three letters or digits")
    with held(ws, dry_run=dry_run):
        for tries_left in reversed(range(_TRIES)):
            ws.refresh(progress=progress)
            plan = _plan(ws, targets, texts)
            if dry_run:
                staying = tuple(_holding(ws, plan.doomed.matcher, plan.goes))
                return Outcome("", True, plan.receipt._replace(remains=staying))
            try:
                op = _carry_out(ws, plan, actor, progress)
            except PageChangedError:
                # Somebody saved a page between our look and our write.
                if not tries_left:
                    raise
            else:
                return Outcome(op, False, _told(ws, plan))
        raise AssertionError("the last try returns or raises")


def _plan(ws: Workspace, targets: Sequence[str], texts: Sequence[str]) -> _Plan:
    goes = what_goes(ws, targets)
    _refuse_where_held(ws, Sought(texts), goes)
    sought = Sought([*goes.wanted, *texts])
    doomed = Doomed(sought, goes.old_paths, goes.blocks, goes.links)
    changes = [Change(path, ws.before(path), new.encode("utf-8")) for path, new in goes.texts.items()]
    changes += [Change(path, ws.before(path), None) for path in goes.pages]
    trash = [Change(path, ws.operations.current(path), None) for path in _own_trash(ws, doomed)]
    log = ws.before(ws.catalog.log) or b""
    traces = traces_in(ws.location.graph, doomed)
    receipt = ForgetReceipt(
        pages=goes.pages,
        passages=goes.passages,
        by_hand=goes.by_hand,
        trash=tuple(change.path for change in trash),
        claims=goes.claims,
        loosened=goes.loosened,
        lines=goes.lines,
        changed=tuple(goes.texts),
        answers=goes.answers,
        kept=goes.kept,
        broken=goes.broken,
        log_lines=len(log.splitlines()) - len(_staying(log, doomed)),
        copies=len(traces.objects),
        not_undoable=traces.operations,
        questions=len(traces.questions),
        asked=traces.questions,
        marks=traces.marks,
        damaged=traces.damaged,
    )
    return _Plan(goes, doomed, traces, (*changes, *trash), receipt)


def _refuse_where_held(ws: Workspace, sought: Sought, goes: Goes) -> None:
    """Raise DataError with every place of the vault that will hold the text: a person's notes are never touched."""
    # Copies that sync clients made are told at the end.
    found = [each for each in _holding(ws, sought, goes) if not is_conflict_copy(each.path)]
    if found:
        rest = f" and {len(found) - TOLD} more" if len(found) > TOLD else ""
        raise DataError(
            f"the vault still holds it: {', '.join(map(str, found[:TOLD]))}{rest}",
            hint="take it out there, or name the page or passage to `forget`, and repeat",
        )


def _holding(ws: Workspace, sought: Sought, goes: Goes) -> Iterator[Remain]:
    """The places of the vault that will hold it; of catalog and log every line that tells of it goes."""
    for path in ws.paths() if sought else ():
        if path not in ws.catalog and path not in goes.pages:
            data = goes.texts[path].encode("utf-8") if path in goes.texts else ws.before(path) or b""
            lines = [*([0] if sought.stands_in(path) else ()), *_lines(sought, data)]
            yield from (Remain(path, line) for line in lines)


def _lines(sought: Sought, data: bytes) -> list[int]:
    try:
        return places_in(sought, data)
    except (ValueError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError):
        return []


def _own_trash(ws: Workspace, doomed: Doomed) -> Iterator[str]:
    """Files of .trash that hold it, and that the tools wrote: those of a person stay."""
    found = {path: sha256(data) for path, data in _trash(ws) if _is_held(doomed, path, data)}
    if not found:
        return
    rows = [change for event in ws.operations.journal.events() for change in changes_of(event)]
    ours = own_versions_in(row for row in rows if not row.path.startswith(TRASH + "/"))
    known = frozenset(sha for versions in ours.values() for sha in versions)
    yield from (path for path, sha in found.items() if sha in known)


def _trash(ws: Workspace) -> Iterator[tuple[str, bytes]]:
    """The files of .trash, by vault path."""
    top = os.path.join(ws.vault.root, TRASH)
    for here, _, names in os.walk(top):
        for name in sorted(names):
            path = "/".join([TRASH, *os.path.relpath(os.path.join(here, name), top).split(os.sep)])
            try:
                data = ws.operations.current(path)
            except UnsafePathError:
                continue  # Such as .DS_Store: no name that the tools give.
            if data is not None:
                yield path, data


def _is_held(doomed: Doomed, path: str, data: bytes) -> bool:
    return doomed.is_page(path) or doomed.matcher.stands_in(path) or bool(_lines(doomed.matcher, data))


def _staying(log: bytes, doomed: Doomed) -> list[bytes]:
    """The lines of the log without those of ours that tell of it."""
    return [line for line in log.splitlines(keepends=True) if not _goes(line.decode("utf-8", "replace"), doomed)]


def _goes(line: str, doomed: Doomed) -> bool:
    return _OURS.match(line) is not None and doomed.is_in(line)


def _carry_out(ws: Workspace, plan: _Plan, actor: str, progress: Callable[[int, int], None] | None) -> str:
    """Take it away; the operation's id, "" where only the index was made anew."""
    catalog = catalog_change(ws, plan.changes)
    now = ws.clock()
    ws.operations.wait_until_quiet(plan.changes)
    take_away(ws.location.graph, plan.doomed, plan.traces)
    told = plan.receipt
    kept = plan.traces.objects or plan.traces.journal[0] != plan.traces.journal[1]
    if not (plan.changes or catalog or told.log_lines or told.marks or told.damaged or kept):
        ws.refresh(rebuild=True, progress=progress)
        return ""
    # No other program may delete an index that this one holds open, on Windows.
    ws.close()
    name = "" if plan.doomed.matcher.stands_in(actor) else actor
    record = ws.operations.commit(
        [*plan.changes, *([catalog] if catalog else [])],
        verb=FORGET,
        actor=name,
        now=now,
        log=lambda record: _log_change(ws, plan.doomed, record),
    )
    # The index is made anew: what it held is gone from its file.
    ws.refresh(progress=progress)
    return record.op if record else ""


def _log_change(ws: Workspace, doomed: Doomed, record: OperationRecord) -> tuple[Change, str]:
    """The log without the lines that tell of it, and with one that tells of nothing but that."""
    before = ws.before(ws.catalog.log)
    lines = _staying(before if before is not None else log_page().encode("utf-8"), doomed)
    end = b"\r\n" if lines and lines[-1].endswith(b"\r\n") else b"\n"
    if lines and not lines[-1].endswith(b"\n"):
        lines[-1] += end
    line = line_of(record, ["something was forgotten"])
    return Change(ws.catalog.log, before, b"".join([*lines, line.encode("utf-8") + end])), line


def _told(ws: Workspace, plan: _Plan) -> ForgetReceipt:
    """The receipt without the words, and with what a last look through everything finds."""
    home, graph, vault = ws.location.home, ws.location.graph, ws.vault.root
    folders = [(_shown(vault, home), vault), (_shown(graph, home), graph)]
    if ws.folder:
        # Where this vault lay before, its copies may still lie.
        folders += [(folder, folder) for folder in graph_folders(known_state(), graph)]
    found = look(plan.doomed.matcher, folders)
    index = "/".join(part for part in (_shown(graph, home), INDEX) if part)
    # The index says what the vault says: where a page holds it, that page is told.
    outside = [remain for remain in found.remains if not remain.path.startswith(index)]
    return plan.receipt._replace(
        passages=tuple(place._replace(text="") for place in plan.receipt.passages),
        broken=tuple(place._replace(text="") for place in plan.receipt.broken),
        asked=(),
        remains=tuple(outside or found.remains),
        unread=found.unread,
        has_git=found.has_git,
    )


def _shown(folder: str, home: str) -> str:
    """How paths below a folder are told: from the home on, or whole."""
    if folder == home:
        return ""
    return os.path.relpath(folder, home).replace(os.sep, "/") if folder.startswith(home + os.sep) else folder
