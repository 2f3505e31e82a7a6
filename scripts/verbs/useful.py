"""`useful`: what helped with a question is found sooner for the next one like it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from .parsing import add_dry_run

if TYPE_CHECKING:
    import argparse

    from ..knowledge_base import KnowledgeBase


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="PAGE|PAGE#^BLOCK", help="what helped, as cited")
    parser.add_argument("--for", metavar="QUESTION", help="the question it helped with")
    parser.add_argument("--not", action="store_true", help="it misled: --polarity -1")
    parser.add_argument("--polarity", type=float, metavar="P", help="1 it helped (1), -1 it misled")
    parser.add_argument("--forget", action="store_true", help="delete marks: of these, for this question, or all")
    add_dry_run(parser)


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    from ..memory.trace import forget, mark_useful

    # Two of the options are words of Python.
    question, misled = vars(options)["for"], vars(options)["not"]
    if misled and options.polarity is not None:
        raise UsageError("--not and --polarity say the same", hint="give one of them")
    if question is not None and not question.strip():
        # An empty variable of a shell, say: without a question all marks would be forgotten.
        raise UsageError("the question is empty", hint="give it in the words in which it was asked, or leave it out")
    if options.forget and (misled or options.polarity is not None):
        raise UsageError("--forget deletes marks and gives none", hint="leave out --not and --polarity")
    question = question or ""
    polarity = -1.0 if misled else 1.0 if options.polarity is None else options.polarity
    names, dry_run = options.names, options.dry_run
    if options.forget:
        return kb.read(lambda ws: forget(ws, names, question=question, dry_run=dry_run), sweep=bool(names)), 0
    marked = kb.read(
        lambda ws: mark_useful(ws, names, question=question, polarity=polarity, actor=kb.actor, dry_run=dry_run)
    )
    return marked, 0


def text(value: Any, options: argparse.Namespace) -> str:
    from ..retrieval.reply.escaping import inline

    head = ["dry run: nothing was written"] if value.dry_run else []
    if options.forget:
        return "\n".join([*head, f"forgotten: {value.forgotten} marks, kept: {value.kept}"])
    said = "useful" if value.polarity > 0 else "misled" if value.polarity < 0 else "neutral"
    lines = [*head, f"{said} ({value.polarity:g}): {', '.join(map(inline, value.targets))}"]
    if value.question:
        return "\n".join([*lines, f"for: {inline(value.question)}"])
    return "\n".join([*lines, 'for no question: `ask` counts it for none; give --for "QUESTION"'])
