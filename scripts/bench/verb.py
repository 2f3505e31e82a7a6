"""The verb `bench`: from the options of a call to a run."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING

from ..errors import UsageError
from ..pages.model import to_jsonable

if TYPE_CHECKING:
    from .memory_run import MemoryRun
    from .retrieval_run import RetrievalRun
    from .speed_report import SpeedReport


def run_benchmark(options: argparse.Namespace) -> RetrievalRun | MemoryRun | SpeedReport:
    """Run what was asked for."""
    if options.what == "memory":
        return run_memory_set(options)
    return run_retrieval_set(options) if options.what == "retrieval" else run_speed(options)


def run_memory_set(options: argparse.Namespace) -> MemoryRun:
    """Remember the passages of a set and recall its questions; `out` takes the rankings for a scorer."""
    from .memory_run import run_memory

    if not options.set:
        raise UsageError("bench memory needs SET_DIR", hint="commonplace bench memory SET_DIR")
    return run_memory(
        options.set, out=options.out, not_type=options.not_type, environ=os.environ, progress=options.progress
    )


def run_retrieval_set(options: argparse.Namespace) -> RetrievalRun:
    """Ask the questions of a set.  Raises UsageError for a part of the ranking that does not exist."""
    from ..retrieval.search.ranking import PARTS
    from .retrieval_run import RunOptions, run_retrieval

    if not (options.set and options.out):
        raise UsageError(
            "bench retrieval needs SET_DIR and --out", hint="commonplace bench retrieval SET_DIR --out run.jsonl"
        )
    unknown = [part for part in options.without if part not in PARTS]
    if unknown:
        raise UsageError(f"no part {unknown[0]!r} of the ranking", hint="the parts: " + ", ".join(PARTS))
    run = RunOptions(
        options.out,
        pack=options.pack,
        triples=not options.no_triples,
        typos=options.typos,
        keep=options.keep,
        without=options.without,
    )
    return run_retrieval(options.set, run, environ=os.environ, progress=options.progress)


def run_speed(options: argparse.Namespace) -> SpeedReport:
    """Measure speed, telling on stderr what is being done; the document also goes into the file `out` names."""
    from .speed import SpeedRequest, measure_speed

    request = SpeedRequest(options.pages, options.vault, options.rounds, options.cases, options.peers, options.keep)
    report = measure_speed(request, tell=lambda what: print(what, file=sys.stderr))
    if options.out:
        try:
            with open(options.out, "w", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(to_jsonable(report), ensure_ascii=False, indent=1) + "\n")
        except OSError as err:
            raise UsageError(f"cannot write {options.out}: {err.strerror}", hint="give another path") from err
    return report
