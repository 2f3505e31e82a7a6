"""The verb `add`, which registers documents as sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ..arguments import Folder, read_paths, read_texts, standard_input
from ..clock import local_time
from ..documents.reading import Document, Skipped, read_documents
from ..documents.source_receipt import AddReceipt, Registered, with_entities
from ..documents.sources import Moment, plan_sources
from ..errors import UsageError
from ..index_store.port import IndexReader
from ..ingest.superseding import lead_claims
from ..say.added import added_text
from ..wiki_store.working_copy import Outcome, Plan, WorkingCopy
from .declaration import Work

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase

_LONG_DOCUMENTS = 5_000_000
"""Characters of one document from which on registering it takes seconds, and says so."""


def add(
    kb: KnowledgeBase,
    paths: Folder | Sequence[Folder] = (),
    *,
    text: str = "",
    title: str | Sequence[str] = (),
    revises: str = "",
    secrets: str = "refuse",
    dry_run: bool = False,
) -> Outcome[AddReceipt]:
    """Register files, folders, `-`, or a text; what is refused stands in the receipt.  See documents.sources.

    title: of each document, in their order.  Raises UsageError where there are other than as many, and where the
    source that is revised is given for other than one document.
    """
    named = (*read_paths("paths", paths), *(["-"] if text else []))
    with standard_input(text or None):
        documents, skipped = _read(kb, named, title)
    if revises and len(documents) != 1:
        raise UsageError("--as is for one document", hint="add documents one by one to use it")
    counting = kb.listener.counting

    def plan(copy: WorkingCopy, reader: IndexReader) -> Plan[AddReceipt]:
        return plan_sources(
            copy,
            reader,
            documents,
            skipped,
            named=named,
            moment=moment(kb),
            lead_claims=lead_claims,
            revises=revises,
            secrets=secrets,
            progress=partial(counting, "registering documents"),
        )

    outcome = kb.write("add", plan, dry_run=dry_run)
    return kb.query(lambda reader: with_entities(reader, outcome))


def moment(kb: KnowledgeBase) -> Moment:
    """Return when documents are registered, and where their paths are told from."""
    return Moment(kb.location.home, kb.clock()[:10], local_time(kb.clock))


def _read(kb: KnowledgeBase, named: Sequence[str], title: str | Sequence[str]) -> tuple[list[Document], list[Skipped]]:
    """Return the documents with the titles given for them, and what is none."""
    titles = [line for text in read_texts("title", title) if (line := " ".join(text.split()))]
    reading = partial(kb.listener.counting, "reading documents")
    documents, skipped = read_documents(named, kb.settings, progress=reading)
    if titles and len(documents) != len(titles):
        what = f"{len(titles)} --title for {len(documents)} documents"
        raise UsageError(what, hint="repeat it, one for each document in their order")
    documents = [doc._replace(given_title=name) for doc, name in zip(documents, titles)] if titles else documents
    long = max((len(document.text) for document in documents), default=0)
    if long > _LONG_DOCUMENTS:
        kb.listener.waiting(f"registering {long:,} characters: a second for each million, more or less")
    return documents, skipped


def _add_code(outcome: Outcome[AddReceipt], _: Mapping[str, Any]) -> int:
    sources = outcome.receipt.sources
    if any(source.state == "refused" for source in sources):
        return 3
    is_skipped = not all(item.is_usual for item in outcome.receipt.skipped)
    return int(is_skipped or any(map(_hides_something, sources)))


def _hides_something(source: Registered) -> bool:
    """Whether its text came in now and hides something; a secret that was let in is the call's own decision, and most
    documents have a picture that is left out."""
    is_in = source.state in ("new", "changed")
    return is_in and any(finding.rule not in ("secret", "left-out") for finding in source.findings)


WORK = {"add": Work(add, lambda outcome, _: added_text(outcome), _add_code)}
