"""Injects faults into every writing call and looks at what is left:  python -m tests.faults.sweep --every 1

Each fault hits a copy of one home, in a process forked from this one, which has everything imported.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from scripts.cli import main
from scripts.homes import is_interrupted
from scripts.index_store.refresh import open_index
from scripts.knowledge_base import KnowledgeBase
from scripts.wiki_store.operations import Operations
from tests.faults.boundary import FAILURES, MODES, Boundary, Fault
from tests.faults.cases import CASES, INIT, Case, make_story
from tests.index_store.vaults import dump
from tests.running import done, environment, run

TOLD = re.compile(r"^commonplace: .+: .+; .+$", re.MULTILINE)
READING = re.compile(r"open to read (?:wiki/\w+(?:/[\w-]+)*\.md|graph/ops/[\w/-]+\.json)$|open to list wiki$")
"""What is made from the pages and operations lacks one that cannot be read for a moment: that is no damage."""
Tree = dict[str, tuple[bytes, int]]


class State(NamedTuple):
    """What a home's owner has: the files of its vault with their modes, the folders, the operations."""

    files: Tree
    folders: frozenset[str]
    operations: tuple[str, ...]


class Prepared(NamedTuple):
    """A case with its home, and what the call makes of it when nothing fails."""

    case: Case
    template: Path
    words: list[str]
    before: State
    after: State
    points: list[str]


def is_temporary(path: str) -> bool:
    """Whether this is a file that a writer leaves behind when it is killed."""
    return path.endswith(".tmp")


def vault_of(folder: Path) -> Path:
    """The vault of the home in this folder."""
    inner = folder / "home" / "vault"
    return inner if inner.is_dir() else folder / "home" / "wiki"


def state_of(folder: Path) -> State:
    """What is there now."""
    root = vault_of(folder)
    files: Tree = {}
    folders = set()
    for here, _, names in os.walk(root):
        folders.add(os.path.relpath(here, root))
        for name in names:
            path = Path(here, name)
            if not is_temporary(name):
                files[str(path.relative_to(root))] = (path.read_bytes(), path.stat().st_mode & 0o7777)
    records = Operations(str(folder / "home" / "graph")).newest_first()
    return State(files, frozenset(folders), tuple(record.op for record in records)[::-1])


def cache_of(folder: Path) -> dict[str, str]:
    """Where the index of this home lies: within the border, so that its calls are met."""
    return {"COMMONPLACE_CACHE": str(folder / "home/cache")}


def forked(folder: Path, words: list[str], fault: Fault) -> tuple[int, str, list[str]]:
    """Run a call with a fault in a process of its own: its exit status (negative: the signal), stderr, the calls."""
    files = [folder / name for name in ("told.out", "told.err", "told.calls")]
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        code = 99
        try:
            out, err, calls = (os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) for path in files)
            os.dup2(out, 1)
            os.dup2(err, 2)
            sys.stdout, sys.stderr = (os.fdopen(fd, "w", encoding="utf-8") for fd in (1, 2))
            real_write = os.write
            boundary = Boundary(
                str(folder / "home"), fault, lambda text: real_write(calls, f"{text}\n".encode()) and None
            )
            boundary.install()
            with patch.dict(os.environ, environment(**cache_of(folder)), clear=True):
                code = main([word.format(folder) for word in words])
            sys.stdout.flush()
            sys.stderr.flush()
        except BaseException:
            os.write(2, traceback.format_exc().encode())
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    told = files[1].read_text(encoding="utf-8")
    return code, told, files[2].read_text(encoding="utf-8").splitlines()


def prepare(case: Case, folder: Path, story: Path) -> Prepared:
    """Make the home of a case, and learn from an undisturbed run what comes out and which calls are met."""
    template = folder / "template"
    if case is INIT:
        template.mkdir()
    else:
        shutil.copytree(story, template, symlinks=True)
    words = case.prepare(template)
    work = copied(template, folder / "work")
    before = state_of(work)
    code, told, points = forked(work, words, Fault())
    assert code in (0, 1), (case.name, code, told)
    if is_interrupted(str(work / "home/graph")):
        # Reading reads past it; what is told of then is how doctor leaves the home.
        done("doctor", home=work / "home")
    after = state_of(work)
    return Prepared(case, template, words, before, after, points)


