"""Turn text into the terms that are indexed and searched for: one analyzer for pages and for questions.

Words are folded, stop words left out, and the rest stemmed in the language of the text; scripts without blanks become
overlapping pairs of characters.  A word that can be written in several ways has further terms, its variants: `Wi-Fi`
also stands as `wifi`, `softLogout` also as `soft logout`.

It knows nothing of the index.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import chain, groupby
from typing import NamedTuple

from .normal_forms import normal_form
from .word_lists import word_lists

MAX_WORD = 64
"""Letters of a word that are indexed: longer ones are keys and hashes, whose beginnings tell them apart."""

LONGEST_STOP_WORD = 3
"""Letters of a stop word; see stop_words."""

STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "es": "spanish", "fa": "persian", "fi": "finnish", "fr": "french", "hi": "hindi", "hu": "hungarian",
    "hy": "armenian", "id": "indonesian", "it": "italian", "nb": "norwegian", "nl": "dutch", "pl": "polish",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip
"""Snowball's stemmers by ISO 639-1 code.  Words of other languages are folded only."""


class QueryWord(NamedTuple):
    """A word of a question."""

    text: str
    """As written; of a script without blanks, the pair of characters."""
    term: str
    forms: tuple[str, ...] = ()
    """The same word written in other ways; a form of several words, parted by blanks, is a phrase."""
    beginning: str = ""
    """Of `plumb*`: with what the words begin that are asked for, folded."""
    is_piece: bool = False
    """It was cut from a run of a script without blanks, perhaps across words: that it occurs nowhere tells nothing."""


def analyze(text: str, language: str) -> list[str]:
    """Return the terms of a text in their order, then the variants of its words.

    language is a code that detect_language returns; "" is read as English.  No term is empty or holds a blank.
    Cost: linear, about 5 MB/s of English.
    """
    terms: list[str] = []
    variants: list[str] = []
    for written in _written_words(text):
        word = _read(written, language)
        terms += word.terms
        variants += word.variants
    return terms + variants


def query_words(question: str, language: str) -> tuple[QueryWord, ...]:
    """Return the words of a question in their order, repetitions included, without stop words.

    The terms are those of analyze, so the terms of a name side by side, joined by blanks, are the name's key.
    """
    also_stop: frozenset[str] = frozenset()
    if language not in ("", "en") and detect_language(question, (language, "en")) == "en":
        # An English question to another vault: its function words are no content there either.
        also_stop = stop_words("en")
    words: list[QueryWord] = []
    for written, is_beginning in _asked_words(question):
        if also_stop and _fold(written.casefold()) in also_stop:
            continue
        word = _read(written, language)
        beginning = _fold_in(language, written.casefold()) if is_beginning else ""
        for text, term in zip(word.texts, word.terms, strict=True):
            is_piece = _kind(term[0]) in (_PAIRS, _TRIPLES)
            forms = _characters(term) if is_piece else word.forms
            words.append(QueryWord(text, term, forms, beginning, is_piece))
    return tuple(words)


def name_key(name: str, language: str) -> str:
    """Return what names are compared by: their terms joined by blanks, without variants.

    A name of stop words alone keeps them, folded.  "" for a name without a letter, digit or emoji.
    """
    written = _written_words(name)
    terms = [term for word in written for term in _read(word, language).terms]
    return " ".join(terms or [_fold(part.casefold()) for word in written for part in _parts(word)])


def query_language(question: str, languages: Sequence[tuple[str, int]]) -> str:
    """Return the language in which a question is analyzed: the question's own where the vault has pages in it.

    languages: the vault's, with their number of pages, most first.  Else the vault's first language.
    """
    known = [language for language, _ in languages if language]
    return detect_language(question, known or LANGUAGES) or (known[0] if known else "")


# --- Words ------------------------------------------------------------------------------------------------------------

