"""Cases that run as processes of their own, interleaved: each round runs every case once, so that all meet the same
machine, and every ratio is taken within a round."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ..store.connections import RACY_NS
from .speed_processes import program
from .speed_report import Figure, Row

if TYPE_CHECKING:
    from .speed_bed import Bed
    from .speed_processes import Cost, Processes

    Combine = Callable[[float, float], float]

FLOOR, RG, ASK = "python", "rg", "ask"
CHANGED, REINDEX, GIT = "ask-changed", "reindex", "git-status"
LEAST, STAT, BARE = "ask-one-page", "stat-files", "bare-index"
"""The least that a question costs, in a home of one page, that a sweep can, in Python, and that an index can, which
finds words and can take them out again."""
ONE_PAGE = "A lighthouse", "The lamp of a lighthouse guides ships at night."
"""Title and text of that page."""
_SLOW_ROUNDS = 3
"""Most rounds of a case that takes seconds."""
_LARGE = 20_000
"""Pages from which on the index is built once only."""


_STAT_FILES = """
import os, sys

def look(folder):
    number = os.open(folder, os.O_RDONLY)
    with os.scandir(number) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                look(os.path.join(folder, entry.name))
            else:
                entry.stat(follow_symlinks=False)
    os.close(number)

look(sys.argv[1])
"""
"""By the number of the folder, from which the system finds a file without walking down its path."""
_BARE_INDEX = """
import contextlib, os, sqlite3, sys, zlib

vault, index = sys.argv[1:]
with contextlib.suppress(FileNotFoundError):
    os.remove(index)
db = sqlite3.connect(index)
db.execute("PRAGMA journal_mode = OFF")
db.execute("CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='porter unicode61 remove_diacritics 2')")
db.execute("CREATE TABLE texts(page INTEGER PRIMARY KEY, body BLOB NOT NULL)")
pages = (os.path.join(folder, name) for folder, _, names in os.walk(vault) for name in names if name[-3:] == ".md")
passages = 0
for path in pages:
    with open(path, "rb") as file:
        read = file.read()
    texts = read.decode("utf-8", "replace").split("\\n\\n")
    db.executemany("INSERT INTO words(rowid, text) VALUES (?, ?)", enumerate(texts, passages + 1))
    db.execute("INSERT INTO texts VALUES (?, ?)", (passages + 1, zlib.compress(read, 1)))
    passages += len(texts)
