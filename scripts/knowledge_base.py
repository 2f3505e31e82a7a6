"""The composition root: one knowledge base, opened, with a method for most verbs.

with KnowledgeBase.open(home="notes") as kb: print(kb.ask("why did the session store fail?").text)

Reading goes through the index of index_store; what writes is a planner, which maintain.writer carries out as one
operation.  Methods raise UsageError for what cannot be asked, else the narrowest DataError.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from threading import RLock, get_ident
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from .arguments import (
    DIRECTIONS,
    Folder,
    check_choice,
    check_numbers,
    check_size,
    check_texts,
    read_path,
    read_paths,
    read_texts,
)
from .clock import clock_of, local_day, local_time, utc_now, utc_of
from .errors import CommonplaceError, DataError, NoRoomError, PageNotFoundError, UsageError
from .homes import PENDING, READING_VERBS, HomeLocation, cache_folder, find_home, inner_vault, state_folder
from .index_store.refresh import Index, drop_index
from .model import PageFilter
from .resources import resource_path, skill_folder
from .settings import Settings, load_settings
from .wiki_store.files import LONGEST_PATH, list_files, open_file

if TYPE_CHECKING:
    # The rooms of the writing verbs, and those of some reading verbs, are imported by the method that needs them.
    from .drawing.exporting import Export
    from .embedding import Embedder
    from .index_store.port import IndexReader
    from .ingest.answers import FiledReceipt
    from .ingest.receipts import ApplyReceipt
    from .ingest.source_receipt import AddReceipt
    from .ingest.sources import Moment
    from .look.listing import LinkList
    from .look.page_lists import NameList, PageList, TaskList
    from .maintain.doctor import Examination
    from .maintain.forget import ForgetReceipt
    from .maintain.history import OperationList
    from .maintain.lint import FixReceipt, LintReport
    from .maintain.merge import MergeReceipt
    from .maintain.note_editing import EditReceipt, NoteEdit
    from .maintain.rename import RenameReceipt
    from .maintain.retract import RetractReceipt
    from .maintain.undo import UndoneReceipt, UndoReceipt
    from .maintain.writer import Writer
    from .memory.marks import ForgottenMarks, Marked
    from .memory.recall_reply import Recalled
    from .memory.remembering import RememberReceipt, Said
    from .model import VectorRow
    from .retrieval_engine.find_pages import PageHits
    from .retrieval_engine.meaning import Likeness
    from .retrieval_engine.neighborhood import Neighborhood
    from .retrieval_engine.reply import Reply
    from .retrieval_engine.show import Shown
    from .retrieval_engine.status import Status
    from .team.postgres_copy import Copied
    from .team.postgres_reader import IndexState, SharedIndex
    from .wiki_store.journal import OperationRecord
    from .wiki_store.usage import UsageLog
    from .wiki_store.working_copy import Outcome, Plan, WorkingCopy

T = TypeVar("T")
R = TypeVar("R")

CATEGORIES = ("sources", "summaries", "entities", "topics", "sessions", "notes")
"""What kinds of pages there are."""
SHARED_VERBS = frozenset({"ask", "search", "show", "links", "graph", "list", "status", "recall"})
"""Verbs that a team's index answers, without the vault."""
_LINT_ASKS, _STATUS_ASKS = 50, 10
"""Unanswered questions, the newest, that `lint` and `status` ask again: it is what costs most of a status."""
_PAGES_AT_ONCE, _PAGES_AT_LEISURE = 20, 4
"""Pages whose vectors are made and kept at once: so many are lost if it is interrupted.  At leisure: looked at between
two calls, so that the next one need not wait."""
_LONG_DOCUMENTS = 5_000_000
"""Characters of one document from which on registering it takes seconds, and says so."""
_MOST_TESTED = 100
"""Tags and properties of one filter: each looks at all pages."""
_LONGEST_QUESTION = 500
"""Characters that the journal keeps of a question without an answer."""


INDEXING = "indexing"


class Listener(NamedTuple):
    """Who is told of a call while it runs."""

    counting: Callable[[str, int, int], None] = lambda *_: None
    """Takes what is worked at, INDEXING for instance, and how many of how many files are done."""
    waiting: Callable[[str], None] = lambda _: None
    """Takes a line where something is waited for, or went wrong and was mended."""


