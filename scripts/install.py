"""Puts a lean copy of the skill where an agent's client looks for skills, and its hooks into the client's settings.

The Agent Skills specification (agentskills.io) defines a skill and leaves its place to the clients.  The places are
from their own documentation, November 2026; for hooks, from the pages on giving context to the model:

    agents    the shared folder that most clients below read too
    claude    code.claude.com/docs/en/skills and /hooks; CLAUDE_CONFIG_DIR moves ~/.claude
    codex     developers.openai.com/codex/skills and /hooks, codex-rs/hooks of openai/codex: .agents/skills up
              to the repository's root, $HOME/.agents/skills (~/.codex/skills is still read); hooks are trusted once
    copilot   docs.github.com on agent skills, VS Code's reference of skills.  Its reference does not mention
              hooks: 1.0.102 was tried, it reads the form of Claude Code, and takes the context that hooks.py prints
    cursor    cursor.com/docs/context/skills
    gemini    geminicli.com/docs/cli/using-agent-skills and /docs/hooks/reference
    goose     goose's guide "Agent Skills": .agents/skills and ~/.agents/skills are recommended, .goose/skills is read
    opencode  opencode.ai/docs/skills
    qwen      qwenlm.github.io/qwen-code-docs on skills and hooks; .agents/skills is read as well (0.24, tried), context
              before a tool is dropped (0.24.4); Claude Code, Codex and Copilot take it
    windsurf  the table of supported agents of github.com/vercel-labs/skills

A copy holds what an agent reads, the code as one zip, since clients list the files of a skill to their model, and what
the launcher needs: no tests, no handbook, no history.  It carries a list of its files with their hashes.  A file that
differs from it is a person's: a changed config.py stays as it is, and any other changed or added file is reported and
has to be moved away first.  A folder without such a list is nobody's but that person's, and is never replaced.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from io import BytesIO
from shlex import join
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from . import __version__
from .commonplace import CODE, FULL
from .errors import DataError, ReadOnlyError, UsageError
from .homes import PACKAGE, read_own, user_folder
from .wiki_store.files import bytes_of
from .wiki_store.writing import write_durably

NAME = "commonplace"
"""The folder's name: by the specification that of the skill."""
LIST = ".commonplace-copy.json"
SETTINGS = "config.py"
"""A person's settings outlive an upgrade."""
_PLACE = re.compile(r"(SKILL_DIR is the absolute path of this file's folder)(?: \(`install` put it at .*?\))?(?=;)")
"""The words of SKILL.md about its folder."""


class ClientPath(NamedTuple):
    """The places where a client looks for something."""

    project: str
    """Below a project."""
    user: str
    """Below the user's home folder."""
    variable: str = ""
    """Environment variable that names another place for the first folder of `user`."""

    def path(self, project: str | None, environ: Mapping[str, str]) -> str:
        """Return the path below a project, or without one below the user's home folder.

        Raises UsageError for a project that is no folder and where there is no home folder, DataError for a link.
        """
        if project is None:
            first, _, rest = self.user.partition("/")
            chosen = environ.get(self.variable) if self.variable else ""
            home = user_folder(environ)
            if not os.path.isabs(home):
                raise UsageError("no home folder to install into", hint="give --project DIR")
            return os.path.join(os.path.expanduser(chosen) if chosen else os.path.join(home, first), *rest.split("/"))
        folder = os.path.realpath(os.path.expanduser(project))
        if not os.path.isdir(folder):
            raise UsageError(f"--project names {folder}, which is no folder", hint="give the folder of the project")
        place = os.path.join(folder, *self.project.split("/"))
        if os.path.realpath(place) != place:
            # A project may be a stranger's: the copy would land wherever its link leads.
            raise DataError("it is a link, and the copy stays in the project", path=place, hint="remove it, or --user")
        return place


_SHARED = ClientPath(".agents/skills", ".agents/skills")

CLIENTS = {
    "agents": _SHARED,
    "claude": ClientPath(".claude/skills", ".claude/skills", "CLAUDE_CONFIG_DIR"),
    "codex": _SHARED,
    "copilot": ClientPath(".github/skills", ".copilot/skills"),
    "cursor": ClientPath(".cursor/skills", ".cursor/skills"),
    "gemini": ClientPath(".gemini/skills", ".gemini/skills"),
    "goose": _SHARED,
    "opencode": ClientPath(".opencode/skills", ".config/opencode/skills"),
    "qwen": ClientPath(".qwen/skills", ".qwen/skills", "QWEN_HOME"),
    "windsurf": ClientPath(".windsurf/skills", ".codeium/windsurf/skills"),
}


