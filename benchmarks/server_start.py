"""How long the server takes to its first reply, as a ratio to a server of the same SDK that has no tool.

    python -m benchmarks.server_start [--rounds 15] [--vault DIR]

Both are started in turn, each in a process of its own, and answer `initialize`.  Clients show a session without our
tools when the reply takes more than some 1.5 s.  On a machine that others use, the ratio of CPU times is the steadier
one.  Needs the extra `mcp`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

LAUNCHER = Path(__file__).resolve().parents[1] / "scripts" / "commonplace.py"
MINIMAL = """
import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

server = Server("minimal")


async def main():
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


anyio.run(main)
"""
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "benchmark", "version": "1"},
    },
}


class Start(NamedTuple):
    """What one start took, in seconds."""

    wall: float
    cpu: float


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.server_start", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--vault", default=str(LAUNCHER.parents[1]), help="what ours serves (this project's handbook)")
    options = parser.parse_args(argv)
    with TemporaryDirectory() as cache:
        python = [sys.executable, "-I", "-X", f"pycache_prefix={cache}"]
        minimal = [*python, "-c", MINIMAL]
        ours = [*python, str(LAUNCHER), "mcp", "--vault", options.vault]
        for command in (minimal, ours):
            # The first start compiles.
            first_reply(command)
        starts = [(first_reply(minimal), first_reply(ours)) for _ in range(options.rounds)]
    for name in Start._fields:
        pairs = [(getattr(least, name), getattr(own, name)) for least, own in starts]
        least, own = median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)
        ratio = median(pair[1] / pair[0] for pair in pairs)
        print(f"{name}: minimal {least:.3f} s, ours {own:.3f} s, median of ratios {ratio:.2f}")
    return 0


def first_reply(command: Sequence[str]) -> Start:
    """Start a server, say hello, and return what it took until the reply."""
    environ = {**os.environ, "COMMONPLACE_ENV": "current"}
    before, began = os.times(), time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(HELLO).encode() + b"\n")
        server.stdin.flush()
        reply = json.loads(server.stdout.readline())
        wall = time.perf_counter() - began
        server.kill()
    after = os.times()
    assert "result" in reply, reply
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return Start(wall, spent)


if __name__ == "__main__":
    sys.exit(main())
