"""A server over HTTP in a process of its own, clients of the official library at it, and many of them at once."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from tests.running import LAUNCHER, ROOT, done, environment

_ADDRESS = re.compile(r"http://\S+")
OPERATION = re.compile(r"operation (\S+)")


def make_token(home: Path, name: str, *words: str) -> str:
    """A token, as a person makes it."""
    return done("token", name, *words, home=home).out.strip()


class HttpServer:
    """`commonplace mcp --http` on a free port of this machine."""

    def __init__(self, home: Path, *argv: str, **settings: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(LAUNCHER), "mcp", "--home", str(home), "--http", "127.0.0.1:0", *argv],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment(**settings),
            cwd=ROOT.parent,
            text=True,
        )
        assert self.process.stderr
        self._said = self.process.stderr.readline()
        found = _ADDRESS.search(self._said)
        assert found, self._said + self.process.stderr.read()
        self.url = found[0]

    def __enter__(self) -> HttpServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> str:
        """Stop it; what it said on standard error."""
        assert self.process.stderr
        if not self.process.stderr.closed:
            self.process.terminate()
            self.process.wait(30)
            with self.process.stderr:
                self._said += self.process.stderr.read()
        return self._said

    def post(self, content: Any, token: str = "", **headers: str) -> Any:
        """One message as bytes, as no client of the library would send it."""
        import httpx2

        sent = {
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            **({"authorization": f"Bearer {token}"} if token else {}),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        return httpx2.post(self.url, content=content, headers=sent, timeout=30, verify=False)

    def connect(self) -> socket.socket:
        """A connection on which a test sends what no client would."""
        host, port = self.url.removeprefix("http://").removesuffix("/mcp").split(":")
        return socket.create_connection((host, int(port)), timeout=10)

    def head(self, token: str, size: int) -> str:
        """The head of a message whose body has so many bytes."""
        host = self.url.removeprefix("http://").removesuffix("/mcp")
        return (
            f"POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nContent-Length: {size}\r\n"
            "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\r\n"
        )

    def begin(self, token: str, message: str) -> socket.socket:
        """Send a message but for its last sign."""
        connection = self.connect()
        connection.sendall((self.head(token, len(message)) + message[:-1]).encode())
        return connection

    def call(self, token: str, tool: str, **arguments: Any) -> Any:
        """What one tool gives back to a client that comes for it alone."""

        from mcp import MCPError

        async def ask() -> Any:
            async with client(self.url, token) as found:
                try:
                    return await found.call_tool(tool, arguments)
                except MCPError as err:
                    # Raised in here, it would come out in groups of groups.
                    return err

        result = asyncio.run(ask())
        if isinstance(result, MCPError):
            raise result
        return result


@asynccontextmanager
async def client(url: str, token: str) -> AsyncIterator[Any]:
    """A client of the official library with a token."""
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    async with (
        # Reading the certificates of the machine takes longer than all that is said.
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=120, verify=False) as http,
        Client(streamable_http_client(url, http_client=http)) as found,
    ):
        yield found


@dataclass
class Load:
    """What many clients saw."""

    asked: list[float] = field(default_factory=list)
    """Seconds of each question that was answered."""
    wrote: list[float] = field(default_factory=list)
    """Seconds of each write that was acknowledged."""
    acknowledged: dict[str, tuple[str, str]] = field(default_factory=dict)
    """For each operation who wrote, and the word that it wrote."""
    errors: list[str] = field(default_factory=list)
    torn: list[str] = field(default_factory=list)
    """Words of which an answer had one half without the other."""


def seconds_at(share: float, seconds: Iterable[float]) -> float:
    """The time within which a share of the calls was done."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


async def load(
    url: str, writers: dict[str, str], askers: list[str], *, seconds: float, pause: float = 0.0, seed: int = 1
) -> Load:
    """Let writers, by name with their tokens, and askers with theirs work for so long, once all are there.

    Each write adds a document of two passages with one new word in both; each question asks for a word that was
    written, and must be answered with both passages.  pause: seconds of rest between two calls of a client, about.
    """
    seen, written, until = Load(), list[str](), [0.0]
    absent, are_here = [len(writers) + len(askers)], asyncio.Event()

    def arrive() -> None:
        absent[0] -= 1
        if not absent[0]:
            until[0] = time.monotonic() + seconds
            are_here.set()

    async def work(token: str, chance: random.Random, step: Callable[[Any], Awaitable[None]]) -> None:
        try:
            async with client(url, token) as found:
                arrive()
                await are_here.wait()
                # Everybody at the same moment is not what people do.
                await asyncio.sleep(pause * chance.random())
                # Once at least, however slow the machine is.
                await step(found)
                while time.monotonic() < until[0]:
                    await asyncio.sleep(pause * 2 * chance.random())
                    await step(found)
        except Exception as err:  # whatever it is, it is what the run is about
            seen.errors.append(repr(err))
            if not are_here.is_set():
                arrive()

    async def write(number: int, name: str, counts: Iterator[int], found: Any) -> None:
        word = f"zq{seed}x{number}x{next(counts)}q"
        text = f"The {word} begins on the first day.\n\nThe {word} ends on the last day.\n"
        began = time.monotonic()
        result = await found.call_tool("add", {"text": text, "title": f"Report {word}"})
        said = result.content[0].text
        operation = OPERATION.match(said)
        if result.is_error or not operation:
            seen.errors.append(said)
            return
        seen.wrote.append(time.monotonic() - began)
        seen.acknowledged[operation[1]] = (name, word)
        written.append(word)

    async def ask(chance: random.Random, found: Any) -> None:
        word = chance.choice(written) if written else "nothing"
        began = time.monotonic()
        result = await found.call_tool("ask", {"question": f"when does the {word} begin, when does it end?"})
        answer = result.content[0].text
        if result.is_error:
            seen.errors.append(answer)
            return
        seen.asked.append(time.monotonic() - began)
        if word != "nothing" and not (f"{word} begins" in answer and f"{word} ends" in answer):
            seen.torn.append(f"{word}: {answer}")

    chances = [random.Random(seed * 1000 + number) for number in range(len(writers) + len(askers))]
    await asyncio.gather(
        *(
            work(token, chances[number], partial(write, number, name, count(1)))
            for number, (name, token) in enumerate(writers.items())
        ),
        *(work(token, chance, partial(ask, chance)) for token, chance in zip(askers, chances[len(writers) :])),
    )
    return seen


def missing(home: Path, acknowledged: dict[str, tuple[str, str]]) -> list[str]:
    """What was acknowledged and is not in the vault, in the journal under its name, or in the index."""
    lost = []
    pages = {path.name: path.read_text("utf-8") for path in (home / "wiki" / "sources").glob("*.md")}
    found = done("log", "--limit", "100000", "--json", home=home).document["operations"]
    logged = {row["op"]: row["actor"] for row in found}
    listed = done("list", "--limit", "100000", "--json", home=home).document["pages"]
    indexed = {row["id"] for row in listed}
    for op, (name, word) in acknowledged.items():
        if f"The {word} ends" not in pages.get(f"report-{word}.md", ""):
            lost.append(f"{op}: {word} is not in the vault")
        if logged.get(op) != name:
            lost.append(f"{op}: the journal names {logged.get(op)}, not {name}")
        if f"report-{word}" not in indexed:
            lost.append(f"{op}: {word} is not in the index")
    return lost
