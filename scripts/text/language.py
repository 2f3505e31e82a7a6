"""Detect the language of a text; and its stems, accents and function words.

A language is recognized by the script and by function words.  A sentence has too few of them: `API design` has a word
of Czech, `Todo list` one of Spanish.  So a page has a language of its own from OWN_WORDS on, else one of its vault's.

The lists are `words/CODE.json`, by ISO 639-1 code:

- function_words: words in every release of the package stop-words since 2018 (2018.7.23, 2025.11.4; BSD-3-Clause,
  (c) Alireza Savand): the newer English list alone has 1,333 words, `page`, `open` and `system` among them.  Czech,
  Finnish, Polish and Slovak are those also in the package stopwordsiso (0.7.1; MIT, (c) Gene Diaz), and Danish,
  Greek, Hebrew, Norwegian, Persian and Turkish are from there, since the first package has ancient Greek, broken
  Turkish letters, or too few or too many words.  The packages themselves have other lists on Python 3.10.
- question_words: words of a question that the list above lacks.  They occur in few notes, so a question's answer need
  not have them.  Written by hand.
- months: from Unicode's CLDR (as Babel 2.18 has it), in lower case: the name of each month, its abbreviation, and the
  form it takes in a date, as far as their stems differ, parted by `/`.  `_` is written for a blank.

`words/negations.json` has the words of each language that deny something.  Written by hand: the lists of function words
have some of them.

`words/questions.json` has the words with which questions of seven languages ask for days, persons and numbers: the
weekdays from CLDR, the rest written by hand.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pkgutil import get_data
from typing import NamedTuple

from .characters import fold, normal_form

_LANGUAGES = {
    "ar": ("arabic", "arabic"), "bg": ("cyrillic", ""), "ca": ("latin", "catalan"), "cs": ("latin", "czech"),
    "da": ("latin", "danish"), "de": ("latin", "german"), "el": ("greek", "greek"), "en": ("latin", "english"),
    "es": ("latin", "spanish"), "fa": ("arabic", "persian"), "fi": ("latin", "finnish"), "fr": ("latin", "french"),
    "he": ("hebrew", ""), "hi": ("devanagari", "hindi"), "hu": ("latin", "hungarian"), "hy": ("armenian", "armenian"),
    "id": ("latin", "indonesian"), "it": ("latin", "italian"), "ja": ("kana", ""), "km": ("khmer", ""),
    "ko": ("hangul", ""), "lo": ("lao", ""), "my": ("burmese", ""), "nb": ("latin", "norwegian"),
    "nl": ("latin", "dutch"), "pl": ("latin", "polish"), "pt": ("latin", "portuguese"), "ro": ("latin", "romanian"),
    "ru": ("cyrillic", "russian"), "sk": ("latin", ""), "sv": ("latin", "swedish"), "ta": ("tamil", "tamil"),
    "th": ("thai", ""), "tr": ("latin", "turkish"), "uk": ("cyrillic", ""), "vi": ("latin", ""), "zh": ("han", ""),
}  # fmt: skip
"""Script and Snowball stemmer of each language, by ISO 639-1 code; without a stemmer words are folded only."""

LANGUAGES = tuple(_LANGUAGES)

WITH_DECIMAL_POINT = frozenset(("", "en", "he", "hi", "ja", "ko", "my", "ta", "th", "zh"))
"""Where 1,000 is a thousand and 1.5 one and a half; elsewhere these are 1.000 and 1,5 (CLDR)."""

OWN_WORDS = 10
"""Function words from which on a page has a language of its own: of 9,000 pages of English vaults none is mistaken."""

SOME_WORDS = 5
"""Function words from which on it has one of the vault's other languages: two of these 9,000 are mistaken."""

RIVAL = 0.6
"""Share of these that no other language may reach, so that SOME_WORDS decide a page's own language, and CLEAR_WORDS one
that other pages have: of 5,000 pages of five English vaults, a German and a French one none is mistaken, nor is a short
German note beside English ones."""

CLEAR_WORDS = 3

FEW_WORDS = 2
"""Function words that may be names or chance: `Ada was born in London` has one of Indonesian, and two of English."""

SAMPLE = 3000
"""Characters of a text that are looked at: a page's first screens are enough to detect its language."""

RECURRING = 3
"""How often a word counts at most: `todo` in each line of a list makes no Spanish."""

LONGEST_STOP_WORD = 3
"""Letters of a stop word; see stop_words."""

