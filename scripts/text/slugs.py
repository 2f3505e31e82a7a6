"""Slugs and file names: what a title becomes, which file names may be created, and how a name is shown in a link.

Pure text to text.  What exists in a vault is not known here, so a clash with another page is the caller's to find.
"""

from __future__ import annotations

import re
import unicodedata

from ..errors import UnsafePathError
from .characters import is_hidden, normal_form, without_hidden
from .names import APOSTROPHES, normalize_name

MAX_SLUG_CHARACTERS = 80
MAX_SLUG_BYTES = 180
MAX_FILE_NAME_CHARACTERS = 120
MAX_FILE_NAME_BYTES = 200

GENERATED_NAMES = frozenset({"index", "log"})
"""Stems of the generated pages of a home: no title gets one of these as its slug."""

_DEVICE_NAMES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
)


def slugify(title: str) -> str:
    """File stem for a title: never empty, legal on every system, and no two different titles share one.

    Titles are different when normalize_name keeps them apart.  Letters and digits of every script stay, `C++`, `C#`,
    `R&D` and `5%` are spelled out; where the readable form would also be another title's, it gets a suffix
    `-x` + 6 hex digits of the SHA-256 of the normalized title.
    """
    name = normalize_name(title)
    readable = _spell(name)
    if _owner(readable) == name and _fits(readable, MAX_SLUG_CHARACTERS, MAX_SLUG_BYTES):
        return readable
    return marked_slug(title)


def marked_slug(title: str) -> str:
    """Return the readable form of a title with its mark, whether it needs one or not."""
    name = normalize_name(title)
    readable = _spell(name)
    from hashlib import sha256

    mark = "x" + sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    stem = _cut(readable, MAX_SLUG_CHARACTERS - len(mark) - 1, MAX_SLUG_BYTES - len(mark) - 1)
    return f"{stem}-{mark}" if stem else mark


def plain_slug(title: str) -> str:
    """Return the readable file stem for a title, without a mark where a stem may be had without one.

    Several titles may share it (`a, b` and `a b`): the caller sees whether another one has it already, and takes the
    marked slug then.
    """
    readable = _spell(normalize_name(title))
    taken = not readable or _MARKED.search(readable) or readable in _DEVICE_NAMES or readable in GENERATED_NAMES
    return readable if not taken and _fits(readable, MAX_SLUG_CHARACTERS, MAX_SLUG_BYTES) else slugify(title)


def check_file_name(name: str) -> None:
    """Raise UnsafePathError when a note must not be created under this name (given with or without `.md`)."""
    reason = _fault(name)
    if reason:
        raise UnsafePathError(name, reason)


def is_safe_file_name(name: str) -> bool:
    """Return whether check_file_name lets the name pass."""
    return not _fault(name)


def legal_stem(name: str) -> str:
    """Return the stem of a file name that every system takes and that says what a name says; else its slug."""
    stem = re.sub(r"\s*:\s*", " - ", re.sub(r"[/\\]", "-", name))
    stem = " ".join(re.sub(r'[*?"<>|#^\[\]]|%%', " ", stem).split()).strip(" .-")
    return stem if is_safe_file_name(stem) else slugify(name)


def safe_display(text: str) -> str:
    """Return text as the label of a wikilink: one line, and nothing in it ends the link or starts markup of its own."""
    shown = without_hidden(text).translate(_DISPLAY_TABLE)
    if "%%" in shown:
        shown = re.sub("%{2,}", "%", shown)
    return " ".join(shown.split())


_SIGN_WORDS = {"+": "plus", "#": "sharp", "&": "and", "@": "at", "%": "percent", "=": "equals", "-": "minus"}
_SPELLED = r"""(?x)(?<![^-])(?:
        (?P<letter>[a-z])-(?P<one>plus|sharp)(?![^-])(?!-plus(?![^-]))   # a+  c#  f#
      | (?P<word>[a-z0-9]+)(?P<pluses>(?:-plus){2,})(?![^-])             # c++  notepad++
      | (?P<left>[a-z])-and-(?P<right>[a-z])(?![^-])                     # r&d  q&a
      | (?P<number>[0-9]+)-percent(?![^-])                               # 100%
    )"""
