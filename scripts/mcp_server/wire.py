"""The client's end of a server: its lines come in as messages, replies go out; what is no message is answered here.

The library has streams of its own for this, but drops what it cannot read and every batch.
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from ..named_tuple import NamedTuple
from .lines import read_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from .lines import Message


@contextmanager
def standard_streams() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Standard input and output, for the client alone.

    Meanwhile what is printed goes to standard error, and who reads standard input finds nothing.
    """
    own = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        # Standard error is closed.
        os.dup2(nothing, 1)
    os.close(nothing)
    try:
        # A thread may still wait for a line when all is over: the descriptor must not become another file's.
        yield os.fdopen(own[0], "rb", closefd=False), os.fdopen(own[1], "wb", closefd=False)
    finally:
        os.dup2(own[0], 0)
        os.dup2(own[1], 1)


class Replies:
    """What goes out, a line each; the replies to a batch leave together."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._batches: list[_Batch] = []

    def send(self, message: Message) -> None:
        """Send a reply or a notification.  Raises OSError once nobody reads any more."""
        if "method" in message or not self._settle(message["id"], message):
            self._write(message)

    def take(self, raw: bytes) -> tuple[Message, ...]:
        """The messages of one line; the rest of it is answered."""
        line = read_line(raw)
        if line.is_batch:
            waiting = [message["id"] for message in line.messages if "id" in message]
            self._batches.append(_Batch(waiting, [*line.faults]))
            self._send_complete()
        else:
            for fault in line.faults:
                self._write(fault)
        for message in line.messages:
            if message["method"] == "notifications/cancelled":
                # The library answers nothing that was cancelled, and the others must not wait for it.
                self._settle((message.get("params") or {}).get("requestId"), None)
        return line.messages

    def _settle(self, wanted: Any, reply: Message | None) -> bool:
        """Put a reply to its batch; False if it is to none."""
        for batch in self._batches:
            if wanted in batch.waiting:
                batch.waiting.remove(wanted)
                batch.replies.extend([reply] if reply else [])
                self._send_complete()
                return True
        return False

    def _send_complete(self) -> None:
        complete = [batch for batch in self._batches if not batch.waiting]
        self._batches = [batch for batch in self._batches if batch.waiting]
        for batch in complete:
            if batch.replies:
                self._write(batch.replies)

    def _write(self, value: Message | list[Message]) -> None:
        # A name of a file that is no text must not end the server.
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        self._stream.write(text + b"\n")
        self._stream.flush()


class _Batch(NamedTuple):
    """A line of several messages."""

    waiting: list[Any]
    """The ids without a reply."""
    replies: list[Message]


class _End:
    """What the library asks of either end: that it can be closed."""

    async def aclose(self) -> None:
        pass

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class Incoming(_End):
    """The messages of a client, each as the library wants it, until the client goes away."""

    def __init__(self, stream: BinaryIO, replies: Replies, wanted: Callable[[Message], Any]) -> None:
        self._replies, self._wanted = replies, wanted
        self._lines: asyncio.Queue[bytes] = asyncio.Queue()
        self._messages: list[Message] = []
        self._loop = asyncio.get_running_loop()
        # Nothing ends a thread that waits for a line: as a daemon it does not keep the process from ending.
        threading.Thread(target=self._read, args=(stream,), name="commonplace-lines", daemon=True).start()

    def _read(self, stream: BinaryIO) -> None:
        # RuntimeError: the server ended, and its loop with it.
        with suppress(RuntimeError):
            with suppress(OSError):
                for line in stream:
                    self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
            self._loop.call_soon_threadsafe(self.end)

    def end(self) -> None:
        """Take it that the client went away."""
        self._lines.put_nowait(b"")

    def __aiter__(self) -> Incoming:
        return self

    async def __anext__(self) -> Any:
        while not self._messages:
            line = await self._lines.get()
            try:
                if line:
                    self._messages += self._replies.take(line)
            except OSError:
                line = b""
            if not line:
                # The library asks again after the end, if it had no message yet.
                self.end()
                raise StopAsyncIteration
        return self._wanted(self._messages.pop(0))


class Outgoing(_End):
    """The replies of the library; once the client reads no more, its messages end as well."""

    def __init__(self, replies: Replies, incoming: Incoming, message_of: Callable[[Any], Message]) -> None:
        self._replies, self._incoming, self._message_of = replies, incoming, message_of

    async def send(self, item: Any) -> None:
        try:
            self._replies.send(self._message_of(item))
        except OSError:
            self._incoming.end()
