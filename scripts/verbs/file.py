"""`file`: an answer kept as a topic page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..shell_words import shell_word
from .parsing import add_dry_run, comma_list, read_argument
from .receipt_text import receipt_text

if TYPE_CHECKING:
    import argparse

    from ..care.commit import Outcome
    from ..knowledge_base import KnowledgeBase


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("answer", metavar="FILE|PAGE|-", help="the answer in Markdown, or with --also the page")
    parser.add_argument("--question", action="append", help="repeat it for other wordings")
    parser.add_argument("--title")
    parser.add_argument("--cites", type=comma_list, default=(), metavar="A,B", help="what it rests on: slug#^block, …")
    parser.add_argument("--also", action="append", metavar="WORDING", help="only add a wording of its question")
    parser.add_argument("--expect-sha", default="", metavar="SHA", help="hash of the page you read, to replace it")
    add_dry_run(parser)


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    parts = {"--question": options.question, "--title": options.title, "--cites": options.cites}
    if options.also:
        return _add_wordings(kb, options, [name for name, value in parts.items() if value]), 0
    missing = [name for name, value in parts.items() if value is None or value == ()]
    if missing:
        raise UsageError(
            f"the following arguments are required: {', '.join(missing)}", hint="see `commonplace file --help`"
        )
    outcome = kb.file(
        question=options.question,
        title=options.title,
        answer=read_argument(options.answer),
        cites=options.cites,
        expect_sha=options.expect_sha,
        dry_run=options.dry_run,
    )
    return outcome, 0


def _add_wordings(kb: KnowledgeBase, options: argparse.Namespace, beside: list[str]) -> Outcome:
    from ..ingest.wordings import plan_wordings

    if beside:
        raise UsageError(
            f"--also adds to an answer as it is: leave out {', '.join(beside)}", hint="or leave out --also"
        )
    # A client of the protocol gives the page where it would give the answer.
    name = read_argument("-") if options.answer == "-" else options.answer
    return kb.write("file", lambda ws: plan_wordings(ws, name, options.also), dry_run=options.dry_run)


def text(outcome: Outcome, _: argparse.Namespace) -> str:
    filed = outcome.receipt
    lines = [f"{filed.id} {filed.state} ({filed.path})", "cites: " + ", ".join(filed.cites)]
    if filed.same_title:
        lines.append(
            f"note: [[{filed.same_title}]] has this title and answers another question; if it is the same, undo and "
            f'`commonplace file --also "NEW WORDING" {shell_word(filed.same_title)}`'
        )
    return receipt_text(outcome, lines)
