"""The verbs that draw and write for other programs: `graph` and `export`, and the page of an answer."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..arguments import DIRECTIONS, Folder, check_choice, check_numbers, read_path, read_texts
from ..drawing.exporting import Export, Exported, goes_into_vault, plan_export, write_export
from ..drawing.formats import format_graph, graph_size
from ..drawing.html_pages import PageFacts, answer_html, graph_html
from ..errors import UsageError
from ..model import PageFilter
from ..retrieval_engine.neighborhood import Neighborhood, neighborhood, whole_graph
from ..retrieval_engine.reply import Reply
from ..say.receipts import receipt_text, text_of_fields
from ..settings import RANGES
from ..wiki_store.working_copy import Outcome
from .declaration import Work
from .looking import status

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase

STDOUT = ("", "-")
_READ = ("text", "mermaid")
"""Formats to be read where they are printed; the others are for programs, which want the graph whole."""


def graph(
    kb: KnowledgeBase,
    page: str = "",
    *,
    format: str = "text",
    direction: str = "both",
    relations: str | Sequence[str] = (),
    where: PageFilter | None = None,
    limit: int | None = None,
    out: Folder = "",
    html: Folder | None = None,
    has_text: bool = True,
    force: bool = False,
    dry_run: bool = False,
    is_printed: bool = False,
) -> Neighborhood | Exported | Outcome[Exported]:
    """Return the neighborhood of a page, or the whole graph when none is named; with out or html write it to a file.

    How far, and how sure, the settings say.  html: a page for a browser, has_text: with the passages that prove claims.
    """
    check_numbers(limit=limit)
    check_choice("direction", direction, DIRECTIONS)
    out = read_path("out", out)
    is_returned = out in STDOUT and html is None
    if limit is None and not page and not (is_returned and is_printed and format in _READ):
        limit = int(RANGES["max_nodes"][1])
    if html is not None and out:
        raise UsageError("one file at a time", hint="give one of --html and --out")
    wanted, named, settings = kb.from_here(page), read_texts("relations", relations), kb.settings
    found = kb.query_pages(
        where,
        lambda reader, _: neighborhood(
            reader,
            wanted,
            depth=settings.max_graph_depth,
            min_confidence=settings.min_confidence,
            max_nodes=settings.max_nodes if limit is None else limit,
            direction=direction,
            relations=named,
        ),
    )
    if is_returned:
        return found
    if html is None:
        return _write(
            kb, Export(format, format_graph(found, format), out, force, (graph_size(found),)), dry_run=dry_run
        )
    return _graph_page(kb, found, _named(html), has_text=has_text, force=force, dry_run=dry_run)


def _graph_page(
    kb: KnowledgeBase, graph: Neighborhood, out: str, *, has_text: bool, force: bool, dry_run: bool
) -> Exported | Outcome[Exported]:
    """Write a graph as one page for a browser, with open questions and stale pages."""
    standing = status(kb)
    center = next((node.name for node in graph.nodes if node.id == graph.center), "")
    vault = os.path.basename(kb.location.vault)
    facts = PageFacts(center or vault, vault, standing.unanswered, standing.stale_answers)
    page = kb.query(lambda reader: graph_html(reader, graph, facts, has_text=has_text), sweep=False)
    return _write(kb, Export("html", page, out, force, (graph_size(graph),)), dry_run=dry_run)


def answer_page(kb: KnowledgeBase, reply: Reply, out: Folder, *, has_text: bool, force: bool) -> Any:
    """Write a reply as one page for a browser, to send to somebody.  has_text: with the quotations."""
    facts = PageFacts(reply.answers[0].question, os.path.basename(kb.location.vault))
    page = answer_html(reply, facts, has_text=has_text)
    return _write(kb, Export("html", page, _named(out), force, ("the answer",)))


def _named(file: Folder) -> str:
    path = read_path("html", file)
    if path in STDOUT:
        raise UsageError("--html names no file", hint="e.g. --html graph.html")
    return path


def export(
    kb: KnowledgeBase, *, format: str = "graphml", out: Folder = "", force: bool = False, dry_run: bool = False
) -> Exported | Outcome[Exported]:
    """Write the whole graph for other programs; without out its text is returned.

    format: one of drawing.formats.FORMATS.  A file in the vault is one operation.
    """
    kb.check_own("export")
    minimum, place = kb.settings.min_confidence, read_path("out", out)
    graph = kb.query(lambda reader: whole_graph(reader, min_confidence=minimum))
    place = "" if place == "-" else place
    return _write(kb, Export(format, format_graph(graph, format), place, force, (graph_size(graph),)), dry_run=dry_run)


def _write(kb: KnowledgeBase, export: Export, *, dry_run: bool = False) -> Exported | Outcome[Exported]:
    """Write what was made for other programs; in the vault it is one operation."""
    kb.check_own("export")
    if goes_into_vault(kb.location, export.out):
        return kb.write("export", lambda copy, _: plan_export(copy, kb.location, export), dry_run=dry_run)
    return write_export(kb.location, export, dry_run=dry_run)


def _graph_text(value: Neighborhood | Exported | Outcome[Exported], given: Mapping[str, Any]) -> str:
    if isinstance(value, Neighborhood):
        return format_graph(value, given.get("format", "text"))
    if isinstance(value, Outcome):
        return receipt_text(value, [written_text(value)] if value.op or value.dry_run else None)
    return ("dry run: nothing was written\n" if given.get("dry_run") else "") + written_text(value)


def written_text(value: Exported | Outcome[Exported]) -> str:
    """Return the line that names the file."""
    exported = value.receipt if isinstance(value, Outcome) else value
    return f"wrote {exported.out}: {', '.join(exported.notes)}"


def _export_text(value: Exported | Outcome[Exported], _: Mapping[str, Any]) -> str:
    if isinstance(value, Outcome):
        return receipt_text(value)
    return value.text or text_of_fields(value)


WORK = {"graph": Work(graph, _graph_text), "export": Work(export, _export_text)}
