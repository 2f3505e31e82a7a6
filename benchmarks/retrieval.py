"""Ask every question of a set by the engine's ranking, and write the run for the scorer.

    python -m benchmarks.retrieval ../shared/bench/dev/wiki_mix --out run.jsonl [--pack 500,1000] [--no-triples]
    python ../shared/bench/score.py ../shared/bench/dev/wiki_mix run.jsonl [--budget 500,1000 --tokens …/tokens.json]

A group of the set is a vault of its own.  --typos SHARE misspells that share of each question's longer words.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

from scripts.index_store.port import IndexReader
from scripts.index_store.refresh import open_index
from scripts.retrieval_engine.engine import AskOptions, answer
from scripts.retrieval_engine.meaning import Likeness
from scripts.retrieval_engine.rank import rank
from scripts.retrieval_engine.understand import understand

from .sets import RetrievalSet, SetQuestion, WrittenVault, add_embedder, likeness_of, read_set, write_vault


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.retrieval", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("set", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pack", default="", help="budgets to pack a reply for, such as 500,1000")
    parser.add_argument("--no-triples", action="store_true", help="as if nobody had extracted anything")
    parser.add_argument("--typos", type=float, default=0.0, help="share of each question's longer words to misspell")
    add_embedder(parser)
    options = parser.parse_args(argv)
    data = read_set(options.set, triples=not options.no_triples)
    budgets = [int(budget) for budget in options.pack.split(",") if budget]
    seconds: list[float] = []
    building = 0.0
    with options.out.open("w", encoding="utf-8") as out, tempfile.TemporaryDirectory() as scratch:
        for number, group in enumerate(data.groups):
            vault = Path(scratch) / f"vault-{number}"
            written = write_vault(vault, data, group)
            started = time.perf_counter()
            with open_index(str(vault), environ={"COMMONPLACE_CACHE": f"{scratch}/cache"}) as index:
                building += time.perf_counter() - started
                likeness = likeness_of(index.reader, options.embedder)
                for question in data.questions:
                    if question.group == group:
                        text = _misspelled(question, options.typos)
                        row, spent = _ask(index.reader, text, written, data, budgets, likeness)
                        seconds.append(spent)
                        out.write(json.dumps({"id": question.id, **row}, ensure_ascii=False) + "\n")
    print(
        f"{options.set.name}: {len(data.passages)} passages, {len(seconds)} questions; index {building:.1f} s,"
        f" ranking median {1000 * statistics.median(seconds):.1f} ms, most {1000 * max(seconds):.0f} ms",
        file=sys.stderr,
    )
    return 0


def _ask(
    reader: IndexReader,
    question: str,
    written: WrittenVault,
    data: RetrievalSet,
    budgets: list[int],
    likeness: Likeness | None,
) -> tuple[dict[str, object], float]:
    """Return the ranking and the packs of a question, and the CPU seconds of the ranking."""
    started = time.process_time()
    query = understand(reader, question)
    ranking, found = rank(reader, query, likeness)
    spent = time.process_time() - started
    owners = []
    for ranked in ranking.passages:
        row = found.passage_rows[ranked.id]
        owner = written.owners.get((found.page_rows[row.page].path, row.block))
        if owner:
            owners.append(owner)
    order = list(dict.fromkeys(owners))
    result: dict[str, object] = {"ranking": order}
    if budgets:
        texts = {passage.id: _plain(passage.text) for passage in data.passages}
        packs = {}
        for budget in budgets:
            said = _plain(answer(reader, question, AskOptions(budget_tokens=budget, likeness=likeness)).text)
            packs[str(budget)] = [id for id in order if texts[id] in said]
        result["packs"] = packs
    return result, spent


def _plain(text: str) -> str:
    return " ".join(text.replace("\\", "").split())


def _misspelled(question: SetQuestion, share: float) -> str:
    """Return the question with that share of its words misspelled, at least one, by one slip of the finger each.

    A slip changes two letters' places, drops, doubles or replaces one; the question's id alone decides which.
    """
    if not share:
        return question.text
    chance = random.Random(f"typos {question.id}")
    text = question.text
    words = [match for match in re.finditer(r"[^\W\d_]+", text) if len(match.group()) >= 4]
    chosen = chance.sample(words, min(len(words), max(1, round(share * len(words)))))
    for match in sorted(chosen, key=lambda match: -match.start()):
        word = match.group()
        at = chance.randrange(len(word) - 1)
        slips = (
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[: at + 1] + word[at:],
            word[:at] + chance.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :],
        )
        text = text[: match.start()] + chance.choice(slips) + text[match.end() :]
    return text


if __name__ == "__main__":
    sys.exit(main())
