"""Forgetting for good: a text leaves the pages that the tools wrote, and every trace that the home keeps of it.

First the traces go, then the pages with the log, then the index, which is made anew; so a call that dies is made good
by calling again.  Nothing takes it back.
"""

from __future__ import annotations

import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from typing import NamedTuple

from ..errors import DataError, EditingPage, PageChangedError, UnsafePathError, UsageError
from ..index_store.port import IndexReader
from ..look.citations import citations
from ..model import BlockId, Page, Place
from ..text.block_ids import quotables
from ..text.editing import remove_spans
from ..text.escaping import first_few
from ..text.evidence_lines import Cut, evidence_spans
from ..text.frontmatter import split
from ..text.links import basename_key, parse_link_text
from ..text.markdown import read_body
from ..text.matcher import Matcher, words_of
from ..text.names import is_conflict_copy, stem_of
from ..text.page import TYPES, read_page
from ..text.properties import remove_property, set_property
from ..text.property_values import questions_of
from ..text.revisions import REVISED, revised_items, standing_items
from ..text.sentences import sentences
from ..text.spans import Spans
from ..text.templates import log_page, plain_line, shortened, shortened_quote
from ..text.turns import parse_turn
from ..wiki_store.catalog import catalog_change, line_of
from ..wiki_store.earlier import graph_folders
from ..wiki_store.files import TRASH, is_note, read_bytes
from ..wiki_store.forgotten import (
    Doomed,
    Life,
    LogLine,
    Row,
    Traces,
    events_of,
    find_traces,
    life_of,
    remove_traces,
)
from ..wiki_store.journal import FORGET, OperationRecord, changes_of, sha256
from ..wiki_store.remains import Look, Remain, lines_with, look_for
from ..wiki_store.working_copy import Change, Outcome, WorkingCopy
from .claim_lists import write_claim_lists
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
_OURS = re.compile(r"- \d{4}-\d\d-\d\dT\S+ (\d{8}T\d{6}-[0-9a-f]+) [a-z]+ by ")
"""How a line of the log begins that the tools wrote, with its operation."""


class ForgetReceipt(NamedTuple):
    """What `forget` did, or would do.  Words that go are told by a plan only."""

    pages: tuple[str, ...] = ()
    """Vault paths of the pages that go."""
    passages: tuple[Place, ...] = ()
    """Where the passages stand, or stood."""
    by_hand: tuple[str, ...] = ()
    """Of these pages those that a person edited since the tools wrote them: words of that person may go, too.  Of pages
    that are changed those that lose lines in which a person wrote, of the log and the catalog too."""
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
    too_short: int = 0
    """Passages with too few words to be looked for elsewhere, such as in questions."""
    has_git: bool = False
    """Whether there is a git repository, whose history was not looked through."""


