"""Fixtures that every test may use; nothing here knows a module of the package."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.forks import Forked

ROOT = Path(__file__).resolve().parents[1]
ROOM = 1 << 30


def _is_roomy_and_runs_programs(folder: str) -> bool:
    """Containers often mount a memory of 64 MB in which nothing may be executed."""
    if not os.access(folder, os.W_OK):
        return False
    state = os.statvfs(folder)
    return state.f_bavail * state.f_frsize > ROOM and not state.f_flag & getattr(os, "ST_NOEXEC", 0)


# Every write of a home waits for the disk several times, which no test is about: temporary folders lie in memory.
if "TMPDIR" not in os.environ and _is_roomy_and_runs_programs("/dev/shm"):
    os.environ["TMPDIR"] = "/dev/shm"
    tempfile.tempdir = None

# Hundreds of processes import the package: where the machine forbids bytecode, each would compile it anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# derandomize: a red run must be red again for the next reader; the examples still differ from test to test.
settings.register_profile("quick", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("long", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """With -n, a worker that has nothing left takes tests from another, in the order of the files."""
    if config.getoption("numprocesses", None) and config.getoption("dist") == "no":
        config.option.dist = "worksteal"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """What `-n auto` means: one more than there are processors, for a tenth of the time is waiting."""
    own = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return own + 1


# Trees and homes are made by the ten thousand and live for one test: looking through them again and again is a waste.
gc.set_threshold(20_000, 20, 20)


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the garbage collector need not look through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's own folder."""
    return ROOT


@pytest.fixture(scope="session")
def handbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the handbook: to ask the project's own would write an index beside it, which other tests watch."""
    home = tmp_path_factory.mktemp("handbook")
    for part in ("wiki", "graph"):
        shutil.copytree(ROOT / part, home / part, ignore=shutil.ignore_patterns("index.sqlite*"))
    return home


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of specifications and benchmarks beside a working checkout; a clone elsewhere has none."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"{folder} is absent: its vectors and benchmarks are not part of the project")
    return folder


@pytest.fixture(scope="session")
def new_folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """A function that makes an empty folder."""
    return lambda: tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def forked() -> Iterator[Forked]:
    """Runs a program in a process of its own that begins with everything imported."""
    from tests.forks import forking

    with forking() as run:
        yield run


@pytest.fixture(autouse=True, scope="session")
def clean_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No setting of the machine reaches a test, and no test writes into the folders of the person who runs it."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("COMMONPLACE_")]:
            patch.delenv(name)
        for name in ("STATE", "CACHE"):
            patch.setenv(f"COMMONPLACE_{name}", str(tmp_path_factory.getbasetemp() / name.lower()))
        yield
