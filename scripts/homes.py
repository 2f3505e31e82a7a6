"""Finds the folders of a knowledge base, from a call's arguments, the environment and the working directory, and the
skill's own files.

Nothing is made or written here, and nothing is remembered between calls: two homes in one process are two values.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import posixpath
import stat
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from shlex import quote
from typing import Any, BinaryIO, NamedTuple

from .errors import DataError, NoHomeError, UnsafePathError, UsageError
from .settings import is_inner_path

MARKER = "graph/home.json"
_GRAPH = "graph"
FORMAT = 1
ADOPTED_FOLDER = "commonplace"
"""The folder for machine-written notes in a vault that is somebody's own."""
_OPERATIONS, _PENDING = "ops", ".pending"
_LONGEST_NAME = 50
"""Characters of a vault's name in that of its folder for state."""
_MOST_BYTES = 1 << 20
"""More is no file of settings."""


class HomeLocation(NamedTuple):
    """The folders of one knowledge base, absolute and with symbolic links resolved."""

    home: str
    vault: str
    graph: str
    """The folder of operations, copies for undo and marks; outside the home if the vault was only named, or is
    read-only."""
    folder: str
    """Prefix inside the vault for machine-written notes; "" if the whole vault is ours."""
    found_by: str
    """--home, --vault, COMMONPLACE_HOME, COMMONPLACE_VAULT, directory or handbook."""
    read_only: bool = False
    """Nothing may be written below home: it belongs to the skill, and an upgrade replaces it."""


def find_home(
    *,
    home: str | os.PathLike[str] | None = None,
    vault: str | os.PathLike[str] | None = None,
    environ: Mapping[str, str],
    cwd: str,
    handbook: str | None = None,
) -> HomeLocation:
    """Find the home: home, vault, COMMONPLACE_HOME, COMMONPLACE_VAULT, the nearest one at or above cwd, the handbook.

    handbook: the skill's own folder, given only for a verb that reads.  Raises NoHomeError if there is
    none, UsageError if a named folder is absent or both home and vault are given, DataError for an unreadable marker.
    """
    if home and vault:
        raise UsageError("--home and --vault name two knowledge bases", hint="give one of them")
    if not (home or vault):
        home_variable, vault_variable = environ.get("COMMONPLACE_HOME"), environ.get("COMMONPLACE_VAULT")
        if home_variable:
            return _find_named_home(home_variable, cwd, "COMMONPLACE_HOME")
        if vault_variable:
            return _find_named_vault(vault_variable, environ, cwd, "COMMONPLACE_VAULT")
        return _find_home_above(os.path.realpath(cwd), "directory") or _find_handbook(handbook, environ, cwd)
    if home:
        return _find_named_home(os.fspath(home), cwd, "--home")
    return _find_named_vault(os.fspath(vault or ""), environ, cwd, "--vault")


def format_marker(vault: str = "wiki", folder: str = "") -> str:
    """Return the text of graph/home.json."""
    return json.dumps({"format": FORMAT, "vault": vault, "folder": folder}, ensure_ascii=False) + "\n"


def parse_marker(text: str, *, path: str = MARKER) -> tuple[str, str]:
    """Return vault and folder of a marker, both relative.  Raises DataError if it is none, or leads out of the home."""
    try:
        value = parse_json(text)
    except ValueError as err:
        raise DataError(f"not a marker of a knowledge base ({err})", path=path, hint=_MARKER_HINT) from err
    made = value.get("format") if isinstance(value, dict) else None
    if isinstance(made, int) and made > FORMAT:
        message = f"made by a later commonplace (format {made}, this one knows {FORMAT})"
        raise DataError(message, path=path, hint="update commonplace; nothing was changed")
    if made != FORMAT:
        raise DataError(f"not a marker of format {FORMAT}", path=path, hint=_MARKER_HINT)
    vault, folder = value.get("vault", "wiki"), value.get("folder", "")
    for name, entry, empty in (("vault", vault, False), ("folder", folder, True)):
        if not isinstance(entry, str) or not (is_inner_path(entry) or (empty and not entry)):
            raise DataError(f"{name} is {entry!r}, no folder inside the home", path=path, hint=_MARKER_HINT)
        if posixpath.normpath(entry.replace("\\", "/")).split("/")[0].casefold() == _GRAPH:
            raise DataError(f"{name} is {entry!r}, where the tools keep their files", path=path, hint=_MARKER_HINT)
    return vault, folder


def parse_json(text: str | bytes) -> Any:
    """Return the value of a text in JSON.  Raises ValueError, also for JSON that is nested too deep to be read."""
    try:
        return json.loads(text)
    except RecursionError as err:
        raise ValueError("nested too deep") from err


