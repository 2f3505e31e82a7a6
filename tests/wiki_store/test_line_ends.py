"""Pages that an editor on Windows saved: each writing verb leaves them as it leaves others, in their own line ends."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from scripts.wiki_store.operations import Operations
from tests.faults.cases import last_operation, make_story
from tests.running import done, write

Turn = Callable[[bytes], bytes]
QUESTION = "Why did it crash?"
FILE = ["file", "--title", "Why", "--cites", "incident-report", "--question", QUESTION]
LEAK = "entities/memory-leak.md"


def as_it_is(data: bytes) -> bytes:
    return data


def with_crlf(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def with_crlf_and_mark(data: bytes) -> bytes:
    return b"\xef\xbb\xbf" + with_crlf(data)


def story(folder: Path, turn: Turn) -> dict[str, bytes]:
    """A home whose pages are all written so, and what they are."""
    make_story(folder)
    home = folder / "home"
    done("file", *FILE[1:], "-", home=home, stdin="A leak; see [[memory-leak]].\n")
    done("remember", "We keep backups for ninety days.", home=home)
    # No operation of ours is known any more, or pages would count as untouched in one home and as edited in the other.
    shutil.rmtree(home / "graph/ops")
    for path in pages(folder):
        full = home / "wiki" / path
        full.write_bytes(turn(full.read_bytes().replace(b"\r\n", b"\n")))
    return pages(folder)


def pages(folder: Path) -> dict[str, bytes]:
    vault = folder / "home/wiki"
    found = (path for path in vault.rglob("*.md") if ".trash" not in path.parts)
    return {path.relative_to(vault).as_posix(): path.read_bytes() for path in sorted(found)}


def calls(folder: Path) -> list[Callable[[], list[str]]]:
    """Each writing verb, its words told when its turn has come: hashes are those of then."""

    def sha(path: str) -> str:
        return sha256((folder / "home/wiki" / path).read_bytes()).hexdigest()

    def bundle(**parts: object) -> list[str]:
        (folder / "parts.json").write_text(json.dumps({"source": "incident-report", **parts}))
        return ["apply", str(folder / "parts.json")]

    report = folder / "report.md"
    write(folder, {"report.md": report.read_text() + "\nThe rule is renewed since.\n", "new.md": "It was a leak.\n"})
    page = {"category": "entities", "title": "memory leak", "content": "New.\n\nProse.", "summary": "New"}
    return [
        lambda: ["apply", str(folder / "bundle.json")],
        lambda: ["add", str(report)],
        lambda: ["add", str(folder / "more.md")],
        lambda: bundle(pages=[{**page, "expect_sha": sha(LEAK)}]),
        lambda: [*FILE, "--question", "What leaked?", "--expect-sha", sha("topics/why.md"), str(folder / "new.md")],
        lambda: ["remember", "No, for sixty."],
        lambda: ["rename", "session cache", "Cache of sessions"],
        lambda: ["rename", "--move", "diary", "days/deep/diary"],
        lambda: ["merge", "cache-of-sessions", "memory-leak", "--force"],
        lambda: ["retract", "post-mortem-review"],
    ]


def unnamed(data: bytes) -> bytes:
    """Without the ids of operations, which depend on the bytes they wrote."""
    return re.sub(rb"\d{8}T\d{6}-[0-9a-f]{4}", b"ID", data)


@pytest.mark.parametrize("turn", [pytest.param(with_crlf, marks=pytest.mark.long), with_crlf_and_mark])
def test_every_verb_writes_a_page_in_its_own_line_ends(new_folder: Callable[[], Path], turn: Turn) -> None:
    one, other = new_folder(), new_folder()
    story(one, as_it_is)
    before = story(other, turn)
    for plain, turned in zip(calls(one), calls(other)):
        words = plain()
        done(*words, home=one / "home")
        done(*turned(), home=other / "home")
        theirs = pages(other)
        assert {**pages(one)}.keys() == theirs.keys()
        for path, data in pages(one).items():
            # What is new may have moved here, or been made by the tools.
            wanted = [turn(unnamed(data)), *([] if path in before else [unnamed(data)])]
            assert unnamed(theirs[path]) in wanted, (words, path)
    for _ in [*Operations(str(other / "home/graph")).standing()]:
        done("undo", last_operation(other), home=other / "home")
    assert pages(other) == before
