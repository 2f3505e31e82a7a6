"""How far the ranking's constants are fitted to the sets they were chosen on.

    python -m tests.bench.cross_validation ../shared/bench/dev [--sample 150]

Each constant gets a lower and a higher value in turn.  For each set in the folder, the values that do best on the other
sets are taken together and tried on that one: where the result is no worse than with the constants as they are, and
not much better, they are neither lucky nor fitted to it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from scripts.bench.retrieval_set import read_set
from scripts.bench.set_home import SetHome, build_home
from scripts.knowledge_base import KnowledgeBase
from scripts.reading.asking import Ask, effective
from scripts.retrieval.answer import answer
from scripts.retrieval.search import bridge, preferring, ranking, start, turns

CONSTANTS: tuple[tuple[ModuleType, str, tuple[float, float]], ...] = (
    (start, "PAIRS", (0.2, 0.7)),
    (start, "RETOLD", (0.5, 1.5)),
    (start, "PAGE", (0.1, 0.35)),
    (start, "LEND", (0.25, 0.6)),
    (start, "TITLE_BONUS", (0.6, 1.5)),
    (bridge, "ASKED_BRIDGE", (1.2, 3.0)),
    (bridge, "AS_MENTION", (0.25, 0.5)),
    (bridge, "SAME_PAGE", (0.3, 0.8)),
    (bridge, "NEWS", (2.5, 6.0)),
    (ranking, "CREDIT", (0.3, 0.7)),
    (ranking, "NEW_WORDS", (0.3, 0.8)),
    (preferring, "WHOLE", (0.15, 0.5)),
    (turns, "REPLY", (0.25, 0.8)),
    (turns, "ASKING", (0.15, 0.5)),
    (turns, "OTHERS", (0.2, 0.6)),
)


class Loaded(NamedTuple):
    homes: dict[str, tuple[KnowledgeBase, SetHome]]
    questions: list[dict[str, Any]]


def load(folder: Path, base: Path, sample: int) -> Loaded:
    data = read_set(str(folder))
    homes = {}
    for number, group in enumerate(data.groups):
        passages = [passage for passage in data.passages if passage.group == group]
        home = build_home(str(base / f"{folder.name}-{number}"), passages, lambda: None)
        kb = KnowledgeBase.open(home.folder, environ={})
        kb.refresh()
        homes[group] = kb, home
    lines = (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [row for row in map(json.loads, lines) if row.get("type") != "adversarial"]
    return Loaded(homes, questions[:: max(1, len(questions) // sample)])


def score(loaded: Loaded) -> tuple[float, float]:
    """R@5 and All@5 in percent."""
    found, whole = 0.0, 0
    for question in loaded.questions:
        kb, home = loaded.homes[question.get("group") or ""]
        ranked = answer(kb.ws.reader, question["question"], effective(kb.ws, Ask(evidence=True))).ranked
        owners = dict.fromkeys(home.owners.get((each.row.page, each.row.block), "") for each in ranked)
        first = {*[owner for owner in owners if owner][:5]}
        wanted = [{*some} for some in question.get("gold_any") or [[one] for one in question["gold"]]]
        hits = sum(bool(some & first) for some in wanted)
        found += hits / len(wanted)
        whole += hits == len(wanted)
    return 100 * found / len(loaded.questions), 100 * whole / len(loaded.questions)


@contextmanager
def changed(values: dict[tuple[ModuleType, str], float]) -> Iterator[None]:
    before = {key: getattr(*key) for key in values}
    for key, value in values.items():
        setattr(*key, value)
    try:
        yield
    finally:
        for key, value in before.items():
            setattr(*key, value)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=150)
    options = parser.parse_args(argv)
    folders = sorted(path.parent for path in options.folder.glob("*/queries.jsonl"))
    tried: dict[tuple[str, tuple[ModuleType, str] | None, float], float] = {}
    with tempfile.TemporaryDirectory() as base:
        sets = {folder.name: load(folder, Path(base), options.sample) for folder in folders}
        plain = {name: score(loaded) for name, loaded in sets.items()}
        for name, loaded in sets.items():
            for module, constant, values in CONSTANTS:
                for value in values:
                    with changed({(module, constant): value}):
                        tried[name, (module, constant), value] = sum(score(loaded)) - sum(plain[name])
                    print(f"{name} {constant} {value}: {tried[name, (module, constant), value] / 2:+.1f}", flush=True)
        print("\nset                 as it is        chosen on the others")
        for name, loaded in sets.items():
            chosen = {}
            for module, constant, values in CONSTANTS:
                gains = {v: sum(tried[other, (module, constant), v] for other in sets if other != name) for v in values}
                best = max(gains, key=lambda value: gains[value])
                if gains[best] > 0:
                    chosen[module, constant] = best
            with changed(chosen):
                r5, all5 = score(loaded)
            told = ", ".join(f"{constant} {value}" for (_, constant), value in chosen.items())
            print(f"{name:18} {plain[name][0]:6.1f} {plain[name][1]:6.1f}   {r5:6.1f} {all5:6.1f}   {told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
