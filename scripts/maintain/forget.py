"""Forgetting for good: a text leaves the pages that the tools wrote, and every trace that the home keeps of it.

First the traces go, then the pages with the log, then the index, which is made anew; so a call that dies is made good
by calling again.  Nothing takes it back.  What is plain text is looked through; what is not is named.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from ..errors import DataError, EditingPage, PageChangedError, ReadOnlyError, UnsafePathError, UsageError
from ..index_store.port import IndexReader
from ..look.citations import citations
from ..model import BlockId, Page, Place
from ..text.block_ids import quotables
from ..text.editing import remove_spans
from ..text.escaping import first_few
from ..text.evidence_lines import Cut, evidence_spans
from ..text.frontmatter import split
from ..text.links import parse_link_text
from ..text.markdown import read_body
from ..text.matcher import Matcher, words_of
from ..text.names import is_conflict_copy, stem_of
from ..text.page import TYPES, read_page
from ..text.properties import remove_property, set_property
from ..text.property_values import questions_of
from ..text.revisions import REVISED, revised_items, standing_items
from ..text.sentences import sentences
from ..text.spans import Spans
from ..text.templates import log_line, log_page, plain_line, shortened, shortened_quote
from ..text.turns import parse_turn
from ..wiki_store.catalog import catalog_change
from ..wiki_store.events import Events, Mark, lines_without, read_event, read_mark
from ..wiki_store.files import MOST_FILE_BYTES, TRASH, is_note, read_bytes
from ..wiki_store.operations import OBJECTS, Change, OperationRecord
from ..wiki_store.swap import sha256
from ..wiki_store.working_copy import Outcome, WorkingCopy
from .named import named_page
from .retract import broken_links, cut_citing, leaving_with
from .writer import Writer, listed_pages

ORIGINALS = ("sources", "sessions")
"""Categories of what bundles are drawn from; the other pages quote these."""
_TELLING_WORDS = 4
"""A passage with fewer words is known by its block id alone: `Yes, please.` stands in many places."""
_TELLING_SIGNS = 20
"""As many signs are enough, too: some scripts part no words."""
_ASKED = 80
"""Characters of a question that the log tells."""
_MOST_NAMED = 50
"""Places that an error names."""
_TRIES = 5
_SAID = "something was forgotten"
_GIT = ".git"
_OURS = re.compile(r"- \d{4}-\d\d-\d\dT\S+ (\d{8}T\d{6}-[0-9a-f]+) [a-z]+ by ")
"""How a line of the log begins that the tools wrote, with its operation."""


class Remain(NamedTuple):
    """A place that still holds a text; line 0 where the name of the file holds it."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else self.path


class ForgetReceipt(NamedTuple):
    """What `forget` did, or would do.  Words that go are told by a plan only."""

    pages: tuple[str, ...] = ()
    """Vault paths of the pages that go."""
    passages: tuple[Place, ...] = ()
    """Where the passages stand, or stood."""
    by_hand: tuple[str, ...] = ()
    """Of these pages those that a person edited since the tools wrote them: words of that person may go, too.  Of pages
    that are changed those that lose lines in which a person wrote."""
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
    """Questions that found nothing."""
    asked: tuple[str, ...] = ()
    marks: int = 0
    """Marks of what proved useful."""
    damaged: int = 0
    """Damaged lines among questions and marks."""
    remains: tuple[Remain, ...] = ()
    """What still holds it in the end; of a plan the places of the vault that will, by vault path."""
    unread: tuple[str, ...] = ()
    """Files that were not looked into, since they are no plain text."""
    too_short: int = 0
    """Passages with too few words to be looked for elsewhere, such as in questions."""
    has_git: bool = False
    """Whether there is a git repository, whose history was not looked through."""


class _Traces(NamedTuple):
    """What the graph folder keeps of it."""

    objects: tuple[str, ...]
    """Files with copies of pages."""
    cuts: tuple[tuple[OperationRecord, tuple[str, ...]], ...]
    """Operations that lose what they tell, each with the paths that go."""
    named: frozenset[str]
    """Those of which the line in the log goes."""


