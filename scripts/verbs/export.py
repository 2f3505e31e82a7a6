"""`export`: the knowledge for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .parsing import add_dry_run
from .receipt_text import receipt_text, text_of_fields

if TYPE_CHECKING:
    import argparse

    from ..knowledge_base import KnowledgeBase


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", nargs="*", help="for canvas: what the evidence is to answer")
    parser.add_argument(
        "--format",
        choices=("okf", "graphml", "canvas", "base"),
        required=True,
        help="Open Knowledge Format, the whole graph, the evidence of one answer, or dashboards in the vault",
    )
    parser.add_argument("--out", default="", metavar="DIR|FILE", help="okf: a folder; graphml, canvas: a file or -")
    parser.add_argument("--force", action="store_true", help="write into a folder with files in it, or over a file")
    add_dry_run(parser)


def run(kb: KnowledgeBase, options: argparse.Namespace) -> tuple[Any, int]:
    from ..reading.exporting import ExportRequest

    # Dashboards are many files in the vault, which no output can be.
    out = "" if options.out == "-" and options.format != "base" else options.out
    request = ExportRequest(options.format, " ".join(options.question), out, options.force)
    return kb.export(request, dry_run=options.dry_run), 0


def text(value: Any, _: argparse.Namespace) -> str:
    if hasattr(value, "receipt"):
        return receipt_text(value)
    return str(value.text) or text_of_fields(value)