class Placement(NamedTuple):
    """The result of an installation at one place."""

    path: str
    state: str
    """`new`, `upgraded` or `unchanged`."""
    version: str
    replaced: str
    """The version of the copy that was there; "" if none was."""
    files: int
    kept: tuple[str, ...]
    """Files of the copy there that a person changed and that stay: config.py, or none."""
    dry_run: bool
    environment: str = ""
    """Its environment: `full` (FULL), `lean`, `failed` (the launcher has printed why), or "" where it was left to the
    first start."""
    hooks: str = ""
    """`on`, `off`, or "" where nobody named them."""
    hook_file: str = ""
    """The settings file of the client that has them."""


def install(agent: str, *, project: str | None, environ: Mapping[str, str], dry_run: bool = False) -> Placement:
    """Put a lean copy where a client looks: below a project, or without one for the user everywhere.

    Raises UsageError for a project that is no folder, DataError for a link on the way, and for a file in the way that a
    person changed or added; ReadOnlyError if the place cannot be written: another try finishes what was begun.
    """
    own = CLIENTS[agent]
    target = os.path.join(own.path(project, environ), NAME)
    files = lean_copy()
    # Cline gives its model the text of SKILL.md and not its place.
    named = f" (`install` put it at {target if project is None else f'{own.project}/{NAME} of the project'})"
    text = _PLACE.sub(lambda found: found[1] + named, files["SKILL.md"].decode("utf-8"), count=1)
    files["SKILL.md"] = text.encode("utf-8", "surrogateescape")
    try:
        return _update_copy(target, files, dry_run=dry_run)
    except OSError as err:
        raise ReadOnlyError(err.filename or target, err.strerror or str(err), left="then try again") from err


