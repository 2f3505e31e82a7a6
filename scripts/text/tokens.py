"""Count tokens: the measure of every budget.

`count_tokens` estimates, from pieces counted by kind, what o200k would count, the most widespread of the public
vocabularies.  Estimate over real count, of 2,096 samples of 200 to 1,300 tokens (six vaults, prose in 40 languages,
code, tables, CSV, numbers, keys, emoji): median 1.06, half of them 1.02 to 1.10, nine in ten 0.94 to 1.17.

A budget is hard for the counter in force; the real count of one reply can be some percent above or below.  The older
cl100k counts the same in English and code, a fifth more in other Latin languages, and up to six times as much in other
scripts: no estimate is near both.  Whoever needs a vocabulary's own count sets the counter to its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import index

from ..errors import MissingExtraError, SettingError

Counter = Callable[[str], int]

MARGIN = 1.03
"""The estimate's mean over the real count: it shall rather be too high than too low."""


def count_tokens(text: str) -> int:
    """Estimate the tokens of a text; 0 for an empty one.  Cost: linear, about 3 MB/s of English."""
    if not text:
        return 0
    cost = _words(text) + _signs(text)
    if not text.isascii():
        cost += _other_scripts(text)
    return max(1, round(MARGIN * cost))


def counter(name: str | Counter) -> Counter:
    """Return the counter of this name, one of COUNTERS or EXACT; those of EXACT need the library bpe-openai.

    A function of the caller's own is one, too: what it counts is checked.  Raises SettingError for another name.
    """
    if not isinstance(name, str):
        return _checked(name)
    if name in EXACT:
        return _exact(EXACT[name])
    if name not in COUNTERS:
        raise SettingError("token_counter", name, "one of " + ", ".join([*COUNTERS, *EXACT]), where="the call")
    return COUNTERS[name]


