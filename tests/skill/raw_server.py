"""A server in a process of its own that is sent bytes: what the official client never sends."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.running import LAUNCHER, ROOT, environment


class RawServer:
    """`commonplace mcp`, with its initialization done unless no version is given."""

    def __init__(
        self,
        *argv: str,
        version: str = "2025-03-26",
        cwd: Path = ROOT.parent,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(LAUNCHER), "mcp", *argv],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(**(settings or {})),
            cwd=cwd,
        )
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if version:
            client = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}
            self.request("initialize", client)
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line)

    def __enter__(self) -> RawServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> str:
        """Go away; what the server said on standard error."""
        assert self.process.stdin
        assert self.process.stdout
        assert self.process.stderr
        if self.process.stderr.closed:
            return ""
        self.process.stdin.close()
        self.process.wait(30)
        self._reader.join(30)
        with self.process.stdout, self.process.stderr:
            return self.process.stderr.read().decode("utf-8")

    def write(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def send(self, message: Any) -> None:
        self.write(json.dumps(message).encode("utf-8"))

    def next(self) -> Any:
        """The next line that the server writes."""
        return json.loads(self._lines.get(timeout=30))

    def request(self, method: str, params: Any = None, *, wanted: int | str = 1) -> Any:
        """The reply to one request."""
        self.send({"jsonrpc": "2.0", "id": wanted, "method": method, **({"params": params} if params else {})})
        return self.next()

    def call(self, tool: str, **arguments: Any) -> Any:
        """What one tool gives back."""
        return self.request("tools/call", {"name": tool, "arguments": arguments})
