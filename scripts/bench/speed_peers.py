"""Other programs of our kind, measured on the same pages where a folder with them is given.

basic-memory (a Python environment) and qmd (node_modules).  Each gets a home folder of its own in the scratch folder:
nothing of the user's is read or changed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from .speed_cold import Case
from .speed_processes import program
from .speed_report import Row

if TYPE_CHECKING:
    from .speed_bed import Bed
    from .speed_processes import Cost, Processes

_PLACES = ("bin", "venv/bin", ".venv/bin", "node_modules/.bin")
_PROJECT = "bench"


class Peers:
    """The peers found in a folder."""

    def __init__(self, folder: str, scratch: str, processes: Processes) -> None:
        places = [os.path.join(os.path.abspath(folder), place) for place in _PLACES]
        self._processes = processes
        home = os.path.join(scratch, "peers")
        os.makedirs(home, exist_ok=True)
        # They start helpers of their own kind (bun beside qmd) by name.
        path = os.pathsep.join([*places, os.environ.get("PATH", os.defpath)])
        self.environ = {"HOME": home, "PATH": path, "BASIC_MEMORY_FORCE_LOCAL": "true"}
        self._qmd, self._basic_memory = program("qmd", *places), program("basic-memory", *places)

    def prepare(self, bed: Bed) -> tuple[list[Row], list[Case], list[str]]:
        """Index the pages with each peer: a row for each index, a case for each search, and which peers are absent."""
        rows, cases, absent = [], [], []
        asked = bed.questions.term
        if self._qmd:
            add = (self._qmd, "collection", "add", bed.vault, "--name", _PROJECT)
            rows.append(_built("qmd-index", self._run(*add)))
            cases.append(Case("qmd-search", (self._qmd, "search", asked), is_slow=True, environ=self.environ))
        else:
            absent.append("qmd: not in the folder of peers")
        if self._basic_memory:
            self._run(self._basic_memory, "project", "add", _PROJECT, bed.vault, "--default")
            build = (self._basic_memory, "reindex", "--search", "--project", _PROJECT)
            rows.append(_built("basic-memory-index", self._run(*build)))
            search = (self._basic_memory, "tool", "search-notes", asked, "--project", _PROJECT)
            cases.append(Case("basic-memory-search", search, is_slow=True, environ=self.environ))
        else:
            absent.append("basic-memory: not in the folder of peers")
        return rows, cases, absent

    def _run(self, *argv: str) -> Cost:
        return self._processes.run(argv, environ=self.environ)


def _built(case: str, cost: Cost) -> Row:
    return Row(case, "cold", 1, cost.cpu_ms, None, None, cost.peak_mib)
