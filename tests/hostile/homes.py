"""Homes that a stranger packed, from a grammar: any file of graph/ in a hostile shape; and every verb on each of them.

    python -m tests.hostile.homes --count 1000 --seed 0
    python -m tests.hostile.homes --count 10000 --mutations

The second changes bytes and values of operations, events and markers alone.  Tools of the server are called, too.
A finding is a verb that ends in a traceback, by a signal or after ten seconds, or that changes a byte or a mode outside
the home or, where it only reads, inside it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import stat
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from scripts.errors import CommonplaceError
from scripts.mcp_server import Session
from tests.running import done, run

from .attacks import SOURCE, bundle

SECONDS = 10
_SMALL = 1_000_000
PLACES = (
    "home.json",
    "events.jsonl",
    "events.lock",
    "journal.jsonl",
    "lock",
    ".gitignore",
    "objects",
    "objects/00",
    "ops",
    "ops/2999-01",
    "ops/2999-01/29990101T000000-0000.json",
    "ops/2999-01/29990101T000000-0000.pending",
    "an object",
    "an operation",
)
MUTATED = ("home.json", "events.jsonl", "journal.jsonl", "an operation", "an operation", "an operation")
_CHANGED, _HOSTILE = "changed bytes", "hostile values"
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**400,
    1e308,
    "",
    "\0",
    "..",
    "../outside/secret.md",
    "/etc/passwd",
    ".git/hooks/pre-commit",
    "\ud800",
    "x" * 100_000,
    "9999-99-99T99:99:99Z",
    [],
    {},
    [[[[[]]]]],
    [["wiki/a.md", "", "0" * 64, 0o7777]],
    {"op": {}},
)
READING: tuple[tuple[str, ...], ...] = (
    ("status",),
    ("status", "--settings"),
    ("ask", "what causes the crash?"),
    ("search", "leak"),
    ("show", "leak-report"),
    ("list",),
    ("links", "leak-report"),
    ("graph", "leak-report"),
    ("recall", "leak"),
    ("log",),
    ("log", "last"),
    ("lint",),
    ("graph", "--format", "graphml"),
    ("undo", "--dry-run"),
    ("add", "-", "--dry-run"),
)
WRITING: tuple[tuple[str, ...], ...] = (
    ("undo",),
    ("doctor",),
    ("add", "-", "--title", "More"),
    ("remember", "We ship."),
    ("useful", "leak-report", "--for", "what leaks?"),
    ("edit", "memory-leak", "--append", "A line."),
    ("rename", "leak-report", "Loss"),
    ("lint", "--fix"),
    ("doctor", "--rebuild"),
    ("forget", "Loss", "--yes"),
)


SERVED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("status", {}),
    ("ask", {"question": "what do zebras eat?"}),
    ("recall", {"question": "leak"}),
    ("log", {}),
    ("lint", {}),
)


class TooLongError(Exception):
    """A verb took more than SECONDS."""


def make_base(folder: Path) -> None:
    """Make a home with a source, claims, a turn and a mark, and beside it what is none of its business."""
    (folder / "outside").mkdir(parents=True)
    (folder / "outside/secret.md").write_text("TOP SECRET")
    done("init", folder / "home")
    run("add", "-", home=folder / "home", stdin=SOURCE)
    done("apply", "-", home=folder / "home", stdin=bundle())
    done("remember", "The leak was found.", home=folder / "home")
    run("useful", "leak-report", "--for", "what leaks?", home=folder / "home")


def deform(folder: Path, chance: random.Random, *, mutations: bool = False) -> str:
    """Put something hostile in the place of one file of the graph folder; return what, in words."""
    graph = folder / "home/graph"
    place = chance.choice(MUTATED if mutations else PLACES)
    if place.startswith("an "):
        files = graph.glob("objects/??/*" if place == "an object" else "ops/*/*")
        place = chance.choice(sorted(path.relative_to(graph).as_posix() for path in files) or ["objects/00/0"])
    path = graph / place
    name, shape = chance.choice([each for each in SHAPES if not mutations or each[0] in (_CHANGED, _HOSTILE)])
    if any(
        each.is_symlink() or (each.exists() and not each.is_dir())
        for each in path.parents
        if each.is_relative_to(graph)
    ):
        return f"{place}: nothing, its folder is none any more"
    before = path.read_bytes() if path.is_file() and path.stat().st_size < _SMALL else b""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    elif os.path.lexists(path):
        path.unlink()
    shape(path, before, folder, chance)
    return f"{place}: {name}"


def _link(to: str) -> Callable[[Path, bytes, Path, random.Random], None]:
    def make(path: Path, _: bytes, folder: Path, __: random.Random) -> None:
        path.symlink_to(to if to.startswith("/") else folder / to)

    return make


def _folder(path: Path, _: bytes, __: Path, ___: random.Random) -> None:
    (path / "inner").mkdir(parents=True)
    (path / "inner/file").write_text("a file")


def _huge(path: Path, *_: object) -> None:
    with open(path, "wb") as file:
        file.truncate(3_000_000_000)


def _random(path: Path, _: bytes, __: Path, chance: random.Random) -> None:
    path.write_bytes(chance.randbytes(chance.choice((1, 100, 10_000))))


def _mutated(path: Path, before: bytes, _: Path, chance: random.Random) -> None:
    data = bytearray(before or b"{}\n")
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(data))
        match chance.randrange(3):
            case 0:
                data[at] = chance.randrange(256)
            case 1:
                del data[at : at + chance.randint(1, 20)]
            case _:
                data[at:at] = data[: chance.randint(1, 50)]
        data = data or bytearray(b"x")
    path.write_bytes(data)


def _hostile_json(path: Path, before: bytes, _: Path, chance: random.Random) -> None:
    lines = before.splitlines() or [b"{}"]
    made = []
    for line in lines[-5:]:
        try:
            value = json.loads(line)
        except ValueError:
            value = {"event": "operation", "op": "x", "time": "2025-01-01T00:00:00Z", "changes": []}
        made.append(json.dumps(_worse(value, chance)).encode("utf-8"))
    path.write_bytes(b"\n".join([*lines, *made]) + b"\n" if len(lines) > 1 else b"\n".join(made) + b"\n")


def _worse(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(sorted(value))
        return {**value, key: _worse(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        at = chance.randrange(len(value))
        return [*value[:at], _worse(value[at], chance), *value[at + 1 :]]
    return chance.choice(VALUES)


SHAPES: tuple[tuple[str, Callable[[Path, bytes, Path, random.Random], None]], ...] = (
    ("a link to a file outside", _link("outside/secret.md")),
    ("a link to a folder outside", _link("outside")),
    ("a link to nothing", _link("outside/new.md")),
    ("a link to a device without end", _link("/dev/zero")),
    ("a pipe", lambda path, *_: os.mkfifo(path)),
    ("a folder", _folder),
    ("a file of three gigabytes", _huge),
    ("empty", lambda path, *_: path.touch()),
    ("nested deep", lambda path, *_: path.write_text("[" * 200_000)),
    ("a line of 20 MB", lambda path, *_: path.write_bytes(b'{"event": "' + b"x" * 20_000_000 + b'"}\n') and None),
    ("random bytes", _random),
    (_CHANGED, _mutated),
    (_CHANGED, _mutated),
    (_HOSTILE, _hostile_json),
    (_HOSTILE, _hostile_json),
    (_HOSTILE, _hostile_json),
)


def _interrupt(folder: Path) -> None:
    """Leave an operation pending, as a killed process does."""
    (*_, last) = sorted((folder / "home/graph/ops").glob("*/*.json"))
    last.rename(last.with_suffix(".pending"))


def findings(folder: Path) -> Iterator[str]:
    """Run every verb on a home; yield what went wrong."""
    home = folder / "home"
    outside = state_of(folder / "outside")
    before = state_of(home)
    problem = _ask_server(home)
    if problem or state_of(home) != before:
        yield problem or "the server changed something"
    for words in (*READING, *WRITING):
        is_reading = words in READING
        before = state_of(home) if is_reading else {}
        problem = _call(words, home)
        if problem:
            yield f"{' '.join(words)}: {problem}"
        if state_of(folder / "outside") != outside:
            yield f"{' '.join(words)}: something outside changed"
            return
        # Before it plans, a dry run finishes what this user began.
        may_finish = "--dry-run" in words and any(path.endswith((".pending", ".jsonl")) for path in before)
        if is_reading and not may_finish and (after := state_of(home)) != before:
            yield f"{' '.join(words)}: changed {sorted({path for path, _ in set(before.items()) ^ set(after.items())})}"


def _ask_server(home: Path) -> str:
    """Call reading tools of a server; return what went wrong."""
    for name, arguments in SERVED:
        try:
            session = Session(home=str(home), read_only=True)
            session.call(name, arguments)
            session.close()
        except CommonplaceError:
            continue
        except Exception:
            return f"{name} of the server: {traceback.format_exc(limit=-6)}"
    return ""


def _call(words: tuple[str, ...], home: Path) -> str:
    began = time.monotonic()

    def stop(_: int, __: FrameType | None) -> None:
        raise TooLongError

    old = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        ran = run(*words, home=home, stdin="Some new text.\n")
    except TooLongError:
        return "no end:\n" + traceback.format_exc(limit=-6)
    except Exception:
        return traceback.format_exc(limit=-6)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, old)
    if ran.code not in (0, 1, 2, 3) or (ran.code > 1 and ran.err.count("\n") > 3):
        return f"exit {ran.code}: {ran.err[:500]}"
    taken = time.monotonic() - began
    return f"{taken:.1f} s" if taken > SECONDS else ""


def state_of(folder: Path) -> dict[str, tuple[int, int, str]]:
    """Return kind and mode, size and, of a small file, the bytes of all that lies in a folder; the lock left out."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        if path.name in ("lock", "events.lock"):
            continue
        is_small = stat.S_ISREG(status.st_mode) and status.st_size < _SMALL
        data = path.read_bytes().hex() if is_small else ""
        found[path.relative_to(folder).as_posix()] = (status.st_mode, 0 if path.is_dir() else status.st_size, data)
    return found


