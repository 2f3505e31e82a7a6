"""What pages and sources say, shown so that it cannot pass for anything else.

It is one line in a list entry, or lines that each begin with "> ", and signs that are not seen are spelled out, but for
those that are part of an emoji or join the letters of a script: there they are seen, and hide nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ...pages.text.hidden_signs import JOINING_SIGNS, SIGNS, is_seen

_HIDDEN = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{SIGNS}]")
_JOINING = f"[{JOINING_SIGNS}]"
_OPENS_MARKUP = re.compile(r"[#>\-*+`|]|\d+[.)]\s|(?:commonplace|gaps|home|omitted|wiki):")
_SEEN = bytes([0x09, 0x0A, *range(0x20, 0x7F)])
_LINE_ENDS = re.compile(r"\r\n?|[\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def inline(text: str, limit: int = 0) -> str:
    """Text inside a line, as it can be used again: no line breaks, no hidden signs."""
    is_shown = _is_plain(text) and "  " not in text and text == text.strip()
    shown = text if is_shown else escape_hidden(" ".join(text.split()))
    return shown[: limit - 1].rstrip() + "…" if limit and len(shown) > limit else shown


def leading(text: str, limit: int = 0) -> str:
    """The same at the beginning of a line: nothing in it opens markup, or passes for a line of ours."""
    shown = inline(text, limit)
    return "\\" + shown if _OPENS_MARKUP.match(shown) else shown


def quoted(text: str) -> str:
    """Text as a quotation of whole lines: every line begins with `> `, whatever it holds."""
    if _is_plain(text):
        return "> " + text
    if _is_clean(text):
        return "> " + text.replace("\n", "\n> ")
    return "\n".join("> " + escape_hidden(line) for line in _LINE_ENDS.split(text))


def escape_hidden(text: str) -> str:
    """Signs that are not seen, spelled out as escapes."""
    return text if _is_plain(text) or _is_clean(text) else _spelled(text, _spell)


def json_text(value: Any, *, indent: int | str | None = None) -> str:
    """One JSON document; signs that are not seen are written as escapes, which read back as the same signs."""
    import json

    written = json.dumps(value, ensure_ascii=False, indent=indent)
    return written if _is_clean(written) else _spelled(written, _spell_json)


def _is_plain(text: str) -> bool:
    """Whether there is nothing to spell out, and no line break: most text, and much cheaper to see than to search."""
    return text.isascii() and text.isprintable()


def _is_clean(text: str) -> bool:
    """The same where there are line feeds and tabs, and other scripts: signs beyond ASCII alone are searched."""
    odd = text.encode("utf-8", "surrogatepass").translate(None, _SEEN).decode("utf-8", "surrogatepass")
    return odd.isprintable() and _HIDDEN.search(odd) is None


def _spelled(text: str, spell: Callable[[re.Match[str]], str]) -> str:
    shown = _HIDDEN.sub(spell, text)
    # In the pattern above these would cost every sign of every reply; they are not printable, as a line break is not.
    return shown if shown.replace("\n", "").isprintable() else re.compile(_JOINING).sub(spell, shown)


def _spell_json(match: re.Match[str]) -> str:
    if is_seen(match.string, match.start()):
        return match[0]
    units = match.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _spell(match: re.Match[str]) -> str:
    if is_seen(match.string, match.start()):
        return match[0]
    code = ord(match.group())
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