def prepare(copy: str, *, lean: bool, environ: Mapping[str, str]) -> str:
    """Make the environment that a copy runs in, with progress on standard error, unless it is there.

    Returns `lean`, `full`, or `failed` after a message.
    """
    # The Python that SKILL.md names, if not in the working directory, where Windows looks first: the launcher makes an
    # environment for each.
    found = shutil.which("python3") or ""
    python = found if os.path.isabs(found) else sys.executable
    extras = [] if lean else ["--extras", ",".join(FULL)]
    command = [python, os.path.join(copy, *LAUNCHER.split("/")), *extras, "--version"]
    inherited = {name: value for name, value in environ.items() if name not in ("COMMONPLACE_ENV", "COMMONPLACE_SKILL")}
    finished = subprocess.run(command, env=inherited, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    return "failed" if finished.returncode else "lean" if lean else "full"


def _update_copy(target: str, files: dict[str, bytes], *, dry_run: bool) -> Placement:
    """Make target a copy of these files; a config.py that a person changed stays.

    The list of the files is written last: an unfinished copy is an older one with new files.
    """
    new = {path: sha256(data).hexdigest() for path, data in files.items()}
    there, version, listed = _read_copy(target)
    changed = [path for path, sha in there.items() if sha not in (listed.get(path), new.get(path))]
    if others := [path for path in changed if path != SETTINGS]:
        message = f"changed or added by you: {', '.join(others[:5])}{', …' if len(others) > 5 else ''}"
        raise DataError(message, path=target, hint="move these files away, and try again")
    wanted = {path: data for path, data in files.items() if path not in changed and there.get(path) != new[path]}
    gone = [path for path in there if path not in files]
    state = "new" if not version else "upgraded" if wanted or gone or version != __version__ else "unchanged"
    if not dry_run and state != "unchanged":
        for path, data in wanted.items():
            _write_file(target, path, data)
        for path in gone:
            os.unlink(os.path.join(target, path))
        content = {"version": __version__, "files": new}
        _write_file(target, LIST, (json.dumps(content, indent=0, sort_keys=True) + "\n").encode())
    return Placement(target, state, __version__, version, len(files) + 1, tuple(changed), dry_run)


def _read_copy(target: str) -> tuple[dict[str, str], str, dict[str, str]]:
    """Return the hashes of the files in the copy there, its version, and the hashes that it was made with."""
    if not os.path.lexists(target) or (os.path.isdir(target) and not os.listdir(target)):
        return {}, "", {}
    try:
        if os.path.islink(target):
            raise ValueError
        with open(os.path.join(target, LIST), encoding="utf-8") as file:
            made = json.load(file)
        version, listed = made["version"], made["files"]
    except (OSError, ValueError, KeyError, TypeError) as err:
        hint = "move it away, or remove it, and try again"
        raise DataError("something that `install` did not make is in the way", path=target, hint=hint) from err
    there = {}
    for folder, folders, names in os.walk(target):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for full in (os.path.join(folder, name) for name in sorted([*names, *folders])):
            path = os.path.relpath(full, target).replace(os.sep, "/")
            if os.path.islink(full) or not (os.path.isfile(full) or os.path.isdir(full)):
                # It is not ours, and is not read.
                there[path] = ""
            elif os.path.isfile(full) and path != LIST:
                there[path] = sha256(read_own(full)).hexdigest()
    return there, version, listed


def _write_file(target: str, path: str, data: bytes) -> None:
    full = os.path.join(target, *path.split("/"))
    os.makedirs(os.path.dirname(full), exist_ok=True)
    write_durably(full, data)


LAUNCHER = "scripts/commonplace.py"
BESIDE = ("SKILL.md", "LICENSE", "config.py", "pyproject.toml")
"""Files of the skill beside the code.  The launcher reads the list of libraries from pyproject.toml."""
CODE_FILES = (".py", ".json", ".lua", ".sql", "py.typed", ".js", ".css", ".html", ".txt")


def lean_copy(*, code: bool = True) -> dict[str, bytes]:
    """Return every file of a copy, by its path with slashes; the same code gives the same bytes.

    Without the code the launcher takes its version from the package index: this is what a registry of skills gets.
    Raises DataError if the installation lacks a file.
    """
    pages = dict(_skill_files())
    files = {**pages, LAUNCHER: read_own(os.path.join(PACKAGE, "commonplace.py"))}
    if code:
        whole = BytesIO()
        with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
            for path, data in _code_files():
                archive.writestr(ZipInfo(f"commonplace/{path}"), data, ZIP_DEFLATED)
            # Pages as they were shipped: a copy that installs itself elsewhere does not carry a person's settings.
            for path, data in pages.items():
                archive.writestr(ZipInfo(f"commonplace/_skill/{path}"), data, ZIP_DEFLATED)
        files[f"scripts/{CODE}"] = whole.getvalue()
    return dict(sorted(files.items()))


def _skill_files() -> Iterator[tuple[str, bytes]]:
    """Yield path and bytes of each file beside the code, as it was shipped."""
    installed = os.path.join(PACKAGE, "_skill")
    root = installed if os.path.isdir(installed) else os.path.dirname(PACKAGE)
    folder = os.path.join(root, "instructions")
    names = sorted(name for name in os.listdir(folder) if name.endswith((".md", ".json")))
    for path in (*BESIDE, *(f"instructions/{name}" for name in names)):
        yield path, read_own(os.path.join(root, *path.split("/")))


def _code_files() -> Iterator[tuple[str, bytes]]:
    for folder, folders, names in os.walk(PACKAGE):
        # In an installed package the files beside the code are below it, in `_skill`.
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", "_skill"))
        for name in sorted(names):
            if name.endswith(CODE_FILES):
                full = os.path.join(folder, name)
                yield os.path.relpath(full, PACKAGE).replace(os.sep, "/"), read_own(full)


MARK = ("commonplace.py", " ask --hook --vault ")
"""Parts of the command by which a hook of ours is recognized."""
_PLAIN = re.compile(r"[\w .:\\/()'-]*[^\\]")


class HookFile(NamedTuple):
    """The settings file with a client's hooks, and the client's names for them."""

    place: ClientPath
    prompt_event: str = "UserPromptSubmit"
    second: int = 1
    """A timeout of one second, in the client's unit."""
    tool_event: str = "PreToolUse"
    """"" where a hook cannot give context before a tool is used."""


HOOK_FILES = {
    "claude": HookFile(ClientPath(".claude/settings.local.json", ".claude/settings.json", "CLAUDE_CONFIG_DIR")),
    "codex": HookFile(ClientPath(".codex/hooks.json", ".codex/hooks.json", "CODEX_HOME")),
    "copilot": HookFile(
        ClientPath(".github/copilot/settings.local.json", ".copilot/hooks/commonplace.json", "COPILOT_HOME")
    ),
    "gemini": HookFile(
        ClientPath(".gemini/settings.json", ".gemini/settings.json"), "BeforeAgent", 1000, tool_event=""
    ),
    "qwen": HookFile(ClientPath(".qwen/settings.json", ".qwen/settings.json", "QWEN_HOME"), tool_event=""),
}
TOOLS = (
    "Bash|bash|shell|run_shell_command|Edit|edit|MultiEdit|NotebookEdit|Write|WriteFile|write_file|create|apply_patch"
)
"""Tools of these clients that change a file or run a command; JavaScript and Rust read the pattern alike."""
TIMEOUTS = {"SessionStart": 5, "": 2}
"""Seconds after which a client goes on without the answer; a prompt's own limit is shorter, see hooks.py."""


def hook_command(launcher: str, folder: str) -> str:
    """Return the shell command of a hook: it names a home or vault, so that no cloned one is asked unnoticed.

    Raises UsageError on Windows for a name that needs more than quotation marks: clients run hooks there by cmd,
    PowerShell or Git Bash, which agree on nothing else.
    """
    if os.name != "nt":
        return join(["python3", launcher, "ask", "--hook", "--vault", folder])
    for path in (launcher, folder):
        if not _PLAIN.fullmatch(path):
            raise UsageError(f"a shell would run the name of the folder {path!r}", hint="use one of plain letters")
    return f'python3 "{launcher}" ask --hook --vault "{folder}"'


def with_hooks(settings: dict[str, Any], client: HookFile, command: str, *, edits: bool = False) -> dict[str, Any]:
    """Return the settings with our hooks, in place of those of an earlier call.  edits: with the one before edits."""
    settings = without_hooks(settings)
    hooks = dict(settings.get("hooks", {}))
    for event in ("SessionStart", client.prompt_event, *([client.tool_event] if edits else [])):
        timeout = TIMEOUTS.get(event, TIMEOUTS[""]) * client.second
        hook = {"type": "command", "command": command, "timeout": timeout}
        group = {"matcher": TOOLS, "hooks": [hook]} if event == client.tool_event else {"hooks": [hook]}
        hooks[event] = [*hooks.get(event, []), group]
    return {**settings, "hooks": hooks}


def without_hooks(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings without our hooks, and without groups that held only these."""
    if "hooks" not in settings:
        return settings
    kept = {}
    for event, groups in settings["hooks"].items():
        left = [{**group, "hooks": [hook for hook in group["hooks"] if not _is_ours(hook)]} for group in groups]
        left = [new for new, group in zip(left, groups) if new["hooks"] or not group["hooks"]]
        if left or not groups:
            kept[event] = left
    rest = {name: value for name, value in settings.items() if name != "hooks"}
    return {**settings, "hooks": kept} if kept or not settings["hooks"] else rest


def _is_ours(hook: dict[str, Any]) -> bool:
    return all(mark in str(hook.get("command", "")) for mark in MARK)


def change_hooks(path: str, client: HookFile, command: str, *, edits: bool = False, dry_run: bool = False) -> None:
    """Write our hooks into a settings file, or with no command take them out.

    The file is a person's.  It is changed only where json reproduces it byte for byte; any other, such as one with
    comments, stays as it is, and the error has the lines to add.
    Raises DataError for such a file, ReadOnlyError where it cannot be written.
    """
    # A dotfile may be a link to where its owner keeps such files: that file is changed, and the link stays.
    path = os.path.realpath(path)
    try:
        before = bytes_of(path)
        if before is None and not command:
            return
        text = (before or b"{}\n").decode("utf-8")
        settings = json.loads(text)
        if text not in (_format_settings(settings), _format_settings(settings) + "\n"):
            raise ValueError
        changed = with_hooks(settings, client, command, edits=edits) if command else without_hooks(settings)
        data = (_format_settings(changed) + "\n" * text.endswith("\n")).encode("utf-8")
        if data != before and not dry_run:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            write_durably(path, data)
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError) as err:
        by_hand = f"add this by hand:\n{_format_settings(with_hooks({}, client, command, edits=edits))}"
        hint = by_hand if command else "take the hooks with `commonplace.py ask --hook` out by hand"
        message = "it is not JSON indented by two, nothing was changed"
        raise DataError(message, path=path, hint=hint) from err
    except OSError as err:
        raise ReadOnlyError(err.filename or path, err.strerror or str(err)) from err


def _format_settings(settings: Any) -> str:
    return json.dumps(settings, indent=2, ensure_ascii=False)
