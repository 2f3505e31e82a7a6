"""`show`: a page or a part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..pages.knowledge.ontology import display_relation
from ..pages.passage_marks import TOLD
from ..retrieval.reply.escaping import inline, quoted
from ..shell_words import shell_word
from .parsing import count

if TYPE_CHECKING:
    import argparse

    from ..knowledge_base import KnowledgeBase
    from ..reading.show import Shown


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", help="slug, title, alias or path; `page#Heading` or `page#^block` for a part")
    parser.add_argument("--line", type=count, metavar="N", default=1, help="begin at this line of the file")
    parser.add_argument("--budget", type=count, metavar="N", help="most tokens of the text (4000)")


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    return kb.show(options.page, line=options.line, budget_tokens=options.budget), 0


def text(shown: Shown, _: argparse.Namespace) -> str:
    head = f"{shown.path}{shown.part}  sha {shown.sha[:12]}"
    told = [f"line {line}: {TOLD[mark]}" for line, mark in shown.marks]
    lines = [
        head,
        *(f"stale: {reason}" for reason in shown.stale),
        *told,
        quoted(shown.text.removeprefix("\ufeff").rstrip("\n")),
    ]
    if shown.claims:
        lines.append("claims:")
        lines += [
            f"  {inline(c.source)} -{inline(display_relation(c.relation))}[{c.confidence:g}]-> {inline(c.target)}"
            f"  [{inline(c.cite)}]{' stale' * c.stale}"
            for c in shown.claims
        ]
    if shown.omitted_characters:
        more = f"line {shown.line} wants a larger --budget"
        if shown.text:
            more = f"show {shell_word(shown.id + shown.part)} --line {shown.next_line} for more"
        part = f", {shell_word(shown.id + '#Heading')} for a part of:" if shown.outline else ""
        lines.append(f"omitted: {shown.omitted_characters} characters; {more}{part}")
        lines += [f"  {inline(heading)}" for heading in shown.outline[:30]]
    return "\n".join(lines)
