"""Turn text into the terms that are indexed and searched for: one analyzer for pages and for questions.

Words are folded, stop words left out, and the rest stemmed in the language of the text; scripts without blanks become
overlapping pairs of characters.  A word that can be written in several ways has further terms, its variants: `Wi-Fi`
is also indexed as `wifi`, `softLogout` also as `soft logout`, `15GB` also as `15 gb`.

It knows nothing of the index.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain, groupby
from typing import NamedTuple

from .characters import fold, normal_form
from .language import (
    LONGEST_STOP_WORD,
    WITH_DECIMAL_POINT,
    detect_language,
    fold_in,
    script_of,
    stem_word,
    stop_words,
    word_lists,
)

MAX_WORD = 64
"""Letters of a word that are indexed: longer ones are keys and hashes, which differ in their beginnings."""


class QueryWord(NamedTuple):
    """A word of a question."""

    text: str
    """As written; of a script without blanks, the pair of characters."""
    term: str
    forms: tuple[str, ...] = ()
    """The same word written in other ways; a form of several words, parted by blanks, is a phrase."""
    beginning: str = ""
    """The folded prefix that a `plumb*` in the question searches for; "" for a whole word."""
    is_piece: bool = False
    """It was cut from a run of a script without blanks, perhaps across words, and may occur nowhere for that reason."""


def analyze(text: str, language: str) -> list[str]:
    """Return the terms of a text in their order, then the variants of its words.

    language is one of language.LANGUAGES; "" is read as English.  No term is empty or holds a blank.
    Cost: linear, about 5 MB/s of English.
    """
    terms: list[str] = []
    variants: list[str] = []
    for written in _written_words(text):
        word = _read_word(written, language)
        terms += word.terms
        variants += word.variants
    return terms + variants


def query_words(question: str, language: str, others: Sequence[str] = ()) -> tuple[QueryWord, ...]:
    """Return the words of a question in their order, repetitions included, without stop words.

    The terms are those of analyze, so the terms of a name side by side, joined by blanks, are the name's key.
    others: further languages of the vault; a word has the terms of their pages as its forms.
    """
    also_stop: frozenset[str] = frozenset()
    if language not in ("", "en") and detect_language(question, (language, "en")) == "en":
        # An English question to another vault: its function words are no content there either.
        also_stop = stop_words("en")
    words: list[QueryWord] = []
    text = _normalize_text(question)
    for match in _pattern(text.isascii()).finditer(text):
        written = match.group()
        if fold(written.casefold()) in also_stop and not is_acronym(written):
            continue
        # `plumb*` asks for words that begin so, while `*word*` is emphasis.
        is_beginning = text.startswith("*", match.end()) and not text.endswith("*", 0, match.start())
        beginning = fold_in(language, written.casefold()) if is_beginning and written.isalnum() else ""
        word, elsewhere = _read_word(written, language), [_read_word(written, other) for other in others]
        for place, (part, term) in enumerate(zip(word.texts, word.terms, strict=True)):
            is_piece = _kind(term[0]) in (_PAIRS, _TRIPLES)
            forms = _han_characters(term) if is_piece else word.forms
            same = [other for other in elsewhere if len(other.terms) == len(word.terms)]
            further = [form for other in same for form in (other.terms[place], *other.forms) if form != term]
            further += [_term(other, language) for other in _other_spellings(part) if language in ("", "en")]
            words.append(QueryWord(part, term, tuple(dict.fromkeys((*forms, *further))), beginning, is_piece))
    return tuple(words)


def _other_spellings(word: str) -> list[str]:
    """Return the British spellings that an American word may have, and the other way round: `recognises`, `color`."""
    word = word.casefold()
    spelled = (re.sub(pattern, other, word) for pattern, other in _SPELLINGS)
    return [other for other in spelled if other != word]


def is_acronym(written: str) -> bool:
    """Report whether a word is in capitals, as `WHO`, `IT` and `US`, so that it is no stop word."""
    return len(written) > 1 and written.isupper() and written not in ("AND", "OR", "NOT")


def name_key(name: str, language: str) -> str:
    """Return the key by which names are compared: their terms joined by blanks, without variants.

    A name of stop words alone keeps them, folded.  "" for a name without a letter, digit or emoji.
    """
    written = _written_words(name)
    terms = [term for word in written for term in _read_word(word, language).terms]
    return " ".join(terms or [fold(part.casefold()) for word in written for part in _split_parts(word)])


_YEAR_FIRST = re.compile(r"([0-9]{4})([-._/])([0-9]{1,2})\2([0-9]{1,2})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})([-._/])([0-9]{1,2})\2([0-9]{4})")


def day_in_digits(text: str) -> str:
    """Return the day that digits write, as 2026-01-05; "" where they write none.

    Read are `2026-1-5` and `30.06.2027`.  With dots, month and day after a year have two digits each: `2026.1.5` is a
    version.  The day comes before the month, unless the month would be above twelve.
    """
    if found := _YEAR_FIRST.fullmatch(text):
        if found[2] == "." and len(text) < len("2026.01.05"):
            return ""
        return _format_day(found[1], found[3], found[4])
    if found := _DAY_FIRST.fullmatch(text):
        return _format_day(found[4], found[3], found[1]) or _format_day(found[4], found[1], found[3])
    return ""


def _format_day(year: str, month: str, day: str) -> str:
    is_day = 1 <= int(month) <= 12 and 1 <= int(day) <= monthrange(int(year), int(month))[1]
    return f"{year}-{month:0>2}-{day:0>2}" if is_day else ""


# Marks that Python does not count as parts of a word (accents, vowel marks, points), and invisible characters in one.
# Classes of characters beyond Latin-1 are slow to compile, so only the pattern for such texts has them.
_UNSEEN = "\u00ad\u200c\u200d\u2060"
_MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
_MARKS += "\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0900-\u0963\u0971-\u0dff\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1"
_MARKS += "\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059\u105e-\u109d\u17b4-\u17d3"
_EMOJI = "\u231a-\u23ff\u2600-\u27bf\u2b50-\u2b55\U0001f000-\U0001f3fa\U0001f400-\U0001faff"

_JOINTS = re.compile(r"[-_'.,·&@+#]+")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_MONTH = re.compile(r"([0-9]{4})[-_](0[1-9]|1[0-2])")
_DATED = re.compile(r"([0-9]{1,4}([-._])[0-9]{1,2}\2[0-9]{1,4})(?:[Tt][0-9]{2,6})?(?:[-_](.+))?")
_ORDINAL = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)", re.IGNORECASE)
_MEASURE = re.compile(r"([^\W\d_]*)(\d+(?:[.,]\d+)*)([^\W\d_]*)")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_DOTTED_THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3}){1,2}(?:,\d+)?")
"""A number of at most nine digits: four groups are an IP address."""


_SPELLINGS = (("is(?=e|ing|ation)", "iz"), ("iz(?=e|ing|ation)", "is"), ("our", "or"), ("or", "our"))


class _Word(NamedTuple):
    """The terms and variants that are indexed for one run of characters."""

    terms: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    """The part of the run that each term comes from."""
    variants: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


def _written_words(text: str) -> list[str]:
    """Return the runs of characters that belong together: words with their hyphens and dots, emoji."""
    text = _normalize_text(text)
    return _pattern(text.isascii()).findall(text)


def _normalize_text(text: str) -> str:
    """Bring compatible characters to one form, and text in capitals to small letters."""
    if not text.isascii():
        text = normal_form("NFKC", text.replace("\u2122", " ")).replace("\u2019", "'").replace("\u2010", "-")
    # One or two words in capitals may be a name.
    return text.lower() if text.isupper() and text.count(" ") > 1 else text


@cache
def _pattern(is_ascii: bool) -> re.Pattern[str]:
    part, emoji = (r"\w+", "") if is_ascii else (rf"[\w{_MARKS}{_UNSEEN}]+", f"|[{_EMOJI}]+")
    return re.compile(rf"(?:(?<![\w.])\.)?{part}(?:(?:[-'.·&@]|(?<=\d),(?=\d)){part})*(?:\+\+|\#(?![\w#]))?{emoji}")


def _read_word(written: str, language: str) -> _Word:
    if len(written) > MAX_WORD:
        return _read_anew(written, language)
    return _read_cached(written, language)


def _read_anew(written: str, language: str) -> _Word:
    if written.isascii():
        if written.isalnum() and (written.islower() or written.istitle()) and not written[0].isdigit():
            return _read_simple(written, language)
        return _read_compound(written, language)
    for character in _UNSEEN:
        written = written.replace(character, "")
    runs = [(kind, "".join(run)) for kind, run in groupby(written, _kind)]
    parts = [_read_compound(run, language) if kind == "" else _cut_pieces(run, kind) for kind, run in runs]
    return parts[0] if len(parts) == 1 else _join_words(parts)


# A vault's words recur: of a thousand words in a page all but some fifty were read before.
_read_cached = lru_cache(maxsize=1 << 16)(_read_anew)


def _read_simple(written: str, language: str) -> _Word:
    """Read a word of one part."""
    word = written.casefold()
    if _is_stop(written, language) or not any(map(str.isalnum, word)):
        # An accent may occur alone.
        return _Word()
    term = _term(word, language)
    if word.isascii():
        return _Word((term,), (written,))
    # Without accents a word may have another stem: those of `extremites` and `extrémités` differ.
    bare = fold_in(language, word)
    stem = _term(bare, language) if bare else term
    return _Word((term,), (written,), (stem,) if stem != term else ())


_WHOLE = "emoji"
_PAIRS = "pairs"
_TRIPLES = "triples"


def _kind(character: str) -> str:
    """Return how a character's script is cut into terms: pairs, triples, emoji, or "" where blanks part its words."""
    if character < "\u0e01":
        return ""
    if character >= "\U0001f000":
        return _WHOLE if character < "\U00020000" else _PAIRS
    return _KIND_OF_SCRIPT.get(script_of(character), "")


