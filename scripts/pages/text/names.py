"""Names: the slug a title becomes, the keys names are compared by, and which file names may be created.

Pure text to text.  What exists in a vault is not known here, so a clash with another page is the caller's to find.
"""

from __future__ import annotations

import unicodedata

from ... import regex as re
from ...errors import UnsafePathError
from .hidden_signs import INVISIBLE_LETTERS
from .words import LATIN_LETTERS, is_unspaced

MAX_SLUG_CHARACTERS = 80
MAX_SLUG_BYTES = 180
MAX_FILE_NAME_CHARACTERS = 120
MAX_FILE_NAME_BYTES = 200

GENERATED_NAMES = frozenset({"index", "log"})
"""Stems of the generated pages of a home: no title gets one of these as its slug."""

_DEVICE_NAMES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
)

_ARTICLE = r"(?:an?|the|eine?|der|die|das|une?|les?|la|el|los|il|uma?|een|het|de)"
_QUALIFIER = re.compile(rf"(?<=\S)(?:\s*\([^()]*\)|,\s[^,]*|(?::| [-–—|])\s{_ARTICLE}\s.*)\Z")
"""A subtitle says in other words what the title names (`Nettle: a library`); before another colon stands a kind, as in
`Runbook: edge-gw`."""
_NUMBERED = re.compile(r"\A([A-Z]{2,10}[ -]?\d+)(?::| [-–—|])\s+(?=\S)")
"""A number before what the title names, as a series gives it: `KEP-277: Ephemeral containers`."""
_SEPARATORS = re.compile(r"[\s\-_]+")
_CONTROL_SIGNS = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
_APOSTROPHES = "'\u2018\u2019\u02bc\uff07`\u00b4"


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
    """The readable form of a title with its mark, whether it needs one or not."""
    name = normalize_name(title)
    readable = _spell(name)
    from ...digests import sha256

    mark = "x" + sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    stem = _cut(readable, MAX_SLUG_CHARACTERS - len(mark) - 1, MAX_SLUG_BYTES - len(mark) - 1)
    return f"{stem}-{mark}" if stem else mark


def plain_slug(title: str) -> str:
    """The readable file stem for a title, without a mark where a stem may be had without one.

    Several titles may share it (`a, b` and `a b`): the caller sees whether another one has it already, and takes the
    marked slug then.
    """
    readable = _spell(normalize_name(title))
    taken = not readable or _MARKED.search(readable) or readable in _DEVICE_NAMES or readable in GENERATED_NAMES
    return readable if not taken and _fits(readable, MAX_SLUG_CHARACTERS, MAX_SLUG_BYTES) else slugify(title)


def normalize_name(name: str) -> str:
    """Key by which two names are the same: NFKC, case-folded, blanks and hyphens unified, invisible signs dropped.

    Hyphens at either end are kept: blood type `A-` is not `A`.
    """
    if name.isascii():
        plain = name.lower()
        if plain.isalnum():
            return plain
        plain = _CONTROL_SIGNS.sub("", plain)
    else:
        plain = _compatible(name)
    plain = plain.strip()
    core = _SEPARATORS.sub(" ", plain.strip("-_ \t\n\r\f\v\x1c\x1d\x1e\x1f\x85"))
    start = len(plain) - len(plain.lstrip("-_ "))
    lead = plain[:start].replace(" ", "")
    tail = plain[len(plain.rstrip("-_ ")) :].replace(" ", "") if core else ""
    return lead + core.strip() + tail


def fold_name(name: str) -> str:
    """Matching key: accents, hyphens, case, a simple English plural and outer punctuation do not count.

    For finding, not for identity: `Résumés` and `resume` share a key.  Folding twice changes nothing.
    """
    if name.isascii():
        folded = name.lower()
        if folded.isalnum():
            return _singular(folded)
        folded = folded.translate(_FOLD_TABLE)
    else:
        folded = _without_accents(_compatible(name).translate(_FOLD_TABLE))
    words = []
    for word in folded.split():
        word = _singular(word.lstrip('([{<"¿¡').rstrip('.,;:!?)]}>"'))
        if word:
            words.append(word)
    return " ".join(words) or normalize_name(name)