# Marks that Python does not count as parts of a word (accents, vowel signs, points), and what is not seen within one.
# Classes of characters beyond Latin-1 are dear to compile: they stand once, and only in the pattern for such texts.
_UNSEEN = "\u00ad\u200c\u200d\u2060"
_MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
_MARKS += "\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0900-\u0963\u0971-\u0dff\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1"
_MARKS += "\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059\u105e-\u109d\u17b4-\u17d3"
_EMOJI = "\u231a-\u23ff\u2600-\u27bf\u2b50-\u2b55\U0001f000-\U0001f3fa\U0001f400-\U0001faff"

_JOINTS = re.compile(r"[-_'.,·&@+#]+")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_DATE = re.compile(r"([0-9]{4})([-._])(0[1-9]|1[0-2])(?:\2(0[1-9]|[12][0-9]|3[01])(?:[Tt][0-9]{2,6})?)?")
_ORDINAL = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)", re.IGNORECASE)


class _Word(NamedTuple):
    """What is indexed of one run of characters as written."""

    terms: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    """The part of the run that each term comes from."""
    variants: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


def _written_words(text: str) -> list[str]:
    """Return the runs of characters that belong together: words with their hyphens and dots, emoji."""
    text = _normalized(text)
    return _pattern(text.isascii()).findall(text)


def _asked_words(question: str) -> list[tuple[str, bool]]:
    """Return the same of a question, each with whether a `*` behind it asks for words that begin so."""
    text = _normalized(question)
    words = []
    for match in _pattern(text.isascii()).finditer(text):
        # `*word*` is emphasis.
        is_beginning = text.startswith("*", match.end()) and not text.endswith("*", 0, match.start())
        words.append((match.group(), is_beginning and match.group().isalnum()))
    return words


def _normalized(text: str) -> str:
    """Bring compatible characters and signs to one form: ligatures, full width, hyphens, apostrophes."""
    if text.isascii():
        return text
    text = normal_form("NFKC", text.replace("\u2122", " "))
    return text.replace("\u2019", "'").replace("\u2010", "-")


@cache
def _pattern(is_ascii: bool) -> re.Pattern[str]:
    part, emoji = (r"\w+", "") if is_ascii else (rf"[\w{_MARKS}{_UNSEEN}]+", f"|[{_EMOJI}]+")
    return re.compile(rf"(?:(?<![\w.])\.)?{part}(?:(?:[-'.·&@]|(?<=\d),(?=\d)){part})*(?:\+\+|\#(?![\w#]))?{emoji}")


def _read(written: str, language: str) -> _Word:
    if len(written) > MAX_WORD:
        return _read_anew(written, language)
    return _read_short(written, language)


def _read_anew(written: str, language: str) -> _Word:
    if written.isascii():
        if written.isalnum() and (written.islower() or written.istitle()) and not written[0].isdigit():
            return _plain(written, language)
        return _compound(written, language)
    for character in _UNSEEN:
        written = written.replace(character, "")
    runs = [(kind, "".join(run)) for kind, run in groupby(written, _kind)]
    parts = [_compound(run, language) if kind == "" else _pieces(run, kind) for kind, run in runs]
    return parts[0] if len(parts) == 1 else _joined(parts)


# A vault's words recur: of a thousand words in a page all but some fifty were met before.
_read_short = lru_cache(maxsize=1 << 16)(_read_anew)


def _plain(written: str, language: str) -> _Word:
    """Read one word without anything inside."""
    word = written.casefold()
    if _is_stop(word, language) or not any(map(str.isalnum, word)):
        # Accents may stand by themselves.
        return _Word()
    term = _term(word, language)
    if word.isascii():
        return _Word((term,), (written,))
    # Whoever types without accents gets other stems: those of `extremites` and `extrémités` differ.
    bare = _fold_in(language, word)
    stem = _term(bare, language) if bare else term
    return _Word((term,), (written,), (stem,) if stem != term else ())


_WHOLE = "emoji"
_PAIRS = "pairs"
_TRIPLES = "triples"


