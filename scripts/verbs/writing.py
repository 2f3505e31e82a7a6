"""The verb `apply`, which brings in what was extracted from a source."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pkgutil import get_data
from typing import TYPE_CHECKING, Any

from ..arguments import check_size
from ..ingest.apply import ApplyReceipt, plan_bundle
from ..ingest.bundle import parse_bundle
from ..ingest.evidence import Rejection
from ..say import clip, fitting, more, receipt_text
from ..text.escaping import one_line
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
"""Most pages that are named as created, or as updated, and what naming them may cost."""
NAMED = 8
"""Items refused for one reason, up to which the line of that reason may grow."""
NEAREST_CHARACTERS = 130
"""Of what is nearest to what was refused: of a quote, the source's own words."""
DROPPED, DROPPED_CHARACTERS = 5, 120
"""Most words that are gone which are printed, and of each of them and of what rested on it."""
NOTICE_CHARACTERS = 120
"""Of one notice; enough for the hash at the end of one that names a page."""
RECEIPT_TOKENS, REJECTION_TOKENS = 115, 24
"""What a receipt and each rejection in it may cost.

The promise is 150 and 25: the line that names the operation, the one that counts rejections and notes come on top.
"""


def applied_text(outcome: Outcome[ApplyReceipt]) -> str:
    """Return what was written, and what was refused and why."""
    receipt = outcome.receipt
    is_refused = bool(receipt.rejected) and not receipt.written
    lines = [] if is_refused else fitting(*_written(receipt), RECEIPT_TOKENS)
    lines += _dropped(receipt) + _notices(receipt)
    if receipt.rejected:
        lines.append(f"rejected {len(receipt.rejected)}" + ("; nothing was written" if is_refused else "") + ":")
        # What the rest of the receipt leaves over, the reasons may use.
        over = RECEIPT_TOKENS - count_tokens("\n".join(lines))
        tokens = REJECTION_TOKENS + max(0, over) // len(receipt.rejected)
        groups = _grouped(receipt.rejected)
        # Of hundreds for one reason it is enough to name the first.
        lines += [_rejection(group, tokens * min(len(group), NAMED)) for group in groups[:REJECTED]]
        lines += more(groups, REJECTED, "--json lists all")
    return receipt_text(outcome, lines)


def _written(receipt: ApplyReceipt) -> tuple[list[str], list[str]]:
    """Return what must be said of what was written, and what more as far as there is room."""
    counts = [
        f"claims: {receipt.claims_added} added, {receipt.claims_updated} updated, {receipt.claims_unchanged} unchanged"
        + (f", {receipt.claims_withdrawn} withdrawn" if receipt.claims_withdrawn else "")
        + (f", {receipt.claims_ended} ended" if receipt.claims_ended else "")
        + (f", {receipt.claims_led} kept: their words stand in another passage now" if receipt.claims_led else "")
        + (f", {receipt.claims_dropped} dropped: their words are gone" if receipt.claims_dropped else "")
    ]
    pages = []
    for word, ids in (("created", receipt.created), ("updated", receipt.updated)):
        rest = [f"… {len(ids) - PAGES} more; --json lists all"] if len(ids) > PAGES else []
        pages += [clip(f"{word} {len(ids)}: {', '.join([*ids[:PAGES], *rest])}", PAGES_TOKENS)] if ids else []
    return counts, pages


def _dropped(receipt: ApplyReceipt) -> list[str]:
    """Return what the source says no more: a user may ask what it was."""
    lines = [
        f'  gone, {one_line(item.claim or item.page, DROPPED_CHARACTERS)}: "{one_line(item.quote, DROPPED_CHARACTERS)}"'
        for item in receipt.dropped
    ]
    return lines[:DROPPED] + more(lines, DROPPED, "--json lists all")


def _notices(receipt: ApplyReceipt) -> list[str]:
    """Return what the agent should look at, one line for what is said of several items."""
    items: dict[str, list[str]] = {}
    for notice in receipt.notices:
        items.setdefault(notice.message, []).append(notice.item)
    notices = [*items.items()]
    lines = [f"  note, {_items(of)}: {one_line(message, NOTICE_CHARACTERS)}" for message, of in notices[:REJECTED]]
    return lines + more(notices, REJECTED, "--json lists all")


def _items(items: Sequence[str]) -> str:
    """Name items of a bundle, those that follow each other as the first and the last of them."""
    runs: list[list[str]] = []
    for item in items:
        kind, _, number = item.rstrip("]").rpartition("[")
        if runs and number.isdecimal() and runs[-1][-1] == f"{kind}[{int(number) - 1}]":
            runs[-1].append(item)
        else:
            runs.append([item])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]} … {run[-1]}" for run in runs)


def _grouped(rejected: Sequence[Rejection]) -> list[list[Rejection]]:
    """Put rejections for the same reason together: a name that is unknown is so at every relation."""
    groups: dict[tuple[str, tuple[str, ...]], list[Rejection]] = {}
    for item in rejected:
        groups.setdefault((item.reason, item.nearest), []).append(item)
    return list(groups.values())


def _rejection(group: Sequence[Rejection], tokens: int) -> str:
    """Return one line for items that are refused for one reason, with what is nearest."""
    first = group[0]
    named = _items([item.item for item in group])
    brief = f"{first.item} and {len(group) - 1} more"
    places = [named, brief] if len(group) > 1 and len(named) > len(brief) else [named]
    near = one_line(" | ".join(first.nearest), NEAREST_CHARACTERS)
    said = one_line(first.reason) + (f"; nearest: {near}" if near else "")
    lines = [f"  {place}: {said}" for place in places]
    return clip(next((line for line in lines if count_tokens(line + "\n") <= tokens), lines[-1]), tokens)


BUNDLE: dict[str, Any] = json.loads(get_data(__package__, "bundle.json") or b"")
"""The form of a bundle in short, as a client is told of it; instructions/bundle.schema.json checks it in full."""

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
    text=lambda outcome, _: applied_text(outcome),
    exit_code=_apply_code,
)
