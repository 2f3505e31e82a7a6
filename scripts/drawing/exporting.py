"""Writing a text for other programs into a file: where it may go.  What lies in the vault is an operation."""

from __future__ import annotations

import os
from typing import NamedTuple

from ..errors import DataError, UnsafePathError, UsageError
from ..homes import HomeLocation
from ..text.slugs import check_file_name
from ..wiki_store.swap import write_durably
from ..wiki_store.working_copy import Plan, WorkingCopy

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
    """Tell whether a file lies in the vault."""
    return bool(out) and _inner_path(location.vault, out) is not None


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
        _write_file(export.out, data, over=export.force)
    return Exported(export.format, export.out, len(data), export.notes)


def plan_export(copy: WorkingCopy, location: HomeLocation, export: Export) -> Plan[Exported]:
    """Put a text into the vault.  Raises UsageError for another ending, DataError for a name that another file has."""
    _check_outside_graph(location, export.out)
    path = _inner_path(copy.root, export.out) or ""
    suffix = _SUFFIXES.get(export.format, "." + export.format)
    if not path.endswith(suffix):
        raise UsageError(f"{path} does not end in {suffix}", hint=f"name it so, e.g. answer{suffix}")
    name = path.rpartition("/")[2]
    check_file_name(name)
    if [other for other in copy.resolver().candidates(name) if other != path]:
        raise DataError(f"another file is called {name}, and links to it would lead here", hint="choose another name")
    if copy.exists(path) and not export.force and not copy.is_ours(path):
        raise DataError("the file exists", path=path, hint="choose another name, or --force to write over it")
    data = _encoded(export)
    copy.put_data(path, data)
    return Plan(Exported(export.format, path, len(data), export.notes), f"{export.format} {path}")


def _check_outside_graph(location: HomeLocation, out: str) -> None:
    """The journal and the marker of a home are nobody's to write over, not with --force either."""
    if out and _inner_path(location.graph, out) is not None:
        raise UnsafePathError(out, "what is derived lies there, and what undo needs", hint="give another place")


def _encoded(export: Export) -> bytes:
    # The name of a file may hold bytes that are no text.
    return export.text.encode("utf-8", "backslashreplace")


def _inner_path(root: str, path: str) -> str | None:
    """Return the path of a file below root, with slashes; None when it lies elsewhere.  Links are followed."""
    base, full = os.path.realpath(root), os.path.realpath(path)
    is_below = full != base and full.startswith(base.rstrip(os.sep) + os.sep)
    return os.path.relpath(full, base).replace(os.sep, "/") if is_below else None


def _write_file(path: str, data: bytes, *, over: bool) -> None:
    """Write one file, whole or not at all.  Raises DataError when the disk refuses.

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
