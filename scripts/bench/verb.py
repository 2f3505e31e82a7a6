"""The verb `bench`: from the options of a call to a run."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from ..errors import UsageError
from ..model import to_jsonable
from .speed import SpeedRequest, measure_speed

if TYPE_CHECKING:
    import argparse

    from .speed_report import SpeedReport


def run_speed(options: argparse.Namespace) -> SpeedReport:
    """Measure speed, telling on stderr what is being done; the document also goes into the file `out` names."""
    request = SpeedRequest(options.pages, options.vault, options.rounds, options.cases, options.peers, options.keep)
    report = measure_speed(request, tell=lambda what: print(what, file=sys.stderr))
    if options.out:
        try:
            with open(options.out, "w", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(to_jsonable(report), ensure_ascii=False, indent=1) + "\n")
        except OSError as err:
            raise UsageError(f"cannot write {options.out}: {err.strerror}", hint="give another path") from err
    return report
