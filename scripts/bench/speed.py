"""How fast the package is, on generated homes and on somebody's vault; ratios are taken within one run.

Every case is a process as a user starts it (speed_cold) or a call in one that lives on (speed_warm).  CPU time only:
what else the machine does moves wall time far more.
"""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ..errors import UsageError
from .speed_bed import copied_bed, generated_bed
from .speed_cold import (
    ASK,
    BARE,
    CHANGED,
    FLOOR,
    GIT,
    LEAST,
    ONE_PAGE,
    REINDEX,
    RG,
    STAT,
    ColdRun,
    Program,
    other_cases,
    own_cases,
)
from .speed_peers import Peers
from .speed_processes import Processes
from .speed_report import Figure, HomeReport, Machine, SpeedReport, targets_of
from .speed_warm import warm_rows

if TYPE_CHECKING:
    from .speed_bed import Bed
    from .speed_report import Row

CASES = (
    *(FLOOR, STAT, RG, GIT, ASK, "ask-launcher", "ask-no-sweep", LEAST, "ask-common", "ask-nothing", "ask-misspelled"),
    *(CHANGED, "search", "show", REINDEX, BARE),
    *("warm-words", "warm-ask", "warm-ask-no-sweep", "warm-sweep", "warm-fuzzy", "warm-walk", "warm-ask-watched"),
)
"""Every case by name; those of the peers beside."""
_ALWAYS = (FLOOR, RG, ASK)
"""What the others are compared with."""
_KEPT_VARIABLES = ("COMMONPLACE_ENV", "COMMONPLACE_CACHE", "COMMONPLACE_EXTRAS")
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class SpeedRequest(NamedTuple):
    """What to measure."""

    pages: tuple[int, ...] = (1_000, 10_000)
    """Sizes of generated homes."""
    vault: str = ""
    """Beside them, a copy of this vault."""
    rounds: int = 7
    cases: tuple[str, ...] = ()
    """Names of CASES; all when empty."""
    peers: str = ""
    """Folder with other programs."""
    keep: str = ""
    """Folder where generated homes are left for the next run."""


def measure_speed(request: SpeedRequest, *, tell: Callable[[str], None] = lambda _: None) -> SpeedReport:
    """Run the suite; tell is told what is being done.  Raises UsageError for a case that does not exist."""
    unknown = sorted({*request.cases} - {*CASES})
    if unknown:
        raise UsageError(f"no case {unknown[0]!r}", hint="cases: " + ", ".join(CASES))
    scratch = tempfile.mkdtemp(prefix="commonplace-bench-")
    try:
        return _measure(request, scratch, tell)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _measure(request: SpeedRequest, scratch: str, tell: Callable[[str], None]) -> SpeedReport:
    environ = _environment(scratch)
    ours = _program(scratch)
    homes, left_out = [], []
    if not ours.launcher:
        left_out.append("ask-launcher: this is an installed package, not a checkout")
    folder = os.path.abspath(request.keep) if request.keep else scratch
    makers: list[Callable[[], Bed]] = [partial(generated_bed, folder, pages, environ) for pages in request.pages]
    if request.vault:
        makers.append(partial(copied_bed, scratch, request.vault, environ))
    for number, make in enumerate(makers):
        tell("making pages")
        bed = make()
        tell(f"{bed.name}: measuring")
        place = os.path.join(scratch, str(number))
        os.makedirs(place)
        with Processes(place, environ) as processes:
            report, absent = _home(request, bed, ours, processes, place)
        homes.append(report)
        left_out += [what for what in absent if what not in left_out]
    uname = platform.uname()
    system = f"{uname.system} {uname.release} {uname.machine}"
    machine = Machine(system, os.cpu_count() or 1, platform.python_version(), sqlite3.sqlite_version)
    return SpeedReport(machine, tuple(homes), tuple(left_out))


def _home(
    request: SpeedRequest, bed: Bed, ours: Program, processes: Processes, scratch: str
) -> tuple[HomeReport, list[str]]:
    def wanted(case: str) -> bool:
        return not request.cases or case in request.cases

    # The first index is not measured: `reindex` is.
    processes.run((*ours.installed, "status", *bed.place))
    others, absent = other_cases(bed, scratch, processes)
    least = os.path.join(scratch, "least")
    processes.run((*ours.installed, "init", least))
    with open(os.path.join(least, "wiki", "lighthouse.md"), "w", encoding="utf-8") as file:
        file.write("# {}\n\n{}\n".format(*ONE_PAGE))
    cases = [case for case in (*others, *own_cases(ours, bed, least)) if case.name in _ALWAYS or wanted(case.name)]
    rows: list[Row] = []
    if request.peers:
        built, searches, missing = Peers(request.peers, scratch, processes).prepare(bed)
        rows += built
        cases[-1:-1] = searches
        absent += missing
    rows = [*ColdRun(bed, processes, cases).rows(request.rounds), *rows]
    rows += _compared(warm_rows(bed, request.rounds, wanted), rows)
    return HomeReport(bed.name, bed.pages, bed.text_bytes, tuple(rows), targets_of(bed.pages, rows)), absent


def _compared(warm: list[Row], cold: list[Row]) -> list[Row]:
    """The warm rows, the sweep held against `git status` of the same run."""
    git = next((row.cpu_ms for row in cold if row.case == GIT), None)
    return [
        row._replace(figures=(*row.figures, Figure("over_git_status", row.cpu_ms / git)))
        if row.case == "warm-sweep" and git
        else row
        for row in warm
    ]


def _environment(scratch: str) -> dict[str, str]:
    """This process's environment without settings of ours, and with a place for compiled code."""
    ours = ("COMMONPLACE_", "PYTHON")
    kept = {name: text for name, text in os.environ.items() if not name.startswith(ours) or name in _KEPT_VARIABLES}
    # As after an installation: compiled once, whatever this machine says about writing bytecode.
    bytecode = {"PYTHONPYCACHEPREFIX": os.path.join(scratch, "bytecode"), "PYTHONPATH": os.path.dirname(_PACKAGE)}
    return {**kept, **bytecode, "COMMONPLACE_STATE": os.path.join(scratch, "state")}


def _program(scratch: str) -> Program:
    """Our program: the lines that an installer writes for the command, and the launcher where this is a checkout."""
    package = os.path.basename(_PACKAGE)
    script = os.path.join(scratch, "commonplace")
    with open(script, "w", encoding="utf-8") as file:
        file.write(f"import sys\nfrom {package}.cli import run\nsys.exit(run())\n")
    launcher = os.path.join(_PACKAGE, "commonplace.py")
    is_checkout = os.path.isfile(os.path.join(os.path.dirname(_PACKAGE), "pyproject.toml"))
    return Program((sys.executable, script), (sys.executable, launcher) if is_checkout else ())