class _Plan(NamedTuple):
    doomed: Doomed
    told: Matcher
    """What is looked for in the end: names of the pages, too."""
    traces: Traces
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
    gathering = _Gathering(writer, copy, reader)
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
    listed, written = write_claim_lists(copy, reader, may_add=False), writer.transaction.journal.writes()
    saved = [path for path in listed if copy.sha(path) not in written.get(path, ())]
    receipt = receipt._replace(changed=(*receipt.changed, *listed), by_hand=(*receipt.by_hand, *saved))
    texts = [form for text in texts for form in (text, shortened(text), shortened_quote(text), text[:_ASKED])]
    _refuse_where_held(copy, Matcher(texts))
    matcher = Matcher([*dict.fromkeys(gathering.words), *texts])
    doomed = Doomed(
        matcher,
        pages=frozenset(gathering.old_paths),
        rows=frozenset(gathering.rows),
        versions=frozenset(gathering.versions),
        blocks=tuple(gathering.blocks),
        links=frozenset(gathering.links),
        ours=_own_versions(writer),
        cited=frozenset(gathering.cited),
    )
    trash = tuple(_own_trash(writer, doomed))
    for path in trash:
        copy.remove(path)
    log, traces = copy.data(copy.catalog.log) or b"", find_traces(writer.location.graph, doomed)
    going = [line for line in log.splitlines() if _goes(line, doomed, traces.log_lines)]
    catalog, ours = catalog_change(copy, listed_pages(reader)), writer.transaction.journal.last_writes()
    is_theirs = catalog is not None and catalog.before is not None and sha256(catalog.before) != ours.get(catalog.path)
    receipt = receipt._replace(
        trash=trash,
        by_hand=(
            *receipt.by_hand,
            *([copy.catalog.catalog] if is_theirs else []),
            *([copy.catalog.log] if any(_is_written_on(line, traces.log_lines) for line in going) else []),
        ),
        log_lines=len(going),
        copies=len(traces.objects),
        not_undoable=traces.operations,
        questions=len(traces.questions),
        asked=traces.questions,
        marks=traces.marks,
        damaged=traces.damaged,
    )
    told = Matcher([*dict.fromkeys(gathering.words), *texts, *dict.fromkeys(_telling(gathering.names))])
    return _Plan(doomed, told, traces, catalog, receipt)


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
    """Tell whether the tools made this page; without a journal its tags tell.  A person may write into any folder."""
    page = copy.page(path) if is_note(path) else None
    if page is None or page.category == "notes":
        return False
    if TYPES[page.category] in page.tags:
        return True
    changes = (change for event in writer.transaction.journal.events() for change in changes_of(event))
    return any(change.path == path and change.after and not change.before for change in changes)


class _Gathering:
    """What goes with the pages and passages that are named, page by page.  Reads the pages as they were."""

    def __init__(self, writer: Writer, copy: WorkingCopy, reader: IndexReader) -> None:
        self._copy, self._reader = copy, reader
        self._stored = writer.transaction.copy_of
        self._events = cache(partial(events_of, writer.location.graph))
        self._resolver, self._paths = copy.resolver(), frozenset(copy.paths())
        self.texts: dict[str, str] = {}
        """Pages that are changed, as they will be."""
        self.words: list[str] = []
        """Texts that tell of it wherever they stand."""
        self.names: list[str] = []
        """What the pages that go were called: where that stands is told, and left to `--text`."""
        self.blocks: list[tuple[frozenset[str], str]] = []
        """Block ids of the passages, with the versions of their page."""
        self.old_paths, self.versions, self.links = set[str](), set[str](), set[str]()
        """Every path that the pages had, what they were, and how marks name what goes."""
        self.rows = set[Row]()
        """What the journal tells of the pages."""
        self.cited = set[tuple[str, str]]()
        """The passages, by the keys of their pages' names and their ids."""
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
        page, units, (paths, versions, _) = self._copy.page(path), quotables(text), self._life_of(path)
        called, marked = self._called(path, paths), _marked(text)
        spans = [_span(path, text, id_, marked) for id_ in ids]
        # With an item go those below it.
        going = Spans(spans)
        gone = frozenset(id_ for id_, (_, (start, end)) in marked.items() if going.meets(start, end))
        for id_, (start, end) in zip(ids, spans):
            words = next((unit.text for unit in units if unit.block.lower() == id_.lower()), text[start:end])
            self._passages.append(Place(path, text.count("\n", 0, start) + 1, words))
            own = _own_words(page, words)
            self._tell([own])
        for id_ in gone:
            self.cited |= {(basename_key(name), id_) for name in paths}
            self.blocks.append((frozenset(versions), id_))
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
            page, text = self._copy.page(leaving), self._copy.read(leaving)
            own = [_own_words(page, passage) for passage in _own_passages(page, text)]
            self._tell(own)
            self.words += _telling(questions_of(page.properties))
            self.names += _names(page)
            paths, versions, rows = self._life_of(leaving)
            called = self._called(leaving, paths)
            self.cited |= {(basename_key(name), block.id.lower()) for name in paths for block in page.block_ids}
            self.old_paths |= paths
            self.rows |= rows
            self.versions |= {*versions, self._copy.sha(leaving)}
            self.links |= {*called, *(f"{name}#^{block.id}" for name in called for block in page.block_ids)}
            self._remove_earlier(leaving, versions, paths, called, frozenset(own))
        self._gone.update(dict.fromkeys(going))

    def _remove_earlier(
        self, path: str, versions: Iterable[str], paths: frozenset[str], called: set[str], told: frozenset[str]
    ) -> None:
        """Look for what earlier versions of a page said, too, that it does not say any more."""
        seen = set(told)
        for sha in versions:
            try:
                text = self._stored(sha).decode("utf-8")
            except (DataError, UnicodeDecodeError):
                # Copies may have been forgotten, or damaged.
                continue
            page = read_page(path, text, folder=self._copy.folder)
            own = [_own_words(page, passage) for passage in _own_passages(page, text)]
            new = [words for words in own if words not in seen]
            self.words += _telling(chain.from_iterable(map(_forms, new)))
            self.names += _names(page)
            seen.update(own)
            ids = {block.id for block in page.block_ids}
            self.cited |= {(basename_key(name), id_.lower()) for name in paths for id_ in ids}
            self.links |= {f"{name}#^{id_}" for name in called for id_ in ids}

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
        for where, cut in cuts.items():
            self.texts[where] = cut.text
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

    def _life_of(self, path: str) -> Life:
        return life_of(self._events(), path, self._paths.__contains__)

    def _called(self, path: str, paths: frozenset[str]) -> set[str]:
        """Return what marks call a page, or called it under the names it had.  paths: all that it had."""
        rows = self._reader.pages(paths=[path])
        return {*(row.node for row in rows), *paths, *map(stem_of, paths - {path})}


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