def _kind(character: str) -> str:
    """Return how the words of a character's script are found: pairs, triples, emoji, or "" where blanks part them."""
    if character < "\u0e01":
        return ""
    if character >= "\U0001f000":
        return _WHOLE if character < "\U00020000" else _PAIRS
    return _KIND_OF_SCRIPT.get(_SCRIPT_OF_BLOCK.get(ord(character) >> 7, ""), "")


_KIND_OF_SCRIPT = {
    # Korean has blanks, but its words carry their particles.
    **dict.fromkeys(("han", "kana", "hangul"), _PAIRS),
    # A letter of these says less: R@1 on Thai xquad 93.2 with triples, 88.7 with pairs, 92.6 with both.
    **dict.fromkeys(("thai", "lao", "burmese", "khmer"), _TRIPLES),
    "symbols": _WHOLE,
}


def _pieces(run: str, kind: str) -> _Word:
    """Cut a run of a script without blanks into overlapping pieces, emoji one by one."""
    if kind == _WHOLE:
        pieces = tuple(re.findall("[\U0001f1e6-\U0001f1ff]{2}|.", run))
    else:
        size = 2 if kind == _PAIRS else 3
        pieces = tuple(run[place : place + size] for place in range(len(run) - size + 1)) or (run,)
    return _Word(pieces, pieces, _characters(run))


def _characters(run: str) -> tuple[str, ...]:
    """Return the single characters of a run that are words of their own often enough: those of Han.

    With them R@5 on help-zh (40 questions) is 90.0, without 80.0; R@1 on xquad the same.
    """
    if len(run) < 2:
        return ()
    return tuple(character for character in run if _SCRIPT_OF_BLOCK.get(ord(character) >> 7) == "han")


def _compound(written: str, language: str) -> _Word:
    """Read a word that may have several parts: by hyphen, dot, underscore, apostrophe or capitals."""
    if written[-1] in "+#":
        head, sign = (written[:-2], "++") if written[-1] == "+" else (written[:-1], "#")
        parts = _parts(head)
        if not parts:
            return _Word()
        term = _fold(parts[-1].casefold())[:MAX_WORD] + sign
        before = [_compound(head[: -len(parts[-1])], language)] if len(parts) > 1 else []
        return _joined([*before, _Word((term,), (parts[-1] + sign,))])
    number = _number(written, language) if written[0].isdigit() or written[0] in "vV" else None
    if number:
        return number
    if "'" in written:
        return _apostrophized(written, language)
    parts = _parts(written)
    if len(parts) < 2:
        if not parts:
            return _Word()
        word = _cased(parts[0], language)
        if written[0] == "." and word.terms:
            # `.NET`, `.gitignore`: with and without the dot.
            return _Word(word.terms, word.texts, (*word.variants, "." + parts[0].casefold()), word.forms)
        return word
    if len(written) <= MAX_WORD and all(len(part) == 1 for part in parts):
        # `U.S.`, `R&D`
        return _Word((_term("".join(parts).casefold(), language),), (written,))
    read = _joined([_cased(part, language) for part in parts])
    if len(written) > MAX_WORD or len(parts) > 4:
        return read
    whole = "".join(parts).casefold()
    if not read.terms:
        # Parts that are stop words make a word of their own: `how-to`
        return _plain(whole, language)
    term = _term(whole, language)
    return _Word(read.terms, read.texts, (*read.variants, term), (term, *read.forms))


def _parts(written: str) -> list[str]:
    return [part for part in _JOINTS.split(written) if any(map(str.isalnum, part))]


def _number(written: str, language: str) -> _Word | None:
    """Read a number: a version or decimal is one word, a thousand loses its comma, a date has its parts as variants."""
    date = _DATE.fullmatch(written)
    if date and (date[4] or date[2] != "."):
        return _date(written, date[1], date[3], date[4] or "", language)
    ordinal = _ORDINAL.fullmatch(written)
    if ordinal:
        return _Word((written.lower(),), (written,), (ordinal[1],), (ordinal[1],))
    bare = written.lstrip("vV").replace(",", "")
    if bare.replace(".", "").isdecimal():
        return _Word((bare[:MAX_WORD],), (written,))
    return None


