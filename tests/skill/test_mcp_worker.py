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
from scripts.mcp_worker import Worker

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


def test_a_call_that_has_no_turn_in_time_is_never_begun_and_one_that_has_begun_is_waited_for() -> None:
    busy = """
from scripts.errors import BusyError

async def use(worker):
    first = asyncio.ensure_future(worker.run(partial(work, 1.0, "first"), patience=0.2))
    await asyncio.sleep(0.05)
    try:
        await worker.run(partial(work, 0, "second"), patience=0.2)
    except BusyError as err:
        print(err)
    await first
    await worker.run(partial(work, 0, "third"), patience=5)

asyncio.run(use(Worker()))
"""
    ran = python(PROGRAM + busy)
    said = "the server is busy: the call waited 0.2 s for its turn and was not begun; try again"
    assert [line.partition("; nothing")[0] for line in ran.out.splitlines()] == [
        "begins first",
        said,
        "ends first",
        "begins third",
        "ends third",
    ]


def test_a_call_whose_client_went_away_holds_nothing_until_its_turn_comes() -> None:
    gone = """
import weakref

class Arguments: pass

async def use(worker):
    first = asyncio.ensure_future(worker.run(partial(work, 1.0, "first"), patience=9))
    held = []
    for _ in range(3):
        arguments = Arguments()
        held.append(weakref.ref(arguments))
        call = asyncio.ensure_future(worker.run(partial(work, 0, arguments), patience=9))
        del arguments
        await asyncio.sleep(0.05)
        call.cancel()
        await asyncio.sleep(0.05)
        del call
    print([reference() for reference in held])
    await first

asyncio.run(use(Worker()))
"""
    ran = python(PROGRAM + gone)
    assert ran.out.splitlines() == ["begins first", "[None, None, None]", "ends first"]


def test_who_calls_often_lets_the_others_have_their_turns() -> None:
    fair = """
async def use(worker):
    names = ["ada 1", "ada 2", "ada 3", "ada 4", "bob 1", "bob 2"]
    calls = [worker.run(partial(work, 0.3 if name == "ada 1" else 0, name), caller=name[:3]) for name in names]
    first = asyncio.ensure_future(calls[0])
    await asyncio.sleep(0.1)
    await asyncio.gather(first, *calls[1:])

asyncio.run(use(Worker()))
"""
    begun = [line.removeprefix("begins ") for line in python(PROGRAM + fair).out.splitlines() if "begins" in line]
    assert begun == ["ada 1", "ada 2", "bob 1", "ada 3", "bob 2", "ada 4"]
