"""Registering documents under ids of the caller's, which become aliases of their notes: one, or many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..argument_kinds import ANY, OWN, Argument, read_argument
from ..errors import SourceError, UsageError
from ..ingest.documents import Document, decode_text
from ..ingest.register import plan_sources
from ..pages.text.secret_shapes import redact
from ..pages.text.slugs import check_file_name
from ..reading.library import document

if TYPE_CHECKING:
    from ..ingest.registered import AddReceipt, Registered
    from ..knowledge_base import KnowledgeBase

REFUSED = "refused"
_KEYS = {"doc_id": OWN, "title": ANY, "source": ANY, "raw_content": OWN}
"""What a document of many is given as; an id and a text say by themselves what they cannot be."""


def register(kb: KnowledgeBase, doc_id: str, title: str, source: str, text: str) -> dict[str, Any]:
    """Register a document under an id of the caller's, which becomes an alias of its note."""
    one = document_of(doc_id, title, source, text)
    outcome = kb.write("add", lambda ws: plan_sources(ws, [one], []))
    facts = registered(outcome.receipt, doc_id)
    return {**kb.read(lambda ws: document(ws, facts.id)), "doc_id": doc_id, "state": facts.state, "path": facts.path}


def register_all(kb: KnowledgeBase, documents: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Register documents as one operation, in their order; of each what became of it, also where it was refused."""
    given = _given(documents)
    told = {doc_id: _told(doc_id, title=title) for doc_id, (title, _, _) in given.items()}
    made: list[Document] = []
    for doc_id, texts in given.items():
        try:
            made.append(document_of(doc_id, *texts))
        except SourceError as err:
            told[doc_id]["reason"] = str(err)
    receipt: AddReceipt = kb.write("add", lambda ws: plan_sources(ws, made, [])).receipt
    for one, facts in zip(made, receipt.sources):
        if facts.state == REFUSED:
            told[one.id]["reason"] = str(_refusal(facts, one.id))
        else:
            told[one.id] = _told(one.id, facts.title, facts.state, facts.id, facts.path, facts.revision, facts.passages)
    return list(told.values())


def document_of(doc_id: str, title: str, source: str, text: str) -> Document:
    """A text as a document.  Raises UnsafePathError for an id that is no plain name, SourceError for no text."""
    check_file_name(doc_id)
    # Half a surrogate pair is no UTF-8: decoding it says so.
    data = text.encode("utf-8", "surrogatepass")
    return Document(source or "-", doc_id, data, decode_text(data, doc_id), doc_id, given_title=title)


def registered(receipt: AddReceipt, doc_id: str) -> Registered:
    """What became of the one document.  Raises SourceError where it was refused."""
    facts = receipt.sources[0]
    if facts.state == REFUSED:
        raise _refusal(facts, doc_id)
    return facts


def _refusal(facts: Registered, doc_id: str) -> SourceError:
    finding = next(item for item in facts.findings if item.rule == "secret")
    return SourceError(finding.message, path=redact(doc_id), line=finding.line, hint="take the secret out")


def _told(
    doc_id: str, title: str, state: str = REFUSED, id: str = "", path: str = "", revision: int = 0, passages: int = 0
) -> dict[str, Any]:
    facts = {"doc_id": doc_id, "id": id, "title": title, "state": state, "path": path, "revision": revision}
    return {**facts, "chunk_count": passages, "reason": ""}


def _given(documents: Sequence[dict[str, Any]]) -> dict[str, tuple[str, str, str]]:
    """Title, source and text of each document by the caller's id.  Raises UsageError, naming what is wrong."""
    found: dict[str, tuple[str, str, str]] = {}
    for at, given in enumerate(documents):
        name, values = f"documents[{at}]", {"title": "", "source": "", **given}
        if values.keys() != _KEYS.keys():
            odd = sorted(values.keys() ^ _KEYS.keys())[0]
            what = f"{name} lacks {odd}" if odd in _KEYS else f"{name} has no key {odd!r}"
            raise UsageError(what, hint=f"give {', '.join(_KEYS)}")
        doc_id, title, source, text = (
            read_argument(Argument(f"{name}.{key}", ("str",), range), values[key]) for key, range in _KEYS.items()
        )
        if doc_id in found:
            raise UsageError(f"{name}.doc_id {doc_id!r} was given before", hint="give each document an id of its own")
        found[doc_id] = title, source, text
    return found
