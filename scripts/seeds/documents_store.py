"""Sources and their passages; a chunk is a passage, its id `source#^block`.

A document is registered under an id of the caller's, which becomes an alias of its note.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from ..arguments import check_numbers
from ..documents.reading import Document, decode_text, quotable_text
from ..documents.sources import AddReceipt, Registered, plan_sources
from ..errors import PageNotFoundError, SourceError
from ..index_store.port import IndexReader
from ..ingest.superseding import lead_claims
from ..knowledge_base import KnowledgeBase
from ..look.lookup import find_source
from ..model import PageRow, PassageRow
from ..retrieval_engine.rank import rank
from ..retrieval_engine.understand import understand
from ..text.hygiene import SECRET, redact
from ..text.names import check_file_name
from ..verbs.adding import moment

_NEAR = 3
"""Sources or blocks that are suggested for a missing one."""


def add_document(doc_id: str, title: str, source: str, raw_content: str, *, home: str | None = None) -> dict[str, Any]:
    """Register a document: doc_id, id, title, source, state, revision, chunks (chunk_id, text, heading, line).

    doc_id becomes an alias of the source note, by which every function finds it; id is the note's own, which chunks and
    every reply have as doc_id.  Raises SourceError for a document that is empty or no text, UnsafePathError for a
    doc_id that is no plain name, NameTakenError for one that is the id of another source.
    """
    document = document_of(doc_id, title, source, raw_content)
    with KnowledgeBase.open(home) as kb:
        plan = partial(plan_sources, documents=[document], moment=moment(kb), lead_claims=lead_claims)
        facts = registered(kb.write("add", plan).receipt, doc_id)
        added = kb.query(lambda reader: _read_document(reader, facts.id))
    return {**added, "doc_id": doc_id, "state": facts.state, "path": facts.path}


def get_document(doc_id: str, *, home: str | None = None) -> dict[str, Any]:
    """Return a document by its id or alias, in the same shape; doc_id is the name that was given.

    Raises PageNotFoundError.
    """
    with KnowledgeBase.open(home) as kb:
        return kb.query(lambda reader: _read_document(reader, doc_id))


def get_chunk(chunk_id: str, *, home: str | None = None) -> dict[str, Any]:
    """Return one passage by `source#^block`: chunk_id, doc_id, text, heading, line.  Raises PageNotFoundError."""
    with KnowledgeBase.open(home) as kb:
        return kb.query(lambda reader: chunk_by_id(reader, chunk_id))


def list_documents(*, home: str | None = None) -> list[dict[str, Any]]:
    """Return all sources by path: doc_id, title, source, revision, chunk_count."""

    def work(reader: IndexReader) -> list[dict[str, Any]]:
        sources = reader.pages(category="sources")
        counts = Counter(row.page for row in reader.passages(pages=[page.id for page in sources])) if sources else {}
        return [{"doc_id": page.node, **_source_facts(page), "chunk_count": counts.get(page.id, 0)} for page in sources]

    with KnowledgeBase.open(home) as kb:
        return kb.query(work)


def search_chunks(query: str, *, limit: int = 5, home: str | None = None) -> list[dict[str, Any]]:
    """Return passages of sources for a query, best first: chunk_id, doc_id, doc_title, text, score."""
    check_numbers(limit=limit)

    def work(reader: IndexReader) -> list[dict[str, Any]]:
        ranking, found = rank(reader, understand(reader, query))
        pages = found.page_rows
        chosen = [hit for hit in ranking.passages if pages[hit.page].category == "sources"][:limit]
        chunks = _list_chunks(reader, [found.passage_rows[hit.id] for hit in chosen], pages)
        return [
            {**chunk, "doc_title": pages[hit.page].title, "score": round(hit.score, 4)}
            for chunk, hit in zip(chunks, chosen)
        ]

    with KnowledgeBase.open(home) as kb:
        return kb.query(work)


def document_of(doc_id: str, title: str, source: str, text: str) -> Document:
    """Return a text as a document.

    Raises UnsafePathError for an id that is no plain name, SourceError for a text that no file can hold.
    """
    check_file_name(doc_id)
    # Half a surrogate pair is no UTF-8: decoding raises the error.
    data = text.encode("utf-8", "surrogatepass")
    text = quotable_text(decode_text(data, doc_id), doc_id)
    return Document(source or "-", doc_id, data, text, doc_id, given_title=title)


def registered(receipt: AddReceipt, doc_id: str) -> Registered:
    """Return the facts of the one document.  Raises SourceError where it was refused."""
    facts = receipt.sources[0]
    if facts.state != "refused":
        return facts
    finding = next(item for item in facts.findings if item.rule == SECRET)
    raise SourceError(finding.message, path=redact(doc_id), line=finding.line, hint="take the secret out")


def _source_facts(page: PageRow) -> dict[str, Any]:
    source, revision = page.properties.get("source"), page.properties.get("revision", 1)
    return {"title": page.title, "source": source if isinstance(source, str) else "", "revision": revision}


def _read_document(reader: IndexReader, name: str) -> dict[str, Any]:
    """Return one source or session with its chunks.  Raises PageNotFoundError with near names."""
    page = find_source(reader, name, may_be_short=True)
    if page.category not in ("sources", "sessions"):
        raise PageNotFoundError(name, [row.node for row in reader.pages(category="sources")][:_NEAR])
    chunks = _list_chunks(reader, reader.passages(pages=[page.id]), {page.id: page})
    return {"doc_id": name, "id": page.node, **_source_facts(page), "chunks": chunks}


def chunk_by_id(reader: IndexReader, chunk_id: str) -> dict[str, Any]:
    """Return one passage.  Raises PageNotFoundError with the blocks there are."""
    name, _, block = chunk_id.strip().removeprefix("[[").removesuffix("]]").partition("#^")
    page = find_source(reader, name, may_be_short=True)
    rows = [row for row in reader.passages(pages=[page.id]) if row.block]
    for row in rows:
        if row.block.lower() == block.lower():
            return _list_chunks(reader, [row], {page.id: page})[0]
    raise PageNotFoundError(page.node, [f"{page.node}#^{row.block}" for row in rows][:_NEAR], block=block)


def _list_chunks(reader: IndexReader, rows: Sequence[PassageRow], pages: Mapping[int, PageRow]) -> list[dict[str, Any]]:
    sections = sorted({row.section for row in rows})
    headings = {row.id: row.heading for row in reader.sections(ids=sections)} if sections else {}
    return [
        {
            # A passage without a block id can be cited by its page alone.
            "chunk_id": pages[row.page].node + (f"#^{row.block}" if row.block else ""),
            "doc_id": pages[row.page].node,
            "text": row.text,
            "heading": headings.get(row.section, ""),
            "line": row.line,
        }
        for row in rows
    ]
