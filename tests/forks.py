"""Programs in processes of their own that need not begin cold: `python -m tests.forks` has all imported, and forks.

A test process itself has threads, and must not fork.  Where the system cannot, each program is started as usual.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, Protocol

from tests.running import ROOT, Ran, done, environment, python

SECONDS = 120
"""After which a program is ended by SIGALRM, unless it says otherwise."""


class Forked(Protocol):
    """As tests.running.python: a program and its arguments; what it left behind."""

    def __call__(self, code: str, *argv: object) -> Ran: ...


@contextmanager
def forking() -> Iterator[Forked]:
    """A function that runs programs so; the process that forks begins with the first of them."""
    if not hasattr(os, "fork"):
        yield python
        return
    servers: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryDirectory() as folder:

        def forked(code: str, *argv: object) -> Ran:
            if not servers:
                command = [sys.executable, "-m", "tests.forks"]
                servers.append(
                    subprocess.Popen(
                        command, cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
                    )
                )
            (server,) = servers
            assert server.stdin
            assert server.stdout
            asked = {"code": code, "argv": [*map(str, argv)], "environ": environment(), "folder": folder}
            server.stdin.write(json.dumps(asked).encode() + b"\n")
            server.stdin.flush()
            exit_code = int(server.stdout.readline())
            out, err = (Path(folder, name).read_text("utf-8") for name in ("out", "err"))
            return Ran(exit_code, out, err)

        try:
            yield forked
        finally:
            for server in servers:
                server.communicate(timeout=60)


def _serve() -> None:
    with tempfile.TemporaryDirectory() as folder:
        # Imports modules and compiles patterns.
        home = Path(folder, "home")
        done("init", home)
        added = done("add", "-", "--title", "a", "--json", home=home, stdin="# A\n\nOne thing.\n")
        (source,) = added.document["receipt"]["sources"]
        words = {"name": "b", "type": "thing", "supporting_text": "One thing."}
        done("apply", "-", home=home, stdin=json.dumps({"source": source["id"], "entities": [words]}))
        done("rename", "b", "c", home=home)
        done("doctor", home=home)
    for line in sys.stdin.buffer:
        child = os.fork()
        if not child:
            _become(json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _become(asked: dict[str, Any]) -> NoReturn:
    code: Any = 1
    try:
        signal.alarm(SECONDS)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(Path(asked["folder"], name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
        sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
        os.environ.clear()
        os.environ.update(asked["environ"])
        sys.argv = ["-c", *asked["argv"]]
        exec(compile(asked["code"], "<string>", "exec"), {"__name__": "__main__"})
        code = 0
    except SystemExit as stop:
        code = stop.code or 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


if __name__ == "__main__":
    _serve()