_MARKED = re.compile(r"(?:^|-)x[0-9a-f]{6}$")


def _spell(name: str) -> str:
    """Return readable slug of a normalized name; several names may have the same."""
    out: list[str] = []
    for sign in name:
        kind = unicodedata.category(sign)
        if kind[0] in "LN" or (kind in ("Mn", "Mc") and out and out[-1][-1] != "-"):
            out.append(sign)
        elif sign in _SIGN_WORDS:
            out.append(f"-{_SIGN_WORDS[sign]}-")
        elif sign not in APOSTROPHES:
            out.append("-")
    return normal_form("NFC", re.sub("-{2,}", "-", "".join(out)).strip("-"))


def _owner(slug: str) -> str | None:
    """Return the one normalized name that has this slug without a mark; None when nobody may have it."""
    if not slug or _MARKED.search(slug) or slug in _DEVICE_NAMES or slug in GENERATED_NAMES:
        return None
    return re.sub(_SPELLED, _unspell, slug).replace("-", " ")


def _unspell(match: re.Match[str]) -> str:
    if match["letter"]:
        return match["letter"] + {"plus": "+", "sharp": "#"}[match["one"]]
    if match["word"]:
        return match["word"] + "+" * (len(match["pluses"]) // len("-plus"))
    if match["left"]:
        return f"{match['left']}&{match['right']}"
    return match["number"] + "%"


def _fits(text: str, characters: int, size: int) -> bool:
    return len(text) <= characters and len(text.encode("utf-8", "surrogatepass")) <= size


def _cut(slug: str, characters: int, size: int) -> str:
    """Return longest beginning that fits, ending with a whole word where one ends in its last third."""
    if _fits(slug, characters, size):
        return slug
    end = min(len(slug), characters)
    while not _fits(slug[:end], characters, size) or unicodedata.combining(slug[end]):
        end -= 1
    dash = slug.rfind("-", 0, end + 1)
    return slug[: dash if dash > end * 2 // 3 else end].strip("-")


_FORBIDDEN = dict.fromkeys('*"\\/<>:|?', "Windows and Obsidian refuse it") | dict.fromkeys("#^[]", "it breaks links")
_DISPLAY_TABLE = str.maketrans(
    {"[": "(", "]": ")", "|": "/", "`": "'", "\\": "/", "<": "\u2039", ">": "\u203a", "$": "\uff04"}
)


def _fault(name: str) -> str:
    """Return why a file name may not be created; "" when it may."""
    stem = name[:-3] if name.lower().endswith(".md") else name
    if not stem.strip():
        return "it is empty"
    for sign in stem:
        if sign in _FORBIDDEN:
            return f"it holds {sign!r}: {_FORBIDDEN[sign]}"
        if sign != " " and (is_hidden(sign) or sign.isspace()):
            return f"it holds the invisible character U+{ord(sign):04X}"
    if "%%" in stem:
        return "it holds '%%': it breaks links"
    if stem[0] == ".":
        return "it starts with a dot, so it would be hidden"
    if stem != stem.strip() or stem[-1] == ".":
        return "it starts or ends with a blank, or ends with a dot"
    if normal_form("NFKC", stem.split(".")[0].rstrip()).lower() in _DEVICE_NAMES:
        return "it is the name of a device on Windows"
    if not _fits(stem, MAX_FILE_NAME_CHARACTERS, MAX_FILE_NAME_BYTES):
        return f"it is longer than {MAX_FILE_NAME_CHARACTERS} characters or {MAX_FILE_NAME_BYTES} bytes"
    return ""
