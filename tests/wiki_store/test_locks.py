"""One writer at a time, across processes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scripts.errors import LockedError, ReadOnlyError
from scripts.wiki_store import writing
from scripts.wiki_store.writing import write_lock

HOLDER = """
import sys, time
from scripts.wiki_store.writing import write_lock
with write_lock(sys.argv[1], seconds=5):
    print("held", flush=True)
    sys.stdin.read()
"""


def start(root, script, *arguments):
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(
        command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.fixture
def holder(room, root):
    with start(root, HOLDER, room.graph) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


@pytest.mark.usefixtures("holder")
def test_a_second_writer_waits_and_then_says_so(room):
    with pytest.raises(LockedError, match=r"waited 0\.2 s"), write_lock(str(room.graph), seconds=0.2):
        pytest.fail("two writers")


def test_who_waits_for_a_writer_is_told_so(room, holder, monkeypatch):
    monkeypatch.setattr(writing, "_SILENT_SECONDS", 0.01)
    told = []

    def end_it(line):
        told.append(line)
        holder.kill()

    with write_lock(str(room.graph), seconds=30, tell=end_it):
        assert told == ["waiting: another process is writing here"]


def test_a_place_that_cannot_hold_a_lock_is_read_only(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ReadOnlyError), write_lock(str(tmp_path / "file" / "graph"), seconds=0):
        pytest.fail("wrote into a file")
