"""`install`: a lean copy of the skill where a client looks for skills."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ..install.placing import SETTINGS
from .parsing import add_dry_run

if TYPE_CHECKING:
    import argparse

    from ..install.placing import Placement


def options(parser: argparse.ArgumentParser) -> None:
    from ..install.clients import CLIENTS

    parser.add_argument("--agent", choices=tuple(CLIENTS), required=True, help="the client that should load the skill")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--project", metavar="DIR", help="for one project (the folder you are in)")
    place.add_argument("--user", action="store_true", help="for all your projects")
    add_dry_run(parser)


def run(_: Any, options: argparse.Namespace) -> tuple[Any, int]:
    from ..install.installing import install

    # argparse takes a value that is the default for none, and so `--user --project .` for `--user`.
    project = "." if options.project is None else options.project
    return install(options.agent, project=project, user=options.user, environ=os.environ, dry_run=options.dry_run), 0


def text(placed: Placement, _: argparse.Namespace) -> str:
    before = f", was {placed.replaced}" if placed.state == "upgraded" else ""
    lines = ["dry run: nothing was written"] if placed.dry_run else []
    lines.append(f"{placed.state}: {placed.path} ({placed.files} files, version {placed.version}{before})")
    lines += [f"kept, changed or added by you: {path}" for path in placed.kept]
    if SETTINGS in placed.kept:
        lines.append(f"if you did not change {SETTINGS} yourself, read it: EMBEDDER may name a function that is run")
    if placed.state != "unchanged" and not placed.dry_run:
        lines.append("next: start a new session of the client, so that it finds the skill")
    return "\n".join(lines)
