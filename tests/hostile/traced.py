"""Run calls in this process under an audit hook that notes what they open for writing, move, delete, start or connect.

In a process of its own, since a hook stays for good.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path
from typing import Any

import filelock  # noqa: F401  # some versions of it try the temporary folder as they are imported

from tests.running import run

_MOVES = {
    "os.rename",
    "os.remove",
    "os.mkdir",
    "os.rmdir",
    "os.link",
    "os.symlink",
    "os.chmod",
    "os.truncate",
    "os.utime",
}
_STARTS = {
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "socket.connect",
    "socket.getaddrinfo",
}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Tracer:
    """What is touched while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.touched: list[tuple[str, str]] = []
        sys.addaudithook(self._see)

    def _see(self, event: str, facts: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event == "open" and isinstance(facts[0], (str, bytes)):
            mode, flags = facts[1], facts[2]
            if (isinstance(mode, str) and set(mode) & set("wax+")) or (isinstance(flags, int) and flags & _WRITING):
                self.touched.append((event, os.path.realpath(os.fsdecode(facts[0]))))
        elif event in _MOVES:
            for path in facts[: 2 if event in ("os.rename", "os.link", "os.symlink") else 1]:
                if isinstance(path, (str, bytes)):
                    folder, name = os.path.split(os.fsdecode(path))
                    self.touched.append((event, os.path.join(os.path.realpath(folder), name)))
        elif event in _STARTS:
            self.touched.append((event, repr(facts[:2])[:200]))


def main(home: str, calls: str) -> None:
    """Print as JSON what became of each of the calls in this file."""
    tracer, told = Tracer(), []
    for call in json.loads(Path(calls).read_text()):
        tracer.touched, tracer.on = [], True
        try:
            ran = run(*call["argv"], home=home, stdin=call.get("stdin", ""))
            code, out, err, crash = ran.code, ran.out, ran.err, ""
        except BaseException:
            code, out, err, crash = -1, "", "", traceback.format_exc()[-1500:]
        tracer.on = False
        told.append({**call, "code": code, "out": out, "err": err, "crash": crash, "touched": tracer.touched})
    # As ASCII, so that half a surrogate pair in an output comes through.
    json.dump(told, sys.stdout)