_KIND_OF_SCRIPT = {
    # Korean has blanks, but its words carry their particles.
    **dict.fromkeys(("han", "kana", "hangul"), _PAIRS),
    # A letter of these carries less: R@1 on Thai xquad 93.2 with triples, 88.7 with pairs, 92.6 with both.
    **dict.fromkeys(("thai", "lao", "burmese", "khmer"), _TRIPLES),
    "symbols": _WHOLE,
}


def _cut_pieces(run: str, kind: str) -> _Word:
    """Cut a run of a script without blanks into overlapping pieces, emoji one by one."""
    if kind == _WHOLE:
        pieces = tuple(re.findall("[\U0001f1e6-\U0001f1ff]{2}|.", run))
    else:
        size = 2 if kind == _PAIRS else 3
        pieces = tuple(run[place : place + size] for place in range(len(run) - size + 1)) or (run,)
    return _Word(pieces, pieces, _han_characters(run))


def _han_characters(run: str) -> tuple[str, ...]:
    """Return the single characters of a run that are words of their own often enough: those of Han.

    With them R@5 on help-zh (40 questions) is 90.0, without 80.0; R@1 on xquad the same.
    """
    if len(run) < 2:
        return ()
    return tuple(character for character in run if script_of(character) == "han")


def _read_compound(written: str, language: str) -> _Word:
    """Read a word that may have several parts: by hyphen, dot, underscore, apostrophe or capitals."""
    if written[-1] in "+#":
        head, suffix = (written[:-2], "++") if written[-1] == "+" else (written[:-1], "#")
        parts = _split_parts(head)
        if not parts:
            return _Word()
        term = fold(parts[-1].casefold())[:MAX_WORD] + suffix
        before = [_read_compound(head[: -len(parts[-1])], language)] if len(parts) > 1 else []
        return _join_words([*before, _Word((term,), (parts[-1] + suffix,))])
    if any(map(str.isdigit, written)) and (number := _read_number(written, language)):
        return number
    if "'" in written:
        return _read_apostrophized(written, language)
    parts = _split_parts(written)
    if len(parts) < 2:
        if not parts:
            return _Word()
        word = _read_cased(parts[0], language)
        if written[0] == "." and word.terms:
            # `.NET`, `.gitignore`: with and without the dot.
            return _Word(word.terms, word.texts, (*word.variants, "." + parts[0].casefold()), word.forms)
        return word
    if len(written) <= MAX_WORD and all(len(part) == 1 and part.isalpha() for part in parts):
        # `U.S.`, `R&D`
        return _Word((_term("".join(parts).casefold(), language),), (written,))
    read = _join_words([_read_cased(part, language) for part in parts])
    if len(written) > MAX_WORD or len(parts) > 4 or "," in written:
        return read
    whole = "".join(parts).casefold()
    if not read.terms:
        # Parts that are stop words make a word of their own: `how-to`
        return _read_simple(whole, language)
    term = _term(whole, language)
    return _Word(read.terms, read.texts, (*read.variants, term), (term, *read.forms))


