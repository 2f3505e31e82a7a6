"""Count tokens without a vocabulary: the measure of every budget.

`estimate_tokens` adds up what pieces of each kind cost in the worse of two published vocabularies (cl100k, o200k):
words by length and language, digits in threes, punctuation, white space, other scripts by character.  It does not
call a model's own counter; `exact_tokens` does that where its library is installed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import filterfalse

from ...errors import SettingError
from .script_weights import other_scripts


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of a text, erring on the high side: 1.1 to 1.3 times the real count on prose and code.

    Lines are measured one by one, so that for texts joined at a line break count(a + b) <= count(a) + count(b) + 1.
    Elsewhere a cut can turn one piece into two or change what language a line seems to be in, so whoever keeps a
    budget measures the whole text.  Cost: linear, about 5 MB/s of English.
    """
    if not text:
        return 0
    lines = text.split("\n")
    last = lines.pop()
    costs: list[float] = []
    odd: list[_White] = []
    for line in lines:
        if line:
            cost, white = _line(line + "\n")
            costs.append(cost)
            if white is not _PLAIN:
                odd.append(white)
    rest, white = _line(last) if last else (0.0, _PLAIN)
    if white is not _PLAIN:
        odd.append(white)
    spaces = _spaces(text, lines, odd) if odd or len(costs) < len(lines) else len(lines)
    # The same order of lines gives the same sum, to the last bit.
    return max(1, int(spaces + sum(costs) + rest + 0.999))


def counter(name: str | Callable[[str], int]) -> Callable[[str], int]:
    """Return the counter of this name: one of COUNTERS, or one of EXACT, which needs the library bpe-openai.

    A function of the caller's own is one.  It raises SettingError where it counts anything but a whole number from 0.
    """
    if not isinstance(name, str):
        from .own_counter import own_counter

        return own_counter(name)
    found = COUNTERS.get(name)
    if found is not None:
        return found
    if name in EXACT:
        from .exact_tokens import exact_counter

        return exact_counter(EXACT[name])
    raise SettingError("token_counter", name, "one of " + ", ".join([*COUNTERS, *EXACT]), where="the call")


