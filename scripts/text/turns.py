"""A turn of a conversation as it is written in a session note: a quotation with a block id, so that it can be cited.

    > Caroline (10:42): I went to the support group yesterday.
    > It was powerful.

    ^t3f9c1e

Nothing in a quotation is read as a claim or a heading, and its lines are written as they were said.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import NamedTuple

from ..errors import DataError
from .block_ids import quotables
from .names import normalize_name
from .templates import escape_line

MAX_SPEAKER = 60
"""Characters of a speaker's name."""

_TURN = re.compile(r"(?P<speaker>[^\n:()]{1,80}?) ?(?:\((?P<time>\d\d:\d\d)\))?:[ \t\n]")
_MARKER = re.compile(r"(?m)(?<!\\)(\^[A-Za-z0-9-]+)[ \t]*$")
_ESCAPED_MARKER = re.compile(r"(?m)\\(\^[A-Za-z0-9-]+)$")
_LINE_ENDS = re.compile(r"\r\n?")
# White space that is no line break in Markdown and would be one to a reader, and characters that no text holds.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]")
_NOT_IN_NAMES = re.compile(r"[^\w .,'’@&+-]+|_")


class Turn(NamedTuple):
    """The words of a speaker, and the time of day."""

    speaker: str
    """"" where a note gives none."""
    time: str
    """HH:MM; "" where a note gives none."""
    text: str


def clean_turn(text: str) -> str:
    """Return the text as it is stored: line breaks of one kind, no control characters, no empty lines around it."""
    lines = _CONTROLS.sub(" ", _LINE_ENDS.sub("\n", text)).split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def clean_speaker(name: str) -> str:
    """Return a speaker's name on one line, without characters of markup."""
    return " ".join(_NOT_IN_NAMES.sub(" ", name).split())[:MAX_SPEAKER].strip()


def turn_id(session: str, speaker: str, text: str, *, time: int = 1) -> str:
    """Return the block id of a turn: equal for the same words of the same speaker in the same session.

    The spelling of names does not count: `nora` is `Nora`, `family-chat` is `Family Chat`.
    time: 1 for the first turn with these words, 2 for the next.
    """
    parts = [normalize_name(session), normalize_name(speaker), text]
    key = "\0".join([*parts, str(time)] if time > 1 else parts)
    return "t" + sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:6]


def format_turn(turn: Turn, block: str) -> str:
    """Return the lines of a turn with its block id, as they are added to a note.

    turn is clean.  Text that would be read as anything but one passage with this id is escaped line by line.
    Raises DataError where even that does not help.
    """
    head = f"{turn.speaker} ({turn.time}): " if turn.time else f"{turn.speaker}: "
    escaped = "\n".join(escape_line(line).replace("^", "\\^") for line in turn.text.split("\n"))
    for text in (_MARKER.sub(r"\\\1", turn.text), escaped):
        lines = "\n".join(("> " + line).rstrip() for line in (head + text).split("\n"))
        written = f"{lines}\n\n^{block}\n"
        if [quotable.block for quotable in quotables(written)] == [block]:
            return written
    raise DataError("this text cannot stand in a note as one quotation", hint="add it as a document with `add`")


def parse_turn(passage: str) -> Turn:
    """Return the turn in a passage of a session note.  Never raises: any other text is a turn without a speaker."""
    lines = passage.split("\n")
    if all(line.startswith(">") for line in lines):
        lines = [line[2:] if line[1:2] == " " else line[1:] for line in lines]
    text = _ESCAPED_MARKER.sub(r"\1", "\n".join(lines))
    head = _TURN.match(text)
    if head is None:
        return Turn("", "", text)
    return Turn(head["speaker"].strip(), head["time"] or "", text[head.end() :])
