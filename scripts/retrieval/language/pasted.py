"""What of a pasted text is read as a question: not the frames of a stack trace, and of a very long one both ends.

A frame says where in somebody's code it happened.  What happened says the message, and frames of any error are like
those of any other.
"""

from __future__ import annotations

import re

MAX_READ = 10_000
"""Characters that are read."""
LAST_READ = 2_500
"""Of these at the end, where an error says what it is."""
_FRAMES = re.compile(
    r"""^[ \t]*(?:
        Traceback\ \(most\ recent\ call\ last\):
        | File\ "[^"\n]*",\ line\ \d+.*(?:\n[ \t]+(?!File\ ")\S.*)?   # Python, with the line of code below it
        | at\ \S.*(?:\([^()\n]*\)|:\d+)                               # Java, JavaScript, .NET, Rust
        | \.\.\.\ \d+\ (?:more|common\ frames\ omitted)
        | \S+\.go:\d+(?:\ \+0x[0-9a-f]+)?
        | [\^~ \t]+
    )[ \t]*$""",
    re.MULTILINE | re.VERBOSE,
)


def read_part(text: str) -> str:
    """The text with blank lines for what is not read: all else stands where it stood."""
    if len(text) > MAX_READ:
        first, last = _blank_before(text, MAX_READ - LAST_READ), _blank_before(text, len(text) - LAST_READ)
        text = text[:first] + "\n" * (last - first) + text[last:]
    without = _FRAMES.sub(lambda frame: "\n" * len(frame[0]), text)
    return without if any(map(str.isalnum, without)) else text


def _blank_before(text: str, at: int) -> int:
    """The last blank of these characters; where there is none near, their end."""
    return next((each for each in range(at, max(0, at - 100), -1) if text[each].isspace()), at)
