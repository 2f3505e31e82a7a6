"""Forgetting for good: a text is removed from the pages that the tools wrote, with every trace of it in the home.

First the traces are removed, then the pages with the log, then the index, which is built again; so a call that was
interrupted is completed by calling again.  It cannot be undone.  Plain text is searched; other files are listed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from ..errors import DataError, EditingPage, ReadOnlyError, UsageError
from ..index_store.port import IndexReader
from ..look.lookup import named_page
from ..model import Place
from ..text.block_ids import quotables
from ..text.characters import normal_form
from ..text.editing import remove_spans
from ..text.escaping import first_few
from ..text.frontmatter import split
from ..text.kept import questions_of
from ..text.links import parse_link_text
from ..text.markdown import read_body
from ..text.names import TYPES, stem_of
from ..text.sentences import sentences
from ..text.spans import Spans
from ..text.templates import log_line
from ..text.turns import parse_turn
from ..wiki_store.events import Events, read_event, read_mark
from ..wiki_store.files import MOST_FILE_BYTES, TRASH, is_note
from ..wiki_store.operations import Change, OperationRecord
from ..wiki_store.working_copy import Outcome, WorkingCopy
from ..wiki_store.writing import sha256
from .retract import ORIGINALS, Removal
from .writer import Writer, catalog_change, log_beginning, log_change

_TELLING_LETTERS, _TELLING_WORDS = 20, 20
"""A sentence with fewer letters is found by its block id alone: `Yes, please.` occurs in many places.  A longer one is
found by its first words, since the tools shorten texts in lists."""
_MOST_NAMED = 50
"""Places that an error names."""
_SAID = "something was forgotten"
_LEFT = "some of what told of it is gone, and the pages may be as they were: call `forget` again"
_CITED = re.compile(r"#\^([\w-]+)")
_WORD = re.compile(r"[^\W\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]+|\w")
"""A word; in a script without blanks a character."""
_LEAST_IDENTIFIER = 6
"""Fewest letters and digits of a number that is searched for with and without its separators."""


class Remain(NamedTuple):
    """A place that still holds a text; line 0 if the name of the file holds it, or several of its lines do."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else self.path


class ForgetReceipt(NamedTuple):
    """What `forget` did, or would do.  Only a plan contains the words that are removed."""

    pages: tuple[str, ...] = ()
    """Vault paths of the removed pages."""
    passages: tuple[Place, ...] = ()
    """Places of the removed passages."""
    by_hand: tuple[str, ...] = ()
    """Removed or changed pages that a person edited: words of that person may be removed, too."""
    trash: tuple[str, ...] = ()
    """Versions that the tools put into .trash."""
    claims: int = 0
    """Claims that rest on it alone, and are removed."""
    changed: tuple[str, ...] = ()
    """Pages that lose passages, claims or quotes."""
    answers: tuple[str, ...] = ()
    """Filed answers that rest on it; they stay, and are stale."""
    kept: tuple[str, ...] = ()
    """Summaries that stay because a person edited them."""
    copies: int = 0
    """Copies of pages that undo would need."""
    not_undoable: tuple[str, ...] = ()
    """Operations that cannot be undone afterwards."""
    events: int = 0
    """Questions that found nothing, and marks of what proved useful."""
    remains: tuple[Remain, ...] = ()
    """Places that still hold it in the end; for a plan those in the vault that will, by vault path."""
    unread: tuple[str, ...] = ()
    """Files that were not searched because they are no plain text."""


class _Forgetting(NamedTuple):
    traces: _Traces
    objects: tuple[str, ...]
    """Files with copies of pages."""
    cuts: tuple[tuple[OperationRecord, tuple[str, ...]], ...]
    """Operations whose details are removed, each with the paths that are removed."""
    logged: tuple[bytes, ...]
    """Beginnings of the log lines that are removed."""
    catalog: Change | None
    receipt: ForgetReceipt


