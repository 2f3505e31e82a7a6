"""The verbs around a knowledge base: `init`, `install` and `mcp`."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ..arguments import check_choice
from ..errors import UsageError
from ..homes import HomeLocation, find_home
from ..install import (
    CLIENTS,
    HOOK_FILES,
    LAUNCHER,
    SETTINGS,
    Placement,
    change_hooks,
    hook_command,
    prepare,
)
from ..install import install as place_skill
from ..knowledge_base import KnowledgeBase
from .declaration import DRY_RUN, Parameter, Verb, flag


def init(_: None, folder: str, *, adopt: str | None = None) -> HomeLocation:
    """Make an empty knowledge base in a folder; adopt: a folder of notes in it to use as the vault."""
    return KnowledgeBase.create(folder, vault=adopt)


def _init_text(home: HomeLocation, _: Mapping[str, Any]) -> str:
    word = shlex.quote(home.home)
    lines = [f"home: {home.home}", f"vault: {home.vault}"]
    # Nobody named an inner folder; or Obsidian was told to open the home.
    left = "" if home.folder else _unasked_notes(home)
    if left:
        lines.append(
            f"note: {left}, and only {home.vault} is asked; "
            f"once {home.graph} is moved away, --vault {word} asks all its notes as they are"
        )
    return "\n".join([*lines, f"next: commonplace add FILE --home {word}"])


def _unasked_notes(home: HomeLocation) -> str:
    """Return a remark on notes of a home that are not asked; "" if there are none."""
    if os.path.isdir(os.path.join(home.home, ".obsidian")):
        return f"{home.home} is an Obsidian vault itself"
    has_notes = any(name.lower().endswith(".md") for name in os.listdir(home.home))
    return f"{home.home} has notes of its own" if has_notes else ""


INIT = Verb(
    name="init",
    page="setup",
    summary="Make an empty knowledge base.",
    example="commonplace init ~/notes",
    opens_home=False,
    folders=(),
    no_tool="where knowledge lives is a person's choice",
    parameters=(
        # Not called home: that is the option of the other verbs.
        Parameter("folder", metavar="HOME"),
        Parameter("--adopt", "a folder of notes inside HOME to use as the vault, seen from HOME or from here", "DIR"),
    ),
    run=init,
    text=_init_text,
)


def install(
    _: None,
    *,
    agent: str,
    project: str | None = ".",
    lean: bool = False,
    hooks: str | Literal[False] | None = None,
    edits: bool = False,
    no_prepare: bool = False,
    dry_run: bool = False,
) -> Placement:
    """Put a copy of the skill where a client looks, with the hooks that it reads.

    project: None for the user everywhere.  hooks: the knowledge base that they ask, "" for the one that is found from
    the project; False takes them out.  edits: before edits, too.
    """
    check_choice("agent", agent, tuple(CLIENTS))
    if agent not in HOOK_FILES and hooks is not None:
        known = ", ".join(HOOK_FILES)
        raise UsageError(f"no hooks are known that {agent} reads", hint=f"they work with --agent {known}")
    if edits and not (isinstance(hooks, str) and HOOK_FILES[agent].tool_event):
        known = ", ".join(name for name, client in HOOK_FILES.items() if client.tool_event)
        raise UsageError("--edits is for --hooks", hint=f"they say it before an edit with --agent {known}")
    # Before anything is written: a call that cannot be done as a whole does nothing.
    home = _find_hooked_home(hooks, project or ".") if isinstance(hooks, str) else None
    placed = place_skill(agent, project=project, environ=os.environ, dry_run=dry_run)
    if hooks is not None:
        client = HOOK_FILES[agent]
        path = client.place.path(project, os.environ)
        command = hook_command(os.path.join(placed.path, *LAUNCHER.split("/")), home.home) if home else ""
        change_hooks(path, client, command, edits=edits, dry_run=dry_run)
        placed = placed._replace(hooks="on" if home else "off", hook_file=path)
    if home and not dry_run:
        with KnowledgeBase.open(vault=home.home) as kb:
            # A hook has no time to make the index.
            kb.query(lambda _: None)
    if dry_run or no_prepare:
        return placed
    size = "some 30 MB" if lean else "some 400 MB with the model that compares meanings; --lean leaves it out"
    print(f"preparing the libraries, unless they are there ({size})", file=sys.stderr, flush=True)
    return placed._replace(environment=prepare(placed.path, lean=lean, environ=os.environ))


def _find_hooked_home(hooks: str, project: str) -> HomeLocation:
    """Return the location of the knowledge base that hooks ask.  Raises NoHomeError, UsageError."""
    cwd = os.path.realpath(os.path.expanduser(project))
    return find_home(vault=os.path.expanduser(hooks), environ=os.environ, cwd=cwd)


def _install_text(placed: Placement, _: Mapping[str, Any]) -> str:
    before = f", was {placed.replaced}" if placed.replaced not in ("", placed.version) else ""
    lines = ["dry run: nothing was written"] if placed.dry_run else []
    lines.append(f"{placed.state}: {placed.path} ({placed.files} files, version {placed.version}{before})")
    lines += [f"kept, changed by you: {path}" for path in placed.kept]
    if SETTINGS in placed.kept:
        lines.append(f"if you did not change {SETTINGS} yourself, read it before you use it")
    if placed.hooks:
        lines.append(f"hooks {placed.hooks}: {placed.hook_file}")
    if placed.environment == "failed":
        lines.append("not prepared: the libraries are fetched by the command above, or by the first start")
    if placed.state != "unchanged" and not placed.dry_run:
        lines.append("next: start a new session of the client, so that it finds the skill")
    return "\n".join(lines)


INSTALL = Verb(
    name="install",
    page="setup",
    summary="Put the skill where a client looks.",
    example="commonplace install --agent claude --user --dry-run",
    opens_home=False,
    folders=(),
    no_tool="it changes how clients are set up",
    parameters=(
        Parameter("--agent", "the client that should load the skill: claude, codex, …", "CLIENT", is_required=True),
        Parameter("--project", "for one project (the folder you are in)", "DIR"),
        flag("--user", "for all your projects", to="project", value=None),
        flag("--lean", "without the server and the model that compares meanings (some 370 MB)"),
        Parameter("--hooks", "let the client ask HOME before each prompt (the home here)", "HOME", many="?"),
        flag("--edits", "with --hooks: say before an edit or a command, too, what was tried and rejected"),
        flag("--no-hooks", "take these hooks out again", to="hooks", value=False),
        flag("--no-prepare", "leave it to the first start to fetch the libraries"),
        DRY_RUN,
    ),
    run=install,
    text=_install_text,
    exit_code=lambda placed, _: int(placed.environment == "failed"),
)


def mcp(_: None, *, http: str | None = None, hosts: Sequence[str] = (), **served: Any) -> None:
    """Serve the verbs to a client of the Model Context Protocol, or with http to many.

    served: home, vault and read_only, as mcp_server.serve takes them.
    """
    if hosts and http is None:
        raise UsageError("--host says nothing without --http", hint="give --http HOST:PORT")
    # The library takes a second to import.
    if http is None:
        from ..mcp_server import serve

        serve(**served)
    else:
        from ..team.mcp_http import serve_http

        serve_http(http, names=hosts, **served)


MCP = Verb(
    name="mcp",
    page="setup",
    summary="Serve the verbs to clients of MCP.",
    example="commonplace mcp --home ~/notes",
    opens_home=False,
    no_tool="this server",
    parameters=(
        flag("--read-only", "leave the writing tools out"),
        Parameter("--http", "for many clients, over HTTP, each with a token that `token` made", "HOST:PORT"),
        Parameter("--host", "with --http: a name that clients call it by", "NAME", to="hosts", repeatable=True),
    ),
    run=mcp,
    text=lambda _, __: "",
)
