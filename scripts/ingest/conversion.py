"""Documents that are no text, turned into Markdown by a process of their own, within limits; see converter.py.

Only its answer comes back: no file, no descriptor, nothing it prints.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, NamedTuple

from ..errors import MissingExtraError, SourceError

if TYPE_CHECKING:
    from ..settings import Settings

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "converter.py")
_ROOT, *_FOLDERS = PROGRAM.rsplit(os.sep, 3)[:-1]
"""Where the package lies, and its folders: in a checkout they have other names than it is called by."""
BY_HAND = "convert it to Markdown yourself and add that"


class Limits(NamedTuple):
    """How far the conversion of one document may go."""

    seconds: float
    megabytes: int
    """Of address space."""
    most_bytes: int
    """Of what an archive unpacks to, and of the text that comes back."""


class Converted(NamedTuple):
    """What came out of a document."""

    text: str
    """Markdown."""
    title: str
    """What the file says beside its text that it is called; "" for nothing."""
    left_out: tuple[str, ...] = ()
    """Words and numbers of a DOCX or PPTX that its text lacks, as in a diagram, in small letters."""


def limits_of(settings: Settings, most_bytes: int) -> Limits:
    """The limits that a person has set."""
    return Limits(settings.convert_seconds, settings.convert_megabytes, most_bytes)


def convert(data: bytes, path: str, limits: Limits, *, suffix: str = "") -> Converted:
    """Convert a document's bytes; path names it in errors, and suffix, else that of the path, says what it is.

    Raises SourceError when it cannot be converted within the limits, or when its parser crashes; MissingExtraError
    where markitdown is not installed.
    """
    try:
        with tempfile.TemporaryFile() as file:
            exit_code = _run(data, suffix or os.path.splitext(path)[1].lower(), limits, file.fileno())
            file.seek(0)
            # It may write no more than this; where the system has no such limit, the rest is not read.
            answer = file.read(limits.most_bytes + 1_000)
    except OSError as err:
        raise SourceError(f"cannot be converted: {err.strerror}", path=path, hint="check free space") from err
    word, _, text = answer.partition(b"\n")
    if exit_code == 0 and word == b"text":
        title, left_out, markdown = (part.decode("utf-8", "replace") for part in text.split(b"\n", 2))
        return Converted(markdown, title, tuple(left_out.split()))
    if exit_code == 0 and word == b"missing":
        raise MissingExtraError(f"reading {os.path.basename(path)}", "markitdown", "documents")
    if exit_code == 0 and word == b"error":
        raise SourceError(f"cannot be converted: {text.decode('utf-8', 'replace')}", path=path, hint=BY_HAND)
    what, hint = _failure(exit_code, word == b"memory", limits)
    raise SourceError(f"cannot be converted: {what}", path=path, hint=hint)


def _failure(exit_code: int | None, is_out_of_memory: bool, limits: Limits) -> tuple[str, str]:
    """What went wrong in a process that gave no text, and what to do."""
    name = _signal_name(-exit_code) if exit_code is not None and exit_code < 0 else ""
    if exit_code is None or name in ("SIGXCPU", "SIGALRM"):
        return (
            f"it takes more than {limits.seconds:g} seconds",
            f"set COMMONPLACE_CONVERT_SECONDS higher, or {BY_HAND}",
        )
    if is_out_of_memory or name == "SIGKILL":
        return (
            f"it takes more than {limits.megabytes:,} MB of memory",
            f"set COMMONPLACE_CONVERT_MEGABYTES higher, or {BY_HAND}",
        )
    return f"its parser crashed ({name or f'exit code {exit_code}'})", BY_HAND


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _run(data: bytes, suffix: str, limits: Limits, output: int) -> int | None:
    """The exit code of the program; None when it took too long.  It and all it started are gone then."""
    facts = {
        "suffix": suffix,
        # What lies where the call was made is no library.
        "search_path": [each for each in map(os.path.abspath, filter(None, sys.path)) if each != os.getcwd()],
        "package": ".".join(_FOLDERS),
        "root": _ROOT,
        **limits._asdict(),
    }
    command = [sys.executable, "-I", "-S", *(["-B"] if sys.dont_write_bytecode else [])]
    if sys.pycache_prefix:
        command += ["-X", f"pycache_prefix={sys.pycache_prefix}"]
    process = subprocess.Popen(
        [*command, PROGRAM, json.dumps(facts)],
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=subprocess.DEVNULL,
        env=_environment(),
        # Of its own, so that it can be ended with whatever it started.
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    try:
        process.communicate(data, timeout=limits.seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        _end(process)
    return process.returncode


def _end(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        # An error says that all of it has ended.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
    if process.stdin is not None:
        # Closing flushes what the process did not read; its pipe is gone.
        with contextlib.suppress(OSError):
            process.stdin.close()


def _environment() -> dict[str, str]:
    """What an interpreter needs to start, and nothing that tells of the person who started it.

    One thread a library: each reserves address space, which is limited.
    """
    needed = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH")
    kept = {name: os.environ[name] for name in needed if name in os.environ}
    return {**kept, "MALLOC_ARENA_MAX": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