def forget(writer: Writer, targets: Sequence[str], *, texts: Sequence[str], dry_run: bool) -> Outcome[ForgetReceipt]:
    """Forget pages and passages (`page#^block`) of the tools, and texts that are in no page any more.

    Raises UsageError for no target, or a text that is too short; DataError if pages still hold a text, and for a page
    that the tools did not write; PageNotFoundError, AmbiguousPageError, EditRefusedError for a claim line that cannot
    be rewritten; otherwise as Writer.carry_out.
    """
    if not targets and not texts:
        raise UsageError("nothing is named", hint='name `page#^block`, a page, or --text "WORDS"')
    for text in texts:
        if _count_letters(text) < 2:
            raise UsageError(f"{text!r} says too little to be looked for", hint="give at least two letters or digits")

    def once(copy: WorkingCopy) -> Outcome[ForgetReceipt]:
        plan = writer.query(partial(_plan, writer, copy, targets, texts))
        if dry_run:
            return Outcome("", True, plan.receipt._replace(remains=tuple(_remaining_places(copy, plan.traces))))
        return Outcome(_carry_out(writer, copy, plan), False, _final_receipt(writer, plan))

    with writer.held(dry_run=dry_run):
        return writer.retried(once)


def _plan(
    writer: Writer, copy: WorkingCopy, targets: Sequence[str], texts: Sequence[str], reader: IndexReader
) -> _Forgetting:
    """Change the working copy, and return what else is removed."""
    pages, blocks = _parse_targets(copy, reader, targets)
    records = [*writer.transaction.operations.newest_first()]
    going = _Going(copy, reader, records)
    # All passages first: of two pages one may quote the other.
    taken = {path: going.take_out(path, ids) for path, ids in blocks.items() if path not in pages}
    for path, ids in taken.items():
        going.cut(path, ids)
    for path in pages:
        going.remove(path)
    gone, changed, traces = tuple(going.gone), going.changed(), going.traces
    for path in changed:
        copy.put(path, going.texts[path])
    for path in gone:
        copy.remove(path)
    if held := [*_remaining_places(copy, _Traces(texts))]:
        hint = "take it out there, or name the page or passage to `forget`, and repeat"
        raise DataError(f"the vault still holds it: {first_few(held, _MOST_NAMED)}", hint=hint)
    for text in texts:
        traces.add(text)
    trash = tuple(_own_trash(copy, records, traces))
    for path in trash:
        copy.remove(path)
    objects, logged, cuts = dict(_stored_copies(writer, traces)), [], []
    for record in records:
        paths = traces.paths_in(record)
        is_trace = bool(paths) or traces.occur_in(f"{record.note}\n{record.actor}")
        logged += [log_beginning(record)] if is_trace else []
        if is_trace or any(sha in objects for row in record.changes for sha in (row.before, row.after)):
            # The rows of removed pages stay until their operation is forgotten: a repeated call needs them to know
            # that the tools wrote the pages.
            cuts.append((record, tuple(path for path in paths if path not in gone)))
    undoable = {record.op for record in writer.transaction.operations.standing() if not record.forgotten}
    events = Events(writer.location.graph).lines()
    written_on = {path for path, cut in going.cuts if any(item.by_hand for item in cut.gone)}
    touched = dict.fromkeys([*gone, *taken, *changed])
    receipt = ForgetReceipt(
        pages=gone,
        passages=tuple(going.passages),
        by_hand=tuple(path for path in touched if path in written_on or not copy.is_ours(path)),
        trash=trash,
        claims=sum(cut.claims for _, cut in going.cuts),
        changed=changed,
        answers=tuple(path for path in going.answers if path not in gone),
        kept=tuple(path for path in going.kept if path not in gone),
        copies=len(objects),
        not_undoable=tuple(record.op for record, _ in cuts if record.op in undoable)[::-1],
        events=sum(_is_event_of(traces, read_event(line) or {}, line) for line in events),
    )
    return _Forgetting(
        traces, tuple(objects.values()), tuple(cuts), tuple(logged), catalog_change(copy, reader), receipt
    )


def _parse_targets(
    copy: WorkingCopy, reader: IndexReader, targets: Sequence[str]
) -> tuple[dict[str, None], dict[str, dict[str, None]]]:
    """Return the pages among the targets, and the block ids of passages, in lower case, by page."""
    pages, blocks = dict[str, None](), dict[str, dict[str, None]]()
    for target in targets:
        name, subpath, _ = parse_link_text(target.strip().removeprefix("[[").removesuffix("]]"))
        path = named_page(copy, reader, name)
        page = copy.page(path) if is_note(path) else None
        # A person may write into any folder; the tools tag what they make.
        if page is None or page.category == "notes" or TYPES[page.category] not in page.tags:
            hint = 'take it out by hand, then `commonplace forget --text "…"` removes what is kept of it'
            raise DataError("not written by the tools", path=path, hint=hint)
        if not subpath:
            pages[path] = None
        elif subpath.startswith("#^"):
            blocks.setdefault(path, {})[subpath[2:].lower()] = None
        else:
            raise DataError(f"{subpath} is a heading", path=path, hint="name passages, as `page#^block`, or the page")
    return pages, blocks


