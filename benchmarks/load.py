"""Let many clients write and ask over HTTP at once, and look whether every acknowledged write is there.

    python -m benchmarks.load [--seconds 60] [--writers 20] [--askers 100] [--pause 1.0] [--notes 0] [--seed 1]

Real clients of the official library, each with a token of its own, at one server beside one home; the clients share
one process, and so the machine with the server.  First one asker alone, for comparison.  Exit 1: something was lost.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.running import done
from tests.team.http_server import HttpServer, Load, load, make_token, missing, seconds_at

from .made_notes import make_notes


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.load", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--writers", type=int, default=20)
    parser.add_argument("--askers", type=int, default=100)
    parser.add_argument("--pause", type=float, default=1.0, help="rest between two calls of a client, about (1.0)")
    parser.add_argument("--notes", type=int, default=0, help="made-up notes that are there before (0)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as scratch:
        os.environ |= {name: os.path.join(scratch, name) for name in ("COMMONPLACE_STATE", "COMMONPLACE_CACHE")}
        home = Path(scratch, "home")
        done("init", home)
        if options.notes:
            make_notes(home / "wiki" / "notes", options.notes)
            done("status", home=home)
        writers = {name: make_token(home, name) for name in (f"writer{number}" for number in range(options.writers))}
        askers = [make_token(home, f"asker{number}", "--read-only") for number in range(options.askers)]
        with HttpServer(home, COMMONPLACE_SERVER_WAITING="10000") as server:
            alone = asyncio.run(load(server.url, {}, askers[:1], seconds=min(10, options.seconds)))
            _print("one who asks alone", "asks", alone.asked)
            began = time.monotonic()
            seen = asyncio.run(
                load(server.url, writers, askers, seconds=options.seconds, pause=options.pause, seed=options.seed)
            )
            took = time.monotonic() - began
            said = server.end().splitlines()[1:]
        together = f"{options.writers} who write, {options.askers} who ask"
        _print(together, "asks", seen.asked)
        _print(together, "writes", seen.wrote)
        print(f"{took:.0f} s: {len(seen.asked) / took:.1f} answers and {len(seen.wrote) / took:.1f} writes a second")
        return _verdict(seen, missing(home, seen.acknowledged), said)


def _print(who: str, what: str, seconds: Sequence[float]) -> None:
    shares = ", ".join(
        f"p{share:.0%} {seconds_at(share, seconds):.3f} s".replace("%", "") for share in (0.5, 0.95, 0.99)
    )
    print(f"{who}: {len(seconds)} {what}, {shares}", flush=True)


def _verdict(seen: Load, lost: Sequence[str], said: Sequence[str]) -> int:
    for name, found in (("errors", seen.errors), ("half answers", seen.torn), ("lost", lost), ("said", said)):
        print(f"{name}: {len(found)}", *found[:5], sep="\n  ")
    print(f"{len(seen.acknowledged)} acknowledged writes looked for in vault, operations and index")
    return int(bool(seen.errors or seen.torn or lost or said))


if __name__ == "__main__":
    raise SystemExit(main())
