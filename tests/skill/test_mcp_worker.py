"""When a client goes away, what reads is abandoned and what writes is finished."""

from __future__ import annotations

from tests.running import python

PROGRAM = """
import asyncio, time
from functools import partial
from scripts.mcp_server.worker import Worker

def work(seconds, name):
    print("begins", name, flush=True)
    time.sleep(seconds)
    print("ends", name, flush=True)

async def main(*calls):
    worker = Worker()
    running = [asyncio.ensure_future(worker.run(partial(work, s, n), writes=n == "write")) for s, n in calls]
    await asyncio.sleep(0.3)
    for call in running:
        call.cancel()
    worker.end(lambda: print("closed", flush=True))

"""


def _run(*calls: tuple[float, str]) -> list[str]:
    ran = python(f"{PROGRAM}asyncio.run(main(*{calls}))")
    assert (ran.code, ran.err) == (0, "")
    return ran.out.splitlines()


def test_the_server_does_not_wait_for_a_slow_read_that_nobody_is_there_to_see() -> None:
    # More than the program is given.
    assert _run((600, "read"), (0, "write")) == ["begins read"]


def test_a_write_that_has_begun_is_finished() -> None:
    assert _run((2.5, "write"), (0, "write"), (0, "read")) == ["begins write", "ends write", "closed"]


def test_what_is_over_soon_is_finished() -> None:
    assert _run((0.5, "read")) == ["begins read", "ends read", "closed"]
