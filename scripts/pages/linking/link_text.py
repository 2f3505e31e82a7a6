"""What a link says: path, subpath and display text of what stands between its brackets.

Where it leads among the files of a vault is `resolution`, where in a file `subpaths`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..page_model import Link

SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
"""What a destination that is a URL begins with."""
_NO_BREAK = str.maketrans({"\u00a0": " ", "\u202f": " "})
_ESCAPED_BYTE = re.compile(r"%(?![0-9A-Fa-f]{2})|%([0-9A-Fa-f]{2})")


def parse_link_text(text: str) -> tuple[str, str, str | None]:
    """Path, subpath and display text of what stands between `[[` and `]]`.

    >>> parse_link_text("Note#Part|shown")
    ('Note', '#Part', 'shown')
    """
    target, display = split_link_text(text)
    return *split_target(target), display


def bare_link(text: str) -> str:
    """What stands between the brackets of a link that somebody gives with or without them."""
    return text.strip().removeprefix("[[").removesuffix("]]")


def split_target(target: str) -> tuple[str, str]:
    """Path and subpath of a link text; the first `#` parts them."""
    if not target.isascii():
        target = target.translate(_NO_BREAK)
    path, mark, rest = target.partition("#")
    return path.strip(), (mark + rest).rstrip()


def split_link_text(text: str) -> tuple[str, str | None]:
    """Cut at the first bar with something before it; the backslash of a table's `\\|` is dropped."""
    bar = text.find("|", 1)
    if bar < 0:
        return text, None
    target = text[:bar]
    if target[-1] == "\\":
        target = target[:-1]
        if not target:
            rest, display = split_link_text("|" + text[bar + 1 :])
            return rest, display
    return target, text[bar + 1 :]


def display_text(link: Link) -> str:
    """What a reader sees for the link: its display text, else the link text with ` > ` between its parts."""
    return link.display or default_display(link.path + link.subpath)


def default_display(target: str) -> str:
    """The link text as shown: no leading `#`, each further one as ` > `."""
    return target.removeprefix("#").replace("#", " > ")


def percent_decode(text: str) -> str:
    """Decode `%20` and its like; a text with an incomplete escape or with bytes that are no UTF-8 stays as it is."""
    if "%" not in text:
        return text
    if any(not match[1] for match in _ESCAPED_BYTE.finditer(text)):
        return text
    # Bytes above 127 of the text itself survive as UTF-8, beside those that were written as escapes.
    parts = text.encode("utf-8", "surrogatepass").split(b"%")
    decoded = parts[0] + b"".join(bytes((int(part[:2], 16),)) + part[2:] for part in parts[1:])
    try:
        return decoded.decode("utf-8")
    except UnicodeDecodeError:
        return text
