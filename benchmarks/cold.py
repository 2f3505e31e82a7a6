"""Measure what a question costs: CPU of a cold `ask` over that of `python -c pass`.

    python -m benchmarks.cold [1000,10000,100000] [--rounds 15] [--warm]

Made-up notes (made_notes.py), a new question each time, through the launcher as a person starts it: two starts of the
interpreter, the second in an environment.  Each round runs every program once, so that all meet the same machine;
figures are medians over rounds of the ratio within a round.  --warm asks within one process instead.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from scripts import commonplace

from .made_notes import make_notes

RACY_SECONDS = 3.0
"""Files younger than this may change without a new stamp: an index made at once would look at all of them again."""

_WARM = """
import sys, time
from scripts.knowledge_base import KnowledgeBase
from scripts.verbs.asking import ask
with KnowledgeBase.open(vault=sys.argv[1]) as kb:
    for question in sys.stdin.read().splitlines():
        started = time.process_time()
        ask(kb, question).text
        print(time.process_time() - started)
"""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.cold", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("notes", nargs="?", default="1000,10000")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--warm", action="store_true")
    options = parser.parse_args(argv)
    for notes in map(int, options.notes.split(",")):
        with tempfile.TemporaryDirectory() as scratch:
            vault = Path(scratch, "vault")
            writer = make_notes(vault, notes)
            time.sleep(RACY_SECONDS)
            environ = _environment(Path(scratch))
            # Once for the bytecode, so that building the index is measured without compiling.
            _run([*_launcher(), "--help"], environ)
            started = time.perf_counter()
            building = _run([*_ask(vault, writer.question())], environ)
            wall = time.perf_counter() - started
            print(f"{notes:7,} notes: first index {wall:.1f} s, {building:.1f} s of CPU", flush=True)
            if options.warm:
                _print_warm(vault, [writer.question() for _ in range(2 * options.rounds)], environ, options.rounds)
                continue
            rounds = []
            for _ in range(options.rounds):
                floor = _run([sys.executable, "-c", "pass"], environ)
                cold = _run(_ask(vault, writer.question()), environ)
                inner = _run(_ask(vault, writer.question()), {**environ, "COMMONPLACE_ENV": "current"})
                rounds.append((floor, cold, cold / floor, inner / floor))
            floor, cold, ratio, inner = (median(column) for column in zip(*rounds, strict=True))
            print(
                f"{notes:7,} notes: cold ask {ratio:.1f} x `python -c pass` ({1000 * cold:.0f} over {1000 * floor:.0f}"
                f" ms), {inner:.1f} x without the launcher's own start",
                flush=True,
            )
    return 0


def _print_warm(vault: Path, questions: Sequence[str], environ: dict[str, str], rounds: int) -> None:
    floors = [_run([sys.executable, "-c", "pass"], environ) for _ in range(rounds)]
    done = subprocess.run(
        [sys.executable, "-c", _WARM, str(vault)],
        input="\n".join(questions),
        capture_output=True,
        text=True,
        check=True,
        env=environ,
        cwd=commonplace.ROOT,
    )
    # The first question imports what the others find imported.
    spent = [float(line) for line in done.stdout.split()][1:]
    print(
        f"          warm: a new question {median(spent) / median(floors):.2f} x `python -c pass`"
        f" ({1000 * median(spent):.0f} ms, most {1000 * max(spent):.0f} ms)",
        flush=True,
    )


def _environment(scratch: Path) -> dict[str, str]:
    """Return the variables for a run with a cache of its own, in which the launcher finds this environment as its own.

    The environment is a folder of links to the one that runs this: what it costs to start, without installing anything.
    """
    cache = scratch / "cache"
    os.environ["COMMONPLACE_CACHE"] = str(cache)
    folder = Path(commonplace.environment_folder(commonplace.requirements(set())))
    (folder / "bin").mkdir(parents=True)
    (folder / "lib").symlink_to(Path(sys.prefix, "lib"))
    (folder / "bin/python").symlink_to(os.path.realpath(sys.executable))
    (folder / "pyvenv.cfg").write_text(Path(sys.prefix, "pyvenv.cfg").read_text(encoding="utf-8"), encoding="utf-8")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("COMMONPLACE", "PYTHON"))}
    # By words: a model takes a second to load.
    return {**environ, "COMMONPLACE_CACHE": str(cache), "COMMONPLACE_EMBEDDER": "none"}


def _launcher() -> list[str]:
    return [sys.executable, os.path.join(commonplace.HERE, "commonplace.py")]


def _ask(vault: Path, question: str) -> list[str]:
    return [*_launcher(), "ask", question, "--vault", str(vault)]


def _run(command: Sequence[str], environ: dict[str, str]) -> float:
    """Return the CPU seconds of a program and of those that it started."""
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environ
    ) as process:
        said = process.stderr.read() if process.stderr else b""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{command}: {said.decode('utf-8', 'replace')[-800:]}")
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    sys.exit(main())
