"""`remember`: a turn of a conversation, a decision, kept in the session note of the day."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ..retrieval.reply.escaping import inline
from .parsing import add_dry_run, comma_list, read_argument, secrets_choice
from .receipt_text import receipt_text, warning_lines

if TYPE_CHECKING:
    import argparse

    from ..care.commit import Outcome
    from ..knowledge_base import KnowledgeBase
    from ..memory.remembering import TurnReceipt


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT|-", help="what was said or decided; - for standard input")
    parser.add_argument("--speaker", default="", metavar="WHO", help="who said it (agent)")
    parser.add_argument("--session", default="", metavar="NAME", help="keep it apart under this name")
    parser.add_argument("--tags", type=comma_list, default=(), metavar="A,B", help="its tags")
    parser.add_argument("--date", default="", metavar="DATE", help="YYYY-MM-DD, or with HH:MM (now)")
    parser.add_argument("--again", action="store_true", help="keep known words anew")
    parser.add_argument("--redact", action="store_true", help="replace what may be a secret")
    parser.add_argument("--keep-secrets", action="store_true", help="keep a secret as it is")
    add_dry_run(parser)


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    from ..memory.remembering import Said, plan_turns

    text = read_argument("-") if options.text == "-" else options.text
    # Bytes of an argument that are no text would be replaced by blanks; this raises what the command line tells.
    "".join((text, options.speaker, options.session, *options.tags)).encode("utf-8")
    said = Said(text, options.speaker or kb.actor, options.tags)
    secrets = secrets_choice(options)
    outcome = kb.write(
        "remember",
        lambda ws: plan_turns(
            ws, [said], session=options.session, secrets=secrets, again=options.again, date=options.date
        ),
        dry_run=options.dry_run,
    )
    return outcome, 3 if any(turn.state == "refused" for turn in outcome.receipt.turns) else 0


def text(outcome: Outcome, options: argparse.Namespace) -> str:
    lines = []
    if os.path.isfile(options.text):
        lines.append(
            f"  warning: {inline(options.text)} is a file; its name is kept, not its text: `add` registers a file"
        )
    for turn in outcome.receipt.turns:
        refused = "refused: a secret; --redact replaces it, --keep-secrets keeps it"
        lines.append(f"[[{turn.link}]] {turn.state}{_since(turn)}" if turn.link else refused)
        lines += warning_lines(turn.findings)[:4]
    return receipt_text(outcome, lines)


def _since(turn: TurnReceipt) -> str:
    """Where what is known stands: what was said again since then is not kept by itself."""
    if not turn.later:
        return ""
    at = f" at {turn.time}" if turn.time else ""
    return f": said{at}, turns since then: {turn.later}; if it was said again, keep it with --again"
