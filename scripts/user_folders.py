"""The folders of whoever calls: where what may not lie in a home or a vault is kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from .errors import UsageError


def outside_graph(folder: str, environ: Mapping[str, str]) -> str:
    """The graph folder of notes that must not hold it: a name of its own in the state folder."""
    import zlib

    key = zlib.crc32(os.fsencode(os.path.normcase(folder)))
    name = os.path.basename(folder) or "root"
    return os.path.join(state_folder(environ), f"{name}-{key:08x}", "graph")


def state_folder(environ: Mapping[str, str]) -> str:
    """Where the graph of a vault goes that must not hold it: COMMONPLACE_STATE, else the platform's own place."""
    chosen = environ.get("COMMONPLACE_STATE")
    if chosen:
        return os.path.realpath(os.path.expanduser(chosen))
    user = user_folder(environ)
    if sys.platform == "win32":
        base = environ.get("LOCALAPPDATA") or os.path.join(user, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(user, "Library", "Application Support")
    else:
        base = environ.get("XDG_STATE_HOME") or os.path.join(user, ".local", "state")
    if not os.path.isabs(base):
        raise UsageError("no home folder to keep the index in", hint="set COMMONPLACE_STATE to a folder of yours")
    return os.path.join(os.path.realpath(base), "commonplace")


def user_folder(environ: Mapping[str, str]) -> str:
    """The home folder of whoever calls; "" where there is none.

    An empty HOME is none: what expands `~` takes it for the root of the file system.
    """
    if environ.get("HOME"):
        return environ["HOME"]
    if sys.platform == "win32":
        return os.path.expanduser("~")
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""
