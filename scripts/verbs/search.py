"""`search`: pages for some words."""

from __future__ import annotations

from ..pages.page_facts import CATEGORIES
from ..retrieval.reply.escaping import inline
from .parsing import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..knowledge_base import KnowledgeBase
    from ..reading.search import SearchResult


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="+")
    parser.add_argument("--limit", type=count, metavar="N", help="most pages (10)")
    parser.add_argument("--offset", type=int, default=0, metavar="N", help="pass over the N best")
    parser.add_argument("--category", choices=(*CATEGORIES, "notes"), default="", help="only pages of this kind")
    parser.add_argument("--fail-empty", action="store_true", help="exit 1 when nothing is found")


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    found = kb.search(" ".join(options.words), limit=options.limit, offset=options.offset, category=options.category)
    return found, 1 if not found.hits and options.fail_empty else 0


def text(found: SearchResult, options: argparse.Namespace) -> str:
    if not found.hits:
        return f"no page for {inline(found.query)}" + (f" after the first {options.offset}" if options.offset else "")
    lines = [
        f"corrected: {inline(word)} occurs nowhere, searched also: {inline(meant)}" for word, meant in found.corrected
    ]
    for hit in found.hits:
        snippet = f': "{inline(hit.snippet, 160)}"' if hit.snippet else ""
        stale = ", stale" if hit.stale else ""
        lines.append(f"[[{inline(hit.id)}]] {inline(hit.title, 80)} ({hit.category}, {hit.why}{stale}){snippet}")
    return "\n".join([*lines, *([f"omitted: {found.omitted}"] if found.omitted else [])])
