"""Signs that are not seen, as our output spells them (`\\u200b`, `\\U000e0041`), taken for the signs again.

Only where a text is not found as it stands: a person's own text may hold such a spelling and mean it.
"""

from __future__ import annotations

import re

_SPELLED = re.compile(r"\\u(?!d[89a-f])([0-9a-f]{4})|\\U(000[0-9a-f]{5}|0010[0-9a-f]{4})")


def read_back(text: str) -> str:
    """The text that was printed as this one; the same where nothing in it is spelled out."""
    return _SPELLED.sub(lambda match: chr(int(match[1] or match[2], 16)), text) if "\\" in text else text
