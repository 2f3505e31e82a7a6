"""`apply`: what an agent extracted, written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import regex as re
from ..pages.model import to_jsonable
from ..refusals import BundleError
from ..retrieval.budget.tokens import estimate_tokens
from ..retrieval.reply.escaping import inline
from .parsing import add_dry_run, read_argument
from .receipt_text import clip, fitting, more, receipt_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from ..care.commit import Outcome
    from ..ingest.receipts import ApplyReceipt, Rejection
    from ..knowledge_base import KnowledgeBase

REJECTED = 40
"""Most reasons that are printed, or given to a client of the server; `--json` has all.  As many notes."""
NAMED = 8
"""Items refused for one reason, up to which the line of that reason may grow."""
NEAREST_CHARACTERS = 130
"""Of what is nearest to what was refused: of a quote, the source's own words."""
LESS = (80, 60, 45)
"""The same where the line is too long."""
DROPPED, DROPPED_CHARACTERS = 5, 120
"""Most words that are gone which are printed, and of each of them and of what rested on it."""
NOTICE_CHARACTERS = 120
"""Of one notice; enough for the hash at the end of one that names a page."""
RECEIPT_TOKENS, REJECTION_TOKENS = 115, 24
"""What a receipt and each rejection in it may cost.

The promise is 150 and 25: the line that names the operation, the one that counts rejections and notes are beside.
"""


SHORTEST_QUOTE = 16
"""Characters of what a rejection quotes that are left when its line has to be shortened."""
_QUOTED = re.compile(r"'.*'|\".*\"")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bundle", metavar="BUNDLE.json|-")
    parser.add_argument("--partial", action="store_true", help="write what holds, list the rest")
    add_dry_run(parser)


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    import json

    text = read_argument(options.bundle)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as err:
        line = getattr(err, "lineno", 0)
        raise BundleError(
            f"not JSON: {getattr(err, 'msg', 'nested too deeply')}",
            path=options.bundle,
            line=line,
            hint="see instructions/bundle.schema.json",
        ) from err
    outcome = kb.apply(value, partial=options.partial, dry_run=options.dry_run)
    rejected = bool(outcome.receipt.rejected)
    return outcome, 0 if not rejected else 1 if options.partial else 3


def document_for_client(outcome: Outcome) -> Any:
    """What `--json` prints, with as many items of each list as a text has, and how many there are besides."""
    receipt = outcome.receipt
    lists = {name: getattr(receipt, name) for name in ("rejected", "notices", "dropped")}
    cut = receipt._replace(**{name: items[:REJECTED] for name, items in lists.items()})
    document = to_jsonable(outcome._replace(receipt=cut))
    for name, items in lists.items():
        document["receipt"][f"{name}_omitted"] = max(0, len(items) - REJECTED)
    return document


def text(outcome: Outcome, _: argparse.Namespace) -> str:
    return receipt_text(outcome, _lines(outcome.receipt))


def _lines(receipt: ApplyReceipt) -> list[str]:
    is_refused = bool(receipt.rejected) and not receipt.written
    lines = [] if is_refused else fitting(lambda room: _written(receipt, room), RECEIPT_TOKENS)
    lines += _dropped(receipt) + _notices(receipt)
    if receipt.rejected:
        lines.append(f"rejected {len(receipt.rejected)}" + ("; nothing was written" if is_refused else "") + ":")
        # What the rest of the receipt leaves over, the reasons may use.
        over = RECEIPT_TOKENS - estimate_tokens("\n".join(lines))
        each = REJECTION_TOKENS + max(0, over) // len(receipt.rejected)
        groups = _grouped(receipt.rejected)
        # Of hundreds for one reason it is enough to name the first.
        lines += [_rejection(group, each * min(len(group), NAMED)) for group in groups[:REJECTED]]
        lines += more(groups, REJECTED, "--json lists all")
    return lines