class _Plan(NamedTuple):
    doomed: Matcher
    told: Matcher
    """What is looked for in the end: names of the pages, too."""
    links: frozenset[str]
    """What marks call these pages and passages."""
    traces: _Traces
    catalog: Change | None
    receipt: ForgetReceipt


def forget(writer: Writer, targets: Sequence[str], *, texts: Sequence[str], dry_run: bool) -> Outcome[ForgetReceipt]:
    """Forget pages and passages (`page#^block`) of the tools, and texts that stand in no page any more.

    Raises UsageError for nothing, or a text that says too little; DataError where pages hold a text, and for what is
    not written by the tools; PageNotFoundError, AmbiguousPageError, EditRefusedError for a claim line that cannot be
    written again; otherwise as Writer.carry_out.
    """
    if not targets and not texts:
        raise UsageError("nothing is named", hint='name `page#^block`, a page, or --text "WORDS"')
    for text in texts:
        if not Matcher([text]):
            raise UsageError(f"{text!r} says too little to be looked for", hint="give at least three letters or digits")
    with writer.held(dry_run=dry_run):
        for tries_left in reversed(range(_TRIES)):
            copy = writer.working_copy()
            plan = writer.query(partial(_plan, writer, copy, targets, texts))
            if dry_run:
                staying = tuple(_holding(copy, plan.told))
                return Outcome("", True, plan.receipt._replace(remains=staying))
            try:
                op = _carry_out(writer, copy, plan)
            except PageChangedError:
                # Somebody saved a page between our look and our write.
                if not tries_left:
                    raise
            else:
                return Outcome(op, False, _last_look(writer, plan))
    raise AssertionError("the last try returns or raises")


def _plan(
    writer: Writer, copy: WorkingCopy, targets: Sequence[str], texts: Sequence[str], reader: IndexReader
) -> _Plan:
    """Change the working copy, and say what else goes."""
    pages, blocks = _named(writer, copy, reader, targets)
    records = [*writer.transaction.operations.newest_first()]
    gathering = _Gathering(copy, reader, records)
    edited = [path for path in blocks if path not in pages]
    taken = {path: gathering.take_out(path, blocks[path]) for path in edited}
    for path, gone in taken.items():
        gathering.cut(path, gone)
    for path in pages:
        gathering.remove(path)
    receipt = gathering.receipt(edited)
    for path in receipt.changed:
        copy.put(path, gathering.texts[path])
    for path in receipt.pages:
        copy.remove(path)
    texts = [form for text in texts for form in (text, shortened(text), shortened_quote(text), text[:_ASKED])]
    _refuse_where_held(copy, Matcher(texts))
    doomed = Matcher([*dict.fromkeys(gathering.words), *texts])
    trash = tuple(_own_trash(writer, gathering.versions, doomed))
    for path in trash:
        copy.remove(path)
    traces, links = _find_traces(writer, records, gathering, doomed), frozenset(gathering.links)
    log = (copy.data(copy.catalog.log) or b"").splitlines()
    events = Events(writer.location.graph).lines()
    undoable = {record.op for record in writer.transaction.operations.standing() if not record.forgotten}
    asked = [str(event["question"]) for event in map(_event, events) if _is_asked(event, doomed)]
    receipt = receipt._replace(
        trash=trash,
        log_lines=sum(_goes(line, doomed, traces.named) for line in log),
        copies=len(traces.objects),
        not_undoable=tuple(record.op for record, _ in traces.cuts if record.op in undoable)[::-1],
        questions=len(asked),
        asked=tuple(asked),
        marks=sum(mark is not None and _tells(mark, doomed, links) for mark in map(read_mark, map(_event, events))),
        damaged=sum(_is_damaged(line, doomed) for line in events),
    )
    told = Matcher([*dict.fromkeys(gathering.words), *texts, *dict.fromkeys(_telling(gathering.names))])
    return _Plan(doomed, told, links, traces, catalog_change(copy, listed_pages(reader)), receipt)


# --- What goes from the vault -----------------------------------------------------------------------------------------