def _date(written: str, year: str, month: str, day: str, language: str) -> _Word:
    """Read a date, or for day "" a month: its parts and the month's names are its variants."""
    names = word_lists(language or "en").months
    months = [_month_terms(name, language) for name in names[int(month) - 1]] if names else []
    variants = [year, *chain.from_iterable(months)]
    in_words = [terms[0] for terms in months[:1] if len(terms) == 1]
    if not day:
        forms = [f"{name} {year}" for name in in_words]
        return _Word((f"{year}-{month}",), (written,), tuple(dict.fromkeys([*variants, month])), tuple(forms))
    number = day.lstrip("0")
    forms = [form for name in in_words for form in (f"{name} {number}", f"{number} {name}")]
    variants += [f"{year}-{month}", f"{month}-{day}", number]
    return _Word((f"{year}-{month}-{day}",), (written,), tuple(dict.fromkeys(variants)), tuple(forms))


@cache
def _month_terms(name: str, language: str) -> tuple[str, ...]:
    # Some are stop words, too: `mai` in Romanian.
    return _read(name, language).terms or (_term(name, language),)


def _apostrophized(written: str, language: str) -> _Word:
    """Read a word with apostrophes: `'s` is cut off; English joins the rest (`don't`), other languages elide (`l'eau`).

    A long part of an English word is a variant: `O'Brien` is `obrien`, and `brien` too.
    """
    if written[-2:] in ("'s", "'S"):
        written = written[:-2]
    parts = [part for part in written.split("'") if part]
    if len(parts) < 2 or language not in ("", "en"):
        return _joined([_compound(part, language) for part in parts])
    if _is_stop(written.casefold(), language):
        return _Word()
    word = _compound("".join(parts), language)
    variants = [_compound(part, language).terms for part in parts if len(part) > LONGEST_STOP_WORD]
    return _Word(word.terms, word.texts, (*word.variants, *chain.from_iterable(variants)), word.forms)


def _cased(written: str, language: str) -> _Word:
    """Read one word whose capitals may part it: the whole is its term, the parts are its variants."""
    word = _plain(written, language)
    if not word.terms or written.islower() or written.isupper() or written.istitle() or len(written) > MAX_WORD:
        return word
    parts = [part for part in _CAMEL.findall(written) if len(part) > 1]
    if len(parts) < 2 or (written[-1] == "s" and written[:-1].isupper()):
        return word
    variants = tuple(term for part in parts for term in _plain(part, language).terms)
    return _Word(word.terms, word.texts, variants, (" ".join(variants),) if len(variants) > 1 else ())


def _joined(words: Sequence[_Word]) -> _Word:
    return _Word(
        tuple(chain.from_iterable(word.terms for word in words)),
        tuple(chain.from_iterable(word.texts for word in words)),
        tuple(chain.from_iterable(word.variants for word in words)),
        tuple(chain.from_iterable(word.forms for word in words)),
    )


def _term(word: str, language: str) -> str:
    """Return the term of a case-folded word: its stem, without accents."""
    stem_language = _stem_language(word, language)
    stem = _stemmer(stem_language)
    word = word[:MAX_WORD]
    if stem_language == "en":
        # Its rules know no accents: `résumés` is one word with `resume`.
        word = _fold(word) or word
    return _fold_in(language, stem(word) if stem else word) or word


def _stem_language(word: str, language: str) -> str:
    """Return the language by whose rules a word is stemmed: a word in another script than the text's has its own."""
    language = language or "en"
    script = _SCRIPT_OF_BLOCK.get(ord(word[0]) >> 7, "latin")
    if _SCRIPT_OF_LANGUAGE.get(language, "latin") == script:
        return language
    return _LANGUAGE_OF_SCRIPT.get(script, "")


