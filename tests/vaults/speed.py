"""How long reading a vault takes us, and markdown-it-py's full parse of the same notes in the same run.

python -m tests.vaults.speed VAULT...
Both read every note, body and all; each time is the best of three, CPU seconds, the two taken in turn.  Equal results:
the kind of every line, as the fidelity harness compares it.  We find links, tags, headings and block ids besides.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from scripts.pages.markdown.scanner import scan
from scripts.pages.yaml.frontmatter import read_properties
from tests.vaults.block_lines import check_block_lines
from tests.vaults.notes import note_paths, read

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 3


def compare(vault: Path) -> str:
    """One line for a vault."""
    texts = [text for path in note_paths(vault) if (text := read(vault, path)) is not None]
    bodies = [(text, read_properties(text).body_start) for text in texts]
    parser = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")
    theirs = ours = float("inf")
    for _ in range(ROUNDS):
        theirs = min(theirs, _seconds(lambda: [parser.parse(text[start:]) for text, start in bodies]))
        ours = min(ours, _seconds(lambda: [scan(text, body_start=start) for text, start in bodies]))
    lines = check_block_lines(vault)
    return (
        f"{vault.name:<24} {len(texts):5} notes {sum(map(len, texts)) / 1e6:6.1f} M characters"
        f"  markdown-it {theirs:6.2f} s  scan {ours:5.2f} s  ratio {theirs / ours:4.1f}"
        f"  lines {lines.counts['lines']}, differing {len(lines.faults)}"
    )


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main(argv: list[str]) -> int:
    """Print a line for each vault named."""
    for name in argv:
        print(compare(Path(name)), flush=True)
    return 0 if argv else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
