"""The place for one client, and the copy put there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .. import __version__
from ..errors import UsageError
from ..homes import user_folder
from .clients import CLIENTS
from .contents import lean_copy
from .placing import place

if TYPE_CHECKING:
    from .placing import Placement

NAME = "commonplace"
"""The folder's name: by the specification that of the skill."""


def install(agent: str, *, project: str, user: bool, environ: Mapping[str, str], dry_run: bool = False) -> Placement:
    """Put a lean copy where a client looks: below a project, or for the user everywhere.

    Raises UsageError for a project that is no folder; DataError and ReadOnlyError as install.placing.place does.
    """
    target = os.path.join(_user_folder(agent, environ) if user else _project_folder(agent, project), NAME)
    return place(target, lean_copy(), version=__version__, dry_run=dry_run)


def _project_folder(agent: str, project: str) -> str:
    folder = os.path.realpath(os.path.expanduser(project))
    if not os.path.isdir(folder):
        raise UsageError(f"--project names {folder}, which is no folder", hint="give the folder of the project")
    return os.path.join(folder, *CLIENTS[agent].project.split("/"))


def _user_folder(agent: str, environ: Mapping[str, str]) -> str:
    client = CLIENTS[agent]
    first, _, rest = client.user.partition("/")
    chosen = environ.get(client.variable) if client.variable else ""
    home = user_folder(environ)
    if not os.path.isabs(home):
        raise UsageError("no home folder to install into", hint="give --project DIR")
    return os.path.join(os.path.expanduser(chosen) if chosen else os.path.join(home, first), *rest.split("/"))
