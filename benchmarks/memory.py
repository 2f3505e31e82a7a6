"""Ask every question of a set of talks by `recall`, and write the run for the scorer.

    python -m benchmarks.memory ../shared/bench/dev/locomo_turns --out run.jsonl [--no-swapped] [--pack 500,1000]
        [--embedder minilm]
    python ../shared/bench/score.py ../shared/bench/dev/locomo_turns run.jsonl

A group of the set is a home of its own, a title one session of a day, a passage one turn, as `remember` writes them.
--no-swapped leaves out the questions that name the wrong speaker (type adversarial): they have no answer.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path

from scripts.index_store.refresh import open_index
from scripts.memory.recall_reply import compose
from scripts.memory.recalling import Wanted, find_turns
from scripts.memory.session_notes import note_head, note_title
from scripts.text.tokens import count_tokens
from scripts.text.turns import Turn, format_turn

from .sets import SetPassage, add_embedder, json_lines, likeness_of, read_set

NOW = "2026-01-01T00:00:00"
LIMIT = 20

_WHEN = re.compile(r"\((?P<time>[\d: apm]+) on (?P<day>\d+ \w+, \d{4})\)")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.memory", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("set", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pack", default="", help="budgets to pack a reply for, such as 500,1000")
    parser.add_argument("--no-swapped", action="store_true")
    add_embedder(parser)
    options = parser.parse_args(argv)
    data = read_set(options.set, triples=False)
    types = {row["id"]: row.get("type", "") for row in json_lines(options.set / "queries.jsonl")}
    budgets = [int(budget) for budget in options.pack.split(",") if budget]
    seconds: list[float] = []
    with options.out.open("w", encoding="utf-8") as out, tempfile.TemporaryDirectory() as scratch:
        for number, group in enumerate(data.groups):
            vault = Path(scratch) / f"vault-{number}"
            _write_talks(vault / "sessions", [passage for passage in data.passages if passage.group == group])
            owners = {passage.block: passage.id for passage in data.passages if passage.group == group}
            with open_index(str(vault), environ={"COMMONPLACE_CACHE": f"{scratch}/cache"}) as index:
                likeness = likeness_of(index.reader, options.embedder)
                for question in data.questions:
                    if question.group != group or (options.no_swapped and types[question.id] == "adversarial"):
                        continue
                    started = time.process_time()
                    found = find_turns(index.reader, question.text, Wanted(LIMIT), now=NOW, likeness=likeness)
                    seconds.append(time.process_time() - started)
                    row: dict[str, object] = {"ranking": [owners[hit.block] for hit in found.hits]}
                    packs = {}
                    for budget in budgets:
                        sent = compose(found, budget_tokens=budget, count=count_tokens).document.turns
                        packs[str(budget)] = [owners[turn.link.rpartition("^")[2]] for turn in sent]
                    out.write(json.dumps({"id": question.id, **row, **({"packs": packs} if packs else {})}) + "\n")
    print(f"{len(seconds)} questions, median {1000 * statistics.median(seconds):.1f} ms", file=sys.stderr)
    return 0


def _write_talks(folder: Path, passages: list[SetPassage]) -> None:
    folder.mkdir(parents=True)
    (folder.parent / ".obsidian").mkdir()
    titled: dict[str, list[SetPassage]] = {}
    for passage in passages:
        titled.setdefault(passage.title, []).append(passage)
    for title, turns in titled.items():
        when = _WHEN.search(title)
        day = datetime.strptime(when["day"], "%d %B, %Y").date().isoformat() if when else ""
        hour = datetime.strptime(when["time"].strip(), "%I:%M %p").strftime("%H:%M") if when else ""
        session = title.partition(" (")[0]
        name = note_title(day, session, 1)
        body = []
        for turn in turns:
            speaker, _, text = turn.text.partition(": ")
            body.append(format_turn(Turn(speaker, hour, text), turn.block))
        (folder / f"{name}.md").write_text(
            note_head(name, date=day, session=session, part=1) + "\n".join(body), encoding="utf-8"
        )


if __name__ == "__main__":
    sys.exit(main())
