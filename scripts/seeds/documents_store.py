"""Sources and their passages; a chunk is a passage, its id `source#^block`.

A document is registered under an id of the caller's, which becomes an alias of its note.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from ..arguments import check_numbers, check_texts, read_dicts
from ..documents.reading import Document, decode_text, quotable_text
from ..documents.source_receipt import AddReceipt, Registered
from ..documents.sources import plan_sources
from ..errors import PageNotFoundError, SourceError, UsageError
from ..index_store.port import IndexReader
from ..ingest.superseding import lead_claims
from ..knowledge_base import KnowledgeBase
from ..look.lookup import find_source
from ..model import PageRow, PassageRow
from ..retrieval_engine.rank import rank, search
from ..retrieval_engine.understand import understand
from ..text.hygiene import SECRET
from ..text.secrets import redact
from ..text.slugs import check_file_name
from ..verbs.adding import moment

REFUSED = "refused"
_KEYS = ("doc_id", "title", "source", "raw_content")
"""What a document of many is given as."""
_NEAR = 3
"""Sources or blocks that are offered for one that is not there."""


def add_document(doc_id: str, title: str, source: str, raw_content: str, *, home: str | None = None) -> dict[str, Any]:
    """Register a document: doc_id, id, title, source, state, revision, chunks (chunk_id, text, heading, line).

    doc_id becomes an alias of the source note, by which every function finds it; id is the note's own, which chunks and
    all that is read have as doc_id.  Raises SourceError for a document that is empty or no text, UnsafePathError for a
    doc_id that is no plain name, NameTakenError for one that is the id of another source.
    """
    one = document_of(doc_id, title, source, raw_content)
    with KnowledgeBase.open(home) as kb:
        facts = registered(_add(kb, [one]), doc_id)
        document = kb.query(lambda reader: _document(reader, facts.id))
    return {**document, "doc_id": doc_id, "state": facts.state, "path": facts.path}


def add_documents(documents: Sequence[dict[str, Any]], *, home: str | None = None) -> list[dict[str, Any]]:
    """Register many documents as one operation, at a fraction of the price of add_document for each.

    documents: dicts of doc_id, raw_content, and perhaps title and source, as add_document has them.  Returns, in their
    order, doc_id, id, title, state, path, revision, chunk_count, reason.  What cannot be kept (no text, or a secret in
    it) has the state refused and its reason, and the rest is kept.  Raises UsageError for a document of another shape
    and for one id given twice, UnsafePathError and NameTakenError for an id that cannot be; nothing is written then.
    """
    given = _documents_by_id(read_dicts("documents", documents))
    results = {doc_id: _result(doc_id, title=title) for doc_id, (title, _, _) in given.items()}
    made: list[Document] = []
    for doc_id, texts in given.items():
        try:
            made.append(document_of(doc_id, *texts))
        except SourceError as err:
            results[doc_id]["reason"] = str(err)
    with KnowledgeBase.open(home) as kb:
        receipt = _add(kb, made)
    for one, facts in zip(made, receipt.sources):
        if facts.state == REFUSED:
            results[one.id]["reason"] = str(_refusal(facts, one.id))
        else:
            results[one.id] = _result(one.id, facts.title, facts)
    return list(results.values())


def get_document(doc_id: str, *, home: str | None = None) -> dict[str, Any]:
    """Return a document by its id or alias, in the same shape; doc_id is what it was asked by.

    Raises PageNotFoundError.
    """
    check_texts(doc_id=doc_id)
    with KnowledgeBase.open(home) as kb:
        return kb.query(lambda reader: _document(reader, doc_id))


def get_chunk(chunk_id: str, *, home: str | None = None) -> dict[str, Any]:
    """Return one passage by `source#^block`: chunk_id, doc_id, text, heading, line.  Raises PageNotFoundError."""
    check_texts(chunk_id=chunk_id)
    with KnowledgeBase.open(home) as kb:
        return kb.query(lambda reader: _chunk_by_id(reader, chunk_id))


def list_documents(*, home: str | None = None) -> list[dict[str, Any]]:
    """Return all sources by path: doc_id, title, source, revision, chunk_count."""
    with KnowledgeBase.open(home) as kb:
        return kb.query(_listed)


def search_chunks(query: str, *, limit: int = 5, home: str | None = None) -> list[dict[str, Any]]:
    """Return passages of sources for a query, best first: chunk_id, doc_id, doc_title, text, score."""
    check_texts(query=query)
    check_numbers(limit=limit)
    with KnowledgeBase.open(home) as kb:
        return kb.query(lambda reader: _found_chunks(reader, query, limit))


# --- Registering ------------------------------------------------------------------------------------------------------


def document_of(doc_id: str, title: str, source: str, text: str) -> Document:
    """Return a text as a document.

    Raises UsageError for what is no text, UnsafePathError for an id that is no plain name, SourceError for a text that
    no file can hold.
    """
    check_texts(title=title, source=source)
    for name, value in (("doc_id", doc_id), ("raw_content", text)):
        if not isinstance(value, str):
            raise UsageError(f"{name} is a {type(value).__name__}", hint="give a text")
    check_file_name(doc_id)
    # Half a surrogate pair is no UTF-8: decoding it says so.
    data = text.encode("utf-8", "surrogatepass")
    text = quotable_text(decode_text(data, doc_id), doc_id)
    return Document(source or "-", doc_id, data, text, doc_id, given_title=title)


def _add(kb: KnowledgeBase, documents: Sequence[Document]) -> AddReceipt:
    plan = partial(plan_sources, documents=documents, moment=moment(kb), lead_claims=lead_claims)
    return kb.write("add", plan).receipt


def registered(receipt: AddReceipt, doc_id: str) -> Registered:
    """Return what became of the one document.  Raises SourceError where it was refused."""
    facts = receipt.sources[0]
    if facts.state == REFUSED:
        raise _refusal(facts, doc_id)
    return facts


def _refusal(facts: Registered, doc_id: str) -> SourceError:
    finding = next(item for item in facts.findings if item.rule == SECRET)
    return SourceError(finding.message, path=redact(doc_id), line=finding.line, hint="take the secret out")


def _result(doc_id: str, title: str, facts: Registered | None = None) -> dict[str, Any]:
    return {
        "doc_id": doc_id,
        "id": facts.id if facts else "",
        "title": title,
        "state": facts.state if facts else REFUSED,
        "path": facts.path if facts else "",
        "revision": facts.revision if facts else 0,
        "chunk_count": facts.passages if facts else 0,
        "reason": "",
    }


def _documents_by_id(documents: Iterable[dict[str, Any]]) -> dict[str, tuple[str, str, str]]:
    """Return title, source and text of each document by the caller's id.  Raises UsageError, naming what is wrong."""
    found: dict[str, tuple[str, str, str]] = {}
    for position, given in enumerate(documents):
        name, values = f"documents[{position}]", {"title": "", "source": "", **given}
        for odd in sorted(values.keys() ^ set(_KEYS)):
            what = f"{name} lacks {odd}" if odd in _KEYS else f"{name} has no key {odd!r}"
            raise UsageError(what, hint=f"give {', '.join(_KEYS)}")
        for key, value in values.items():
            if not isinstance(value, str):
                raise UsageError(f"{name}.{key} is a {type(value).__name__}", hint="give a text")
        if values["doc_id"] in found:
            what = f"{name}.doc_id {values['doc_id']!r} was given before"
            raise UsageError(what, hint="give each document an id of its own")
        found[values["doc_id"]] = values["title"], values["source"], values["raw_content"]
    return found


