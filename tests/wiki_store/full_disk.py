"""Writing verbs on a disk that is full in earnest: a small file system in memory, mounted by the test that starts this.

`python -m tests.wiki_store.full_disk MOUNTED KILOBYTES,… [CASE …]` prints, as JSON, a row for each call: exit code, and
what was found wrong.  As root of a namespace of its own, where DIR can be mounted:
unshare -rm sh -c 'mount -t tmpfs -o size=4m none DIR && python -m tests.wiki_store.full_disk DIR 0,16'.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from tests.faults.cases import QUESTION, STORY, make_story
from tests.running import run, tree

DERIVED = ("index.sqlite", "lock", "usage.sqlite")


def pages(folder: Path) -> dict[str, str]:
    return tree(folder / "home/wiki")


def fill(folder: Path, free_kilobytes: int) -> Path:
    """Take all space but this much."""
    ballast = folder / "ballast"
    # What a file system says of its free space is a guess: it is full when it says so.
    with open(ballast, "wb", buffering=0) as file:
        with suppress(OSError):
            while True:
                file.write(bytes(4096))
        file.truncate(max(0, file.tell() - free_kilobytes * 1024))
    return ballast


def try_call(
    folder: Path, words: list[str], before: dict[str, str], after: dict[str, str], free: int
) -> tuple[int, list[str]]:
    """The exit code of the call on a disk with so much space, and what is wrong afterwards."""
    # An index that is not up to date would be dropped, which makes room.  Opening it makes a little all the same.
    run("status", home=folder / "home")
    ballast = fill(folder, free)
    ran = run(*(word.format(folder) for word in words))
    wrong = []
    if ran.code not in (0, 3) or (ran.code == 3 and ran.err.count("\n") != 1):
        wrong.append(f"code {ran.code}: {ran.err}")
    if run("ask", QUESTION, home=folder / "home").code != 0:
        wrong.append("a question is not answered on a full disk")
    whole = pages(folder)
    wrong += [
        f"{path} is neither old nor new"
        for path, sha in whole.items()
        if sha not in (before.get(path), after.get(path))
    ]
    if ran.code == 0 and whole != after:
        wrong.append("it said that it was done, and was not")
    os.unlink(ballast)
    examined = [run("doctor", home=folder / "home") for _ in range(2)]
    if examined[1].code or "mended" in examined[1].out:
        wrong.append(f"doctor: {examined[1].out}")
    if pages(folder) not in (before, after):
        wrong.append("with space again, the operation is neither done nor taken back")
    return ran.code, wrong


def main() -> None:
    mounted, sizes, names = Path(sys.argv[1]), [int(size) for size in sys.argv[2].split(",")], sys.argv[3:]
    base = Path(tempfile.mkdtemp())
    make_story(base)
    rows = []
    for case in STORY:
        if case.verb in ("ask", "status", "doctor", "export") or (names and case.name not in names):
            continue
        # An interrupted operation counts where it was begun, which is `work` beside the folder that is made ready.
        prepared, work = mounted / "prepared", mounted / "work"
        shutil.copytree(base, prepared)
        words = case.prepare(prepared)
        before = pages(prepared)
        shutil.copytree(prepared, work)
        assert run(*(word.format(work) for word in words)).code == 0, case.name
        after = pages(work)
        shutil.rmtree(work)
        for free in sizes:
            shutil.copytree(prepared, work)
            rows.append([case.name, free, *try_call(work, words, before, after, free)])
            shutil.rmtree(work)
        shutil.rmtree(prepared)
    shutil.rmtree(base)
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
