"""Where sentences end: full stops of many scripts, but not those of abbreviations, initials and numbers."""

from __future__ import annotations

import re

# One set of signs comes first, which a text is searched for much faster than for alternatives.
_END = re.compile(
    r"[.!?…؟۔।॥։።。！？｡．\n](?:"
    r"(?<=[.!?…؟۔।॥։።])[.!?…؟۔।॥։።]*[\"'”’»)\]*_]*(?:[ \u00a0\u202f]»)?(?=\s|$)(?P<stop>)"
    r"|(?<=[。！？｡．])(?<![0-9０-９]．)[。！？｡．]*(?:[」』”’）】》〉〕］｣]+(?![」』”’）】》〉〕］｣]|と|って|など|[のをはがに的])"
    r"|(?![」』”’）】》〉〕］｣。！？｡．]))"
    r"|(?<=\n)[ \t]*(?=\n|[-*+>|#•‣▪◦●○■□◆◇※・①-⑳]|\d+[.)] ))"
)
_OPENING, _CLOSING = "（「『“《【〈〔［(", "）」』”》】〉〕］)"
_LONGEST_ASIDE = 100
"""Characters on either side within which a bracket is looked for that keeps sentences together."""
# Between blanks, so that a word is looked up with blanks around it.
_ABBREVIATIONS = (
    " mr mrs ms dr prof st vs etc e.g i.e cf al fig eq sec ch vol nos pp p jr sr inc ltd co corp dept est"
    " approx ca jan feb mar apr jun jul aug sep sept oct nov dec z.b d.h u.a bzw usw nr bspw ggf vgl abb bd hr fr"
    " m mme mlle art av sra ud pág núm gen col lt sgt capt gov sen rep rev hon u.s u.k a.m p.m ph.d b.sc m.sc resp"
    " incl op viz chr geb gest ebd frhr rd pfd hl hg hrsg hgg jh jhdt mio mrd tel evtl inkl zzgl usf aufl str wwe"
    " em lbs oz d v mlles éd coll inv dra dña srta srtas sres hnos cía ntra ntro excmo excma ilmo ilma avda ej uds vds"
    " lic arq fco exmo exma dott sig avv ing "
)
_CYRILLIC_ABBREVIATIONS = (
    " проф акад доц инж чл ген тов гр гл рис табл стр разд вып изд ред соч вул буд каб корп кв ул просп пер пл наб"
    " обл пос дер им ім св см ст ок янв фев февр мар апр июн июл авг сен сент окт ноя нояб дек тыс млн млрд чел руб"
    " коп грн "
)
"""Nor these, unless a number stands before them (`5 тыс. Новый`) or `т.`, as in `и т. д. Новый`."""
_CYRILLIC_WORDS = "яєї"
"""Small letters of which a sentence may be made; others are abbreviations."""
_BEFORE_NUMBER = " no best taf anf kap abs kat tab anm jg inv bl sp c h t "
"""Words that a full stop ends only where no number follows: `No. 17`, `Taf. 4`, `c. 1850`, `t. XLII`."""
_NUMBER = re.compile(r"\d|[IVXLC]{2,}\b")
_PAIRS = (" d. h", " n. Chr", " z. B", " a. D", " a. M", " u. U", " o. Ä", " i. A", " i. R", " z. T", " z. Z")
"""Abbreviations of two letters, of which the small one alone may be a word."""
_MONTHS = " januar jänner februar märz mai juni juli oktober dezember mär okt dez "
"""Not those that are English, too: before them stands a word that tells."""
_COUNTED = (
    " jahrhundert jahrhunderts jh jahrtausend auflage aufl bd teil tag tages jahr jahrs jahres monat woche klasse"
    " kapitel artikel platz lebensjahr geburtstag sitzung kongress armee etage "
)
"""German words that are counted with an ordinal."""
_BEFORE_ORDINALS = " im vom zum zur beim der des dem den das ins bis seit "
"""German words before an ordinal.  Not `am` and `die`: they are English as well."""
_ENGLISH_MONTHS = " april august september november apr aug sep sept nov "
_ORDINAL_DIGITS = 2
_TITLE = re.compile(r"MM|[B-DF-HJ-NP-TV-Z][b-df-hj-np-tv-xz]+|(?:[^\W\d_]\.)+[^\W\d_]")
"""Words that abbreviate by their form, no number before them: `Mgr. Lacombe`, `C.P. 28004`, and not `60 Hz. Then`."""
_UNITS = " hz khz mhz ghz thz kb mb gb tb pb bps kbps mbps "
"""Words of that form that abbreviate nothing but end a sentence: `measured in Hz. Then`."""
_DOUBLED = re.compile(r"([A-Z])\1")
"""A plural of Spanish: `EE. UU.`"""
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘«]+$")


