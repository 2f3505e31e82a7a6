"""What is kept without `functools` is kept as it does, and SQLite, which is handed this one, leaves no trace of it."""

from __future__ import annotations

import functools
import subprocess
import sys
from typing import Any

import pytest

from scripts.lru_cache import lru_cache
from tests.running import ROOT

SQLITE = """
import sys
from scripts.store.sqlite import sqlite3
imported = "functools" in sys.modules
db = sqlite3.connect(":memory:", cached_statements=1)
print(imported, *[db.execute(f"SELECT {number % 3}").fetchone()[0] for number in range(5)])
import functools
print(functools.__spec__.name, functools.reduce(max, (1, 3, 2)))
"""


@pytest.mark.parametrize("keep", [lru_cache, functools.lru_cache])
@pytest.mark.parametrize("maxsize", [0, 1, 2, None])
def test_calls_are_kept_as_functools_keeps_them(keep: Any, maxsize: int | None) -> None:
    called = []

    @keep(maxsize=maxsize)
    def double(number: int, *, times: int = 2) -> int:
        """Twice as much."""
        called.append(number)
        return number * times

    assert [double(number) for number in (1, 1, 2, 1, 3, 3, 2)] == [2, 2, 4, 2, 6, 6, 4]
    assert called == {0: [1, 1, 2, 1, 3, 3, 2], 1: [1, 2, 1, 3, 2], 2: [1, 2, 3, 2], None: [1, 2, 3]}[maxsize]
    info = double.cache_info()
    assert (info.hits, info.misses, info.maxsize) == (7 - len(called), len(called), maxsize)
    assert (double.__name__, double.__doc__, double.__module__) == ("double", "Twice as much.", __name__)
    assert double.__wrapped__(4, times=3) == 12
    double.cache_clear()
    assert double.cache_info().currsize == 0


def test_sqlite_is_opened_without_functools_which_is_itself_when_it_is_imported() -> None:
    ran = subprocess.run([sys.executable, "-S", "-c", SQLITE], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert ran.stdout.split("\n")[:2] == ["False 0 1 2 0 1", "functools 3"], ran.stderr
