"""Putting a lean copy of the skill where an agent's client looks for skills.

The Agent Skills specification (agentskills.io) says what a skill is and leaves the place to the clients.  Read in
their own documentation, November 2026:

    agents    the shared folder that most clients below read too
    claude    code.claude.com/docs/en/skills; CLAUDE_CONFIG_DIR moves ~/.claude
    codex     developers.openai.com/codex/skills: .agents/skills up to the repository's root, $HOME/.agents/skills
              (~/.codex/skills is still read, as the older place)
    copilot   docs.github.com on agent skills, VS Code's reference of skills: .github/skills, ~/.copilot/skills
    cursor    cursor.com/docs/context/skills
    gemini    geminicli.com/docs/cli/using-agent-skills
    goose     goose's guide "Agent Skills": .agents/skills and ~/.agents/skills are recommended, .goose/skills is read
    opencode  opencode.ai/docs/skills
    qwen      qwenlm.github.io/qwen-code-docs on skills; .agents/skills is read as well (0.24, tried)
    windsurf  the table of supported agents of github.com/vercel-labs/skills

A copy holds what an agent reads, the code as one zip, since clients list the files of a skill to their model, and what
the launcher needs: no tests, no handbook, no history.  It carries a list of its files with their hashes.  What differs
from that list is a person's: a changed config.py stays as it is, and any other changed or added file is named and has
to be moved away first.  A folder without such a list is nobody's but that person's, and is never replaced.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from . import __version__
from .commonplace import CODE, FULL, program_on_path
from .errors import DataError, ReadOnlyError, UsageError
from .homes import package_folder, user_folder
from .wiki_store.swap import write_durably

NAME = "commonplace"
"""The folder's name: by the specification that of the skill."""
LIST = ".commonplace-copy.json"
SETTINGS = "config.py"
"""A person's settings outlive an upgrade."""
_PLACE = re.compile(r"(SKILL_DIR is the absolute path of this file's folder)(?: \(`install` put it at .*?\))?(?=;)")
"""What SKILL.md says of its place."""


class Client(NamedTuple):
    """One program that loads skills."""

    project: str
    """Folder of skills below a project."""
    user: str
    """Folder of skills below the user's home folder."""
    variable: str = ""
    """Environment variable that names another place for the first folder of `user`."""


_SHARED = Client(".agents/skills", ".agents/skills")

CLIENTS = {
    "agents": _SHARED,
    "claude": Client(".claude/skills", ".claude/skills", "CLAUDE_CONFIG_DIR"),
    "codex": _SHARED,
    "copilot": Client(".github/skills", ".copilot/skills"),
    "cursor": Client(".cursor/skills", ".cursor/skills"),
    "gemini": Client(".gemini/skills", ".gemini/skills"),
    "goose": _SHARED,
    "opencode": Client(".opencode/skills", ".config/opencode/skills"),
    "qwen": Client(".qwen/skills", ".qwen/skills", "QWEN_HOME"),
    "windsurf": Client(".windsurf/skills", ".codeium/windsurf/skills"),
}


class Placement(NamedTuple):
    """What is done to one place."""

    path: str
    state: str
    """`new`, `upgraded` or `unchanged`."""
    version: str
    replaced: str
    """The version of the copy that was there; "" if none was."""
    files: int
    kept: tuple[str, ...]
    """What a person changed in the copy that was there: config.py, or nothing."""
    dry_run: bool
    environment: str = ""
    """What its environment has: `full` (FULL), `lean`, `failed` (the launcher has said why), or "" where it was left
    to the first start."""
    hooks: str = ""
    """`on`, `off`, or "" where nobody named them."""
    hook_file: str = ""
    """The settings file of the client that has them."""


def install(agent: str, *, project: str, user: bool, environ: Mapping[str, str], dry_run: bool = False) -> Placement:
    """Put a lean copy where a client looks: below a project, or for the user everywhere.

    Raises UsageError for a project that is no folder, DataError for a link on the way, and for a file in the way that a
    person changed or added; ReadOnlyError if the place cannot be written: another try finishes what was begun.
    """
    own = CLIENTS[agent]
    folder = below_home(own.user, own.variable, environ) if user else below_project(project, own.project)
    target = os.path.join(folder, NAME)
    files = lean_copy()
    # Cline gives its model the text of SKILL.md and not its place.
    named = f" (`install` put it at {target if user else f'{own.project}/{NAME} of the project'})"
    text = _PLACE.sub(lambda found: found[1] + named, files["SKILL.md"].decode("utf-8"), count=1)
    files["SKILL.md"] = text.encode("utf-8", "surrogateescape")
    try:
        return _place(target, files, dry_run=dry_run)
    except OSError as err:
        raise ReadOnlyError(err.filename or target, err.strerror or str(err), left="then try again") from err


