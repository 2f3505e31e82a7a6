"""The composition root: one knowledge base, opened, with settings, vault, index and journal; a method for most verbs.

with KnowledgeBase.open(home="notes") as kb: print(kb.ask("why did the session store fail?").text)
Methods raise UsageError for what cannot be asked, else the narrowest DataError; Outcome tells what is refused.
"""

from __future__ import annotations

import os

from .clock import clock_of, utc_now
from .homes import READING_VERBS, HomeLocation, find_home
from .resources import resource_path, skill_folder
from .settings import Settings, load_settings
from .store.workspace import Workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from .arguments import Path
    from .care.commit import Outcome
    from .care.drawing import Neighborhood
    from .care.lint import LintReport
    from .outcomes import Added, Applied, Filed, Fixed, Forgotten, Log, Merged, Renamed, Retracted, Undone
    from .reading.asking import Reply
    from .reading.exporting import ExportRequest
    from .reading.links import LinkList
    from .reading.search import SearchResult
    from .reading.show import Shown
    from .reading.status import Status
    from .reading.subgraph import Limits
    from .store.workspace import Plan, T


class KnowledgeBase:
    """One home, until it is closed, for the thread that calls it first; any other call is a UsageError."""

    def __init__(
        self,
        location: HomeLocation,
        settings: Settings,
        *,
        clock: Callable[[], str] | None = None,
        actor: str = "agent",
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.settings, self.actor, self.progress = settings, actor, progress
        self.ws = Workspace(location, settings, clock=clock or utc_now)

    @property
    def location(self) -> HomeLocation:
        """Where the home and its vault are, as of the last call: a vault behind a link may move."""
        return self.ws.location

    @classmethod
    def open(
        cls,
        home: Path | None = None,
        *,
        vault: Path | None = None,
        environ: Mapping[str, str] | None = None,
        cwd: str | None = None,
        overrides: Mapping[str, object] | None = None,
        verb: str = "",
        progress: Callable[[int, int], None] | None = None,
    ) -> KnowledgeBase:
        """Open the home named, else the one found.  Raises NoHomeError, SettingError, UsageError.

        overrides: settings by lower-case name; token_counter may be a function.  verb: the command line's, which has
        checked its words; a reading one may fall back to the handbook.
        """
        if not verb:
            from .arguments import checking

            cls = checking(cls, overrides, home=home, vault=vault, cwd=cwd)
        environ = os.environ if environ is None else environ
        handbook = skill_folder() if verb in READING_VERBS else None
        location = find_home(home=home, vault=vault, environ=environ, cwd=cwd or os.getcwd(), handbook=handbook)
        config = resource_path("config.py")
        settings = load_settings(overrides=overrides, environ=environ, config_path=config, by_program=not verb)
        actor = environ.get("COMMONPLACE_ACTOR") or "agent"
        return cls(location, settings, clock=clock_of(environ), actor=actor, progress=progress)

    @staticmethod
    def create(folder: Path, *, vault: Path | None = None) -> HomeLocation:
        """Make an empty knowledge base; see care.initializing.make_home."""
        from .care.initializing import make_home

        settings = load_settings(environ=os.environ, config_path=resource_path("config.py"))
        return make_home(folder, vault=vault, vault_dir=settings.vault_dir)

    def close(self) -> None:
        """Let go of the index file.  The thread that opened it may do so, too; a second time does nothing."""
        self.ws.close()

    def __enter__(self) -> KnowledgeBase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def refresh(self) -> None:
        """Finish what an interrupted writer left, then bring the index up to date."""
        try:
            self.ws.catch_up(self.progress)
        finally:
            self.ws.rest()

    def read(self, work: Callable[[Workspace], T], *, sweep: bool = True) -> T:
        """Run work on an up-to-date index; see Workspace.read."""
        return self.ws.read(work, sweep=sweep, progress=self.progress)

    def ask(
        self,
        question: str,
        *,
        terms: Sequence[str] = (),
        budget_tokens: int | None = None,
        depth: int | None = None,
        min_confidence: float | None = None,
        max_nodes: int | None = None,
        direction: str = "both",
        relations: Sequence[str] = (),
        evidence: bool = False,
        as_json: bool = False,
        explain: bool = False,
        sweep: bool = True,
    ) -> Reply:
        """Answer from the wiki first, then from the graph of claims, within the budget.

        What finds nothing is kept in the journal.  sweep: see read; the others: see reading.asking.Ask.
        """
        from .reading.asking import Ask, ask

        limits = (budget_tokens, depth, min_confidence, max_nodes)
        options = Ask(tuple(terms), *limits, direction, tuple(relations), evidence, as_json, explain)
        return self.read(lambda ws: ask(ws, question, options, progress=self.progress), sweep=sweep)

    def search(self, query: str, *, limit: int | None = None, offset: int = 0, category: str = "") -> SearchResult:
        """Pages for some words, best first: by name, alias, heading and text; see reading.search."""
        from .reading.search import search

        most = self.settings.search_limit if limit is None else limit
        return self.read(lambda ws: search(ws, query, limit=most, offset=offset, category=category))

    def show(self, page: str, *, line: int = 1, budget_tokens: int | None = None) -> Shown:
        """One page, or one heading (`page#Heading`) or block (`page#^id`) of it, with the hash to write it against."""
        from .reading.show import show

        return self.read(lambda ws: show(ws, page, line=line, budget_tokens=budget_tokens))

    def status(self) -> Status:
        """What is in the home, and what wants care."""
        from .reading.status import status

        return self.read(status)

    def graph(self, page: str = "", limits: Limits | None = None) -> Neighborhood:
        """The neighborhood of a page, or the whole graph when none is named."""
        from .reading.graph import surroundings
        from .reading.subgraph import Limits

        return self.read(lambda ws: surroundings(ws, page, limits or Limits()))

    def links(
        self, note: str = "", *, backlinks: bool = False, unresolved: bool = False, limit: int | None = None
    ) -> LinkList:
        """The links of one note, or of all files, with what each leads to; with backlinks those that lead to it."""
        from .reading.links import links_of

        return self.read(lambda ws: links_of(ws, note, backlinks=backlinks, unresolved=unresolved, limit=limit or 0))

    def lint(self, *, rules: Sequence[str] = (), paths: Sequence[str] = ()) -> LintReport:
        """Everything in the vault that wants a hand, by path and line."""
        from .care.lint import lint
        from .reading.asking import still_open

        return self.read(lambda ws: lint(ws, rules=tuple(rules), paths=tuple(paths), still_open=still_open))

    def write(self, verb: str, planner: Callable[[Workspace], Plan], *, dry_run: bool = False) -> Outcome:
        """Carry out a plan as one operation.  Raises LockedError, ReadOnlyError, PageChangedError; see care.commit."""
        from .care.commit import carry_out

        return carry_out(self.ws, verb, planner, actor=self.actor, dry_run=dry_run, progress=self.progress)

    def add(
        self,
        paths: Path | Sequence[Path],
        *,
        title: str = "",
        revises: str = "",
        secrets: str = "refuse",
        dry_run: bool = False,
    ) -> Added:
        """Register files, folders, or `-`; what is refused is told in the receipt.  See register.plan_sources."""
        from .ingest.adding import adding

        planner = adding(paths, self.settings, title=title, revises=revises, secrets=secrets)
        return self.write("add", planner, dry_run=dry_run)

    def apply(self, bundle: Any, *, partial: bool = False, dry_run: bool = False) -> Applied:
        """Write what an agent extracted: all, or with partial what holds; receipt.rejected tells what was refused."""
        from .ingest.extraction import plan_bundle

        return self.write(
            "apply", lambda ws: plan_bundle(ws, bundle, partial=partial, dry_run=dry_run), dry_run=dry_run
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
    ) -> Filed:
        """File an answer as a topic page, with what it rests on; its question may have several wordings."""
        from .ingest.answers import plan_answer

        told = {"title": title, "answer": answer, "expect_sha": expect_sha}
        return self.write("file", lambda ws: plan_answer(ws, question=question, cites=cites, **told), dry_run=dry_run)

    def rename(self, page: str, new: str, *, move: bool = False, dry_run: bool = False) -> Renamed:
        """Give a page another title, or with move another path; every link to it follows."""
        from .care.renaming import plan_rename

        return self.write("rename", lambda ws: plan_rename(ws, page, new, move=move), dry_run=dry_run)

    def merge(self, page: str, into: str, *, force: bool = False, dry_run: bool = False) -> Merged:
        """Make one page of two: links, claims, aliases and prose of the first move to the second."""
        from .care.merging import plan_merge

        return self.write("merge", lambda ws: plan_merge(ws, page, into, force=force), dry_run=dry_run)

    def retract(self, source: str, *, dry_run: bool = False) -> Retracted:
        """Take a source back: its note goes to .trash, its claims leave, what rested on it is listed."""
        from .care.retracting import plan_retract

        return self.write("retract", lambda ws: plan_retract(ws, source), dry_run=dry_run)

    def forget(
        self, targets: str | Sequence[str] = (), *, text: str | Sequence[str] = (), yes: bool = False
    ) -> Forgotten:
        """Forget pages, passages (`page#^block`) and texts for good; without yes only tell what would go."""
        from .care.forgetting import forget

        named, texts = ([each] if isinstance(each, str) else each for each in (targets, text))
        return forget(self.ws, named, texts=texts, dry_run=not yes, actor=self.actor, progress=self.progress)

    def fix(self, *, dry_run: bool = False) -> Fixed:
        """Mend what lint can mend without judgment."""
        from .care.lint import plan_fix

        return self.write("fix", plan_fix, dry_run=dry_run)

    def undo(self, op: str, *, dry_run: bool = False) -> Undone:
        """Take an operation back: pages, catalog and log return to what they were."""
        from .care.undoing import plan_undo

        return self.write("undo", lambda ws: plan_undo(ws, op), dry_run=dry_run)

    def export(self, request: ExportRequest, *, dry_run: bool = False) -> Any:
        """Write the knowledge for other programs; what goes into the vault is one operation.  See reading.exporting."""
        from .reading.exporting import export, goes_into_vault, plan_export

        if goes_into_vault(self.location, request):
            return self.write("export", lambda ws: plan_export(ws, request), dry_run=dry_run)
        return self.read(lambda ws: export(ws, request, dry_run=dry_run))

    def reindex(self) -> Any:
        """Drop the index and build it again from the vault."""
        try:
            done = self.ws.refresh(rebuild=True, progress=self.progress)
            self.ws.refresh_vectors(self.progress)
        finally:
            self.ws.rest()
        return done

    def doctor(self) -> Any:
        """Look after everything derived: finish interrupted operations, check and mend index, catalog and journal."""
        from .care.doctor import examine

        try:
            return examine(self.ws, actor=self.actor, environ=os.environ)
        finally:
            self.ws.rest()

    def log(self, *, limit: int = 20) -> Log:
        """The newest operations that can be undone, newest first."""
        return self.ws.operations.journal.operations()[::-1][:limit]
