"""The verbs around a knowledge base: `init`, `install`, `mcp` and `token`."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import UsageError
from . import Add, Implementation, add_dry_run

if TYPE_CHECKING:
    from ..homes import HomeLocation
    from ..install import Placement

# --- init -------------------------------------------------------------------------------------------------------------

MOST_LOOKED = 20_000
"""Files and folders of a home that are looked at for notes outside its vault."""


def _init_options(add: Add) -> None:
    # Not called home: that is the option of the other verbs.
    add("folder", metavar="HOME")
    add("--adopt", metavar="DIR", help="a folder of notes inside HOME to use as the vault, seen from HOME or from here")


def _init(_: Any, options: argparse.Namespace) -> tuple[HomeLocation, int]:
    from ..knowledge_base import KnowledgeBase

    return KnowledgeBase.create(options.folder, vault=options.adopt), 0


def _init_text(home: HomeLocation, _: argparse.Namespace) -> str:
    word = shlex.quote(home.home)
    lines = [f"home: {home.home}", f"vault: {home.vault}"]
    # Nobody named an inner folder; or Obsidian was told to open the home.
    left = "" if home.folder else _left(home)
    if left:
        lines.append(
            f"note: {left}, and only {home.vault} is asked; "
            f"once {home.graph} is moved away, --vault {word} asks all its notes as they are"
        )
    return "\n".join([*lines, f"next: commonplace add FILE --home {word}"])


def _left(home: HomeLocation) -> str:
    """Say what of a home is not asked; "" for nothing."""
    if os.path.isdir(os.path.join(home.home, ".obsidian")):
        return f"{home.home} is an Obsidian vault itself"
    notes = _notes_beside(home)
    return f"{home.home} has {notes} of its own" if notes else ""


def _notes_beside(home: HomeLocation) -> str:
    """Count the notes of a home outside its vault, as far as they are soon counted; "" for none."""
    notes = looked = 0
    for folder, folders, files in os.walk(home.home):
        inner = [name for name in folders if not name.startswith(".")]
        folders[:] = [name for name in inner if os.path.join(folder, name) not in (home.vault, home.graph)]
        notes += sum(name.lower().endswith(".md") for name in files)
        looked += len(files) + len(folders)
        if looked > MOST_LOOKED:
            break
    at_least = "at least " if looked > MOST_LOOKED else ""
    return f"{at_least}{notes} note{'s' * (notes > 1)}" if notes else ""


# --- install ----------------------------------------------------------------------------------------------------------


def _install_options(add: Add) -> None:
    from ..install import CLIENTS

    add("--agent", choices=tuple(CLIENTS), required=True, help="the client that should load the skill")
    add("--project", metavar="DIR", help="for one project (the folder you are in)")
    add("--user", action="store_true", help="for all your projects")
    add("--lean", action="store_true", help="without the server and the model that compares meanings (some 370 MB)")
    add(
        "--hooks",
        nargs="?",
        const="",
        metavar="HOME",
        help="let the client ask HOME before each prompt (the home here)",
    )
    add("--no-hooks", action="store_true", help="take these hooks out again")
    add("--no-prepare", action="store_true", help="leave it to the first start to fetch the libraries")
    add_dry_run(add)


def _install(_: Any, options: argparse.Namespace) -> tuple[Placement, int]:
    from ..hook_settings import HOOK_FILES
    from ..install import install, prepare

    if options.user and options.project is not None:
        raise UsageError("--project and --user exclude each other", hint="give one of them")
    if options.no_hooks and options.hooks is not None:
        raise UsageError("--hooks and --no-hooks exclude each other", hint="give one of them")
    project = "." if options.project is None else options.project
    if options.agent not in HOOK_FILES and (options.no_hooks or options.hooks is not None):
        known = ", ".join(HOOK_FILES)
        raise UsageError(f"no hooks are known that {options.agent} reads", hint=f"they work with --agent {known}")
    # Before anything is written: a call that cannot be done as a whole does nothing.
    home = _hooked_home(options, project) if options.hooks is not None else None
    placed = install(options.agent, project=project, user=options.user, environ=os.environ, dry_run=options.dry_run)
    if home or options.no_hooks:
        placed = _change_hooks(placed, options, project, home)
    if options.dry_run or options.no_prepare:
        return placed, 0
    size = "some 30 MB" if options.lean else "some 400 MB with the model that compares meanings; --lean leaves it out"
    print(f"preparing the libraries, unless they are there ({size})", file=sys.stderr, flush=True)
    environment = prepare(placed.path, lean=options.lean, environ=os.environ)
    return placed._replace(environment=environment), int(environment == "failed")


def _hooked_home(options: argparse.Namespace, project: str) -> HomeLocation:
    """Return the knowledge base that hooks are to ask.  Raises NoHomeError, UsageError."""
    from ..homes import find_home

    cwd = os.path.realpath(os.path.expanduser(project))
    return find_home(vault=os.path.expanduser(options.hooks), environ=os.environ, cwd=cwd)


def _change_hooks(placed: Placement, options: argparse.Namespace, project: str, home: HomeLocation | None) -> Placement:
    """Write the hooks of a client, or with no home take them out."""
    from ..hook_settings import HOOK_FILES, change_hooks, hook_command
    from ..install import below_home, below_project
    from ..knowledge_base import KnowledgeBase
    from ..packing import LAUNCHER

    client = HOOK_FILES[options.agent]
    if options.user:
        path = below_home(client.user, client.variable, os.environ)
    else:
        path = below_project(project, client.project)
    command = hook_command(os.path.join(placed.path, *LAUNCHER.split("/")), home.home) if home else ""
    change_hooks(path, client, command, dry_run=options.dry_run)
    if home and not options.dry_run:
        with KnowledgeBase.open(vault=home.home) as kb:
            # A hook has no time to make the index.
            kb.status()
    return placed._replace(hooks="on" if home else "off", hook_file=path)


def _install_text(placed: Placement, _: argparse.Namespace) -> str:
    from ..install import SETTINGS

    before = f", was {placed.replaced}" if placed.replaced not in ("", placed.version) else ""
    lines = ["dry run: nothing was written"] if placed.dry_run else []
    lines.append(f"{placed.state}: {placed.path} ({placed.files} files, version {placed.version}{before})")
    lines += [f"kept, changed by you: {path}" for path in placed.kept]
    if SETTINGS in placed.kept:
        lines.append(f"if you did not change {SETTINGS} yourself, read it before you use it")
    lines += [f"also there: {copy}" for copy in placed.others]
    if placed.shadowed_by:
        lines.append(
            f"your client may run {placed.shadowed_by} in its place: install with --agent agents, or remove that one"
        )
    if placed.hooks:
        lines.append(f"hooks {placed.hooks}: {placed.hook_file}")
    if placed.environment == "failed":
        lines.append("not prepared: the libraries are fetched by the command above, or by the first start")
    if placed.state != "unchanged" and not placed.dry_run:
        lines.append("next: start a new session of the client, so that it finds the skill")
    return "\n".join(lines)


# --- mcp --------------------------------------------------------------------------------------------------------------


def _mcp_options(add: Add) -> None:
    add("--read-only", action="store_true", help="leave the writing tools out")
    add("--structured", action="store_true", help="results as JSON beside the text, for programs")
    add("--http", metavar="HOST:PORT", help="for many clients, over HTTP, each with a token that `token` made")
    add("--host", action="append", default=[], metavar="NAME", help="with --http: a name that clients call it by")


def _mcp(_: Any, options: argparse.Namespace) -> tuple[None, int]:
    if options.host and options.http is None:
        raise UsageError("--host says nothing without --http", hint="give --http HOST:PORT")
    if options.http is None:
        from ..mcp_server import serve

        serve(home=options.home, vault=options.vault, read_only=options.read_only, structured=options.structured)
    else:
        from ..team.mcp_http import serve_http

        serve_http(
            options.http,
            home=options.home,
            vault=options.vault,
            read_only=options.read_only,
            structured=options.structured,
            names=options.host,
        )
    return None, 0


def _mcp_text(_: Any, __: argparse.Namespace) -> str:
    return ""


# --- token ------------------------------------------------------------------------------------------------------------


class TokenReceipt(NamedTuple):
    """What became of a token, and which there are."""

    made: str
    """The token itself, this once; "" where none was made."""
    revoked: str
    """The name of the one that lets nobody in any more."""
    tokens: tuple[TokenRow, ...]


class TokenRow(NamedTuple):
    """A token by its name, and what it lets do."""

    name: str
    read_only: bool
    made: str


def _token_options(add: Add) -> None:
    add("name", nargs="?", metavar="NAME", help="whom the journal names for what is written with it")
    add("--read-only", action="store_true", help="it lets read only")
    add("--revoke", action="store_true", help="let nobody in with it any more; a server need not be started again")
    add("--list", action="store_true", help="list the tokens by name (the default)")


def _token(_: Any, options: argparse.Namespace) -> tuple[TokenReceipt, int]:
    from ..clock import clock_of
    from ..homes import find_home
    from ..resources import resource_path
    from ..settings import load_settings
    from ..team.access_tokens import AccessTokens

    if options.name is not None and options.list:
        raise UsageError("--list takes no name", hint="give one of them")
    if options.name is None and (options.read_only or options.revoke):
        raise UsageError("a token needs a name", hint="give NAME, too")
    if options.read_only and options.revoke:
        raise UsageError("--revoke and --read-only exclude each other", hint="give one of them")
    location = find_home(home=options.home, vault=options.vault, environ=os.environ, cwd=os.getcwd())
    seconds = load_settings(environ=os.environ, config_path=resource_path("config.py")).lock_seconds
    tokens = AccessTokens(location, os.environ)
    made = revoked = ""
    if options.revoke:
        tokens.revoke(options.name, seconds=seconds)
        revoked = options.name
    elif options.name is not None:
        now = clock_of(os.environ)()
        made = tokens.make(options.name, read_only=options.read_only, now=now, seconds=seconds)
    rows = tuple(TokenRow(token.name, token.read_only, token.made) for token in tokens.all())
    return TokenReceipt(made, revoked, rows), 0


def _token_text(receipt: TokenReceipt, _: argparse.Namespace) -> str:
    if receipt.made:
        return receipt.made
    if receipt.revoked:
        return f"revoked: {receipt.revoked}"
    return "\n".join(
        f"{token.name}  {'reads' if token.read_only else 'writes'}  {token.made}" for token in receipt.tokens
    )


VERBS = {
    "init": Implementation(_init_options, _init, _init_text),
    "install": Implementation(_install_options, _install, _install_text),
    "mcp": Implementation(_mcp_options, _mcp, _mcp_text),
    "token": Implementation(_token_options, _token, _token_text),
}