def open_regular(path: str, most: int = sys.maxsize) -> BinaryIO:
    """Open a file for reading that may be a stranger's; a pipe or device is refused.

    Raises OSError, also for a file of more than most bytes.
    """
    # A device may do something when it is only opened; a pipe may take the place of a file after the check.
    _check_regular(os.stat(path), path, most)
    file = os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)), "rb")
    try:
        _check_regular(os.fstat(file.fileno()), path, most)
    except OSError:
        file.close()
        raise
    return file


def _check_regular(found: os.stat_result, path: str, most: int) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is no regular file", path)
    if found.st_size > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", path)


def settings_text(path: str) -> str:
    """Return the text of a settings file.  Raises OSError, UnicodeDecodeError."""
    with open_regular(path, _MOST_BYTES) as file:
        return file.read().decode("utf-8").removeprefix("\ufeff")


def plain_graph(graph: str) -> str:
    """Return the graph folder if it holds only files and folders, so that writes to it stay in it.

    A home may be a stranger's, and git carries links: through one, a line would be added to any file of the user, or
    all files of a folder removed.  Raises UnsafePathError.
    """
    reason, hint = "the graph folder holds files and folders only, no links", "look where it came from, then delete it"
    if os.path.islink(graph):
        raise UnsafePathError(graph, reason, hint=hint)
    for folder in (graph, os.path.join(graph, "objects"), os.path.join(graph, _OPERATIONS)):
        # A missing or unreadable folder is reported where it is used.
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if not (entry.is_file(follow_symlinks=False) or entry.is_dir(follow_symlinks=False)):
                    raise UnsafePathError(entry.path, reason, hint=hint)
    return graph


def is_interrupted(graph: str) -> bool:
    """Report whether an operation is being carried out, or was interrupted and is not finished yet."""
    folder = os.path.join(graph, _OPERATIONS)
    try:
        names = os.listdir(os.path.join(folder, max(os.listdir(folder))))
    except (OSError, ValueError):
        return False
    return any(name.endswith(_PENDING) for name in names)


def outside_graph(folder: str, environ: Mapping[str, str]) -> str:
    """Return the graph folder of a vault that must not hold it: one of its own in the state folder.

    Its name has a cryptographic hash of the path, so that a stranger's vault never shares a journal with the user's.
    """
    key = hashlib.sha256(os.fsencode(os.path.normcase(folder))).hexdigest()[:32]
    name = os.path.basename(folder)[:_LONGEST_NAME] or "root"
    return os.path.join(state_folder(environ), f"{name}-{key}", "graph")


def state_folder(environ: Mapping[str, str]) -> str:
    """Return the folder for graphs outside of their vaults: COMMONPLACE_STATE, else the platform's place."""
    chosen = environ.get("COMMONPLACE_STATE")
    if chosen:
        return os.path.realpath(os.path.expanduser(chosen))
    mac, unix = ("Library", "Application Support"), (".local", "state")
    base = _platform_folder(environ, mac=mac, xdg="XDG_STATE_HOME", unix=unix)
    if not os.path.isabs(base):
        raise UsageError("no home folder to keep the index in", hint="set COMMONPLACE_STATE to a folder of yours")
    return os.path.join(os.path.realpath(base), "commonplace")


def cache_folder(environ: Mapping[str, str]) -> str:
    """Return the folder for derived files: COMMONPLACE_CACHE, else the platform's; "" where there is none."""
    chosen = environ.get("COMMONPLACE_CACHE")
    if chosen:
        return os.path.abspath(os.path.expanduser(chosen))
    base = _platform_folder(environ, mac=("Library", "Caches"), xdg="XDG_CACHE_HOME", unix=(".cache",))
    return os.path.join(base, "commonplace") if os.path.isabs(base) else ""


def _platform_folder(environ: Mapping[str, str], *, mac: Sequence[str], xdg: str, unix: Sequence[str]) -> str:
    """Return the folder of a kind for all programs of the user, as platformdirs has it; relative where there is none.

    The library itself reads the environment of the process, not the one that is given, and its import takes 15 ms.
    """
    user = user_folder(environ)
    if sys.platform == "win32":
        return environ.get("LOCALAPPDATA") or os.path.join(user, "AppData", "Local")
    if sys.platform == "darwin":
        return os.path.join(user, *mac)
    return environ.get(xdg) or os.path.join(user, *unix)


def user_folder(environ: Mapping[str, str]) -> str:
    """Return the home folder of the user; "" where there is none."""
    home = environ.get("HOME") or os.path.expanduser("~")
    # An empty HOME becomes the root of the file system, and that of an account without one stays as it is.
    return "" if home in ("/", "~") else home


_MARKER_HINT = "delete it and repeat `commonplace init`"


