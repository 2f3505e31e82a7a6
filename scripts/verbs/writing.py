"""The verbs that bring something in: `add`, `apply` and `file`."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ..arguments import Folder, check_size, read_paths, read_texts, standard_input
from ..clock import local_time
from ..errors import UsageError
from ..index_store.port import IndexReader
from ..ingest.answers import Answer, FiledReceipt, plan_answer, plan_wordings
from ..ingest.apply import plan_bundle
from ..ingest.bundle import parse_bundle
from ..ingest.documents import Document, Skipped, read_documents, read_or_skip
from ..ingest.receipts import ApplyReceipt
from ..ingest.source_receipt import AddReceipt, Registered, with_entities
from ..ingest.sources import Moment, plan_sources, without_own_pages
from ..say.added import added_text
from ..say.applied import applied_text
from ..say.receipts import receipt_text
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
    """Register files, folders, `-`, or a text; what is refused stands in the receipt.  See ingest.sources.plan_sources.

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
        taken, left = without_own_pages(copy, documents, skipped, named=named)
        return plan_sources(
            copy,
            reader,
            taken,
            left,
            moment=moment(kb),
            revises=revises,
            secrets=secrets,
            read_again=lambda path: read_or_skip(path, kb.settings),
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
    """Whether its text came in now and hides something; a secret that was let in is the call's own decision."""
    return source.state in ("new", "changed") and any(finding.rule != "secret" for finding in source.findings)


def apply(kb: KnowledgeBase, bundle: Any, *, partial: bool = False, dry_run: bool = False) -> Outcome[ApplyReceipt]:
    """Write what an agent extracted: all, or with partial what holds; receipt.rejected lists what was refused.

    bundle: a value, or its text as JSON, JSON Lines or YAML.
    """
    if isinstance(bundle, str):
        bundle = parse_bundle(bundle, getattr(bundle, "path", "-"))
    lists = [value for value in bundle.values() if isinstance(value, list)] if isinstance(bundle, dict) else []
    most = kb.settings.max_bundle_entries
    check_size("bundle", sum(map(len, lists)), most, "MAX_BUNDLE_ENTRIES", unit="entries")
    return kb.write(
        "apply",
        lambda copy, reader: plan_bundle(
            copy,
            reader,
            bundle,
            today=kb.clock()[:10],
            min_confidence=kb.settings.min_confidence,
            partial=partial,
            dry_run=dry_run,
        ),
        dry_run=dry_run,
    )


def _apply_code(outcome: Outcome[ApplyReceipt], given: Mapping[str, Any]) -> int:
    return 0 if not outcome.receipt.rejected else 1 if given.get("partial") else 3


def file(
    kb: KnowledgeBase,
    answer: str,
    *,
    question: str | Sequence[str] = (),
    title: str = "",
    cites: str | Sequence[str] = (),
    also: str | Sequence[str] = (),
    expect_sha: str = "",
    dry_run: bool = False,
) -> Outcome[FiledReceipt]:
    """File an answer as a topic page, with what it rests on; its question may have several wordings.

    also: only add wordings of its question to the filed answer that `answer` names.
    """
    questions, cited, wordings = (
        kb.questions("question", question),
        read_texts("cites", cites),
        read_texts("also", also),
    )
    parts = {"--question": questions, "--title": title, "--cites": cited}
    if wordings:
        if beside := [name for name, value in parts.items() if value]:
            what = f"--also adds to an answer as it is: leave out {', '.join(beside)}"
            raise UsageError(what, hint="or leave out --also")
        return _file_wordings(kb, answer, kb.questions("wordings", wordings), dry_run=dry_run)
    if missing := [name for name, value in parts.items() if not value]:
        what = f"the following arguments are required: {', '.join(missing)}"
        raise UsageError(what, hint="see `commonplace file --help`")
    kb.check_text("answer", answer)
    filed = Answer(questions, title, answer, cited, expect_sha)
    return kb.write(
        "file",
        lambda copy, reader: plan_answer(copy, reader, filed, today=kb.clock()[:10], now=local_time(kb.clock)),
        dry_run=dry_run,
    )


def _file_wordings(kb: KnowledgeBase, page: str, wordings: Sequence[str], *, dry_run: bool) -> Outcome[FiledReceipt]:
    named = kb.from_here(page, is_exact=True)
    return kb.write(
        "file",
        lambda copy, reader: plan_wordings(copy, reader, named, tuple(wordings), today=kb.clock()[:10]),
        dry_run=dry_run,
    )


def _file_text(outcome: Outcome[FiledReceipt], _: Mapping[str, Any]) -> str:
    filed = outcome.receipt
    lines = [f"{filed.id} {filed.state} ({filed.path})", "cites: " + ", ".join(filed.cites)]
    if filed.same_title:
        lines.append(
            f"note: [[{filed.same_title}]] has this title and answers another question; if it is the same, undo and "
            f'`commonplace file --also "NEW WORDING" {shlex.quote(filed.same_title)}`'
        )
    return receipt_text(outcome, lines)


WORK = {
    "add": Work(add, lambda outcome, _: added_text(outcome), _add_code),
    "apply": Work(apply, lambda outcome, _: applied_text(outcome), _apply_code),
    "file": Work(file, _file_text),
}
