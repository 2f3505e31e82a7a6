"""The verb `add`, which registers documents as sources, and reads past sessions into session notes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ..arguments import Folder, read_paths, read_texts
from ..clock import local_time
from ..documents.reading import Document, Skipped, given_document, read_documents
from ..documents.sources import AddReceipt, Moment, Registered, plan_sources, with_entities
from ..errors import UsageError
from ..homes import user_folder
from ..index_store.port import IndexReader
from ..ingest.superseding import lead_claims
from ..memory.past_sessions import EVERY, SessionsReceipt, plan_sessions
from ..memory.stores import STORES, sessions_in_export, sessions_of
from ..say.added import added_text
from ..say.receipts import receipt_text
from ..text.escaping import first_few, one_line
from ..wiki_store.working_copy import Outcome, Plan, WorkingCopy
from .declaration import DRY_RUN_OF_PERSON, SECRETS, Parameter, Verb, comma_list

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase


def add(
    kb: KnowledgeBase,
    paths: Folder | Sequence[Folder] = (),
    *,
    text: str = "",
    title: str | Sequence[str] = (),
    revises: str = "",
    secrets: str = "refuse",
    sessions: Sequence[str] = (),
    projects: Sequence[str] = (),
    dry_run: bool = False,
) -> Outcome[AddReceipt] | Outcome[SessionsReceipt]:
    """Register files, folders, `-`, or a text; what is refused stands in the receipt.  See documents.sources.

    sessions: clients, or exports of chats, whose past sessions are read in place of documents; of these projects.

    title: of each document, in their order.  Raises UsageError where there are other than as many, and where the
    source that is revised is given for other than one document.
    """
    if sessions or projects:
        return _add_sessions(kb, sessions, projects, [*read_paths("paths", paths), text, *title, revises], dry_run)
    named = read_paths("paths", paths)
    if not named and not text:
        raise UsageError("nothing is named", hint="name files, folders or -, or --sessions")
    kb.check_text("text", text)
    documents, skipped = _read(kb, named, text, title)
    if revises and len(documents) != 1:
        raise UsageError("--as is for one document", hint="add documents one by one to use it")
    counting = kb.listener.counting

    def plan(copy: WorkingCopy, reader: IndexReader) -> Plan[AddReceipt]:
        return plan_sources(
            copy,
            reader,
            documents,
            skipped,
            moment=moment(kb),
            lead_claims=lead_claims,
            revises=revises,
            secrets=secrets,
            progress=partial(counting, "registering documents"),
        )

    outcome = kb.write("add", plan, dry_run=dry_run)
    return kb.query(lambda reader: with_entities(reader, outcome))


def _add_sessions(
    kb: KnowledgeBase, clients: Sequence[str], projects: Sequence[str], others: Sequence[str], dry_run: bool
) -> Outcome[SessionsReceipt]:
    if any(others):
        raise UsageError("--sessions reads sessions alone", hint="register documents by another call")
    files = [client for client in clients if client not in STORES and client != EVERY]
    named = [client for client in STORES if client in clients or EVERY in clients or not clients]
    read = [session for file in files for session in sessions_in_export(file)]
    home = user_folder(os.environ)
    read += [session for client in named for session in sessions_of(client, os.environ, home)]
    now = local_time(kb.clock)
    return kb.write(
        "add",
        lambda copy, reader: plan_sessions(copy, reader, read, projects=projects, now=now),
        dry_run=dry_run,
    )


def _sessions_text(outcome: Outcome[SessionsReceipt]) -> str:
    receipt = outcome.receipt
    lines = []
    for part in receipt.read:
        where = f"{part.client} {one_line(part.project, 80)}".rstrip()
        counts = f"{part.turns} turns of {part.sessions} sessions, {part.characters:,} characters"
        secrets = f", {part.secrets} with a secret that was replaced" if part.secrets else ""
        lines.append(f"{where}: {counts}{secrets}")
    lines += [f"nothing new in {receipt.known} sessions"] if receipt.known else []
    if receipt.not_named:
        shown = first_few([one_line(project, 80) for project in receipt.not_named], 5)
        lines.append(f"not read, name them by --project DIR, or --project all: {shown}")
    return receipt_text(replace(outcome, diff=""), lines)


def moment(kb: KnowledgeBase) -> Moment:
    """Return when documents are registered, and where their paths are told from."""
    return Moment(kb.location.home, kb.clock()[:10], local_time(kb.clock))


def _read(
    kb: KnowledgeBase, named: Sequence[str], text: str, title: str | Sequence[str]
) -> tuple[list[Document], list[Skipped]]:
    """Return the documents with the titles given for them, and what is none."""
    titles = [line for given in read_texts(title) if (line := " ".join(given.split()))]
    reading = partial(kb.listener.counting, "reading documents")
    documents, skipped = read_documents(named, kb.settings, progress=reading)
    documents += [given_document(text.encode("utf-8", "surrogatepass"), kb.settings)] if text else []
    if titles and len(documents) != len(titles):
        what = f"{len(titles)} --title for {len(documents)} documents"
        raise UsageError(what, hint="repeat it, one for each document in their order")
    return [doc._replace(given_title=name) for doc, name in zip(documents, titles)] if titles else documents, skipped


def _add_text(outcome: Outcome[AddReceipt] | Outcome[SessionsReceipt], _: Mapping[str, Any]) -> str:
    if isinstance(outcome.receipt, SessionsReceipt):
        return _sessions_text(outcome)
    return added_text(outcome)


def _add_code(outcome: Outcome[AddReceipt] | Outcome[SessionsReceipt], _: Mapping[str, Any]) -> int:
    if isinstance(outcome.receipt, SessionsReceipt):
        return 0
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


ADD = Verb(
    name="add",
    page="add",
    summary="Register documents as sources.",
    example="commonplace add README.md --dry-run",
    tool_help="Returns the slug, block ids and known entities; then read, and apply what it says.",
    parameters=(
        Parameter("paths", metavar="FILE|DIR|-", many="*", is_local=True, tool="absolute paths"),
        Parameter("--text", "a document itself, in place of paths; give a title"),
        Parameter("--title", "title of a document; once for each, in their order", tool="", repeatable=True),
        Parameter("--as", "it is the next revision of this source", "SLUG", to="revises"),
        Parameter(
            "--sessions",
            "what clients kept of past sessions: claude, codex, …, all, or the file of an export",
            "CLIENT,…",
            comma_list,
            tool=None,
        ),
        Parameter("--project", "those held in this folder; all", "DIR", to="projects", repeatable=True, tool=None),
        *SECRETS,
        DRY_RUN_OF_PERSON,
    ),
    run=add,
    text=_add_text,
    exit_code=_add_code,
)