def short_title(title: str) -> str:
    """A title without the qualifier that tells it apart from others: `Brand` for `Brand (play)`; else the title itself.

    Also without a place (`Rochester, New York`), a subtitle (`Nettle: a library`), a number (`ADR-12: A new store`).
    """
    short = _QUALIFIER.sub("", title) or title
    subject = _NUMBERED.sub("", short)
    # One word names a thing beyond the page (`ADR-7: Kafka`) or where it stood (`ISO 8601 - Wikipedia`).
    return subject if " " in subject or is_unspaced(subject) else short


def series_number(title: str) -> str:
    """The number that a title begins with as one of a series, such as `ADR-12`; "" where it has none."""
    found = _NUMBERED.match(title)
    return found[1] if found else ""


def check_file_name(name: str) -> None:
    """Raise UnsafePathError when a note must not be created under this name (given with or without `.md`)."""
    reason = _fault(name)
    if reason:
        raise UnsafePathError(name, reason)


def is_safe_file_name(name: str) -> bool:
    """Whether check_file_name lets the name pass."""
    return not _fault(name)


def safe_display(text: str) -> str:
    """Text as the label of a wikilink: one line, and nothing in it ends the link or starts markup of its own."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(c for c in text if c.isspace() or not _is_hidden(c))
    shown = text.translate(_DISPLAY_TABLE)
    if "%%" in shown:
        shown = re.sub("%{2,}", "%", shown)
    return " ".join(shown.split())


def _compatible(name: str) -> str:
    """NFKC and case folding until nothing changes, dashes as `-`, what is drawn as nothing dropped."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    result = unicodedata.normalize("NFKC", folded.translate(_COMPATIBLE))
    return result if result == name else _compatible(result)


