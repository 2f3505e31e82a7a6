"""Who speaks: a passage that is a turn of a conversation begins with a name and a colon."""

from __future__ import annotations

import re

# In a session note a turn is quoted, and the time stands behind the name.
_LABEL = re.compile(
    r"^(?:> )?(?!Time\b)([^\W\d_a-z][\w'’.-]*(?: [^\W\d_a-z][\w'’.-]*){0,3})(?: \(\d\d:\d\d\))?:\s", re.MULTILINE
)


def speaker_name(text: str) -> str:
    """The name of who speaks in a passage; "" where it is no turn.

    A passage of several lines that begin with a name each, no two alike, is a list of properties.
    """
    label = _LABEL.match(text) if ":" in text else None
    if label is None:
        return ""
    names = _LABEL.findall(text) if "\n" in text else []
    return "" if 1 < len(names) == len({*names}) else label[1]