def _written(receipt: ApplyReceipt, room: float) -> list[str]:
    lines = [
        f"claims: {receipt.claims_added} added, {receipt.claims_updated} updated, {receipt.claims_unchanged} unchanged"
        + (f", {receipt.claims_withdrawn} withdrawn" if receipt.claims_withdrawn else "")
        + (f", {receipt.claims_led} kept: their words stand in another passage now" if receipt.claims_led else "")
        + (f", {receipt.claims_dropped} dropped: their words are gone" if receipt.claims_dropped else "")
    ]
    for word, ids in (("created", receipt.created), ("updated", receipt.updated)):
        if ids:
            named = ids[: int(8 * room)]
            rest = f"… {len(ids) - len(named)} more; --json lists all" if len(named) < len(ids) else ""
            lines.append(f"{word} {len(ids)}: " + ", ".join(filter(None, (*named, rest))))
    return lines


def _dropped(receipt: ApplyReceipt) -> list[str]:
    """What the source says no more: a user may ask what it was."""
    told = [
        f'  gone, {inline(each.claim or each.page, DROPPED_CHARACTERS)}: "{inline(each.quote, DROPPED_CHARACTERS)}"'
        for each in receipt.dropped
    ]
    return told[:DROPPED] + more(told, DROPPED, "--json lists all")


def _notices(receipt: ApplyReceipt) -> list[str]:
    """What the agent should look at, one line for what is said of several items."""
    items: dict[str, list[str]] = {}
    for notice in receipt.notices:
        items.setdefault(notice.message, []).append(notice.item)
    told = [*items.items()]
    lines = [f"  note, {_items(of)}: {inline(message, NOTICE_CHARACTERS)}" for message, of in told[:REJECTED]]
    return lines + more(told, REJECTED, "--json lists all")


def _items(items: Sequence[str]) -> str:
    """Items of a bundle, those that follow each other as the first and the last of them."""
    runs: list[list[str]] = []
    for item in items:
        kind, _, number = item.rstrip("]").rpartition("[")
        if runs and number.isdecimal() and runs[-1][-1] == f"{kind}[{int(number) - 1}]":
            runs[-1].append(item)
        else:
            runs.append([item])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]} … {run[-1]}" for run in runs)


def _grouped(rejected: Sequence[Rejection]) -> list[list[Rejection]]:
    """Rejections for the same reason, together: a name that is unknown is so at every relation."""
    groups: dict[tuple[str, tuple[str, ...]], list[Rejection]] = {}
    for item in rejected:
        groups.setdefault((item.reason, item.nearest), []).append(item)
    return list(groups.values())


def _rejection(group: Sequence[Rejection], tokens: int) -> str:
    """One line, which keeps what to do: of the words that it quotes the end goes first, then of what is nearest."""
    first = group[0]
    named = _items([each.item for each in group])
    brief = f"{first.item} and {len(group) - 1} more"
    places = [named, brief] if len(group) > 1 and len(named) > len(brief) else [named]
    lines = [f"  {place}: {told}" for told in _tellings(first) for place in places]
    return clip(next((line for line in lines if estimate_tokens(line + "\n") <= tokens), lines[-1]), tokens)


def _tellings(item: Rejection) -> Iterator[str]:
    """Why an item is refused and what is nearest, from the fullest to the barest."""
    reason = inline(item.reason)
    shortened = (reason, *(_with_less(reason, length) for length in (40, SHORTEST_QUOTE)))
    ways = [(reason, count, NEAREST_CHARACTERS) for count in range(len(item.nearest), 1, -1)]
    if item.nearest:
        ways += [(told, 1, NEAREST_CHARACTERS) for told in shortened]
        # What stands there says more than what is sent: the sender has that.
        ways += [(told, 1, width) for told in (shortened[-1], _QUOTED.sub("", reason).rstrip(" :")) for width in LESS]
    for told, count, width in ways:
        yield f"{told}; nearest: {inline(' | '.join(item.nearest[:count]), width)}"
    yield from shortened


def _with_less(reason: str, length: int) -> str:
    """A reason with what it quotes cut to this many characters."""
    quoted = _QUOTED.search(reason)
    if quoted is None or len(quoted[0]) <= length:
        return reason
    shown = quoted[0][:length].rpartition(" ")[0] or quoted[0][:length]
    return f"{reason[: quoted.start()]}{shown}…{quoted[0][-1]}{reason[quoted.end() :]}"
