"""The verbs of memory: `remember`, `recall` and `useful`."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..text.escaping import one_line
from . import (
    Add,
    Implementation,
    add_dry_run,
    add_filters,
    add_secrets,
    comma_list,
    count,
    filter_of,
    number,
    read_text,
    secrets_choice,
)
from .receipts import receipt_text, warning_lines

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase
    from ..memory.marks import ForgottenMarks, Marked
    from ..memory.recall_reply import RecallDocument, Recalled
    from ..memory.remembering import RememberReceipt, TurnReceipt
    from ..wiki_store.working_copy import Outcome

WARNINGS = 4
"""Most warnings that are printed of one turn."""


def _remember_options(add: Add) -> None:
    add("text", nargs="+", metavar="TEXT|-", help="what was said or decided, each in quotes; - for standard input")
    add("--speaker", action="append", default=[], metavar="WHO", help="who said it (agent); repeated: one for each")
    add("--session", default="", metavar="NAME", help="keep it apart under this name")
    add("--tags", type=comma_list, default=(), metavar="A,B", help="its tags")
    add("--date", default="", metavar="DATE", help="YYYY-MM-DD, or with HH:MM (now)")
    add("--again", action="store_true", help="keep known words anew")
    add_secrets(add)
    add_dry_run(add)


def _remember(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Outcome[RememberReceipt], int]:
    from ..memory.remembering import Said

    texts = [read_text("-", kb.settings) if text == "-" else text for text in options.text]
    if len(texts) > 1 and not any(" " in text.strip() for text in texts):
        raise UsageError(f"{len(texts)} words, each of them a turn", hint="put what was said in quotes")
    speakers = options.speaker or [kb.actor]
    if len(speakers) not in (1, len(texts)):
        raise UsageError(f"{len(speakers)} speakers of {len(texts)} turns", hint="give one, or one for each")
    # Bytes of an argument that are no text would be replaced by blanks; this raises what the command line reports.
    "".join((*texts, *speakers, options.session, *options.tags)).encode("utf-8")
    speakers = speakers * len(texts) if len(speakers) == 1 else speakers
    outcome = kb.remember(
        [Said(text, speaker or kb.actor, options.tags) for text, speaker in zip(texts, speakers)],
        session=options.session,
        secrets=secrets_choice(options),
        again=options.again,
        date=options.date,
        dry_run=options.dry_run,
    )
    return outcome, 3 if any(turn.state == "refused" for turn in outcome.receipt.turns) else 0


def _remember_text(outcome: Outcome[Any], options: argparse.Namespace) -> str:
    warning = "is a file; its name is kept, not its text: `add` registers a file"
    lines = [f"  warning: {one_line(text)} {warning}" for text in options.text if os.path.isfile(text)]
    for turn in outcome.receipt.turns:
        refused = "refused: a secret; --redact replaces it, --keep-secrets keeps it"
        lines.append(f"[[{turn.link}]] {turn.state}{_since(turn)}" if turn.link else refused)
        lines += warning_lines(turn.findings)[:WARNINGS]
    return receipt_text(outcome, lines)


def _since(turn: TurnReceipt) -> str:
    """Say where known words stand: what was said again since then is not kept by itself."""
    if not turn.later:
        return ""
    at = f" at {turn.time}" if turn.time else ""
    return f": said{at}, turns since then: {turn.later}; if it was said again, keep it with --again"


def _recall_options(add: Add) -> None:
    add("question", nargs="*", help="none: what was said last")
    add("--budget", type=count, metavar="N", help="most tokens (1200)")
    add("--session", default="", metavar="NAME", help="only this session")
    add("--since", default="", metavar="DATE", help="first day, YYYY-MM-DD")
    add("--until", default="", metavar="DATE", help="last day")
    add_filters(add, has_days=False)
    add("--limit", type=count, default=10, metavar="N", help="most hits (10)")


def _recall(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Recalled, int]:
    found = kb.recall(
        " ".join(options.question),
        session=options.session,
        since=options.since,
        until=options.until,
        where=filter_of(kb, options, has_days=False),
        limit=options.limit,
    )
    return found, 0


def _recall_text(found: Recalled, _: argparse.Namespace) -> str:
    return found.text


def _recall_document(found: Recalled) -> RecallDocument:
    """Return the turns that the text has."""
    return found.document


def _useful_options(add: Add) -> None:
    add("names", nargs="*", metavar="PAGE|PAGE#^BLOCK", help="what helped, as cited")
    add("--for", metavar="QUESTION", help="the question it helped with")
    add("--not", action="store_true", help="it misled: --polarity -1")
    add("--polarity", type=number, metavar="P", help="1 it helped (1), -1 it misled")
    add("--forget", action="store_true", help="delete marks: of these, for this question, or all")
    add_dry_run(add)


def _useful(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Marked | ForgottenMarks, int]:
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
    if options.forget:
        return kb.forget_marks(options.names, question=question, dry_run=options.dry_run), 0
    return kb.useful(options.names, question=question, polarity=polarity, dry_run=options.dry_run), 0


def _useful_text(value: Any, options: argparse.Namespace) -> str:
    head = ["dry run: nothing was written"] if value.dry_run else []
    if options.forget:
        return "\n".join([*head, f"forgotten: {value.forgotten} marks, kept: {value.kept}"])
    said = "useful" if value.polarity > 0 else "misled" if value.polarity < 0 else "neutral"
    lines = [*head, f"{said} ({value.polarity:g}): {', '.join(map(one_line, value.targets))}"]
    if value.question:
        return "\n".join([*lines, f"for: {one_line(value.question)}"])
    return "\n".join([*lines, 'for no question in particular; give --for "QUESTION"'])


VERBS = {
    "remember": Implementation(_remember_options, _remember, _remember_text),
    "recall": Implementation(_recall_options, _recall, _recall_text, _recall_document),
    "useful": Implementation(_useful_options, _useful, _useful_text),
}
