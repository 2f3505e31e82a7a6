"""Looking after what is derived: interrupted operations, left-over files, the index, the catalog, the journal."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

from ..errors import DataError, NameTakenError, PageChangedError, ReadOnlyError, SettingError
from ..homes import parse_json
from ..settings import unknown_variables
from ..store.files import is_temporary, write_durably
from ..store.interrupted import intent_elsewhere, take_over_intent
from ..store.locks import locked
from ..store.operations import TRASH
from ..store.tables import require_fts5
from ..store.usage import UsageLog
from .catalog import catalog_change
from .commit import known_state, take_over_journal
from .initializing import IGNORED, IGNORED_BEFORE
from .moved_folder import folder_elsewhere, moved_message

if TYPE_CHECKING:
    from ..store.workspace import Workspace


class Check(NamedTuple):
    """One thing looked at."""

    name: str
    state: str
    """good, mended or bad."""
    message: str


class Examination(NamedTuple):
    """All that was looked at."""

    checks: tuple[Check, ...]

    @property
    def is_well(self) -> bool:
        return all(check.state != "bad" for check in self.checks)


def examine(ws: Workspace, *, actor: str, environ: Mapping[str, str]) -> Examination:
    """Look at everything and mend what is derived; never touches a page but the catalog, which is generated.

    Where nothing can be written, what wants mending is told all the same.
    """
    checks = [_search_engine(), _variables(environ)]
    if ws.location.read_only:
        return Examination((*checks, _index(ws), _vectors(ws)))
    with ExitStack() as held:
        may_write = True
        try:
            held.enter_context(locked(ws))
        except ReadOnlyError as err:
            may_write = False
            checks.append(Check("home", "bad", f"{err.path}: {err.what}; what wants mending is told and left"))
        checks += _operations(ws, may_write)
        checks.append(_left_over(ws, may_write))
        checks.append(_index(ws))
        checks += _folder(ws)
        checks.append(_journal(ws))
        checks += _usage(ws, may_write)
        checks += _ignored(ws, may_write)
        checks.append(_vectors(ws))
        checks.append(_catalog(ws, actor, may_write))
    return Examination(tuple(checks))


def _variables(environ: Mapping[str, str]) -> Check:
    unknown = unknown_variables(environ)
    if unknown:
        return Check("settings", "bad", f"nothing reads {', '.join(unknown)}: misspelled?")
    return Check("settings", "good", "every COMMONPLACE_ variable is one of ours")


def _search_engine() -> Check:
    connection = sqlite3.connect(":memory:")
    try:
        require_fts5(connection)
    except DataError as err:
        return Check("sqlite", "bad", str(err))
    finally:
        connection.close()
    return Check("sqlite", "good", f"{sqlite3.sqlite_version} with FTS5")


def _operations(ws: Workspace, may_write: bool) -> list[Check]:
    """What was interrupted here, and in this vault under another path, before it was moved or adopted."""
    own = _interrupted(ws, may_write)
    if not ws.folder or ws.has_pending():
        return [own]
    try:
        path = take_over_intent(ws, known_state()) if may_write else intent_elsewhere(ws, known_state())
        if may_write and not ws.operations.journal.has_operations():
            take_over_journal(ws)
    except ReadOnlyError as err:
        return [own, Check("operations", "bad", f"one was interrupted under another path of the vault: {err}")]
    if ws.has_pending():
        elsewhere = _interrupted(ws, may_write)
    elif path:
        cure = "move the vault back to its old path and call `commonplace doctor` there"
        cure = cure if may_write else "it is finished as soon as the home can be written"
        elsewhere = Check("operations", "bad", f"one was interrupted under another path of the vault, {path}: {cure}")
    else:
        return [own]
    return [elsewhere] if own.state == "good" else [own, elsewhere]


def _interrupted(ws: Workspace, may_write: bool) -> Check:
    if not may_write:
        if not ws.has_pending():
            return Check("operations", "good", "none was interrupted")
        return Check("operations", "bad", "one was interrupted: it is finished as soon as the home can be written")
    try:
        recovered = ws.operations.recover()
    except ReadOnlyError as err:
        return Check("operations", "bad", f"one was interrupted: {err}")
    except DataError as err:
        aside = ws.operations.put_pending_aside()
        return Check("operations", "mended", f"{err.path} is {err.what}: kept as {aside}, the pages stay as they are")
    if recovered is None:
        return Check("operations", "good", "none was interrupted")
    if recovered.conflicts:
        paths = ", ".join(recovered.conflicts)
        return Check(
            "operations", "bad", f"{recovered.op} was interrupted; changed since by somebody, left alone: {paths}"
        )
    return Check("operations", "mended", f"{recovered.op} was interrupted; finished {len(recovered.finished)} files")


def _left_over(ws: Workspace, may_write: bool) -> Check:
    """Temporary files of a writer that was killed, in the vault, its trash and beside the index."""
    if may_write and (ws.has_pending() or intent_elsewhere(ws, known_state())):
        # They may hold what a person saved in its last moment.
        return Check("files", "bad", "left-over temporary files stay until the operation is finished")
    vault = [os.path.join(ws.vault.root, folder) for folder in dict.fromkeys(part.folder for part in ws.vault.parts())]
    hidden = [os.path.join(ws.vault.root, TRASH), ws.location.graph]
    folders = [*vault, *(here for top in hidden if not os.path.islink(top) for here, _, _ in os.walk(top))]
    found = [os.path.join(here, name) for here in folders for name in os.listdir(here) if is_temporary(name)]
    try:
        for path in found if may_write else ():
            os.unlink(path)
    except OSError as err:
        return Check("files", "bad", f"{len(found)} left-over temporary files, not all removed: {err}")
    if found and not may_write:
        return Check("files", "bad", f"{len(found)} left-over temporary files stay")
    return Check("files", "mended" if found else "good", f"{len(found)} left-over temporary files removed")


def _index(ws: Workspace) -> Check:
    try:
        ws.refresh()
        answer = ws.index.connection().execute("PRAGMA integrity_check").fetchone()[0]
        if answer == "ok":
            pages = ws.index.connection().execute("SELECT count(*) FROM pages").fetchone()[0]
            return Check("index", "good", f"{pages} pages, up to date")
    except sqlite3.DatabaseError as err:
        answer = str(err)
    ws.refresh(rebuild=True)
    return Check("index", "mended", f"built again ({answer.splitlines()[0]})")


def _folder(ws: Workspace) -> list[Check]:
    """Whether a person moved the folder for pages of ours, where it could be."""
    moved = folder_elsewhere(ws)
    return [Check("folder", "bad", moved_message(ws, moved))] if moved else []


def _vectors(ws: Workspace) -> Check:
    """Whether the embedder that is set can be used.  Making vectors is left to the next question."""
    count = ws.vector_count()
    if ws.embedder is None or count is None:
        return Check("vectors", "good", "off: passages are found by words and claims")
    try:
        ws.embedder.load()
    except (DataError, SettingError) as err:
        return Check("vectors", "bad", str(err))
    made = f"{count.passages} of {count.passages + count.wanting} passages have one by {ws.settings.embedder}"
    return Check("vectors", "good", made)


def _journal(ws: Workspace) -> Check:
    path = ws.operations.journal.path
    try:
        with open(path, "rb") as file:
            lines = file.read().split(b"\n")
    except FileNotFoundError:
        return Check("journal", "good", "none yet")
    torn = 0
    for line in filter(None, lines):
        try:
            parse_json(line)
        except ValueError:
            torn += 1
    kept = len([line for line in lines if line]) - torn
    return Check("journal", "good", f"{kept} events" + (f", {torn} torn lines passed over" if torn else ""))


def _usage(ws: Workspace, may_write: bool) -> list[Check]:
    """Marks of what proved useful, where there are any."""
    if not ws.has_usage():
        return []
    log = UsageLog(ws.location.graph)
    damaged, marks = log.damaged(), f"{len(log.marks())} marks"
    if not damaged:
        return [Check("usage", "good", marks)]
    if not may_write:
        return [Check("usage", "bad", f"{marks}, {damaged} damaged lines passed over")]
    try:
        aside = log.set_damaged_aside()
    except OSError as err:
        return [Check("usage", "bad", f"{marks}, {damaged} damaged lines passed over: {err}")]
    return [Check("usage", "mended", f"{marks}, {damaged} damaged lines moved to {aside}")]


def _ignored(ws: Workspace, may_write: bool) -> list[Check]:
    """What git is to leave out, where an earlier version wrote it and nobody changed it since."""
    path = os.path.join(ws.location.graph, ".gitignore")
    try:
        with open(path, "rb") as file:
            is_outdated = file.read().decode("utf-8", "replace") in IGNORED_BEFORE
        if is_outdated and may_write:
            write_durably(path, IGNORED.encode("utf-8"))
    except FileNotFoundError:
        return []
    except OSError as err:
        return [Check("gitignore", "bad", f"{path}: {err.strerror}")]
    if not is_outdated:
        return []
    what = "does not leave out usage.*, which is private to this machine"
    return [Check("gitignore", "mended" if may_write else "bad", f"graph/.gitignore {what}" + ": added" * may_write)]


def _catalog(ws: Workspace, actor: str, may_write: bool) -> Check:
    try:
        change = catalog_change(ws, ())
        if change is None:
            is_there = ws.before(ws.catalog.catalog) is not None
            return Check("catalog", "good", f"{ws.catalog.catalog} lists every page" if is_there else "none yet")
        if not may_write:
            return Check("catalog", "bad", f"{ws.catalog.catalog} is out of date")
        ws.operations.commit([change], verb="doctor", actor=actor, now=ws.clock(), note="catalog made anew")
    except (NameTakenError, PageChangedError, ReadOnlyError) as err:
        return Check("catalog", "bad", str(err))
    ws.refresh()
    return Check("catalog", "mended", f"{ws.catalog.catalog} was out of date: made anew")