db.commit()
"""
"""Words with their places, by passage, and the texts packed: a word table without texts of its own forgets a row only
when it is told again what the row was.  It knows no heading, no property, no link, no name and no claim."""


class Case(NamedTuple):
    """A program to measure."""

    name: str
    argv: tuple[str, ...]
    is_slow: bool = False
    environ: Mapping[str, str] = MappingProxyType({})
    """Beside that of every process."""


class Program(NamedTuple):
    """Our own program, as a user starts it."""

    installed: tuple[str, ...]
    """The command that an installer makes."""
    launcher: tuple[str, ...]
    """The launcher of a checkout; empty where this is an installed package."""


def own_cases(ours: Program, bed: Bed, least: str) -> list[Case]:
    """Our verbs, cold; least is a home of ONE_PAGE."""
    asked, place = bed.questions, bed.place
    ask = (*ours.installed, "ask", *place)
    cases = [
        Case(ASK, (*ask, asked.plain[0])),
        Case("ask-no-sweep", (*ask, "--no-sweep", asked.plain[0])),
        Case(LEAST, (*ours.installed, "ask", "--home", least, "What does a lighthouse guide?")),
        Case("ask-common", (*ask, asked.common)),
        Case("ask-nothing", (*ask, asked.nothing)),
        Case("ask-misspelled", (*ask, asked.misspelled)),
        Case("search", (*ours.installed, "search", *place, asked.term)),
        Case("show", (*ours.installed, "show", *place, asked.page)),
        Case(REINDEX, (*ours.installed, "reindex", *place), is_slow=True),
    ]
    if ours.launcher:
        cases.insert(1, Case("ask-launcher", (*ours.launcher, "ask", *place, asked.plain[0])))
    # Last in its round: the pages after it are not as they were.
    return [*cases, Case(CHANGED, (*ask, asked.plain[0]))]


def other_cases(bed: Bed, scratch: str, processes: Processes) -> tuple[list[Case], list[str]]:
    """The yardsticks that are installed here, and what is not."""
    cases, absent = [Case(FLOOR, (sys.executable, "-c", "pass"))], []
    cases.append(Case(STAT, (sys.executable, "-c", _STAT_FILES, bed.vault)))
    bare = (sys.executable, "-c", _BARE_INDEX, bed.vault, os.path.join(scratch, BARE))
    cases.append(Case(BARE, bare, is_slow=True))
    rg, git = program("rg"), program("git")
    if rg:
        cases.append(Case(RG, (rg, "-l", bed.questions.term, bed.vault)))
    else:
        absent.append("rg: ripgrep is not on the PATH")
    if git:
        tracked = (git, f"--git-dir={os.path.join(scratch, 'git')}", f"--work-tree={bed.vault}")
        settings = ("-c", "gc.auto=0", "-c", "user.name=bench", "-c", "user.email=bench@localhost")
        processes.run((*tracked, "init", "--quiet"))
        processes.run((*tracked, *settings, "add", "--all"))
        processes.run((*tracked, *settings, "commit", "--quiet", "--message=pages"))
        cases.append(Case(GIT, (*tracked, "status", "--porcelain")))
    else:
        absent.append("git-status: git is not on the PATH")
    return cases, absent


class ColdRun:
    """Runs cases in rounds and keeps what each cost."""

    def __init__(self, bed: Bed, processes: Processes, cases: Sequence[Case]) -> None:
        self._bed, self._processes, self._cases = bed, processes, cases
        self._argv = {case.name: case.argv for case in cases}
        self._costs: dict[str, list[Cost]] = {case.name: [] for case in cases}
        self._edited = os.path.join(bed.vault, *bed.questions.page.split("/"))

    def rows(self, rounds: int) -> list[Row]:
        """Run everything; a row for each case."""
        with open(self._edited, "rb") as file:
            before = file.read()
        self._settle()
        for case in self._cases:
            if not case.is_slow and case.name != CHANGED:
                # Compiles what is not compiled yet and brings the files into memory: the second call is measured.
                self._processes.run(case.argv)
        slow = 1 if self._bed.pages > _LARGE else min(rounds, _SLOW_ROUNDS)
        for number in range(rounds):
            if number and CHANGED in self._costs:
                self._settle()
            for case in self._cases:
                if not case.is_slow or number < slow:
                    self._once(case, number)
        with open(self._edited, "wb") as file:
            file.write(before)
        if CHANGED in self._costs:
            self._settle()
        return [self._row(case) for case in self._cases]

    def _once(self, case: Case, number: int) -> None:
        if case.name == CHANGED:
            with open(self._edited, "ab") as file:
                file.write(f"\nEdited in round {number}.\n".encode())
        self._costs[case.name].append(self._processes.run(case.argv, environ=case.environ))

    def _settle(self) -> None:
        """Let the newest edit grow older than what a sweep mistrusts, and have it looked at once more."""
        time.sleep(RACY_NS / 1e9 + 0.1)
        self._processes.run(self._argv[ASK])

    def _row(self, case: Case) -> Row:
        costs = self._costs[case.name]
        times = [cost.cpu_ms for cost in costs]
        over_rg = self._over(case.name, RG) if RG in self._costs else None
        peak = median(cost.peak_mib for cost in costs)
        figures = tuple(Figure(*each) for each in self._figures(case.name, median(times)))
        return Row(case.name, "cold", len(costs), median(times), self._over(case.name, FLOOR), over_rg, peak, figures)

    def _figures(self, name: str, cpu_ms: float) -> list[tuple[str, float]]:
        if name == CHANGED:
            return [("extra_ms", median(self._pairs(name, ASK, lambda one, other: one - other)))]
        if name == REINDEX:
            return self._of_index(cpu_ms, self._bed.index_bytes(), self._bed.index_parts())
        if name == BARE:
            return self._of_index(cpu_ms, os.path.getsize(self._argv[BARE][-1]), {})
        return [("over_ask", self._over(name, ASK))] if name not in (FLOOR, RG, ASK, GIT, STAT) else []

    def _of_index(self, cpu_ms: float, size: int, parts: Mapping[str, int]) -> list[tuple[str, float]]:
        sizes = {"index": size, **parts}
        shares = [(f"{part}_over_text", bytes / self._bed.text_bytes) for part, bytes in sizes.items()]
        return [("pages_per_second", self._bed.pages / cpu_ms * 1000), *shares]

    def _over(self, name: str, other: str) -> float:
        return median(self._pairs(name, other, lambda one, two: one / max(two, 0.001)))

    def _pairs(self, name: str, other: str, combine: Combine) -> list[float]:
        return [combine(one.cpu_ms, two.cpu_ms) for one, two in zip(self._costs[name], self._costs[other])]
