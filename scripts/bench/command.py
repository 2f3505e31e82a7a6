"""`commonplace bench`: from the options of a call to a benchmark's run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..retrieval.ranking import PARTS
from .retrieval_run import RunOptions, run_retrieval

if TYPE_CHECKING:
    import argparse


def run_benchmark(options: argparse.Namespace) -> Any:
    """Run what was asked for.  Raises UsageError for a part of the ranking that does not exist."""
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
    overrides = {"token_counter": options.counter} if options.counter else {}
    return run_retrieval(options.set, run, overrides=overrides, progress=options.progress)
