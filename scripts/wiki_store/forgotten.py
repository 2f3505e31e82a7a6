"""Deleting for good: what the graph folder keeps of texts that shall be forgotten, and of a page under all its names.

Earlier versions of pages, lines of the journal, questions and marks are looked through and taken away; nothing here
touches the vault.  Whoever plans the operation (maintain/forget.py) says what is doomed.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ..errors import DataError, ReadOnlyError
from ..homes import PENDING
from ..text.links import basename_key, percent_decode
from ..text.matcher import Matcher
from ..text.names import stem_of
from .files import TRASH, open_own
from .journal import (
    FORGET,
    JOURNAL,
    MOST_JOURNAL_BYTES,
    OBJECTS,
    OperationRecord,
    changes_of,
    format_event,
    read_event,
)
from .remains import texts_of
from .swap import is_temporary, remove_quietly, sync_folders, temporaries_of, write_durably

USAGE_FILES = ("usage.jsonl", "usage.damaged")
"""Marks of what proved useful, one event a line, and damaged lines that were moved aside."""
_CITED = re.compile(r"#\^([A-Za-z0-9-]+)")
_BEFORE_PATH = "[]()<>|#^\n\"'"
_LONGEST_PATH = 1000
_OLD_INDEXES = ("index.sqlite", "usage.sqlite")
"""Earlier versions kept them in the graph folder."""


class Row(NamedTuple):
    """One row of an event of the journal."""

    event: str
    op: str
    path: str


class Doomed(NamedTuple):
    """What shall be forgotten."""

    matcher: Matcher
    pages: frozenset[str] = frozenset()
    """Vault paths, under every name they had: words that nobody knows whose they are may tell of them by these."""
    rows: frozenset[Row] = frozenset()
    """What the journal tells of them."""
    versions: frozenset[str] = frozenset()
    """Hashes of all versions of them, which go."""
    blocks: tuple[tuple[frozenset[str], str], ...] = ()
    """Block ids, each with the versions of its page: those that have it go, however its words were then."""
    links: frozenset[str] = frozenset()
    """What marks call these pages and passages."""
    ours: frozenset[str] = frozenset()
    """Hashes of versions that are the tools' alone: of others, what only cites a passage stays."""
    cited: frozenset[tuple[str, str]] = frozenset()
    """All these passages, by the key of a page's name and a block id: what cites one may quote few words of it."""

    def is_in(self, text: str, others: Collection[str] = ()) -> bool:
        """Tell whether a line of the tools tells of it.  others: paths that are those of other pages there."""
        plain = text.replace("\\", "")
        return self.matcher.stands_in(text) or any(path in plain for path in self.pages if path not in others)

    def cites(self, text: str) -> bool:
        """Tell whether a text cites one of the passages."""
        return not self.cited.isdisjoint(_cited(text, {id_ for _, id_ in self.cited}))


class LogLine(NamedTuple):
    """The line of an operation in the log."""

    text: str
    """As it was written; "" where that was forgotten."""
    goes: bool


class Traces(NamedTuple):
    """What a graph folder keeps of it."""

    objects: tuple[str, ...]
    """Files with copies of pages."""
    operations: tuple[str, ...]
    """Ids of those that cannot be undone without."""
    questions: tuple[str, ...]
    """That found nothing."""
    marks: int
    """Of what proved useful."""
    damaged: int
    """Lines that are no events."""
    journal: tuple[bytes, bytes]
    """As it is, and as it will be."""
    log_lines: Mapping[str, LogLine]
    """What the journal tells of the log, by operation."""


def find_traces(graph: str, doomed: Doomed) -> Traces:
    """Look through the graph folder.  The caller holds the lock, and nothing is interrupted.

    Raises DataError where the journal or the marks cannot be read.
    """
    try:
        return _find_traces(graph, doomed)
    except OSError as err:
        path = err.filename or graph
        raise DataError(f"cannot read: {err.strerror}", path=path, hint="look where it came from") from err


