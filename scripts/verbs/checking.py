"""The verbs that check a vault and what is derived from it: `lint` and `doctor`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from ..arguments import check_numbers, read_texts
from ..embedding import ModelEmbedder
from ..index_store.port import IndexReader
from ..maintain.doctor import Check, Examination, examine
from ..maintain.lint import LintReport
from ..maintain.lint import lint as lint_pages
from ..maintain.lint.pages import open_questions
from ..maintain.lint.rules import LintContext, LintFinding
from ..model import VectorRow
from ..retrieval_engine.engine import still_open
from ..retrieval_engine.meaning import Likeness
from ..text.escaping import one_line
from ..wiki_store.events import Events
from ..wiki_store.vault_settings import is_excluded
from ..wiki_store.working_copy import WorkingCopy
from .declaration import LISTED, Parameter, Verb, comma_list, flag
from .looking import meaning

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase

FEW = 5
"""Most findings printed of a rule that is counted, unless it is asked for."""
COUNTED = ("clashing-name", "moved-folder", "orphan", "unanswered-question")
"""Rules that a vault may break hundreds of times without harm: a few of each are printed, so that each is seen."""


_ASKED = 50
"""Unanswered questions, the newest, that are asked again."""


class Listed(NamedTuple):
    """The part of a report that is listed."""

    findings: tuple[LintFinding, ...]
    checked_pages: int
    found: int
    omitted: int
    """Findings beyond the limit."""
    counted: tuple[tuple[str, int], ...]
    """Rules, each with the number of its findings beyond FEW."""


def listed(report: LintReport, *, limit: int | None, rules: Sequence[str]) -> Listed:
    """Return the findings up to a limit, a few of each rule that is COUNTED and not asked for; None lists all."""
    findings: list[LintFinding] = []
    met, further = Counter[str](), Counter[str]()
    for finding in report.findings:
        rule = finding.rule
        met[rule] += 1
        if limit is None or rule not in COUNTED or rule in rules or met[rule] <= FEW:
            findings.append(finding)
        else:
            further[rule] += 1
    first = tuple(findings[:limit])
    return Listed(first, report.checked_pages, len(report.findings), len(findings) - len(first), (*further.items(),))


def lint(
    kb: KnowledgeBase,
    paths: str | Sequence[str] = (),
    *,
    rules: str | Sequence[str] = (),
    limit: int | None = None,
) -> Listed:
    """Return the findings about the vault, the gravest first.

    Pages that the vault's own settings exclude are left out, unless they are named.
    """
    check_numbers(limit=limit)
    wanted = read_texts(rules)
    return listed(_lint_report(kb, read_texts(paths), wanted), limit=limit, rules=wanted)


def _lint_report(kb: KnowledgeBase, paths: Sequence[str], rules: Sequence[str]) -> LintReport:
    kb.check_own("lint")
    location, places = kb.location, [kb.from_here(path) for path in paths]
    # The vault itself, as `.` in its folder, means all pages.
    places = [] if "" in places else places
    excluded = kb.excluded()

    def work(reader: IndexReader) -> LintReport:
        asked = [] if places else open_questions(reader, Events(location.graph).read())
        again = set(still_open(reader, [open_.question for open_ in asked], most=_ASKED))
        copy = WorkingCopy(location.vault, folder=location.folder, max_page_bytes=kb.settings.max_page_bytes)
        questions = [open_ for open_ in asked if open_.question in again]
        context = LintContext(copy, reader, paths=places, questions=questions, today=kb.clock()[:10])
        report = lint_pages(context, rules=rules)
        if places:
            return report
        findings = [found for found in report.findings if not is_excluded(found.path, excluded)]
        aside = sum(is_excluded(page.path, excluded) for page in reader.pages(everything=True))
        return report._replace(findings=tuple(findings), checked_pages=report.checked_pages - aside)

    return kb.query(work)


def _lint_text(report: Listed, _: Mapping[str, Any]) -> str:
    left = report.omitted
    lines = [_format_finding(finding) for finding in report.findings]
    lines += [f"omitted: {left} findings; --limit {len(lines) + left} prints all"] if left else []
    lines += [f"{rule}: {number} more; --rule {rule} lists them" for rule, number in report.counted]
    return "\n".join([*lines, f"{report.checked_pages} pages, {report.found} findings"])


def _format_finding(finding: LintFinding) -> str:
    # A finding about a question concerns no page.
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path or "(no page)"
    return f"{one_line(place)}: {finding.rule}: {one_line(finding.message)}" + (
        f"\n  fix: {finding.fix}" if finding.fix else ""
    )


LINT = Verb(
    name="lint",
    page="lint",
    summary="List what wants a hand.",
    example="commonplace lint",
    reads_only=True,
    printed={"limit": LISTED},
    parameters=(
        Parameter("paths", "only these pages", "PAGE", many="*", tool=""),
        Parameter("--rule", "only these rules", "R,…", comma_list, to="rules", tool=""),
        Parameter("--limit", "most listed (50)", "N", int, tool=""),
    ),
    run=lint,
    text=_lint_text,
    exit_code=lambda report, _: int(bool(report.findings)),
)


def doctor(kb: KnowledgeBase, *, rebuild: bool = False, vectors: bool = False) -> Examination:
    """Finish interrupted operations; check and repair what is derived: index, catalog and events.

    rebuild: drop the index and make it again in any case.  vectors: make all that questions would make one by one.
    """
    # The checks report what was interrupted.
    kb.has_reported_interruption = True
    writer = kb.writer()
    with kb.using_index() as index:
        found = examine(writer, index, rebuild=rebuild)
    if not vectors or not found.is_well:
        return found
    made, embedder = 0, kb.embedder
    for done, pages, more in vectors_of_pages(kb, embedder) if embedder else ():
        kb.listener.counting("vectors of pages", done, pages)
        made += more
    state = "mended" if made else "good" if embedder else "bad"
    by = embedder.id if embedder else meaning(kb)
    return Examination((*found.checks, Check("vectors", state, f"{made} made ({by})")))


def vectors_of_pages(
    kb: KnowledgeBase, embedder: ModelEmbedder, *, at_once: int = 20, most: int | None = None
) -> Iterator[tuple[int, int, int]]:
    """Make the missing vectors of all sections; yield after each step the pages done, all pages, and vectors made.

    at_once: pages of a step, which an interruption loses.  most: vectors of a step, where somebody may wait for its
    end.  Sections that are edited later get their vectors with a question.
    """
    pages = kb.query(lambda reader: [page.id for page in reader.pages(everything=True)], sweep=False)

    def work(reader: IndexReader) -> tuple[bool, list[VectorRow]]:
        likeness = Likeness(reader, embedder, monotonic)
        return likeness.complete(some, most=most), likeness.made()

    for start in range(0, len(pages), at_once):
        some, is_complete = pages[start : start + at_once], False
        while not is_complete:
            is_complete, rows = kb.query(work, sweep=False)
            if rows:
                kb.keep_vectors(embedder.id, rows)
            yield start + len(some) * is_complete, len(pages), len(rows)


def _doctor_text(report: Examination, _: Mapping[str, Any]) -> str:
    return "\n".join(f"{check.state:6}  {check.name}: {check.message}" for check in report.checks)


DOCTOR = Verb(
    name="doctor",
    page="setup",
    summary="Check and mend what is derived.",
    example="commonplace doctor",
    no_tool="never needed for freshness; a person's at the command line",
    parameters=(
        flag("--rebuild", "build the index again in any case"),
        flag("--vectors", "make all vectors that questions would make one by one"),
    ),
    run=doctor,
    text=_doctor_text,
    exit_code=lambda report, _: int(not report.is_well),
)
