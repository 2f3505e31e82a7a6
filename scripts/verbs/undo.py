"""`undo`: an operation taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .parsing import add_dry_run
from .receipt_text import receipt_text, text_of_fields

if TYPE_CHECKING:
    import argparse

    from ..care.commit import Outcome
    from ..knowledge_base import KnowledgeBase


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("operation", help="its id, a unique beginning of it, or `last` for the newest")
    add_dry_run(parser)


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    return kb.undo(options.operation, dry_run=options.dry_run), 0


def text(outcome: Outcome, _: argparse.Namespace) -> str:
    if outcome.dry_run:
        return receipt_text(outcome)
    # The operation that took it back is no operation to name: it cannot be undone.
    return f"undone: operation {outcome.receipt.op}\n{text_of_fields(outcome.receipt._replace(op=''))}"
