"""Plays a transcript: the calls of an agent, what each must give, and what the vault must be afterwards.

A transcript is a YAML file with `about`, `files` (texts to begin with), `documents` (a folder beside it that is
copied), `needs` (a library without which it cannot be played) and `steps`, one of:

    call: the words of a command line, run in this process, in the scenario's folder, with its home
        stdin        text, or a value that becomes JSON
        exit         0 unless said otherwise
        json         a part of the document printed; in a list, each item must match one; "~ x" is any text with x in it
        has, lacks   strings that must, or must not, be in what was printed
        most         characters printed at most; 1,000 unless said otherwise
        turns        files of `vault` that differ afterwards, each by one text in place of another; all others stay
        keep         names for values of the document, by keys with dots; `$name` stands for them in later words
    write: texts of files, as a person or another program leaves them
    together: several command lines, each in a process of its own, at once
    killed: a command line in a process of its own that dies at the `at`th call that makes something durable
    tree: hash of the vault, ids of operations and the order of the log left out

What it cost, in calls and in tokens of output, is compared with costs.json: a tenth more fails.

python -m tests.transcripts.runner --update     writes costs.json and the hashes anew; read the diff
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from scripts.text.tokens import counter
from tests.running import LAUNCHER, ROOT, Ran, environment, run, write
from tests.wiki_store.killed_commit import KILLED

HERE = Path(__file__).resolve().parent
COSTS = HERE / "costs.json"
USUAL_CHARACTERS = 1000
GROWTH = 1.1
_OPERATION = re.compile(r"\b\d{8}T\d{6}-[0-9a-f]{4}\b")
_DYING = (
    "import sys; from tests.wiki_store.killed_commit import kill_at; from scripts.cli import main; "
    "kill_at(int(sys.argv[1])); sys.exit(main(sys.argv[2:]))"
)


class Cost(NamedTuple):
    """What an agent paid."""

    calls: int
    tokens: int
    """Of everything printed, by our own counter; paths and ids of operations made equal on all machines."""


class Played(NamedTuple):
    """A transcript that went as it must, but for the hashes of its trees, which the caller compares."""

    cost: Cost
    trees: tuple[tuple[str, str], ...]
    """Expected and found, in order."""
    characters: int
    """Of everything printed."""


def transcripts() -> dict[str, dict[str, Any]]:
    """All scenarios by name."""
    return {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in sorted(HERE.glob("*.yaml"))}


def lacks(transcript: Mapping[str, Any]) -> bool:
    """Whether a transcript needs a library that is not installed."""
    return "needs" in transcript and importlib.util.find_spec(transcript["needs"]) is None


def play(transcript: Mapping[str, Any], folder: Path) -> Played:
    """Play it in an empty folder.  Raises AssertionError with the step that went otherwise."""
    write(folder, transcript.get("files", {}))
    if "documents" in transcript:
        shutil.copytree(HERE / transcript["documents"], folder, dirs_exist_ok=True)
    player = _Player(folder)
    for number, step in enumerate(transcript["steps"], 1):
        try:
            player.take(step)
        except AssertionError as err:
            raise AssertionError(f"step {number}: {err}") from err
    return Played(Cost(player.calls, player.tokens), tuple(player.trees), player.characters)


class _Player:
    def __init__(self, folder: Path) -> None:
        self.folder, self.home = folder, folder / "home"
        self.env = {"COMMONPLACE_HOME": str(self.home), "COMMONPLACE_STATE": str(folder / "state")}
        self.calls = self.tokens = self.characters = 0
        self.kept: dict[str, str] = {}
        self.trees: list[tuple[str, str]] = []
        self._count = counter("pieces")

    def take(self, step: Mapping[str, Any]) -> None:
        if "call" in step:
            self._call(step)
        elif "write" in step:
            write(self.folder, step["write"])
        elif "together" in step:
            self._together(step["together"])
        elif "killed" in step:
            self._killed(step["killed"], step["at"])
        else:
            vault = self.folder / step.get("vault", "home/wiki")
            self.trees.append((str(step["tree"]), tree_hash(vault)))

    def _call(self, step: Mapping[str, Any]) -> None:
        before, notes = os.getcwd(), _notes(self.folder / "vault") if "turns" in step else {}
        os.chdir(self.folder)
        try:
            ran = run(*self._words(step["call"]), stdin=_given(step.get("stdin", "")), **self.env)
        finally:
            os.chdir(before)
        printed = self._paid(ran)
        assert ran.code == step.get("exit", 0), f"exit {ran.code}\n{printed}"
        assert len(printed) <= step.get("most", USUAL_CHARACTERS), f"{len(printed)} characters\n{printed}"
        for text in step.get("has", ()):
            assert self._filled(text) in printed, f"lacks {text!r}\n{printed}"
        for text in step.get("lacks", ()):
            assert self._filled(text) not in printed, f"has {text!r}\n{printed}"
        if "turns" in step:
            for path, (old, new) in step["turns"].items():
                assert notes.get(path, "").count(old) == 1 or not old, f"{path} has no single {old!r}"
                notes[path] = notes.get(path, "").replace(old, new, 1)
            assert _notes(self.folder / "vault") == notes, "something else changed"
        if "json" in step:
            wrong = _differing(step["json"], ran.document, "")
            assert not wrong, f"{wrong}\n{printed}"
        for name, keys in step.get("keep", {}).items():
            value = ran.document
            for key in str(keys).split("."):
                value = value[int(key) if key.isdecimal() else key]
            self.kept[name] = str(value)

    def _together(self, lines: list[str]) -> None:
        started = [self._start([sys.executable, str(LAUNCHER), *self._words(line)]) for line in lines]
        for process in started:
            out, err = process.communicate(timeout=120)
            self._paid(Ran(process.returncode, out, err))
            assert process.returncode == 0, f"exit {process.returncode}\n{out}{err}"

    def _killed(self, line: str, at: int) -> None:
        process = self._start([sys.executable, "-c", _DYING, str(at), *self._words(line)])
        out, err = process.communicate(timeout=120)
        self._paid(Ran(process.returncode, out, err))
        assert process.returncode == KILLED, f"exit {process.returncode}\n{out}{err}"

    def _start(self, words: list[str]) -> subprocess.Popen[str]:
        env = environment(PYTHONPATH=str(ROOT), **self.env)
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(words, cwd=self.folder, env=env, text=True, encoding="utf-8", **pipes)  # type: ignore[call-overload,no-any-return]

    def _paid(self, ran: Ran) -> str:
        """What was printed, with paths and ids as they are everywhere; it is counted."""
        printed = _OPERATION.sub("20250304T050607-0000", (ran.out + ran.err).replace(str(self.folder), "/work"))
        self.calls += 1
        self.tokens += self._count(printed)
        self.characters += len(printed)
        return printed

    def _words(self, line: str) -> list[str]:
        return [self._filled(word) for word in shlex.split(line)]

    def _filled(self, text: str) -> str:
        for name, value in self.kept.items():
            text = text.replace(f"${name}", value)
        return text


def tree_hash(vault: Path) -> str:
    """One hash of all files of a vault.  Ids of operations are random, and two writers log in any order."""
    parts = []
    for path in sorted(path for path in vault.rglob("*") if path.is_file()):
        text = _OPERATION.sub("OPERATION", path.read_text("utf-8"))
        if path.name == "log.md":
            text = "\n".join(sorted(text.splitlines()))
        parts.append(f"{path.relative_to(vault).as_posix()} {hashlib.sha256(text.encode()).hexdigest()}")
    # The letter in front keeps YAML from reading a number.
    return "t" + hashlib.sha256("\n".join(parts).encode()).hexdigest()[:15]


def costs() -> dict[str, Cost]:
    """The costs on record."""
    kept = json.loads(COSTS.read_text("utf-8")) if COSTS.exists() else {}
    return {name: Cost(**cost) for name, cost in kept.items()}


def _given(stdin: Any) -> str:
    return stdin if isinstance(stdin, str) else json.dumps(stdin, ensure_ascii=False)


def _notes(vault: Path) -> dict[str, str]:
    """All Markdown of a vault, to the byte."""
    return {path.relative_to(vault).as_posix(): path.read_bytes().decode("utf-8") for path in vault.rglob("*.md")}


def _differing(expected: Any, found: Any, place: str) -> str:
    """Where found lacks what is expected; "" if it has all of it."""
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            return f"{place}: no object"
        missing = [f"{place}.{key} is absent" for key in expected if key not in found]
        return next(
            iter(
                missing or filter(None, (_differing(expected[key], found[key], f"{place}.{key}") for key in expected))
            ),
            "",
        )
    if isinstance(expected, list):
        if not isinstance(found, list) or (not expected and found):
            return f"{place}: {found!r}, expected {expected!r}"
        lacking = [item for item in expected if all(_differing(item, other, place) for other in found)]
        return f"{place}: nothing matches {lacking[0]!r}" if lacking else ""
    if isinstance(expected, str) and expected.startswith("~ ") and isinstance(found, str):
        return "" if expected[2:] in found else f"{place}: {found!r} lacks {expected[2:]!r}"
    return "" if expected == found else f"{place}: {found!r}, expected {expected!r}"


def main() -> int:
    """Play all; with --update keep what they cost and what they leave."""
    kept = {name: cost._asdict() for name, cost in costs().items()}
    for name, transcript in transcripts().items():
        if lacks(transcript):
            print(f"{name}: not played, {transcript['needs']} is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            played = play(transcript, Path(folder).resolve())
        kept[name] = played.cost._asdict()
        path = HERE / f"{name}.yaml"
        text = path.read_text("utf-8")
        for expected, found in played.trees:
            text = text.replace(f"tree: {expected}", f"tree: {found}")
        if "--update" in sys.argv:
            path.write_text(text, "utf-8")
        print(f"{name}: {played.cost.calls} calls, {played.cost.tokens} tokens, {played.characters} characters")
    if "--update" in sys.argv:
        COSTS.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
