"""The verbs that answer by words: `ask` and `search`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..arguments import check_numbers
from ..clock import local_time
from ..model import PageFilter
from ..retrieval_engine.find_pages import PageHits, find_pages
from ..retrieval_engine.reply import AnswerDocument, AnswersDocument, Reply
from ..text.escaping import one_line, safe_line
from .declaration import Input, Work

if TYPE_CHECKING:
    # The verbs are below the composition root only in what they are handed.
    from ..knowledge_base import KnowledgeBase

TITLE_CHARACTERS = 80
"""Of a title that a line has."""


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
    if not reply.explanation:
        return reply.text
    from ..retrieval_engine.explain import format_explanation  # for who wonders how a reply came about

    return "\n\n".join([reply.text, *map(format_explanation, reply.explanation)])


def _reply_document(reply: Reply) -> AnswerDocument | AnswersDocument:
    return reply.document


def search(
    kb: KnowledgeBase, words: str, *, limit: int | None = None, offset: int = 0, where: PageFilter | None = None
) -> PageHits:
    """Return pages for some words, best first: by name, alias, heading and text."""
    check_numbers(limit=limit, offset=offset)
    (query,) = kb.questions("query", words)
    most = kb.settings.search_limit if limit is None else limit
    today = local_time(kb.clock)[:10]
    return kb.query_pages(
        where, lambda reader, only: find_pages(reader, query, limit=most, offset=offset, only=only, today=today)
    )


def _hits_text(found: PageHits, _: Mapping[str, Any]) -> str:
    """Return the pages as lines: label, title, category and why, and where there is one a quotation."""
    lines = [safe_line(found.only)] if found.only else []
    lines += [f"corrected: {safe_line(word)} -> {safe_line(meant)}" for word, meant in found.corrected]
    if found.nowhere:
        lines.append("occurs nowhere: " + ", ".join(map(safe_line, found.nowhere)))
    if not found.hits:
        after = f" after the first {found.offset}" if found.offset else ""
        return "\n".join([*lines, f"no page for {safe_line(found.query)}{after}"])
    for hit in found.hits:
        title = "" if hit.title == hit.label else f" {one_line(hit.title, TITLE_CHARACTERS)}"
        snippet = f': "{safe_line(hit.snippet)}"' if hit.snippet else ""
        lines.append(f"[{safe_line(hit.label)}]{title} ({hit.category}, {hit.why}){snippet}")
    return "\n".join([*lines, *([f"omitted: {found.omitted}"] if found.omitted else [])])


WORK = {
    "ask": Work(ask, _reply_text, lambda reply, given: int(reply.is_empty and "fail_empty" in given), _reply_document),
    "search": Work(
        search,
        _hits_text,
        lambda found, given: int(not found.hits and "fail_empty" in given),
    ),
}
