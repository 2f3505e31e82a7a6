"""What a turn costs as the memory grows: CPU of the next ones at each size, and its ratio to that at the first size.

python -m tests.bench.memory_growth [SIZE …]        sizes in turns, ascending; 1000 5000 10000 without any

In memory: HCEPipeline.update and retrieve_context, warm.  In a vault: remember and recall by KnowledgeBase in a warm
process, files synced.  A ratio near 1 means that the cost does not grow.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from scripts.knowledge_base import KnowledgeBase
from scripts.memory.recall_reply import recall
from scripts.memory.recalling import Wanted
from scripts.memory.remembering import Said, plan_turns
from scripts.tools.memory import HCEPipeline

SEED, SAMPLES, VOCABULARY = 1, 40, 5000
SIZES = (1000, 5000, 10_000)
NAMES = ("Ada", "Bob", "Carol", "Dan")


class Talk:
    """Made-up turns: words by Zipf's law, now and then a name."""

    def __init__(self) -> None:
        self._random = random.Random(SEED)
        letters = "abcdefghijklmnopqrstuvwxyz"
        self._words = ["".join(self._random.choices(letters, k=self._random.randint(3, 9))) for _ in range(VOCABULARY)]
        self._weights = [1 / (rank + 1) for rank in range(VOCABULARY)]

    def turn(self) -> str:
        """One turn of some twenty words."""
        words = self._random.choices(self._words, self._weights, k=self._random.randint(8, 32))
        words[self._random.randrange(1, len(words))] = self._random.choice(NAMES)
        return " ".join(words).capitalize() + "."

    def question(self) -> str:
        """A question of some rare words."""
        return "what about " + " and ".join(self._random.choices(self._words[50:2000], k=3)) + "?"


def cpu_ms(call: Callable[[], object]) -> float:
    """Median CPU of SAMPLES calls, in milliseconds."""
    spent = []
    for _ in range(SAMPLES):
        started = time.process_time()
        call()
        spent.append(1000 * (time.process_time() - started))
    return statistics.median(spent)


def in_memory(sizes: tuple[int, ...]) -> dict[str, list[float]]:
    """Interactions in a pipeline."""
    talk, pipeline = Talk(), HCEPipeline()
    found: dict[str, list[float]] = {"update": [], "retrieve_context": []}
    for size in sizes:
        while pipeline.tree.leaf_count < size:
            pipeline.update(talk.turn(), talk.turn())
        found["update"].append(cpu_ms(lambda: pipeline.update(talk.turn(), talk.turn())))
        found["retrieve_context"].append(cpu_ms(lambda: pipeline.retrieve_context(talk.question())))
    return found


def in_vault(folder: Path, sizes: tuple[int, ...]) -> dict[str, list[float]]:
    """Turns in session notes, a hundred a day."""
    talk, done, day = Talk(), 0, 0
    found: dict[str, list[float]] = {"remember": [], "recall": []}
    KnowledgeBase.create(str(folder))
    with KnowledgeBase.open(str(folder), environ={"COMMONPLACE_QUIET_SECONDS": "0"}) as kb:
        for size in sizes:
            while done < size:
                day += 1
                now = f"{2000 + day // 336}-{1 + day // 28 % 12:02}-{1 + day % 28:02}T12:00:00Z"
                kb.ws.clock = lambda now=now: now  # type: ignore[misc]
                said = [Said(talk.turn(), name) for name in NAMES for _ in range(25)]
                kb.write("remember", lambda ws, said=said: plan_turns(ws, said))  # type: ignore[misc]
                done += len(said)
            day += 1
            now = f"{2000 + day // 336}-{1 + day // 28 % 12:02}-{1 + day % 28:02}T12:00:00Z"
            kb.ws.clock = lambda now=now: now  # type: ignore[misc]
            found["remember"].append(
                cpu_ms(lambda: kb.write("remember", lambda ws: plan_turns(ws, [Said(talk.turn(), "Ada")])))
            )
            done += SAMPLES
            found["recall"].append(cpu_ms(lambda: kb.read(lambda ws: recall(ws, talk.question(), Wanted()))))
    return found


def main(argv: list[str]) -> int:
    """Print a line for each call."""
    sizes = tuple(map(int, argv)) or SIZES
    with tempfile.TemporaryDirectory() as folder:
        rows = {**in_memory(sizes), **in_vault(Path(folder) / "home", sizes)}
    print(f"{'CPU ms (ratio)':18}" + "".join(f"{size:>18,}" for size in sizes))
    for name, spent in rows.items():
        print(f"{name:18}" + "".join(f"{ms:10.2f} ({ms / spent[0]:4.2f})" for ms in spent))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
