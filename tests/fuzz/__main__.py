"""Feed one reader hostile texts for a while: `python -m tests.fuzz markdown --seconds 3600`.

`--text FILE` runs one text.  What fails becomes a test by name in tests/hostile.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from hypothesis import HealthCheck, given, settings

from .laws import LAWS
from .pieces import PIECES, hostile_texts


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("target", choices=(*sorted(PIECES), "all"))
    parser.add_argument("--seconds", type=int, default=600, help="CPU seconds for each target (600)")
    parser.add_argument("--text", help="run the law on this file instead")
    options = parser.parse_args()
    if options.text:
        LAWS[options.target](Path(options.text).read_text("utf-8", "replace"))
        return
    for target in sorted(PIECES) if options.target == "all" else [options.target]:
        _draw(target, options.seconds)


def _draw(target: str, seconds: int) -> None:
    law, until, tried = LAWS[target], time.process_time() + seconds, 0

    @settings(max_examples=5000, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(hostile_texts(target))
    def holds(text: str) -> None:
        nonlocal tried
        tried += 1
        law(text)

    while time.process_time() < until:
        holds()
    print(f"{target}: {tried} texts in {seconds} s, none failed", flush=True)


if __name__ == "__main__":
    main()
