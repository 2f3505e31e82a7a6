"""`forget`: a page, a passage or a text deleted for good, with every trace that the home keeps of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from .parsing import add_dry_run, read_argument
from .receipt_text import receipt_text, text_of_fields

if TYPE_CHECKING:
    import argparse

    from ..care.commit import Outcome
    from ..care.forgetting import ForgetReceipt
    from ..knowledge_base import KnowledgeBase

SHOWN = 20
"""Most places told that still hold it."""
BEYOND = "git, Obsidian's file recovery and sync, backups, other programs' copies, this conversation"


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("targets", nargs="*", metavar="PAGE|PAGE#^BLOCK", help="what goes: pages the tools wrote")
    parser.add_argument("--text", action="append", metavar="T", help="words that stand in no page any more; - is stdin")
    parser.add_argument("--yes", action="store_true", help="do it; nothing takes it back")
    add_dry_run(parser)


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    if options.yes and options.dry_run:
        raise UsageError("--yes and --dry-run exclude each other", hint="leave one of them out")
    texts = [read_argument(text).strip() if text == "-" else text for text in options.text or ()]
    outcome = kb.forget(options.targets, text=texts, yes=options.yes)
    return outcome, 1 if outcome.receipt.remains and not outcome.dry_run else 0


def text(outcome: Outcome, _: argparse.Namespace) -> str:
    receipt = outcome.receipt
    told = text_of_fields(receipt._replace(remains=(), unread=(), has_git=False))
    if outcome.dry_run:
        stays = f"stays, to be taken out by hand{_places(receipt)}"
        last = [*[stays] * bool(receipt.remains), "nothing takes it back; --yes does it", f"out of reach: {BEYOND}"]
    else:
        index = [] if outcome.op else ["no trace was kept; the index was made anew"]
        last = [*index, *_remaining(receipt), f"out of reach: {BEYOND}"]
    return "\n".join(filter(None, [receipt_text(outcome, [told] if told else []), *last]))


def _places(receipt: ForgetReceipt) -> str:
    rest = f" and {len(receipt.remains) - SHOWN} more" if len(receipt.remains) > SHOWN else ""
    return f" ({len(receipt.remains)}): {', '.join(map(str, receipt.remains[:SHOWN]))}{rest}"


def _remaining(receipt: ForgetReceipt) -> list[str]:
    lines = ["still there" + (_places(receipt) if receipt.remains else ": nowhere")]
    if receipt.unread:
        more = f" and {len(receipt.unread) - SHOWN} more" if len(receipt.unread) > SHOWN else ""
        lines.append(f"not looked into ({len(receipt.unread)}): {', '.join(receipt.unread[:SHOWN])}{more}")
    return [*lines, *(["a git repository is there: its history was not looked through"] if receipt.has_git else [])]
