"""Read made-up stores of five clients by `add --sessions`, and again after one more turn; print how long each takes.

python -m benchmarks.past_sessions [--turns 10000]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

TURNS_OF_SESSION = 50
WORDS = "cache index session token budget passage claim vault query test branch table column retry limit".split()  # noqa: SIM905


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.past_sessions", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--turns", type=int, default=10_000)
    turns = parser.parse_args(argv).turns
    with tempfile.TemporaryDirectory() as scratch:
        user, home = Path(scratch) / "user", Path(scratch) / "home"
        files = _write_stores(user, turns)
        size = sum(file.stat().st_size for file in files)
        print(f"{turns} turns in {len(files)} files of five clients, {size / 1e6:.1f} MB")
        _call(user, "init", str(home))
        add = ("add", "--home", str(home), "--sessions", "all", "--project", "all")
        print(f"preview {_call(user, *add, '--dry-run'):.1f} s")
        print(f"first read {_call(user, *add):.1f} s")
        print(f"nothing new {_call(user, *add):.2f} s")
        with files[0].open("a", encoding="utf-8") as file:
            file.write(json.dumps(_claude("user", "One more turn.", "2026-11-20T09:00:00Z")) + "\n")
        print(f"one more turn {_call(user, *add):.2f} s")
        print(f"recall {_call(user, 'recall', 'one more turn', '--home', str(home)):.2f} s")
    return 0


def _call(user: Path, *words: str) -> float:
    environ = {**os.environ, "HOME": str(user), "COMMONPLACE_ENV": "current", "COMMONPLACE_CACHE": str(user / "cache")}
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "scripts/commonplace.py", *words], env=environ, capture_output=True, text=True, check=True
    )
    seconds = time.perf_counter() - started
    print("   ", done.stdout.splitlines()[0][:100] if done.stdout else "", file=sys.stderr)
    return seconds


def _claude(role: str, text: str, moment: str) -> dict[str, Any]:
    return {"type": role, "cwd": "/w/claude", "timestamp": moment, "message": {"role": role, "content": text}}


def _codex(role: str, text: str, moment: str) -> dict[str, Any]:
    message = {"type": "message", "role": role, "content": [{"type": "output_text", "text": text}]}
    return {"type": "response_item", "timestamp": moment, "payload": message}


def _copilot(role: str, text: str, moment: str) -> dict[str, Any]:
    return {"type": f"{role}.message", "timestamp": moment, "data": {"content": text}}


def _qwen(role: str, text: str, moment: str) -> dict[str, Any]:
    return {"type": role, "cwd": "/w/qwen", "timestamp": moment, "message": {"parts": [{"text": text}]}}


def _gemini(role: str, text: str, moment: str) -> dict[str, Any]:
    type_ = "user" if role == "user" else "gemini"
    return {"id": moment, "type": type_, "timestamp": moment, "content": text}


CLIENTS = {
    ".claude/projects/-w-claude/{}.jsonl": _claude,
    ".codex/sessions/2026/11/03/rollout-{}.jsonl": _codex,
    ".copilot/session-state/{}/events.jsonl": _copilot,
    ".qwen/projects/-w-qwen/chats/{}.jsonl": _qwen,
    ".gemini/tmp/w/chats/session-{}.jsonl": _gemini,
}


def _write_stores(user: Path, turns: int) -> list[Path]:
    """Write sessions in turns of a line of the person and a page of the client."""
    chance, files = random.Random(1), []
    for number in range(turns // TURNS_OF_SESSION):
        name, record = [*CLIENTS.items()][number % len(CLIENTS)]
        path = user / name.format(f"{number:08x}-0000")
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = []
        for turn in range(TURNS_OF_SESSION):
            role = ("user", "assistant")[turn % 2]
            length = chance.randrange(8, 30) if role == "user" else chance.randrange(40, 300)
            text = " ".join(chance.choice(WORDS) + ("\n\n" if not chance.randrange(40) else "") for _ in range(length))
            moment = f"2026-11-{1 + number % 19:02}T{8 + turn // 10:02}:{turn % 60:02}:{number % 60:02}Z"
            lines.append(json.dumps(record(role, f"{number} {turn} {text}", moment)) + "\n")
        path.write_text("".join(lines), encoding="utf-8")
        files.append(path)
    return files


if __name__ == "__main__":
    sys.exit(main())
