"""What pages and sources say, shown so that it cannot pass for anything else.

It is one line in a list entry, or lines that each begin with "> ", and signs that are not seen are spelled out, but for
those that are part of an emoji or join the letters of a script: there they are seen, and hide nothing.
"""

from __future__ import annotations

from unicodedata import category

from .. import regex as re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Controls, soft hyphen, marks of direction, zero-width and other signs without a shape, surrogates, tags.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
_STYLES, _JOINERS = "\ufe0e\ufe0f", "\u200c\u200d"
# Signs that a style turns into a picture, and of which joiners make one: arrows, symbols, pictures, tones of skin.
_PICTURE = re.compile(
    "[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
# Letters, marks and digits of scripts that are written with joiners: Arabic to Mandaic, those of India, Tibet, Burma,
# Cambodia and Mongolia, and the forms of Arabic letters.
_JOINING = re.compile("[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]")
_OPENS_MARKUP = re.compile(r"[#>\-*+`|]|\d+[.)]\s|omitted:|gaps:")
_LINE_ENDS = re.compile(r"\r\n?|[\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def inline(text: str, limit: int = 0) -> str:
    """Text inside a line, as it can be used again: no line breaks, no hidden signs."""
    shown = escape_hidden(" ".join(text.split()))
    return shown[: limit - 1].rstrip() + "…" if limit and len(shown) > limit else shown


def leading(text: str, limit: int = 0) -> str:
    """The same at the beginning of a line: nothing in it opens markup, or passes for a line of ours."""
    shown = inline(text, limit)
    return "\\" + shown if _OPENS_MARKUP.match(shown) else shown


def quoted(text: str) -> str:
    """Text as a quotation of whole lines: every line begins with `> `, whatever it holds."""
    if _is_plain(text):
        return "> " + text
    return "\n".join("> " + escape_hidden(line) for line in _LINE_ENDS.split(text))


def escape_hidden(text: str) -> str:
    """Signs that are not seen, spelled out as escapes."""
    return text if _is_plain(text) else _HIDDEN.sub(_spell, text)


def json_text(value: Any, *, indent: int | str | None = None) -> str:
    """One JSON document; signs that are not seen are written as escapes, which read back as the same signs."""
    import json

    written = json.dumps(value, ensure_ascii=False, indent=indent)
    return written if written.isascii() and "\x7f" not in written else _HIDDEN.sub(_spell_json, written)


def one_line(text: str) -> str:
    """Text of ours that may hold names of others, as one line: line breaks in it are spelled out, too."""
    return escape_hidden(text.replace("\t", "\\t").replace("\n", "\\n"))


def _is_plain(text: str) -> bool:
    """Whether there is nothing to spell out, and no line break: most text, and much cheaper to see than to search."""
    return text.isascii() and text.isprintable()


def _spell_json(match: re.Match[str]) -> str:
    if _is_seen(match):
        return match[0]
    units = match.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _spell(match: re.Match[str]) -> str:
    if _is_seen(match):
        return match[0]
    code = ord(match.group())
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _is_seen(match: re.Match[str]) -> bool:
    """Whether the sign makes an emoji of its neighbours, or stands within a word of a script that has it."""
    sign, text, at = match[0], match.string, match.start()
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if sign in _STYLES:
        is_keycap = before in tuple("0123456789#*") and after == "\u20e3"
        return is_keycap or _PICTURE.match(before) is not None
    if sign not in _JOINERS:
        return False
    if _is_joined(before) and _is_joined(after):
        return True
    of_picture = text[at - 2 : at - 1] if before == "\ufe0f" else before
    return sign == "\u200d" and bool(_PICTURE.match(of_picture) and _PICTURE.match(after))


def _is_joined(sign: str) -> bool:
    return _JOINING.match(sign) is not None and category(sign)[0] in "LMN"
