"""`graph`: what surrounds a page, drawn or listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .parsing import add_dry_run, count, walk_options
from .receipt_text import receipt_text

if TYPE_CHECKING:
    import argparse

    from ..knowledge_base import KnowledgeBase
    from ..reading.exporting import Exported

_STDOUT = (None, "", "-")
_READ = ("text", "mermaid")
"""Formats to be read where they are printed; the others are for programs, which want the graph whole."""


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", nargs="?", default="", help="the page in the middle; none: the whole graph")
    parser.add_argument("--format", choices=("text", "mermaid", "json", "graphml", "canvas"), default="text")
    walk_options(parser, "the page")
    parser.add_argument("--limit", type=count, metavar="N", help="most nodes (50; all in files and JSON)")
    parser.add_argument("--out", metavar="FILE", help="write to a file; - is standard output")
    parser.add_argument("--force", action="store_true", help="write over a file")
    add_dry_run(parser)


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    from ..reading.subgraph import Limits

    limits = Limits(max_nodes=options.limit, direction=options.direction, relations=options.relation)
    if options.out in _STDOUT:
        if options.limit is None and options.format in _READ and not options.json:
            limits = limits._replace(max_nodes=kb.settings.max_nodes)
        return kb.graph(options.page, limits), 0
    from ..reading.exporting import Drawn, ExportRequest

    drawn = Drawn(options.page, limits)
    request = ExportRequest(options.format, out=options.out, force=options.force, drawn=drawn)
    return kb.export(request, dry_run=options.dry_run), 0


def text(value: Any, options: argparse.Namespace) -> str:
    if options.out in _STDOUT:
        from ..care.graph_export import format_graph

        drawing = format_graph(value, options.format)
        if options.format == "text" and value.omitted and not value.center:
            drawing += f"omitted: {value.omitted} nodes; --limit {len(value.nodes) + value.omitted} lists all\n"
        return drawing
    if hasattr(value, "receipt"):
        return receipt_text(value, [_written(value.receipt)] if value.op or value.dry_run else None)
    return ("dry run: nothing was written\n" if options.dry_run else "") + _written(value)


def _written(exported: Exported) -> str:
    return f"wrote {exported.out}: {', '.join(exported.notes)}"
