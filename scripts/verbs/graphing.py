"""The verb `graph`, and the HTML pages of a graph and of an answer."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..arguments import DIRECTIONS, Folder, check_choice, check_numbers, read_path, read_texts
from ..drawing.formats import PageFacts, answer_html, format_graph, graph_html, graph_size
from ..errors import DataError, UnsafePathError, UsageError
from ..model import PageFilter
from ..retrieval_engine.neighborhood import Neighborhood, neighborhood
from ..retrieval_engine.reply import Reply
from ..settings import RANGES
from ..wiki_store.writing import write_durably
from .declaration import HTML_PAGE, IGNORED, MIN_CONFIDENCE, SHARED, Parameter, Verb, comma_list, flag
from .looking import status

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase

_READ = ("text", "mermaid")
"""Formats for a reader; the others are for programs, which need the whole graph."""


class Exported(NamedTuple):
    """An HTML page that was written."""

    out: str
    bytes: int
    what: str
    """Its content, in words."""


def graph(
    kb: KnowledgeBase,
    page: str = "",
    *,
    format: str = "text",
    direction: str = "both",
    relations: str | Sequence[str] = (),
    where: PageFilter | None = None,
    limit: int | None = None,
    html: Folder | None = None,
    has_text: bool = True,
    force: bool = False,
    is_printed: bool = False,
) -> Neighborhood | Exported:
    """Return the neighborhood of a page, or the whole graph when none is named; with html write it to a file.

    The settings limit depth and confidence.  html: file of an HTML page; has_text: with the passages that prove claims.
    """
    check_numbers(limit=limit)
    check_choice("direction", direction, DIRECTIONS)
    if limit is None and not page and not (html is None and is_printed and format in _READ):
        limit = int(RANGES["max_nodes"][1])
    wanted, named, settings = kb.from_here(page), read_texts(relations), kb.settings
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
    return found if html is None else _write_graph_page(kb, found, html, has_text=has_text, force=force)


def _write_graph_page(kb: KnowledgeBase, graph: Neighborhood, out: Folder, *, has_text: bool, force: bool) -> Exported:
    """Write a graph as one HTML page, with open questions and stale pages."""
    state = status(kb)
    center = next((node.name for node in graph.nodes if node.id == graph.center), "")
    vault = os.path.basename(kb.location.vault)
    facts = PageFacts(center or vault, vault, state.unanswered, state.stale_answers)
    page = kb.query(lambda reader: graph_html(reader, graph, facts, has_text=has_text), sweep=False)
    return _write_page(kb, page, out, force=force, what=graph_size(graph))


def answer_page(kb: KnowledgeBase, reply: Reply, out: Folder, *, has_text: bool, force: bool) -> Exported:
    """Write a reply as one HTML page, to send to somebody.  has_text: with the quotations."""
    facts = PageFacts(reply.answers[0].question, os.path.basename(kb.location.vault))
    page = answer_html(reply, facts, has_text=has_text)
    return _write_page(kb, page, out, force=force, what="the answer")


def _write_page(kb: KnowledgeBase, text: str, file: Folder, *, force: bool, what: str) -> Exported:
    """Write a page outside the vault.

    Raises UsageError for a place that is taken, UnsafePathError for one in the vault or the graph folder.
    """
    kb.check_own("a page for a browser")
    out = read_path("html", file)
    if out in ("", "-"):
        raise UsageError("--html names no file", hint="e.g. --html graph.html")
    for folder in (kb.location.vault, kb.location.graph):
        if os.path.realpath(out).startswith(os.path.realpath(folder).rstrip(os.sep) + os.sep):
            raise UnsafePathError(out, f"{folder} holds notes and what undo needs", hint="give a place outside")
    if os.path.lexists(out) and not force:
        raise UsageError(f"{out} exists", hint="give another name, or --force to write over it")
    # The name of a file may hold bytes that are no text.
    data = text.encode("utf-8", "backslashreplace")
    try:
        os.makedirs(os.path.dirname(out) or ".", exist_ok=True)
        write_durably(out, data)
    except OSError as err:
        raise DataError(f"cannot write: {err.strerror}", path=out, hint="give another place") from err
    return Exported(out, len(data), what)


def _graph_text(value: Neighborhood | Exported, given: Mapping[str, Any]) -> str:
    if isinstance(value, Neighborhood):
        return format_graph(value, given.get("format", "text"))
    return written_text(value)


def written_text(exported: Exported) -> str:
    """Return the line that names the file."""
    return f"wrote {exported.out}: {exported.what}"


GRAPH = Verb(
    name="graph",
    page="look",
    summary="Draw what surrounds a page.",
    example="commonplace graph token-budget --format mermaid",
    folders=SHARED,
    reads_only=True,
    printed={"is_printed": True},
    parameters=(
        Parameter("page", "the page in the middle; none: the whole graph", many="?"),
        Parameter(
            "--format",
            choices=("text", "mermaid", "graphml"),
            schema={"type": "string", "enum": ["text", "mermaid"]},
        ),
        Parameter("--depth", "hops from the page (2)", "D", int, part="settings", to="max_graph_depth"),
        MIN_CONFIDENCE,
        Parameter("--direction", "out, in or both (both)", "WAY", choices=DIRECTIONS, tool=None),
        Parameter("--relation", "only these relations", "R,…", comma_list, to="relations", tool=None),
        Parameter("--limit", "most nodes (50; all in JSON, GraphML and pages)", "N", int, tool=None),
        flag("--ignored", IGNORED.help, part="filters", tool=None),
        *HTML_PAGE,
    ),
    run=graph,
    text=_graph_text,
)
