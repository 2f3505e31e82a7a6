"""How a home stands, in a few lines: what is in it, and what wants care."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypedDict

from ..index_store.port import NOT_READ, IndexReader
from ..model import PageRow
from ..text.escaping import safe_line
from ..text.links import missing_node
from ..text.names import fold_name, is_conflict_copy
from .filed import EVIDENCE_PROPERTY, stale_parts
from .staleness import reopened_claims

MAX_NAMED = 2
"""Stale answers and open questions that are named; all are counted."""
MAX_ENDINGS = 4
_READ = (".md", ".canvas")


class Status(NamedTuple):
    """Counts, and what wants care."""

    home: str
    vault: str
    found_by: str
    pages: tuple[tuple[str, int], ...]
    """Category and how many pages are of it."""
    languages: tuple[tuple[str, int], ...]
    not_read: tuple[tuple[str, int], ...]
    """Ending and how many files have it that are no notes, most first: links to them are known, not their text."""
    unreadable: tuple[tuple[str, str], ...]
    """Path of a note that could not be read, and why."""
    conflict_copies: tuple[str, ...]
    """Second versions that a sync client left: no pages until somebody merges them by hand."""
    issues: tuple[tuple[str, int], ...]
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
    unanswered: tuple[str, ...]
    """Questions that found nothing and have no filed answer, newest first."""
    last_operation: str
    meaning: str
    """What compares meanings, or why words alone do."""


class StatusDocument(TypedDict):
    """The same as JSON: pairs become objects."""

    home: str
    vault: str
    found_by: str
    pages: dict[str, int]
    languages: dict[str, int]
    not_read: dict[str, int]
    unreadable: dict[str, str]
    conflict_copies: list[str]
    issues: dict[str, int]
    sections: int
    passages: int
    claims: int
    links: int
    unresolved_links: int
    missing_pages: int
    unread_sources: int
    reopened: list[str]
    stale_answers: list[str]
    unanswered: list[str]
    last_operation: str
    meaning: str


def status_document(status: Status) -> StatusDocument:
    """Return how a home stands as JSON values."""
    return {
        "home": status.home,
        "vault": status.vault,
        "found_by": status.found_by,
        "pages": dict(status.pages),
        "languages": dict(status.languages),
        "not_read": dict(status.not_read),
        "unreadable": dict(status.unreadable),
        "conflict_copies": list(status.conflict_copies),
        "issues": dict(status.issues),
        "sections": status.sections,
        "passages": status.passages,
        "claims": status.claims,
        "links": status.links,
        "unresolved_links": status.unresolved_links,
        "missing_pages": status.missing_pages,
        "unread_sources": status.unread_sources,
        "reopened": list(status.reopened),
        "stale_answers": list(status.stale_answers),
        "unanswered": list(status.unanswered),
        "last_operation": status.last_operation,
        "meaning": status.meaning,
    }


def status_of(
    reader: IndexReader,
    *,
    home: str,
    vault: str,
    found_by: str,
    paths: Iterable[str] = (),
    unanswered: Sequence[str] = (),
    last_operation: str = "",
    meaning: str = "",
) -> Status:
    """Return how a home stands.

    paths: all files of the vault.  unanswered: questions without an answer as the journal has them, newest first.
    """
    pages = reader.pages(everything=True)
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
        pages=tuple(sorted(Counter(page.category for page in pages).items())),
        languages=statistics.languages,
        not_read=_most_first({ending: count for ending, count in endings.items() if ending not in _READ}),
        unreadable=tuple((issue.path, issue.message) for issue in no_pages if not is_conflict_copy(issue.path)),
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
        unanswered=tuple(question for question in dict.fromkeys(unanswered) if fold_name(question) not in answered),
        last_operation=last_operation,
        meaning=meaning,
    )


def _ending(path: str) -> str:
    """Return the ending of a file's name in lower case with its dot; "" where it has none."""
    name, dot, ending = path.rpartition("/")[2].rpartition(".")
    return f".{ending.lower()}" if name and dot else ""


def _most_first(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


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
    links = reader.links(pages=[page.id for page in answers]) if answers else []
    links = [link for link in links if link.property.partition(".")[0] == EVIDENCE_PROPERTY]
    cited = reader.passages(pages=sorted({link.target_page for link in links if link.target_page is not None}))
    return tuple(page.node for page in answers if stale_parts(page, links, cited))


def status_text(status: Status) -> str:
    """Return a few lines, those that say nothing left out."""
    pages = ", ".join(f"{count} {category}" for category, count in status.pages) or "empty"
    languages = ", ".join(f"{language} {count}" for language, count in status.languages[:MAX_ENDINGS])
    lines = [
        f"home: {status.home} (by {status.found_by})",
        f"pages: {pages}" + (f" (languages: {languages})" if languages else ""),
        f"index: {status.claims} claims, {status.links} links ({status.unresolved_links} unresolved, "
        f"{status.missing_pages} names without a page), {status.passages} passages",
    ]
    if status.not_read:
        kinds = ", ".join(f"{count} {ending or 'without ending'}" for ending, count in status.not_read[:MAX_ENDINGS])
        more = " …" if len(status.not_read) > MAX_ENDINGS else ""
        files = sum(count for _, count in status.not_read)
        lines.append(f"not read: {files} files, no notes ({kinds}{more}); `add` registers documents")
    if status.unreadable:
        (path, reason), others = status.unreadable[0], len(status.unreadable) - 1
        lines.append(f"unreadable: {path} ({reason})" + (f" and {others} more" if others else ""))
    if status.conflict_copies:
        lines.append(_named("second versions left by a sync client", status.conflict_copies))
    if status.issues:
        rules = ", ".join(f"{count} {rule}" for rule, count in status.issues[:MAX_ENDINGS])
        lines.append(f"findings: {rules}; `lint` lists them")
    if status.unread_sources:
        lines.append(
            f"unread: {status.unread_sources} sources that nothing was drawn from; `lint --rule orphan` lists them"
        )
    for name, items in (
        ("claims whose words are gone from their source", status.reopened),
        ("stale answers", status.stale_answers),
        ("unanswered", status.unanswered),
    ):
        if items:
            lines.append(_named(name, items))
    if status.meaning:
        lines.append(f"meaning: {status.meaning}")
    if status.last_operation:
        lines.append(f"last operation: {status.last_operation}")
    return "\n".join(map(safe_line, lines))


def _named(name: str, items: Sequence[str]) -> str:
    """Return how many there are and the first of them."""
    more = " …" if len(items) > MAX_NAMED else ""
    return f"{name} ({len(items)}): {'; '.join(item[:60] for item in items[:MAX_NAMED])}{more}"