def _split_parts(written: str) -> list[str]:
    return [part for part in _JOINTS.split(written) if any(map(str.isalnum, part))]


def _read_number(written: str, language: str) -> _Word | None:
    """Read a word with a number: a date, a version, a decimal, a thousand, or one with its unit or its name."""
    if month := _MONTH.fullmatch(written):
        return _read_date(written, f"{month[1]}-{month[2]}", language)
    dated = _DATED.fullmatch(written)
    if dated and (day := day_in_digits(dated[1])):
        date = _read_date(written, day, language)
        return _join_words([date, _read_compound(dated[3], language)]) if dated[3] else date
    if ordinal := _ORDINAL.fullmatch(written):
        return _Word((written.lower(),), (written,), (ordinal[1],), (ordinal[1],))
    measure = _MEASURE.fullmatch(written)
    if not measure:
        pieces = re.split("[-_]", written)
        has_version = any("." in piece and _MEASURE.fullmatch(piece) for piece in pieces)
        return _join_words([_read_compound(piece, language) for piece in pieces if piece]) if has_version else None
    name, number, unit = measure.groups()
    number = _plain_number(number, language)
    if "," in number:
        return None
    name = "" if name in ("v", "V") else name
    if not name and not unit:
        return _Word((number[:MAX_WORD],), (written,))
    if name and "." not in number:
        return None
    # `15GB` is not 1.5 GB, and `Python3.11` is Python 3.11.
    parts = (*_read_simple(name, language).terms, number, *_read_simple(unit, language).terms)
    return _Word((_term(f"{name}{number}{unit}".casefold(), language),), (written,), parts, (" ".join(parts),))


