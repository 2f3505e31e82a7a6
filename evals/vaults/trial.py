"""A trial: an agent answers questions on a vault, with the skill or with ripgrep alone; what it calls is counted.

    python evals/vaults/trial.py questions SET.jsonl [--seed 1] [--number 24] [--without SEED]
    python evals/vaults/trial.py call TRANSCRIPT -- COMMAND [ARGUMENT …]
    python evals/vaults/trial.py score SET.jsonl TRANSCRIPT ANSWERS.json [--marks MARKS.json]

questions prints what the agent is asked, without the answers; --without leaves out what an earlier seed has drawn.
call runs a command, prints what it prints, and adds its size to the transcript.  score prints calls, characters and
tokens, and a table of questions, the answers that are known and those given; whoever judges writes MARKS.json,
{"1": true, …}, and score counts the right ones.  PROTOCOL.md says how a trial goes.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    asked = commands.add_parser("questions")
    asked.add_argument("set", type=Path)
    called = commands.add_parser("call")
    called.add_argument("transcript", type=Path)
    called.add_argument("words", nargs=argparse.REMAINDER)
    scored = commands.add_parser("score")
    scored.add_argument("set", type=Path)
    scored.add_argument("transcript", type=Path)
    scored.add_argument("answers", type=Path)
    scored.add_argument("--marks", type=Path)
    for command in (asked, scored):
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--number", type=int, default=24)
        command.add_argument("--without", type=int, metavar="SEED")
    given = parser.parse_args(argv)
    if given.command == "call":
        return call(given.transcript, [word for word in given.words if word != "--"])
    rows = draw(given.set, given.seed, given.number, given.without)
    if given.command == "questions":
        print("\n".join(f"{number}. {row['question']}" for number, row in enumerate(rows, 1)))
        return 0
    print("\n".join(score(rows, given.transcript, given.answers, given.marks)))
    return 0


def draw(path: Path, seed: int, number: int, without: int | None = None) -> list[dict[str, Any]]:
    """Return some questions of a set, the same for the same seed, and none that `without` draws."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if without is not None:
        earlier = draw(path, without, number)
        rows = [row for row in rows if row not in earlier]
    return random.Random(seed).sample(rows, min(number, len(rows)))


def call(transcript: Path, words: list[str]) -> int:
    """Run a command, pass on what it prints, and note it."""
    ran = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", errors="replace", check=False)
    sys.stdout.write(ran.stdout)
    sys.stderr.write(ran.stderr)
    with transcript.open("a", encoding="utf-8") as file:
        size = len(ran.stdout) + len(ran.stderr)
        file.write(
            json.dumps({"command": words, "characters": size, "code": ran.returncode}, ensure_ascii=False) + "\n"
        )
    return ran.returncode


def score(rows: list[dict[str, Any]], transcript: Path, answers: Path, marks: Path | None) -> list[str]:
    """Return the lines of a score.  Tokens are characters by four."""
    calls = [json.loads(line) for line in transcript.read_text(encoding="utf-8").splitlines()]
    given = json.loads(answers.read_text(encoding="utf-8"))
    characters = sum(each["characters"] for each in calls)
    right = json.loads(marks.read_text(encoding="utf-8")) if marks else {}
    lines = []
    for number, row in enumerate(rows, 1):
        mark = {True: "right", False: "WRONG", None: "?"}[right.get(str(number))]
        lines += [f"{number}. {mark}  {row['question']}", f"   known: {row['answer'] or 'no note answers'}"]
        lines.append(f"   given: {' '.join(str(given.get(str(number), '')).split())}")
    total = f"{len(calls)} calls, {characters} characters, {characters // 4} tokens, {len(rows)} questions"
    return [*lines, total + (f", {sum(map(bool, right.values()))} right" if marks else "")]


if __name__ == "__main__":
    sys.exit(main())
