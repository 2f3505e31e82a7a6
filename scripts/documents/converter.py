"""A program that reads a document from standard input and writes its Markdown to standard output.

reading.py starts it by its path, as a process of its own, since a document made by a stranger may harm the parser that
reads it.  It bounds itself first: time, memory, size of its output.  Then it becomes pandoc, in its sandbox, or it
reads by a library of Python.  In that case it refuses, by an audit hook that cannot be taken off, what no parser needs:
connections, programs, writing, and reading elsewhere than among the libraries.  The hook sees what Python code does,
not what a parser written in C does, so it is no sandbox.

Facts go to standard error as lines: `title: `, `left-out: `, `missing: ` a library; any others are an error.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import sys
from types import TracebackType
from typing import Any, NoReturn

READERS = {
    ".eml": ("read_mail", "email"),
    ".pdf": ("read_pdf", "pypdfium2"),
    ".pptx": ("read_slides", "pptx"),
    ".xlsx": ("read_sheets", "openpyxl"),
}
"""For each ending, the function of readers.py that reads it, and the library that this needs."""
OUT_OF_MEMORY = 251
"""The exit code for too little memory, pandoc's and ours."""
REASON_SHOWN = 200

# fmt: off
_OUTSIDE = (
    "ftplib.", "http.client.", "imaplib.", "nntplib.", "poplib.", "smtplib.", "socket.", "telnetlib.", "urllib.",
    "webbrowser.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.system", "pty.",
    "subprocess.",
)
_CHANGES = (
    "os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink", "os.truncate",
    "os.utime", "shutil.", "sqlite3.", "tempfile.",
)
# fmt: on
_LOOKS = ("open", "os.listdir", "os.scandir")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def main() -> None:
    facts = json.loads(sys.argv[1])
    _limit_process(seconds=facts["seconds"], megabytes=facts["megabytes"], most_bytes=facts["most_bytes"])
    command = facts["pandoc"]
    if command and os.name == "nt":
        # On Windows execv starts a second process, which nobody waits for.
        import subprocess

        sys.exit(subprocess.call(command))
    if command:
        os.execv(command[0], command)
    _convert_by_library(facts)


def _convert_by_library(facts: dict[str, Any]) -> NoReturn:
    # The output of libraries is discarded.
    output, errors = os.dup(1), os.dup(2)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)

    def end(text: str, report: str, code: int = 0) -> NoReturn:
        # At once: exit handlers of a parser do not run.
        for descriptor, content in ((output, text), (errors, report)):
            with open(descriptor, "wb") as file:
                file.write(content.encode("utf-8", "replace"))
        os._exit(code)

    def report_error(kind: type[BaseException], err: BaseException, _: TracebackType | None) -> NoReturn:
        if issubclass(kind, MemoryError):
            end("", "", OUT_OF_MEMORY)
        if issubclass(kind, ModuleNotFoundError):
            end("", f"missing: {getattr(err, 'name', '')}\n")
        first = next(iter(str(err).strip().splitlines()), "")
        name = "" if kind is ValueError and first else kind.__name__
        end("", ": ".join(filter(None, (name, first)))[:REASON_SHOWN] + "\n", 1)

    sys.excepthook = report_error
    data = sys.stdin.buffer.read()
    guard = _Guard()
    # The launcher's folders, which an interpreter started anew does not know.
    sys.path[:] = [*facts["search_path"], facts["root"]]
    reader, library = READERS[facts["suffix"]]
    module = importlib.import_module(f"{facts['package']}.readers")
    # The library reads its own files.
    importlib.import_module(library)
    # Only our code is needed from there, and it is loaded.
    sys.path.remove(facts["root"])
    guard.close([*facts["search_path"], os.path.dirname(os.__file__), sys.prefix, sys.base_prefix])
    text, title, left_out = getattr(module, reader)(data)
    end(text, f"title: {' '.join(title.split())}\nleft-out: {', '.join(left_out)}\n")


class _Guard:
    """Refuses, by an audit hook, what no conversion needs; the error is one that libraries expect."""

    def __init__(self) -> None:
        self._readable: tuple[str, ...] = ()
        sys.addaudithook(self._check_event)

    def close(self, folders: list[str]) -> None:
        """Refuse from now on all writing, and reading outside of these folders."""
        sys.dont_write_bytecode = True
        places = {place for folder in folders for place in (os.path.abspath(folder), os.path.realpath(folder))}
        self._readable = tuple(os.path.normcase(os.path.join(place, "")) for place in places)

    def _check_event(self, event: str, facts: tuple[Any, ...]) -> None:
        if event.startswith(_OUTSIDE) or (self._readable and event.startswith(_CHANGES)):
            raise PermissionError(f"refused to a document: {event}")
        # A number is a file that is open already.
        if not self._readable or event not in _LOOKS or isinstance(facts[0], int):
            return
        path = os.path.normcase(os.path.abspath(os.fsdecode(facts[0] or os.curdir)))
        writes = event == "open" and (set(facts[1] or "") & set("wax+") or (facts[2] or 0) & _WRITING)
        if writes or not os.path.join(path, "").startswith(self._readable):
            raise PermissionError(f"refused to a document: {event} {path}")


def _limit_process(*, seconds: float, megabytes: int, most_bytes: int) -> None:
    """Bound this process where the system can; its starter watches the time as well."""
    if hasattr(signal, "alarm"):
        # The starter may be killed, and then nobody watches the time.
        signal.alarm(int(seconds) + 5)
    try:
        import resource
    except ImportError:
        return
    processor = int(seconds) + 1
    limits = [
        (resource.RLIMIT_CPU, processor),
        (resource.RLIMIT_AS, megabytes * 1_000_000),
        (resource.RLIMIT_FSIZE, most_bytes + 1_000),
        (resource.RLIMIT_CORE, 0),
    ]
    for kind, most in limits:
        # Some systems know a limit and cannot set it, and nobody may raise one that is lower already.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    main()
