"""What marking is worth: whether the next similar question finds sooner what helped, and no other question later.

python -m tests.bench.learning SET_DIR [--seed S] [--questions N] [--without PART,…]
Makes homes of a development set (corpus.jsonl, queries.jsonl, triples.jsonl: see the README beside them), asks, marks
the gold of half of the questions as useful for them, and asks again.  A row tells the recall in the first five places
before and after for the marked questions, for their rewordings, and for the questions of the other half, of which it
counts those that lost and won.  Exit 1 where rewordings do not gain, or the other half loses.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import mean
from typing import NamedTuple

from scripts.bench.retrieval_set import SetQuestion, read_set
from scripts.bench.set_home import SetHome, build_home
from scripts.knowledge_base import KnowledgeBase
from scripts.memory.trace import mark_useful
from scripts.reading.asking import Ask, effective, marks_of
from scripts.retrieval.answer import answer
from tests.bench.rewordings import REWORDINGS

PLACES = 5


class Trial(NamedTuple):
    kind: str
    text: str
    question: str
    """Id of the question it is, or rewords."""


class Measured(NamedTuple):
    kind: str
    number: int
    before: float
    """Mean recall in the first PLACES."""
    after: float
    worse: int
    better: int


def gold_of(folder: Path) -> dict[str, list[str]]:
    with open(folder / "queries.jsonl", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return {row["id"]: row["gold"] for row in rows if row.get("gold") and row.get("type") != "adversarial"}


def measure(folder: Path, *, seed: int, size: int, without: frozenset[str] = frozenset()) -> list[Measured]:
    data, gold, random = read_set(str(folder)), gold_of(folder), Random(seed)
    questions = [question for question in data.questions if question.id in gold]
    random.shuffle(questions)
    questions = questions[:size]
    marked = {question.id for question in questions[: len(questions) // 2]}
    found: dict[str, list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        for number, group in enumerate(data.groups):
            home = build_home(f"{temporary}/{number}", [each for each in data.passages if each.group == group], _quiet)
            of_group = [question for question in questions if question.group == group]
            for kind, pair in _group(home, of_group, marked, gold, random, without):
                found.setdefault(kind, []).append(pair)
    return [_measured(kind, pairs) for kind, pairs in found.items()]


def _group(
    home: SetHome,
    questions: list[SetQuestion],
    marked: set[str],
    gold: dict[str, list[str]],
    random: Random,
    without: frozenset[str],
) -> list[tuple[str, tuple[float, float]]]:
    trials = [
        trial for question in questions for trial in (_rewordings(question, random) if question.id in marked else [])
    ]
    trials += [Trial("marked" if each.id in marked else "other half", each.text, each.id) for each in questions]
    blocks: dict[str, list[str]] = {}
    for (page, block), owner in home.owners.items():
        blocks.setdefault(owner, []).append(f"{page}#^{block}")
    with KnowledgeBase.open(home.folder, environ={}) as kb:
        kb.refresh()

        def recall(trial: Trial) -> float:
            options = effective(kb.ws, Ask(evidence=True))._replace(without=without)
            ranked = answer(kb.ws.reader, trial.text, options, marks=marks_of(kb.ws)).ranked
            owners = (home.owners.get((each.row.page, each.row.block)) for each in ranked)
            first = list(dict.fromkeys(owner for owner in owners if owner is not None))[:PLACES]
            return len(set(first) & set(gold[trial.question])) / len(gold[trial.question])

        before = [recall(trial) for trial in trials]
        for question in questions:
            if question.id in marked:
                targets = [block for owner in gold[question.id] for block in blocks.get(owner, ())]
                mark_useful(kb.ws, targets, question=question.text)
        after = [recall(trial) for trial in trials]
    return [(trial.kind, pair) for trial, pair in zip(trials, zip(before, after))]


def _rewordings(question: SetQuestion, random: Random) -> list[Trial]:
    texts = dict.fromkeys(text for frame in REWORDINGS.values() if (text := frame(question.text, random)))
    return [Trial("rewordings", text, question.id) for text in texts if text != question.text]


def _measured(kind: str, pairs: list[tuple[float, float]]) -> Measured:
    before, after = mean(pair[0] for pair in pairs), mean(pair[1] for pair in pairs)
    worse, better = sum(two < one for one, two in pairs), sum(two > one for one, two in pairs)
    return Measured(kind, len(pairs), before, after, worse, better)


def harms(rows: list[Measured]) -> bool:
    """Whether rewordings gain nothing, or the other half loses."""
    by_kind = {row.kind: row for row in rows}
    rewordings, other = by_kind.get("rewordings"), by_kind.get("other half")
    gains = rewordings is None or rewordings.after > rewordings.before or rewordings.before == 1
    return not gains or (other is not None and other.after < other.before)


def table(rows: list[Measured]) -> str:
    lines = [f"{'asked':14}{'number':>7}{'R@5':>8}{'marked':>8}{'worse':>7}{'better':>8}"]
    lines += [
        f"{row.kind:14}{row.number:7}{row.before:8.1%}{row.after:8.1%}{row.worse:7}{row.better:8}"
        for row in sorted(rows)
    ]
    return "\n".join(lines)


def _quiet() -> None:
    """Progress of building a home, told to nobody."""


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set_dir", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--without", default="", metavar="PART,…", help="parts of the ranking left out")
    args = parser.parse_args(argv)
    if not (args.set_dir / "queries.jsonl").exists():
        print(f"skipped: {args.set_dir} holds no development set")
        return 0
    without = frozenset(filter(None, args.without.split(",")))
    rows = measure(args.set_dir, seed=args.seed, size=args.questions, without=without)
    print(f"{args.set_dir.name}, seed {args.seed}")
    print(table(rows))
    return 1 if harms(rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
