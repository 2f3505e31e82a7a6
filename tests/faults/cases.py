"""Every call that writes, as a row: what is there before, and the words of the call."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from scripts.wiki_store.operations import DONE, PENDING, Operations
from tests.acceptance.story import build_story
from tests.running import done, write

QUESTION = "what caused the checkout crash?"
PERSONS = {
    "home/wiki/diary.md": "---\naliases: [my day]\nmood: ok\n---\n# Diary\r\n\r\nOn the [[memory leak]]. ^today\r\n",
    "home/wiki/board.canvas": '{"nodes": [{"id": "1", "type": "file", "file": "entities/memory-leak.md"}]}',
    "more.md": "# Second report\n\nThe alert rule had expired because nobody renewed it.\n",
    "answer.md": "A memory leak brought it down; see [[memory-leak]].\n",
    "bundle.json": json.dumps(
        {
            "source": "incident-report",
            "entities": [{"name": "alert rule", "type": "object", "supporting_text": "the alert rule had expired"}],
            "relations": [
                {
                    "source": "memory leak",
                    "target": "checkout service",
                    "type": "affects",
                    "confidence": 0.9,
                    "supporting_text": "The crash was caused by a memory leak in the session cache.",
                }
            ],
        }
    ),
}


class Case(NamedTuple):
    """One call.  prepare makes what is there before it, in a folder, and returns the words, `{}` for the folder."""

    verb: str
    name: str
    prepare: Callable[[Path], list[str]]


def _words(*words: str) -> Callable[[Path], list[str]]:
    return lambda _: [*words, "--home", "{}/home"]


def _undo(*words: str) -> Callable[[Path], list[str]]:
    def prepare(folder: Path) -> list[str]:
        done(*(word.format(folder) for word in words), home=folder / "home")
        return ["undo", last_operation(folder), "--home", "{}/home"]

    return prepare


def _forgettable(folder: Path) -> list[str]:
    """A turn that stands in copies, a question, a mark, a filed answer and the log."""
    home = folder / "home"
    said = done("remember", "My diagnosis is zoster oticus.", home=home).out
    done("remember", "The weather stays fine until Sunday.", home=home)
    done("ask", "is zoster oticus xylophonic?", home=home)
    turn = said.partition("[[")[2].partition("]]")[0]
    words = ("file", "--question", "what ails her?", "--title", "Her illness", "--cites", turn, "-")
    done(*words, home=home, stdin="It is zoster oticus.")
    done("useful", turn, "--for", "which zoster oticus?", home=home)
    return [
        "forget",
        turn,
        "her-illness",
        "post-mortem-review",
        "--text",
        "zoster oticus",
        "--yes",
        "--home",
        "{}/home",
    ]


def _second_turn(folder: Path) -> list[str]:
    done("remember", "We keep backups for ninety days.", home=folder / "home")
    return ["remember", "No, for sixty.", "--home", "{}/home"]


def _edited(folder: Path) -> list[str]:
    page = folder / "home/wiki/diary.md"
    page.write_bytes(page.read_bytes() + b"\nA line more, on zeppelins.\n")
    return ["ask", QUESTION, "--home", "{}/home"]


def _adopted(folder: Path) -> list[str]:
    write(folder / "vault", {"vault/a.md": "# A\n\n[[b]]\n", "vault/deep/b.md": "# B\n\nwords\n"})
    done("init", folder / "vault", "--adopt", folder / "vault/vault")
    os.rename(folder / "home", folder / "other")
    os.rename(folder / "vault", folder / "home")
    return ["add", "{}/more.md", "--home", "{}/home"]


def _interrupted(*words: str) -> Callable[[Path], list[str]]:
    """A pending operation with all but one of its changes made: what recovery meets."""

    def prepare(folder: Path) -> list[str]:
        graph = folder / "home/graph"
        leak = folder / "home/wiki/entities/memory-leak.md"
        before = leak.read_bytes()
        done("rename", "memory leak", "Heap leak", home=folder / "home")
        operations = Operations(str(graph))
        record = next(operations.newest_first(), None)
        assert record is not None
        os.rename(operations.path_of(record.op + DONE), operations.path_of(record.op + PENDING))
        leak.write_bytes(before)
        return [*words, "--home", "{}/home"]

    return prepare


STORY = (
    Case("add", "add", _words("add", "{}/more.md")),
    Case("apply", "apply", _words("apply", "{}/bundle.json")),
    Case(
        "file",
        "file",
        _words("file", "--question", QUESTION, "--title", "Why", "--cites", "incident-report", "{}/answer.md"),
    ),
    Case("remember", "remember", _words("remember", "We keep backups for ninety days.", "--speaker", "Ines")),
    Case("remember", "remember, second turn", _second_turn),
    Case("undo", "undo of remember", _undo("remember", "We keep backups for ninety days.")),
    Case("edit", "edit", _words("edit", "diary", "--append", "A line more.", "--set", "mood=better")),
    Case("rename", "rename", _words("rename", "memory leak", "Heap leak")),
    Case("rename", "tag", _words("rename", "#entity", "#thing")),
    Case("rename", "move", _words("rename", "--move", "diary", "days/deep/diary")),
    Case("merge", "merge", _words("merge", "session cache", "memory leak", "--force")),
    Case("retract", "retract", _words("retract", "post-mortem-review")),
    Case("forget", "forget", _forgettable),
    Case("undo", "undo of rename", _undo("rename", "memory leak", "Heap leak")),
    Case("undo", "undo of retract", _undo("retract", "post-mortem-review")),
    Case("undo", "undo of move", _undo("rename", "--move", "diary", "days/deep/diary")),
    Case("doctor", "doctor, rebuilding", _words("doctor", "--rebuild")),
    Case("ask", "ask, first index", _words("ask", QUESTION)),
    Case("ask", "ask, after an edit", _edited),
    Case("ask", "ask, unanswered", _words("ask", "zeppelins overhead")),
    Case("add", "add to an adopted vault", _adopted),
    Case("status", "status, past an interruption", _interrupted("status")),
    Case("add", "add, recovering", _interrupted("add", "{}/report.md")),
    Case("doctor", "doctor", _words("doctor")),
    Case("doctor", "doctor, recovering", _interrupted("doctor")),
)
INIT = Case("init", "init", lambda _: ["init", "{}/home"])
CASES = (INIT, *STORY)


def last_operation(folder: Path) -> str:
    """Id of the newest operation of the home in this folder."""
    return next(Operations(str(folder / "home/graph")).standing()).op


def make_story(folder: Path) -> None:
    """The story's home with things of a person in it."""
    build_story(folder)
    write(folder, PERSONS)
    os.chmod(folder / "home/wiki/diary.md", 0o640)
    done("doctor", home=folder / "home")
