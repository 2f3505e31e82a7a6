"""Words of Arabic and Hebrew letters without what is written together with them; loaded only where a text has such.

`and`, `the`, `in`, `to` and the like are letters before a word there, so that one noun has dozens of forms.  What is
cut off may belong to the word: it is cut off in questions and in texts alike, and a word of few letters keeps it.
Arabic by the light stemmer of Larkey, Ballesteros and Connell, 2002.
"""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile("[\u05d0-\u05ea]+|[\u0620-\u064a\u066e-\u06d3]+")
_LEAST = 3
"""Letters that are left of a word: the root of most."""
_HEBREW = frozenset("ובהכלמש")
_ARABIC = ("وال", "بال", "كال", "فال", "ال", "لل", "و")
_ARABIC_ENDINGS = ("ها", "ان", "ات", "ون", "ين", "يه", "ه", "ي")
# As Persian and Urdu write them, and as they stand at the end of a word.
_SPELLED = str.maketrans("ىیکة", "ييكه")


def without_clitics(folded: str) -> str:
    """A folded text with each of its Arabic and Hebrew words bare.  Doing it twice changes nothing."""
    return _WORD.sub(lambda match: _bare(match.group()), folded)


@lru_cache(maxsize=65536)
def _bare(word: str) -> str:
    if word < "\u0600":
        while len(word) > _LEAST and word[0] in _HEBREW:
            word = word[1:]
        return word
    word = word.translate(_SPELLED)
    while before := next((each for each in _ARABIC if word.startswith(each) and _is_left(word, each)), ""):
        word = word[len(before) :]
    while behind := next((each for each in _ARABIC_ENDINGS if word.endswith(each) and _is_left(word, each)), ""):
        word = word[: -len(behind)]
    return word


def _is_left(word: str, piece: str) -> bool:
    return len(word) - len(piece) >= _LEAST
