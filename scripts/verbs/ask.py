"""`ask`: a question answered from the wiki, then from the graph of claims."""

from __future__ import annotations

from .parsing import comma_list, read_argument, walk_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..knowledge_base import KnowledgeBase
    from ..reading.asking import Reply


def options(parser: argparse.ArgumentParser) -> None:
    # The usage would name each option once more: 90 of the 400 tokens that help may cost.
    parser.usage = "%(prog)s QUESTION|- [OPTIONS]"
    parser.add_argument("question", nargs="+")
    parser.add_argument("--terms", type=comma_list, default=(), metavar="A,B", help="other words for what is asked")
    parser.add_argument("--budget", type=int, metavar="N", help="most tokens of the reply (1200)")
    walk_options(parser, "what the question names")
    parser.add_argument("--max-nodes", type=int, metavar="N", help="most nodes reached (50)")
    parser.add_argument("--counter", metavar="NAME", help="what counts tokens (pieces)")
    parser.add_argument("--evidence", action="store_true", help="quote evidence in any case")
    parser.add_argument(
        "--explain", action="store_true", help="how the answer was found: each stage with its candidates and scores"
    )
    parser.add_argument("--no-sweep", action="store_true", help="quicker; may miss an edit")
    parser.add_argument("--fail-empty", action="store_true", help="exit 1 when nothing is found")


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    question = read_argument("-") if options.question == ["-"] else " ".join(options.question)
    reply = kb.ask(
        question,
        terms=options.terms,
        direction=options.direction,
        relations=options.relation,
        evidence=options.evidence,
        as_json=options.json,
        explain=options.explain,
        sweep=not options.no_sweep,
    )
    return reply, 1 if reply.answer.is_empty and options.fail_empty else 0


def text(reply: Reply, _: argparse.Namespace) -> str:
    return reply.text


def document(reply: Reply) -> Any:
    """An answer's document is cut to the budget as JSON."""
    return reply.document
