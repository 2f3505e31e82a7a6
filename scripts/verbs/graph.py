"""`graph`: what surrounds a page, drawn or listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .parsing import count, walk_options, write_argument

if TYPE_CHECKING:
    import argparse

    from ..knowledge_base import KnowledgeBase

_STDOUT = (None, "", "-")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", nargs="?", default="", help="the page in the middle; none: the whole graph")
    parser.add_argument("--format", choices=("text", "mermaid", "json", "graphml", "canvas"), default="text")
    walk_options(parser)
    parser.add_argument("--limit", type=count, metavar="N", help="most nodes (50 around a page, all without one)")
    parser.add_argument("--out", metavar="FILE", help="write to a file; - is standard output")


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    from ..reading.subgraph import Limits

    limits = Limits(max_nodes=options.limit, direction=options.direction, relations=options.relation)
    found = kb.graph(options.page, limits)
    if options.out not in _STDOUT:
        from ..care.graph_export import format_graph

        write_argument(options.out, format_graph(found, options.format))
    return found, 0


def text(value: Any, options: argparse.Namespace) -> str:
    from ..care.graph_export import format_graph, size

    if options.out in _STDOUT:
        return format_graph(value, options.format)
    return f"wrote {options.out}: {size(value)}"