def attack(base: Path, work: Path, seed: int, *, mutations: bool = False) -> tuple[str, list[str]]:
    """Deform a copy of a home by a seed and run all verbs on it; return how it was deformed, and what went wrong."""
    chance = random.Random(seed)
    shutil.copytree(base, work, symlinks=True)
    try:
        if mutations and chance.random() < 0.5:
            _interrupt(work)
        shapes = ", ".join(deform(work, chance, mutations=mutations) for _ in range(chance.choice((1, 1, 2))))
        return shapes, list(findings(work))
    finally:
        shutil.rmtree(work)


def main() -> int:
    """Attack homes, print what was found, and how often each shape came."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--mutations", action="store_true")
    options = parser.parse_args()
    shapes: Counter[str] = Counter()
    wrong = 0
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        os.environ |= {"COMMONPLACE_STATE": f"{folder}/state", "COMMONPLACE_CACHE": f"{folder}/cache"}
        make_base(Path(folder, "base"))
        for seed in range(options.seed, options.seed + options.count):
            told, found = attack(Path(folder, "base"), Path(folder, "work"), seed, mutations=options.mutations)
            shapes[told.rpartition(": ")[2]] += 1
            wrong += len(found)
            for finding in found:
                print(f"seed {seed}, {told}\n    {finding}", flush=True)
    calls = options.count * len(READING + WRITING)
    print(f"{options.count} homes, {calls} calls, {wrong} findings; {dict(shapes)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