def copied(template: Path, work: Path) -> Path:
    """A fresh copy of a template."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(template, work, symlinks=True)
    return work


def problems(made: Prepared, work: Path, fault: Fault) -> Iterator[str]:
    """Inject one fault, and everything that is not as it must be then and after the next calls."""
    code, told, _ = forked(copied(made.template, work), made.words, fault)
    point = made.points[fault.call - 1]
    if fault.mode == "EACCES" and point.startswith("chmod"):
        # Storage without permissions refuses to set them, and is written all the same.
        made = made._replace(before=_without_modes(made.before), after=_without_modes(made.after))
    elif fault.mode in FAILURES and point.startswith("rmdir"):
        # An empty folder that cannot be removed stays.
        nothing = frozenset[str]()
        made = made._replace(before=made.before._replace(folders=nothing), after=made.after._replace(folders=nothing))
    found = _like(state_of(work), made)
    if fault.mode in FAILURES:
        yield from _wrongly_told(made, work, code, told, found)
    elif code not in (-signal.SIGKILL, 0, 1):
        yield f"exit {code}: {told[-300:]}"
    yield from _torn(made, found)
    if made.case is INIT:
        yield from _next(work, made.words)
        found = _like(state_of(work), made)
        if found != made.after:
            yield f"init again does not finish: {_difference(found, made.after)}"
        return
    first = ["doctor"] if fault.call % 2 else ["status"]
    for words in (first, ["doctor"]):
        yield from _next(work, [*words, "--home", "{}/home"])
    found = _like(state_of(work), made)
    if made.words[0] == "forget" and found.files == made.before.files:
        # What tells of a text goes before its pages do, and has to be called again.
        found = made.before if {*found.operations} <= {*made.before.operations} else found
    if found not in (made.before, made.after):
        yield f"neither rolled back nor finished: {_difference(found, made.after)}"
    elif found == made.before != made.after and fault.call % 3 == 0:
        yield from _next(work, made.words)
        again = _like(state_of(work), made)
        if again != made.after:
            yield f"the call again gives something else: {_difference(again, made.after)}"
    yield from _not_well(work)


def _without_modes(state: State) -> State:
    return state._replace(files={path: (data, 0) for path, (data, _) in state.files.items()})


def _like(state: State, made: Prepared) -> State:
    modes = {mode for _, mode in made.after.files.values()}
    state = state if made.after.folders else state._replace(folders=frozenset())
    return _without_modes(state) if modes == {0} else state


def _next(work: Path, words: list[str]) -> Iterator[str]:
    ran = run(*(word.format(work) for word in words), **cache_of(work))
    if ran.code not in (0, 1) or "Traceback" in ran.err or "\nbad" in "\n" + ran.out:
        yield f"then {words[0]}: exit {ran.code}: {(ran.err or ran.out)[-300:]}"


def _wrongly_told(made: Prepared, work: Path, code: int, told: str, found: State) -> Iterator[str]:
    if code in (0, 1) and "Traceback" not in told:
        # Reading goes on past an interruption, and doctor goes on where it cannot finish one and says so.
        is_put_off = made.words[0] in ("status", "doctor") and is_interrupted(str(work / "home/graph"))
        # A folder that is empty now goes with the next writer where the disk refuses to clean up.
        is_done = found._replace(folders=made.after.folders) == made.after
        if not is_done and made.before != made.after and not is_put_off:
            yield f"exit {code}, and yet not done: {_difference(found, made.after)}"
    elif code not in (2, 3) or "Traceback" in told:
        yield f"exit {code}: {told[-600:]}"
    else:
        if not TOLD.search(told):
            yield f"the message lacks what, where or what next: {told[-300:]}"
        if "nothing was changed" in told and found != made.before:
            yield f"says that nothing was changed: {_difference(found, made.before)}"


def _torn(made: Prepared, found: State) -> Iterator[str]:
    for path in sorted({*made.before.files, *made.after.files, *found.files}):
        now = found.files.get(path)
        if now not in (made.before.files.get(path), made.after.files.get(path)):
            yield f"{path} is neither its old nor its new self: {(now or (b'gone',))[0][:60]!r}"


def _difference(one: State, other: State) -> str:
    paths = sorted({*one.files, *other.files})
    parts = [path for path in paths if one.files.get(path) != other.files.get(path)]
    parts += [f"{folder}/" for folder in sorted(one.folders ^ other.folders)]
    parts += [f"operations {one.operations[-1:]} {other.operations[-1:]}"] if one.operations != other.operations else []
    return ", ".join(parts)


def _not_well(work: Path) -> Iterator[str]:
    """After doctor: nothing to mend, nothing left over, and an index as if built now."""
    ran = run("doctor", "--json", home=work / "home", **cache_of(work))
    checks = json.loads(ran.out)["checks"] if ran.code in (0, 1) else []
    states = {check["name"]: check for check in checks}
    for name, check in states.items():
        if check["state"] != "good":
            yield f"doctor is not well the second time: {name}: {check['message']}"
    if not checks:
        yield f"doctor fails the second time: {ran.err[-300:]}"
    left = [str(path.relative_to(work)) for path in (work / "home").rglob("*") if is_temporary(path.name)]
    if left or is_interrupted(str(work / "home/graph")):
        yield f"left over: {left or 'a pending operation'}"
    with closing(KnowledgeBase.open(home=str(work / "home"))) as kb, tempfile.TemporaryDirectory() as other:
        location, dumps = kb.location, []
        for environ in (cache_of(work), {"COMMONPLACE_CACHE": other}):
            options = {"folder": location.folder, "max_page_bytes": kb.settings.max_page_bytes}
            with open_index(location.vault, environ=environ, **options) as index:
                dumps.append(dump(index.path))
    for table, rows in dumps[1].items():
        if dumps[0][table] != rows:
            yield f"the index differs from a rebuild in {table}"


class Report(NamedTuple):
    """What a sweep did."""

    faults: int
    points: dict[str, int]
    findings: list[str]
    seconds: float


def sweep(
    *, every: int = 1, cases: str = "", modes: tuple[str, ...] = MODES, offset: int = 0, point: int = 0
) -> Report:
    """Inject every nth fault.  cases: only those whose name matches this expression."""
    began, count, findings, points = time.monotonic(), 0, list[str](), dict[str, int]()
    base = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=base) as name:
        folder = Path(name)
        make_story(folder / "story")
        for number, case in enumerate(case for case in CASES if re.search(cases, case.name)):
            room = folder / str(number)
            room.mkdir()
            made = prepare(case, room, folder / "story")
            points[case.name] = len(made.points)
            for call in range(1, len(made.points) + 1):
                for mode in modes:
                    if mode == "torn" and not made.points[call - 1].startswith("write"):
                        continue
                    if mode in FAILURES and READING.match(made.points[call - 1]):
                        continue
                    count += 1
                    if (count + offset) % every or (point and call != point):
                        continue
                    for problem in problems(made, room / "work", Fault(call, mode)):
                        findings.append(f"{case.name}: {mode} at {call} ({made.points[call - 1]}): {problem}")
            shutil.rmtree(room)
    done = (count + offset) // every if not point else 0
    return Report(done, points, findings, time.monotonic() - began)


def harness() -> int:
    """What the arguments of the process ask for; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--cases", default="")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--point", type=int, default=0)
    options = parser.parse_args()
    told = sweep(
        every=options.every,
        cases=options.cases,
        modes=tuple(options.modes.split(",")),
        offset=options.offset,
        point=options.point,
    )
    for finding in told.findings:
        print(finding)
    print(", ".join(f"{name} {calls} calls" for name, calls in told.points.items()))
    kinds = Counter(re.sub(r"\d+|\(.*?\)", "", finding.partition("): ")[2])[:80] for finding in told.findings)
    print(*(f"{number:5} {kind}" for kind, number in kinds.most_common(15)), sep="\n")
    print(f"{told.faults} faults, {len(told.findings)} findings, {told.seconds:.0f} s")
    return 1 if told.findings else 0


if __name__ == "__main__":
    sys.exit(harness())
