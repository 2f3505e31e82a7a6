#!/usr/bin/env python3
"""Launcher: `python3 PATH/scripts/commonplace.py VERB ...` from any folder, with nothing installed.

The first start makes an environment: a folder of libraries in the user's cache, one per kind of Python and list of
dependencies (environment.py).  Every start then runs scripts.one_call in this interpreter, with a module search path
that holds the standard library and that folder and nothing else: no user's packages, no PYTHONPATH, no working
directory.
Handing over to a virtual environment's interpreter would isolate as well, but a start would then cost 1.9 times the
CPU of `python -c pass`; this way it costs 1.2 times (measured in one run, CPython 3.11).

Standard library only.  This file is compiled anew at each start, so it is short and imports only what is loaded
anyway; and it stays readable for Python 3.6, so that an older Python gets a message and no SyntaxError.

COMMONPLACE_CACHE   the folder to use in place of the user's cache folder
COMMONPLACE_EXTRAS  extras of pyproject.toml to put into the environment, e.g. documents,exact
COMMONPLACE_ENV     `current`: make no environment, use the libraries of the interpreter as it is
"""

import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(HERE)


def main() -> int:
    if sys.version_info < (3, 10):  # noqa: UP036  # older Pythons do get here
        return _stop(f"needs Python 3.10 or newer, this is {sys.version.split()[0]} ({sys.executable})")
    if sys.getfilesystemencoding().lower() != "utf-8":
        # File names are UTF-8 whatever the locale says; only the interpreter's start can settle that.
        os.execv(sys.executable, [sys.executable, "-X", "utf8", os.path.realpath(__file__), *sys.argv[1:]])
    _speak_utf8()
    choice = os.environ.get("COMMONPLACE_ENV", "")
    if choice == "current":
        sys.path[:] = [entry for entry in sys.path if os.path.realpath(entry) != HERE]
        return _run("")
    if choice:
        return _stop(f"COMMONPLACE_ENV is {choice!r}; it must be `current` or absent", 2)
    try:
        with open(os.path.join(ROOT, "pyproject.toml"), encoding="utf-8") as file:
            requirements = read_requirements(file.read(), os.environ.get("COMMONPLACE_EXTRAS", ""))
        folder = os.path.join(cache_folder(), environment_name(requirements))
    except (OSError, ValueError) as err:
        return _stop(str(err))
    if not os.path.exists(os.path.join(folder, "complete")):
        _make(folder, requirements)
    _enter(folder)
    return _run(folder)


def read_requirements(text: str, extras: str = "") -> "list[str]":
    """The dependencies in the text of pyproject.toml, and those of the extras; raises ValueError for an unknown extra.

    Not a TOML parser: it reads lists of double-quoted strings that end with a `]` of their own line.
    """
    found = _strings(_section(text, "project"), "dependencies")
    for extra in extras.replace(",", " ").split():
        found += _strings(_section(text, "project.optional-dependencies"), extra)
    return found


def environment_name(requirements: "list[str]") -> str:
    """Folder name for these requirements under this kind of interpreter: version, implementation, platform, list."""
    machine = os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_ARCHITECTURE", "")
    platform = getattr(sys.implementation, "_multiarch", sys.platform)
    # A Mersenne prime makes a checksum of the list without importing one; it guards against accidents only.
    key = int.from_bytes("\n".join(requirements).encode(), "big") % (2**61 - 1)
    kind = (sys.implementation.cache_tag or sys.implementation.name) + getattr(sys, "abiflags", "")
    return "-".join([kind, platform, *([] if machine in platform else [machine]), f"{key:015x}"])


def cache_folder() -> str:
    """Where environments live; raises ValueError if the user has no home folder and COMMONPLACE_CACHE is not set."""
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


def _section(text: str, name: str) -> str:
    """What stands under `[name]`, from a line break on; the line break before the next section's `[` ends it."""
    return ("\n" + text).partition("\n[" + name + "]")[2].partition("\n[")[0] + "\n"


def _strings(text: str, name: str) -> "list[str]":
    _, start, rest = text.partition("\n" + name + " = [\n")
    if not start:
        raise ValueError(f"pyproject.toml in {ROOT} has no list {name!r}")
    return rest.partition("\n]")[0].split('"')[1::2]


def _make(folder: str, requirements: "list[str]") -> None:
    """Make the environment, or end the process with a message."""
    # Nothing may be written beside the code, and the bytecode folder does not exist yet.
    sys.dont_write_bytecode = True
    sys.path.insert(0, ROOT)
    from scripts import environment

    sys.path.remove(ROOT)
    environment.make(folder, requirements, root=ROOT)


def _enter(folder: str) -> None:
    """Replace the module search path by the standard library and the libraries of the environment."""
    library = os.path.dirname(os.__file__)
    keep = {library, os.path.join(sys.base_prefix, "DLLs")}
    if sys.platform == "win32":
        keep.add(sys.base_prefix)
    entries = [entry for entry in sys.path if entry in keep or os.path.basename(entry) == "lib-dynload"]
    sys.path[:] = [*entries, os.path.join(folder, "site")]
    # Bytecode goes to the cache only, so PYTHONDONTWRITEBYTECODE (which spares source folders) need not slow us down.
    sys.pycache_prefix = os.path.join(folder, "bytecode")
    sys.dont_write_bytecode = False


def _run(folder: str) -> int:
    # On the path only while the package is found: config.py beside it must not answer to somebody's `import config`.
    sys.path.insert(0, ROOT)
    from scripts import one_call

    sys.path.remove(ROOT)
    try:
        return one_call.run(sys.argv[1:])
    except ModuleNotFoundError as err:
        if not folder:
            raise
        return _stop(f"{err}; its environment is damaged: delete {folder} and try again")


def _speak_utf8() -> None:
    """Make the standard streams UTF-8 whatever the locale says, as `-X utf8` does."""
    wanted = ((sys.stdin, "strict"), (sys.stdout, "surrogateescape"), (sys.stderr, "backslashreplace"))
    for stream, errors in wanted:
        # A stream that was closed is None; one that somebody replaced is theirs.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors=errors)


def _stop(message: str, code: int = 3) -> int:
    sys.stderr.write(f"commonplace: {message}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