class _Going(Removal):
    """A removal that also collects the traces of the removed texts."""

    def __init__(self, copy: WorkingCopy, reader: IndexReader, records: Sequence[OperationRecord]) -> None:
        """records: all operations, the newest first."""
        super().__init__(copy, reader)
        self._records, self.traces, self.passages = records, _Traces(), list[Place]()

    def take_out(self, path: str, ids: Iterable[str]) -> frozenset[str]:
        """Take passages out of a page that stays; return the keys of all block ids that are removed with them."""
        text, category = self.copy.editable(path), self.copy.page(path).category
        body = read_body(text, split(text).body_start)
        # The id of a list item goes before those of the items below it.
        marked = {block.id.lower(): (block, span) for block, span in reversed([*zip(body.block_ids, body.id_spans)])}
        spans, words = [], {unit.block.lower(): unit.text for unit in quotables(text)}
        for id_ in ids:
            if id_ not in marked:
                known = ", ".join(f"^{block.id}" for block, _ in [*marked.values()][:-4:-1])
                raise DataError(f"no block ^{id_}", path=path, hint=f"it has {known or 'none'}")
            block, marker = marked[id_]
            start, end = block.block_start, max(block.block_end, marker[1])
            if text[:start].endswith(("\n\n", "\r\n\r\n")):
                end += len(text[end:]) - len(text[end:].lstrip("\r\n"))
            spans.append((start, end))
            passage = words.get(id_, text[start:end])
            self.passages.append(Place(path, text.count("\n", 0, start) + 1, passage))
            self._add(_sentences(category, passage))
        taken = Spans(spans)
        self._collect_versions(path)
        with EditingPage(path):
            self.texts[path] = remove_spans(text, spans)
        return frozenset(id_ for id_, (_, (start, end)) in marked.items() if taken.meets(start, end))

    def remove(self, path: str) -> None:
        """Remove a page, as Removal does, and collect its words and names."""
        known, category = {*self.gone}, self.copy.page(path).category
        super().remove(path)
        if category in ORIGINALS:
            self._add(s for unit in quotables(self.copy.read(path)) for s in _sentences(category, unit.text))
        for leaving in self.gone.keys() - known:
            self._add(questions_of(self.copy.page(leaving).properties))
            paths = self._collect_versions(leaving)
            nodes = (row.node for row in self.reader.pages(paths=[leaving]))
            self.traces.names.update(paths, map(stem_of, paths), nodes)

    def cut(self, path: str, blocks: frozenset[str] | None = None) -> None:
        """Take out what rests on a page, as Removal does, and collect the quoted words."""
        done = len(self.cuts)
        super().cut(path, blocks)
        gone = {block.id.lower() for block in self.copy.page(path).block_ids} if blocks is None else blocks
        self.traces.blocks.update(gone)
        self._add(item.quote for _, cut in self.cuts[done:] for item in cut.gone if item.claim)

    def _add(self, passages: Iterable[str]) -> None:
        for words in passages:
            if _count_letters(words) >= _TELLING_LETTERS:
                self.traces.add(words)

    def _collect_versions(self, path: str) -> set[str]:
        """Return the vault paths that a page had, and collect the hashes of its versions."""
        names = {path}
        self.traces.versions.add(self.copy.sha(path))
        for record in self._records:
            if record.verb in ("rename", "undo") and any(c.path in names and not c.before for c in record.changes):
                names |= {change.path for change in record.changes if not change.after}
            self.traces.versions |= {
                sha for c in record.changes if c.path in names for sha in (c.before, c.after) if sha
            }
        return names


def _sentences(category: str, passage: str) -> list[str]:
    """Return the first words of each sentence of a passage; of a turn without its speaker and time."""
    plain = parse_turn(passage).text if category == "sessions" else passage
    return [" ".join(_fold(sentence).split()[:_TELLING_WORDS]) for sentence in sentences(plain)]