# --- Reading ----------------------------------------------------------------------------------------------------------


def _listed(reader: IndexReader) -> list[dict[str, Any]]:
    sources = [page for page in reader.pages(everything=True) if page.category == "sources"]
    counts = Counter(row.page for row in reader.passages(pages=[page.id for page in sources])) if sources else Counter()
    return [
        {
            "doc_id": page.node,
            "title": page.title,
            **_origin(page.properties),
            "chunk_count": counts[page.id],
        }
        for page in sources
    ]


def _origin(properties: Mapping[str, Any]) -> dict[str, Any]:
    source = properties.get("source")
    return {"source": source if isinstance(source, str) else "", "revision": properties.get("revision", 1)}


def _document(reader: IndexReader, name: str) -> dict[str, Any]:
    """Return one source or session with its chunks.  Raises PageNotFoundError with near names."""
    page = find_source(reader, name, may_be_short=True)
    if page.category not in ("sources", "sessions"):
        raise PageNotFoundError(name, [row["doc_id"] for row in _listed(reader)][:_NEAR])
    rows = reader.passages(pages=[page.id])
    head = {"doc_id": name, "id": page.node, "title": page.title, **_origin(page.properties)}
    return {**head, "chunks": _chunks(reader, rows, {page.id: page})}


def _chunk_by_id(reader: IndexReader, chunk_id: str) -> dict[str, Any]:
    """Return one passage.  Raises PageNotFoundError with the blocks there are."""
    name, _, block = chunk_id.strip().removeprefix("[[").removesuffix("]]").partition("#^")
    page = find_source(reader, name, may_be_short=True)
    rows = [row for row in reader.passages(pages=[page.id]) if row.block]
    for row in rows:
        if row.block.lower() == block.lower():
            return _chunks(reader, [row], {page.id: page})[0]
    raise PageNotFoundError(page.node, [f"{page.node}#^{row.block}" for row in rows][:_NEAR], block=block)


def _found_chunks(reader: IndexReader, query: str, limit: int) -> list[dict[str, Any]]:
    asked = understand(reader, query)
    ranking, found = rank(reader, asked, search(reader, asked))
    pages = found.page_rows
    chosen = [place for place in ranking.passages if pages[place.page].category == "sources"][:limit]
    chunks = _chunks(reader, [found.passage_rows[place.id] for place in chosen], pages)
    return [
        {**chunk, "doc_title": pages[place.page].title, "score": round(place.score, 4)}
        for chunk, place in zip(chunks, chosen)
    ]


def _chunks(reader: IndexReader, rows: Sequence[PassageRow], pages: Mapping[int, PageRow]) -> list[dict[str, Any]]:
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
