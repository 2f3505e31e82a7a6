"""`file`: an answer kept as a topic page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .parsing import add_dry_run, comma_list, read_argument
from .receipt_text import receipt_text

if TYPE_CHECKING:
    import argparse

    from ..care.commit import Outcome
    from ..knowledge_base import KnowledgeBase


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("answer", metavar="FILE|-", help="the answer, in Markdown")
    parser.add_argument("--question", action="append", required=True, help="repeat it for other wordings")
    parser.add_argument("--title", required=True)
    parser.add_argument(
        "--cites", type=comma_list, required=True, metavar="A,B", help="what it rests on: slug#^block, …"
    )
    parser.add_argument("--expect-sha", default="", metavar="SHA", help="hash of the page you read, to replace it")
    add_dry_run(parser)


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    outcome = kb.file(
        question=options.question,
        title=options.title,
        answer=read_argument(options.answer),
        cites=options.cites,
        expect_sha=options.expect_sha,
        dry_run=options.dry_run,
    )
    return outcome, 0


def text(outcome: Outcome, _: argparse.Namespace) -> str:
    filed = outcome.receipt
    return receipt_text(outcome, [f"{filed.id} {filed.state} ({filed.path})", "cites: " + ", ".join(filed.cites)])