def _plain_number(written: str, language: str) -> str:
    """Return a number without separators of thousands, its decimals behind a point; with a comma, it is a list."""
    if language in WITH_DECIMAL_POINT:
        written = written.replace(",", "") if _THOUSANDS.fullmatch(written) else written
    else:
        written = written.replace(".", "") if _DOTTED_THOUSANDS.fullmatch(written) else written
    return written.replace(",", ".") if written.count(",") == 1 else written


def _read_date(written: str, date: str, language: str) -> _Word:
    """Read a day, or a month without one: its parts and its month's names are its variants."""
    year, month, *days = date.split("-")
    names = _month_names(month, language)
    first = names[0][0] if names and len(names[0]) == 1 else ""
    day = days[0].lstrip("0") if days else ""
    parts = (date[:7], date[5:], day) if day else (month,)
    forms = (f"{first} {day}", f"{day} {first}") if day else (f"{first} {year}",)
    variants = (year, *chain.from_iterable(names), *parts)
    return _Word((date,), (written,), tuple(dict.fromkeys(variants)), forms if first else ())


@cache
def _month_names(month: str, language: str) -> tuple[tuple[str, ...], ...]:
    months = word_lists(language or "en").months
    # Some are stop words, too: `mai` in Romanian.
    return tuple(
        _read_word(name, language).terms or (_term(name, language),)
        for name in (months[int(month) - 1] if months else ())
    )


def _read_apostrophized(written: str, language: str) -> _Word:
    """Read a word with apostrophes: `'s` is cut off; English joins the rest (`don't`), other languages elide (`l'eau`).

    A long part of an English word is a variant: `O'Brien` is `obrien`, and `brien` too.
    """
    if written[-2:] in ("'s", "'S"):
        written = written[:-2]
    parts = [part for part in written.split("'") if part]
    if len(parts) < 2 or language not in ("", "en"):
        return _join_words([_read_compound(part, language) for part in parts])
    if _is_stop(written, language):
        return _Word()
    word = _read_compound("".join(parts), language)
    long = [_read_compound(part, language).terms for part in parts if len(part) > LONGEST_STOP_WORD]
    variants = tuple(chain.from_iterable(long))
    return _Word(word.terms, word.texts, (*word.variants, *variants), (*word.forms, *variants))


def _read_cased(written: str, language: str) -> _Word:
    """Read one word whose capitals may part it: the whole is its term, the parts are its variants."""
    word = _read_simple(written, language)
    if not word.terms or written.islower() or written.isupper() or written.istitle() or len(written) > MAX_WORD:
        return word
    parts = [part for part in _CAMEL.findall(written) if len(part) > 1]
    if len(parts) < 2 or (written[-1] == "s" and written[:-1].isupper()):
        return word
    variants = tuple(term for part in parts for term in _read_simple(part, language).terms)
    return _Word(word.terms, word.texts, variants, (" ".join(variants),) if len(variants) > 1 else ())


def _join_words(words: Sequence[_Word]) -> _Word:
    return _Word(
        tuple(chain.from_iterable(word.terms for word in words)),
        tuple(chain.from_iterable(word.texts for word in words)),
        tuple(chain.from_iterable(word.variants for word in words)),
        tuple(chain.from_iterable(word.forms for word in words)),
    )


def _term(word: str, language: str) -> str:
    return stem_word(word[:MAX_WORD], language)


def _is_stop(written: str, language: str) -> bool:
    return fold(written.casefold()) in stop_words(language) and not is_acronym(written)
