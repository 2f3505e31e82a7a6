"""One writer at a time, across processes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from scripts.errors import LockedError, ReadOnlyError
from scripts.wiki_store import locks
from scripts.wiki_store.locks import writing
from scripts.wiki_store.operations import Operations

HOLDER = """
import sys, time
from scripts.wiki_store.locks import writing
with writing(sys.argv[1], seconds=5):
    print("held", flush=True)
    sys.stdin.read()
"""
ADDER = """
import sys
from scripts.wiki_store.locks import writing
from scripts.wiki_store.files import read_bytes
from scripts.wiki_store.transaction import Transaction
from scripts.wiki_store.operations import Change
folder, name = sys.argv[1:]
transaction = Transaction(folder + "/vault", folder + "/graph")
for n in range(10):
    with writing(folder + "/graph", seconds=60):
        before = read_bytes(folder + "/vault", "list.md")
        line = f"{name}-{n}\\n".encode()
        transaction.commit([Change("list.md", before, before + line)], verb="t", actor=name, now="2026-01-01T00:00:00Z")
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
    with pytest.raises(LockedError, match=r"waited 0\.2 s"), writing(str(room.graph), seconds=0.2):
        pytest.fail("two writers")


def test_who_waits_for_a_writer_is_told_so_until_it_lets_go(room, holder, monkeypatch):
    monkeypatch.setattr(locks, "_TOLD_AFTER", 0.01)
    monkeypatch.setattr(locks, "_LOOK_SECONDS", 0.01)
    told = []

    def end_it(line):
        told.append(line)
        if len(told) == 2:
            holder.kill()

    with writing(str(room.graph), seconds=30, tell=end_it):
        assert set(told) == {"waiting: another process is writing here"}


def test_d23_a_writer_that_dies_lets_go(room, holder):
    holder.kill()
    holder.wait()
    with writing(str(room.graph), seconds=5):
        pass


def test_the_lock_is_let_go_when_the_work_fails(room):
    with pytest.raises(ZeroDivisionError), writing(str(room.graph), seconds=1):
        raise ZeroDivisionError
    with writing(str(room.graph), seconds=0):
        pass


def test_a_place_that_cannot_hold_a_lock_is_read_only(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ReadOnlyError), writing(str(tmp_path / "file" / "graph"), seconds=0):
        pytest.fail("wrote into a file")


def test_d22_no_update_of_four_writers_is_lost(room, root):
    room.write("list.md", "")
    processes = [start(root, ADDER, room.folder, name) for name in "abcd"]
    told = [process.communicate(timeout=120)[1] for process in processes]
    assert [(process.returncode, text) for process, text in zip(processes, told)] == [(0, "")] * 4
    lines = (room.root / "list.md").read_text().split()
    assert sorted(lines) == sorted(f"{name}-{n}" for name in "abcd" for n in range(10))
    assert len([*Operations(str(room.graph)).standing()]) == 40
    assert not any(name.endswith(".tmp") for name in os.listdir(room.root))