def _find_traces(graph: str, doomed: Doomed) -> Traces:
    before = _read(os.path.join(graph, JOURNAL))
    lines = before.splitlines(keepends=True)
    objects = dict(_objects(os.path.join(graph, OBJECTS), doomed))
    after, questions, damaged = list[bytes](), list[str](), 0
    operations, log_lines = dict[str, None](), dict[str, LogLine]()
    for line in lines:
        event = read_event(line)
        if event is None:
            if doomed.is_in(line.decode("utf-8", "replace")):
                damaged += 1
            else:
                after.append(line)
            continue
        question = event.get("question")
        if isinstance(question, str) and doomed.matcher.stands_in(question):
            questions.append(question)
            continue
        changed = _without(event, doomed, frozenset(objects.values()))
        op = str(event.get("op"))
        if event.get("event") == "undo":
            operations.pop(op, None)
        elif changed.get("forgotten") and not event.get("forgotten") and event.get("verb") != FORGET:
            operations[op] = None
        if isinstance(event.get("log_line"), str):
            log_lines[op] = LogLine(event["log_line"], not changed["log_line"])
        after.append(line if changed == event else format_event(changed))
    marks = 0
    for _, old, kept in _usage_lines(graph, doomed):
        gone = [read_event(line) for line in set(old) - set(kept)]
        marks += sum(event is not None and event.get("event") == "useful" for event in gone)
        damaged += sum(event is None for event in gone)
    journal = (before, b"".join(after))
    return Traces(tuple(objects), tuple(operations), tuple(questions), marks, damaged, journal, log_lines)


def remove_traces(graph: str, doomed: Doomed, traces: Traces) -> None:
    """Take it away, in an order in which a call that dies is made good by calling again.  Raises ReadOnlyError."""
    try:
        _remove_torn(graph)
        before, after = traces.journal
        if before != after:
            _rewrite(graph, before, after)
        for path, old, kept in _usage_lines(graph, doomed):
            if kept != old:
                if kept:
                    write_durably(path, b"".join(kept))
                else:
                    os.unlink(path)
        _remove_old_indexes(graph)
        for path in traces.objects:
            os.unlink(path)
        sync_folders(sorted({os.path.dirname(path) for path in traces.objects}))
    except OSError as err:
        raise ReadOnlyError(err.filename or graph, err.strerror or str(err)) from err


def finish_forgetting(graph: str, root: str, done: OperationRecord) -> None:
    """Do the last step, which recovery can do as well: the names of the pages that went leave the journal.

    An operation with a page of these cannot be undone then.  Doing it again changes nothing.  root: of the vault.
    Raises OSError.  The caller holds the lock.
    """
    removed = [row.path for row in done.changes if not row.after]
    gone = [path for path in removed if not path.startswith(TRASH + "/")]
    before = _read(os.path.join(graph, JOURNAL))
    events = _events(before)
    rows = {row for page in gone for row in life_of(events, page, lambda path: _is_file(root, path)).rows}
    rows |= {Row("operation", done.op, path) for path in removed}
    after = b"".join(_nameless(line, rows) for line in before.splitlines(keepends=True))
    if before != after:
        _rewrite(graph, before, after)
    _remove_torn(graph)
    # Free pages of a database hold what was taken out of it.
    _remove_old_indexes(graph)


class Life(NamedTuple):
    """What the journal tells of one page."""

    paths: frozenset[str]
    """Vault paths that it had, without those that are, or were, another page's as well."""
    versions: tuple[str, ...]
    """The hashes of what it was, the last ones first."""
    rows: frozenset[Row]
    """What tells of it, of its copies in the trash as well."""


def events_of(graph: str) -> list[dict[str, Any]]:
    """Return what the journal of a graph folder tells, oldest first.  Raises OSError."""
    return _events(_read(os.path.join(graph, JOURNAL)))


def _events(journal: bytes) -> list[dict[str, Any]]:
    return [event for event in map(read_event, journal.splitlines()) if event]


