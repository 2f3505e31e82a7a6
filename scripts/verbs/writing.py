"""The verbs that bring something in: `apply` and `file`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..arguments import check_size, read_texts
from ..clock import local_time
from ..errors import UsageError
from ..ingest.answers import Answer, FiledReceipt, plan_answer
from ..ingest.apply import ApplyReceipt, plan_bundle
from ..ingest.bundle import parse_bundle
from ..say.applied import applied_text
from ..say.receipts import receipt_text
from ..wiki_store.working_copy import Outcome
from .declaration import Work

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase


def apply(kb: KnowledgeBase, bundle: Any, *, partial: bool = False, dry_run: bool = False) -> Outcome[ApplyReceipt]:
    """Write what an agent extracted: all, or with partial what holds; receipt.rejected lists what was refused.

    bundle: a value, or its text as JSON or YAML.
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
    expect_sha: str = "",
    dry_run: bool = False,
) -> Outcome[FiledReceipt]:
    """File an answer as a topic page, with what it rests on; its question may have several wordings."""
    questions, cited = kb.questions("question", question), read_texts("cites", cites)
    parts = {"--question": questions, "--title": title, "--cites": cited}
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


def _file_text(outcome: Outcome[FiledReceipt], _: Mapping[str, Any]) -> str:
    filed = outcome.receipt
    lines = [f"{filed.id} {filed.state} ({filed.path})", "cites: " + ", ".join(filed.cites)]
    return receipt_text(outcome, lines)


WORK = {
    "apply": Work(apply, lambda outcome, _: applied_text(outcome), _apply_code),
    "file": Work(file, _file_text),
}
