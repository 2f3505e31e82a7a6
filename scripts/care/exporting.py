"""Writing a text for other programs into a file: where it may go.  What lies in the vault is an operation."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from ..errors import DataError, UnsafePathError, UsageError
from ..pages.linking.resolution import VaultNames
from ..store.exports import inner_path, write_file
from ..store.operations import Change
from ..text.slugs import check_file_name

if TYPE_CHECKING:
    from ..homes import HomeLocation
    from ..store.workspace import Plan, Workspace

_SUFFIXES = {"text": ".txt", "mermaid": ".mmd"}
"""How a file of the vault ends, where the name of the format does not say it."""


class Export(NamedTuple):
    """A text to write."""

    format: str
    text: str
    out: str = ""
    """The file; "" for none."""
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
    text: str = ""
    """The export itself, where no file was named."""


def goes_into_vault(location: HomeLocation, out: str) -> bool:
    """Whether a file lies in the vault."""
    return bool(out) and inner_path(location.vault, out) is not None


def write_export(location: HomeLocation, export: Export, *, dry_run: bool = False) -> Exported:
    """Write a text outside the vault, or return it where no file is named.

    Raises UsageError for a place that is taken, UnsafePathError for one in the graph folder.
    """
    _check_outside_graph(location, export.out)
    if export.out and os.path.lexists(export.out) and not export.force:
        raise UsageError(f"{export.out} exists", hint="give another name, or --force to write over it")
    data = _encoded(export)
    if not export.out:
        return Exported(export.format, "", len(data), text=export.text)
    if not dry_run:
        write_file(export.out, data, over=export.force)
    return Exported(export.format, export.out, len(data), export.notes)


def plan_export(ws: Workspace, export: Export) -> Plan:
    """Return the change that puts a text into the vault.  Raises DataError for a name that another file has."""
    _check_outside_graph(ws.location, export.out)
    path = inner_path(ws.vault.root, export.out) or ""
    suffix = _SUFFIXES.get(export.format, "." + export.format)
    if not path.endswith(suffix):
        raise UsageError(f"{path} does not end in {suffix}", hint=f"name it so, e.g. answer{suffix}")
    name = path.rpartition("/")[2]
    check_file_name(name)
    before = ws.before(path)
    if [other for other in VaultNames(ws.paths()).candidates(name) if other != path]:
        raise DataError(f"another file is called {name}, and links to it would lead here", hint="choose another name")
    if before is not None and not export.force and not ws.is_ours(path):
        raise DataError("the file exists", path=path, hint="choose another name, or --force to write over it")
    data = _encoded(export)
    receipt = Exported(export.format, path, len(data), export.notes)
    return [Change(path, before, data)], f"{export.format} {path}", receipt


def _check_outside_graph(location: HomeLocation, out: str) -> None:
    """The journal and the marker of a home are nobody's to write over, not with --force either."""
    if out and inner_path(location.graph, out) is not None:
        raise UnsafePathError(out, "what is derived lies there, and what undo needs", hint="give another place")


def _encoded(export: Export) -> bytes:
    # The name of a file may hold bytes that are no text.
    return export.text.encode("utf-8", "backslashreplace")
