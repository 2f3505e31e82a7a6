"""Subtitles as what is said: sentences that go on from one cue to the next, in passages that begin with their time.

Numbers of cues, when each one ends, its place and colors, and notes of who made them are left out.
Formats: SubRip; WebVTT: The Web Video Text Tracks Format, W3C.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

ENDINGS = frozenset((".srt", ".vtt"))
LONG_LINE = 200
"""Characters from which on the end of a sentence ends a line; twice as many end it anywhere."""
LONG_PASSAGE = 300
"""Characters from which on what follows is another passage."""
_TIMES = re.compile(r"[ \t]*((?:\d+:)?\d\d:\d\d)[.,]\d{1,3}[ \t]*-->[^\n]*").fullmatch
_VOICE = re.compile(r"<v(?:\.[\w.-]+)?[ \t]+([^<>\n]{1,60})>")
_MARKUP = re.compile(r"</?[a-z][^<>\n]{0,60}>|<\d[\d:.]{0,20}>|\{\\[^{}\n]{0,60}\}", re.IGNORECASE)
_ENDED = re.compile(r"[.?!…。！？][\"'”’»)\]]*$")


def subtitles_as_markdown(text: str) -> str:
    """Paragraphs of lines that begin with a time, and with who speaks where the text tells; "" without any cue."""
    passages: list[str] = []
    for line in _lines(text):
        if passages and len(passages[-1]) < LONG_PASSAGE:
            passages[-1] += f"\n{line}"
        else:
            passages.append(line)
    return "".join([f"{passage}\n\n" for passage in passages])[:-1]


def _lines(text: str) -> Iterator[str]:
    told, voice = "", ""
    for time, said in _cues(text):
        for speaker, words in _turns(said, voice):
            is_full = len(told) >= 2 * LONG_LINE or (len(told) >= LONG_LINE and _ENDED.search(told))
            if told and (is_full or speaker != voice):
                yield told
                told = ""
            told = f"{told} {words}" if told else f"[{time}] {speaker + ': ' if speaker else ''}{words}"
            voice = speaker
    if told:
        yield told


def _cues(text: str) -> Iterator[tuple[str, list[str]]]:
    """When each cue begins, and its lines; captions that roll say a line again in the next cue."""
    lines = text.split("\n")
    before: list[str] = []
    at = 0
    while at < len(lines):
        times = _TIMES(lines[at])
        at += 1
        if times is None:
            continue
        said: list[str] = []
        # Captions that roll may begin with a line of a blank.
        while at < len(lines) and (lines[at].strip() or (lines[at] and not said)):
            said.append(lines[at].strip())
            at += 1
        shown = [unescape(_MARKUP.sub("", line)).strip() for line in said]
        yield times[1], [line for line, plain in zip(said, shown) if plain and plain not in before]
        before = shown


def _turns(lines: list[str], voice: str) -> Iterator[tuple[str, str]]:
    """Who says what in a cue; a voice goes on where the next cue names none of its own."""
    parts = _VOICE.split("\n".join(lines))
    for speaker, said in zip([voice, *parts[1::2]], parts[::2]):
        words = " ".join(unescape(_MARKUP.sub("", said)).split())
        if words:
            yield speaker.strip(), words