class KnowledgeBase:
    """One home, until it is closed, for the thread that first calls it."""

    def __init__(
        self,
        location: HomeLocation,
        settings: Settings,
        *,
        clock: Callable[[], str] | None = None,
        actor: str = "agent",
        environ: Mapping[str, str] | None = None,
        listener: Listener | None = None,
        shared: SharedIndex | None = None,
    ) -> None:
        """shared: a team's index, which is asked in place of a vault's own: nothing is written then."""
        self.location, self.settings, self.actor = location, settings, actor
        self.clock = clock or utc_now
        self.listener = listener or Listener()
        self._environ = os.environ if environ is None else environ
        self._index: Index | None = None
        self._shared = shared
        self._embedder: Embedder | None = None
        self._has_embedder = False
        """Whether the embedder was looked for: it is loaded with the first question."""
        self._incomplete: list[int] | None = None
        """Pages whose vectors complete_vectors has not looked at; None before it looked at any."""
        self._last_writer: Writer | None = None
        self._has_told = False
        """Whether the listener knows of an interrupted operation."""
        self._maker, self._user, self._is_closed = get_ident(), 0, False
        self._lock = RLock()
        """Held by a call, so that closing waits for it to end."""

    @classmethod
    def open(
        cls,
        home: Folder | None = None,
        *,
        vault: Folder | None = None,
        index: str | None = None,
        environ: Mapping[str, str] | None = None,
        cwd: Folder | None = None,
        overrides: Mapping[str, object] | None = None,
        verb: str = "",
        progress: Callable[[int, int], None] | None = None,
        listener: Listener | None = None,
    ) -> KnowledgeBase:
        """Open the home named, else the one found.  Raises NoHomeError, SettingError, UsageError.

        index: a team's index in a database, which is read in place of a home.  Without one the setting INDEX names it
        for the verbs that it answers, where no home is named.

        overrides: settings by lower-case name; token_counter may be a function.  verb: the command line's; a reading
        one may fall back to the handbook.  progress: takes how many of how many files are in
        the index, where there is no listener.
        """
        for name, folder in (("home", home), ("vault", vault), ("cwd", cwd)):
            if not (folder is None or isinstance(folder, (str, os.PathLike))) or "\0" in str(folder):
                raise UsageError(f"{name} is {folder!r}; it must be a path", hint="give the name of a folder")
        environ = os.environ if environ is None else environ
        if progress is not None:
            listener = Listener(counting=lambda what, *files: progress(*files) if what == INDEXING else None)
        config = resource_path("config.py")
        if index is not None and (home or vault):
            raise UsageError("--index and --home or --vault name two knowledge bases", hint="give one of them")
        if index is not None or (verb in SHARED_VERBS and not (home or vault)):
            given = {**(overrides or {}), "index": index} if index is not None else overrides
            settings = load_settings(overrides=given, environ=environ, config_path=config, by_program=not verb)
            if settings.index:
                return cls._open_shared(settings, environ, listener)
            if index is not None:
                raise UsageError("--index names no database", hint="e.g. postgresql://user@host/database")
        handbook = skill_folder() if verb in READING_VERBS else None
        location = find_home(
            home=home, vault=vault, environ=environ, cwd=os.fspath(cwd or os.getcwd()), handbook=handbook
        )
        settings = load_settings(overrides=overrides, environ=environ, config_path=config, by_program=not verb)
        actor = environ.get("COMMONPLACE_ACTOR") or "agent"
        return cls(location, settings, clock=clock_of(environ), actor=actor, environ=environ, listener=listener)

    @classmethod
    def _open_shared(cls, settings: Settings, environ: Mapping[str, str], listener: Listener | None) -> KnowledgeBase:
        from .team.postgres_reader import SharedIndex, masked

        found_by = dict(settings.sources)["index"].removeprefix("option ")
        location = HomeLocation(masked(settings.index), "", "", "", found_by, read_only=True)
        shared = SharedIndex(settings.index)
        return cls(location, settings, clock=clock_of(environ), environ=environ, listener=listener, shared=shared)

    @staticmethod
    def create(folder: Folder, *, vault: Folder | None = None) -> HomeLocation:
        """Make an empty knowledge base; see wiki_store.new_home.make_home."""
        from .wiki_store.new_home import make_home

        settings = load_settings(environ=os.environ, config_path=resource_path("config.py"))
        return make_home(folder, vault=vault, vault_dir=settings.vault_dir)

    def close(self) -> None:
        """Let go of the index files, after a call that still runs; a second time does nothing.

        Also for the thread that opened it, whichever thread called it.
        """
        if get_ident() != self._maker:
            self._check_thread()
        with self._lock:
            self._is_closed = True
            self._close_index()
            if self._shared is not None:
                self._shared.close()

    def __enter__(self) -> KnowledgeBase:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self.close()
        except UsageError:
            # What went wrong inside is what the caller must see.
            if kind is None:
                raise

    def take_call(self, call: KnowledgeBase) -> None:
        """Take what one call chooses, where this handle stays open between calls: who calls, and with what settings."""
        self.settings, self.listener, self.actor = call.settings, call.listener, call.actor
        self.location = self.location._replace(read_only=call.location.read_only)

    # --- Reading ------------------------------------------------------------------------------------------------------

    def query(self, work: Callable[[IndexReader], T], *, sweep: bool = True) -> T:
        """Return what work makes of the index as the vault stands now; an index that is damaged is made again first.

        sweep: look at every file for edits; without it an edit in place waits for the next call with it.
        """
        self._check_use()
        with self._lock:
            if self._shared is not None:
                found = self._shared.answer(work)
                self.listener.waiting(str(self.index_state()))
                return found
            return self._opened().answer(work, sweep=sweep)

    @contextmanager
    def in_one_state(self) -> Iterator[None]:
        """Answer all that is asked inside from one state of a team's index."""
        with self._lock, self._shared.reading() if self._shared is not None else nullcontext():
            yield

    def index_state(self) -> IndexState | None:
        """Return which revision of a team's index the last answer was made from, and how old that is; else None."""
        return self._shared.state(self.clock()) if self._shared is not None else None

    def query_by_meaning(self, work: Callable[[IndexReader, Likeness | None], T], *, sweep: bool = True) -> T:
        """Do as query, with a likeness where there is an embedder; the vectors that it makes are kept."""
        embedder = self._open_embedder()
        if embedder is None:
            return self.query(lambda reader: work(reader, None), sweep=sweep)
        from .retrieval_engine.meaning import Likeness

        likeness: list[Likeness] = []

        def compare(reader: IndexReader) -> T:
            likeness[:] = [Likeness(reader, embedder, monotonic)]
            return work(reader, likeness[0])

        found = self.query(compare, sweep=sweep)
        if self._shared is None and (made := likeness[0].made()):
            with self._lock:
                self._opened().keep_vectors(embedder.id, made)
        return found

    def _open_embedder(self) -> Embedder | None:
        if not self._has_embedder:
            from .embedding import open_embedder

            where = dict(self.settings.sources).get("embedder", "default")
            cache = cache_folder(self._environ)
            try:
                self._embedder = open_embedder(self.settings.embedder, cache, where=where) if cache else None
            except OSError as err:
                # The disk is full, say: words still answer.
                self.listener.waiting(f"meaning is left out, its model cannot be read or kept: {err.strerror}")
            self._has_embedder = True
        return self._embedder

    def rank_pages(self) -> None:
        """Bring the importance of pages up to date: edits of links and claims change it, and questions do not wait."""
        self._check_use()
        with self._lock:
            self._opened().rank_pages()

    def _own(self, what: str = "this") -> None:
        """Raise UsageError where there is no vault here, but a team's index alone."""
        if self._shared is not None:
            hint = "leave out --index where the vault is, or ask whoever serves it"
            raise UsageError(f"{what} needs the vault, which a team's index is not", hint=hint)

    def _opened(self) -> Index:
        self._own()
        self._find_vault()
        self._tell_interrupted()
        if self._index is None:
            self._index = Index(
                self.location.vault,
                folder=self.location.folder,
                environ=self._environ,
                max_page_bytes=self.settings.max_page_bytes,
                # The listener may be another one in the next call.
                progress=lambda done, total: self.listener.counting(INDEXING, done, total),
                tell=lambda line: self.listener.waiting(line),
            )
        return self._index

    def _tell_interrupted(self) -> None:
        """Say once that an operation was interrupted: reading reads past it, a writing verb finishes it."""
        if not self._has_told and os.path.lexists(os.path.join(self.location.graph, PENDING)):
            self._has_told = True
            self.listener.waiting(
                "an operation is being carried out or was interrupted: pages are read as they are; "
                "the next verb that writes, or doctor, finishes it"
            )

    def _find_vault(self) -> None:
        """Find anew where the vault is: a link may lead elsewhere by now.  Raises DataError if it is gone."""
        if self.location.link:
            vault = inner_vault(self.location.home, self.location.link)
            if vault != self.location.vault:
                self.location = self.location._replace(vault=vault)
                self._close_index()
        try:
            os.stat(self.location.vault)
        except FileNotFoundError as err:
            hint = "put it back, or `commonplace init HOME --adopt FOLDER` with the name that it has now"
            what = "the vault is not there: moved, renamed or not mounted"
            raise DataError(what, path=self.location.vault, hint=hint) from err
        except OSError as err:
            what = f"the vault cannot be read: {err.strerror}"
            raise DataError(what, path=self.location.vault, hint="check its permissions") from err

    def _close_index(self) -> None:
        if self._index is not None:
            self._index.close()
            self._index = None

    def ask(
        self,
        question: str | Sequence[str],
        *,
        terms: Sequence[str] = (),
        budget_tokens: int | None = None,
        depth: int | None = None,
        min_confidence: float | None = None,
        max_nodes: int | None = None,
        direction: str = "both",
        relations: Sequence[str] = (),
        evidence: bool = False,
        explain: bool = False,
        where: PageFilter | None = None,
        sweep: bool = True,
        record: bool = True,
    ) -> Reply:
        """Answer one question or several, each with a verdict and quoted evidence.

        budget_tokens bounds the whole reply as text and is filled; without it the size follows each verdict.  A
        question of which nothing is known is kept in the journal, for whoever ingests next, unless record is False.
        where: which pages alone are asked; see page_filter.
        """
        from .index_store.filters import describe, filtered
        from .retrieval_engine.engine import MAX_QUESTIONS, AskOptions, answer
        from .text.analyzer import name_key
        from .text.tokens import counter

        check_numbers(budget_tokens=budget_tokens, depth=depth, min_confidence=min_confidence, max_nodes=max_nodes)
        check_choice("direction", direction, DIRECTIONS)
        questions = self._words("question", question)
        if not questions or not all(name_key(text, "") for text in questions):
            raise UsageError("the question holds no word", hint='ask in words, e.g. "why did it fail?"')
        if len(questions) > MAX_QUESTIONS:
            raise UsageError(f"{len(questions)} questions; at most {MAX_QUESTIONS} in one call", hint="make more calls")
        settings = self.settings
        options = AskOptions(
            terms=self._words("terms", terms),
            budget_tokens=self._budget(budget_tokens),
            depth=settings.max_graph_depth if depth is None else depth,
            min_confidence=settings.min_confidence if min_confidence is None else min_confidence,
            max_nodes=settings.max_nodes if max_nodes is None else max_nodes,
            direction=direction,
            relations=tuple(name for name in read_texts("relations", relations) if name.strip()),
            evidence=evidence,
            explain=explain,
            counter=counter(settings.token_counter),
            today=local_time(self.clock)[:10],
        )
        meant, useful = where or self.page_filter(), self._usefulness()

        def work(reader: IndexReader, likeness: Likeness | None) -> Reply:
            asking = options._replace(
                likeness=likeness,
                useful=partial(useful, reader),
                as_of=meant.as_of,
                only=describe(meant, reader),
            )
            return answer(filtered(reader, meant), questions, asking)

        reply = self.query_by_meaning(work, sweep=sweep)
        if not reply.text and options.budget_tokens is not None:
            raise NoRoomError("an answer", options.budget_tokens, reply.least_tokens)
        for text in reply.unanswered if record and not reply.only else ():
            self._record_unanswered(text)
        return reply

    def _usefulness(self) -> Callable[[IndexReader, str], Mapping[str, float]]:
        """Return what tells how far pages helped with questions like one; marks that cannot be read are left out."""
        if self._shared is not None or not self.usage_log().exists():
            return lambda _reader, _question: {}
        from .memory.marks import usefulness

        try:
            marks, half_life = self.usage_log().marks(), self.settings.half_life_days
        except DataError as err:
            self.listener.waiting(f"what proved useful is left out: {err}")
            return lambda _reader, _question: {}
        return lambda reader, question: usefulness(
            marks, now=self.clock(), half_life_days=half_life, reader=reader, question=question
        )

    def _budget(self, given: int | None) -> int | None:
        """Return the budget that a person chose, in the call or by a setting; None where nobody did."""
        if given is not None:
            return given
        source = dict(self.settings.sources).get("budget_tokens", "default")
        # config.py names every setting; there only another value than the built-in one is a choice.
        is_written = source == "default" or source.startswith("config.py")
        is_usual = self.settings.budget_tokens == Settings().budget_tokens
        return None if is_written and is_usual else self.settings.budget_tokens

    def _record_unanswered(self, question: str) -> None:
        if self.location.read_only:
            return
        from .wiki_store.journal import Journal

        try:
            entry = " ".join(question.split())[:_LONGEST_QUESTION]
            Journal(self.location.graph).append("unanswered", self.clock(), question=entry)
        except (CommonplaceError, OSError):
            # The question was answered; a home that cannot be written does without the note.
            return

    def page_filter(
        self,
        *,
        category: str | Sequence[str] = (),
        folder: str | Sequence[str] = (),
        tags: str | Sequence[str] = (),
        properties: str | Sequence[str] = (),
        since: str = "",
        until: str = "",
        by: str = "changed",
        as_of: str = "",
        ignored: bool = False,
    ) -> PageFilter:
        """Return which pages alone are to be asked, found or listed; each of the methods that do takes it as `where`.

        category, folder: one of them.  properties: tests such as `status=open` and `due<2026-12-01`, all of which hold,
        as tags do.  since, until: days or times, as clock.utc_of
        takes them, of the last change or, with by="created", of the properties `created` and `date`.  as_of: a day, as
        YYYY-MM-DD: what was held then, see index_store.as_of.  ignored: also pages that the vault's own settings
        exclude.  Raises UsageError.
        """
        from .index_store.filters import BY, parse_property_test

        kinds, folders = read_texts("category", category or ()), read_texts("folder", folder or ())
        for kind in kinds:
            check_choice("category", kind, CATEGORIES)
        check_choice("by", by, BY)
        check_texts(since=since, until=until, as_of=as_of)
        names, tests = read_texts("tags", tags), read_texts("properties", properties)
        if len(names) + len(tests) > _MOST_TESTED:
            what = f"a filter of {len(names) + len(tests):,} tags and properties; at most {_MOST_TESTED}"
            raise UsageError(what, hint="make more calls")
        if as_of:
            as_of = local_day(utc_of(as_of, self.clock), self.clock)
        first = utc_of(since, self.clock) if since else ""
        last = utc_of(until, self.clock, is_end=True) if until else ""
        if last and first > last:
            raise UsageError(f"--since {since} is after --until {until}", hint="give the earlier one to --since")
        if by == "created":
            # Days that a person wrote are local ones.
            first, last = (local_day(time, self.clock) if time else "" for time in (first, last))
        return PageFilter(
            categories=kinds,
            folders=tuple(name.strip("/") for name in folders),
            tags=names,
            properties=tuple(map(parse_property_test, tests)),
            since=first,
            until=last,
            by=by,
            as_of=as_of,
            excluded=() if ignored else self._excluded(),
        )

    def _excluded(self) -> tuple[str, ...]:
        """Return what the vault's own settings exclude."""
        from .wiki_store.vault_settings import excluded_files

        return self._shared.revision().excluded if self._shared is not None else excluded_files(self.location.vault)

    def _query_pages(self, where: PageFilter | None, work: Callable[[IndexReader, str], T], *, sweep: bool = True) -> T:
        """Do as query, over the pages that are meant alone, with the line that says which these are."""
        from .index_store.filters import describe, filtered

        meant = where or self.page_filter()
        return self.query(lambda reader: work(filtered(reader, meant), describe(meant, reader)), sweep=sweep)

    def search(
        self, query: str, *, limit: int | None = None, offset: int = 0, where: PageFilter | None = None
    ) -> PageHits:
        """Return pages for some words, best first: by name, alias, heading and text."""
        from .retrieval_engine.find_pages import find_pages

        check_numbers(limit=limit, offset=offset)
        most = self.settings.search_limit if limit is None else limit
        (query,) = self._words("query", query)
        return self._query_pages(
            where,
            lambda reader, only: find_pages(
                reader, query, limit=most, offset=offset, only=only, today=local_time(self.clock)[:10]
            ),
        )

    def show(
        self,
        label: str,
        *,
        line: int = 1,
        budget_tokens: int | None = None,
        outline: bool = False,
        question: str = "",
        sweep: bool = True,
    ) -> Shown:
        """Return a page or a part of it (`page`, `page > heading`, `page#Heading`, `page#^block`).

        question: chooses what is shown of a part that is too long.  outline: headings alone.
        """
        from .retrieval_engine.show import show
        from .text.tokens import counter

        check_numbers(line=line, budget_tokens=budget_tokens)
        (given,), (question,) = read_texts("label", label), self._words("for", question)
        wanted, count = self._from_here(given), counter(self.settings.token_counter)
        return self.query(
            lambda reader: show(
                reader,
                wanted,
                self._read_file,
                line=line,
                budget_tokens=budget_tokens,
                outline=outline,
                question=question,
                count=count,
                min_confidence=self.settings.min_confidence,
            ),
            sweep=sweep,
        )

    def _read_file(self, path: str) -> bytes:
        """Return the bytes of a file of the vault, as far as pages are read."""
        if self._shared is not None:
            return self._shared.read_file(path)
        try:
            with os.fdopen(open_file(self.location.vault, path), "rb") as file:
                return file.read(self.settings.max_page_bytes)
        except OSError as err:
            raise DataError(f"cannot read: {err.strerror}", path=path, hint="repeat the call") from err

    def _from_here(self, label: str, *, is_exact: bool = False) -> str:
        """Turn a path as typed in a shell, or completed by it, into one of the vault; any other label stays.

        is_exact: raise PageNotFoundError for one that says it is seen from the current folder, and is no page there.
        """
        if self._shared is not None or len(label) > LONGEST_PATH:
            return label
        sign = "#" if "#" in label else " > "
        typed, sign, part = label.partition(sign)
        is_here = typed in (".", "..") or typed.startswith(("./", "../"))
        if not (os.path.isabs(typed) or is_here or ("/" in typed and os.path.isfile(typed))):
            return label
        root = os.path.join(os.path.realpath(self.location.vault), "")
        full = os.path.realpath(typed)
        if full == root[:-1]:
            return sign + part
        if full.startswith(root):
            return full[len(root) :].replace(os.sep, "/") + sign + part
        if is_exact and is_here:
            # Seen from the current folder it is no page, and none elsewhere is meant.
            raise PageNotFoundError(label)
        return label

    def links(
        self, note: str = "", *, backlinks: bool = False, unresolved: bool = False, limit: int | None = None
    ) -> LinkList:
        """Return the links of one note, or of all files, with what each leads to; with backlinks those that lead to it.

        limit: most links; None for all.
        """
        from .look.listing import links_of

        check_numbers(limit=limit)
        wanted = self._from_here(note)
        return self.query(
            lambda reader: links_of(reader, wanted, backlinks=backlinks, unresolved=unresolved, limit=limit or 0)
        )

    def graph(
        self,
        page: str = "",
        *,
        depth: int | None = None,
        min_confidence: float | None = None,
        max_nodes: int | None = None,
        direction: str = "both",
        relations: Sequence[str] = (),
        ignored: bool = False,
    ) -> Neighborhood:
        """Return the neighborhood of a page, or the whole graph when none is named.

        ignored: with pages that the vault's own settings exclude.
        """
        from .retrieval_engine.neighborhood import neighborhood

        check_numbers(depth=depth, min_confidence=min_confidence, max_nodes=max_nodes)
        check_choice("direction", direction, DIRECTIONS)
        settings = self.settings
        wanted, named = self._from_here(page), read_texts("relations", relations)
        return self._query_pages(
            self.page_filter(ignored=ignored),
            lambda reader, _: neighborhood(
                reader,
                wanted,
                depth=settings.max_graph_depth if depth is None else depth,
                min_confidence=settings.min_confidence if min_confidence is None else min_confidence,
                max_nodes=settings.max_nodes if max_nodes is None else max_nodes,
                direction=direction,
                relations=named,
            ),
        )

    def list_pages(
        self, *, where: PageFilter | None = None, sort: str = "path", limit: int | None = None, offset: int = 0
    ) -> PageList:
        """Return the pages by one of page_lists.SORTS, with their kind, tags and last change; limit None for all."""
        from .look.page_lists import SORTS, list_pages

        check_numbers(limit=limit, offset=offset)
        check_choice("sort", sort, SORTS)
        most = limit or 0
        return self._query_pages(
            where, lambda reader, only: list_pages(reader, sort=sort, limit=most, offset=offset, only=only)
        )

    def list_tasks(self, *, where: PageFilter | None = None, limit: int | None = None, offset: int = 0) -> TaskList:
        """Return the open tasks with place, day and priority, by these; limit None for all."""
        from .look.page_lists import list_tasks

        check_numbers(limit=limit, offset=offset)
        return self._query_pages(
            where, lambda reader, only: list_tasks(reader, limit=limit or 0, offset=offset, only=only)
        )

    def list_names(
        self, kind: str, *, where: PageFilter | None = None, limit: int | None = None, offset: int = 0
    ) -> NameList:
        """Return the `tags` or `properties` of the pages with how many have each; limit None for all."""
        from .look.page_lists import list_names

        check_numbers(limit=limit, offset=offset)
        check_choice("kind", kind, ("tags", "properties"))
        return self._query_pages(
            where, lambda reader, only: list_names(reader, kind, limit=limit or 0, offset=offset, only=only)
        )

    def recall(
        self,
        question: str = "",
        *,
        session: str = "",
        since: str = "",
        until: str = "",
        where: PageFilter | None = None,
        limit: int | None = None,
    ) -> Recalled:
        """Return what was said about something, turn by turn, within the budget; without a question what was said last.

        session, since, until: only what was said in these sessions, from the first day to the last.
        """
        from .index_store.filters import describe, filtered
        from .memory.recall_reply import compose
        from .memory.recalling import LIMIT, Wanted, find_turns
        from .text.tokens import counter

        check_numbers(limit=limit)
        (question,) = self._words("question", question)
        wanted = Wanted(LIMIT if limit is None else limit, session, since, until)
        now, settings = local_time(self.clock), self.settings
        meant = where or self.page_filter()

        def work(reader: IndexReader, likeness: Likeness | None = None) -> Recalled:
            view, only = filtered(reader, meant), describe(meant, reader)
            found = find_turns(view, question, wanted, now=now, likeness=likeness)
            count = counter(settings.token_counter)
            return compose(found, budget_tokens=settings.budget_tokens, count=count, only=only)

        return self.query_by_meaning(work) if question else self.query(work)

    def useful(
        self, names: str | Sequence[str], *, question: str = "", polarity: float = 1.0, dry_run: bool = False
    ) -> Marked:
        """Keep that pages or passages (`page#^block`) helped with a question, or misled: polarity from -1 to 1."""
        from .memory.marks import mark_useful

        targets, log = read_texts("names", names), self.usage_log()
        (question,) = self._words("question", question)
        return self.query(
            lambda reader: mark_useful(
                reader,
                log,
                targets,
                question=question,
                polarity=polarity,
                now=self.clock(),
                actor=self.actor,
                dry_run=dry_run,
            )
        )

    def forget_marks(
        self, names: str | Sequence[str] = (), *, question: str = "", dry_run: bool = False
    ) -> ForgottenMarks:
        """Delete marks of what was useful: of these pages and passages, for this question, or all."""
        from .memory.marks import forget_marks

        targets, log = read_texts("names", names), self.usage_log()
        return self.query(
            lambda reader: forget_marks(reader, log, targets, question=question, dry_run=dry_run), sweep=bool(targets)
        )

    def _words(self, name: str, given: str | Iterable[str]) -> tuple[str, ...]:
        """Return what is asked or searched for.  Raises UsageError for what is none, or too long."""
        texts = read_texts(name, given)
        for text in texts:
            check_size(name, len(text), self.settings.max_question_characters, "MAX_QUESTION_CHARACTERS")
        return texts

    def _check_text(self, name: str, text: object) -> None:
        check_size(name, len(str(text)), self.settings.max_text_characters, "MAX_TEXT_CHARACTERS")

    def usage_log(self) -> UsageLog:
        """Return the marks of what proved useful here."""
        self._own("what proved useful")
        from .wiki_store.usage import UsageLog

        return UsageLog(
            self.location.graph,
            is_read_only=self.location.read_only,
            lock_seconds=self.settings.lock_seconds,
            tell=lambda line: self.listener.waiting(line),
        )

    def status(self) -> Status:
        """Return what is in the home, and what wants care."""
        from .retrieval_engine.status import status_of

        questions, last_operation = self._journaled()

        def work(reader: IndexReader) -> Status:
            # Of a team's index from the same state as everything else.
            paths = self._shared.paths() if self._shared is not None else list_files(self.location.vault)
            return status_of(
                reader,
                home=self.location.home,
                vault=self.location.vault,
                found_by=self.location.found_by,
                paths=paths,
                unanswered=_still_open(reader, questions, most=_STATUS_ASKS),
                last_operation=last_operation,
                meaning=self._meaning(),
            )

        return self.query(work)

    def _meaning(self) -> str:
        """Return what compares meanings, or why words alone do."""
        from .embedding import HOW_TO_ADD, NONE

        if self.settings.embedder == NONE:
            return "words alone, as EMBEDDER says"
        embedder = self._open_embedder()
        return embedder.id if embedder else HOW_TO_ADD

    def _journaled(self) -> tuple[list[str], str]:
        """Return the questions that were asked in vain, newest first, each once, and the last operation."""
        if self._shared is not None or not os.path.exists(os.path.join(self.location.graph, "journal.jsonl")):
            return [], ""
        from .text.names import fold_name
        from .wiki_store.journal import Journal

        journal, asked = Journal(self.location.graph), dict[str, str]()
        for event in journal.events():
            if event.get("event") == "unanswered" and isinstance(event.get("question"), str):
                asked.pop(fold_name(event["question"]), None)
                asked[fold_name(event["question"])] = event["question"]
        operations = journal.operations(tail=True)
        return [*asked.values()][::-1], f"{operations[-1].op} {operations[-1].verb}" if operations else ""

    def log(self, *, limit: int = 20) -> list[OperationRecord]:
        """Return the newest operations that can be undone, newest first."""
        return [*self.operations(limit=limit).operations]

    def operations(self, op: str = "", *, since: str = "", actor: str = "", limit: int = 20) -> OperationList:
        """Return the operations that were not undone, newest first; one of them, by its id, with its difference.

        since: a day or a time, as clock.utc_of takes it.  actor: only what this one wrote.
        """
        self._own("the log")
        from .maintain.history import list_operations
        from .wiki_store.working_copy import catalog_names

        check_numbers(limit=limit)
        check_texts(op=op, since=since, actor=actor)
        start = utc_of(since, self.clock) if since else ""
        catalog = catalog_names(self.location.folder)
        return list_operations(self.location.graph, catalog, op=op, since=start, actor=actor, limit=limit)

    # --- Writing ------------------------------------------------------------------------------------------------------

    @property
    def refusal(self) -> str:
        """Why what a dry run says could not be carried out here; "" where nothing is known to be in the way."""
        return self._last_writer.refusal if self._last_writer is not None else ""

    def write(
        self, verb: str, planner: Callable[[WorkingCopy, IndexReader], Plan[R]], *, dry_run: bool = False
    ) -> Outcome[R]:
        """Carry out what a planner makes of a working copy, as one operation with catalog and log.

        A plan that changes nothing writes nothing, not even a line of the log.  It is made anew where somebody saved a
        page meanwhile.  A dry run needs nothing that can be written: self.refusal says why it could not be carried out.
        Raises LockedError, ReadOnlyError, PageChangedError, and whatever the planner raises.
        """
        return self._writer().carry_out(verb, planner, dry_run=dry_run)

    def _writer(self) -> Writer:
        """Return what writes this home as it is now."""
        self._own("writing")
        from .maintain.writer import Writer

        self._check_use()
        self._find_vault()
        self._last_writer = Writer(
            self.location,
            self.settings,
            actor=self.actor,
            clock=self.clock,
            state=self._state(),
            query=self.query,
            tell=lambda line: self.listener.waiting(line),
            drop_index=self._drop_index,
        )
        return self._last_writer

    def _state(self) -> str:
        """Return this user's state folder; "" where there is no such place."""
        try:
            return state_folder(self._environ)
        except UsageError:
            return ""

    def _drop_index(self) -> None:
        self._close_index()
        drop_index(self.location.vault, environ=self._environ)

    def add(
        self,
        paths: Folder | Sequence[Folder],
        *,
        title: str | Sequence[str] = (),
        revises: str = "",
        secrets: str = "refuse",
        dry_run: bool = False,
    ) -> Outcome[AddReceipt]:
        """Register files, folders, or `-`; what is refused stands in the receipt.  See sources.plan_sources.

        title: of each document, in their order.  Raises UsageError where there are other than as many, and where the
        source that is revised is given for other than one document.
        """
        from .ingest.documents import read_documents, read_or_skip
        from .ingest.source_receipt import with_entities
        from .ingest.sources import plan_sources, without_own_pages

        named = read_paths("paths", paths)
        titles = [line for text in read_texts("title", title) if (line := " ".join(text.split()))]
        counting = self.listener.counting
        documents, skipped = read_documents(named, self.settings, progress=partial(counting, "reading documents"))
        if revises and len(documents) != 1:
            raise UsageError("--as is for one document", hint="add documents one by one to use it")
        if titles and len(documents) != len(titles):
            what = f"{len(titles)} --title for {len(documents)} documents"
            raise UsageError(what, hint="repeat it, one for each document in their order")
        documents = [doc._replace(given_title=name) for doc, name in zip(documents, titles)] if titles else documents
        long = max((len(document.text) for document in documents), default=0)
        if long > _LONG_DOCUMENTS:
            self.listener.waiting(f"registering {long:,} characters: a second for each million, more or less")

        def plan(copy: WorkingCopy, reader: IndexReader) -> Plan[AddReceipt]:
            taken, left = without_own_pages(copy, documents, skipped, named=named)
            return plan_sources(
                copy,
                reader,
                taken,
                left,
                moment=self.moment(),
                revises=revises,
                secrets=secrets,
                read_again=lambda path: read_or_skip(path, self.settings),
                progress=partial(counting, "registering documents"),
            )

        outcome = self.write("add", plan, dry_run=dry_run)
        return self.query(lambda reader: with_entities(reader, outcome))

    def moment(self) -> Moment:
        """Return when documents are registered, and where their paths are told from."""
        from .ingest.sources import Moment

        return Moment(self.location.home, self.clock()[:10], local_time(self.clock))

    def apply(self, bundle: Any, *, partial: bool = False, dry_run: bool = False) -> Outcome[ApplyReceipt]:
        """Write what an agent extracted: all, or with partial what holds; receipt.rejected lists what was refused."""
        from .ingest.apply import plan_bundle

        lists = [value for value in bundle.values() if isinstance(value, list)] if isinstance(bundle, dict) else []
        most = self.settings.max_bundle_entries
        check_size("bundle", sum(map(len, lists)), most, "MAX_BUNDLE_ENTRIES", unit="entries")
        return self.write(
            "apply",
            lambda copy, reader: plan_bundle(
                copy,
                reader,
                bundle,
                today=self.clock()[:10],
                min_confidence=self.settings.min_confidence,
                partial=partial,
                dry_run=dry_run,
            ),
            dry_run=dry_run,
        )

    def file(
        self,
        *,
        question: str | Sequence[str],
        title: str,
        answer: str,
        cites: Sequence[str],
        expect_sha: str = "",
        dry_run: bool = False,
    ) -> Outcome[FiledReceipt]:
        """File an answer as a topic page, with what it rests on; its question may have several wordings."""
        from .ingest.answers import Answer, plan_answer

        questions, cited = self._words("question", question), read_texts("cites", cites)
        self._check_text("answer", answer)
        filed = Answer(tuple(questions), title, answer, tuple(cited), expect_sha)
        return self.write(
            "file",
            lambda copy, reader: plan_answer(copy, reader, filed, today=self.clock()[:10], now=local_time(self.clock)),
            dry_run=dry_run,
        )

    def file_wordings(
        self, page: str, wordings: str | Sequence[str], *, dry_run: bool = False
    ) -> Outcome[FiledReceipt]:
        """Add wordings of its question to a filed answer; what the page says stays as it is."""
        from .ingest.answers import plan_wordings

        named, added = self._from_here(page, is_exact=True), self._words("wordings", wordings)
        return self.write(
            "file",
            lambda copy, reader: plan_wordings(copy, reader, named, added, today=self.clock()[:10]),
            dry_run=dry_run,
        )

    def remember(
        self,
        said: Said | Sequence[Said],
        *,
        session: str = "",
        secrets: str = "refuse",
        again: bool = False,
        date: str = "",
        dry_run: bool = False,
    ) -> Outcome[RememberReceipt]:
        """Keep what was said, turn by turn, in the session note of the day; see remembering.plan_turns."""
        from .memory.remembering import Said, plan_turns

        turns = [said] if isinstance(said, Said) else list(said)
        for turn in turns:
            self._check_text("turn", turn.text)
        return self.write(
            "remember",
            lambda copy, reader: plan_turns(
                copy,
                reader,
                turns,
                now=local_time(self.clock),
                session=session,
                secrets=secrets,
                again=again,
                date=date,
            ),
            dry_run=dry_run,
        )

    def edit(self, edit: NoteEdit, *, dry_run: bool = False) -> Outcome[EditReceipt]:
        """Write into one note what is asked for; every other byte of it stays.  See note_editing.NoteEdit."""
        from .maintain.note_editing import plan_edit

        self._check_text("text", edit.text or "")
        if edit.note:
            edit = edit._replace(note=self._from_here(edit.note, is_exact=True))
        return self.write(
            "edit", lambda copy, reader: plan_edit(copy, reader, edit, now=local_time(self.clock)), dry_run=dry_run
        )

    def rename(self, page: str, new: str, *, move: bool = False, dry_run: bool = False) -> Outcome[RenameReceipt]:
        """Give a page another title, or with move another path; every link to it follows."""
        from .maintain.rename import plan_rename

        old = self._from_here(page, is_exact=True)
        return self.write(
            "rename", lambda copy, reader: plan_rename(copy, reader, old, new, move=move), dry_run=dry_run
        )

    def merge(self, page: str, into: str, *, force: bool = False, dry_run: bool = False) -> Outcome[MergeReceipt]:
        """Make one page of two: links, claims, aliases and prose of the first move to the second."""
        from .maintain.merge import plan_merge

        gone, staying = self._from_here(page, is_exact=True), self._from_here(into, is_exact=True)
        return self.write(
            "merge", lambda copy, reader: plan_merge(copy, reader, gone, staying, force=force), dry_run=dry_run
        )

    def retract(self, source: str, *, dry_run: bool = False) -> Outcome[RetractReceipt]:
        """Take a source back: its note goes to .trash, its claims leave, what rested on it is listed."""
        from .maintain.retract import plan_retract

        named = self._from_here(source, is_exact=True)
        return self.write("retract", lambda copy, reader: plan_retract(copy, reader, named), dry_run=dry_run)

    def forget(
        self, targets: str | Sequence[str] = (), *, text: str | Sequence[str] = (), yes: bool = False
    ) -> Outcome[ForgetReceipt]:
        """Forget pages, passages (`page#^block`) and texts for good; without yes only say what would go."""
        from .maintain.forget import forget

        named, texts = read_texts("targets", targets), read_texts("text", text)
        return forget(self._writer(), named, texts=texts, dry_run=not yes)

    def lint(self, *, rules: str | Sequence[str] = (), paths: str | Sequence[str] = ()) -> LintReport:
        """Return everything in the vault that wants a hand, the gravest first.

        What the vault's own settings exclude is left out, unless it is named.
        """
        self._own("lint")
        from .maintain.lint import lint, open_questions
        from .wiki_store.journal import Journal
        from .wiki_store.vault_settings import excluded_files, is_excluded
        from .wiki_store.working_copy import WorkingCopy

        wanted, places = read_texts("rules", rules), [self._from_here(path) for path in read_texts("paths", paths)]
        excluded = excluded_files(self.location.vault)
        # The vault itself, as `.` in its folder, is all of it.
        location, places = self.location, [] if "" in places else places

        def work(reader: IndexReader) -> LintReport:
            copy = WorkingCopy(location.vault, folder=location.folder, max_page_bytes=self.settings.max_page_bytes)
            asked = [] if places else open_questions(reader, Journal(location.graph).events())
            again = set(_still_open(reader, [open_.question for open_ in asked], most=_LINT_ASKS))
            report = lint(
                copy,
                reader,
                rules=wanted,
                paths=places,
                questions=[open_ for open_ in asked if open_.question in again],
                has_marker=location.graph.startswith(os.path.join(location.home, "")),
            )
            findings = [found for found in report.findings if places or not is_excluded(found.path, excluded)]
            return report._replace(findings=tuple(findings))

        return self.query(work)

    def fix(self, *, dry_run: bool = False) -> Outcome[FixReceipt]:
        """Mend what lint can mend without judgment."""
        from .maintain.lint import plan_fixes

        return self.write("fix", plan_fixes, dry_run=dry_run)

    def undo_since(self, since: str, *, dry_run: bool = False, foreign: bool = False) -> Outcome[UndoneReceipt]:
        """Take back all operations from a day or a time on, the last one first: all or none; foreign: see undo."""
        from .maintain.undo import undo_since

        return undo_since(self._writer(), utc_of(since, self.clock), dry_run=dry_run, foreign=foreign)

    def undo(self, op: str = "last", *, dry_run: bool = False, foreign: bool = False) -> Outcome[UndoReceipt]:
        """Take an operation back: pages, catalog and log return to what they were.

        foreign: also one that this user did not record on this machine, where the journal came with the home.
        """
        from .maintain.undo import plan_undo

        writer = self._writer()
        return writer.carry_out(
            "undo",
            lambda copy, reader: plan_undo(copy, reader, op, writer=writer, foreign=foreign),
            dry_run=dry_run,
        )

    def export(
        self,
        graph: Neighborhood | None = None,
        *,
        format: str = "graphml",
        out: Folder = "",
        force: bool = False,
        dry_run: bool = False,
    ) -> Any:
        """Write a graph for other programs, the whole one where none is given; without out the text is returned.

        format: one of drawing.formats.FORMATS.  A file in the vault is one operation.
        """
        self._own("export")
        from .drawing.exporting import Export
        from .drawing.formats import format_graph, graph_size
        from .retrieval_engine.neighborhood import whole_graph

        place, minimum = read_path("out", out), self.settings.min_confidence
        if graph is None:
            graph = self.query(lambda reader: whole_graph(reader, min_confidence=minimum))
        export = Export(format, format_graph(graph, format), place, force, (graph_size(graph),))
        return self._write_export(export, dry_run=dry_run)

    def graph_page(
        self, graph: Neighborhood, out: Folder, *, text: bool = True, force: bool = False, dry_run: bool = False
    ) -> Any:
        """Write a graph as one HTML page for a browser, with open questions and stale pages; see drawing.html_pages.

        text: with the passages that prove its claims.
        """
        from .drawing.exporting import Export
        from .drawing.formats import graph_size
        from .drawing.html_pages import PageFacts, graph_html

        place, status = read_path("out", out), self.status()
        center = next((node.name for node in graph.nodes if node.id == graph.center), "")
        vault = os.path.basename(self.location.vault)
        facts = PageFacts(center or vault, vault, status.unanswered, status.stale_answers)
        page = self.query(lambda reader: graph_html(reader, graph, facts, has_text=text), sweep=False)
        export = Export("html", page, place, force, (graph_size(graph),))
        return self._write_export(export, dry_run=dry_run)

    def answer_page(self, reply: Reply, out: Folder, *, text: bool = True, force: bool = False) -> Any:
        """Write a reply as one HTML page to send to somebody.  text: with the quotations."""
        from .drawing.exporting import Export
        from .drawing.html_pages import PageFacts, answer_html

        facts = PageFacts(reply.answers[0].question, os.path.basename(self.location.vault))
        page = answer_html(reply, facts, has_text=text)
        return self._write_export(Export("html", page, read_path("out", out), force, ("the answer",)))

    def _write_export(self, export: Export, *, dry_run: bool = False) -> Any:
        """Write what was made for other programs; in the vault it is one operation."""
        from .drawing.exporting import goes_into_vault, plan_export, write_export

        if goes_into_vault(self.location, export.out):
            return self.write("export", lambda copy, _: plan_export(copy, self.location, export), dry_run=dry_run)
        return write_export(self.location, export, dry_run=dry_run)

    def share_index(self, url: str = "") -> Copied:
        """Bring a team's index up to date with the vault; make it where there is none.  See team.postgres_copy.

        url: else the setting INDEX.  Raises UsageError, IndexUnavailableError.
        """
        from .team.postgres_copy import VaultFiles, copy_index
        from .wiki_store.files import read_text

        database = url or self.settings.index
        if not database:
            hint = "give --index postgresql://user@host/database, or set INDEX"
            raise UsageError("no database is named", hint=hint)
        self.rank_pages()

        def read(path: str) -> tuple[bytes, str]:
            try:
                file = read_text(self.location.vault, path, self.settings.max_page_bytes)
            except FileNotFoundError:
                return b"", ""
            return file.text.encode(), file.hash

        vault = VaultFiles(read, self._excluded(), self.clock())
        with self._lock:
            return self._opened().copy_tables(
                lambda tables: copy_index(tables, database, vault, partial(self.listener.counting, "copying pages"))
            )

    def doctor(self, *, rebuild: bool = False, vectors: bool = False) -> Examination:
        """Look after everything derived: finish interrupted operations, check and mend index, catalog and journal.

        rebuild: drop the index and make it again in any case.  vectors: make all that questions would make one by one.
        """
        from .maintain.doctor import Check, Examination, examine

        # Doctor says itself what was interrupted.
        writer, self._has_told = self._writer(), True
        with self._lock:
            found = examine(writer, self._opened(), environ=self._environ, rebuild=rebuild)
            if not vectors or not found.is_well:
                return found
            embedder = self._open_embedder()
            made = self._make_vectors(embedder) if embedder else 0
        check = Check(
            "vectors", "mended" if made else "good" if embedder else "bad", f"{made} made ({self._meaning()})"
        )
        return Examination((*found.checks, check))

    def _make_vectors(self, embedder: Embedder) -> int:
        """Make the vectors of all sections that have none, page by page; return how many were made."""
        from .retrieval_engine.meaning import Likeness

        pages = self.query(lambda reader: [page.id for page in reader.pages(everything=True)])
        made = 0
        for start in range(0, len(pages), _PAGES_AT_ONCE):
            self.listener.counting("vectors of pages", start, len(pages))
            some = pages[start : start + _PAGES_AT_ONCE]

            def complete(reader: IndexReader, some: Sequence[int] = some) -> list[VectorRow]:
                likeness = Likeness(reader, embedder, monotonic)
                likeness.complete(some)
                return likeness.made()

            rows = self.query(complete, sweep=False)
            self._opened().keep_vectors(embedder.id, rows)
            made += len(rows)
        return made

    def complete_vectors(self) -> bool:
        """Make a few vectors that later questions would make, for who is idle; return whether there is more to do.

        Nothing is done before a question has loaded the model.  What is edited later waits for its question.
        """
        from .retrieval_engine.meaning import AT_LEISURE, Likeness

        embedder = self._embedder
        if embedder is None or self._shared is not None:
            return False
        if self._incomplete is None:
            self._incomplete = self.query(
                lambda reader: [page.id for page in reader.pages(everything=True)], sweep=False
            )
        some = self._incomplete[:_PAGES_AT_LEISURE]

        def complete(reader: IndexReader) -> tuple[bool, list[VectorRow]]:
            likeness = Likeness(reader, embedder, monotonic)
            return likeness.complete(some, most=AT_LEISURE), likeness.made()

        is_complete, rows = self.query(complete, sweep=False)
        if rows:
            self._opened().keep_vectors(embedder.id, rows)
        if is_complete:
            del self._incomplete[: len(some)]
        return bool(self._incomplete)

    def _check_use(self) -> None:
        """Raise UsageError once it is closed, and in another thread than the first: SQLite would refuse that, too."""
        if self._is_closed:
            raise UsageError("this KnowledgeBase is closed", hint="open another one")
        self._check_thread()

    def _check_thread(self) -> None:
        self._user = self._user or get_ident()
        if self._user != get_ident():
            raise UsageError("this KnowledgeBase belongs to another thread", hint="open one in each thread")


def _still_open(reader: IndexReader, questions: Sequence[str], *, most: int) -> list[str]:
    """Return the questions that would be asked in vain again; what comes after so many is not tried."""
    from .retrieval_engine.engine import answer

    return [question for at, question in enumerate(questions) if at >= most or answer(reader, question).unanswered]
