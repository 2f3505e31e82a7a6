"""Reading Markdown files into rows: in this process, or, where there are many, in one process for each core.

Run as `python -m <package>.index_store.worker` it reads a task from standard input, as JSON, and writes one line of
JSON for each file, in order.  Subprocesses and not multiprocessing: that imports the main program of whoever
uses the package, and runs it again where it has no guard.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from ..errors import DataError, IndexUnavailableError
from ..text.canvas import canvas_markdown, is_canvas
from ..text.page import read_page
from ..wiki_store.files import read_text
from .build import PageRows, PageWords, page_rows

MIN_FILES = 150
"""Files from which on processes pay: to start one takes as long as to read some fifty."""

BATCH = 500
"""Files that a process reads at most: bounds the memory, and is ten times what it costs to start one."""


class ReadOptions(NamedTuple):
    """What the rows of a page depend on beside its file."""

    folder: str = ""
    """Part of the vault that holds machine-written notes; "" for the whole vault."""
    max_bytes: int = 4_000_000
    """Of a file; more is not read."""
    linked: tuple[str, ...] = ()
    """See wiki_store.files.list_folders."""

    @property
    def catalog(self) -> tuple[str, str]:
        """Paths of the generated catalog and log of a home: files that say nothing of their own, no pages."""
        prefix = f"{self.folder}/{self.folder.rpartition('/')[2]}-" if self.folder else ""
        return prefix + "index.md", prefix + "log.md"


class FileRead(NamedTuple):
    """What came of reading a file."""

    path: str
    hash: str = ""
    """"" where it could not be read."""
    rows: PageRows | None = None
    """None where the hash is the known one, or there is a problem."""
    problem: str = ""


Task = tuple[str, str]
"""Path, and the hash that is known of it; "" for a new file."""


def read_files(root: str, tasks: Sequence[Task], options: ReadOptions) -> Iterator[FileRead]:
    """Read the files in this order, on all cores where they are many.

    Raises IndexUnavailableError where a process of ours ended before its work was done.
    """
    processes = min(_cores(), len(tasks) // (MIN_FILES // 2))
    if len(tasks) < MIN_FILES or processes < 2:
        for path, known in tasks:
            yield read_file(root, path, known, options)
    else:
        yield from _read_in_processes(root, tasks, options, processes)


def read_file(root: str, path: str, known: str, options: ReadOptions) -> FileRead:
    """Read one file; its rows are made only where its hash is not the known one."""
    try:
        file = read_text(root, path, options.max_bytes, options.linked)
    except FileNotFoundError:
        return FileRead(path, problem="it was deleted while the vault was read")
    except DataError as err:
        return FileRead(path, problem=err.what)
    if file.hash == known:
        return FileRead(path, file.hash)
    text: str | None = file.text
    if is_canvas(path):
        text = canvas_markdown(file.text)
    if text is None:
        return FileRead(path, file.hash, problem="it is no canvas: its JSON cannot be read")
    page = read_page(path, text, folder=options.folder)
    return FileRead(path, file.hash, page_rows(page, text, issues=file.issues))


def main() -> int:
    """Carry out the task on standard input."""
    task = json.load(sys.stdin)
    options = ReadOptions(**task["options"])
    for path, known in task["files"]:
        print(json.dumps(read_file(task["root"], path, known, options)))
    return 0


def _read_in_processes(root: str, tasks: Sequence[Task], options: ReadOptions, processes: int) -> Iterator[FileRead]:
    size = min(BATCH, -(-len(tasks) // processes))
    with ThreadPoolExecutor(processes) as pool:
        running: deque[Future[bytes]] = deque()
        for start in range(0, len(tasks), size):
            task = {"root": root, "files": tasks[start : start + size], "options": options._asdict()}
            running.append(pool.submit(_run, json.dumps(task)))
            # One more than run at once: what waits to be taken is bounded.
            if len(running) > processes:
                yield from map(_file_read, running.popleft().result().splitlines())
        while running:
            yield from map(_file_read, running.popleft().result().splitlines())


def _run(task: str) -> bytes:
    """Return what a process of its own prints for a task."""
    package = __package__ or ""
    # The folder that holds the package goes first on the new process's path, not the current one, which may be a
    # stranger's and hold modules of the same names.
    above = Path(__file__).resolve().parents[package.count(".") + 1]
    command = [sys.executable, "-m", f"{package}.worker"]
    environ = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(command, input=task.encode(), stdout=subprocess.PIPE, cwd=above, env=environ)
    if ran.returncode:
        raise IndexUnavailableError("a process that reads pages ended before its work was done")
    return ran.stdout


def _file_read(line: bytes) -> FileRead:
    path, digest, rows, problem = json.loads(line)
    made = PageRows(*rows)._replace(words=PageWords(*rows[-1])) if rows is not None else None
    return FileRead(path, digest, made, problem)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


if __name__ == "__main__":
    sys.exit(main())
