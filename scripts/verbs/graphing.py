"""The verb that draws and writes for other programs, `graph`, the page of an answer, and where files may go."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..arguments import DIRECTIONS, Folder, check_choice, check_numbers, read_path, read_texts
from ..drawing.formats import format_graph, graph_size
from ..drawing.html_pages import PageFacts, answer_html, graph_html
from ..errors import DataError, UnsafePathError, UsageError
from ..model import PageFilter
from ..retrieval_engine.neighborhood import Neighborhood, neighborhood
from ..retrieval_engine.reply import Reply
from ..settings import RANGES
from ..wiki_store.swap import write_durably
from .declaration import Work
from .looking import status

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase

STDOUT = ("", "-")
_READ = ("text", "mermaid")
"""Formats to be read where they are printed; the others are for programs, which want the graph whole."""


class Export(NamedTuple):
    """A text to write."""

    format: str
    text: str
    out: str
    force: bool = False
    """Write over a file that is there."""
    notes: tuple[str, ...] = ()
    """What a reader should know of it."""


class Exported(NamedTuple):
    """What an export wrote."""

    format: str
    out: str
    bytes: int
    notes: tuple[str, ...] = ()


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
) -> Neighborhood | Exported:
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
) -> Exported:
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


def _write(kb: KnowledgeBase, export: Export, *, dry_run: bool = False) -> Exported:
    """Write a text outside the vault.

    Raises UsageError for a place that is taken, UnsafePathError for one in the vault or the graph folder.
    """
    kb.check_own("export")
    for folder in (kb.location.vault, kb.location.graph):
        if _is_below(folder, export.out):
            raise UnsafePathError(export.out, f"{folder} holds notes and what undo needs", hint="give a place outside")
    if os.path.lexists(export.out) and not export.force:
        raise UsageError(f"{export.out} exists", hint="give another name, or --force to write over it")
    # The name of a file may hold bytes that are no text.
    data = export.text.encode("utf-8", "backslashreplace")
    if not dry_run:
        _write_file(export.out, data, over=export.force)
    return Exported(export.format, export.out, len(data), export.notes)


def _graph_text(value: Neighborhood | Exported, given: Mapping[str, Any]) -> str:
    if isinstance(value, Neighborhood):
        return format_graph(value, given.get("format", "text"))
    return ("dry run: nothing was written\n" if given.get("dry_run") else "") + written_text(value)


def written_text(exported: Exported) -> str:
    """Return the line that names the file."""
    return f"wrote {exported.out}: {', '.join(exported.notes)}"


def _is_below(root: str, path: str) -> bool:
    """Tell whether a file lies below root; links are followed."""
    return os.path.realpath(path).startswith(os.path.realpath(root).rstrip(os.sep) + os.sep)


def _write_file(path: str, data: bytes, *, over: bool) -> None:
    """Write one file, whole or not at all.  Raises DataError where the disk refuses.

    over: write over what is there, a device or a pipe as it is; else the file is new, whatever came there since a look.
    """
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        if over and os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as file:
                file.write(data)
            return
        if not over:
            open(path, "xb").close()
        try:
            write_durably(path, data)
        except BaseException:
            if not over:
                os.unlink(path)
            raise
    except OSError as err:
        raise DataError(f"cannot write: {err.strerror}", path=path, hint="give another place") from err


WORK = {"graph": Work(graph, _graph_text)}
