"""Very large homes, made and measured in one command: what each verb costs, and that it says and does the right thing.

python -m benchmarks.large [links|note|pages]... [--size N]        all three without a name

links: a page with 200,000 links to 50,000 names.  note: a note of 50 MB.  pages: 100,000 generated notes, for which
half an hour is not too much.  --size changes the number of links, bytes or pages.  Homes lie in a temporary folder.

Each verb is a cold process; CPU seconds and peak memory are the system's account of it.  After each verb the vault has
the bytes that it had; only `rename` changes pages, by nothing but the links, and `undo` takes it back.  What is not so
is a MISTAKE, and the exit code 1.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.large.homes import BEDS, SIZES, Bed, Rename
from benchmarks.large.processes import Processes

ROOT = Path(__file__).resolve().parents[2]
_RUN = "import sys; from scripts.cli import main; sys.exit(main(sys.argv[1:]))"
_ENVIRON = {"COMMONPLACE_ENV": "current", "COMMONPLACE_QUIET_SECONDS": "0", "PYTHONPATH": str(ROOT)}
_MADE = ("index.md", "log.md")
"""The catalog and the log are made by the tools."""

Files = dict[str, bytes]
"""The digest of each page by its path in the vault."""


class Reply(NamedTuple):
    """What a verb said, and what it cost."""

    document: Any
    seconds: float
    peak_mib: float


class Measured(NamedTuple):
    """One verb on one home."""

    verb: str
    seconds: float
    peak_mib: float
    is_right: bool


Runner = Callable[[Sequence[str]], Reply]


def measure(bed: Bed, run: Runner) -> Iterator[Measured]:
    """Run each step of a bed; a rename is followed by its undo."""
    before = _files(bed.vault)
    for step in bed.steps:
        reply = run([*step.argv, "--json", "--home", str(bed.home)])
        is_right = step.is_right(reply.document)
        if step.rename is None:
            yield Measured(" ".join(step.argv), reply.seconds, reply.peak_mib, is_right and _files(bed.vault) == before)
            continue
        is_right = is_right and _has_followed(bed.vault, step.rename, before)
        yield Measured(" ".join(step.argv), reply.seconds, reply.peak_mib, is_right)
        reply = run(["undo", reply.document["op"], "--json", "--home", str(bed.home)])
        yield Measured("undo", reply.seconds, reply.peak_mib, _files(bed.vault) == before)


def _has_followed(vault: Path, rename: Rename, before: Files) -> bool:
    """Whether pages differ from before by the new path, and by the links to it."""
    after = _files(vault)
    if after.keys() ^ before.keys() != {rename.old, rename.new} or rename.old in after:
        return False
    changed = [path for path in before.keys() & after.keys() if after[path] != before[path]]
    for path in changed:
        text = (vault / path).read_text("utf-8")
        for now, then in rename.written:
            text = text.replace(now, then)
        if _digest(text.encode("utf-8")) != before[path]:
            return False
    return len(changed) == rename.pages


def _files(vault: Path) -> Files:
    pages = (path for path in vault.rglob("*.md") if path.name not in _MADE)
    return {path.relative_to(vault).as_posix(): _digest(path.read_bytes()) for path in pages}


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def _cold(processes: Processes, argv: Sequence[str]) -> Reply:
    cost = processes.run([sys.executable, "-c", _RUN, *argv])
    return Reply(json.loads(cost.output), cost.cpu_ms / 1000, cost.peak_mib)


def main(argv: Sequence[str]) -> int:
    """Print a line for each verb of each home."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large")
    parser.add_argument("beds", nargs="*", metavar="|".join(BEDS), help="which homes; all without a name")
    parser.add_argument("--size", type=int, help="how many links, bytes or pages")
    options = parser.parse_args(argv)
    if not {*options.beds} <= {*BEDS}:
        parser.error(f"homes are {', '.join(BEDS)}")
    mistakes = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in options.beds or BEDS:
            size = options.size or SIZES[name]
            print(f"{name}: {size:,}", flush=True)
            bed = BEDS[name](Path(folder) / name, size)
            with Processes(folder, {**os.environ, **_ENVIRON}) as processes:
                for verb, seconds, peak_mib, is_right in measure(bed, lambda words: _cold(processes, words)):
                    mistakes += not is_right
                    told = "right" if is_right else "MISTAKE"
                    print(f"  {verb[:58]:<58} {seconds:8.2f} s {peak_mib:7.0f} MiB  {told}", flush=True)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
