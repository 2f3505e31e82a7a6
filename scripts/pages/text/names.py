"""The keys by which names are compared.  What slug a title becomes is in slugs.py."""

from __future__ import annotations

import re

from .hidden_signs import INVISIBLE_LETTERS
from .words import LATIN_LETTERS, is_unspaced

_ARTICLE = r"(?:an?|the|eine?|der|die|das|une?|les?|la|el|los|il|uma?|een|het|de)"
_QUALIFIER = re.compile(rf"(?<=\S)(?:\s*\([^()]*\)|,\s[^,]*|(?::| [-–—|])\s{_ARTICLE}\s.*)\Z")
"""A subtitle says in other words what the title names (`Nettle: a library`); before another colon stands a kind, as in
`Runbook: edge-gw`."""
_NUMBERED = re.compile(r"\A([A-Z]{2,10}[ -]?\d+)(?::| [-–—|])\s+(?=\S)")
"""A number before what the title names, as a series gives it: `KEP-277: Ephemeral containers`."""
_SEPARATORS = re.compile(r"[\s\-_]+")
_CONTROL_SIGNS = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
APOSTROPHES = "'\u2018\u2019\u02bc\uff07`\u00b4"
"""Signs that are left out where names are compared."""


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
        # Most names and words of a text are one word, with a mark before or behind it at most.
        word = folded.lstrip(_OPENING).rstrip(_CLOSING)
        if word.isalnum():
            return _singular(word) if word[-1] == "s" else word
        folded = folded.translate(_FOLD_TABLE)
    else:
        folded = _without_accents(_compatible(name).translate(_FOLD_TABLE))
    words = []
    for word in folded.split():
        word = _singular(word.lstrip(_OPENING).rstrip(_CLOSING))
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


def _compatible(name: str) -> str:
    """NFKC and case folding until nothing changes, dashes as `-`, what is drawn as nothing dropped."""
    # A shared object that ASCII never needs; `from` would take eight times as long as `import`, once it is loaded.
    import unicodedata

    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    result = unicodedata.normalize("NFKC", folded.translate(_COMPATIBLE))
    return result if result == name else _compatible(result)


class _Compatible(dict[int, str]):
    """What becomes of each sign, found when it is first met."""

    def __missing__(self, code: int) -> str:
        from unicodedata import category

        sign = chr(code)
        kind = category(sign)
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


_CONTROLS = [*range(9), *range(0x0E, 0x1C), 0x7F]
# What stays is said, too: translate() raises an error within for each sign that a table has not.
_FOLD_TABLE = (
    dict(zip(range(128), range(128)))
    | {ord(c): " " for c in "-_"}
    | {ord(c): None for c in APOSTROPHES}
    | dict.fromkeys(_CONTROLS)
)
_OPENING, _CLOSING = '([{<"¿¡', '.,;:!?)]}>"'
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
    import unicodedata

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
