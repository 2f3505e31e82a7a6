"""`recall`: what was said about something, from the session notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .parsing import count

if TYPE_CHECKING:
    import argparse

    from ..knowledge_base import KnowledgeBase
    from ..memory.recall_reply import Recalled


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", nargs="*", help="none: what was said last")
    parser.add_argument("--budget", type=count, metavar="N", help="most tokens (1200)")
    parser.add_argument("--session", default="", metavar="NAME", help="only this session")
    parser.add_argument("--since", default="", metavar="DATE", help="first day, YYYY-MM-DD")
    parser.add_argument("--until", default="", metavar="DATE", help="last day")
    parser.add_argument("--limit", type=count, default=10, metavar="N", help="most hits (10)")


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    from ..memory.recall_reply import recall
    from ..memory.recalling import Wanted

    wanted = Wanted(options.limit, options.session, options.since, options.until)
    question = " ".join(options.question)
    return kb.read(lambda ws: recall(ws, question, wanted, as_json=options.json)), 0


def text(found: Recalled, _: argparse.Namespace) -> str:
    return found.text


def document(found: Recalled) -> Any:
    """The turns cut to the budget as JSON."""
    return found.document
