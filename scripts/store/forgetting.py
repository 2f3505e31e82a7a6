"""What the graph folder keeps of texts that shall be forgotten, and taking it away: copies, questions, marks, lines.

The index is not looked through: the operation deletes it.  Nothing here touches the vault.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import ReadOnlyError
from .files import is_temporary, sync_folders, write_durably
from .forgotten_names import line_of, read_bytes, read_event, remove_torn, rewrite
from .journal import JOURNAL, changes_of
from .objects import OBJECTS
from .operations import TRASH
from .remains import texts_of
from .undoable import FORGET
from .usage import USAGE_ASIDE, StoredMark, UsageLog, remove_usage_index
from .workspace import USAGE

if TYPE_CHECKING:
    from ..text.matcher import Sought
    from .journal import FileChange


class Doomed(NamedTuple):
    """What shall be forgotten."""

    sought: Sought
    pages: frozenset[str] = frozenset()
    """Vault paths, under every name they had: all versions of them go."""
    blocks: tuple[tuple[frozenset[str], str], ...] = ()
    """Block ids, each with the paths of its page: the versions that have it go, however its words were then."""
    links: frozenset[str] = frozenset()
    """What marks call these pages and passages."""

    def is_in(self, text: str) -> bool:
        """Whether a line of the tools tells of it."""
        return self.sought.stands_in(text) or any(path in text.replace("\\", "") for path in self.pages)

    def is_page(self, path: str) -> bool:
        """Whether this is, or was, one of the pages."""
        return path.removeprefix(TRASH + "/") in self.pages


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


def traces_in(graph_dir: str, doomed: Doomed) -> Traces:
    """Look through the graph folder.  The caller holds the lock, and nothing is interrupted."""
    before = read_bytes(os.path.join(graph_dir, JOURNAL))
    lines = before.splitlines(keepends=True)
    versions = _versions(lines)
    objects = dict(_objects(os.path.join(graph_dir, OBJECTS), doomed, versions))
    after, questions, damaged = list[bytes](), list[str](), 0
    operations: dict[str, None] = {}
    for line in lines:
        event = read_event(line)
        if event is None:
            if doomed.is_in(line.decode("utf-8", "replace")):
                damaged += 1
            else:
                after.append(line)
            continue
        question = event.get("question")
        if isinstance(question, str) and doomed.sought.stands_in(question):
            questions.append(question)
            continue
        changed = _without(event, doomed, frozenset(objects.values()))
        op = str(event.get("op"))
        if event.get("event") == "undo":
            operations.pop(op, None)
        elif changed.get("forgotten") and not event.get("forgotten") and event.get("verb") != FORGET:
            operations[op] = None
        after.append(line if changed == event else line_of(changed))
    log = UsageLog(graph_dir)
    marks = sum(not _is_kept(mark, doomed) for mark in log.marks())
    damaged += sum(len(lines) - len(rest) for _, lines, rest in _loose_lines(graph_dir, doomed))
    return Traces(tuple(objects), tuple(operations), tuple(questions), marks, damaged, (before, b"".join(after)))


def take_away(graph_dir: str, doomed: Doomed, traces: Traces) -> None:
    """Take it away, in an order in which a call that dies is made good by calling again.  Raises ReadOnlyError."""
    try:
        remove_torn(graph_dir)
        before, after = traces.journal
        if before != after:
            rewrite(graph_dir, before, after)
        UsageLog(graph_dir).forget(lambda mark: _is_kept(mark, doomed))
        for path, lines, rest in _loose_lines(graph_dir, doomed):
            if len(rest) < len(lines):
                write_durably(path, b"".join(rest))
        remove_usage_index(UsageLog(graph_dir).index_path)
        for path in traces.objects:
            os.unlink(path)
        sync_folders(sorted({os.path.dirname(path) for path in traces.objects}))
    except OSError as err:
        raise ReadOnlyError(err.filename or graph_dir, err.strerror or str(err)) from err


def _versions(lines: list[bytes]) -> dict[str, set[str]]:
    """The paths that each version of a page stood at, by its hash."""
    found: dict[str, set[str]] = {}
    for line in lines:
        for change in changes_of(read_event(line) or {}):
            for sha in filter(None, (change.before, change.after)):
                found.setdefault(sha, set()).add(change.path)
    return found


def _objects(root: str, doomed: Doomed, versions: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    """The copies that hold it, each file with its hash, and what killed writers left of any."""
    for here, _, names in os.walk(root):
        for name in sorted(names):
            full, sha = os.path.join(here, name), os.path.basename(here) + name
            if is_temporary(name) or _holds(full, doomed, versions.get(sha, set())):
                yield full, sha


def _holds(full: str, doomed: Doomed, paths: set[str]) -> bool:
    if any(map(doomed.is_page, paths)):
        return True
    markers = [f"^{block}".lower() for names, block in doomed.blocks if not names.isdisjoint(paths)]
    try:
        for text, _ in texts_of(read_bytes(full)):
            words = text.lower().split() if markers else ()
            if doomed.sought.stands_in(text) or any(marker in words for marker in markers):
                return True
    except (OSError, ValueError, zlib.error):
        # No undo can use it: of the page it goes, and another is named as unread by the look at the end.
        return bool(markers)
    return False


def _without(event: dict[str, Any], doomed: Doomed, gone: frozenset[str]) -> dict[str, Any]:
    """An event as it may stay: without words that tell of it, and marked where undoing it lacks something.

    The names of the pages stay until they are gone: by them it is known whose they are.
    """
    changes = changes_of(event)
    rows = [row.to_row() for row in changes if doomed.is_page(row.path) or not doomed.sought.stands_in(row.path)]
    is_named = len(rows) < len(changes) or any(doomed.is_page(change.path) for change in changes)
    words = {key: "" for key in ("note", "log_line") if is_named or doomed.is_in(str(event.get(key, "")))}
    words |= {"actor": ""} if doomed.sought.stands_in(str(event.get("actor", ""))) else {}
    lost = is_named or any(_is_lost(change, gone) for change in changes)
    words = {key: word for key, word in words.items() if key in event}
    return {**event, **words, **({"changes": rows, "forgotten": True} if lost else {})}


def _is_lost(change: FileChange, gone: frozenset[str]) -> bool:
    return change.before in gone or change.after in gone


def _is_kept(mark: StoredMark, doomed: Doomed) -> bool:
    return not doomed.sought.stands_in(mark.question) and doomed.links.isdisjoint(mark.targets)


def _loose_lines(graph_dir: str, doomed: Doomed) -> Iterator[tuple[str, list[bytes], list[bytes]]]:
    """The files of marks with their lines, and with those that stay: no mark is read from a damaged line."""
    for name in (USAGE, USAGE_ASIDE):
        path = os.path.join(graph_dir, name)
        lines = read_bytes(path).splitlines(keepends=True)
        yield (
            path,
            lines,
            [
                line
                for line in lines
                if read_event(line) is not None or not doomed.sought.stands_in(line.decode("utf-8", "replace"))
            ],
        )
