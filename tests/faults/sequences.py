"""Random sequences of writing calls, some of them hit by a fault:  python -m tests.faults.sequences --examples 20

Two laws: undone from the last to the first, they give every tree in between, byte for byte and with its permissions;
and no call loses a line that a person wrote.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scripts.wiki_store.operations import Operations
from tests.acceptance.story import entity, relation
from tests.faults.boundary import MODES, Fault
from tests.faults.cases import make_story
from tests.faults.sweep import State, forked, state_of
from tests.running import done, run

MARK = "Written by hand"
STORY_QUOTE = "The crash was caused by a memory leak in the session cache."
VERBS = (
    *("add", "apply", "file", "rename", "move", "merge", "retract", "doctor"),
    *("undo", "undo earlier", "undo earlier"),
)
MODES_OF_PAGES = (0o644, 0o600, 0o444)
_numbers = st.integers(0, 9)
_faults = st.one_of(st.just(Fault()), st.just(Fault()), st.builds(Fault, st.integers(20, 200), st.sampled_from(MODES)))
STEPS = st.lists(st.tuples(st.sampled_from(VERBS), _numbers, _numbers, _faults), min_size=2, max_size=10)


class Done(NamedTuple):
    """One operation that a sequence made, and what was there before.

    Where an earlier one was taken back since, its own changes are still in that.
    """

    op: str
    before: State
    is_exact: bool = True


def _notes(folder: Path) -> list[str]:
    wiki = folder / "home/wiki"
    found = sorted(path.relative_to(wiki).as_posix() for path in wiki.rglob("*.md"))
    return [path for path in found if path not in ("index.md", "log.md") and not path.startswith(".")]


def _words(folder: Path, verb: str, one: int, two: int) -> list[str]:
    """A call; its documents are written into the folder."""
    notes = _notes(folder)
    page = notes[one % len(notes)]
    entities = [path for path in notes if path.startswith("entities/")] or notes
    sources = [path for path in notes if path.startswith("sources/")] or ["nothing"]
    quote = f"Valve {one} failed because pump {one} was dry."
    (folder / f"doc-{one}.md").write_text(f"# Log {one}\n\n{quote}\n", encoding="utf-8")
    if f"sources/log-{one}.md" not in notes:
        quote = STORY_QUOTE
    bundle = {
        "source": f"log-{one}" if f"sources/log-{one}.md" in notes else "incident-report",
        "entities": [
            entity(f"valve {one}", quote, description=f"Feeds the memory leak {two}."),
            entity(f"pump {one}", quote),
            entity("memory leak", quote, "problem"),
        ],
        "relations": [relation(f"pump {one}", f"valve {one}", quote)],
    }
    (folder / "bundle.json").write_text(json.dumps(bundle), encoding="utf-8")
    (folder / "answer.md").write_text(f"Because of {two}.\n", encoding="utf-8")
    cite = sources[two % len(sources)].removesuffix(".md")
    calls = {
        "add": ["add", f"{folder}/doc-{one}.md"],
        "apply": ["apply", f"{folder}/bundle.json"],
        "file": ["file", "--question", f"Why {one % 3}?", "--title", "Why", "--cites", cite, f"{folder}/answer.md"],
        "rename": ["rename", page, f"Name {two}"],
        "move": ["rename", "--move", page, f"{('a', 'b/c', 'entities')[two % 3]}/"],
        "merge": ["merge", entities[one % len(entities)], entities[two % len(entities)], "--force"],
        "retract": ["retract", sources[one % len(sources)]],
        "doctor": ["doctor"],
    }
    return [*calls[verb], "--home", f"{folder}/home"]


def _operations(folder: Path) -> list[str]:
    return [record.op for record in Operations(str(folder / "home/graph")).standing()]


def _undo(folder: Path, last: Done) -> None:
    ran = run("undo", last.op, home=folder / "home")
    assert ran.code == 0, (last.op, ran.err)
    if not last.is_exact:
        return
    found = state_of(folder)
    assert found.files == last.before.files, [
        path for path in {*found.files, *last.before.files} if found.files.get(path) != last.before.files.get(path)
    ]
    assert found.folders == last.before.folders, found.folders ^ last.before.folders


def _undo_earlier(folder: Path, stack: list[Done], number: int, counts: Counter[str]) -> None:
    """Take one back with others behind it; refused where they wrote the same pages."""
    ran = run("undo", stack[number].op, home=folder / "home")
    assert ran.code in (0, 3), ran.err
    if ran.code == 0:
        stack[number:] = [done._replace(is_exact=False) for done in stack[number + 1 :]]
    counts["undo of an earlier one" if ran.code == 0 else "undo of an earlier one refused"] += 1


def _marks(folder: Path) -> set[str]:
    found = set()
    for path in (folder / "home/wiki").rglob("*"):
        if path.is_file():
            lines = path.read_bytes().decode("utf-8", "replace").splitlines()
            found |= {line for line in lines if line.startswith(MARK)}
    return found


def _mark_all(folder: Path) -> None:
    """A person has written on every page, and closed some to others."""
    for number, path in enumerate(_notes(folder)):
        full = folder / "home/wiki" / path
        if not path.startswith("sources/"):
            full.write_bytes(full.read_bytes() + f"\n{MARK} {number}.\n".encode())
        full.chmod(MODES_OF_PAGES[number % 3])
    done("doctor", home=folder / "home")


def check(story: Path, work: Path, steps: list[tuple[str, int, int, Fault]], counts: Counter[str]) -> None:
    """Both laws for one sequence."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(story, work, symlinks=True)
    marks, stack = _marks(work), list[Done]()
    for verb, one, two, fault in steps:
        if verb == "undo":
            if stack:
                _undo(work, stack.pop())
                counts["undo between"] += 1
            continue
        before, known = state_of(work), _operations(work)
        if verb == "undo earlier":
            if stack:
                _undo_earlier(work, stack, one % len(stack), counts)
            continue
        words = _words(work, verb, one, two)
        code, told, _ = forked(work, words, fault)
        assert "Traceback" not in told, told
        assert code in (0, 1, 2, 3, -9), (words, code, told)
        # A killed call is finished by the next one that writes; reading verbs read past it.
        done("doctor", home=work / "home")
        new = [op for op in _operations(work) if op not in known]
        assert len(new) <= 1, new
        after = state_of(work)
        assert new or after.files == before.files, (words, told)
        stack += [Done(new[0], before)] if new else []
        counts[f"{verb} {'hit by a fault' if fault.call else 'done'}" if new else "refused or rolled back"] += 1
        assert _marks(work) == marks, (words, marks - _marks(work))
    counts["undone"] += len(stack)
    while stack:
        _undo(work, stack.pop())


def harness() -> int:
    """What the arguments of the process ask for; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=20)
    parser.add_argument("--random", action="store_true", help="other examples each time")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    base = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=base) as name:
        folder = Path(name)
        make_story(folder / "story")
        _mark_all(folder / "story")

        @settings(
            max_examples=options.examples,
            deadline=None,
            derandomize=not options.random,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(STEPS)
        def law(steps: list[tuple[str, int, int, Fault]]) -> None:
            check(folder / "story", folder / "work", steps, counts)

        law()
    print(", ".join(f"{what} {count}" for what, count in counts.most_common()))
    print(f"{options.examples} sequences, 0 findings")
    return 0


if __name__ == "__main__":
    sys.exit(harness())
