"""Words by which a sentence tells that one thing gives way to another.  English only."""

from __future__ import annotations

import re

_CHANGE = re.compile(
    r"\b(?:no longer|not any ?more|instead(?: of)?|rather than|from now on|moves?|moved|moving|takes? over|took over"
    r"|taken over|hands? over|handed over|replac(?:e|es|ed|ing)|switch(?:es|ed)?|chang(?:e|es|ed)|postpon(?:e|es|ed)"
    r"|cancel(?:s|ed|led)?|drop(?:s|ped)?|g[ia]ves? up|given up|leaves?|left|becom(?:e|es)|became|succeed(?:s|ed)?"
    r"|rais(?:e|es|ed)|lower(?:s|ed)?|ended|stop(?:s|ped)?|revert(?:s|ed)?)\b",
    re.IGNORECASE,
)


def change_words(text: str) -> str:
    """The words of a text that tell a change; "" where none does."""
    return " ".join(match.group() for match in _CHANGE.finditer(text))
