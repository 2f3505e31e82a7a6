"""Sources and their passages; a chunk is a passage, its id `source#^block`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..arguments import checked
from ..knowledge_base import KnowledgeBase
from ..reading.library import chunk, document
from ..reading.library import list_documents as documents
from ..reading.library import search_chunks as find_chunks
from .registering import register, register_all


@checked(doc_id=None, raw_content=None)
def add_document(doc_id: str, title: str, source: str, raw_content: str, *, home: str | None = None) -> dict[str, Any]:
    """Register a document: doc_id, id, title, source, state, revision, chunks (chunk_id, text, heading, line).

    doc_id becomes an alias of the source note, by which every function finds it; id is the note's own, which chunks and
    all that is read have as doc_id.  Raises SourceError for a document that is empty or no text, UnsafePathError for a
    doc_id that is no plain name, NameTakenError for one that is the id of another source.
    """
    with KnowledgeBase.open(home) as kb:
        return register(kb, doc_id, title, source, raw_content)


@checked()
def add_documents(documents: Sequence[dict[str, Any]], *, home: str | None = None) -> list[dict[str, Any]]:
    """Register many documents as one operation, at a fraction of the price of add_document for each.

    documents: dicts of doc_id, raw_content, and perhaps title and source, as add_document has them.  Returns, in their
    order, doc_id, id, title, state, path, revision, chunk_count, reason.  What cannot be kept (no text, or a secret in
    it) has the state refused and its reason, and the rest is kept.  Raises UsageError for a document of another shape
    and for one id given twice, UnsafePathError and NameTakenError for an id that cannot be; nothing is written then.
    """
    with KnowledgeBase.open(home) as kb:
        return register_all(kb, documents)


@checked()
def get_document(doc_id: str, *, home: str | None = None) -> dict[str, Any]:
    """A document by its id or alias, in the same shape; doc_id is what it was asked by.  Raises PageNotFoundError."""
    with KnowledgeBase.open(home) as kb:
        return kb.read(lambda ws: document(ws, doc_id))


@checked()
def get_chunk(chunk_id: str, *, home: str | None = None) -> dict[str, Any]:
    """One passage by `source#^block`: chunk_id, doc_id, text, heading, line.  Raises PageNotFoundError."""
    with KnowledgeBase.open(home) as kb:
        return kb.read(lambda ws: chunk(ws, chunk_id))


@checked()
def list_documents(*, home: str | None = None) -> list[dict[str, Any]]:
    """All sources by path: doc_id, title, source, revision, chunk_count."""
    with KnowledgeBase.open(home) as kb:
        return kb.read(documents)


@checked()
def search_chunks(query: str, *, limit: int = 5, home: str | None = None) -> list[dict[str, Any]]:
    """Passages of sources for a query, best first: chunk_id, doc_id, doc_title, text, score."""
    with KnowledgeBase.open(home) as kb:
        return kb.read(lambda ws: find_chunks(ws, query, limit=limit))
