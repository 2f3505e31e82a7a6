"""The commands in the fenced blocks of our own documents, as a shell would split them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import NamedTuple

SHELL = {"sh", "shell", "bash", "console"}
_FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,}|~{3,})(?P<language>[\w-]*)\s*$")
_HERE = re.compile(r"<<'(?P<end>\w+)'\s*$")


class Block(NamedTuple):
    """One fenced block; line is that of its first line, from 1."""

    language: str
    line: int
    text: str


class Command(NamedTuple):
    """One command of a block."""

    line: int
    words: tuple[str, ...]
    stdin: str


def blocks(text: str) -> list[Block]:
    """Every fenced block of a Markdown text; a block inside a list item loses the item's indent."""
    found, lines = [], iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        opened = _FENCE.match(line)
        if opened is None:
            continue
        body: list[str] = []
        for _, inner in lines:
            if inner.strip() == opened["ticks"]:
                break
            body.append(inner.removeprefix(opened["indent"]))
        else:
            raise AssertionError(f"line {number}: a fence is never closed")
        found.append(Block(opened["language"], number + 1, "\n".join(body) + "\n"))
    return found


def commands(text: str) -> Iterator[Command]:
    """The commands of all shell blocks, with what a here-document gives them on standard input."""
    for block in blocks(text):
        if block.language not in SHELL:
            continue
        lines = iter(enumerate(block.text.splitlines(), block.line))
        for number, first in lines:
            line = first
            while line.endswith("\\"):
                line = line[:-1] + next(lines)[1]
            stdin, here = "", _HERE.search(line)
            if here is not None:
                line, body = line[: here.start()], []
                for _, inner in lines:
                    if inner == here["end"]:
                        break
                    body.append(inner)
                stdin = "\n".join(body) + "\n"
            words = shlex.split(line, comments=True)
            if words:
                yield Command(number, tuple(words), stdin)
