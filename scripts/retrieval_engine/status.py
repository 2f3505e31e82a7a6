"""How a home stands, in a few lines: what is in it, and what wants care."""

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
    """Counts, and what wants care."""

    home: str
    vault: str
    found_by: str
    pages: Mapping[str, int]
    """Category and how many pages are of it."""
    set_aside: int
    """Pages that the vault excludes or keeps as templates."""
    languages: Mapping[str, int]
    not_read: Mapping[str, int]
    """Ending and how many files have it that are no notes, most first: links to them are known, not their text."""
    linked: tuple[str, ...]
    """Folders and notes that are links out of the vault: nothing there is read."""
    unreadable: Mapping[str, str]
    """Path of a note that could not be read, and why."""
    conflict_copies: tuple[str, ...]
    """Second versions that a sync client left: no pages until somebody merges them by hand."""
    issues: Mapping[str, int]
    """Rule and how many findings of it there are on pages, most first: `lint` lists them."""
    sections: int
    passages: int
    claims: int
    links: int
    unresolved_links: int
    missing_pages: int
    """Names that pages link to without there being a page."""
    unread_sources: int
    """Sources that no other page links to: nothing was drawn from them."""
    reopened: tuple[str, ...]
    """Claims, in words, whose quoted words stand nowhere in their source any more; those open longest first."""
    stale_answers: tuple[str, ...]
    """Node ids of filed answers that rest on what is gone or has changed."""
    open: tuple[str, ...]
    """Claims, pages and filed answers, in words, that rest on something that changed; oldest first."""
    unanswered: tuple[str, ...]
    """Questions that found nothing and have no filed answer, newest first."""
    to_confirm: tuple[str, ...]
    """Decisions, wishes and the like that a person said in past sessions and nobody has kept: label, kind and words."""
    last_operation: str
    meaning: str
    """What compares meanings, or why words alone do."""


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
    """Return how a home stands.

    paths: all files of the vault.  linked: what in it is a link out of it.  excluded: see
    vault_settings.excluded_files.  unanswered: questions without an answer as the journal has them, newest first.
    """
    found = reader.pages(everything=True)
    pages = [page for page in found if not is_excluded(page.path, excluded)]
    statistics = reader.statistics()
    lost = reader.links(unresolved=True)
    answered = {fold_name(question) for page in pages for question in _questions(page)}
    endings = Counter(map(_ending, paths))
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
        stale_answers=_stale_answers(reader, pages),
        open=tuple(item.words for item in Resting(reader, today).everything(pages)),
        unanswered=tuple(question for question in dict.fromkeys(unanswered) if fold_name(question) not in answered),
        to_confirm=tuple(to_confirm),
        last_operation=last_operation,
        meaning=meaning,
    )


def _ending(path: str) -> str:
    """Return the ending of a file's name in lower case with its dot; "" where it has none."""
    name, dot, ending = path.rpartition("/")[2].rpartition(".")
    return f".{ending.lower()}" if name and dot else ""


def _most_first(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _questions(page: PageRow) -> list[str]:
    """Return the questions that a page is the filed answer to."""
    if page.category != "topics":
        return []
    further = page.properties.get("questions")
    questions = [page.properties.get("question"), *(further if isinstance(further, list) else ())]
    return [question for question in questions if isinstance(question, str)]


def _unread_sources(reader: IndexReader, pages: Sequence[PageRow]) -> int:
    sources = {page.path: page.id for page in pages if page.category == "sources"}
    links = reader.links(targets=list(sources)) if sources else []
    return len(sources) - len({link.target for link in links if link.page != sources.get(link.target)})


def _stale_answers(reader: IndexReader, pages: Sequence[PageRow]) -> tuple[str, ...]:
    answers = [page for page in pages if _questions(page)]
    stale = stale_answers(reader, answers)
    return tuple(page.node for page in answers if stale[page.id])