_BLOCKS = {
    "greek": (0x07, 0x3E, 0x3F), "cyrillic": (0x08, 0x09), "armenian": (0x0A,), "hebrew": (0x0B,),
    "arabic": (0x0C, 0x0D), "devanagari": (0x12,), "tamil": (0x17,), "thai": (0x1C,), "lao": (0x1D,),
    "burmese": (0x20,), "khmer": (0x2F,), "kana": (0x60, 0x61), "hangul": tuple(range(0x158, 0x1B0)),
    "han": tuple(range(0x68, 0x140)), "symbols": (0x46, 0x47, 0x4C, 0x4D, 0x4E, 0x4F, 0x56),
}  # fmt: skip
"""The blocks of 128 characters in which a script's letters lie."""
_SCRIPT_OF_BLOCK = {block: script for script, blocks in _BLOCKS.items() for block in blocks}
_LANGUAGE_OF_SCRIPT = {
    "latin": "en", "greek": "el", "cyrillic": "ru", "armenian": "hy", "arabic": "ar", "devanagari": "hi", "tamil": "ta"
}  # fmt: skip


class WordLists(NamedTuple):
    """The lists of one language; all empty for a language without any."""

    function_words: tuple[str, ...] = ()
    question_words: tuple[str, ...] = ()
    months: tuple[tuple[str, ...], ...] = ()
    """The names of each of the twelve months."""


@cache
def word_lists(language: str) -> WordLists:
    """Return the lists of a language, by its ISO 639-1 code."""
    # The code may come from a file that anybody wrote: it must not point out of the folder.
    if language not in LANGUAGES:
        return WordLists()
    lists = json.loads(get_data(__package__, f"words/{language}.json") or b"")
    return WordLists(
        tuple(" ".join(lists["function_words"]).split()),
        tuple(" ".join(lists["question_words"]).split()),
        tuple(tuple(month.split("/")) for month in lists["months"]),
    )


class QuestionWords(NamedTuple):
    """The words that questions of a language use; all in small letters."""

    weekdays: tuple[tuple[str, ...], ...]
    """The names of each of the seven, from Monday on."""
    days: Mapping[str, int]
    """Words for a day, by how many it lies behind today."""
    weeks: Mapping[str, int]
    last: tuple[str, ...] = ()
    next: tuple[str, ...] = ()
    overdue: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    """Words for tasks that are not done."""
    doing: tuple[str, ...] = ()
    """Runs of words that ask for open tasks: `what is left to do?`"""
    who: tuple[str, ...] = ()
    """Words that ask for a thing or a person."""
    many: tuple[str, ...] = ()
    """Words that ask for a number."""
    how: tuple[str, ...] = ()
    """Further words that begin a question."""
    joins: tuple[str, ...] = ()
    """Words between two questions: and."""
    measures: tuple[str, ...] = ()
    """Words such as `long` in `how long`: an answer says `twenty minutes`."""


@cache
def question_words(language: str) -> QuestionWords:
    """Return the words that questions of a language use; none for one without lists."""
    lists = json.loads(get_data(__package__, "words/questions.json") or b"{}").get(language, {})
    texts = {name: tuple(words.split()) for name, words in lists.items() if isinstance(words, str)}
    several = {name: tuple(words) for name, words in lists.items() if isinstance(words, list)}
    weekdays = tuple(tuple(names.split("/")) for names in texts.pop("weekdays", ()))
    return QuestionWords(weekdays, lists.get("days", {}), lists.get("weeks", {}), **texts, **several)


@cache
def negations(language: str = "") -> frozenset[str]:
    """Return the words that deny something, in small letters; of all languages for ""."""
    lists = json.loads(get_data(__package__, "words/negations.json") or b"{}")
    return frozenset(" ".join([lists.get(language, "")] if language else lists.values()).split())


def tell_language(text: str, candidates: Sequence[str] = LANGUAGES) -> tuple[str, int]:
    """Return the likeliest language of a text, "" where none is, and how many of its function words the text has.

    The number is at least OWN_WORDS where the script decides, and is raised to the next threshold where no other
    language comes near.  Only candidates are returned.  Cost: below a millisecond, whatever the text's length.
    """
    sample = text[:SAMPLE]
    script = _main_script(sample)
    if script == "kana" and "ja" not in candidates:
        script = "han"
    possible = [code for code in candidates if _LANGUAGES[code][0] == script]
    if not possible and script == "han" and "ja" in candidates:
        return "ja", OWN_WORDS
    if script != "latin" and len(possible) == 1:
        return possible[0], OWN_WORDS
    if not possible:
        return "", 0
    known = _languages_by_word(tuple(possible))
    scores, counts = dict.fromkeys(possible, 0.0), dict.fromkeys(possible, 0)
    # Single letters are words of many languages, and numbers of lists.
    words = Counter(re.findall(r"[^\W\d_]{2,}", normal_form("NFC", sample.casefold())))
    # In the order of the text: a sum in the order of a set differs from run to run.
    for word, times in words.items():
        number = min(times, RECURRING)
        for language in known.get(word, ()):
            # A word of many languages counts little.
            scores[language] += number / len(known[word])
            counts[language] += number
    best, *others = sorted(possible, key=lambda language: (-scores[language], language))
    second = scores[others[0]] if others else 0.0
    is_likely = counts[best] > FEW_WORDS or counts[best] == max(counts.values())
    is_clear = scores[best] >= max(1.0, 0.05 * words.total()) and scores[best] > 1.1 * second
    if not (is_likely and is_clear):
        return "", 0
    rival = max((counts[other] for other in others), default=0)
    number = OWN_WORDS if script != "latin" else counts[best]
    if rival <= RIVAL * number and number >= CLEAR_WORDS:
        number = max(number, OWN_WORDS if number >= SOME_WORDS else SOME_WORDS)
    return best, number


