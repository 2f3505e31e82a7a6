"""Which pages were written together: in one operation, or in one commit of the vault's git history.

Both are read as far as they are recent.  git is only asked for the names of files, and told to run nothing that a
repository may configure: a vault holds data, never commands.  Without git, the operations are enough.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import islice

from ..wiki_store.operations import Operations

MOST_COMMITS = 500
_RECENT = 500
"""Operations that are looked at."""
MOST_PAGES = 50
"""Pages of an operation or commit from which on it says nothing of any two of them: an import, a reformatting."""
SECONDS = 5.0
"""How long git may take."""
MOST_BYTES, MOST_MEMORY = 16_000_000, 1_000_000_000
"""What git may print, and its address space (on Linux)."""
_SAFE = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.pager=cat",
    "core.alternateRefsCommand=",
    "log.showSignature=false",
    "log.mailmap=false",
    "diff.external=",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
    "core.packedGitWindowSize=32m",
    "core.packedGitLimit=256m",
)
"""Settings that keep git from running what the repository's own configuration names: hooks, monitors, signature
checkers, diff programs, and the transports by which a partial clone fetches what it lacks; and from mapping a large
history as a whole."""


class CoChange:
    """How much pairs of pages were written together, from 0 to 1."""

    def __init__(self, sets: Iterable[Sequence[str]]) -> None:
        """sets: the pages of each operation or commit, by path."""
        self._of: dict[str, dict[int, float]] = {}
        for number, pages in enumerate(sets):
            pages = sorted(set(pages))
            if not pages or len(pages) > MOST_PAGES:
                continue
            # Of many pages written at once, each pair says little.
            weight = 1 / max(1, len(pages) - 1)
            for page in pages:
                self._of.setdefault(page, {})[number] = weight

    def share(self, one: str, other: str) -> float:
        """Return the share of what wrote either page that wrote both, each weighed by how few pages it wrote."""
        mine, theirs = self._of.get(one, {}), self._of.get(other, {})
        both = sum([weight for number, weight in mine.items() if number in theirs])
        if not both:
            return 0.0
        return both / (sum(mine.values()) + sum(theirs.values()) - both)


def written_together(operations: Operations, vault: str, skipped: frozenset[str]) -> list[list[str]]:
    """Return the pages of each recent operation and commit, by vault path.  skipped: the catalog and the log."""
    recent = [*islice(operations.standing(), _RECENT)]
    sets = [*([change.path for change in each.changes] for each in recent), *commits(vault)]
    return [[path for path in each if path.endswith(".md") and path not in skipped] for each in sets]


def commits(vault: str) -> list[list[str]]:
    """Return the files of each of the vault's newest commits, by vault path, newest first; [] if git knows none."""
    git = _git(vault)
    if not git or not _is_versioned(vault):
        return []
    arguments = [git, "--no-pager", "--no-optional-locks", "--literal-pathspecs", "-C", vault]
    for setting in _SAFE:
        arguments += ["-c", setting]
    arguments += ["log", f"--max-count={MOST_COMMITS}", "--no-merges", "--format=%x00", "--name-only", "-z"]
    arguments += ["--relative", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-show-signature", "--", "."]
    return _parse_names(_printed(arguments))


def _printed(arguments: Sequence[str]) -> bytes:
    """Return what a command prints; b"" where it fails, takes too long, prints too much or takes too much memory."""
    try:
        process = subprocess.Popen(
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
        )
    except OSError:
        return b""
    timer = threading.Timer(SECONDS, process.kill)
    timer.start()
    with process:
        _bound(process.pid)
        assert process.stdout is not None
        output = process.stdout.read(MOST_BYTES + 1)
        if len(output) > MOST_BYTES:
            process.kill()
    timer.cancel()
    return output if process.returncode == 0 else b""


def _bound(pid: int) -> None:
    """Limit the memory of a process, where the system can: a few kilobytes of a repository may ask for gigabytes."""
    with suppress(ImportError, AttributeError, OSError):
        import resource

        resource.prlimit(pid, resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def _parse_names(output: bytes) -> list[list[str]]:
    """Return the names of each commit; git prints an empty header, then the names, all ended by zero bytes."""
    found: list[list[str]] = []
    for part in output.split(b"\0"):
        name = part.lstrip(b"\n")
        if not name:
            found.append([])
        elif found:
            found[-1].append(name.decode("utf-8", "surrogateescape"))
    return [names for names in found if names]


def _git(vault: str) -> str:
    """Return the git on the path; "" for none, or one that lies in the vault or in the working directory."""
    found = shutil.which("git")
    if found is None:
        return ""
    full = os.path.realpath(found)
    for folder in (vault, os.getcwd()):
        if os.path.dirname(full) == os.path.realpath(folder):
            return ""
    return full if os.path.isabs(full) else ""


def _is_versioned(folder: str) -> bool:
    """Return whether a repository is there or above: git need not be started to say no."""
    folder = os.path.realpath(folder)
    while not os.path.exists(os.path.join(folder, ".git")):
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            return False
    return True


def _environment() -> dict[str, str]:
    """Return this process's environment without variables and configuration of git's own."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {
        **clean,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_OPTIONAL_LOCKS": "0",
        "LC_ALL": "C",
    }