def _named(
    writer: Writer, copy: WorkingCopy, reader: IndexReader, targets: Sequence[str]
) -> tuple[list[str], dict[str, list[str]]]:
    """Return the pages that are named, and the block ids of passages by page."""
    pages, blocks = list[str](), dict[str, list[str]]()
    for target in targets:
        name, subpath, _ = parse_link_text(target.strip().removeprefix("[[").removesuffix("]]"))
        path = named_page(copy, reader, name)
        if not _is_of_tools(writer, copy, path):
            hint = 'take it out by hand, then `commonplace forget --text "…"` removes what is kept of it'
            raise DataError("not written by the tools", path=path, hint=hint)
        if not subpath:
            pages += [] if path in pages else [path]
        elif subpath.startswith("#^"):
            ids = blocks.setdefault(path, [])
            ids += [] if subpath[2:].lower() in map(str.lower, ids) else [subpath[2:]]
        else:
            raise DataError(f"{subpath} is a heading", path=path, hint="name passages, as `page#^block`, or the page")
    return pages, blocks


def _is_of_tools(writer: Writer, copy: WorkingCopy, path: str) -> bool:
    """Tell whether the tools made this page; without operations its tags tell.  A person may write into any folder."""
    page = copy.page(path) if is_note(path) else None
    if page is None or page.category == "notes":
        return False
    if TYPES[page.category] in page.tags:
        return True
    changes = (change for record in writer.transaction.operations.newest_first() for change in record.changes)
    return any(change.path == path and change.after and not change.before for change in changes)