def detect_language(text: str, candidates: Sequence[str] = LANGUAGES) -> str:
    """Return the likeliest language of a text, "" where none is; of a short one it is a guess."""
    return tell_language(text, candidates)[0]


def query_language(question: str, languages: Sequence[tuple[str, int]]) -> str:
    """Return the language in which a question is analyzed: its own, else the vault's first language.

    languages: the vault's, with their number of pages, most first.  The question's own is one of these, or one that is
    not written in Latin letters.
    """
    known = [language for language, _ in languages]
    own = detect_language(question, [code for code in LANGUAGES if code in known or _LANGUAGES[code][0] != "latin"])
    return own or (known[0] if known else "")


def script_of(character: str) -> str:
    """Return the script of a letter, by its block; latin for any other."""
    return _SCRIPT_OF_BLOCK.get(ord(character) >> 7, "latin")


def _main_script(sample: str) -> str:
    """Return the script of most letters; code, names and links make Latin letters common in all of them."""
    if sample.isascii():
        return "latin"
    counts = {"latin": 0}
    for letter, number in Counter(sample).items():
        if letter.isalpha():
            counts[script_of(letter)] = counts.get(script_of(letter), 0) + number
    han, kana = counts.pop("han", 0), counts.pop("kana", 0)
    # A Japanese text has kana; a character of these scripts counts as several letters.
    counts["kana" if kana * 10 > han else "han"] = 2 * (han + kana)
    return max(counts, key=lambda script: (counts[script] * (1 if script == "latin" else 2), script))


@lru_cache(maxsize=8)
def _languages_by_word(languages: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    by_word: dict[str, tuple[str, ...]] = {}
    for language in languages:
        for word in word_lists(language).function_words:
            by_word[word] = (*by_word.get(word, ()), language)
    return by_word


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the words of a language that are not searched, folded: its short function words; "" is English.

    Longer ones are content often enough: with four letters help, handbook and hub lose 2.4 of hit@1, help-de and
    help-fr 2.5 of R@5; with none at all the four without hub lose 2.5 of R@5, with the whole list 2.8.  Vietnamese
    has none: its words are short, and so is half of every compound (R@1 on xquad 87.6, with them 82.0).
    """
    if language == "vi":
        return frozenset()
    listed = map(fold, word_lists(language or "en").function_words)
    return frozenset(word for word in listed if len(word) <= LONGEST_STOP_WORD)


@cache
def function_words(language: str) -> frozenset[str]:
    """Return the listed function words and question words of a language, folded; "" is read as English."""
    lists = word_lists(language or "en")
    return frozenset(map(fold, lists.function_words + lists.question_words))


def is_function_word(word: str) -> bool:
    """Report whether a word, in small letters, is a function word or question word of any language."""
    return any(word in lists.function_words or word in lists.question_words for lists in map(word_lists, LANGUAGES))


def stem_word(word: str, language: str) -> str:
    """Return the stem of a case-folded word, without accents; a word in another script has its own language."""
    language = language or "en"
    if _LANGUAGES.get(language, ("latin", ""))[0] != script_of(word[0]):
        language = _LANGUAGE_OF_SCRIPT.get(script_of(word[0]), "")
    if language == "en":
        # Its rules do not handle accents: `résumés` is one word with `resume`.
        word = fold(word) or word
    stemmed = _stemmer(language)
    return fold_in(language, stemmed(word) if stemmed else word) or word


@cache
def _stemmer(language: str) -> Callable[[str], str] | None:
    _, name = _LANGUAGES.get(language, ("", ""))
    if not name:
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


def folded_word(word: str) -> str:
    """Return a word in the form of the lists of function words: in small letters without accents."""
    return fold(word.casefold())


def fold_in(language: str, word: str) -> str:
    """Return a word without accents; in Vietnamese it keeps them (R@1 on xquad 91.9, without them 87.6)."""
    return normal_form("NFC", word) if language == "vi" else fold(word)
