"""Pages that nothing leads to, that lead back to no source, that are out of date, or that cannot be read rightly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ..errors import DataError
from ..pages.kept_lines import EVIDENCE, kept_name
from ..pages.kept_sections import doubled_headings, sections_of
from ..pages.markdown.soundness import BOTH_SIDES
from ..pages.model import EVIDENCE_KEY, LINKS_TO, SECOND_HAND
from ..pages.page_facts import stem_of, text_value
from .canvas_nodes import canvas_paths, file_cards
from .cited_answers import stale_reasons
from .findings import FIX, Finding, command
from .moved_folder import (
    cased_folders,
    folder_elsewhere,
    moved_answers,
    moved_message,
    moved_sessions,
    moved_sources,
    way_back,
)
from .source_summaries import SUMMARY, moved_summaries
from .survey import REVIEWED

if TYPE_CHECKING:
    from ..pages.page_model import Issue
    from ..store.workspace import Workspace
    from .survey import Known, Survey

_LINKED = ("entities", "notes")
"""Categories whose pages want a link from another page; summaries, answers and sessions stand for themselves."""
_YOURS = "read as your own words"
_MOVED: dict[str, tuple[str, str, str, Callable[[Workspace], Iterable[str]]]] = {
    "sources": ("a source", "sources", _YOURS, moved_sources),
    "summaries": ("the summary of a source", "summaries", _YOURS, moved_summaries),
    "topics": ("a filed answer", "filed answers", _YOURS, moved_answers),
    "sessions": ("a session", "sessions", "which `recall` does not find here", moved_sessions),
}
"""What pages of a category are called, one and many, what they count as elsewhere, and who finds them there."""
UNREADABLE = "unreadable-frontmatter"


def pages_lint(survey: Survey) -> Iterator[Finding]:
    """Findings about pages as a whole, in no particular order."""
    yield from _index_issues(survey)
    yield from _orphans(survey)
    yield from _missing_backlinks(survey)
    yield from _stale_answers(survey)
    yield from _duplicate_block_ids(survey)
    yield from _unmerged(survey)
    yield from _addressed(survey)
    yield from _doubled_sections(survey)
    yield from _unsupported(survey)
    yield from _moved_folder(survey)


def _index_issues(survey: Survey) -> Iterator[Finding]:
    for issue in survey.ws.index.issues():
        # What git left in the properties says why they cannot be read.
        if issue.rule != UNREADABLE or _merge_above(survey, issue) is None:
            yield Finding(issue.rule, issue.path, issue.line, issue.message)


def _merge_above(survey: Survey, issue: Issue) -> int | None:
    """The line of a merge in the properties of a page, which the reader of them met."""
    note = survey.note(issue.path) if issue.path in survey.known else None
    return next((line for line in note.unmerged if line <= issue.line), None) if note else None


def _moved_folder(survey: Survey) -> Iterator[Finding]:
    folder = folder_elsewhere(survey.ws)
    if folder:
        first = next(path for path in survey.files if path.startswith(folder + "/"))
        yield Finding("moved-folder", first, 0, moved_message(survey.ws, folder))
        return
    cased = cased_folders(survey.ws)
    for path, message in cased.items():
        if path in survey.selected:
            yield Finding("moved-folder", path, 0, message)
    told = {path.rpartition("/")[0] for path in cased}
    for category, (one, many, counts_as, moved) in _MOVED.items():
        folders: dict[str, list[str]] = {}
        for path in moved(survey.ws):
            if path in survey.selected:
                folders.setdefault(path.rpartition("/")[0], []).append(path)
        for folder, paths in sorted(folders.items()):
            if folder not in told:
                what = one if len(paths) == 1 else f"{len(paths)} {many}"
                where = repr(folder) if folder else "no folder"
                cure = way_back(survey.ws, category)
                yield Finding("moved-folder", paths[0], 0, f"{what} in {where}, {counts_as}: {cure}")


def _orphans(survey: Survey) -> Iterator[Finding]:
    linked = {
        row[0]
        for row in survey.run(
            """SELECT DISTINCT f.path FROM links l JOIN nodes n ON n.id = l.target JOIN files f ON f.id = n.page
               WHERE l.page != n.page"""
        )
    }
    on_canvas: frozenset[str] | None = None
    for known in survey.notes():
        is_source = known.category == "sources"
        if known.path in linked or not (is_source or known.category in _LINKED):
            continue
        if is_source and survey.resolve(stem_of(known.path) + SUMMARY, known.path) is not None:
            continue
        on_canvas = _canvas_files(survey) if on_canvas is None else on_canvas
        if known.path not in on_canvas:
            message = "nothing cites it, and it has no summary" if is_source else "no page links here"
            yield Finding("orphan", known.path, 0, message)


def _canvas_files(survey: Survey) -> frozenset[str]:
    """Files that stand on a canvas of the vault; a canvas that cannot be read shows none."""
    found: set[str] = set()
    for path in canvas_paths(survey.ws):
        try:
            found.update(file_cards(survey.ws.vault.read(path).text))
        except DataError:
            continue
    return frozenset(found)


def _missing_backlinks(survey: Survey) -> Iterator[Finding]:
    # For all summaries at once: pages are not indexed by node, and each look-up would go through all of them.
    linking = {
        row[0]
        for row in survey.run(
            """SELECT DISTINCT f.path FROM links l JOIN nodes n ON n.id = l.target JOIN pages s ON s.id = n.page
               JOIN pages p ON p.id = l.page JOIN files f ON f.id = l.page
               WHERE s.category IN ('sources', 'sessions') AND p.category = 'summaries'"""
        )
    }
    for known in survey.notes():
        if known.category == "summaries" and known.path not in linking and not _names_source(survey, known):
            yield Finding("missing-backlink", known.path, 0, f"no link to {_source_of(survey, known)}")


def _names_source(survey: Survey, known: Known) -> bool:
    """Whether a summary has the link to its source, which was moved or deleted: what else is found says so."""
    query = """SELECT 1 FROM links l JOIN files f ON f.id = l.page JOIN nodes n ON n.id = l.target
               WHERE f.path = ? AND n.name = ?"""
    return survey.run(query, (known.path, stem_of(known.path).removesuffix(SUMMARY))).fetchone() is not None


def _source_of(survey: Survey, known: Known) -> str:
    stem = stem_of(known.path)
    source = survey.resolve(stem[: -len(SUMMARY)], known.path) if stem.endswith(SUMMARY) else None
    return f"its source [[{survey.known[source].id}]]" if source in survey.known else "a source"


def _stale_answers(survey: Survey) -> Iterator[Finding]:
    for known in survey.notes():
        if EVIDENCE_KEY not in known.properties:
            continue
        reasons = stale_reasons(survey.reader, known.properties)
        if reasons:
            note = survey.note(known.path)
            line = next((link.line for link in note.links if link.key == EVIDENCE_KEY), 1) if note else 1
            what = "; ".join(f"{reason.cited} is {_REASONS[reason.reason]}" for reason in reasons)
            question = text_value(known.properties, "question")
            yield Finding("stale-answer", known.path, line, what, command("ask", question) if question else "")


_REASONS = {"gone": "gone", "changed": "not what it was"}


def _duplicate_block_ids(survey: Survey) -> Iterator[Finding]:
    for known in survey.notes():
        note = survey.note(known.path)
        first: dict[str, int] = {}
        for block in note.block_ids if note else ():
            line = first.setdefault(block.id.lower(), block.line)
            if line != block.line:
                yield Finding("duplicate-block-id", known.path, block.line, f"^{block.id} is on line {line} already")


def _unmerged(survey: Survey) -> Iterator[Finding]:
    unreadable = {issue.path: issue for issue in survey.ws.index.issues() if issue.rule == UNREADABLE}
    for known in survey.notes():
        note = survey.note(known.path)
        hidden = _merge_above(survey, unreadable[known.path]) if known.path in unreadable else None
        for line in note.unmerged if note else ():
            read = "and none of the properties is read" if line == hidden else "and both are read"
            what = f"{BOTH_SIDES}, {read}: choose one, and delete the markers"
            yield Finding("merge-markers", known.path, line, what)


def _addressed(survey: Survey) -> Iterator[Finding]:
    """One finding a line.  None where a person says to have read this revision; the next one is told again."""
    for known in survey.notes():
        note = survey.note(known.path)
        first: dict[int, str] = {}
        for line, words in note.addressed if note and not _is_reviewed(known) else ():
            first.setdefault(line, words)
        for line, words in first.items():
            yield Finding("addresses-reader", known.path, line, f"speaks to the reader as a command: {words[:50]!r}")


def _is_reviewed(known: Known) -> bool:
    revision = text_value(known.properties, "revision")
    return bool(revision) and text_value(known.properties, REVIEWED) == revision


def _unsupported(survey: Survey) -> Iterator[Finding]:
    """Entities whose evidence went with a revision or a retracted source, and of which nothing is claimed."""
    rows = survey.run(
        """SELECT f.path FROM pages p JOIN files f ON f.id = p.id WHERE p.category = 'entities' AND NOT EXISTS (
           SELECT 1 FROM links l JOIN nodes n ON n.id = l.target JOIN pages s ON s.id = n.page
           WHERE l.page = p.id AND s.category IN ('sources', 'sessions')) AND NOT EXISTS (
           SELECT 1 FROM edges e WHERE e.node = p.node AND e.relation <> ?)""",
        (LINKS_TO,),
    )
    for (path,) in rows.fetchall():
        if path in survey.selected:
            empty = [each for each in sections_of(survey.ws.vault.read(path).text) if each.name == EVIDENCE]
            if empty and not any(each.body.strip() for each in empty):
                yield Finding("no-evidence", path, empty[0].line, "no passage speaks of it any more")


def _doubled_sections(survey: Survey) -> Iterator[Finding]:
    """On a person's note and in a source such headings are theirs; of a merge that git left one goes by choosing."""
    for known in survey.notes():
        note = survey.note(known.path) if known.category in SECOND_HAND else None
        for heading, line in doubled_headings(note.headings) if note and not note.unmerged else ():
            what = f"`## {kept_name(heading.text)}` is on line {line} already"
            yield Finding("doubled-section", known.path, heading.line, what, FIX)