def life_of(events: Sequence[dict[str, Any]], path: str, is_there: Callable[[str], bool]) -> Life:
    """Follow a page back through the journal, under each name only as long as it had that.

    is_there: whether a path is that of a page now.
    """
    renames = {event.get("op") for event in events if event.get("verb") == "rename"}
    undone = {event.get("op") for event in events if event.get("event") == "undo"}
    name, names, others = path, {path}, set[str]()
    versions: dict[str, None] = {}
    told = set[Row]()
    for event in reversed(events):
        rows = {row.path: row for row in changes_of(event)}
        mine = rows.pop(name, None)
        has_left = mine is not None and not mine.after and event.get("verb") in ("rename", "merge", "retract")
        if mine is not None and has_left and event.get("op") not in undone:
            # Another page had the name, and went on elsewhere: this one came later.
            rows[name], mine, name = mine, None, ""
        if mine is not None:
            told.add(_row_of(event, name))
            versions.update(dict.fromkeys(filter(None, (mine.after, mine.before))))
            if event.get("op") in renames and not mine.before:
                # Also where it was undone.
                name = _name_before(name, [row.path for row in rows.values() if not row.after])
                names.add(name)
                told.add(_row_of(event, name))
                versions.update(dict.fromkeys(filter(None, (rows.pop(name, mine).before,))))
        others.update(rows)
    for event in events:
        in_trash = (row for row in changes_of(event) if row.path.startswith(TRASH + "/"))
        told.update(_row_of(event, row.path) for row in in_trash if row.before in versions or row.after in versions)
    kept = frozenset(name for name in names if name == path or not (name in others or is_there(name)))
    return Life(kept, tuple(versions), frozenset(told))


def _row_of(event: dict[str, Any], path: str) -> Row:
    return Row(str(event.get("event")), str(event.get("op")), path)


def _name_before(name: str, gone: Sequence[str]) -> str:
    """Return which of the paths that went a page had: a rename may take along a summary, or all pages of a folder."""
    folder = name.rpartition("/")[0]
    of_stem = [path for path in gone if stem_of(path) == stem_of(name)]
    of_folder = [path for path in gone if path.rpartition("/")[0] == folder]
    return next((paths[0] for paths in (of_stem, of_folder, gone) if len(paths) == 1), name)


def _read(path: str) -> bytes:
    """Return what a file of the graph folder holds; nothing where there is none.  Raises OSError."""
    try:
        with open_own(path, MOST_JOURNAL_BYTES) as file:
            return file.read()
    except FileNotFoundError:
        return b""


def _is_file(root: str, path: str) -> bool:
    return os.path.lexists(os.path.join(root, *path.split("/")))


def _rewrite(graph: str, before: bytes, after: bytes) -> None:
    """Write the journal anew, with what was appended since it was read: a question waits for no lock."""
    path = os.path.join(graph, JOURNAL)
    write_durably(path, after + _read(path)[len(before) :])


def _remove_torn(graph: str) -> None:
    """Remove what writers of the journal and of an intent left when they were killed: it has names, too."""
    for name in (JOURNAL, PENDING):
        for path in temporaries_of(os.path.join(graph, name)):
            remove_quietly(path)


def _remove_old_indexes(graph: str) -> None:
    for name in _OLD_INDEXES:
        for suffix in ("", "-wal", "-shm", "-journal"):
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(graph, name + suffix))


def _objects(root: str, doomed: Doomed) -> Iterator[tuple[str, str]]:
    """Yield the copies that hold it, each file with its hash, and what killed writers left of any."""
    for here, _, names in os.walk(root):
        for name in sorted(names):
            full, sha = os.path.join(here, name), os.path.basename(here) + name
            if is_temporary(name) or _holds(full, sha, doomed):
                yield full, sha


