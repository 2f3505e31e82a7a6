"""Ratios that need no yardstick of another machine, on two homes that `commonplace bench speed --keep DIR` left.

python -m tests.bench.ratios DIR [SMALL [LARGE]]        sizes of the homes in pages; 10000 and 100000 without any

Prints each ratio with its bound; everything in one run, CPU seconds of this process and those it starts.  The homes'
indexes are brought up to date, and that of the small one is built again.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import mean, median
from typing import TypeVar

from markdown_it import MarkdownIt

from scripts.knowledge_base import KnowledgeBase
from scripts.pages.text.words import words
from scripts.pages.yaml.frontmatter import read_properties
from scripts.retrieval.language.question import parse_question
from scripts.retrieval.search.walk import best_first
from scripts.store.passage_search import match_expression
from scripts.store.reader import SqliteReader
from scripts.store.schema import HEADING_WEIGHT, NAMES_WEIGHT, TEXT_WEIGHT, TITLE_WEIGHT
from scripts.store.workspace import Workspace

T = TypeVar("T")
SIZES = (10_000, 100_000)
SEED, QUESTIONS, WORDS, BEST, HUBS, WALKS = 1, 60, 6, 10, 5, 9
MIB = 1024
_START = [sys.executable, "-c"]
_RUN = "import sys; from scripts.cli import main; sys.exit(main(sys.argv[1:]))"
_WEIGHTS = (TEXT_WEIGHT, HEADING_WEIGHT, TITLE_WEIGHT, NAMES_WEIGHT)


def child(*argv: str) -> tuple[float, float]:
    """CPU seconds and peak MiB of a process.

    A process counts what it was forked from into its peak, so that it is started by a small one, which tells.
    """
    tell = "import os, sys; pid = os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:]); used = os.wait4(pid, 0)[2]"
    tell += "; print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)"
    environ = {**os.environ, "COMMONPLACE_ENV": "current"}
    ended = subprocess.run([*_START, tell, *argv], env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    seconds, peak = ended.stderr.split()[-2:]
    return float(seconds), float(peak) / MIB


def cpu(call: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    return timed(call)[0]


def timed(call: Callable[[], T]) -> tuple[float, T]:
    """CPU seconds of one call, and what it returns."""
    start = time.process_time()
    result = call()
    return time.process_time() - start, result


def build_over_parse(home: str) -> float:
    """Building the index, process and all, over markdown-it-py's full parse of the same pages."""
    built, _ = child(*_START, _RUN, "reindex", "--home", home)
    parser = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")
    with KnowledgeBase.open(home) as kb:
        kb.refresh()
        texts = [kb.ws.vault.read(path).text for path in kb.ws.note_paths()]
    bodies = [text[read_properties(text).body_start :] for text in texts]
    return built / cpu(lambda: [parser.parse(body) for body in bodies])


def walk_seconds(ws: Workspace) -> float:
    """The median walk of depth 2 from the greatest hubs, each read for the first time."""
    hubs = ws.index.connection().execute("SELECT name FROM nodes ORDER BY degree DESC, name LIMIT ?", (HUBS,))
    names = [name for (name,) in hubs]
    settings = ws.settings

    def walk(seeds: Sequence[str]) -> object:
        # What a reader has unpacked would be at hand for the second time.
        reader = SqliteReader(ws.index.connection())
        return best_first(reader, seeds, depth=2, min_confidence=settings.min_confidence, max_nodes=settings.max_nodes)

    seeds = [*([name] for name in names), names]
    return median(cpu(partial(walk, chosen)) for _ in range(WALKS) for chosen in seeds)


def questions(ws: Workspace) -> list[tuple[list[str], int]]:
    """Six words as they stand in a passage of a source, frequent ones too, and the passage."""
    run = ws.index.connection().execute
    pages = [row[0] for row in run("SELECT id FROM pages WHERE category = 'sources' ORDER BY id")]
    chance = random.Random(SEED)
    found: list[tuple[list[str], int]] = []
    for page in chance.sample(pages, min(QUESTIONS, len(pages))):
        rows = SqliteReader(ws.index.connection()).passages(range(page, page + 4))
        said = [(id_, words(row.text)) for id_, row in rows.items() if len(words(row.text)) >= WORDS]
        if said:
            id_, there = chance.choice(said)
            found.append((chance.sample(there, WORDS), id_))
    return found


def search_ratios(ws: Workspace) -> tuple[float, float, float]:
    """CPU of the word search over that of every passage with any of the words, and the two MRR."""
    run = ws.index.connection().execute
    ours, theirs, our_ranks, their_ranks = 0.0, 0.0, [], []
    every = f"""SELECT rowid, bm25(words, {", ".join(map(str, _WEIGHTS))}) FROM words WHERE words MATCH ?
                ORDER BY 2, 1 LIMIT {BEST}"""

    def all_rows(query: str) -> list[tuple[int, float]]:
        # SQLite ranks when the statement is begun, not when its rows are fetched.
        return run(every, (query,)).fetchall()

    for terms, gold in questions(ws):
        reader = SqliteReader(ws.index.connection())
        # Reading the question leaves out the words that carry no topic; the search those that most passages hold.
        asked = [term.text for term in parse_question(" ".join(terms)).content]
        seconds, hits = timed(partial(reader.search, asked, limit=BEST, hand="first"))
        ours += seconds
        our_ranks.append(reciprocal([hit.passage for hit in hits[:BEST]], gold))
        seconds, rows = timed(partial(all_rows, match_expression(terms)))
        theirs += seconds
        their_ranks.append(reciprocal([row[0] for row in rows], gold))
    return ours / theirs, mean(our_ranks), mean(their_ranks)


def reciprocal(found: Sequence[int], gold: int) -> float:
    """1 over the rank of what was wanted; 0 where it is not found."""
    return 1 / (found.index(gold) + 1) if gold in found else 0.0


def told(name: str, value: float, bound: float) -> str:
    """One line of the table."""
    return f"{'met' if value <= bound else 'MISSED':<7} {name:<58} {value:8.3f}  <= {bound:g}"


def main(argv: list[str]) -> int:
    """Print a line for each ratio."""
    if not argv:
        print(__doc__, file=sys.stderr)
        return 2
    sizes = [int(size) for size in argv[1:]] or list(SIZES)
    small, large = (os.path.join(argv[0], f"home-{size}") for size in (sizes[0], sizes[-1]))
    print(told("build over markdown-it-py's parse of the same pages", build_over_parse(small), 0.7), flush=True)
    with KnowledgeBase.open(small) as kb:
        kb.refresh()
        near = walk_seconds(kb.ws)
    with KnowledgeBase.open(large) as kb:
        kb.refresh()
        far = walk_seconds(kb.ws)
        share, mrr, whole = search_ratios(kb.ws)
        question = f"how does {kb.ws.note_paths()[0]} relate to {kb.ws.note_paths()[-1]}?"
    print(told("walk in the large home over the small one", far / near, 1.5))
    print(told("walk in the large home, ms", far * 1000, 1))
    print(told("six words, word search over every passage with any", share, 1 / 8))
    print(told(f"  MRR lost ({mrr:.3f} of {whole:.3f})", whole - mrr, 0.005))
    _, bare = child(*_START, "pass")
    for name, options, bound in (("ask --no-sweep", ["--no-sweep"], 2.0), ("ask", [], 4.0)):
        _, peak = child(*_START, _RUN, "ask", "--home", large, *options, question)
        print(told(f"memory of {name} over a bare interpreter", peak / bare, bound))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
