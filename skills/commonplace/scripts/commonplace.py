#!/usr/bin/env python3
"""Launcher: `python3 PATH/scripts/commonplace.py VERB ...` from any folder, with nothing installed.

The first start makes a virtual environment in the user's cache folder, one for each Python and list of dependencies
(environment.py).  Every start then executes its interpreter on this same file, isolated: no user's packages, no
PYTHONPATH, no working directory on the search path.  There the command line runs.

A copy has its code in one wheel beside this file, since clients list every file of a skill to their model; it is
unpacked into the cache folder.  A copy from a registry of skills has none: there the first start fetches the wheel of
this version from the package index.

Standard library only.  It stays readable for Python 3.6, so that an older Python gets a message and no SyntaxError.

COMMONPLACE_CACHE   the folder to use in place of the user's cache folder
COMMONPLACE_EXTRAS  extras of pyproject.toml to put into the environment, e.g. documents,exact;
                    `--extras NAMES` before a `--` adds to them.  Where an environment that has FULL as well was
                    made, by `install` or by naming it once, every start uses it
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
WHEEL = DISTRIBUTION.replace("-", "_") + "-" + VERSION + "-py3-none-any.whl"
PACKAGE = "scripts" if os.path.exists(os.path.join(HERE, "__init__.py")) else "commonplace"
"""The code is called `scripts` in a checkout, where it lies beside this file, and `commonplace` in a wheel."""
CURRENT = "current"
HOOK = ["ask", "--hook"]
FULL = ("mcp", "meaning", "minilm")
"""Extras that `install` brings: the server, and the model that compares meanings."""


def main() -> int:
    """Run the command line; return its exit code."""
    # A client's hook calls this: nobody waits for an installation, and no failure is shown to anybody.
    is_hook = sys.argv[1:3] == HOOK
    code = _start(is_hook)
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
    if choice == CURRENT and sys.getfilesystemencoding().lower() == "utf-8":
        return _run()
    if choice == CURRENT:
        # File names are UTF-8 whatever the locale says; only the interpreter's start can settle that.
        return _replace_process([sys.executable, "-X", "utf8"])
    if choice:
        return _stop(f"COMMONPLACE_ENV is {choice!r}; it must be `{CURRENT}` or absent", 2)
    try:
        with open(os.path.join(ROOT, "pyproject.toml"), encoding="utf-8") as file:
            text = file.read()
        extras = set(os.environ.get("COMMONPLACE_EXTRAS", "").replace(",", " ").split())
        requirements = read_requirements(text, *sorted(extras))
        folder = os.path.join(cache_folder(), environment_name(requirements))
        full = os.path.join(cache_folder(), environment_name(read_requirements(text, *sorted(extras.union(FULL)))))
        if is_complete(full):
            folder = full
    except (OSError, ValueError) as err:
        return _stop(str(err))
    if not is_complete(folder):
        if is_hook:
            return 0
        try:
            code = _make(folder, requirements)
        except OSError as err:
            return _stop(cannot_write(err))
        except ValueError as err:
            return _stop(str(err))
        if code:
            return code
    return _execute(folder)


def read_requirements(text: str, *extras: str) -> "list[str]":
    """Return the dependencies in the text of pyproject.toml, and those of the extras.

    Not a TOML parser, which Python 3.10 lacks: it reads lists of double-quoted strings that end with a `]` of their own
    line.  Raises ValueError for an unknown extra.
    """
    found = _strings(_section(text, "project"), "dependencies")
    for extra in extras:
        found += _strings(_section(text, "project.optional-dependencies"), extra)
    return found


def environment_name(requirements: "list[str]") -> str:
    """Return the folder name for these requirements under this Python: its kind, version, place, and their checksum."""
    machine = os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_ARCHITECTURE", "")
    kind = (sys.implementation.cache_tag or sys.implementation.name) + getattr(sys, "abiflags", "")
    # It guards against accidents alone.
    place = [sys.platform, machine, os.path.realpath(sys.base_prefix), *requirements]
    checksum = zlib.crc32("\n".join(place).encode("utf-8", "surrogateescape"))
    return f"{kind}-{sys.platform}-{machine}-{checksum:08x}"


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


def is_complete(folder: str) -> bool:
    """Whether an environment may be used; a link to a Python that was removed is no interpreter."""
    return os.path.exists(os.path.join(folder, "complete")) and os.path.exists(interpreter(folder))


def interpreter(folder: str) -> str:
    """Return the path of the Python of an environment."""
    return os.path.join(folder, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))


def code_folder() -> str:
    """Return the folder with PACKAGE: above this file, or where its wheel is unpacked.

    Raises ValueError with a message where it cannot be fetched, and OSError where it cannot be written.
    """
    if PACKAGE == "scripts":
        return ROOT
    wheel = os.path.join(HERE, WHEEL)
    folder = os.path.join(cache_folder(), "code-" + VERSION)
    if os.path.exists(wheel):
        with open(wheel, "rb") as file:
            folder += f"-{zlib.crc32(file.read()):08x}"
    if not os.path.isdir(folder):
        _bring_code(wheel, folder)
    return folder


def program_on_path(name: str) -> str:
    """Return a program on the path; "" for none, or one of the working directory, which may be a stranger's.

    Windows looks there before it looks at the path.
    """
    import shutil

    found = shutil.which(name) or ""
    if not os.path.isabs(found) or os.path.dirname(os.path.realpath(found)) == os.path.realpath(os.getcwd()):
        return ""
    return found


def installer_environ() -> "dict[str, str]":
    """Return the environment of an installer that installs into a folder, whatever the user's settings say."""
    environ = dict(os.environ, PYTHONNOUSERSITE="1", PIP_USER="0", PIP_REQUIRE_VIRTUALENV="0")
    environ["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    environ.setdefault("PIP_RETRIES", "2")
    return environ


def cannot_write(err: OSError) -> str:
    """Return what to do where the cache folder cannot be written."""
    return (
        f"cannot write its environment: {err}\n{once_outside()}"
        "or set COMMONPLACE_CACHE to a folder that can be written and has 100 MB free."
    )


def once_outside() -> str:
    """Return the one command that prepares everything where there is a network and a home that can be written."""
    # Only a failure needs it.
    import shlex

    extras = ",".join(os.environ.get("COMMONPLACE_EXTRAS", "").replace(",", " ").split())
    words = [sys.executable, os.path.realpath(sys.argv[0]), *(["--extras", extras] if extras else []), "--version"]
    command = " ".join(map(shlex.quote, words))
    return f"Run this once where there is a network (in a sandbox: once outside of it):\n  {command}\n"


def _section(text: str, name: str) -> str:
    """Return what stands under `[name]`, from a line break on; the line break before the next `[` ends it."""
    return ("\n" + text).partition("\n[" + name + "]")[2].partition("\n[")[0] + "\n"


def _strings(text: str, name: str) -> "list[str]":
    _, start, rest = text.partition("\n" + name + " = [\n")
    if not start:
        raise ValueError(f"pyproject.toml in {ROOT} has no list {name!r}")
    return rest.partition("\n]")[0].split('"')[1::2]


def _bring_code(wheel: str, folder: str) -> None:
    """Unpack the wheel into a folder, whole or not at all; fetch it first where it does not lie beside this file."""
    # Only the first start needs these.
    import tempfile
    import zipfile

    os.makedirs(cache_folder(), mode=0o700, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="code-", suffix=".tmp", dir=cache_folder()) as work:
        whole = os.path.join(work, "whole")
        if os.path.exists(wheel):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(whole)
        else:
            _fetch_code(whole)
        try:
            os.rename(whole, folder)
        except OSError:
            # Another start was faster.
            if not os.path.isdir(folder):
                raise


def _fetch_code(folder: str) -> None:
    """Install the wheel of this version from the package index into a folder.  Raises ValueError."""
    import subprocess

    requirement = DISTRIBUTION + "==" + VERSION
    sys.stderr.write(f"commonplace: fetching {requirement}, once\n")
    installers = [[sys.executable, "-I", "-m", "pip"]]
    uv = program_on_path("uv")
    if uv:
        # After pip, which reads the settings of whoever has an index of their own.
        installers.append([uv, "pip"])
    for installer in installers:
        # A wheel and no source, whose build would run before anybody has looked at it.
        command = [*installer, "install", "--quiet", "--no-deps", "--only-binary", ":all:", "--target", folder]
        if installer[0] == uv:
            command += ["--python", sys.executable]
        done = subprocess.run(
            [*command, requirement],
            cwd=os.path.dirname(folder),
            env=installer_environ(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        if not done.returncode:
            return
    lines = done.stderr.decode("utf-8", "replace").splitlines()[-8:]
    raise ValueError("\n".join([f"cannot fetch {requirement}:", *(f"  | {line}" for line in lines), once_outside()]))


def _make(folder: str, requirements: "list[str]") -> int:
    """Make the environment; return 0, or the exit code of the failure that was reported."""
    # Nothing may be written beside the code, and there is no folder for bytecode yet.
    sys.dont_write_bytecode = True
    caches = os.path.dirname(folder)
    before = set(os.listdir(caches)) if os.path.isdir(caches) else None
    failure, code = 3, ""
    try:
        code = code_folder()
        sys.path.insert(0, code)
        # Only the first start needs it, and what it imports.
        environment = importlib.import_module(PACKAGE + ".environment")
        sys.path.remove(code)
        failure = int(environment.make(folder, requirements, package=os.path.join(code, PACKAGE)))
    finally:
        if failure:
            _leave_nothing(caches, code, before)
    return failure


def _leave_nothing(caches: str, code: str, before: "set[str] | None") -> None:
    """Take away the code that a start which failed has unpacked, and the cache folder that it made."""
    import shutil

    if os.path.dirname(code) == caches and os.path.basename(code) not in (before or ()):
        shutil.rmtree(code, ignore_errors=True)
    if before is None and os.path.isdir(caches) and not os.listdir(caches):
        os.rmdir(caches)


def _execute(folder: str) -> int:
    """Run this file by the interpreter of an environment, isolated."""
    os.environ["COMMONPLACE_ENV"] = CURRENT
    # Bytecode goes to the cache: the folder of the code may be somebody else's, or be read at the same time.
    options = ["-I", "-X", "utf8", "-X", "pycache_prefix=" + os.path.join(folder, "bytecode")]
    return _replace_process([interpreter(folder), *options])


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
    # On the path only while the package is found: config.py beside it must not answer to somebody's `import config`.
    try:
        code = code_folder()
    except (OSError, ValueError) as err:
        return _stop(str(err))
    # What a person may read and change lies in the copy: settings and instructions.
    os.environ["COMMONPLACE_SKILL"] = ROOT
    sys.path[:] = [code, *(entry for entry in sys.path if os.path.realpath(entry) != HERE)]
    try:
        cli = importlib.import_module(PACKAGE + ".cli")
        sys.path.remove(code)
        return int(cli.run())
    except ModuleNotFoundError as err:
        if not os.path.exists(os.path.join(sys.prefix, "complete")):
            raise
        return _stop(f"{err}; its environment is damaged: delete {sys.prefix} and try again")


def _stop(message: str, code: int = 3) -> int:
    sys.stderr.write(f"commonplace: {message}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