def sentences(text: str) -> list[tuple[int, int]]:
    """Return the spans of the sentences, without the white space around them.

    A full stop ends none after an abbreviation, an initial, a list number or a German ordinal, nor before a small
    letter; a line ends one before a blank line, a list item, a quote, a heading or a table row.  In Chinese and
    Japanese one ends behind the quotes that close behind its full stop, but where these go on with a particle, and not
    within brackets.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        at, end = match.span()
        if match.lastgroup:
            if not _ends(text, start, at, end):
                continue
        elif text[at] != "\n" and _is_within(text, start, end):
            continue
        _add(spans, text, start, end)
        start = end
    _add(spans, text, start, len(text))
    return spans


def _add(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    begun = piece.lstrip()
    if begun:
        spans.append((end - len(begun), end - len(begun) + len(begun.rstrip())))


def _is_within(text: str, start: int, at: int) -> bool:
    """Whether a place of a sentence that begins at start is inside of brackets or quotes that are not long."""
    before = text[max(start, at - _LONGEST_ASIDE) : at]
    depth = 0
    for sign in reversed(before):
        depth += (sign in _CLOSING) - (sign in _OPENING)
        if depth < 0:
            break
    else:
        return False
    after = text[at : at + _LONGEST_ASIDE]
    closing = [found for sign in _CLOSING if (found := after.find(sign)) >= 0]
    opening = [found for sign in _OPENING if (found := after.find(sign)) >= 0]
    return bool(closing) and min(closing) < min(opening, default=_LONGEST_ASIDE) and "\n" not in after[: min(closing)]


def _ends(text: str, start: int, stop: int, end: int) -> bool:
    """Whether the full stop between the last two of these places ends a sentence that begins at the first."""
    after = text[end : end + 40].lstrip()
    if after[:1].islower():
        return False
    if end - stop > 1 or text[stop] != ".":
        return True
    # The last 40 characters hold any abbreviation; looking further would make a text without blanks quadratic.
    tail = text[max(start, stop - 40) : stop]
    plain = tail[tail.rfind(" ") + 1 :]
    if len(plain) > 1 and plain.isascii() and plain.isalpha() and (plain.islower() or _is_plain_name(plain)):
        # So do most sentences end, and of what follows only this can say otherwise.
        folded = plain.lower()
        return not (_is_of(folded, _ABBREVIATIONS) or (_is_of(folded, _BEFORE_NUMBER) and _NUMBER.match(after)))
    found = _LAST_WORD.search(tail)
    if not found:
        return True
    word, at = found[0], stop - len(found[0])
    folded = word.lower()
    last = folded.rpartition("-")[2]
    if _is_of(folded, _ABBREVIATIONS) or _is_of(last, _ABBREVIATIONS):
        return False
    if _is_of(last, _BEFORE_NUMBER) and _NUMBER.match(after):
        return False
    # The last words tell; all that came before may be long.
    before = text[max(start, at - 40) : at].split()
    is_counted = bool(before) and before[-1][-1].isdigit()
    if "\u0400" <= word[0] <= "\u052f":
        return is_counted or before[-1:] == ["т."] or not _abbreviates_cyrillic(word, folded)
    is_title = _TITLE.fullmatch(word) and not (is_counted or _is_of(folded, _UNITS))
    if is_title or (_DOUBLED.fullmatch(word) and _DOUBLED.match(after)):
        return False
    if word == "Me" and text[start:at].strip():
        return False
    if len(word) == 1 and word.isalpha():
        around = f" {text[max(start, at - 3) : end]} {after[:3]}"
        return not (word.isupper() or any(pair in around for pair in _PAIRS))
    return not (word.isdigit() and _counts(before, word, after.split(maxsplit=1)))


def _is_plain_name(word: str) -> bool:
    """Whether only the first of these letters is a capital, and the word does not abbreviate by its form."""
    return word.istitle() and word != "Me" and not _TITLE.fullmatch(word)


def _abbreviates_cyrillic(word: str, folded: str) -> bool:
    """Whether a word of Cyrillic letters is cut short or an initial: `г. Тольятти`, `А. С. Ким`."""
    if len(word) == 1:
        return word not in _CYRILLIC_WORDS
    return _is_of(folded, _CYRILLIC_ABBREVIATIONS)


def _is_of(word: str, words: str) -> bool:
    """Whether these words, with blanks around each, have this one."""
    return f" {word} " in words


def _counts(before: list[str], number: str, after: list[str]) -> bool:
    """Whether a number with a full stop between these words is that of a list item, or German for `third`."""
    if not before:
        return True
    if len(number) > _ORDINAL_DIGITS:
        return False
    last = before[-1].lower()
    following = after[0].rstrip(".,;:").lower() if after else ""
    if any((_is_of(last, _BEFORE_ORDINALS), _is_of(following, _MONTHS), _is_of(following, _COUNTED))):
        return True
    if last == "und" and len(before) > 1:
        return before[-2].rstrip(".").isdigit() and before[-2].endswith(".")
    return last == "am" and _is_of(following, _ENGLISH_MONTHS)