@cache
def _stemmer(language: str) -> Callable[[str], str] | None:
    name = STEMMERS.get(language)
    if name is None:
        return None
    stem: Callable[[str], str]
    try:
        import Stemmer

        stem = Stemmer.Stemmer(name).stemWord
    except ImportError:
        # The same stems by the same project, in Python: some fifty times slower.
        import snowballstemmer

        stem = snowballstemmer.stemmer(name).stemWord
    except KeyError:
        # An older PyStemmer without this language.
        return None
    return stem


# --- Folding ----------------------------------------------------------------------------------------------------------

_LETTERS = str.maketrans(
    {
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "ё": "е",
        "ی": "ي", "ک": "ك", "ى": "ي", "ـ": "",
    }
)  # fmt: skip


def folded_word(word: str) -> str:
    """Return a word as the lists of function words have it: in small letters without accents."""
    return _fold(word.casefold())


def _fold_in(language: str, word: str) -> str:
    """Take the accents from a word but in Vietnamese, where they part most words (R@1 on xquad 91.9, without 87.6)."""
    return normal_form("NFC", word) if language == "vi" else _fold(word)


def _fold(word: str) -> str:
    """Take the accents from a case-folded word.  Folding twice changes nothing."""
    if word.isascii():
        return word
    letters: list[str] = []
    base = ""
    for character in normal_form("NFD", word):
        if not _is_accent(character):
            base = character
        elif not "\u0400" <= base <= "\u052f":
            # In Cyrillic the breve makes another letter (й).
            continue
        letters.append(character)
    return normal_form("NFC", "".join(letters)).translate(_LETTERS)


def _is_accent(character: str) -> bool:
    """Tell whether a character is an accent, a Hebrew point or an Arabic vowel sign."""
    return "\u0300" <= character <= "\u0670" and (
        character <= "\u036f"
        or "\u0591" <= character <= "\u05c7"
        or "\u064b" <= character <= "\u065f"
        or character == "\u0670"
    )


# --- Stop words -------------------------------------------------------------------------------------------------------


def _is_stop(word: str, language: str) -> bool:
    return _fold(word) in stop_words(language or "en")


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the words of a language that are not searched for, folded: its short function words.

    Longer ones are content often enough: with four letters help, handbook and hub lose 2.4 of hit@1, help-de and
    help-fr 2.5 of R@5; with none at all the four without hub lose 2.5 of R@5, with the whole list 2.8.  Vietnamese
    has none: its words are short, and so is half of every compound (R@1 on xquad 87.6, with them 82.0).
    """
    if language == "vi":
        return frozenset()
    listed = map(_fold, word_lists(language or "en").function_words)
    return frozenset(word for word in listed if len(word) <= LONGEST_STOP_WORD)


@cache
def function_words(language: str) -> frozenset[str]:
    """Return the listed function words and question words of a language, folded; "" is read as English."""
    lists = word_lists(language or "en")
    return frozenset(map(_fold, lists.function_words + lists.question_words))


# --- Languages --------------------------------------------------------------------------------------------------------

LANGUAGES = (
    "ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "he", "hi", "hu", "hy", "id", "it", "ja",
    "km", "ko", "lo", "my", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sv", "ta", "th", "tr", "uk", "vi", "zh",
)  # fmt: skip
"""Languages that detect_language knows, by ISO 639-1 code."""

SAMPLE = 3000
"""Characters of a text that are looked at: a page's first screens tell its language."""

FEW_WORDS = 2
"""Function words up to which a language has to have as many of them as any other."""

