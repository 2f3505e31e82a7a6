"""One knowledge base, opened: what is asked of it, and what is written into it as one operation.

with KnowledgeBase.open(home="notes") as kb: print(kb.ask("why did the session store fail?").text)

Reading goes through the index of index_store; what writes is a planner, which maintain.writer carries out.  The verbs
are functions over this class, in verbs/.  Methods raise UsageError for what cannot be asked, else the narrowest
DataError.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from .arguments import DIRECTIONS, Folder, check_choice, check_numbers, check_size, read_texts
from .clock import clock_of, local_time, utc_now
from .errors import CommonplaceError, DataError, NoRoomError, UsageError
from .homes import HomeLocation, cache_folder, find_home, is_interrupted, resource_path, skill_folder
from .index_store.filters import describe, filtered, page_filter
from .index_store.refresh import Index, drop_index
from .model import PageFilter
from .settings import Settings, load_settings, masked
from .text.tokens import counter
from .wiki_store.events import UsageLog
from .wiki_store.files import list_files, open_file, path_in_vault
from .wiki_store.vault_settings import excluded_files, task_statuses

if TYPE_CHECKING:
    # Loaded by the method that needs it: a call that asks nothing does without the engine, one that reads without what
    # writes, and a home without a team's index.
    from .embedding import Embedder
    from .index_store.port import IndexReader
    from .look.listing import TaskList, TaskQuery
    from .maintain.writer import Writer
    from .retrieval_engine.meaning import Likeness
    from .retrieval_engine.reply import Reply
    from .retrieval_engine.show import Shown
    from .team.postgres_reader import IndexState, SharedIndex
    from .wiki_store.working_copy import Outcome, Plan, WorkingCopy

T = TypeVar("T")
R = TypeVar("R")

_LONGEST_QUESTION = 500
"""Characters that are kept of a question without an answer."""
INDEXING = "indexing"


class Listener(NamedTuple):
    """Who is told of a call while it runs."""

    counting: Callable[[str, int, int], None] = lambda *_: None
    """Takes what is worked at, INDEXING for instance, and how many of how many files are done."""
    waiting: Callable[[str], None] = lambda _: None
    """Takes a line where something is waited for, or went wrong and was mended."""


class KnowledgeBase:
    """One home, until it is closed; calls of several threads wait for each other."""

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
        self.environ = os.environ if environ is None else environ
        self._index: Index | None = None
        self._shared = shared
        self._embedder: Embedder | None = None
        self._has_embedder = False
        """Whether the embedder was looked for: it is loaded with the first question."""
        self.has_told = False
        """Whether the listener knows of an interrupted operation."""
        self._is_closed = False
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
        is_team: bool = False,
        by_program: bool = True,
        has_handbook: bool = False,
        listener: Listener | None = None,
    ) -> KnowledgeBase:
        """Open the home named, else the one found.  Raises NoHomeError, SettingError, UsageError.

        index: a team's index in a database, which is read in place of a home.  Without one the setting INDEX names it
        for the verbs that it answers, where no home is named.

        overrides: settings by lower-case name; token_counter may be a function.  For front ends: is_team, whether a
        team's index may answer in place of the home that is found; has_handbook, whether the skill's own may;
        by_program=False, how a setting that is wrong is named.
        """
        for name, folder in (("home", home), ("vault", vault), ("cwd", cwd)):
            if not (folder is None or isinstance(folder, (str, os.PathLike))) or "\0" in str(folder):
                raise UsageError(f"{name} is {folder!r}; it must be a path", hint="give the name of a folder")
        environ = os.environ if environ is None else environ
        config = resource_path("config.py")
        if index is not None and (home or vault):
            raise UsageError("--index and --home or --vault name two knowledge bases", hint="give one of them")
        if index is not None or (is_team and not (home or vault)):
            given = {**(overrides or {}), "index": index} if index is not None else overrides
            settings = load_settings(overrides=given, environ=environ, config_path=config, by_program=by_program)
            if settings.index:
                return cls._open_shared(settings, environ, listener)
            if index is not None:
                raise UsageError("--index names no database", hint="e.g. postgresql://user@host/database")
        handbook = skill_folder() if has_handbook else None
        location = find_home(
            home=home, vault=vault, environ=environ, cwd=os.fspath(cwd or os.getcwd()), handbook=handbook
        )
        settings = load_settings(overrides=overrides, environ=environ, config_path=config, by_program=by_program)
        actor = environ.get("COMMONPLACE_ACTOR") or "agent"
        return cls(location, settings, clock=clock_of(environ), actor=actor, environ=environ, listener=listener)

    @classmethod
    def _open_shared(cls, settings: Settings, environ: Mapping[str, str], listener: Listener | None) -> KnowledgeBase:
        from .team.postgres_reader import SharedIndex

        found_by = dict(settings.sources)["index"].removeprefix("option ")
        location = HomeLocation(masked(settings.index), "", "", "", found_by, read_only=True)
        shared = SharedIndex(settings.index)
        return cls(location, settings, clock=clock_of(environ), environ=environ, listener=listener, shared=shared)

    @staticmethod
    def create(folder: Folder, *, vault: Folder | None = None) -> HomeLocation:
        """Make an empty knowledge base; see wiki_store.new_home.make_home."""
        from .wiki_store.new_home import make_home  # once in the life of a home

        settings = load_settings(environ=os.environ, config_path=resource_path("config.py"))
        return make_home(folder, vault=vault, vault_dir=settings.vault_dir)

    def close(self) -> None:
        """Let go of the index files, after a call that still runs; a second time does nothing."""
        with self._lock:
            self._is_closed = True
            self._close_index()
            if self._shared is not None:
                self._shared.close()

    def __enter__(self) -> KnowledgeBase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def take_call(self, call: KnowledgeBase) -> None:
        """Take what one call chooses, where this handle stays open between calls: who calls, and with what settings."""
        self.settings, self.listener, self.actor = call.settings, call.listener, call.actor
        self.location = self.location._replace(read_only=call.location.read_only)

    # --- Reading ------------------------------------------------------------------------------------------------------

    def query(self, work: Callable[[IndexReader], T], *, sweep: bool = True) -> T:
        """Return what work makes of the index as the vault stands now; an index that is damaged is made again first.

        sweep: look at every file for edits; without it an edit in place waits for the next call with it.
        """
        if self._shared is None:
            with self.using_index() as index:
                return index.answer(work, sweep=sweep)
        with self._lock:
            self._check_open()
            found = self._shared.answer(work)
            self.listener.waiting(str(self.index_state()))
            return found

    def query_pages(self, where: PageFilter | None, work: Callable[[IndexReader, str], T]) -> T:
        """Do as query, over the pages that are meant alone, with the line that says which these are."""
        meant = where or self.page_filter()
        return self.query(lambda reader: work(filtered(reader, meant), describe(meant, reader)))

    def index_state(self) -> IndexState | None:
        """Return which revision of a team's index the last answer was made from, and how old that is; else None."""
        return self._shared.state(self.clock()) if self._shared is not None else None

    def query_by_meaning(self, work: Callable[[IndexReader, Likeness | None], T], *, sweep: bool = True) -> T:
        """Do as query, with a likeness where there is an embedder; the vectors that it makes are kept."""
        embedder = self.open_embedder()
        if embedder is None:
            return self.query(lambda reader: work(reader, None), sweep=sweep)
        from .retrieval_engine.meaning import Likeness

        likeness: list[Likeness] = []

        def compare(reader: IndexReader) -> T:
            likeness[:] = [Likeness(reader, embedder, monotonic)]
            return work(reader, likeness[0])

        found = self.query(compare, sweep=sweep)
        if self._shared is None and (made := likeness[0].made()):
            with self.using_index() as index:
                index.keep_vectors(embedder.id, made)
        return found

    def open_embedder(self) -> Embedder | None:
        """Return what compares meanings; None where there is nothing that does."""
        if not self._has_embedder:
            from .embedding import open_embedder

            where = dict(self.settings.sources).get("embedder", "default")
            cache = cache_folder(self.environ)
            try:
                self._embedder = open_embedder(self.settings.embedder, cache, where=where) if cache else None
            except OSError as err:
                # The disk is full, say: words still answer.
                self.listener.waiting(f"meaning is left out, its model cannot be read or kept: {err.strerror}")
            self._has_embedder = True
        return self._embedder

    @contextmanager
    def using_index(self) -> Iterator[Index]:
        """Give the index of the vault, for this thread alone; closing waits for it."""
        with self._lock:
            self._check_open()
            yield self._opened()

    def paths(self) -> list[str]:
        """Return the paths of all files of the vault; of a team's index from the state that is asked."""
        return (
            self._shared.paths() if self._shared is not None else list_files(self.location.vault, self.settings.linked)
        )

    @property
    def is_shared(self) -> bool:
        """Whether a team's index is asked, without its vault."""
        return self._shared is not None

    @property
    def loaded_embedder(self) -> Embedder | None:
        """What compares meanings, once a question has loaded it and while its vectors can be kept."""
        return None if self._shared is not None else self._embedder

    def check_own(self, what: str = "this") -> None:
        """Raise UsageError where there is no vault here, but a team's index alone."""
        if self._shared is not None:
            hint = "leave out --index where the vault is, or ask whoever serves it"
            raise UsageError(f"{what} needs the vault, which a team's index is not", hint=hint)

    def _opened(self) -> Index:
        self.check_own()
        self._check_vault()
        self._tell_interrupted()
        if self._index is None:
            self._index = Index(
                self.location.vault,
                folder=self.location.folder,
                environ=self.environ,
                max_page_bytes=self.settings.max_page_bytes,
                linked=self.settings.linked,
                # The listener may be another one in the next call.
                progress=lambda done, total: self.listener.counting(INDEXING, done, total),
                tell=lambda line: self.listener.waiting(line),
            )
        return self._index

    def _tell_interrupted(self) -> None:
        """Say once that an operation was interrupted: reading reads past it, a writing verb finishes it."""
        if not self.has_told and is_interrupted(self.location.graph):
            self.has_told = True
            self.listener.waiting(
                "an operation is being carried out or was interrupted: pages are read as they are; "
                "the next verb that writes, or doctor, finishes it"
            )

    def _check_vault(self) -> None:
        """Raise DataError if the vault is gone."""
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
        question of which nothing is known is kept for whoever ingests next, unless record is False.
        where: which pages alone are asked; see page_filter.
        """
        from .retrieval_engine.engine import MAX_QUESTIONS, AskOptions, answer
        from .text.analyzer import name_key

        check_numbers(budget_tokens=budget_tokens, depth=depth, min_confidence=min_confidence, max_nodes=max_nodes)
        check_choice("direction", direction, DIRECTIONS)
        questions = self.questions("question", question)
        if not questions or not all(name_key(text, "") for text in questions):
            raise UsageError("the question holds no word", hint='ask in words, e.g. "why did it fail?"')
        if len(questions) > MAX_QUESTIONS:
            raise UsageError(f"{len(questions)} questions; at most {MAX_QUESTIONS} in one call", hint="make more calls")
        settings = self.settings
        options = AskOptions(
            terms=self.questions("terms", terms),
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
            chosen = filtered(reader, meant)
            asking = options._replace(
                likeness=likeness,
                useful=partial(useful, reader),
                open_tasks=lambda words: self.tasks(chosen, words=words).found,
                as_of=meant.as_of,
                only=describe(meant, reader),
            )
            return answer(chosen, questions, asking)

        reply = self.query_by_meaning(work, sweep=sweep)
        if not reply.text and options.budget_tokens is not None:
            raise NoRoomError("an answer", options.budget_tokens, reply.least_tokens)
        for text in reply.unanswered if record and not reply.only else ():
            self._record_unanswered(text)
        return reply

    def tasks(self, reader: IndexReader, query: TaskQuery | None = None, *, words: str = "", **part: Any) -> TaskList:
        """Return the tasks that are meant, by default all that are open and have some words; see look.listing."""
        from .look.listing import TaskQuery, list_tasks  # it reads Markdown, which few questions wait for

        own = {} if self._shared is not None else task_statuses(self.location.vault)
        return list_tasks(reader, query or TaskQuery(words=words), own=own, **part)

    def still_open(self, reader: IndexReader, questions: Sequence[str], *, most: int) -> list[str]:
        """Return the questions that would be asked in vain again; what comes after so many is not tried."""
        from .retrieval_engine.engine import answer

        return [question for at, question in enumerate(questions) if at >= most or answer(reader, question).unanswered]

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
        from .wiki_store.events import Events

        try:
            entry = " ".join(question.split())[:_LONGEST_QUESTION]
            Events(self.location.graph).append("unanswered", self.clock(), question=entry)
        except (CommonplaceError, OSError):
            # The question was answered; a home that cannot be written does without the note.
            return

    def page_filter(self, *, ignored: bool = False, **chosen: Any) -> PageFilter:
        """Return which pages alone are to be asked, found or listed, for what takes it as `where`.

        chosen: what index_store.filters.page_filter takes.  ignored: also pages that the vault's own settings exclude.
        Raises UsageError.
        """
        return page_filter(clock=self.clock, excluded=() if ignored else self.excluded(), **chosen)

    def excluded(self) -> tuple[str, ...]:
        """Return what the vault's own settings exclude."""
        return self._shared.revision().excluded if self._shared is not None else excluded_files(self.location.vault)

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

        check_numbers(line=line, budget_tokens=budget_tokens)
        (given,), (question,) = read_texts("label", label), self.questions("for", question)
        wanted, count = self.from_here(given), counter(self.settings.token_counter)
        return self.query(
            lambda reader: show(
                reader,
                wanted,
                self.read_file,
                line=line,
                budget_tokens=budget_tokens,
                outline=outline,
                question=question,
                count=count,
                min_confidence=self.settings.min_confidence,
            ),
            sweep=sweep,
        )

    def read_file(self, path: str) -> bytes:
        """Return the bytes of a file of the vault, as far as pages are read."""
        if self._shared is not None:
            return self._shared.read_file(path)
        try:
            with open_file(self.location.vault, path, self.settings.linked) as file:
                return file.read(self.settings.max_page_bytes)
        except OSError as err:
            raise DataError(f"cannot read: {err.strerror}", path=path, hint="repeat the call") from err

    def from_here(self, label: str, *, is_exact: bool = False) -> str:
        """Turn a path as typed in a shell into one of the vault; see wiki_store.files.path_in_vault."""
        return label if self._shared is not None else path_in_vault(self.location.vault, label, is_exact=is_exact)

    def questions(self, name: str, given: str | Iterable[str]) -> tuple[str, ...]:
        """Return what is asked or searched for.  Raises UsageError for what is none, or too long."""
        texts = read_texts(name, given)
        for text in texts:
            check_size(name, len(text), self.settings.max_question_characters, "MAX_QUESTION_CHARACTERS")
        return texts

    def check_text(self, name: str, text: object) -> None:
        """Raise UsageError for a text that is longer than the settings allow."""
        check_size(name, len(str(text)), self.settings.max_text_characters, "MAX_TEXT_CHARACTERS")

    def usage_log(self) -> UsageLog:
        """Return the marks of what proved useful here."""
        self.check_own("what proved useful")
        return UsageLog(self.location.graph, is_read_only=self.location.read_only)

    # --- Writing ------------------------------------------------------------------------------------------------------

    def write(
        self, verb: str, planner: Callable[[WorkingCopy, IndexReader], Plan[R]], *, dry_run: bool = False
    ) -> Outcome[R]:
        """Carry out what a planner makes of a working copy, as one operation with catalog and log.

        A plan that changes nothing writes nothing, not even a line of the log.  It is made anew where somebody saved a
        page meanwhile.  A dry run needs nothing that can be written.
        Raises LockedError, ReadOnlyError, PageChangedError, and whatever the planner raises.
        """
        return self.writer().carry_out(verb, planner, dry_run=dry_run)

    def writer(self) -> Writer:
        """Return what writes this home as it is now."""
        self.check_own("writing")
        from .maintain.writer import Writer

        self._check_open()
        self._check_vault()
        return Writer(
            self.location,
            self.settings,
            actor=self.actor,
            clock=self.clock,
            query=self.query,
            tell=lambda line: self.listener.waiting(line),
            drop_index=self._drop_index,
        )

    def _drop_index(self) -> None:
        self._close_index()
        drop_index(self.location.vault, environ=self.environ)

    def _check_open(self) -> None:
        if self._is_closed:
            raise UsageError("this KnowledgeBase is closed", hint="open another one")
