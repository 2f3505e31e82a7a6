"""The verb that answers questions: `ask`.  It loads no reader of Markdown."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..retrieval_engine.reply import Reply
from .declaration import Input, Work

if TYPE_CHECKING:
    # The verbs are below the composition root only in what they are handed.
    from ..knowledge_base import KnowledgeBase


def ask(
    kb: KnowledgeBase,
    question: str | Sequence[str],
    *,
    html: str | None = None,
    has_text: bool = True,
    force: bool = False,
    **asked: Any,
) -> Reply:
    """Answer questions, as KnowledgeBase.ask does; html: also as a page for a browser, has_text: with quotations."""
    questions = [question] if isinstance(question, str) else [*question]
    lines = [text.split("\n") if isinstance(text, Input) else [text] for text in questions]
    reply = kb.ask([line.strip() for texts in lines for line in texts if line.strip()], **asked)
    if html is not None:
        from .graphing import answer_page, written_text  # it imports the rooms that write

        exported = answer_page(kb, reply, html, has_text=has_text, force=force)
        print(written_text(exported), file=sys.stderr)
    return reply


def _reply_text(reply: Reply, _: Mapping[str, Any]) -> str:
    explained = [answer.explain for answer in reply.answers if answer.explain]
    if not explained:
        return reply.text
    from ..retrieval_engine.explain import format_explanation  # for who wonders how a reply came about

    return "\n\n".join([reply.text, *map(format_explanation, explained)])


WORK = {
    "ask": Work(ask, _reply_text, lambda reply, given: int(reply.is_empty and "fail_empty" in given)),
}
