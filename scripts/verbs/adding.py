"""The verb `add`, which registers documents as sources, and reads past sessions into session notes."""

from __future__ import annotations

import os
import shlex
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
from ..say import fitting, more, receipt_text, warning_lines
from ..text.escaping import first_few, one_line
from ..text.labels import bare_heading
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
    """Register files, folders, `-`, or a text; the receipt lists what was refused.  See documents.sources.

    sessions: clients, or exports of chats, whose past sessions of these projects are read in place of documents.

    title: of each document, in their order.  Raises UsageError if there are not as many titles as documents, and if
    revises is given for more or fewer than one document.
    """
    if sessions or projects:
        return _add_sessions(kb, sessions, projects, [*read_paths("paths", paths), text, *title, revises], dry_run)
    named = read_paths("paths", paths)
    if not named and not text:
        raise UsageError("nothing is named", hint="name files or folders, give a text, or --sessions")
    kb.check_text("text", text)
    documents, skipped = _read_documents(kb, named, text, title)
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
        projects = first_few([one_line(project, 80) for project in receipt.not_named], 5)
        lines.append(f"not read, name them by --project DIR, or --project all: {projects}")
    return receipt_text(replace(outcome, diff=""), lines)


def moment(kb: KnowledgeBase) -> Moment:
    """Return the time of registering, and the home to which paths are relative."""
    return Moment(kb.location.home, kb.clock()[:10], local_time(kb.clock))


def _read_documents(
    kb: KnowledgeBase, named: Sequence[str], text: str, title: str | Sequence[str]
) -> tuple[list[Document], list[Skipped]]:
    """Return the documents with the titles given for them, and the files that were skipped."""
    titles = [line for given in read_texts(title) if (line := " ".join(given.split()))]
    reading = partial(kb.listener.counting, "reading documents")
    documents, skipped = read_documents(named, kb.settings, progress=reading)
    documents += [given_document(text.encode("utf-8", "surrogatepass"), kb.settings)] if text else []
    if titles and len(documents) != len(titles):
        message = f"{len(titles)} --title for {len(documents)} documents"
        raise UsageError(message, hint="repeat it, one for each document in their order")
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
    """Whether its text is new and hides something; not a secret, which the call chose to keep, nor a part that was
    left out, as pictures are of most documents."""
    is_in = source.state in ("new", "changed")
    return is_in and any(finding.rule not in ("secret", "left-out") for finding in source.findings)


OUTLINE_ENTRIES, ENTITIES, FINDINGS, STALE = 10, 8, 4, 5
"""Most entries of each list that is printed for one document: 300 tokens hold them."""
_GRAVEST = ("secret", "password", "page-size", "left-out")
SKIPPED = 3
"""Most skipped files that are named for one reason."""
LIKE = 2
"""Most sources that are named as similar to a document."""
QUOTED, QUOTED_CHARACTERS = 4, 60
"""Most gone passages that are quoted, and the characters of each."""
BRIEF_FROM = 4
"""From this many documents on, each is one line."""
DOCUMENT_TOKENS = 270
"""Most tokens for one document; the promise is 300.  The line that names the operation comes on top."""


def added_text(outcome: Outcome[AddReceipt]) -> str:
    """Return the text of a receipt: what an agent needs to know of each document, in few tokens."""
    receipt = outcome.receipt
    is_brief = len(receipt.sources) >= BRIEF_FROM
    lines: list[str] = []
    for source in receipt.sources:
        first, others = _document_lines(source, is_brief=is_brief)
        lines += fitting(first, others, DOCUMENT_TOKENS)
    return receipt_text(outcome, [*lines, *_skipped_lines(receipt)])


