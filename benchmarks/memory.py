"""Ask every question of a set of talks by `recall`, and print how often it finds the session and the turns.

    python -m benchmarks.memory ../shared/bench/dev/locomo_turns [--pooled] [--embedder minilm] [--out run.jsonl]

Below the table stands how often a prompt hook would tell the answer unasked, and how often it stays silent on
questions of another group.

A group of the set is a home of its own, or with --pooled all are one; a title is one session of a day, a passage one
turn, as `remember` writes them.  --out writes the run for `score.py`.
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
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from scripts.index_store.port import IndexReader
from scripts.index_store.refresh import open_index
from scripts.memory.recalling import Wanted, find_turns, is_covered
from scripts.memory.remembering import note_head, note_title
from scripts.text.turns import Turn, clean_turn, format_turn

from .sets import add_embedder, json_lines, likeness_of

NOW = "2026-01-01T00:00:00"
LIMIT = 20
TOLD = 5
"""Turns that the hook before a prompt looks for."""
OTHERS = 20
"""Questions of other groups that each group is asked."""

_WHEN = re.compile(r"\((?P<time>[\d: apm]+) on (?P<day>\d+ \w+, \d{4})\)")


class Score(NamedTuple):
    """What one question found, each in [0, 1]."""

    first: float
    """The best turn is of a session that answers."""
    five: float
    """One of the five best sessions does."""
    at_5: float
    """Share of the turns that answer among the best five."""
    at_10: float
    is_several: bool
    """More than one turn is needed."""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.memory", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("set", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--pooled", action="store_true", help="all groups in one home")
    parser.add_argument("--types", default="", help="only questions whose type matches this pattern")
    add_embedder(parser)
    options = parser.parse_args(argv)
    passages = list(json_lines(options.set / "corpus.jsonl"))
    questions = [
        row for row in json_lines(options.set / "queries.jsonl") if re.search(options.types, row.get("type", ""))
    ]
    groups = [""] if options.pooled else list(dict.fromkeys(row["group"] for row in passages))
    rankings: dict[str, list[str]] = {}
    told, silent = [], []
    chance = random.Random(1)
    seconds: list[float] = []
    with tempfile.TemporaryDirectory() as scratch:
        for number, group in enumerate(groups):
            vault = Path(scratch) / f"vault-{number}"
            owners = _write_talks(vault / "sessions", [row for row in passages if group in ("", row["group"])])
            with open_index(str(vault), environ={"COMMONPLACE_CACHE": f"{scratch}/cache"}) as index:
                likeness = likeness_of(index.reader, options.embedder)
                for row in questions:
                    if group in ("", row["group"]):
                        started = time.process_time()
                        found = find_turns(index.reader, row["question"], Wanted(LIMIT), now=NOW, likeness=likeness)
                        seconds.append(time.process_time() - started)
                        rankings[row["id"]] = [owners[hit.page, hit.block] for hit in found.hits]
                        told.append(_is_told(index.reader, row) and _has_gold(rankings[row["id"]][:TOLD], row))
                others = [row for row in questions if group and row["group"] != group]
                for row in chance.sample(others, min(len(others), OTHERS)):
                    silent.append(not _is_told(index.reader, row))
    session_of = {row["id"]: (row["group"], row["title"]) for row in passages}
    scores = {row["id"]: _score(rankings[row["id"]], row["gold"], session_of) for row in questions}
    _print(questions, scores)
    print(f"told unasked: {_share(told)}; silent on other talks: {_share(silent)} of {len(silent)}")
    print(f"median {1000 * statistics.median(seconds):.1f} ms a question", file=sys.stderr)
    if options.out:
        lines = (json.dumps({"id": id, "ranking": ranking}) + "\n" for id, ranking in rankings.items())
        options.out.write_text("".join(lines), encoding="utf-8")
    return 0


def _is_told(reader: IndexReader, row: dict[str, Any]) -> bool:
    return is_covered(find_turns(reader, row["question"], Wanted(TOLD), now=NOW))


def _has_gold(ranking: Sequence[str], row: dict[str, Any]) -> bool:
    return not set(ranking).isdisjoint(row["gold"])


def _share(hits: Sequence[bool]) -> str:
    return f"{100 * sum(hits) / len(hits):.1f} %" if hits else "–"


def _score(ranking: Sequence[str], gold: Sequence[str], session_of: dict[str, Any]) -> Score:
    sessions = list(dict.fromkeys(session_of[turn] for turn in ranking))
    right = {session_of[turn] for turn in gold}
    at_5, at_10 = (sum(turn in ranking[:cut] for turn in gold) / len(gold) for cut in (5, 10))
    hits = [session in right for session in sessions[:5]]
    return Score(float(hits[:1] == [True]), float(any(hits)), at_5, at_10, len(gold) > 1)


def _print(questions: Sequence[dict[str, Any]], scores: dict[str, Score]) -> None:
    types = dict.fromkeys(row.get("type", "") for row in questions)
    rows = [("all", scores.values()), ("several turns", [score for score in scores.values() if score.is_several])]
    rows += [(kind, [scores[row["id"]] for row in questions if row.get("type", "") == kind]) for kind in types]
    print(f"{'':24}{'n':>6} | sessions: first  of five | turns: R@5  R@10")
    for name, group in rows:
        print(f"{name[:24]:24}{len(list(group)):6} | {_means(group)}")


def _means(scores: Iterable[Score]) -> str:
    first, five, at_5, at_10 = (100 * statistics.mean(column) for column in [*zip(*scores)][:4])
    return f"{first:15.1f} {five:8.1f} | {at_5:10.1f} {at_10:5.1f}"


def _write_talks(folder: Path, passages: Sequence[dict[str, Any]]) -> dict[tuple[str, str], str]:
    """Write the sessions of some talks; return the passage of each turn by the node of its note and its block."""
    folder.mkdir(parents=True)
    (folder.parent / ".obsidian").mkdir()
    owners = {}
    sessions: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for passage in passages:
        sessions.setdefault((passage["group"], passage["title"]), []).append(passage)
    for (group, title), turns in sessions.items():
        when = _WHEN.search(title)
        day = datetime.strptime(when["day"], "%d %B, %Y").date().isoformat() if when else ""
        hour = datetime.strptime(when["time"].strip(), "%I:%M %p").strftime("%H:%M") if when else ""
        session = title.partition(" (")[0]
        name = note_title(day, f"{group} {session}", 1)
        body = []
        for number, turn in enumerate(turns):
            speaker, _, text = turn["text"].partition(": ")
            owners[f"sessions/{name}", f"t{number}"] = owners[name, f"t{number}"] = turn["id"]
            body.append(format_turn(Turn(speaker, hour, clean_turn(text)), f"t{number}"))
        head = note_head(name, date=day, session=session, part=1)
        (folder / f"{name}.md").write_text(head + "\n".join(body), encoding="utf-8")
    return owners


if __name__ == "__main__":
    sys.exit(main())