_BLOCKS = {
    "greek": (0x07, 0x3E, 0x3F), "cyrillic": (0x08, 0x09), "armenian": (0x0A,), "hebrew": (0x0B,),
    "arabic": (0x0C, 0x0D), "devanagari": (0x12,), "tamil": (0x17,), "thai": (0x1C,), "lao": (0x1D,),
    "burmese": (0x20,), "khmer": (0x2F,), "kana": (0x60, 0x61), "hangul": tuple(range(0x158, 0x1B0)),
    "han": tuple(range(0x68, 0x140)), "symbols": (0x46, 0x47, 0x4C, 0x4D, 0x4E, 0x4F, 0x56),
}  # fmt: skip
"""The blocks of 128 characters in which a script's letters lie."""
_SCRIPT_OF_BLOCK = {block: script for script, blocks in _BLOCKS.items() for block in blocks}
_SCRIPT_OF_LANGUAGE = {
    "el": "greek", "ru": "cyrillic", "uk": "cyrillic", "bg": "cyrillic", "hy": "armenian", "he": "hebrew",
    "ar": "arabic", "fa": "arabic", "hi": "devanagari", "ta": "tamil", "th": "thai", "lo": "lao", "my": "burmese",
    "km": "khmer", "ja": "kana", "ko": "hangul", "zh": "han",
}  # fmt: skip
_LANGUAGE_OF_SCRIPT = {
    "latin": "en", "greek": "el", "cyrillic": "ru", "armenian": "hy", "arabic": "ar", "devanagari": "hi", "tamil": "ta"
}  # fmt: skip


def detect_language(text: str, candidates: Sequence[str] = LANGUAGES) -> str:
    """Return the language of a text by its script and its function words; "" when unsure.

    Only candidates are returned.  Cost: below a millisecond, whatever the text's length.
    """
    sample = text[:SAMPLE]
    script = _main_script(sample)
    if script == "kana" and "ja" not in candidates:
        script = "han"
    possible = [code for code in candidates if _SCRIPT_OF_LANGUAGE.get(code, "latin") == script]
    if not possible and script == "han" and "ja" in candidates:
        return "ja"
    if script != "latin" and len(possible) == 1:
        return possible[0]
    if not possible:
        return ""
    known = _languages_by_word(tuple(possible))
    scores = dict.fromkeys(possible, 0.0)
    held: dict[str, set[str]] = {language: set() for language in possible}
    # Single letters are words of many languages, and numbers of lists.
    words = re.findall(r"[^\W\d_]{2,}", normal_form("NFC", sample.casefold()))
    for word in words:
        for language in known.get(word, ()):
            # A word of many languages says little.
            scores[language] += 1 / len(known[word])
            held[language].add(word)
    ranked = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
    best, score = ranked[0]
    second = ranked[1][1] if len(ranked) > 1 else 0.0
    # One or two words may be names: `Ada was born in London` has one word of Indonesian, and two of English.
    is_likely = len(held[best]) > FEW_WORDS or len(held[best]) == max(map(len, held.values()))
    return best if is_likely and score >= max(1.0, 0.05 * len(words)) and score > 1.1 * second else ""


def _main_script(sample: str) -> str:
    """Return the script of most letters; code, names and links make Latin letters common in all of them."""
    if sample.isascii():
        return "latin"
    counts = {"latin": 0}
    for letter, number in Counter(sample).items():
        if letter.isalpha():
            script = _SCRIPT_OF_BLOCK.get(ord(letter) >> 7, "latin")
            counts[script] = counts.get(script, 0) + number
    han, kana = counts.pop("han", 0), counts.pop("kana", 0)
    # A Japanese text has kana; a character of these scripts says as much as some letters.
    counts["kana" if kana * 10 > han else "han"] = 2 * (han + kana)
    return max(counts, key=lambda script: (counts[script] * (1 if script == "latin" else 2), script))


@lru_cache(maxsize=8)
def _languages_by_word(languages: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    by_word: dict[str, tuple[str, ...]] = {}
    for language in languages:
        for word in word_lists(language).function_words:
            by_word[word] = (*by_word.get(word, ()), language)
    return by_word
