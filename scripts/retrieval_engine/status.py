"""The state of a home, in a few lines: what it holds, and what needs attention."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..index_store.port import NOT_READ, IndexReader
from ..look.resting import Resting
from ..model import PageRow
from ..text.links import missing_node
from ..text.names import fold_name, is_conflict_copy
from ..wiki_store.vault_settings import is_excluded
from .filed import reopened_claims, stale_answers

_READ = (".md", ".canvas")


@dataclass(frozen=True, slots=True)
class Status:
    """Counts, and what needs attention."""

    home: str
    vault: str
    found_by: str
    pages: Mapping[str, int]
    """Maps each category to its number of pages."""
    set_aside: int
    """Pages that the vault excludes or keeps as templates."""
    languages: Mapping[str, int]
    not_read: Mapping[str, int]
    """Maps each ending of files that are no notes to their number, most first; their text is not read."""
    linked: tuple[str, ...]
    """Folders and notes that are links out of the vault; they are not read."""
    unreadable: Mapping[str, str]
    """Maps the path of a note that could not be read to the reason."""
    conflict_copies: tuple[str, ...]
    """Second versions that a sync client left; they are no pages until somebody merges them by hand."""
    issues: Mapping[str, int]
    """Maps each rule to its number of findings on pages, most first: `lint` lists them."""
    sections: int
    passages: int
    claims: int
    links: int
    unresolved_links: int
    missing_pages: int
    """Names that pages link to and that have no page."""
    unread_sources: int
    """Sources that no other page links to: nothing was drawn from them."""
    reopened: tuple[str, ...]
    """Claims, in words, whose quoted words are gone from their source; those open longest first."""
    stale_answers: tuple[str, ...]
    """Node ids of filed answers whose evidence is gone or has changed."""
    open: tuple[str, ...]
    """Claims, pages and filed answers, in words, that rest on something that changed; oldest first."""
    unanswered: tuple[str, ...]
    """Questions that found nothing and have no filed answer, newest first."""
    to_confirm: tuple[str, ...]
    """Decisions, wishes and the like from past sessions that nobody has kept: label, kind and words."""
    last_operation: str
    meaning: str
    """The model that compares meanings, or why there is none."""


def status_of(
    reader: IndexReader,
    *,
    home: str,
    vault: str,
    found_by: str,
    paths: Iterable[str] = (),
    linked: Sequence[str] = (),
    excluded: Sequence[str] = (),
    unanswered: Sequence[str] = (),
    to_confirm: Sequence[str] = (),
    last_operation: str = "",
    meaning: str = "",
    today: str = "",
) -> Status:
    """Return the state of a home.

    paths: all files of the vault.  linked: links out of the vault.  excluded: see vault_settings.excluded_files.
    unanswered: the journal's questions without an answer, newest first.
    """
    found = reader.pages(everything=True)
    pages = [page for page in found if not is_excluded(page.path, excluded)]
    statistics = reader.statistics()
    lost = reader.links(unresolved=True)
    answered = {fold_name(question) for page in pages for question in _filed_questions(page)}
    endings = Counter(map(_file_ending, paths))
    issues = reader.issues()
    no_pages = [issue for issue in issues if issue.rule == NOT_READ]
    rules = Counter(issue.rule for issue in issues if issue.rule != NOT_READ)
    return Status(
        home=home,
        vault=vault,
        found_by=found_by,
        pages=dict(sorted(Counter(page.category for page in pages).items())),
        set_aside=len(found) - len(pages),
        languages=dict(statistics.languages),
        not_read=_most_first({ending: count for ending, count in endings.items() if ending not in _READ}),
        linked=tuple(linked),
        unreadable={issue.path: issue.message for issue in no_pages if not is_conflict_copy(issue.path)},
        conflict_copies=tuple(issue.path for issue in no_pages if is_conflict_copy(issue.path)),
        issues=_most_first(rules),
        sections=statistics.sections,
        passages=statistics.passages,
        claims=statistics.claims,
        links=statistics.links,
        unresolved_links=len(lost),
        missing_pages=len({missing_node(link.link.partition("#")[0].strip()) for link in lost}),
        unread_sources=_unread_sources(reader, pages),
        reopened=tuple(item.words for item in reopened_claims(reader, pages)),
        stale_answers=_stale_answer_nodes(reader, pages),
        open=tuple(item.words for item in Resting(reader, today).everything(pages)),
        unanswered=tuple(question for question in dict.fromkeys(unanswered) if fold_name(question) not in answered),
        to_confirm=tuple(to_confirm),
        last_operation=last_operation,
        meaning=meaning,
    )


def _file_ending(path: str) -> str:
    """Return the ending of a file's name in lower case, with its dot; "" if it has none."""
    name, dot, ending = path.rpartition("/")[2].rpartition(".")
    return f".{ending.lower()}" if name and dot else ""


def _most_first(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _filed_questions(page: PageRow) -> list[str]:
    """Return the questions that a page answers as a filed answer."""
    if page.category != "topics":
        return []
    further = page.properties.get("questions")
    questions = [page.properties.get("question"), *(further if isinstance(further, list) else ())]
    return [question for question in questions if isinstance(question, str)]


def _unread_sources(reader: IndexReader, pages: Sequence[PageRow]) -> int:
    sources = {page.path: page.id for page in pages if page.category == "sources"}
    links = reader.links(targets=list(sources)) if sources else []
    return len(sources) - len({link.target for link in links if link.page != sources.get(link.target)})


def _stale_answer_nodes(reader: IndexReader, pages: Sequence[PageRow]) -> tuple[str, ...]:
    answers = [page for page in pages if _filed_questions(page)]
    stale = stale_answers(reader, answers)
    return tuple(page.node for page in answers if stale[page.id])
