"""`bench`: retrieval or speed, measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .parsing import comma_list, count, counts, share

if TYPE_CHECKING:
    import argparse


def options(parser: argparse.ArgumentParser) -> None:
    # The usage would name each option once more.
    parser.usage = "%(prog)s WHAT [SET_DIR] [OPTIONS]"
    parser.add_argument("what", choices=("retrieval", "memory", "speed"), help="passages or turns found, or CPU time")
    parser.add_argument(
        "set", nargs="?", default="", metavar="SET_DIR", help="retrieval, memory: passages and questions"
    )
    add = parser.add_argument
    add("--out", default="", metavar="FILE", help="the run for a scorer; for speed the JSON")
    add("--pack", type=counts, default=(), metavar="N,…", help="also pack contexts of N tokens")
    add("--no-triples", action="store_true", help="as if nobody had drawn claims")
    add("--typos", type=share, default=0.0, metavar="SHARE", help="misspell this share of the words")
    add("--without", type=comma_list, default=(), metavar="PART,…", help="parts of the ranking left out")
    add("--not-type", default="", metavar="T", help="memory: without questions of this type")
    add("--keep", default="", metavar="DIR", help="leave the homes here")
    add("--pages", type=counts, default=(1000, 10_000), metavar="N,…", help="speed: sizes (1000,10000)")
    add("--vault", default="", metavar="DIR", help="speed: a copy of this vault too")
    add("--rounds", type=count, default=7, metavar="N", help="speed: runs of each case (7)")
    add("--cases", type=comma_list, default=(), metavar="A,B", help="speed: only these")
    add("--peers", default="", metavar="DIR", help="speed: where basic-memory and qmd are")


def run(_: Any, options: argparse.Namespace) -> tuple[Any, int]:
    from ..bench.verb import run_benchmark

    return run_benchmark(options), 0


def text(report: Any, _: argparse.Namespace) -> str:
    from ..bench.printing import text_of_run

    return text_of_run(report)
