"""Where tickets, versions, hosts, keys, flags and paths stand in a text; code_forms.py has what is known of them."""

from __future__ import annotations

import re

from ...pages.text.words import UNSPACED

JOINT = r"[-_./:#+=@]+"
"""Signs that may join the parts of a code."""
# Of scripts without blanks a whole sentence would be joined to the number in it.
_CODE = re.compile(rf"[^\W_{UNSPACED}]+(?:{JOINT}[^\W_{UNSPACED}]+)*")
_FLAG = re.compile(r"(?<![\w-])--([^\W\d_]+(?:-[^\W\d_]+)+)(?![\w=-])")


def has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


def codes_in(text: str) -> list[str]:
    """What signs join without blanks in a text: `retry-on=5xx`, `max_conn`, `v2.13.1`.

    Letters with hyphens only as a flag, `--no-color`: `well-known` may be written apart.
    """
    found = [each for each in _CODE.findall(text) if not each.isalnum() and not each.replace("-", "").isalpha()]
    return found + _FLAG.findall(text) if "--" in text else found


def whole_code(text: str, start: int, end: int) -> str:
    """The word at a place of a text; one with a digit, or one that such a word is joined to, as far as it goes."""
    word = text[start:end]
    # A chunk is short; what stands before it does not matter.
    first = max(text.rfind(blank, 0, start) for blank in " \n\t") + 1
    for match in _CODE.finditer(text, first):
        if match.end() > start:
            return match[0] if match.start() <= start and end <= match.end() and has_digit(match[0]) else word
    return word