def _find_named_home(text: str, cwd: str, found_by: str) -> HomeLocation:
    folder = _resolve_path(text, cwd)
    graph, found = os.path.join(folder, _GRAPH), home_at(folder, found_by)
    if found is None and os.path.isdir(os.path.join(folder, "wiki")) and not os.path.islink(graph):
        # graph/ is derived: whoever deletes it, marker and all, still has a home when naming it.
        found = HomeLocation(folder, inner_vault(folder, "wiki"), plain_graph(graph), "", found_by)
    if found is None:
        raise NoHomeError(folder, named_by=found_by)
    return found


def _find_named_vault(text: str, environ: Mapping[str, str], cwd: str, found_by: str) -> HomeLocation:
    vault = _resolve_path(text, cwd)
    if not os.path.isdir(vault):
        raise UsageError(f"{found_by} names {vault}, which is no folder", hint="give the folder that holds the notes")
    found = home_at(vault, found_by)
    if found is None:
        above = _find_home_above(os.path.dirname(vault), found_by)
        found = above if above is not None and above.vault == vault else None
    return found or HomeLocation(vault, vault, outside_graph(vault, environ), ADOPTED_FOLDER, found_by)


def _find_handbook(handbook: str | None, environ: Mapping[str, str], cwd: str) -> HomeLocation:
    found = home_at(os.path.realpath(handbook), "handbook") if handbook else None
    if found is None:
        raise NoHomeError(os.path.realpath(cwd))
    return found._replace(graph=outside_graph(found.home, environ), read_only=True)


def _find_home_above(folder: str, found_by: str) -> HomeLocation | None:
    """Return the home at a folder or the nearest one above it."""
    while (found := home_at(folder, found_by)) is None and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    return found


def home_at(folder: str, found_by: str) -> HomeLocation | None:
    """Return the home in a real folder; None if it is none.  Raises DataError, UnsafePathError."""
    path = os.path.join(folder, *MARKER.split("/"))
    try:
        text = settings_text(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as err:
        hint = "check its permissions" if isinstance(err, PermissionError) else _MARKER_HINT
        raise DataError(f"unreadable marker: {getattr(err, 'strerror', None) or err}", path=path, hint=hint) from err
    vault, prefix = parse_marker(text, path=path)
    return HomeLocation(folder, inner_vault(folder, vault), plain_graph(os.path.dirname(path)), prefix, found_by)


def inner_vault(folder: str, vault: str) -> str:
    """Return the real path of a home's vault.

    A home may be a stranger's: through a link, other notes of the user would be read, and written.  Raises
    UnsafePathError where it leads out.
    """
    path = os.path.join(folder, vault)
    real = os.path.realpath(path)
    if real != folder and not real.startswith(os.path.join(folder, "")):
        hint = f"if you meant those notes, name them: --vault {quote(real)}"
        raise UnsafePathError(path, "the vault of a home lies in it, and this link leads out", hint=hint)
    if any(part.startswith(".") for part in real[len(folder) :].split(os.sep)):
        # Such as `.git`: what is written there may be run.
        raise UnsafePathError(path, "the vault of a home is no hidden folder", hint="name another folder")
    return real


def _resolve_path(text: str, cwd: str) -> str:
    return os.path.realpath(os.path.join(cwd, os.path.expanduser(text)))


def handbook_notice(location: HomeLocation) -> str:
    """Return the line that tells a person that the handbook answers."""
    return (
        f"no knowledge base here: reading the handbook in {location.home}; "
        "make your own with `commonplace init DIR`, or name one with --home, or an Obsidian vault with --vault"
    )


# The skill's files are beside the package in a checkout, below it in `_skill` in an installed package.  For a copy that
# a client loads the launcher names the folder, since its code is unpacked elsewhere.
PACKAGE = os.path.dirname(os.path.realpath(__file__))
"""The folder of the code: `scripts` in a checkout, `commonplace` when installed."""


def skill_folder() -> str:
    """Return the folder that holds config.py and instructions/."""
    named = os.environ.get("COMMONPLACE_SKILL")
    if named:
        return named
    installed = os.path.join(PACKAGE, "_skill")
    return installed if os.path.isdir(installed) else os.path.dirname(PACKAGE)


def resource_path(name: str) -> str:
    """Return the absolute path of a file of the skill, e.g. `instructions/bundle.schema.json`; it need not exist."""
    return os.path.join(skill_folder(), *name.split("/"))


def read_resource(name: str) -> str:
    """Return the text of a file of the skill.  Raises DataError if the installation lacks it."""
    return read_own(resource_path(name)).decode("utf-8")


def read_own(path: str) -> bytes:
    """Return the bytes of a file of this installation.  Raises DataError if it is missing."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as err:
        message = f"incomplete installation: {err.strerror}"
        raise DataError(message, path=path, hint="install commonplace again") from err