class _Compatible(dict[int, str]):
    """What becomes of each sign, found when it is first met."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        kind = unicodedata.category(sign)
        if kind == "Pd":
            kept = "-"
        elif sign.isspace():
            kept = " "
        else:
            dropped = kind in ("Cf", "Cc") or sign in INVISIBLE_LETTERS or "\ufe00" <= sign <= "\ufe0f"
            kept = "" if dropped else sign
        self[code] = kept
        return kept


_COMPATIBLE = _Compatible()


_SIGN_WORDS = {"+": "plus", "#": "sharp", "&": "and", "@": "at", "%": "percent", "=": "equals", "-": "minus"}
_SPELLED = r"""(?x)(?<![^-])(?:
        (?P<letter>[a-z])-(?P<one>plus|sharp)(?![^-])(?!-plus(?![^-]))   # a+  c#  f#
      | (?P<word>[a-z0-9]+)(?P<pluses>(?:-plus){2,})(?![^-])             # c++  notepad++
      | (?P<left>[a-z])-and-(?P<right>[a-z])(?![^-])                     # r&d  q&a
      | (?P<number>[0-9]+)-percent(?![^-])                               # 100%
    )"""
_MARKED = re.compile(r"(?:^|-)x[0-9a-f]{6}$")


def _spell(name: str) -> str:
    """Readable slug of a normalized name; several names may have the same."""
    out: list[str] = []
    for sign in name:
        kind = unicodedata.category(sign)
        if kind[0] in "LN" or (kind in ("Mn", "Mc") and out and out[-1][-1] != "-"):
            out.append(sign)
        elif sign in _SIGN_WORDS:
            out.append(f"-{_SIGN_WORDS[sign]}-")
        elif sign not in _APOSTROPHES:
            out.append("-")
    return unicodedata.normalize("NFC", re.sub("-{2,}", "-", "".join(out)).strip("-"))


def _owner(slug: str) -> str | None:
    """The one normalized name that has this slug without a mark; None when nobody may have it."""
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
    """Longest beginning that fits, ending with a whole word where one ends in its last third."""
    if _fits(slug, characters, size):
        return slug
    end = min(len(slug), characters)
    while not _fits(slug[:end], characters, size) or unicodedata.combining(slug[end]):
        end -= 1
    dash = slug.rfind("-", 0, end + 1)
    return slug[: dash if dash > end * 2 // 3 else end].strip("-")


_CONTROLS = [*range(9), *range(0x0E, 0x1C), 0x7F]
_FOLD_TABLE = {ord(c): " " for c in "-_"} | {ord(c): None for c in _APOSTROPHES} | dict.fromkeys(_CONTROLS)
_LATIN_LETTERS = str.maketrans(LATIN_LETTERS | dict.fromkeys("“”„«»", '"'))
# Marks that readers leave out: accents on Latin and Greek letters, Hebrew points, Arabic vowel signs and hamza.
# Marks of other scripts (Devanagari, kana voicing, Cyrillic short i) make another letter and stay.
_ACCENTS = re.compile(
    "(?<=[A-Za-z\u00c0-\u024f\u0370-\u03ff\u1e00-\u1fff\u0300-\u036f])[\u0300-\u036f]+"
    "|[\u0591-\u05c7\u064b-\u065f\u0670\u0640]"
)
_KEEPS_E = re.compile(r"(?:^|[^aeiou])aches$")
_LATIN_US = re.compile(r"(?:[tnrps]|^b)uses$")


def _without_accents(name: str) -> str:
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", name.replace("ё", "е")))
    return unicodedata.normalize("NFC", bare.translate(_LATIN_LETTERS))


def _singular(word: str) -> str:
    """A folded word; of four letters or more, in English, without its plural ending."""
    if word[-1:] != "s" or len(word) < 4 or not (word.isascii() and word.isalpha()):
        return word
    if word.endswith("ss") or word == "news" or (len(word) > 4 and word.endswith(("us", "is"))):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "xes")) or (word.endswith("ches") and not _KEEPS_E.search(word)):
        return word[:-2]
    return word[:-2] if _LATIN_US.search(word) else word[:-1]


_FORBIDDEN = dict.fromkeys('*"\\/<>:|?', "Windows and Obsidian refuse it") | dict.fromkeys("#^[]", "it breaks links")
_DISPLAY_TABLE = str.maketrans(
    {"[": "(", "]": ")", "|": "/", "`": "'", "\\": "/", "<": "\u2039", ">": "\u203a", "$": "\uff04"}
)


def _fault(name: str) -> str:
    """Why a file name may not be created; "" when it may."""
    stem = name[:-3] if name.lower().endswith(".md") else name
    if not stem.strip():
        return "it is empty"
    for sign in stem:
        if sign in _FORBIDDEN:
            return f"it holds {sign!r}: {_FORBIDDEN[sign]}"
        if not sign.isprintable() and sign != " " and (_is_hidden(sign) or sign.isspace()):
            return f"it holds the invisible character U+{ord(sign):04X}"
        if sign in INVISIBLE_LETTERS:
            return f"it holds the invisible character U+{ord(sign):04X}"
    if "%%" in stem:
        return "it holds '%%': it breaks links"
    if stem[0] == ".":
        return "it starts with a dot, so it would be hidden"
    if stem != stem.strip() or stem[-1] == ".":
        return "it starts or ends with a blank, or ends with a dot"
    if unicodedata.normalize("NFKC", stem.split(".")[0].rstrip()).lower() in _DEVICE_NAMES:
        return "it is the name of a device on Windows"
    if not _fits(stem, MAX_FILE_NAME_CHARACTERS, MAX_FILE_NAME_BYTES):
        return f"it is longer than {MAX_FILE_NAME_CHARACTERS} characters or {MAX_FILE_NAME_BYTES} bytes"
    return ""


def _is_hidden(sign: str) -> bool:
    """Control, format (bidi, zero-width), surrogate and separator characters, and letters drawn as nothing."""
    if sign < "\u007f":
        return sign < " "
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") or sign in INVISIBLE_LETTERS