class _Gathering:
    """What goes with the pages and passages that are named, page by page.  Reads the pages as they were."""

    def __init__(self, copy: WorkingCopy, reader: IndexReader, records: Sequence[OperationRecord]) -> None:
        """records: all operations, the newest first."""
        self._copy, self._reader, self._records = copy, reader, records
        self._resolver = copy.resolver()
        self.texts: dict[str, str] = {}
        """Pages that are changed, as they will be."""
        self.words: list[str] = []
        """Texts that tell of it wherever they stand."""
        self.names: list[str] = []
        """What the pages that go were called: where that stands is told, and left to `--text`."""
        self.blocks: dict[str, set[str]] = {}
        """The passages: block ids in lower case, by the hashes of what their page was, and pages that cite it."""
        self.versions, self.links = set[str](), set[str]()
        """The hashes of what the pages were, and how marks name what goes."""
        self.rows: dict[str, set[str]] = {}
        """By operation the paths under which the pages stand in it."""
        self._short = 0
        self._gone: dict[str, None] = {}
        self._passages: list[Place] = []
        self._answers: dict[str, None] = {}
        self._kept: list[str] = []
        self._by_hand: dict[str, None] = {}
        self._claims = self._loosened = self._lines = 0

    def take_out(self, path: str, ids: Sequence[str]) -> frozenset[str]:
        """Take passages out of a page that stays; return the keys of all block ids that go with them."""
        text = self._copy.editable(path)
        page, units, life, marked = self._copy.page(path), quotables(text), life_of(self._records, path), _marked(text)
        spans = [_span(path, text, id_, marked) for id_ in ids]
        # With an item go those below it.
        going = Spans(spans)
        gone = frozenset(id_ for id_, (_, (start, end)) in marked.items() if going.meets(start, end))
        for id_, (start, end) in zip(ids, spans):
            words = next((unit.text for unit in units if unit.block.lower() == id_.lower()), text[start:end])
            self._passages.append(Place(path, text.count("\n", 0, start) + 1, words))
            self._tell([_own_words(page, words)])
        for sha in life.versions:
            self.blocks.setdefault(sha, set()).update(gone)
        called = self._called(path, life.names)
        self.links |= {f"{name}#^{block.id}" for name in called for block in page.block_ids if block.id.lower() in gone}
        self.words += self._quotes(path, gone)
        with EditingPage(path):
            # An id is made of the words.
            self.texts[path] = _without_revisions(remove_spans(text, spans), gone)
        return gone

    def remove(self, path: str) -> None:
        """Remove a page; with a source or a session goes its summary, if nobody else wrote on it."""
        cuts = self.cut(path, None)
        is_original = self._copy.page(path).category in ORIGINALS
        going, kept = leaving_with(self._copy, self._reader, path, cuts) if is_original else ((path,), ())
        self._kept += kept
        self.words += self._quotes(path)
        for leaving in going:
            page, text, life = self._copy.page(leaving), self._copy.read(leaving), life_of(self._records, leaving)
            self._tell([_own_words(page, passage) for passage in _own_passages(page, text)])
            self.words += _telling(questions_of(page.properties))
            heads = [heading.text for heading in page.headings] if page.category in ORIGINALS else []
            self.names += [page.title, *page.aliases, *heads]
            called = self._called(leaving, life.names)
            for op, where in life.rows:
                self.rows.setdefault(op, set()).add(where)
            self.versions |= {*life.versions, self._copy.sha(leaving)}
            self.links |= {*called, *(f"{name}#^{block.id}" for name in called for block in page.block_ids)}
        self._gone.update(dict.fromkeys(going))

    def receipt(self, edited: Sequence[str]) -> ForgetReceipt:
        """Return what goes from the vault.  edited: the pages that passages go from."""
        texts = {path: text for path, text in sorted(self.texts.items()) if path not in self._gone}
        return ForgetReceipt(
            pages=tuple(self._gone),
            passages=tuple(self._passages),
            by_hand=(
                *(path for path in (*self._gone, *edited) if not self._copy.is_ours(path)),
                *(path for path in self._by_hand if path in texts and path not in edited),
            ),
            claims=self._claims,
            loosened=self._loosened,
            lines=self._lines,
            changed=tuple(texts),
            answers=tuple(path for path in self._answers if path not in self._gone),
            kept=tuple(path for path in self._kept if path not in self._gone),
            broken=broken_links(self._copy, self._reader, texts, self._gone),
            too_short=self._short,
        )

    def _tell(self, passages: Sequence[str]) -> None:
        """Look for these passages wherever they stand, but for those that may stand anywhere: they are counted."""
        for passage in passages:
            forms = _forms(passage)
            telling = _telling(forms)
            self.words += telling
            self._short += sum(bool(words_of(form)) for form in forms) - len(telling)

    def cut(self, path: str, gone: frozenset[str] | None) -> Mapping[str, Cut]:
        """Take out what rests on a page, or on these blocks of it."""
        cuts, stale = cut_citing(self._copy, self._reader, path, self._resolver, gone=gone, texts=self.texts)
        cited = gone if gone is not None else {block.id.lower() for block in self._copy.page(path).block_ids}
        for where, cut in cuts.items():
            self.texts[where] = cut.text
            for sha in life_of(self._records, where).versions:
                self.blocks.setdefault(sha, set()).update(cited)
            self._claims, self._loosened = self._claims + cut.claims, self._loosened + cut.loosened
            self._lines += cut.lines
            if any(item.by_hand for item in cut.gone) or not self._copy.is_ours(where):
                self._by_hand[where] = None
        self._answers.update(dict.fromkeys(stale))
        return cuts

    def _quotes(self, path: str, blocks: frozenset[str] | None = None) -> list[str]:
        """Return what claims on other pages quote of a page, or of these blocks of it."""
        cited = citations(self._copy, self._reader, path)
        return _telling(item.quote for item in cited if blocks is None or item.block.lower() in blocks)

    def _called(self, path: str, names: frozenset[str]) -> set[str]:
        """Return what marks call a page, or called it under the names it had."""
        rows = self._reader.pages(paths=[path])
        return {*(row.node for row in rows), *names, *map(stem_of, names - {path})}


class Life(NamedTuple):
    """What operations tell of one page."""

    names: frozenset[str]
    """Vault paths that it had."""
    versions: frozenset[str]
    """The hashes of what it was."""
    rows: tuple[tuple[str, str], ...]
    """Ids of operations with the path under which it, or a copy of it in the trash, stands in each."""


