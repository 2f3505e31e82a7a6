"""Writing the knowledge for other programs: which format goes where.  What lies in the vault is an operation."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from ..care.drawing import whole_graph
from ..care.graph_export import format_graph, size
from ..errors import DataError, UnsafePathError, UsageError
from ..pages.linking.resolution import VaultNames
from ..pages.text.slugs import check_file_name
from ..store.exports import check_folder, inner_path, write_file, write_folder
from ..store.operations import Change
from .bases import plan_bases
from .graph import surroundings
from .okf import okf_bundle

if TYPE_CHECKING:
    from ..homes import HomeLocation
    from ..store.workspace import Plan, Workspace
    from .subgraph import Limits


_SUFFIXES = {"text": ".txt", "mermaid": ".mmd"}
"""How a file of the vault ends, where the name of the format does not say it."""


class Drawn(NamedTuple):
    """What a drawing of the graph shows."""

    page: str
    """The page in the middle, named in any way; "" for the whole graph."""
    limits: Limits


class ExportRequest(NamedTuple):
    """What a call of `export` asks for, or of `graph` with a file to write."""

    format: str
    """okf, graphml or base; of a drawing one that `format_graph` knows."""
    out: str = ""
    force: bool = False
    drawn: Drawn | None = None
    """A drawing to write, where none of the above is asked for."""


class Exported(NamedTuple):
    """What an export wrote."""

    format: str
    out: str
    files: int
    bytes: int
    notes: tuple[str, ...] = ()
    """What a reader should know: names that changed, files that were there before."""
    text: str = ""
    """The export itself, when no file was named."""


def goes_into_vault(location: HomeLocation, request: ExportRequest) -> bool:
    """Whether the export is a file of the vault; a folder never is, that is refused."""
    if request.format == "base":
        return True
    return request.format != "okf" and bool(request.out) and inner_path(location.vault, request.out) is not None


def export(ws: Workspace, request: ExportRequest, *, dry_run: bool = False) -> Exported:
    """Write outside the vault, or return the text where no file is named.

    Raises UsageError for a wrong combination and for a place that is taken, UnsafePathError for one in the graph folder
    and for a folder in the vault.
    """
    if request.format == "okf":
        return _export_folder(ws, request, dry_run=dry_run)
    _check_outside_graph(ws, request)
    if request.out and os.path.lexists(request.out) and not request.force:
        raise UsageError(f"{request.out} exists", hint="give another name, or --force to write over it")
    text, notes = _text(ws, request)
    data = text.encode("utf-8")
    if not request.out:
        return Exported(request.format, "", 1, len(data), text=text)
    if not dry_run:
        write_file(request.out, data, over=request.force)
    return Exported(request.format, request.out, 1, len(data), notes)


def plan_export(ws: Workspace, request: ExportRequest) -> Plan:
    """The change that puts the export into the vault.  Raises DataError for a name that belongs to another file."""
    if request.format == "base":
        if request.out:
            raise UsageError("dashboards go into the vault", hint="leave out --out")
        return plan_bases(ws, force=request.force)
    _check_outside_graph(ws, request)
    path = inner_path(ws.vault.root, request.out) or ""
    suffix = _SUFFIXES.get(request.format, "." + request.format)
    if not path.endswith(suffix):
        raise UsageError(f"{path} does not end in {suffix}", hint=f"name it so, e.g. answer{suffix}")
    name = path.rpartition("/")[2]
    check_file_name(name)
    before = ws.before(path)
    if [other for other in VaultNames(ws.paths()).candidates(name) if other != path]:
        raise DataError(f"another file is called {name}, and links to it would lead here", hint="choose another name")
    if before is not None and not request.force and not ws.is_ours(path):
        raise DataError("the file exists", path=path, hint="choose another name, or --force to write over it")
    text, notes = _text(ws, request)
    data = text.encode("utf-8")
    return [Change(path, before, data)], f"{request.format} {path}", Exported(request.format, path, 1, len(data), notes)


def _check_outside_graph(ws: Workspace, request: ExportRequest) -> None:
    """The journal and the marker of a home are nobody's to write over, not with --force either."""
    if request.out and inner_path(ws.location.graph, request.out) is not None:
        raise UnsafePathError(request.out, "what is derived lies there, and what undo needs", hint="give another place")


def _export_folder(ws: Workspace, request: ExportRequest, *, dry_run: bool) -> Exported:
    if not request.out:
        raise UsageError("okf is written as a folder", hint="name a new one with --out DIR")
    keep_out = (ws.location.vault, ws.location.graph)
    there = check_folder(request.out, keep_out=keep_out, force=request.force)
    bundle = okf_bundle(ws)
    if not dry_run:
        write_folder(request.out, bundle.files)
    notes = [f"concepts: {bundle.concepts}", f"attachments: {bundle.attachments}"]
    notes += [f"links to pages that do not exist: {bundle.unresolved}"] if bundle.unresolved else []
    notes += [f"renamed, the name is reserved: {renamed}" for renamed in bundle.renamed]
    notes += [f"entries that were there before, kept unless written over: {there}"] if there else []
    size = sum(map(len, bundle.files.values()))
    return Exported("okf", request.out, len(bundle.files), size, tuple(notes))


def _text(ws: Workspace, request: ExportRequest) -> tuple[str, tuple[str, ...]]:
    """What is written, and notes on it."""
    if request.drawn is not None:
        found = surroundings(ws, *request.drawn)
        return format_graph(found, request.format), (size(found),)
    return format_graph(whole_graph(ws, min_confidence=ws.settings.min_confidence), "graphml"), ()
