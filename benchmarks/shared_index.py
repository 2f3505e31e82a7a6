"""Compares a team's index in PostgreSQL with this machine's own: answers, and milliseconds of a question.

    python -m benchmarks.shared_index VAULT QUESTIONS.jsonl [URL]

QUESTIONS: one JSON object with `question` a line.  URL: an index that was made before, by `commonplace index --vault
VAULT --index URL`; without it one is made on each server of PostgreSQL that is installed here.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from statistics import median, quantiles
from time import perf_counter

from scripts.index_store.port import IndexReader
from scripts.knowledge_base import KnowledgeBase
from scripts.team import sharing
from scripts.team.shared_base import open_shared
from scripts.text.analyzer import analyze
from scripts.text.language import detect_language
from scripts.verbs.asking import ask
from tests.team.servers import found_servers, own_server

BEST = 20
LEVELS = ("pages", "sections", "passages")
OVERRIDES = {"embedder": "none"}


def best(reader: IndexReader, question: str) -> list[list[tuple[int, float]]]:
    terms = analyze(question, detect_language(question, ("en",)))
    pairs = [" ".join(pair) for pair in pairwise(terms)]
    return [[*map(tuple, reader.search(level, [*terms, *pairs], limit=BEST))] for level in LEVELS]  # type: ignore[arg-type]


def measured(kb: KnowledgeBase, question: str) -> tuple[list[list[tuple[int, float]]], str, float]:
    found = kb.query(lambda reader: best(reader, question), sweep=False)
    start = perf_counter()
    reply = ask(kb, question)
    return found, reply.text, (perf_counter() - start) * 1000


def main(vault: str, path: str, url: str = "") -> None:
    with open(path, encoding="utf-8") as file:
        questions = [json.loads(line)["question"] for line in file]
    if url:
        compare(vault, questions, url)
        return
    for name in found_servers():
        with own_server(name) as server, KnowledgeBase.open(vault=vault, overrides=OVERRIDES) as kb:
            sharing.index(kb, database=server.address)
            print(f"{vault}, PostgreSQL {name}:")
            compare(vault, questions, server.address)


def compare(vault: str, questions: list[str], url: str) -> None:
    same_best = same_text = 0
    farthest, times = 0.0, ([], [])  # type: tuple[list[float], list[float]] | Any
    with (
        KnowledgeBase.open(vault=vault, overrides=OVERRIDES) as own,
        open_shared(url, overrides=OVERRIDES) as shared,
    ):
        for question in questions:
            one, other = measured(own, question), measured(shared, question)
            ids = [[[id_ for id_, _ in level] for level in found] for found in (one[0], other[0])]
            same_best += ids[0] == ids[1]
            same_text += one[1] == other[1]
            if ids[0] == ids[1]:
                pairs = [pair for levels in zip(one[0], other[0]) for pair in zip(*levels)]
                farthest = max([farthest, *(abs(a[1] - b[1]) for a, b in pairs)])
            for at, result in enumerate((one, other)):
                times[at].append(result[2])
    print(f"{len(questions)} questions: best {BEST} of pages, sections and passages the same for {same_best}, ", end="")
    print(f"scores within {farthest:.1e}; replies of ask the same for {same_text}")
    for name, list_ in zip(("SQLite", "PostgreSQL"), times):
        print(f"{name}: ask p50 {median(list_):.0f} ms, p95 {quantiles(list_, n=20)[-1]:.0f} ms")


if __name__ == "__main__":
    main(*sys.argv[1:])
