"""The one thread in which calls run, and what of it is waited for when the client goes away.

Calls run one at a time, so that SQLite stays in the thread that opened it, and beside the protocol, so that a long one
does not keep the server from answering pings.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

GRACE_SECONDS = 1.0
"""For what still reads at the end; clients kill a server after two."""


class Worker:
    """A thread for calls; it belongs to the thread of the event loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "commonplace")
        self._calls: dict[Future[Any], bool] = {}
        """Those that are not done, and whether each writes."""

    async def run(self, work: Callable[[], T], *, writes: bool = False) -> T:
        """What a call gives back; it is not begun once its caller is cancelled."""
        call = self._thread.submit(work)
        self._calls[call] = writes
        call.add_done_callback(self._calls.pop)
        return await asyncio.wrap_future(call)

    def end(self, close: Callable[[], None]) -> None:
        """End after the write that has begun and the last action, close; what reads too long ends with the process."""
        wait([call for call, writes in tuple(self._calls.items()) if not call.cancel() and writes])
        closed = self._thread.submit(close)
        if wait([closed], GRACE_SECONDS).not_done:
            # A thread cannot be stopped, and the interpreter waits for it.  A reader leaves nothing half written.
            os._exit(0)
        self._thread.shutdown()
