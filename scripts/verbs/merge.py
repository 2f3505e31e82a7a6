"""`merge`: one page of two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .parsing import add_dry_run
from .receipt_text import following_text

if TYPE_CHECKING:
    import argparse

    from ..care.commit import Outcome
    from ..knowledge_base import KnowledgeBase


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", help="the page that goes")
    parser.add_argument("into", help="the page that stays")
    parser.add_argument("--force", action="store_true", help="merge pages that differ in type or kind")
    add_dry_run(parser)


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    return kb.merge(options.page, options.into, force=options.force, dry_run=options.dry_run), 0


def text(outcome: Outcome, _: argparse.Namespace) -> str:
    return following_text(outcome)