COUNTERS: dict[str, Callable[[str], int]] = {
    "pieces": estimate_tokens,
    "words43": lambda text: -(-len(text.split()) * 4 // 3),
    "chars4": lambda text: -(-len(text) // 4),
    "chars35": lambda text: -(-len(text) * 2 // 7),
    "bytes3": lambda text: -(-len(text.encode("utf-8", "surrogatepass")) // 3),
}
"""Counters without a vocabulary; all but `pieces` break a budget on anything but plain English."""

EXACT = {"exact": "o200k_base", "o200k": "o200k_base", "cl100k": "cl100k_base"}
"""Names of the counters with a vocabulary."""


def _costs(*per_length: float, more: float) -> list[float]:
    """Cost of a word by its number of letters: as listed, then `more` for each further letter up to 18."""
    listed = [0.0, *per_length]
    while len(listed) <= 18:
        listed.append(listed[-1] + more)
    while len(listed) <= 64:
        listed.append(listed[-1] + _LONG_LETTER)
    return listed


def _either_case(words: str) -> frozenset[str]:
    listed = words.split()
    return frozenset([*listed, *[word.capitalize() for word in listed]])


_LONG_LETTER = 0.55
_ODD_LETTER = 0.32
# Fitted per word length on encyclopedia, medical and technical prose (English) and on help pages in 20 languages.
_ENGLISH = _costs(1, 1, 1, 1.02, 1.1, 1.15, 1.2, 1.3, 1.4, 1.55, 1.75, 1.95, 2.15, more=0.4)
_FOREIGN = _costs(1, 1.02, 1.15, 1.5, 1.8, 2.1, 2.4, 2.75, 3.1, 3.5, 3.9, 4.3, 4.7, more=0.45)
_CAPITALS = _costs(1, 1.1, 1.3, 1.75, 2.0, 2.4, 2.7, 3.0, more=0.4)

_LOWER = re.compile(r"[A-Z]?[a-zÀ-ÖØ-öø-ɏḀ-ỿ]+")
_UPPER = re.compile(r"[A-Z]+(?![a-zÀ-ÖØ-öø-ɏḀ-ỿ])")
# Where a word of either kind ends and another begins, without a blank between them.
_CASE_CHANGE = re.compile(r"[A-Z](?<=[a-zA-Z].)(?:(?<=[a-z].)|(?=[a-z]))")
_FUNCTION_WORDS = _either_case(
    "the and of to that with this from you your are is in for it was as by on or be can a an not have has i we he she"
    " they at if will when how what his her my"
)
_ACCENTED = re.compile(r"[À-ÖØ-öø-ɏḀ-ỿ]")
_WESTERN_WORDS = _either_case(
    "de la le les et un une des du en que el los las una con para por del se der die das und ist nicht ein eine zu den"
    " mit im do da os as um uma com est pour dans sur vous qui sie auf für von wird werden es su no o a e"
)
# Letters and clusters of consonants that stand for words no vocabulary holds: names, other languages, random letters.
_ODD = b"jqxz"
_CLUSTER = re.compile("bbbb+")
_CAPITAL_CLUSTER = re.compile("BBB+")
# Looking back once the first character is met lets the engine pass over all others at once; one alone is found fastest.
_NAME = re.compile(r" [A-Z](?<=[a-z,\"(] .)[a-z]{3,}")
_CODE = b"_(){}<>=;"
_REPEATED = re.compile(r"([!-/:-@\[-`{-~])\1+")
_JOINED = re.compile(r"[._](?<=[a-zA-Z].)(?=[a-z]{2})")
_BEFORE_BREAK = frozenset(",;:.{}()>")
_LINE_BREAKS = re.compile(r"\r?\n(?:[ \t]*\r?\n)*")
_BLANKS = re.compile(r"[ \t]{2,}|\t")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)")


def _table(signs: bytes, shown: bytes) -> bytes:
    """A table for bytes.translate: what each of these signs becomes; all others become blanks.

    Runs are found so, and split, at a tenth of the price of a pattern.
    """
    others = bytes(range(256)).translate(None, signs)
    return bytes.maketrans(signs + others, shown + b" " * len(others))


_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ONLY_LETTERS = _table(_LETTERS, _LETTERS)
_CASES = _table(_LETTERS, b"a" * 26 + b"A" * 26)
_CONSONANTS = _table(b"bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXYZ", b"b" * 20 + b"B" * 21)
_PUNCTUATION = b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
_ONLY_PUNCTUATION = _table(_PUNCTUATION, _PUNCTUATION)
_ONLY_DIGITS = _table(b"0123456789", b"0123456789")
_ZEROS = bytes.maketrans(b"0123456789\t", b"0000000000 ")
_ASCII = bytes(range(0x80))
_SEEN = bytes([0x0A, *range(0x20, 0x7F), *range(0x80, 0x100)])


_White = tuple[int, int, int, bool]
"""Of a line: its blanks side by side and tabs, the signs of long ones, control characters, whether it has no other."""
_PLAIN: _White = (0, 0, 0, False)


# Packing measures a text again for each change to it: nine lines in ten were measured before.  A server meets the lines
# of good passages again with other questions.
@lru_cache(maxsize=8192)
def _line(line: str) -> tuple[float, _White]:
    """Cost of all but the white space of one line, which has its line break: marks before that are cheaper.

    And what it has of white space: _PLAIN in nearly all.
    """
    signs = line.encode("utf-8", "surrogatepass")
    # Bytes are not looked for with `in`: that makes an error, and clears it, first.
    white = _white(line) if "  " in line or signs.translate(None, _SEEN) or not signs.strip() else _PLAIN
    beyond = "" if line.isascii() else signs.translate(None, _ASCII).decode("utf-8", "surrogatepass")
    total = _marks(line, signs) + _words(line, signs, len(_ACCENTED.findall(beyond)) if beyond else 0)
    return total + other_scripts(beyond) if beyond else total, white


def _words(line: str, signs: bytes, accented: int) -> float:
    """Cost of the words in Latin letters of one line; signs: its bytes, accented: its letters with accents."""
    words, capitals = _by_case(line, signs, accented)
    lengths = list(map(len, words))
    total = _ODD_LETTER * _odd_letters(signs)
    if capitals:
        total += _cost(_CAPITALS, list(map(len, capitals)))
    if lengths:
        names = len(_NAME.findall(line))
        # Names cost more the fewer plain words stand between them: then they are rare ones.
        total += names * (0.4 + 1.2 * names / len(lengths))
        share = _foreign_share(signs, words, accented)
        total += (1 - share) * _cost(_ENGLISH, lengths)
        if share:
            total += share * _cost(_FOREIGN, lengths)
    return total


def _by_case(line: str, signs: bytes, accented: int) -> tuple[list[str], list[str]]:
    """The words of a line in small letters, the first of which may be a capital, and its runs of other capitals."""
    if accented:
        return _LOWER.findall(line), _UPPER.findall(line)
    letters = str(signs.translate(_ONLY_LETTERS), "ascii")
    cases = signs.translate(_CASES)
    if cases.count(b" Aa") == cases.count(b"A"):
        return letters.split(), []
    if cases.find(b"aA") >= 0 or cases.find(b"AAa") >= 0:
        letters = _CASE_CHANGE.sub(_parted, letters)
    words = letters.split()
    capitals = [*filter(str.isupper, words)]
    return [*filterfalse(str.isupper, words)] if capitals else words, capitals


def _parted(capital: re.Match[str]) -> str:
    return " " + capital[0]


def _odd_letters(signs: bytes) -> int:
    """How many letters of a line are odd: rare ones, and those of clusters."""
    consonants = str(signs.translate(_CONSONANTS), "ascii")
    odd = len(signs) - len(signs.translate(None, _ODD))
    if "BBB" in consonants:
        odd += sum(map(len, _CAPITAL_CLUSTER.findall(consonants)))
    for cluster in _CLUSTER.finditer(consonants) if "bbbb" in consonants else ():
        # Behind rare letters a cluster begins anew; those within it are counted already.
        letters = signs[cluster.start() : cluster.end()].lstrip(_ODD)
        odd += len(letters.translate(None, _ODD)) if len(letters) > 3 else 0
    return odd


def _cost(costs: list[float], lengths: list[int]) -> float:
    """Cost of words of these lengths, added up in their order."""
    try:
        return sum(map(costs.__getitem__, lengths))
    except IndexError:
        return sum([costs[min(each, 64)] + _LONG_LETTER * max(0, each - 64) for each in lengths])


def _foreign_share(signs: bytes, found: list[str], accented: int) -> float:
    """How little a line looks like English or code, from 0 to 1: foreign words are cut into more tokens."""
    words = len(found)
    share = 0.0
    if not _FUNCTION_WORDS.isdisjoint(found):
        share = len(list(filter(_FUNCTION_WORDS.__contains__, found))) / words
        if share >= 0.25:
            return 0.0
    is_accented = accented * 12 > words
    if not is_accented:
        # Of an arrow the second sign counts.
        code = len(signs) - len(signs.translate(None, _CODE)) + signs.count(b"::")
        if code * 6 > words:
            return 0.15
    if not _WESTERN_WORDS.isdisjoint(found) and len(list(filter(_WESTERN_WORDS.__contains__, found))) > 0.2 * words:
        return 0.6
    if is_accented:
        return 1.0
    return 0.45 if words < 6 else min(1.0, (0.25 - share) / 0.15)


def _marks(line: str, signs: bytes) -> float:
    """Cost of digits and ASCII punctuation; signs: the bytes of the line."""
    runs = signs.translate(_ONLY_PUNCTUATION).split()
    characters = len(b"".join(runs))
    # A run of one character repeated is one token up to about sixteen, with a little for longer ones.
    repeated = 0.0
    longer = b" ".join([run for run in runs if len(run) > 1]) if characters > len(runs) else b""
    for match in _REPEATED.finditer(str(longer, "ascii")) if longer else ():
        length = match.end() - match.start()
        repeated += 0.62 * (length - 1) - 0.1 * (length - 1) ** 0.5 - 0.08 * max(0, length - 16)
    # A dot, an underscore or a quote before a word and a mark before the line break mostly share its token.
    dots = line.count(".")
    within = "_" in line or (dots and dots > line.count(". ") + line.endswith(".\n"))
    joined = len(_JOINED.findall(line)) if within else 0
    shared = 0.5 * (joined + (line[-1] == "\n" and line[-2:-1] in _BEFORE_BREAK))
    numbers = signs.translate(_ONLY_DIGITS).split()
    digits = 0.0
    if numbers:
        digits = sum([-(-len(run) // 3) for run in numbers]) + 0.9 * signs.translate(_ZEROS).count(b" 0")
    return 0.36 * len(runs) + 0.62 * characters - repeated - shared + digits


def _white(line: str) -> _White:
    blanks = _BLANKS.findall(line)
    long_blanks = sum([len(found) for found in blanks if len(found) > 16])
    return len(blanks), long_blanks, len(_CONTROLS.findall(line)), not line.strip(" \t\r\n")


def _spaces(text: str, lines: list[str], odd: list[_White]) -> float:
    """Cost of line breaks, indentation, tabs and control characters; odd: those of its lines that are not plain."""
    breaks, long_breaks = len(lines), 0
    if any(is_blank for *_, is_blank in odd) or "" in lines:
        found = _LINE_BREAKS.findall(text)
        breaks, long_breaks = len(found), sum([len(each) for each in found if len(each) > 2])
    blanks, long_blanks, controls = (sum([each[at] for each in odd]) for at in range(3))
    return breaks + 0.25 * long_breaks + blanks + 0.06 * long_blanks + controls
