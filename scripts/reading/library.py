"""Sources and their passages as plain values: what is registered, and what stands in it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ..errors import PageNotFoundError
from ..pages.linking.link_text import parse_link_text
from ..pages.page_facts import text_value
from ..retrieval.extracts.coverage import weigh
from ..retrieval.language.question import parse_question
from ..retrieval.lookup.matching import match_names
from ..retrieval.search.ranking import rank_passages

if TYPE_CHECKING:
    from ..pages.model import PassageRow
    from ..store.workspace import Workspace


def list_documents(ws: Workspace) -> list[dict[str, Any]]:
    """All sources by path: doc_id, title, source, revision, chunk_count."""
    rows = ws.index.connection().execute(
        """SELECT n.name, p.title, p.facts, p.passage_count FROM pages p JOIN files f ON f.id = p.id
           JOIN nodes n ON n.id = p.node WHERE p.category = 'sources' ORDER BY f.path"""
    )
    found = []
    for name, title, facts, count in rows:
        values = json.loads(facts)["properties"]
        origin, revision = text_value(values, "source"), values.get("revision", 1)
        found.append({"doc_id": name, "title": title, "source": origin, "revision": revision, "chunk_count": count})
    return found


def document(ws: Workspace, name: str) -> dict[str, Any]:
    """One source or session by id or alias, with its chunks.  Raises PageNotFoundError with near names."""
    path = ws.find_source(name)
    page = ws.page(path)
    if page.category not in ("sources", "sessions"):
        raise PageNotFoundError(name, [row["doc_id"] for row in list_documents(ws)][:3])
    id_ = ws.slug_of(path)
    return {
        "doc_id": name,
        "id": id_,
        "title": page.title,
        "source": text_value(page.properties, "source"),
        "revision": page.properties.get("revision", 1),
        "chunks": [_chunk(row) for row in ws.reader.passages_of(id_)],
    }


def chunk(ws: Workspace, chunk_id: str) -> dict[str, Any]:
    """One passage by `source#^block`.  Raises PageNotFoundError with the blocks there are."""
    path, subpath, _ = parse_link_text(chunk_id)
    id_ = ws.slug_of(ws.find_source(path))
    row = ws.reader.passage_at(id_, subpath.removeprefix("#^"))
    if row is None:
        near = [f"{id_}#^{row.block}" for row in ws.reader.passages_of(id_) if row.block]
        raise PageNotFoundError(id_, near[:3], block=subpath.removeprefix("#^"))
    return _chunk(row)


def search_chunks(ws: Workspace, query: str, *, limit: int) -> list[dict[str, Any]]:
    """Passages of sources for a query, best first: chunk_id, doc_id, doc_title, text, score."""
    asked = weigh(ws.reader, parse_question(query))
    matches = match_names(ws.reader, asked, limit=ws.settings.seed_limit).matches
    ranked = rank_passages(ws.reader, asked, matches, limit=4 * limit)
    chosen = [each for each in ranked if each.row.category == "sources"][:limit]
    return [{**_chunk(each.row), "doc_title": each.row.title, "score": round(each.score, 4)} for each in chosen]


def _chunk(row: PassageRow) -> dict[str, Any]:
    return {
        "chunk_id": f"{row.page}#^{row.block}",
        "doc_id": row.page,
        "text": row.text,
        "heading": row.heading,
        "line": row.line,
    }
