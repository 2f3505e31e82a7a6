"""When a client goes away, what reads is abandoned and what writes is finished."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from tests.running import python

if find_spec("mcp") is None:
    pytest.skip("the extra `mcp` is absent: the server is not tested", allow_module_level=True)

PROGRAM = """
import asyncio, time
from functools import partial
from scripts.mcp_server import Worker

def work(seconds, name):
    print("begins", name, flush=True)
    time.sleep(seconds)
    print("ends", name, flush=True)

async def main(worker, *calls):
    running = [asyncio.ensure_future(worker.run(partial(work, s, n), writes=n == "write")) for s, n in calls]
    await asyncio.sleep(0.3)
    for call in running:
        call.cancel()
    await asyncio.sleep(0)

"""


def _run(*calls: tuple[float, str]) -> list[str]:
    ran = python(f"{PROGRAM}worker = Worker()\nasyncio.run(main(worker, *{calls}))\nworker.finish_writing()")
    assert (ran.code, ran.err) == (0, "")
    return ran.out.splitlines()


def test_the_server_does_not_wait_for_a_slow_read_that_nobody_is_there_to_see() -> None:
    # More than the program is given.
    assert _run((600, "read"), (0, "write")) == ["begins read"]


def test_a_write_that_has_begun_is_finished() -> None:
    assert _run((2.5, "write"), (0, "write"), (0, "read")) == ["begins write", "ends write"]


def test_leisure_is_used_until_nothing_is_left_and_what_fails_then_fails_no_call() -> None:
    leisure = """
steps, done = [True, True, False, None], []

def at_leisure():
    done.append(steps[len(done)])
    return done[-1] if done[-1] is not None else 1 / 0

async def use(worker):
    for expected in (3, 4):
        print(await worker.run(lambda: "called"))
        while len(done) < expected:
            await asyncio.sleep(0.01)
    print(await worker.run(lambda: "called"), len(done))

asyncio.run(use(Worker(at_leisure, quiet_seconds=0.01)))
"""
    ran = python(PROGRAM + leisure)
    assert (ran.code, ran.err, ran.out.split("\n")[:-1]) == (0, "", ["called", "called", "called 4"])