COUNTERS: dict[str, Counter] = {
    "pieces": count_tokens,
    "words43": lambda text: -(-len(text.split()) * 4 // 3),
    "chars4": lambda text: -(-len(text) // 4),
    "chars35": lambda text: -(-len(text) * 2 // 7),
    "bytes3": lambda text: -(-len(text.encode("utf-8", "surrogatepass")) // 3),
}
"""Counters without a vocabulary.  All but `pieces` break a budget on anything but plain English."""

EXACT = {"exact": "o200k_base", "o200k": "o200k_base", "cl100k": "cl100k_base"}
"""Counters with a vocabulary, by its name."""

# --- Words in Latin letters -------------------------------------------------------------------------------------------

_LOW = "a-z\u00df-\u00f6\u00f8-\u024f\u1e00-\u1eff"
_WORD = re.compile(rf"[A-Z\u00c0-\u00de]?[{_LOW}]+|[A-Z\u00c0-\u00de]+(?![{_LOW}])")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3}")
_ACCENT = re.compile("[\u00c0-\u00ff]")
_FAR_ACCENT = re.compile("[\u0100-\u024f]")
_VIETNAMESE = re.compile("[\u1e00-\u1eff]")
_CODE = re.compile("[_(){}<>=;]")

# A vocabulary holds whole words of English, fewer of the languages that the web has most of, and few of others.  These
# words tell them apart, nothing else depends on them: languages of many whole words, and of some.
_LISTS = {
    "english": "the of and that for with this you from your was are it not by have which they",
    "near": "el los en del las por con una se o os em da do dos um uma les et des du est pour dans vous une que yang"
    " dan untuk setiap ou y le la de",
    "middle": "der die und den das ist von zu mit für nicht auf ein eine werden sie il che per van het een della zijn"
    " op te i",
}
_ENGLISH, _NEAR, _MIDDLE = (frozenset(listed.split()) for listed in _LISTS.values())


def _words(text: str) -> float:
    """Return the cost of the words in Latin letters: one each, and more for long ones, names, and other languages."""
    words = _WORD.findall(text)
    if not words:
        return 0.0
    count = len(words)
    lower = [word.lower() for word in words]
    accents, far_accents = len(_ACCENT.findall(text)), len(_FAR_ACCENT.findall(text))
    vietnamese = len(_VIETNAMESE.findall(text))
    english = min(1.0, sum(word in _ENGLISH for word in lower) / (0.1 * count))
    if (accents + far_accents + vietnamese) * 12 < count < 6 * len(_CODE.findall(text)):
        # Code has few function words; its names are English.
        english = max(english, 0.85)
    near, middle = (sum(word in listed for word in lower) for listed in (_NEAR, _MIDDLE))
    known = min(1 - english, (near + middle) / (0.18 * count))
    near_share = known * near / ((near + middle) or 1)
    middle_share, rest = known - near_share, 1 - english - known
    long = sum(len(word) - 4 for word in words if len(word) > 4)
    cost = count + english * (0.12 * sum(len(word) - 6 for word in words if len(word) > 6))
    cost += english * 0.4 * len(_NAME.findall(text))
    cost += near_share * (0.13 * count + 0.03 * long)
    cost += middle_share * (0.36 * count + 0.05 * long)
    cost += rest * (0.58 * count + 0.11 * long)
    return max(cost + 0.36 * accents + 0.58 * far_accents - 1.04 * vietnamese, float(count))


# --- Digits, marks, white space ---------------------------------------------------------------------------------------

_DIGITS = re.compile(r"\d{1,3}")
_MARKS = re.compile(
    r"[!-/:-@\[-`{-~\u00a1-\u00bf\u2010-\u205e\u20a0-\u20bf\u2190-\u22ff\u2500-\u25ff\u3000-\u3003\u3008-\u3020"
    r"\uff01-\uff0f\uff1a-\uff20]+"
)
_BREAKS = re.compile(r"\s*\n+")
_BLANKS = re.compile(r"[ \t]{2,}|\t")
_JOINED = re.compile(r"[A-Za-z][_.][a-z]")
_MIXED = re.compile(r"\d(?=[A-Za-z])|[A-Za-z](?=\d)")


def _signs(text: str) -> float:
    """Return the cost of all that is no letter: a run of marks is about one token, three digits are one."""
    cost = 1.15 * len(_DIGITS.findall(text)) + 1.04 * len(_MARKS.findall(text))
    cost += 0.5 * len(_BREAKS.findall(text)) + 0.9 * len(_BLANKS.findall(text)) - 1.1 * len(_JOINED.findall(text))
    return cost - 0.2 * len(_MIXED.findall(text))


# --- Other scripts ----------------------------------------------------------------------------------------------------

_SCRIPTS = tuple(
    (re.compile(f"[{letters}]+"), per_run, per_letter)
    for letters, per_run, per_letter in (
        ("\u0370-\u03ff\u1f00-\u1fff", 0.0, 0.42),  # Greek
        ("\u0400-\u052f", 0.75, 0.17),  # Cyrillic
        ("\u0530-\u058f\u10a0-\u10ff", 0.4, 0.26),  # Armenian, Georgian
        ("\u0590-\u05ff", 0.0, 0.46),  # Hebrew
        ("\u0600-\u06ff\u0750-\u077f\ufb50-\ufeff", 0.2, 0.325),  # Arabic
        ("\u0900-\u0dff", 0.3, 0.31),  # the scripts of India
        ("\u0e00-\u0e7f", 0.0, 0.45),  # Thai
        ("\u0e80-\u0fff", 0.0, 1.88),  # Lao, Tibetan
        ("\u1000-\u109f\u1780-\u17ff", 0.0, 0.61),  # Burmese, Khmer
        ("\u3041-\u30ff", 0.0, 0.91),  # kana
        ("\u3400-\u9fff", 0.0, 0.80),  # Han
        ("\uac00-\ud7a3", 0.0, 0.75),  # Hangul
        ("\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff", 0.0, 2.2),  # emoji
        ("\u0300-\u036f", 0.0, 0.6),  # accents by themselves
        ("\u02b0-\u02ff\u0700-\u074f\u0780-\u08ff\u1100-\u177f\u1800-\u1dff\u2c00-\u2e7f\ua000-\uabff\uf900-\ufaff"
         "\U00010000-\U0001efff\U0001fb00-\U0010ffff\ud800-\uf8ff", 0.0, 2.0),  # anything rarer
    )
)  # fmt: skip
"""Letters, cost of a run of them (a word), cost of each letter."""


def _other_scripts(text: str) -> float:
    cost = 0.0
    for letters, per_run, per_letter in _SCRIPTS:
        runs = letters.findall(text)
        if runs:
            cost += per_run * len(runs) + per_letter * sum(map(len, runs))
    return cost


# --- Exact counters ---------------------------------------------------------------------------------------------------


def _exact(encoding: str) -> Counter:
    """Return the counter of a vocabulary.  Loading it costs about 0.2 s of CPU."""
    try:
        import bpe_openai
    except ImportError as err:
        raise MissingExtraError(f"the token counter {encoding.removesuffix('_base')}", "bpe-openai", "exact") from err
    encode = bpe_openai.get_encoding(encoding).encode_ordinary

    def count(text: str) -> int:
        # The library takes `<|endoftext|>` for one special token; in quoted matter it is text and costs more.
        # A lone surrogate, from a file name say, is sent as a replacement character.
        return len(encode(text.replace("<|", "< |").encode("utf-8", "replace").decode("utf-8")))

    return count


def _checked(given: Counter) -> Counter:
    """Return a counter that asks a function and raises SettingError where it counts no whole number from 0."""

    def count(text: str) -> int:
        answer = given(text)
        try:
            # Libraries have whole numbers of their own, such as numpy.int64.
            number = index(answer)
        except TypeError:
            number = -1
        if number >= 0:
            return number
        called = getattr(given, "__name__", type(given).__name__)
        wanted = f"a function to whole numbers from 0, not {answer!r}"
        raise SettingError("token_counter", called, wanted, where="the call")

    return count
