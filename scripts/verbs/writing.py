"""The verb `apply`, which brings in what was extracted from a source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..arguments import check_size
from ..ingest.apply import ApplyReceipt, plan_bundle
from ..ingest.bundle import parse_bundle
from ..say.applied import applied_text
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


WORK = {
    "apply": Work(apply, lambda outcome, _: applied_text(outcome), _apply_code),
}
