"""The verb `apply`, which writes the bundle that an agent extracted from a source."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pkgutil import get_data
from typing import TYPE_CHECKING, Any

from ..arguments import check_size
from ..ingest.apply import ApplyReceipt, plan_bundle
from ..ingest.bundle import parse_bundle
from ..ingest.evidence import Rejection
from ..say import clip, fitting, more, receipt_text
from ..text.escaping import first_few, one_line
from ..text.tokens import count_tokens
from ..wiki_store.working_copy import Outcome
from .declaration import DRY_RUN, Parameter, Verb, flag

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


REJECTED = 40
"""Most reasons that are printed, or given to a client of the server; `--json` has all.  As many notes."""
PAGES, PAGES_TOKENS = 8, 40
"""Most pages that are named as created, or as updated, and most tokens for them."""
NAMED = 8
"""Items refused for one reason, up to which the line of that reason may grow."""
ITEMS = 3
"""Most items that are named for one message."""
NEAREST_CHARACTERS = 130
"""Characters of the nearest match of a refused item, e.g. the source's own words."""
DROPPED, DROPPED_CHARACTERS = 5, 120
"""Most gone quotes that are printed, and the characters of each and of the claim that rested on it."""
NOTICE_CHARACTERS = 120
"""Characters of a notice; enough for the hash at the end of one that names a page."""
RECEIPT_TOKENS, REJECTION_TOKENS = 115, 24
"""Most tokens of a receipt, and of each rejection in it.

The promise is 150 and 25: the line that names the operation, the one that counts rejections and notes come on top.
"""


def applied_text(outcome: Outcome[ApplyReceipt], _: Mapping[str, Any]) -> str:
    """Return the text of a receipt: what was written, and what was refused and why."""
    receipt = outcome.receipt
    is_refused = bool(receipt.rejected) and not receipt.written
    lines = [] if is_refused else _written_lines(receipt)
    # A user may ask which words the source no longer has.
    gone = [(one_line(item.claim or item.page, DROPPED_CHARACTERS), item.quote) for item in receipt.dropped[:DROPPED]]
    lines += [f'  gone, {what}: "{one_line(quote, DROPPED_CHARACTERS)}"' for what, quote in gone]
    lines += more(receipt.dropped, DROPPED, "--json lists all")
    notices = _group_items((one_line(notice.message, NOTICE_CHARACTERS), notice.item) for notice in receipt.notices)
    lines += [f"  note, {first_few(items, ITEMS)}: {message}" for message, items in notices[:REJECTED]]
    lines += more(notices, REJECTED, "--json lists all")
    if receipt.rejected:
        lines.append(f"rejected {len(receipt.rejected)}" + ("; nothing was written" if is_refused else "") + ":")
        # The reasons may use the tokens that the rest of the receipt leaves.
        over = RECEIPT_TOKENS - count_tokens("\n".join(lines))
        tokens = REJECTION_TOKENS + max(0, over) // len(receipt.rejected)
        # An unknown name is refused at each relation that has it.
        reasons = _group_items((_format_reason(item), item.item) for item in receipt.rejected)
        for reason, items in reasons[:REJECTED]:
            lines.append(clip(f"  {first_few(items, ITEMS)}: {reason}", tokens * min(len(items), NAMED)))
        lines += more(reasons, REJECTED, "--json lists all")
    return receipt_text(outcome, lines)


def _written_lines(receipt: ApplyReceipt) -> list[str]:
    """Return the counts of claims, and the created and updated pages if they fit."""
    counts = (
        f"claims: {receipt.claims_added} added, {receipt.claims_updated} updated, {receipt.claims_unchanged} unchanged"
        + (f", {receipt.claims_withdrawn} withdrawn" if receipt.claims_withdrawn else "")
        + (f", {receipt.claims_ended} ended" if receipt.claims_ended else "")
        + (f", {receipt.claims_led} kept: their words stand in another passage now" if receipt.claims_led else "")
        + (f", {receipt.claims_dropped} dropped: their words are gone" if receipt.claims_dropped else "")
    )
    named = [(word, ids) for word, ids in (("created", receipt.created), ("updated", receipt.updated)) if ids]
    pages = [clip(f"{word} {len(ids)}: {first_few(ids, PAGES)}", PAGES_TOKENS) for word, ids in named]
    return fitting([counts], pages, RECEIPT_TOKENS)


def _group_items(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """Return each message once, with the items of a bundle that have it."""
    groups: dict[str, list[str]] = {}
    for message, item in pairs:
        groups.setdefault(message, []).append(item)
    return [*groups.items()]


def _format_reason(rejection: Rejection) -> str:
    near = one_line(" | ".join(rejection.nearest), NEAREST_CHARACTERS)
    return one_line(rejection.reason) + (f"; nearest: {near}" if near else "")


BUNDLE: dict[str, Any] = json.loads(get_data(__package__, "bundle.json") or b"")
"""The short form of a bundle for clients; instructions/bundle.schema.json checks it in full."""

APPLY = Verb(
    name="apply",
    page="apply",
    summary="Write what you extracted from a source.",
    example="""commonplace apply - --dry-run <<'JSON'
{"pages": [{"category": "topics", "title": "Rye", "content": "It rests for a day."}]}
JSON""",
    tool_help="All or nothing unless partial. Quotes must be the source's own words; invented ones are refused.",
    parameters=(
        Parameter("bundle", metavar="BUNDLE.json|-", reads="file", schema=BUNDLE),
        flag("--partial", "write what holds, list the rest", tool=""),
        DRY_RUN,
    ),
    run=apply,
    text=applied_text,
    exit_code=_apply_code,
)