class _Traces:
    """Traces of removed texts: their words, regardless of case, line breaks and marks, and ids, names and hashes."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self.blocks, self.names, self.versions = set[str](), set[str](), set[str]()
        """Ids of passages, in lower case; paths, stems and nodes of pages; hashes of pages."""
        # By their first words, since there may be tens of thousands, and most are ruled out by these.
        self._texts: dict[tuple[str, ...], dict[str, None]] = {}
        self._identifiers = list[re.Pattern[str]]()
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        """Add the words of a removed text."""
        words, pattern = _fold(text), _identifier(text)
        if pattern:
            self._identifiers.append(pattern)
        else:
            self._texts.setdefault(tuple(words.split(maxsplit=2)[:2]), {})[words] = None

    def occur_in(self, text: str) -> bool:
        """Whether any of the removed texts occurs in another one."""
        if self._identifiers and any(pattern.search(_plain(text)) for pattern in self._identifiers):
            return True
        if not self._texts:
            return False
        folded = _fold(text)
        words = folded.split()
        firsts = self._texts.keys() & {*((word,) for word in words), *pairwise(words)}
        return any(text in folded for first in firsts for text in self._texts[first])

    def are_left_in(self, text: str, targets: Iterable[str] = ()) -> bool:
        """Whether a text has removed words, or the text or one of its targets links a removed passage or page.

        Another passage of the same words has the same id.
        """
        is_cited = not self.blocks.isdisjoint(_CITED.findall(text.lower()))
        return is_cited or any(target.partition("#")[0] in self.names for target in targets) or self.occur_in(text)

    def places(self, path: str, text: str) -> Iterator[Remain]:
        """Yield a file whose name has removed words, and the lines on which they begin: 0 for more than two lines."""
        if self.occur_in(path):
            yield Remain(path, 0)
        if self.occur_in(text):
            pairs = enumerate(pairwise([*text.split("\n"), ""]), 1)
            found = [
                at
                for at, (line, after) in pairs
                if self.occur_in(line) or (self.occur_in(f"{line}\n{after}") and not self.occur_in(after))
            ]
            yield from (Remain(path, line) for line in found[:_MOST_NAMED] or [0])

    def paths_in(self, record: OperationRecord) -> tuple[str, ...]:
        """Return the paths in an operation that belong to a removed page, or to a version of it in the trash."""
        return tuple(
            row.path
            for row in record.changes
            if row.path in self.names
            or self.occur_in(row.path)
            or (row.path.startswith(TRASH + "/") and not {row.before, row.after}.isdisjoint(self.versions))
        )


def _plain(text: str) -> str:
    return normal_form("NFKC", normal_form("NFKC", text).casefold())


def _fold(text: str) -> str:
    """Return the words of a text in lower case, with a blank before, between and behind them."""
    return f" {' '.join(_WORD.findall(_plain(text)))} "


def _identifier(text: str) -> re.Pattern[str] | None:
    """Return the pattern of a number or an address with and without its separators; None for other words.

    A longer one does not match: a@b.com is not a@b.com.au, 555-0100 not 555-0100-22.
    """
    characters = [character for character in _plain(text) if character.isalnum()]
    is_number = len(characters) >= _LEAST_IDENTIFIER and any(map(str.isdigit, characters))
    is_one = not any(map(str.isspace, text.strip())) or not any(map(str.isalpha, characters))
    if not is_one or not (is_number or "@" in text.strip("@")):
        return None
    return re.compile(r"(?<!\w)" + r"[\W_]{0,3}".join(characters) + r"(?!\w|\.\w|-\d)")


def _count_letters(text: str) -> int:
    return len(_fold(text).replace(" ", ""))


def _remaining_places(copy: WorkingCopy, traces: _Traces) -> Iterator[Remain]:
    """Yield the places of the vault that will hold it; catalog and log lose every such line."""
    for path in copy.paths():
        if path not in copy.catalog:
            yield from traces.places(path, (copy.data(path) or b"").decode("utf-8", "replace"))


def _stored_copies(writer: Writer, traces: _Traces) -> Iterator[tuple[str, str]]:
    """Yield the hashes of stored copies that hold it or cite it, each with its file."""
    store = writer.transaction.objects
    for here, _, names in os.walk(store.root):
        for name in sorted(names):
            sha, goes = os.path.basename(here) + name, True
            # A damaged copy is removed: it is of no use for undo, and nobody knows what it holds.
            with suppress(DataError):
                goes = sha in traces.versions or traces.are_left_in(store.get(sha).decode("utf-8", "replace"))
            if goes:
                yield sha, os.path.join(here, name)


def _own_trash(copy: WorkingCopy, records: Iterable[OperationRecord], traces: _Traces) -> Iterator[str]:
    """Yield the files of .trash that hold it and that the tools wrote; those of a person stay."""
    rows = {(row.path, row.after) for record in records for row in record.changes if row.path.startswith(TRASH + "/")}
    for path, sha in sorted(rows):
        data = copy.data(path) if sha else None
        if data is None or sha256(data) != sha:
            continue
        if sha in traces.versions or traces.occur_in(f"{path}\n{data.decode('utf-8', 'replace')}"):
            yield path


def _is_event_of(traces: _Traces, event: dict[str, Any], line: bytes) -> bool:
    """Whether a question, a mark or a damaged line has traces of it.  event: empty for a damaged line."""
    mark = read_mark(event)
    targets = mark.targets if mark else ()
    texts = [*map(str, event.values()), *targets] or [line.decode("utf-8", "replace")]
    return traces.are_left_in("\n".join(texts), targets)


def _carry_out(writer: Writer, copy: WorkingCopy, plan: _Forgetting) -> str:
    """Remove everything in a plan; return the operation's id, "" if only the index was built again."""

    def generate(record: OperationRecord) -> list[Change]:
        # The log has that something was forgotten, but not what.
        line = log_line(time=record.time, op=record.op, verb=record.verb, actor=record.actor, changes=[_SAID])
        log = log_change(copy, line, gone=plan.logged)
        return [change for change in (log, plan.catalog) if change is not None]

    made, changes = None, copy.changes()
    try:
        for record, paths in plan.cuts:
            writer.transaction.operations.cut(record, paths)
        for path in plan.objects:
            os.unlink(path)
        Events(writer.location.graph).rewrite(lambda event, line: not _is_event_of(plan.traces, event, line))
        if changes or plan.objects or plan.cuts or plan.receipt.events:
            actor = "" if plan.traces.occur_in(writer.actor) else writer.actor
            made = writer.transaction.commit(
                changes, verb="forget", actor=actor, now=writer.clock(), note=_SAID, generate=generate, forgets=True
            )
        # The index file is deleted, so that no removed text is left in it.
        writer.drop_index()
        writer.query(lambda _: None)
    except ReadOnlyError as err:
        raise ReadOnlyError(err.path, err.reason, left=_LEFT) from err
    except OSError as err:
        raise ReadOnlyError(err.filename or writer.location.graph, err.strerror or str(err), left=_LEFT) from err
    return made.op if made else ""


