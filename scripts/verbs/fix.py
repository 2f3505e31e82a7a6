"""`fix`: mend what lint can mend without judgment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .parsing import add_dry_run
from .receipt_text import receipt_text

if TYPE_CHECKING:
    import argparse

    from ..care.commit import Outcome
    from ..knowledge_base import KnowledgeBase


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--safe", action="store_true", required=True, help="mend what needs no judgment")
    add_dry_run(parser)


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    return kb.fix(dry_run=options.dry_run), 0


def text(outcome: Outcome, _: argparse.Namespace) -> str:
    return receipt_text(outcome)
