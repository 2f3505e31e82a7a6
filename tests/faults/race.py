"""Many processes on one home, and a person who edits beside them:  python -m tests.faults.race --seconds 60

Every version of a page is accounted for: what the person saved was read by whoever wrote next, or is still there.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from scripts.cli import main
from scripts.wiki_store.operations import Operations
from tests.acceptance.story import entity, relation
from tests.faults.cases import make_story
from tests.faults.sweep import _not_well as not_well
from tests.running import done, environment

WORKERS = 8
CONFLICTS = {"PageChangedError", "LockedError"}
"""What any write may meet, and says."""
REFUSALS = {"PageNotFoundError", "NameTakenError", "AmbiguousPageError", "UndoRefusedError", "EditRefusedError"}
"""What a write by name may meet where another process has renamed, merged or changed the page."""
SHARED = ("memory leak", "checkout crash", "checkout service", "session cache")
OVERTAKEN = "in place, too late"
"""A save into a file that was no longer the page: the one thing that is promised to nobody (see SECURITY.md)."""
HANG_SECONDS = 120
EMPTY = hashlib.sha256(b"").hexdigest()


class Step(NamedTuple):
    """One call of a worker, or one save of the person, as it is told."""

    who: str
    what: str
    code: int = 0
    op: str = ""
    error: str = ""
    path: str = ""
    read: str = ""
    wrote: str = ""


class Teller:
    """Appends steps to a file of its own: what a killed process had told is kept."""

    def __init__(self, path: Path) -> None:
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def tell(self, step: Step) -> None:
        os.write(self._fd, json.dumps(step).encode() + b"\n")


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Worker:
    """Calls verbs until the time is up."""

    def __init__(self, number: int, folder: Path, until: float, seed: int) -> None:
        self.name, self.folder, self.until = f"w{number}", folder, until
        self.random = random.Random(seed * 100 + number)
        self.teller = Teller(folder / f"steps.{self.name}")
        self.count, self.sources, self.ops = 0, list[str](), list[str]()

    def run(self) -> None:
        verbs: list[tuple[Callable[[], None], int]] = [
            (self.add, 4),
            (self.apply, 4),
            (self.file, 3),
            (self.rename, 3),
            (self.undo, 2),
            (self.ask, 4),
            (self.look, 3),
            (self.die, 1),
        ]
        verbs_, weights = zip(*verbs)
        while time.monotonic() < self.until:
            self.count += 1
            self.random.choices(verbs_, weights)[0]()

    def call(self, what: str, *words: str, stdin: str = "") -> Any:
        out, err = io.StringIO(), io.StringIO()
        given = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
        code, document, error = 99, None, ""
        try:
            with patch.object(sys, "stdin", given), redirect_stdout(out), redirect_stderr(err):
                code = main([*words, "--json", "--home", str(self.folder / "home")])
            document = json.loads(out.getvalue())
            error = document["error"]["type"] if "error" in document else ""
        except BaseException:
            error = traceback.format_exc()
        if error and error not in CONFLICTS | REFUSALS:
            error = f"{error}: {out.getvalue()[-300:]}{err.getvalue()[-300:]}"
        op = document.get("op", "") if isinstance(document, dict) else ""
        self.teller.tell(Step(self.name, what, code, op, error))
        if op and what != "undo":
            self.ops.append(op)
        return document if not error else None

    def token(self) -> str:
        return f"{self.name}n{self.count}"

    def add(self) -> None:
        token = self.token()
        text = f"# Report {token}\n\nThe leak named {token} crashed the service.\n"
        if self.call("add", "add", "-", "--title", f"Report {token}", stdin=text):
            self.sources.append(token)

    def apply(self) -> None:
        """Several workers write evidence to the same pages."""
        if not self.sources:
            return self.add()
        token = self.random.choice(self.sources)
        quote = f"The leak named {token} crashed the service."
        bundle = {
            "source": f"report-{token}",
            "entities": [entity(name, quote) for name in self.random.sample(SHARED, 2)],
            "relations": [relation(*self.random.sample(SHARED, 2), quote)],
        }
        self.call("apply", "apply", "-", stdin=json.dumps(bundle))
        return None

    def file(self) -> None:
        question = f"Why {self.random.randrange(4)}?"
        words = ("file", "--question", question, "--title", question, "--cites", "incident-report", "-")
        self.call("file", *words, stdin=f"Because of {self.token()}.")

    def rename(self) -> None:
        page = self.random.choice((*SHARED, "diary 0", "diary 1", "diary 2"))
        if self.random.random() < 0.3 and page.startswith("diary"):
            self.call("move", "rename", "--move", page, f"{self.token()}/{page}")
            self.call("move", "rename", "--move", page, page)
        else:
            self.call("rename", "rename", page, f"{page} {self.random.randrange(3)}")
            self.call("rename", "rename", page, page)

    def undo(self) -> None:
        if self.ops:
            self.call("undo", "undo", self.ops.pop())

    def ask(self) -> None:
        self.call("ask", "ask", "what caused the checkout crash?")

    def look(self) -> None:
        verbs = (("lint",), ("status",), ("search", "leak"), ("doctor", "--rebuild"))
        verb = self.random.choice(verbs)
        self.call(verb[0], *verb)

    def die(self) -> None:
        """A writer that is killed, at any moment."""
        child = os.fork()
        if child == 0:
            with suppress(BaseException):
                self.random.choice((self.apply, self.rename, self.add))()
            os._exit(0)
        time.sleep(self.random.random() * 0.3)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        self.teller.tell(Step(self.name, "kill"))


class Person:
    """Edits pages: in place, by a rename, and with git."""

    def __init__(self, folder: Path, until: float, seed: int) -> None:
        self.vault, self.until, self.random = folder / "home" / "wiki", until, random.Random(seed)
        self.teller = Teller(folder / "steps.person")
        self.count = 0

    def run(self) -> None:
        ways = (self.in_place, self.in_place, self.by_rename, self.by_rename, self.shorter, self.by_git)
        while time.monotonic() < self.until:
            time.sleep(self.random.random() * 0.03)
            # Not rglob: git tidies .git up meanwhile, and a folder that goes while it is listed is an error there.
            pages = sorted(
                Path(here, name)
                for here, _, names in os.walk(self.vault)
                for name in names
                if name.endswith(".md") and name != "log.md"
            )
            # Mostly the pages that the others write to all the time.
            hot = [path for path in pages if path.name == "index.md" or path.parent.name == "entities"]
            with suppress(FileNotFoundError):
                self.random.choice(ways)(self.random.choice(hot if hot and self.random.random() < 0.8 else pages))

    def _tell(self, what: str, page: Path, read: bytes, wrote: bytes) -> None:
        path = page.relative_to(self.vault).as_posix()
        self.teller.tell(Step("person", what, path=path, read=sha(read), wrote=sha(wrote)))

    def _line(self) -> bytes:
        self.count += 1
        return f"\nA line by hand {self.count}.\n".encode()

    def in_place(self, page: Path) -> None:
        """Adds a line to the file that is there.  Where it was replaced meanwhile, the editor has the old one open."""
        with open(page, "r+b", buffering=0) as file:
            read, line = file.read(), self._line()
            file.write(line)
            is_there = page.exists() and os.fstat(file.fileno()).st_ino == page.stat().st_ino
            self._tell("in place" if is_there else OVERTAKEN, page, read, read + line)

    def by_rename(self, page: Path) -> None:
        read = page.read_bytes()
        wrote = read + self._line()
        draft = page.with_name(f".{page.name}.draft")
        draft.write_bytes(wrote)
        self._tell("by rename", page, read, wrote)
        os.replace(draft, page)

    def shorter(self, page: Path) -> None:
        """Deletes the last lines: what is saved is a beginning of what a writer makes of the page."""
        read = page.read_bytes()
        wrote = b"".join(read.splitlines(keepends=True)[: -self.random.randrange(1, 3)])
        draft = page.with_name(f".{page.name}.draft")
        draft.write_bytes(wrote)
        self._tell("shorter", page, read, wrote)
        os.replace(draft, page)

    def by_git(self, page: Path) -> None:
        """Goes back to what a page was one commit ago."""
        git = ("git", "-C", str(self.vault), "-c", "user.name=p", "-c", "user.email=p@x")
        path = page.relative_to(self.vault).as_posix()
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
        if not (self.vault / ".git").exists():
            subprocess.run([*git, "init", "-q"], **quiet)
        subprocess.run([*git, "add", "-A", "--", "."], **quiet)
        subprocess.run([*git, "commit", "-q", "-m", "x"], **quiet)
        old = subprocess.run([*git, "show", f"HEAD~1:{path}"], capture_output=True, check=False)
        if old.returncode == 0 and page.exists():
            self._tell("git", page, page.read_bytes(), old.stdout)
            subprocess.run([*git, "checkout", "-q", "HEAD~1", "--", path], **quiet)


def _spawn(work: Callable[[], None]) -> int:
    child = os.fork()
    if child == 0:
        code = 98
        try:
            with patch.dict(os.environ, RACING, clear=True):
                work()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    return child


# The clock runs: an id is told apart from those of its own second, of which a frozen clock has thousands.
RACING = environment(COMMONPLACE_QUIET_SECONDS="0.05", COMMONPLACE_LOCK_SECONDS="60", COMMONPLACE_NOW="")


def race(seconds: float, *, seed: int = 1) -> tuple[Counter[str], list[str]]:
    """Let them run; return how often each thing was done, and everything that is not as it must be."""
    base = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=base) as name:
        folder = Path(name)
        make_story(folder)
        for number in range(3):
            page = folder / f"home/wiki/diary {number}.md"
            page.write_bytes(b"# Diary\n\nOn the [[memory-leak]] and [[diary 1]].\n")
        done("doctor", home=folder / "home")
        until = time.monotonic() + seconds
        works = [Worker(number, folder, until, seed).run for number in range(WORKERS)]
        children = {_spawn(work) for work in (*works, Person(folder, until, seed).run)}
        findings = list(_ended(children, until + HANG_SECONDS))
        steps = [
            Step(*json.loads(line))
            for told in sorted(folder.glob("steps.*"))
            for line in told.read_text(encoding="utf-8").splitlines()
        ]
        done("doctor", home=folder / "home")
        findings += [f"{step.who} {step.what}: {step.error}" for step in steps if _is_wrong(step)]
        findings += _unaccounted(folder / "home", steps)
        findings += not_well(folder)
    counts = Counter(step.what if step.who == "person" or not step.error else step.error for step in steps)
    return counts, findings


def _ended(children: set[int], until: float) -> Iterator[str]:
    while children and time.monotonic() < until:
        for child in sorted(children):
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                children.discard(child)
                if status:
                    yield f"a process ended with {status}"
        time.sleep(0.05)
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        yield "a process hangs"


def _is_wrong(step: Step) -> bool:
    return bool(step.error) and step.error not in CONFLICTS | REFUSALS


def _unaccounted(home: Path, steps: list[Step]) -> Iterator[str]:
    """Writes without a file, and versions of pages that somebody wrote over without having read them."""
    records = [*Operations(str(home / "graph")).newest_first()][::-1]
    noted = {record.op for record in records}
    for step in steps:
        if step.op and step.op not in noted:
            yield f"{step.who} {step.what} {step.op} left no file"
    saved = [step for step in steps if step.who == "person"]
    by_hand = {(step.path, step.wrote) for step in saved} | {(step.path, EMPTY) for step in saved}
    now: dict[str, str] = {}
    replaced: set[tuple[str, str]] = set()
    for record in records:
        # What is made from the pages is written by doctor, too, without an operation.
        replaced.update((change.path, change.before) for change in record.generated)
        for path, before, after, _ in record.changes:
            replaced.add((path, before))
            if before != now.get(path, before) and (path, before) not in by_hand and before:
                yield f"{record.op} wrote over {before[:8]} of {path}, where {now[path][:8]} had been written"
            now[path] = after
    wiki = home / "wiki"
    final = {(str(path.relative_to(wiki)), sha(path.read_bytes())) for path in wiki.rglob("*") if path.is_file()}
    copies = {found for path, found in final if "conflicted copy" in path}
    read = {(step.path, step.read) for step in saved}
    for step in saved:
        version = (step.path, step.wrote)
        # The catalog is made anew from the pages, by `doctor` without an operation: what somebody writes into it goes.
        is_kept = version in final | replaced | read or step.wrote in copies or step.path == "index.md"
        if not is_kept and step.what != OVERTAKEN:
            yield f"what the person saved ({step.what}) is lost: {step.path} {step.wrote[:8]}"


def harness() -> int:
    """What the arguments of the process ask for; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counts, findings = race(options.seconds, seed=options.seed)
    for finding in findings:
        print(finding)
    print(", ".join(f"{what} {count}" for what, count in counts.most_common()))
    print(f"{sum(counts.values())} steps in {options.seconds:g} s, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(harness())