def _skipped_lines(receipt: AddReceipt) -> list[str]:
    """Return a line for each reason to skip files: a folder may hold hundreds of pictures."""
    reasons: dict[str, list[str]] = {}
    for item in receipt.skipped:
        reasons.setdefault(item.reason, []).append(one_line(item.origin))
    lines = []
    for reason, files in sorted(reasons.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        lines.append(f"skipped {first_few(files, SKIPPED)}: {one_line(reason)}")
    return lines


def _document_lines(source: Registered, *, is_brief: bool) -> tuple[list[str], list[str]]:
    """Return the lines that are always printed for a document, and those that are printed if they fit."""
    warned = _ordered_warnings(source)
    if source.state == "refused":
        head = f"{one_line(source.path, 60)} refused: a secret; --redact replaces it, --keep-secrets keeps it"
        return [head, *warned[:1]], warned[1:]
    # The gravest warning comes before the passages to read.
    first = [f"{source.id} {source.state} ({source.passages} passages, revision {source.revision})", *warned[:1]]
    for like in source.like[:LIKE]:
        first.append(
            f"like [[{like}]]: the same title; if it is a new version, `undo` this, then `add --as {shlex.quote(like)}`"
        )
    if source.new_runs:
        # All of them, whatever it costs: reading them costs more.
        runs = [f"^{run.first}" + (f" … ^{run.last} ({run.passages})" * (run.passages > 1)) for run in source.new_runs]
        first.append(f"new passages: {', '.join(runs)}")
    if source.gone_blocks:
        gone = zip(source.gone_blocks, source.gone_words)
        quoted = [f'^{block} "{one_line(words, QUOTED_CHARACTERS)}"' for block, words in gone]
        first.append(f"gone passages: {first_few(quoted, QUOTED)}")
    if source.state == "unchanged":
        # There is nothing to do, so nothing more to know.
        return first, warned[1:]
    others = [*warned[1:], *_stale_lines(source)]
    if is_brief:
        known = ", ".join(entity.id for entity in source.entities[:3])
        return first, [*others, *([f"  known: {known}"] if known else [])]
    # A revision lists its new passages; its outline is known, and `show` prints it.
    return first, [*others, *(_outline_lines(source) if source.state != "changed" else []), *_entity_lines(source)]


def _outline_lines(source: Registered) -> list[str]:
    lines = ["outline:"]
    for entry in source.outline[:OUTLINE_ENTRIES]:
        ids = dict.fromkeys(block for block in (entry.first, entry.last) if block)
        blocks = " … ".join(f"^{block}" for block in ids) or "no block ids"
        number = f" ({entry.passages})" if entry.passages > 1 else ""
        # The title is known; the last heading tells the sections apart.
        section = bare_heading(entry.text.rpartition(" > ")[2]) if entry.first else entry.text
        lines.append(f"  {one_line(section, 60)}  {blocks}{number}")
    return lines + more(source.outline, OUTLINE_ENTRIES, "`show` prints all")


def _entity_lines(source: Registered) -> list[str]:
    lines = ["known entities:"] if source.entities else []
    for entity in source.entities[:ENTITIES]:
        type_ = f" ({one_line(entity.type, 20)})" if entity.type else ""
        lines.append(f"  [[{entity.id}]] {one_line(entity.name, 40)}{type_} x{entity.mentions}")
    return lines + more(source.entities, ENTITIES, "--json lists all")


def _stale_lines(source: Registered) -> list[str]:
    now = "; its words stand in ^{} now"
    lines = [
        f"  stale: {one_line(c.path)}:{c.line} cites ^{c.block}, gone{now.format(c.now) if c.now else ''}"
        for c in source.stale[:STALE]
    ]
    led = [f"  led: {source.led} claims follow their words to other passages"] if source.led else []
    return led + lines + more(source.stale, STALE, "`lint` lists all")


def _ordered_warnings(source: Registered) -> list[str]:
    # The gravest first: a page of hidden characters must not push an order to the reader out of sight.
    ordered = sorted(source.findings, key=lambda f: _GRAVEST.index(f.rule) if f.rule in _GRAVEST else len(_GRAVEST))
    lines = warning_lines(ordered)
    return lines[:FINDINGS] + more(lines, FINDINGS, "--json lists all")


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
