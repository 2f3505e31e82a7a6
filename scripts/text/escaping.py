"""Make text of pages and sources safe to print: nothing hidden in it, and no line that looks like one of ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from .characters import UNSEEN

LIKE_BLOCK_ID = re.compile(r"([ \t])\^(?=[A-Za-z0-9-]+[ \t]*$)", re.MULTILINE)
"""What a note would read as a block id, at the end of a line of a text that is no note: `10 ^6`."""
_HIDDEN = re.compile(
    # Controls but tab and line feed, line and paragraph separators, lone surrogates.
    f"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{UNSEEN}]"
)
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
"""Characters that join the letters of a script or the parts of an emoji, or make an emoji of a character."""

_SPELLED = re.compile(r"\\u([0-9a-f]{4})|\\U(000[0-9a-f]{5}|0010[0-9a-f]{4})|\\[tn]")
_BLANK = r"[^\S\n]"
_OUR_LINE = re.compile(
    rf"^{_BLANK}*(?=\["
    r"|(?:verdict|question|more|corrected|stale|headings|claims|links|omitted|part):"
    rf"|(?:occurs{_BLANK}nowhere|nowhere{_BLANK}together|filed{_BLANK}answer|line{_BLANK}\d+):"
    rf"|\d+{_BLANK}more{_BLANK}claims?:{_BLANK}|no{_BLANK}claim{_BLANK}here{_BLANK}|from{_BLANK}revision{_BLANK}"
    # A claim with its evidence, whose link a page has in double brackets, and a property with its note.
    rf"|-{_BLANK}[^\n]*\((?:0(?:\.\d+)?|1(?:\.0+)?),{_BLANK}(?!\[\[)"
    rf"|-{_BLANK}(?=[^\n]*{_BLANK}>{_BLANK})[^\n]*\.md\){_BLANK}*$"
    rf"|\S[^\n]*:{_BLANK}(?:nothing{_BLANK}written|no{_BLANK}page"
    rf"|its{_BLANK}source{_BLANK}was{_BLANK}retracted{_BLANK}or{_BLANK}says{_BLANK}it{_BLANK}no{_BLANK}more)"
    rf"(?:;{_BLANK}linked{_BLANK}from{_BLANK}|{_BLANK}*$))",
    re.MULTILINE,
)
"""Beginnings of lines of a reply, with blanks before them, and the line of a thing without a page."""


def safe_text(text: str) -> str:
    """Return text with hidden characters spelled out as escapes; line feeds and tabs stay.

    Parts of an emoji and joiners of a script stay, too: they are seen.  Doing it twice changes nothing.
    """
    text = text.replace("\r\n", "\n")
    return text if text.isascii() and text.isprintable() else _HIDDEN.sub(_spell_character, text)


def quoted(text: str) -> str:
    """Return text as a quotation: every line begins with `> `."""
    return "\n".join(f"> {line}" for line in safe_text(text).split("\n"))


def hidden_characters(text: str) -> Iterator[tuple[int, str]]:
    """Yield the characters that safe_text spells out, with their places."""
    for match in _HIDDEN.finditer(text):
        if not _is_seen(text, match.start()):
            yield match.start(), match[0]


def safe_quote(text: str) -> str:
    """Return text of a source fit for a reply: with a backslash at the start of each line that looks like one of ours.

    Doing it twice changes nothing.
    """
    return _OUR_LINE.sub(_guard_line, safe_text(text))


def safe_line(text: str) -> str:
    """Return text as one line, line feeds and tabs spelled out as well."""
    return safe_text(text).replace("\t", "\\t").replace("\n", "\\n")


def read_escapes(text: str) -> str:
    """Return a line with the escapes of safe_line read back, for a name that was copied from a reply."""
    return _SPELLED.sub(_read_escape, text)


def one_line(text: str, limit: int = 0) -> str:
    """Return text as one line, with each run of blanks as one, cut to limit characters (0: not cut)."""
    line = safe_text(" ".join(text.split()))
    return f"{line[: limit - 1].rstrip()}…" if limit and len(line) > limit else line


def first_few(names: Sequence[object], most: int) -> str:
    """Return the first names and the number of the others: `a, b and 3 more`."""
    shown = ", ".join(map(str, names[:most]))
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def json_text(value: Any, *, indent: int | str | None = None) -> str:
    """Return one JSON document, in which hidden characters are escapes that read back as the same characters."""
    return _HIDDEN.sub(_spell_in_json, json.dumps(value, ensure_ascii=False, indent=indent))


def _guard_line(match: re.Match[str]) -> str:
    text, start = match.string, match.end()
    if text[start] == "[":
        end = text.find("\n", start)
        if not _is_label(text[start : end if end >= 0 else len(text)].rstrip()):
            return match[0]
    return match[0] + "\\"


def _is_label(line: str) -> bool:
    """Report whether a line that begins with a bracket looks like a label, `[note > heading]`, or one with a remark,
    `[note] (part: 20 of 60 tokens)`."""
    return not line.startswith("[[") and (line.endswith("]") or (line.endswith(")") and "] (" in line))


def _spell_character(match: re.Match[str]) -> str:
    if _is_seen(match.string, match.start()):
        return match[0]
    code = ord(match[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _spell_in_json(match: re.Match[str]) -> str:
    if _is_seen(match.string, match.start()):
        return match[0]
    units = match[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _read_escape(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    return chr(int(code, 16)) if code else {"\\t": "\t", "\\n": "\n"}[match[0]]


def _is_seen(text: str, at: int) -> bool:
    """Report whether the character is drawn with its neighbors: in an emoji, a script that has joiners, a variant.

    One behind another, at the end of a word, or in English, may carry a hidden message.
    """
    character, before, after = text[at], text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if "\U000e0100" <= character <= "\U000e01ef":
        return "\u3400" <= before < "\U000e0000"
    if before in tuple("0123456789#*"):
        return character == "\ufe0f" and after == "\u20e3"
    if character in "\u200c\u200d" and (after <= "\x7f" or after.isspace() or _HIDDEN.match(after)):
        return False
    if before == "\ufe0f" and character == "\u200d":
        return _is_seen(text, at - 1)
    return character in _JOINERS and before > "\x7f" and not _HIDDEN.match(before)
