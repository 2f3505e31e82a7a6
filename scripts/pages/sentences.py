"""Where sentences end: full stops of many scripts, but not those of abbreviations, initials and numbers."""

from __future__ import annotations

from .. import regex as re

_END = re.compile(
    r"(?P<stop>[.!?…]+[\"'”’»)\]*_]*)(?=\s|$)"
    r"|[。！？｡．]+[」』”’）】》]*"
    r"|\n[ \t]*(?=\n|[-*+>|#]|\d+[.)] )"
)
# Between blanks, so that a word is looked up with blanks around it.
_ABBREVIATIONS = (
    " mr mrs ms dr prof st vs etc e.g i.e cf al fig eq sec ch vol nos pp p jr sr inc ltd co corp dept est"
    " approx ca jan feb mar apr jun jul aug sep sept oct nov dec z.b d.h u.a bzw usw nr bspw ggf vgl abb bd hr fr"
    " mme mlle art av sra ud pág núm gen col lt sgt capt gov sen rep rev hon u.s u.k a.m p.m ph.d b.sc m.sc resp"
    " incl op chr geb gest ebd jh mio tel evtl inkl ung usf aufl inv em wwe oz viz "
)
_VOWELS = frozenset("aeiouy")
"""Letters without one of which a Latin word in small letters is an abbreviation (`rd.`, `Frhr.`, `lbs.`)."""
BEFORE_NUMBER = 5
"""Letters up to which a word with a full stop before a number is one: `No. 17`, `Taf. 4`, `c. 1850`."""
_MONTHS = (
    " januar jänner februar märz april mai juni juli august september oktober november dezember"
    " jan feb mär apr jun jul aug sep sept okt nov dez "
)
_BEFORE_ORDINALS = " im vom zum zur beim der des dem den das ins bis seit "
"""German words before a number with a full stop.  Not `am` and `die`: they are English as well."""
_COUNTED = (
    " jahrhundert jahrhunderts jh jahrtausend auflage aufl band bd teil tag tages jahr jahrs jahres monat woche klasse"
    " kapitel artikel stock platz mal lebensjahr geburtstag sitzung kongress armee division regiment etage stufe "
)
"""German words that are counted with such a number."""
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘«]+$")


def sentences(text: str) -> list[tuple[int, int]]:
    """Return the spans of the sentences, without the white space around them.

    A full stop ends none after an abbreviation, an initial, a list number or a German ordinal, nor before a small
    letter; a line ends one before a blank line, a list item, a quote, a heading or a table row.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if match["stop"] and not _ends(text, start, match):
            continue
        start = _add(spans, text, start, match.end())
    _add(spans, text, start, len(text))
    return spans


def _add(spans: list[tuple[int, int]], text: str, start: int, end: int) -> int:
    piece = text[start:end]
    stripped = piece.strip()
    if stripped:
        begin = start + piece.index(stripped)
        spans.append((begin, begin + len(stripped)))
    return end


def _ends(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether this full stop ends a sentence."""
    after = text[match.end() : match.end() + 40].lstrip()
    if after and after[0].islower():
        return False
    if match["stop"] != ".":
        return True
    # The last 40 characters hold any abbreviation; looking further would make a text without blanks quadratic.
    found = _LAST_WORD.search(text[max(start, match.start() - 40) : match.start()])
    if not found:
        return True
    word = found[0]
    last = word.lower().rpartition("-")[2]
    if f" {last} " in _ABBREVIATIONS or (last.isascii() and last.isalpha() and _is_short_for(word, last, after)):
        return False
    if len(word) == 1 and (word.isupper() or (word.isascii() and word.isalpha())):
        return False
    return not (word.isdigit() and _counts(text[start : match.start() - len(word)], word, after))


def _is_short_for(word: str, folded: str, after: str) -> bool:
    """Whether a word of small Latin letters is an abbreviation by its look, or by the number behind it."""
    if word.isupper():
        return False
    return _VOWELS.isdisjoint(folded) or (len(folded) <= BEFORE_NUMBER and after[:1].isdigit())


def _counts(before: str, number: str, after: str) -> bool:
    """Whether a number with a full stop between two texts is that of a list item, or German for `third`."""
    words = before[-40:].split()
    if not words:
        return True
    following = after.split(maxsplit=1)[0].rstrip(".,;:") if after else ""
    if len(number) < 3 and f" {following.lower()} " in _MONTHS + _COUNTED:
        return True
    if words[-1].lower() == "und" and len(words) > 1 and words[-2].rstrip(".").isdigit():
        return True
    return f" {words[-1].lower()} " in _BEFORE_ORDINALS
