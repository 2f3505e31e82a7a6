"""Signs that are drawn as nothing: the one list of them, and where one of them is seen all the same.

Controls and line ends are not in it: what prints or reads a text says itself which of those it takes.
"""

from __future__ import annotations

import re

INVISIBLE_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
"""Letters or marks for Unicode, and yet a name could hide behind them."""

SIGNS = (
    INVISIBLE_LETTERS + "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb"
    "\U000e0000-\U000e0fff"
)
"""All of them, as they stand in a class of a pattern: with soft hyphen, marks of direction, zero-width, tags."""

JOINING_SIGNS = "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
"""What joins shorthand and notes of music, and is drawn as nothing."""

_STYLES, _JOINERS = "\ufe0e\ufe0f", "\u200c\u200d"
# Signs that a style turns into a picture, and of which joiners make one: arrows, symbols, pictures, tones of skin.
_PICTURE = re.compile(
    "[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
# Letters, marks and digits of scripts that are written with joiners: Arabic to Mandaic, those of India, Tibet, Burma,
# Cambodia and Mongolia, and the forms of Arabic letters.
_JOINING = re.compile("[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]")


def is_seen(text: str, at: int) -> bool:
    """Whether the sign there makes an emoji of its neighbors, or stands within a word of a script that has it."""
    sign, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if sign in _STYLES:
        is_keycap = before in tuple("0123456789#*") and after == "\u20e3"
        return is_keycap or _PICTURE.match(before) is not None
    if sign not in _JOINERS:
        return False
    if _is_joined(before) and _is_joined(after):
        return True
    of_picture = text[at - 2 : at - 1] if before == "\ufe0f" else before
    return sign == "\u200d" and bool(_PICTURE.match(of_picture) and _PICTURE.match(after))


def _is_joined(sign: str) -> bool:
    if not _JOINING.match(sign):
        return False
    from unicodedata import category  # a shared object that few questions need

    return category(sign)[0] in "LMN"