def life_of(records: Sequence[OperationRecord], path: str) -> Life:
    """Follow a page back through operations, the newest first, under each name only as long as it had that."""
    name, names, versions, rows = path, {path}, set[str](), list[tuple[str, str]]()
    for record in records:
        mine = next((change for change in record.changes if change.path == name), None)
        if mine is None:
            continue
        rows.append((record.op, name))
        versions |= {mine.before, mine.after} - {""}
        if mine.before:
            continue
        gone = [change for change in record.changes if not change.after]
        same = [change for change in gone if change.before == mine.after]
        of_stem = [change for change in gone if stem_of(change.path) == stem_of(name)]
        origins = same or ((of_stem or gone) if record.verb in ("rename", "undo") else [])
        if not origins:
            # What stood there before was another page.
            break
        name = origins[0].path
        names.add(name)
        rows.append((record.op, name))
        versions.add(origins[0].before)
    trash = [
        (record.op, change.path)
        for record in records
        for change in record.changes
        if change.path.startswith(TRASH + "/") and not versions.isdisjoint(change[1:3])
    ]
    return Life(frozenset(names), frozenset(versions), (*rows, *trash))


def _marked(text: str) -> dict[str, tuple[BlockId, tuple[int, int]]]:
    """Return the block ids of a page by their key, each with where its marker stands: of an item, above those below."""
    body = read_body(text, split(text).body_start)
    return {block.id.lower(): (block, span) for block, span in reversed([*zip(body.block_ids, body.id_spans)])}


def _span(path: str, text: str, id_: str, marked: Mapping[str, tuple[BlockId, tuple[int, int]]]) -> tuple[int, int]:
    """Return a passage with its marker, and the blank lines below where one stays above."""
    if id_.lower() not in marked:
        known = ", ".join(f"^{known.id}" for known, _ in [*marked.values()][:-4:-1])
        raise DataError(f"no block ^{id_}", path=path, hint=f"it has {known or 'none'}")
    block, marker = marked[id_.lower()]
    start, end = block.block_start, max(block.block_end, marker[1])
    if text[:start].endswith(("\n\n", "\r\n\r\n")):
        rest = text[end:]
        end += len(rest) - len(rest.lstrip("\r\n"))
    return start, end


def _own_passages(page: Page, text: str) -> list[str]:
    """Return what a page says itself: evidence and claims of a derived one quote others, which stay."""
    if page.category in ORIGINALS:
        return [unit.text for unit in quotables(text)]
    quoting = Spans([*evidence_spans(text), *((claim.start, claim.end) for claim in page.claims)])
    return [unit.text for unit in quotables(text) if not quoting.meets(unit.start, unit.end)]


def _own_words(page: Page, text: str) -> str:
    """Return the words of a passage: of a turn without who said it and when."""
    return parse_turn(text).text if page.category == "sessions" else text


def _forms(passage: str) -> list[str]:
    """Return how the words of a passage may stand elsewhere: whole, by sentence, item and cell, and shortened by us."""
    plain = "\n".join(line.removeprefix(">").strip() for line in passage.split("\n"))
    parts = [part for sentence in sentences(plain) for part in (sentence, *sentence.split("|"))]
    whole = [" ".join(part.split()) for part in (passage, *parts)]
    return [*dict.fromkeys([*whole, *map(shortened, whole), shortened_quote(plain_line(passage))])]


def _telling(texts: Iterable[str]) -> list[str]:
    """Return those that hardly stand anywhere by chance."""
    words = [(text, words_of(text)) for text in texts]
    return [text for text, w in words if len(w) >= _TELLING_WORDS or sum(map(len, w)) >= _TELLING_SIGNS]


def _without_revisions(text: str, gone: frozenset[str]) -> str:
    """Return a page without these block ids, in lower case, in `revised`.  Raises EditRefusedError."""
    items = revised_items(read_page("", text).properties.get(REVISED))
    kept = standing_items(items, lambda id_: id_.lower() not in gone)
    if kept == items:
        return text
    return set_property(text, REVISED, kept) if kept else remove_property(text, REVISED)


# --- What holds it ----------------------------------------------------------------------------------------------------


def _refuse_where_held(copy: WorkingCopy, matcher: Matcher) -> None:
    """Raise DataError with every place of the vault that will hold a text: a person's notes are never touched."""
    # Copies that sync clients made are told at the end.
    found = [remain for remain in _holding(copy, matcher) if not is_conflict_copy(remain.path)]
    if found:
        raise DataError(
            f"the vault still holds it: {first_few(found, _MOST_NAMED)}",
            hint="take it out there, or name the page or passage to `forget`, and repeat",
        )


