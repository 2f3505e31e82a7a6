"""Make an empty knowledge base, or adopt somebody's own vault."""

from __future__ import annotations

import os
import posixpath
from shlex import quote
from time import time

from ..arguments import Folder, read_path
from ..errors import DataError, ReadOnlyError, UsageError
from ..homes import (
    ADOPTED_FOLDER,
    MARKER,
    HomeLocation,
    format_marker,
    home_at,
    inner_vault,
)
from ..settings import LONGEST_QUIET
from ..text.templates import index_page, log_page
from .writing import write_durably

IGNORED = "ops/\nobjects/\nevents.jsonl\n*lock\n"
"""Files of graph/ that git ignores: derived, or private to this machine."""


def make_home(folder: Folder, *, vault: Folder | None = None, vault_dir: str = "wiki") -> HomeLocation:
    """Make the marker and, in a vault of our own, the catalog and the log.  Existing files stay as they are.

    vault: an existing folder inside the home that is adopted as it is; nothing is written into it.  It is relative to
    the home, or to the working directory.
    vault_dir: otherwise, the folder inside the home that becomes the vault.
    Raises UsageError when folder is blank, a file, an Obsidian vault or cannot be a name, vault is no folder inside it,
    or the home has another vault already, DataError when that is gone and none is given, ReadOnlyError when it cannot
    be written.
    """
    folder = read_path("folder", folder)
    vault = None if vault is None else read_path("vault", vault)
    if not folder.strip():
        # An empty variable of a shell, say.
        raise UsageError("no folder is named", hint="give one, `.` for the one you are in")
    home = os.path.realpath(os.path.expanduser(folder))
    if os.path.exists(home) and not os.path.isdir(home):
        raise UsageError(f"{home} is a file", hint="give a folder")
    found = home_at(home, "init")
    if found is None and vault is None and os.path.isdir(os.path.join(home, ".obsidian")):
        raise _is_vault(home)
    if found is not None and (vault is None or os.path.isdir(found.vault)):
        return _check_home(found, vault)
    name = _check_vault_dir(vault_dir) if vault is None else _path_inside(home, vault)
    prefix = found.folder if found else "" if vault is None else ADOPTED_FOLDER
    real, marker = inner_vault(home, name), os.path.join(home, *MARKER.split("/"))
    try:
        os.makedirs(os.path.dirname(marker), exist_ok=True)
        if vault is None:
            os.makedirs(real, exist_ok=True)
            for page, text in (("index.md", index_page([])), ("log.md", log_page())):
                path = os.path.join(real, page)
                if not os.path.exists(path):
                    write_durably(path, text.encode("utf-8"))
                    # Nobody is typing in it: the first write need not wait until the page is quiet.
                    before = time() - LONGEST_QUIET
                    os.utime(path, (before, before))
        ignore = os.path.join(home, "graph", ".gitignore")
        if not os.path.exists(ignore):
            write_durably(ignore, IGNORED.encode("utf-8"))
        # The marker comes last: a folder with a marker is a whole home.
        write_durably(marker, format_marker(name, prefix).encode("utf-8"))
    except OSError as err:
        left = "call it again, it goes on where it stopped"
        raise ReadOnlyError(err.filename or home, err.strerror or str(err), left=left) from err
    return HomeLocation(home, real, os.path.dirname(marker), prefix, "init")


def _check_home(found: HomeLocation, vault: str | None) -> HomeLocation:
    """Return an existing home; raise if its vault is gone, or is not the one that was given."""
    if not os.path.isdir(found.vault):
        hint = f"put it back, or `commonplace init {quote(found.home)} --adopt FOLDER` with the name that it has now"
        raise DataError("the vault is not there: moved, renamed or not mounted", path=found.vault, hint=hint)
    if vault is not None and inner_vault(found.home, _path_inside(found.home, vault)) != found.vault:
        raise UsageError(
            f"{found.home} is a home already, and its vault is {os.path.relpath(found.vault, found.home)}",
            hint=f"make another home around {vault}, or name it with --vault on any verb",
        )
    return found


def _check_vault_dir(vault_dir: str) -> str:
    name = posixpath.normpath(vault_dir)
    if name.split("/")[0].lower() in (".", "graph"):
        raise UsageError(
            f"VAULT_DIR is {vault_dir!r}, which would mix pages with what is derived", hint="name a folder of its own"
        )
    return name


def _path_inside(home: str, vault: str) -> str:
    """Return the path of an existing folder below home, given relative to home, else to the working directory."""
    text = os.path.expanduser(vault)
    for full in (os.path.abspath(os.path.join(home, text)), os.path.abspath(text)):
        name = os.path.relpath(full, home).replace(os.sep, "/")
        if os.path.isdir(full) and name.split("/")[0] not in (".", "..") and not posixpath.isabs(name):
            return name
    if os.path.abspath(os.path.join(home, text)) == home and os.path.isdir(home):
        raise _is_vault(home)
    raise UsageError(
        f"{vault} is no folder inside {home}",
        hint="a home holds its vault: name the folder that holds it as the home, or name the vault with --vault DIR on "
        "every call to leave it as it is",
    )


def _is_vault(home: str) -> UsageError:
    """Return the error for a home in the vault: it would put graph/ among the notes, and search none of them."""
    above, name = os.path.split(home)
    return UsageError(
        f"{home} is a vault itself, and its notes would not be asked",
        hint=f"`commonplace init {quote(above)} --adopt {quote(name)}` makes a home around it, "
        f"--vault {quote(home)} on any verb asks its notes as they are",
    )
