"""`rename`: another title or path for a page; links follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .parsing import add_dry_run
from .receipt_text import following_text

if TYPE_CHECKING:
    import argparse

    from ..care.commit import Outcome
    from ..knowledge_base import KnowledgeBase


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page")
    parser.add_argument("new", help="new title; with --move the new path")
    parser.add_argument("--move", action="store_true", help="new is a path in the vault")
    add_dry_run(parser)


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    return kb.rename(options.page, options.new, move=options.move, dry_run=options.dry_run), 0


def text(outcome: Outcome, _: argparse.Namespace) -> str:
    return following_text(outcome)