def _holding(copy: WorkingCopy, matcher: Matcher) -> Iterator[Remain]:
    """Yield the places of the vault that will hold it; of catalog and log every line that tells of it goes."""
    for path in copy.paths() if matcher else ():
        if path not in copy.catalog:
            data = copy.data(path) or b""
            yield from (Remain(path, 0),) if matcher.stands_in(path) else ()
            yield from (Remain(path, line) for line in matcher.lines(data.decode("utf-8", "replace")))


def _find_traces(writer: Writer, records: Sequence[OperationRecord], gathering: _Gathering, doomed: Matcher) -> _Traces:
    """Return which copies hold it, and which operations tell of it or lack a copy then."""
    objects = dict(_objects(writer, gathering, doomed))
    cuts, named = list[tuple[OperationRecord, tuple[str, ...]]](), set[str]()
    for record in records:
        mine = gathering.rows.get(record.op, set())
        paths = tuple(row.path for row in record.changes if row.path in mine or doomed.stands_in(row.path))
        is_told = bool(paths) or doomed.stands_in(f"{record.note}\n{record.actor}")
        is_lost = any(row.before in objects or row.after in objects for row in record.changes)
        if is_told or is_lost:
            cuts.append((record, paths))
        if is_told:
            named.add(record.op)
    return _Traces(tuple(objects.values()), tuple(cuts), frozenset(named))


def _objects(writer: Writer, gathering: _Gathering, doomed: Matcher) -> Iterator[tuple[str, str]]:
    """Yield the hashes of copies that hold it, each with its file."""
    store = writer.transaction.objects
    for here, _, names in os.walk(store.root):
        for name in sorted(names):
            sha = os.path.basename(here) + name
            markers = {f"^{block}" for block in gathering.blocks.get(sha, ())}
            if sha not in gathering.versions and (doomed or markers):
                try:
                    text = store.get(sha).decode("utf-8", "replace")
                except DataError:
                    # Damaged, and good for no undo: nobody knows what it holds.
                    text = ""
                is_kept = not doomed.stands_in(text) and not any(marker in text.lower() for marker in markers)
                if text and is_kept:
                    continue
            elif sha not in gathering.versions:
                continue
            yield sha, os.path.join(here, name)


def _own_trash(writer: Writer, versions: set[str], doomed: Matcher) -> Iterator[str]:
    """Yield files of .trash that hold it, and that the tools wrote: those of a person stay."""
    own = {sha for shas in writer.transaction.operations.own_versions().values() for sha in shas}
    top = os.path.join(writer.location.vault, TRASH)
    for here, _, names in os.walk(top):
        for name in sorted(names):
            path = "/".join([TRASH, *os.path.relpath(os.path.join(here, name), top).split(os.sep)])
            try:
                data = read_bytes(writer.location.vault, path)
            except UnsafePathError:
                # Such as .DS_Store: no name that the tools give.
                continue
            text = f"{path}\n{(data or b'').decode('utf-8', 'replace')}"
            if sha256(data) in own and (sha256(data) in versions or doomed.stands_in(text)):
                yield path


def _event(line: bytes) -> dict[str, object]:
    return read_event(line) or {}


def _is_asked(event: Mapping[str, object], doomed: Matcher) -> bool:
    return event.get("event") != "useful" and "question" in event and doomed.stands_in(str(event["question"]))


def _is_damaged(line: bytes, doomed: Matcher) -> bool:
    return read_event(line) is None and doomed.stands_in(line.decode("utf-8", "replace"))


def _tells(mark: Mark, doomed: Matcher, links: frozenset[str]) -> bool:
    return any(map(doomed.stands_in, (mark.question, *mark.targets))) or not links.isdisjoint(mark.targets)


def _goes(line: bytes, doomed: Matcher, named: frozenset[str]) -> bool:
    """Tell whether a line of the log goes: one of ours that tells of it."""
    text = line.decode("utf-8", "replace")
    ours = _OURS.match(text)
    return ours is not None and (ours[1] in named or doomed.stands_in(text))


# --- Carrying it out --------------------------------------------------------------------------------------------------


