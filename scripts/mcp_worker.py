"""The thread in which the calls of a server run, in turn, so that a long one keeps it from answering no ping."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from .errors import BusyError

T = TypeVar("T")

_REST_SECONDS = 0.05
"""Between two steps at leisure: other programs want the machine, too."""


_Call = tuple[Callable[[], Any], Callable[[Any, BaseException | None], None]]
"""What is done, and who is told what came of it."""


class _Turns:
    """Calls that wait: those of one caller in their order, one of each caller in turn."""

    def __init__(self) -> None:
        self._calls: dict[str, deque[_Call]] = {}
        self._changed = threading.Condition()

    def add(self, caller: str, call: _Call) -> None:
        with self._changed:
            self._calls.setdefault(caller, deque()).append(call)
            self._changed.notify()

    def take(self, timeout: float | None) -> _Call:
        """Return the next one, once there is one.  Raises queue.Empty after so many seconds."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._calls, timeout):
                raise queue.Empty
            caller = next(iter(self._calls))
            calls = self._calls.pop(caller)
            call = calls.popleft()
            if calls:
                # Behind all others.
                self._calls[caller] = calls
            return call


class Worker:
    """The one thread in which calls run: SQLite stays in the thread that opened it.

    It is a daemon: what still reads when the client goes away ends with the process, and leaves nothing half written.
    """

    def __init__(self, at_leisure: Callable[[], bool] = lambda: False, *, quiet_seconds: float = 2.0) -> None:
        """at_leisure: done when nobody called for so long, bit by bit, until it returns that nothing is left."""
        self._at_leisure, self._quiet_seconds = at_leisure, quiet_seconds
        self._turns = _Turns()
        self._writing = threading.Lock()
        threading.Thread(target=self._work, name="commonplace", daemon=True).start()

    def _work(self) -> None:
        wait: float | None = None
        while True:
            work: Callable[[], Any] = self._at_leisure
            report: Callable[[Any, BaseException | None], None] | None = None
            with suppress(queue.Empty):
                work, report = self._turns.take(wait)
            try:
                result, failure = work(), None
            except BaseException as err:  # of whatever kind it is, it belongs to who called
                result, failure = None, err
            if report is not None:
                report(result, failure)
                wait = self._quiet_seconds
            else:
                wait = _REST_SECONDS if result else None

    async def run(
        self, work: Callable[[], T], *, caller: str = "", writes: bool = False, patience: float | None = None
    ) -> T:
        """Return what a call gives back; it is not begun once its caller is cancelled.

        caller: who waits for it; of several who do, each has a call done in turn.
        patience: seconds after which a call that was not begun never will be; raises BusyError.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        # Taken by who begins the call, or gives it up: what it holds is gone then, though its turn has not come.
        waiting = [work]

        def take() -> Callable[[], T] | None:
            try:
                return waiting.pop()
            except IndexError:
                return None

        def begin() -> T | None:
            call = take()
            if call is None or future.cancelled():
                return None
            if not writes:
                return call()
            with self._writing:
                return call()

        def settle(result: Any, failure: BaseException | None) -> None:
            if not future.done():
                future.set_exception(failure) if failure is not None else future.set_result(result)

        def report(result: Any, failure: BaseException | None) -> None:
            # The loop may be over when a slow read comes to its end.
            if not loop.is_closed():
                loop.call_soon_threadsafe(settle, result, failure)

        self._turns.add(caller, (begin, report))
        try:
            if patience is not None:
                await asyncio.wait((future,), timeout=patience)
                if not future.done() and take() is not None:
                    raise BusyError(patience)
            return await future
        except asyncio.CancelledError:
            take()
            future.cancel()
            raise

    def finish_writing(self) -> None:
        """Wait for a write that has begun."""
        with self._writing:
            return
