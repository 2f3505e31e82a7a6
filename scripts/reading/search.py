"""Finding pages by words: names first, then text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..care.freshness import staleness
from ..errors import UsageError
from ..pages.model import SECOND_HAND
from ..pages.page_facts import CATEGORIES
from ..retrieval.answer_values import PageHit
from ..retrieval.language.question import parse_question
from ..retrieval.lookup.spelling import understand
from ..retrieval.wiki_first import look_in_wiki

if TYPE_CHECKING:
    from ..store.workspace import Workspace

KINDS = (*CATEGORIES, "notes")
_ROOM = 4
"""Pages looked at for each one wanted, where a category leaves some out."""


class SearchResult(NamedTuple):
    """Pages, best first."""

    query: str
    hits: tuple[PageHit, ...]
    omitted: int
    """Pages found after those listed; a lower bound."""
    corrected: tuple[tuple[str, str], ...] = ()
    """Words that occur nowhere, each with what was searched for beside it."""


def search(ws: Workspace, query: str, *, limit: int, offset: int = 0, category: str = "") -> SearchResult:
    """Pages that a name in the query means or whose text holds its words; an empty result is no error.

    offset: how many of the best to pass over.  Raises UsageError for no words, a limit below 1, an offset below 0, or
    a category that there is not.
    """
    if not query.strip():
        raise UsageError("there is nothing to search for", hint="give words, e.g. `commonplace search token budget`")
    if category and category not in KINDS:
        raise UsageError(f"no category {category!r}", hint="one of " + ", ".join(KINDS))
    if limit < 1 or offset < 0:
        raise UsageError(f"limit {limit}, offset {offset}", hint="give a limit from 1 and an offset from 0")
    asked, named, corrected, _ = understand(ws.reader, parse_question(query), limit=ws.settings.seed_limit)
    end = offset + limit
    room = end * _ROOM if category else end
    found = look_in_wiki(ws.reader, asked, named.matches, limit=room, is_stale=staleness(ws))
    kept = [hit for hit in found.pages if not category or hit.category == category]
    told = kept[offset:end]
    ws.reader.expect(pages=[hit.id for hit in told if hit.category in SECOND_HAND])
    hits = tuple(found.snippets.told(hit)._replace(stale=bool(hit.stale)) for hit in told)
    return SearchResult(query, hits, found.more + max(0, len(kept) - end), corrected)