def _carry_out(writer: Writer, copy: WorkingCopy, plan: _Plan) -> str:
    """Take it away; return the operation's id, "" where only the index was made anew."""
    changes, receipt = copy.changes(), plan.receipt
    writer.transaction.wait_until_quiet([*changes, *([plan.catalog] if plan.catalog else [])])
    try:
        for told, paths in plan.traces.cuts:
            writer.transaction.operations.cut(told, paths)
        for path in plan.traces.objects:
            os.unlink(path)
    except OSError as err:
        raise ReadOnlyError(err.filename or writer.location.graph, err.strerror or str(err)) from err
    Events(writer.location.graph).rewrite(partial(_without_events, plan))
    record = None
    if changes or receipt.copies or plan.traces.cuts or receipt.log_lines or receipt.questions or receipt.marks:
        record = writer.transaction.commit(
            changes,
            verb="forget",
            actor="" if plan.doomed.stands_in(writer.actor) else writer.actor,
            now=writer.clock(),
            note=_SAID,
            generate=lambda made: _generated(copy, plan, made),
            forgets=True,
        )
    # The index is made anew: what it held is gone from its file.
    writer.drop_index()
    writer.query(lambda _: None)
    return record.op if record else ""


def _without_events(plan: _Plan, lines: list[bytes]) -> list[bytes]:
    kept = lines_without(lines, lambda mark: _tells(mark, plan.doomed, plan.links))
    return [line for line in kept if not _is_asked(_event(line), plan.doomed) and not _is_damaged(line, plan.doomed)]


def _generated(copy: WorkingCopy, plan: _Plan, record: OperationRecord) -> list[Change]:
    """Return the catalog, and the log without the lines that tell of it, with one that tells of nothing but that."""
    before = copy.data(copy.catalog.log)
    log = before if before is not None else log_page().encode("utf-8")
    lines = [line for line in log.splitlines(keepends=True) if not _goes(line, plan.doomed, plan.traces.named)]
    end = b"\r\n" if lines and lines[-1].endswith(b"\r\n") else b"\n"
    if lines and not lines[-1].endswith(b"\n"):
        lines[-1] += end
    line = log_line(time=record.time, op=record.op, verb=record.verb, actor=record.actor, changes=[_SAID])
    change = Change(copy.catalog.log, before, b"".join([*lines, line.encode("utf-8"), end]))
    return [change, *([plan.catalog] if plan.catalog else [])]


def _last_look(writer: Writer, plan: _Plan) -> ForgetReceipt:
    """Return the receipt without the words, and with what a last look through everything finds."""
    location, remains, unread, has_git = writer.location, list[Remain](), list[str](), False
    # What was exported lies beside the vault, as a rule.
    beside = [location.home] if location.home != location.vault else []
    for top in (location.vault, location.graph, *beside):
        for here, inner, names in os.walk(top):
            has_git = has_git or _GIT in inner or _GIT in names
            skipped = (_GIT, OBJECTS) if top == location.graph else (_GIT,)
            inner[:] = [] if top in beside else sorted(name for name in inner if name not in skipped)
            for name in sorted({*inner, *names} - {_GIT}):
                full = os.path.join(here, name)
                path = _shown(full, location.home)
                remains += [Remain(path, 0)] if plan.told.stands_in(name) else []
                # What keeps nothing, such as a pipe, is not opened: it might never answer.
                if name in names and os.path.isfile(full) and not os.path.islink(full):
                    try:
                        remains += [Remain(path, line) for line in plan.told.lines(_plain_text(full))]
                    except (OSError, ValueError):
                        unread.append(path)
    return plan.receipt._replace(
        passages=tuple(place._replace(text="") for place in plan.receipt.passages),
        broken=tuple(place._replace(text="") for place in plan.receipt.broken),
        asked=(),
        remains=tuple(sorted(remains)),
        unread=tuple(sorted(unread)),
        has_git=has_git,
    )


def _plain_text(full: str) -> str:
    """Return what a file says.  Raises OSError, ValueError for what is no plain text."""
    if os.path.getsize(full) > MOST_FILE_BYTES:
        raise ValueError("too large")
    with open(full, "rb") as file:
        return file.read().decode("utf-8")


def _shown(path: str, home: str) -> str:
    """Return how a path is told: from the home on, or whole."""
    return os.path.relpath(path, home).replace(os.sep, "/") if path.startswith(home + os.sep) else path