def _holds(full: str, sha: str, doomed: Doomed) -> bool:
    if sha in doomed.versions:
        return True
    markers = [f"^{block}".lower() for versions, block in doomed.blocks if sha in versions]
    try:
        for text, _ in texts_of(_read(full)):
            words = {*text.lower().split()} if markers else ()
            if doomed.matcher.stands_in(text) or any(marker in words for marker in markers):
                return True
            if sha in doomed.ours and doomed.cites(text):
                return True
    except (OSError, ValueError, zlib.error):
        # No undo can use it: of the page it goes, and another is named as unread by the look at the end.
        return bool(markers)
    return False


def _cited(text: str, ids: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield what a text cites of these block ids, in lower case: the key of a page's name, and the id."""
    for match in _CITED.finditer(text):
        if match[1].lower() in ids:
            at = match.start()
            start = max(text.rfind(sign, max(0, at - _LONGEST_PATH), at) + 1 for sign in _BEFORE_PATH)
            yield basename_key(percent_decode(text[max(start, at - _LONGEST_PATH) : at])), match[1].lower()


def _without(event: dict[str, Any], doomed: Doomed, gone: Collection[str]) -> dict[str, Any]:
    """Return an event as it may stay: without words that tell of it, and marked where undoing it lacks something.

    The names of the pages stay until they are gone: by them it is known whose they are.
    """
    changes = changes_of(event)
    mine = {change.path for change in changes if _row_of(event, change.path) in doomed.rows}
    others = {change.path for change in changes} - mine
    rows = [row.to_row() for row in changes if row.path in mine or not doomed.matcher.stands_in(row.path)]
    is_named = bool(mine) or len(rows) < len(changes)
    # The line of an operation that forgot tells nothing.
    is_told = is_named and event.get("verb") != FORGET
    words = {key: "" for key in ("note", "log_line") if is_told or doomed.is_in(str(event.get(key, "")), others)}
    words |= {"actor": ""} if doomed.matcher.stands_in(str(event.get("actor", ""))) else {}
    is_lost = is_named or any(change.before in gone or change.after in gone for change in changes)
    words = {key: word for key, word in words.items() if key in event}
    return {**event, **words, **({"changes": rows, "forgotten": True} if is_lost else {})}


def _nameless(line: bytes, gone: Collection[Row]) -> bytes:
    event = read_event(line) or {}
    changes = changes_of(event)
    rows = [change.to_row() for change in changes if _row_of(event, change.path) not in gone]
    if len(rows) == len(changes):
        return line
    words: dict[str, str] = {key: "" for key in ("note", "log_line") if key in event and event.get("verb") != FORGET}
    return format_event({**event, **words, "changes": rows, "forgotten": True})


def _usage_lines(graph: str, doomed: Doomed) -> Iterator[tuple[str, list[bytes], list[bytes]]]:
    """Yield the files of marks, each with its lines and with those that stay.

    Of an amendment the ids of marks that go leave; a damaged line goes if it holds a text.
    """
    forgotten: set[str] = set()
    for name in USAGE_FILES:
        path = os.path.join(graph, name)
        lines = _read(path).splitlines(keepends=True)
        kept = []
        for line in lines:
            event = read_event(line)
            if event is None:
                if not doomed.matcher.stands_in(line.decode("utf-8", "replace")):
                    kept.append(line)
            elif event.get("event") == "polarity" and isinstance(event.get("of"), list):
                ids = [id_ for id_ in event["of"] if id_ not in forgotten]
                if len(ids) == len(event["of"]):
                    kept.append(line)
                elif ids:
                    kept.append(format_event({**event, "of": ids}))
            elif _tells_of(event, doomed):
                forgotten.add(str(event.get("id")))
            else:
                kept.append(line)
        yield path, lines, kept


def _tells_of(mark: dict[str, Any], doomed: Doomed) -> bool:
    targets = mark.get("targets")
    named = [target for target in targets if isinstance(target, str)] if isinstance(targets, list) else []
    told = (str(mark.get("question", "")), *named)
    return any(map(doomed.matcher.stands_in, told)) or not doomed.links.isdisjoint(named)