def prepare(copy: str, *, lean: bool, environ: Mapping[str, str]) -> str:
    """Make the environment that a copy runs in, with progress on standard error, unless it is there.

    Returns `lean`, `full`, or `failed` after a message.
    """
    # The Python that SKILL.md names; the launcher makes an environment for each.
    python = program_on_path("python3") or sys.executable
    extras = [] if lean else ["--extras", ",".join(FULL)]
    command = [python, os.path.join(copy, *LAUNCHER.split("/")), *extras, "--version"]
    inherited = {name: value for name, value in environ.items() if name not in ("COMMONPLACE_ENV", "COMMONPLACE_SKILL")}
    finished = subprocess.run(command, env=inherited, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    return "failed" if finished.returncode else "lean" if lean else "full"


def below_project(project: str, relative: str) -> str:
    """Return a path below a project.  Raises UsageError for a project that is no folder, DataError for a link."""
    folder = os.path.realpath(os.path.expanduser(project))
    if not os.path.isdir(folder):
        raise UsageError(f"--project names {folder}, which is no folder", hint="give the folder of the project")
    place = os.path.join(folder, *relative.split("/"))
    if os.path.realpath(place) != place:
        # A project may be a stranger's: the copy would land wherever its link leads.
        raise DataError("it is a link, and the copy stays in the project", path=place, hint="remove it, or --user")
    return place


def below_home(relative: str, variable: str, environ: Mapping[str, str]) -> str:
    """Return a path below the user's home folder, whose first folder an environment variable may name.

    Raises UsageError where there is no home folder.
    """
    first, _, rest = relative.partition("/")
    chosen = environ.get(variable) if variable else ""
    home = user_folder(environ)
    if not os.path.isabs(home):
        raise UsageError("no home folder to install into", hint="give --project DIR")
    return os.path.join(os.path.expanduser(chosen) if chosen else os.path.join(home, first), *rest.split("/"))


# --- One copy in place of another -------------------------------------------------------------------------------------


def _place(target: str, files: dict[str, bytes], *, dry_run: bool) -> Placement:
    """Make target a copy of these files; a config.py that a person changed stays.

    The list of the files is written last: what was begun and not finished is an older copy with new files.
    """
    new = _hashes(files)
    there, version, listed = _copy_at(target)
    changed = [path for path, sha in there.items() if sha not in (listed.get(path), new.get(path))]
    if others := [path for path in changed if path != SETTINGS]:
        what = f"changed or added by you: {', '.join(others[:5])}{', …' if len(others) > 5 else ''}"
        raise DataError(what, path=target, hint="move these files away, and try again")
    wanted = {path: data for path, data in files.items() if path not in changed and there.get(path) != new[path]}
    gone = [path for path in there if path not in files]
    state = "new" if not version else "upgraded" if wanted or gone or version != __version__ else "unchanged"
    if not dry_run and state != "unchanged":
        for path, data in wanted.items():
            _write(target, path, data)
        for path in gone:
            os.unlink(os.path.join(target, path))
        content = {"version": __version__, "files": new}
        _write(target, LIST, (json.dumps(content, indent=0, sort_keys=True) + "\n").encode())
    return Placement(target, state, __version__, version, len(files) + 1, tuple(changed), dry_run)


def _hashes(files: Mapping[str, bytes]) -> dict[str, str]:
    return {path: sha256(data).hexdigest() for path, data in files.items()}


def _copy_at(target: str) -> tuple[dict[str, str], str, dict[str, str]]:
    """Return the files of the copy that is there by their hashes, its version, and the hashes that it was made with."""
    if not os.path.lexists(target) or (not os.path.islink(target) and os.path.isdir(target) and not os.listdir(target)):
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
    return {path: sha for path, sha in _files_below(target) if path != LIST}, version, listed


def _files_below(target: str) -> Iterator[tuple[str, str]]:
    for folder, folders, names in os.walk(target):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted([*names, *folders]):
            full = os.path.join(folder, name)
            if os.path.islink(full) or not (os.path.isfile(full) or os.path.isdir(full)):
                raise DataError("it is no plain file", path=full, hint="remove it, and try again")
            if name in names:
                with open(full, "rb") as file:
                    yield os.path.relpath(full, target).replace(os.sep, "/"), sha256(file.read()).hexdigest()


def _write(target: str, path: str, data: bytes) -> None:
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
    pages = dict(_pages())
    files = {**pages, LAUNCHER: read_file(os.path.join(package_folder(), "commonplace.py"))}
    if code:
        whole = BytesIO()
        with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
            for path, data in _code():
                archive.writestr(ZipInfo(f"commonplace/{path}"), data, ZIP_DEFLATED)
            # Pages as they were shipped: a copy that installs itself elsewhere does not carry a person's settings.
            for path, data in pages.items():
                archive.writestr(ZipInfo(f"commonplace/_skill/{path}"), data, ZIP_DEFLATED)
        files[f"scripts/{CODE}"] = whole.getvalue()
    return dict(sorted(files.items()))


def read_file(path: str) -> bytes:
    """Return a file of this installation.  Raises DataError if it lacks it."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as err:
        raise _incomplete(path, err) from err


def _pages() -> Iterator[tuple[str, bytes]]:
    """Yield what lies beside the code, as it was shipped."""
    package = package_folder()
    installed = os.path.join(package, "_skill")
    root = installed if os.path.isdir(installed) else os.path.dirname(package)
    folder = os.path.join(root, "instructions")
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith((".md", ".json")))
    except OSError as err:
        raise _incomplete(folder, err) from err
    for path in (*BESIDE, *(f"instructions/{name}" for name in names)):
        yield path, read_file(os.path.join(root, *path.split("/")))


def _code() -> Iterator[tuple[str, bytes]]:
    package = package_folder()
    for folder, folders, names in os.walk(package):
        # In an installed package what belongs beside the code lies below it, in `_skill`.
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", "_skill"))
        for name in sorted(names):
            if name.endswith(CODE_FILES):
                full = os.path.join(folder, name)
                yield os.path.relpath(full, package).replace(os.sep, "/"), read_file(full)


def _incomplete(path: str, err: OSError) -> DataError:
    return DataError(f"incomplete installation: {err.strerror}", path=path, hint="install commonplace again")
