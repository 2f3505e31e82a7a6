"""What a cold question consists of, in instructions: however busy the machine, a run counts the same.

python -m tests.bench.instructions [--pages N] [--question TEXT]

It needs valgrind.  Each line is what a process takes that ends behind this part, less one that ends before it: the
interpreter as `python -S -c pass`, the modules of its library that a question imports, ours from their kept bytecode,
the home with its index and the change sweep, and the stages of the question as `ask --explain` has them.  Only the
first is taken down at its end, as everybody's is.  What the system does for a process is not counted: a sweep costs
more than its instructions say.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from scripts.bench.speed_bed import generated_bed
from scripts.store.connections import RACY_NS

ROOT = Path(__file__).resolve().parents[2]
STAGES = {
    "home": "before parse_question",
    "words": "parse_question",
    "names": "understand",
    "wiki": "look_in_wiki",
    "walk": "walk_from",
    "claims": "shown_claims",
    "passages": "_passages",
    "text": "render_answer",
    "end": "",
}
"""The parts of a question by the function of `answer` or `asking` that they end with."""
_IMPORTS = f"""
import gc, os, sys
gc.set_threshold(200_000)
sys.path.insert(0, {str(ROOT)!r})
from scripts import code_cache
cache = code_cache.beside_bytecode()
cache and cache.install()
from scripts import regex_cache
patterns = regex_cache.beside_bytecode()
patterns and patterns.load()
from scripts.cli import main
import scripts.verbs.ask, scripts.knowledge_base, scripts.reading.asking as asking, scripts.retrieval.answer as answer
"""
_LIBRARY = f"""
import sys
there = {{*sys.modules}}
{_IMPORTS}
print(*(name for name in sys.modules if name not in there and not name.startswith("scripts")))
"""
_ASK = (
    _IMPORTS
    + """
def ending(module, name, early):
    inner = getattr(module, name)
    def outer(*args, **kwargs):
        if not early:
            inner(*args, **kwargs)
        os._exit(0)
    setattr(module, name, outer)
early, _, name = sys.argv.pop(1).rpartition(" ")
if name:
    ending(asking if name == "render_answer" else answer, name, early)
code = main(sys.argv[1:], ends=True)
sys.stdout.flush()
os._exit(code)
"""
)

Count = Callable[[str, tuple[str, ...]], int]
"""Instructions of a program, given as text, with these arguments."""


class Part(NamedTuple):
    name: str
    instructions: int
    """Of this part alone."""
    in_all: int
    """Up to its end."""


def parts_of(count: Count, library: str, ask: tuple[str, ...]) -> list[Part]:
    """Count each part of a cold question; library: the modules to import, ask: the arguments of a call."""
    ends = {
        "python": count("pass", ()),
        "its library": count(f"import os, {', '.join(library.split())}; os._exit(0)", ()),
        "our modules": count(_IMPORTS + "os._exit(0)", ()),
        **{stage: count(_ASK, (end, *ask)) for stage, end in STAGES.items()},
    }
    before = [0, *ends.values()]
    return [Part(name, end - start, end) for (name, end), start in zip(ends.items(), before)]


def table(parts: list[Part]) -> str:
    """A line for each part: millions of instructions, and how many interpreters have been paid for behind it."""
    python = parts[0].instructions
    lines = [f"{'part':<14}{'million':>10}{'in all':>10}{'x python':>10}"]
    for part in parts:
        millions = f"{part.instructions / 1e6:>10.1f}{part.in_all / 1e6:>10.1f}"
        lines.append(f"{part.name:<14}{millions}{part.in_all / python:>10.2f}")
    return "\n".join(lines)


def counter(environ: Mapping[str, str]) -> Count:
    """Counts by valgrind."""

    def count(program: str, arguments: tuple[str, ...]) -> int:
        command = (
            "valgrind",
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            sys.executable,
            "-S",
            "-c",
            program,
        )
        done = subprocess.run([*command, *arguments], env=environ, capture_output=True, text=True, check=True)
        found = re.search(r"refs:\s+([\d,]+)", done.stderr)
        if found is None:
            raise SystemExit(f"valgrind did not count:\n{done.stderr}")
        return int(found[1].replace(",", ""))

    return count


def main() -> None:
    parser = argparse.ArgumentParser(description="What a cold question consists of, in instructions.")
    parser.add_argument("--pages", type=int, default=1000, help="of the generated home (1000)")
    parser.add_argument("--question", default="", help="the first of the speed benchmark unless given")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        raise SystemExit("valgrind is not installed: it counts the instructions")
    environ = {**os.environ, "PYTHONHASHSEED": "0"}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        bed = generated_bed(folder, options.pages, environ)
        with bed.open() as kb:
            kb.refresh()
        # What was written just now is mistrusted, and read again by the next sweep.
        time.sleep(RACY_NS / 1e9 + 0.1)
        ask = ("ask", *bed.place, options.question or bed.questions.plain[0])
        run = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from scripts.cli import main; sys.exit(main(sys.argv[1:]))"
        for _ in range(3):
            # Bytecode and patterns are kept from now on.
            subprocess.run([sys.executable, "-S", "-c", run, *ask], env=environ, check=True, stdout=subprocess.DEVNULL)
        listed = subprocess.run([sys.executable, "-S", "-c", _LIBRARY], env=environ, check=True, capture_output=True)
        print(table(parts_of(counter(environ), listed.stdout.decode(), ask)))


if __name__ == "__main__":
    main()
