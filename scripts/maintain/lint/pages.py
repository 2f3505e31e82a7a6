"""Pages that nothing leads to, that are out of date, or that cannot be read rightly; and questions without answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from shlex import quote
from typing import Any

from ...errors import DataError
from ...index_store.port import IndexReader
from ...index_store.resting import Resting, evidence_links
from ...look.citations import SUMMARY
from ...model import LINKS_TO, PageRow
from ...retrieval_engine.filed import HASHES_PROPERTY, stale_answers
from ...text.canvas import cards, is_canvas, read_canvas
from ...text.editing import sections_of
from ...text.kept import EVIDENCE, kept_name, questions_of
from ...text.names import fold_name, stem_of
from ...wiki_store.vault_settings import daily_notes
from .rules import FIX, LintContext, LintFinding, OpenQuestion, command

_OF_OURS = {"source": ("sources", "sha256", "revision"), "topic": ("topics", "question", "evidence_hashes")}
"""Category and properties of pages by which those of ours are known wherever they lie, by type."""
_LINKED = ("entities", "notes")
"""Categories whose pages want a link from another page; summaries, answers and sessions stand for themselves."""
_INBOX = re.compile(r"(?:^|/)[\W\d_]*inbox[\W\d_]*(?:/|\.md$)", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MARKER = re.compile(r"\^([A-Za-z0-9-]+)[ \t]*$", re.MULTILINE)


def page_findings(context: LintContext) -> Iterator[LintFinding]:
    """Yield findings about pages as a whole, then the open questions."""
    yield from _index_issues(context)
    on_canvas = _canvas_files(context)
    folder = daily_notes(context.copy.root).folder.strip("/")
    diary = f"{folder}/" if folder else ""
    for page in context.notes():
        # A page of which nothing is left wants one remedy, not two.
        bare = [*_no_evidence(context, page)]
        is_of_days = page.path.startswith(diary) if diary else _DAY.match(stem_of(page.path)) is not None
        stands_alone = is_of_days or _INBOX.search(page.path)
        yield from bare or (() if stands_alone else _orphan(context, page, on_canvas))
        yield from _stale_answer(context, page)
        yield from _duplicate_block_ids(context, page)
    yield from _open(context)
    yield from _moved(context)
    yield from _questions(context)


def _index_issues(context: LintContext) -> Iterator[LintFinding]:
    for issue in context.reader.issues():
        is_bar = issue.rule == "table-bar"
        way = ": choose one, and delete the markers" if issue.rule == "merge-markers" else ""
        if not is_bar or not context.is_quoted(context.pages[issue.path]):
            yield LintFinding(issue.rule, issue.path, issue.line, issue.message + way, FIX if is_bar else "")


def _orphan(context: LintContext, page: PageRow, on_canvas: frozenset[str]) -> Iterator[LintFinding]:
    is_source = page.category == "sources"
    if page.path in context.linked or page.path in on_canvas or not (is_source or page.category in _LINKED):
        return
    if is_source and context.resolver.resolve(stem_of(page.path) + SUMMARY, page.path):
        return
    message = "nothing cites it, and it has no summary" if is_source else "no page links here"
    yield LintFinding("orphan", page.path, 0, message)


def _canvas_files(context: LintContext) -> frozenset[str]:
    """Return the files that stand on a canvas of the vault; a canvas that cannot be read shows none."""
    shown: set[str] = set()
    for path in context.files:
        if is_canvas(path):
            try:
                canvas = read_canvas(context.copy.read(path)) or {}
            except DataError:
                continue
            shown.update(card["file"] for card in cards(canvas, "file"))
    return frozenset(shown)


def _stale_answer(context: LintContext, page: PageRow) -> Iterator[LintFinding]:
    if HASHES_PROPERTY not in page.properties:
        return
    links = evidence_links(context.links(page))
    reasons = stale_answers(context.reader, [page])[page.id]
    if reasons:
        question = page.properties.get("question")
        fix = command("ask", question) if isinstance(question, str) else ""
        yield LintFinding("stale-answer", page.path, links[0].line, "; ".join(reasons), fix)


def _open(context: LintContext) -> Iterator[LintFinding]:
    """Yield what rests on something that changed, until somebody says that it stands or what holds now."""
    for item in Resting(context.reader, context.today).everything([*context.pages.values()]):
        page = context.pages[item.path]
        if not item.line and item.change.is_lost:
            # Told of a filed answer by `stale-answer`.
            continue
        more = f"; {item.resting} rest on that" if item.resting > 1 else ""
        fix = command("edit", page.node) if item.line else command("show", page.node)
        fix += f" --stands {quote(item.words)}" if item.line and fix else ""
        message = f"{item.words} is open: {item.change.words}{more}"
        yield LintFinding("open", item.path, item.line, message, fix, since=item.change.since)


def _duplicate_block_ids(context: LintContext, page: PageRow) -> Iterator[LintFinding]:
    counts = Counter(marker[1].lower() for marker in _MARKER.finditer(context.copy.read(page.path)))
    if max(counts.values(), default=0) < 2:
        return
    # In code, say, such a sign is none: the page tells.
    first: dict[str, int] = {}
    for block in context.copy.page(page.path).block_ids:
        line = first.setdefault(block.id.lower(), block.line)
        if line != block.line:
            yield LintFinding("duplicate-block-id", page.path, block.line, f"^{block.id} is on line {line} already")


def _no_evidence(context: LintContext, page: PageRow) -> Iterator[LintFinding]:
    """Yield an entity whose evidence went with a revision or a retracted source, and of which nothing is claimed."""
    if page.category != "entities" or not any(kept_name(row.text) == EVIDENCE for row in context.headings(page.id)):
        return
    targets = (context.pages.get(link.target) for link in context.links(page))
    if any(target is not None and target.category in ("sources", "sessions") for target in targets):
        return
    # Claims come before links.
    edges = context.reader.edges_at([page.node], min_confidence=0.0, limit=1)
    if any(edge.relation != LINKS_TO for edge in edges):
        return
    empty = [section for section in sections_of(context.copy.read(page.path)) if section.name == EVIDENCE]
    if empty and not any(section.body.strip() for section in empty):
        yield LintFinding("no-evidence", page.path, empty[0].line, "no passage speaks of it any more")


def _moved(context: LintContext) -> Iterator[LintFinding]:
    """Yield sources and filed answers that lie elsewhere than in our folders: one finding a folder."""
    by_folder: dict[tuple[str, str], list[str]] = {}
    for page in context.pages.values():
        category, *marks = _OF_OURS.get(page.type, ("",))
        if page.category == "notes" and marks and all(name in page.properties for name in marks):
            by_folder.setdefault((page.path.rpartition("/")[0], category), []).append(page.path)
    for (folder, category), paths in by_folder.items():
        where, place = repr(folder) if folder else "no folder", context.copy.path_in(category, "").rpartition("/")[0]
        what = f"{len(paths)} of our {category} in {where}, read as plain notes"
        yield LintFinding(
            "moved-folder", paths[0], 0, f"{what}: move them into {place!r} in Obsidian, and links follow"
        )


def _questions(context: LintContext) -> Iterator[LintFinding]:
    for asked in context.questions:
        times = "once" if asked.times == 1 else f"{asked.times} times"
        question = " ".join(asked.question.split())
        again = command("ask", question)
        fix = (f"{again}, and `file` what answers; else " if again else "") + "commonplace add FILE"
        message = f"asked {times} and little found, last {asked.time[:10]}: {question}"
        yield LintFinding("unanswered-question", "", 0, message, fix)


def open_questions(reader: IndexReader, events: Iterable[Mapping[str, Any]]) -> list[OpenQuestion]:
    """Return questions of the journal that no filed answer has, the most asked first, then the newest.

    Two questions are the same when they fold to the same words.
    """
    answers = [dict(page.properties) for page in reader.pages(category="topics")]
    answered = {fold_name(question) for values in answers for question in questions_of(values)}
    asked: dict[str, OpenQuestion] = {}
    for event in events:
        question, time = event.get("question"), event.get("time")
        if event.get("event") != "unanswered" or not isinstance(question, str):
            continue
        key = fold_name(question)
        times = asked[key].times + 1 if key in asked else 1
        if key and key not in answered:
            asked[key] = OpenQuestion(question, times, str(time or ""))
    newest = sorted(asked.values(), key=lambda item: item.time, reverse=True)
    return sorted(newest, key=lambda item: -item.times)