def _names(page: Page) -> list[str]:
    """Return what a page is called, and its own headings: those of a derived one say what all such pages have."""
    heads = [heading.text for heading in page.headings] if page.category in ORIGINALS else []
    return [page.title, *page.aliases, *heads]


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
            lines = [*([0] if matcher.stands_in(path) else ()), *_lines(matcher, copy.data(path) or b"")]
            yield from (Remain(path, line) for line in lines)


def _lines(matcher: Matcher, data: bytes) -> list[int]:
    try:
        return lines_with(matcher, data)
    except (ValueError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError):
        return []


def _own_trash(writer: Writer, doomed: Doomed) -> Iterator[str]:
    """Yield files of .trash that hold it, and that the tools wrote: those of a person stay."""
    found = {path: sha256(data) for path, data in _trash(writer.location.vault) if _is_held(doomed, path, data)}
    yield from (path for path, sha in found.items() if sha in doomed.ours)


def _own_versions(writer: Writer) -> frozenset[str]:
    """Return the hashes of what is the tools' alone; what they moved to the trash may be a person's."""
    ours = writer.transaction.journal.own_versions()
    return frozenset(sha for path, versions in ours.items() if not path.startswith(TRASH + "/") for sha in versions)


def _trash(root: str) -> Iterator[tuple[str, bytes]]:
    top = os.path.join(root, TRASH)
    for here, _, names in os.walk(top):
        for name in sorted(names):
            path = "/".join([TRASH, *os.path.relpath(os.path.join(here, name), top).split(os.sep)])
            try:
                data = read_bytes(root, path)
            except UnsafePathError:
                # Such as .DS_Store: no name that the tools give.
                continue
            if data is not None:
                yield path, data


def _is_held(doomed: Doomed, path: str, data: bytes) -> bool:
    if sha256(data) in doomed.versions or doomed.matcher.stands_in(path) or _lines(doomed.matcher, data):
        return True
    return doomed.cites(data.decode("utf-8", "replace"))


# --- Carrying it out --------------------------------------------------------------------------------------------------


