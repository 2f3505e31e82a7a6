"""Whole processes and what they cost: CPU time and peak memory, as the system accounts for them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import NamedTuple

from scripts.errors import DataError, UsageError

_SPAWNER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "spawner.py")
_UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in which the system counts peak memory."""


class Cost(NamedTuple):
    """What one process cost."""

    cpu_ms: float
    """User and system time, that of the processes it waited for included."""
    peak_mib: float
    """Never below some 7 MiB: what the starting process needs itself."""
    output: str
    """What it wrote to standard output."""


class Processes:
    """Runs programs in a given environment; a context manager.  Raises UsageError where the system has no wait4."""

    def __init__(self, scratch: str, environ: Mapping[str, str]) -> None:
        if not hasattr(os, "wait4") or not hasattr(os, "posix_spawn"):
            raise UsageError("this system does not tell what a process cost", hint="measure on Linux or macOS")
        self.environ = dict(environ)
        self._scratch = scratch
        self._files = os.path.join(scratch, "output"), os.path.join(scratch, "errors")
        self._spawner = subprocess.Popen(
            [sys.executable, "-I", "-S", _SPAWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def run(self, argv: Sequence[str], *, environ: Mapping[str, str] | None = None) -> Cost:
        """Run a program to its end in the scratch folder, environ set beside what every program gets.

        Raises DataError with its last words when it fails; exit code 1 says that it found nothing.
        """
        requests, replies = self._spawner.stdin, self._spawner.stdout
        assert requests is not None
        assert replies is not None
        request = json.dumps((list(argv), {**self.environ, **(environ or {})}, self._scratch, *self._files))
        requests.write(request.encode() + b"\n")
        requests.flush()
        code, seconds, peak = json.loads(replies.readline())
        if code not in (0, 1):
            last = self._text(1).strip().splitlines()[-1:] or ["it said nothing"]
            raise DataError(f"exit code {code}: {last[0]}", path=" ".join(argv), hint="run it by hand")
        return Cost(seconds * 1000, peak * _UNIT / 2**20, self._text(0))

    def _text(self, which: int) -> str:
        with open(self._files[which], encoding="utf-8", errors="replace") as file:
            return file.read()

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        for pipe in (self._spawner.stdin, self._spawner.stdout):
            if pipe is not None:
                pipe.close()
        self._spawner.wait()