def _final_receipt(writer: Writer, plan: _Forgetting) -> ForgetReceipt:
    """Return the receipt without the removed words, and with the places that a final search finds."""
    remains, unread = set[Remain](), set[str]()
    for path, full in _all_files(writer):
        text: str | None = ""
        # A special file, such as a pipe, is not opened: reading might never end.
        if os.path.isfile(full) and not os.path.islink(full):
            try:
                with open(full, "rb") as file:
                    data = file.read(MOST_FILE_BYTES + 1)
                text = data.decode("utf-8") if len(data) <= MOST_FILE_BYTES else None
            except (OSError, ValueError):
                text = None
        unread |= {path} if text is None else set()
        remains |= {*plan.traces.places(path, text or "")}
    return plan.receipt._replace(
        passages=tuple(place._replace(text="") for place in plan.receipt.passages),
        remains=tuple(sorted(remains)),
        unread=tuple(sorted(unread)),
    )


def _all_files(writer: Writer) -> Iterator[tuple[str, str]]:
    """Yield the files of the vault, of the graph folder and beside them, each as its printed and its full path."""
    home, kept = writer.location.home, writer.transaction.objects.root
    for top in (writer.location.vault, writer.location.graph, home):
        for here, inner, names in os.walk(top):
            # Exported files are usually beside the vault.
            is_beside = top == home != writer.location.vault
            inner[:] = [] if is_beside else [name for name in inner if name != ".git" and f"{here}/{name}" != kept]
            for full in (os.path.join(here, name) for name in names):
                path = os.path.relpath(full, home).replace(os.sep, "/")
                yield (full if path.startswith("../") else path), full