def _carry_out(writer: Writer, copy: WorkingCopy, plan: _Plan) -> str:
    """Take it away; return the operation's id, "" where only the index was made anew."""
    changes, now = [*copy.changes(), *([plan.catalog] if plan.catalog else [])], writer.clock()
    writer.transaction.wait_until_quiet(changes)
    remove_traces(writer.location.graph, plan.doomed, plan.traces)
    receipt, (before, after) = plan.receipt, plan.traces.journal
    kept_any = plan.traces.objects or before != after or receipt.log_lines or receipt.marks or receipt.damaged
    record = None
    if changes or kept_any:
        record = writer.transaction.commit(
            changes,
            verb=FORGET,
            actor="" if plan.doomed.matcher.stands_in(writer.actor) else writer.actor,
            now=now,
            log=lambda record: _log_change(copy, plan, record),
            may_keep=lambda data: not plan.doomed.is_in(data.decode("utf-8", "replace")),
        )
    else:
        writer.drop_index()
    # The index is made anew: what it held is gone from its file.
    writer.query(lambda _: None)
    return record.op if record else ""


def _goes(line: bytes, doomed: Doomed, told: Mapping[str, LogLine]) -> bool:
    """Tell whether a line of the log goes: one of ours that tells of it.  told: what the journal tells of the lines."""
    text = line.decode("utf-8", "replace")
    ours = _OURS.match(text)
    if ours is None:
        return False
    return doomed.matcher.stands_in(text) or (told[ours[1]].goes if ours[1] in told else doomed.is_in(text))


def _is_written_on(line: bytes, told: Mapping[str, LogLine]) -> bool:
    """Tell whether a person wrote in a line of ours."""
    text = line.decode("utf-8", "replace").rstrip("\r\n")
    ours = _OURS.match(text)
    # Of one that a call which died had forgotten nobody knows it.
    return ours is not None and ours[1] in told and told[ours[1]].text != text


def _log_change(copy: WorkingCopy, plan: _Plan, record: OperationRecord) -> tuple[Change, str]:
    """Return the log without the lines that tell of it, and with one that tells of nothing but that."""
    before = copy.data(copy.catalog.log)
    log = before if before is not None else log_page().encode("utf-8")
    lines = [line for line in log.splitlines(keepends=True) if not _goes(line, plan.doomed, plan.traces.log_lines)]
    end = b"\r\n" if lines and lines[-1].endswith(b"\r\n") else b"\n"
    if lines and not lines[-1].endswith(b"\n"):
        lines[-1] += end
    line = line_of(record, ["something was forgotten"])
    return Change(copy.catalog.log, before, b"".join([*lines, line.encode("utf-8") + end])), line


def _last_look(writer: Writer, plan: _Plan) -> ForgetReceipt:
    """Return the receipt without the words, and with what a last look through everything finds."""
    location = writer.location
    folders = [(_shown(folder, location.home), folder) for folder in (location.vault, location.graph)]
    if location.folder and writer.state:
        # Where this vault lay before, its copies may still lie.
        folders += [(folder, folder) for folder in graph_folders(writer.state, location.graph)]
    found = look_for(plan.told, folders)
    if location.home != location.vault:
        # What was exported lies beside the vault, as a rule.
        beside = look_for(plan.told, [("", location.home)], is_deep=False)
        found = Look(found.remains + beside.remains, found.unread + beside.unread, found.has_git or beside.has_git)
    return plan.receipt._replace(
        passages=tuple(place._replace(text="") for place in plan.receipt.passages),
        broken=tuple(place._replace(text="") for place in plan.receipt.broken),
        asked=(),
        remains=found.remains,
        unread=found.unread,
        has_git=found.has_git,
    )


def _shown(folder: str, home: str) -> str:
    """Return how paths below a folder are told: from the home on, or whole."""
    if folder == home:
        return ""
    return os.path.relpath(folder, home).replace(os.sep, "/") if folder.startswith(home + os.sep) else folder
