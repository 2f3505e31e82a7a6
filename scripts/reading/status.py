"""How a home stands, in a few lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from os.path import splitext
from typing import TYPE_CHECKING, NamedTuple

from ..care.cited_answers import stale_reasons
from ..pages.page_facts import questions_of
from ..pages.text.names import fold_name
from ..store.vault import is_note
from .asking import still_open

if TYPE_CHECKING:
    from ..store.workspace import Workspace


ASKED_AGAIN = 10
"""Open questions, the newest, that are asked again: it is what costs most of a status."""


_UNREAD = """SELECT count(*) FROM pages WHERE category = 'sources' AND node NOT IN
    (SELECT l.target FROM links l JOIN pages p ON p.id = l.page WHERE p.node != l.target)"""


class Status(NamedTuple):
    """Counts, and what wants care."""

    home: str
    vault: str
    found_by: str
    pages: dict[str, int]
    """By category."""
    not_read: dict[str, int]
    """Files of the vault that are no notes, by ending, the most first: links to them are known, not their text."""
    passages: int
    claims: int
    edges: int
    missing_pages: int
    """Names that pages link to without there being a page."""
    unread_sources: int
    """Sources that nothing was drawn from: no other page links to them."""
    stale_answers: tuple[str, ...]
    unanswered: tuple[str, ...]
    """Questions that found nothing, would find nothing now, and have no filed answer, newest first."""
    issues: int
    """What reading the pages found; `lint` lists it."""
    last_operation: str
    embedder: str
    """off, or what gives vectors to passages."""
    vectors: int
    """Passages that have one."""
    passages_without_vector: int
    """Passages that the next question gives one; none when the embedder is off."""


def status(ws: Workspace) -> Status:
    """Count what is there.  Cost: a few counts, the filed answers, and the open questions, asked again."""
    run = ws.index.connection().execute

    def count(query: str) -> int:
        return int(run(query).fetchone()[0])

    answers = [
        (name, json.loads(facts)["properties"])
        for name, facts in run(
            "SELECT n.name, p.facts FROM pages p JOIN nodes n ON n.id = p.node WHERE p.category = 'topics' ORDER BY 1"
        )
    ]
    answered = {fold_name(question) for _, properties in answers for question in questions_of(properties)}
    operations = ws.operations.journal.operations(tail=True)
    vectors = ws.vector_count()
    return Status(
        home=ws.location.home,
        vault=ws.location.vault,
        found_by=ws.location.found_by,
        pages=dict(run("SELECT category, count(*) FROM pages GROUP BY category ORDER BY category")),
        not_read=_not_read(path for (path,) in run("SELECT path FROM files ORDER BY path")),
        passages=int(run("SELECT coalesce(sum(passage_count), 0) FROM pages").fetchone()[0]),
        claims=count("SELECT coalesce(sum(claim_count), 0) FROM pages"),
        edges=count("SELECT count(*) FROM edges WHERE way = 0"),
        missing_pages=count("SELECT count(*) FROM nodes WHERE page IS NULL"),
        unread_sources=count(_UNREAD),
        stale_answers=tuple(name for name, properties in answers if stale_reasons(ws.reader, properties)),
        unanswered=tuple(
            still_open(ws, [q for q in unanswered_questions(ws) if fold_name(q) not in answered], ASKED_AGAIN)
        ),
        issues=count("SELECT count(*) FROM issues"),
        last_operation=f"{operations[-1].op} {operations[-1].verb}" if operations else "",
        embedder=ws.settings.embedder,
        vectors=vectors.passages if vectors else 0,
        passages_without_vector=vectors.wanting if vectors else 0,
    )


def _not_read(paths: Iterable[str]) -> dict[str, int]:
    """Files by ending; canvases and bases are read for their links, and are left out."""
    endings = Counter(splitext(path)[1].lower() for path in paths if not is_note(path))
    for read in (".canvas", ".base"):
        endings.pop(read, None)
    return dict(sorted(endings.items(), key=lambda pair: (-pair[1], pair[0])))


def unanswered_questions(ws: Workspace) -> list[str]:
    """Questions the journal keeps as unanswered, newest first, each once."""
    asked: dict[str, str] = {}
    for event in ws.operations.journal.events():
        if event.get("event") == "unanswered" and isinstance(event.get("question"), str):
            asked.pop(fold_name(event["question"]), None)
            asked[fold_name(event["question"])] = event["question"]
    return list(asked.values())[::-1]
