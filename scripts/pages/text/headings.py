"""What a reader sees of a heading; the heading itself stays as it was written."""

from __future__ import annotations

import re

_PERMALINK = re.compile(r"\[[¶#]\]\([^()]*\)")
_LINK = re.compile(r"(?<!!)\[((?:[^\[\]\\]|\\.)*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)")
_ATTRIBUTES = re.compile(r"\{[ \t]*[#.:][^{}]*\}\Z")


def shown_heading(heading: str) -> str:
    """A heading without targets of links, signs for a permanent link, and attributes: `Install` for `Install { #in }`.

    A heading that has nothing else stays.
    """
    if "](" not in heading and not heading.endswith("}"):
        return heading
    return _ATTRIBUTES.sub("", _LINK.sub(r"\1", _PERMALINK.sub("", heading)).rstrip()).strip() or heading
