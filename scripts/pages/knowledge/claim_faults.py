"""Why a line that was meant as a claim is none, in words that help whoever wrote it."""

from __future__ import annotations

from ... import regex as re
from .claim_line import LINK, LINKS

FORM = "- [[subject]] relation [[object]] (0.9)"
_ITEM = re.compile(r"[ \t]*(?:([-*+])|\d+[.)])[ \t]+(\[.\][ \t])?")
_WORDS = re.compile(rf"({LINK}[ \t]+)?([^\W\d_][\w'\u2019/-]*(?:[ \t]+[\w'\u2019/-]+)*):?[ \t]+{LINKS}(.*)")


def claim_fault(line: str) -> str:
    """What to change in a list item that makes no claim; line is the item as it stands."""
    item = _ITEM.match(line)
    if item is None or not item[1]:
        return "a claim begins with `- `"
    if item[2]:
        return "a task is no claim: leave the brackets behind the dash out"
    rest = line[item.end() :].rstrip()
    if rest.count("[[") != rest.count("]]"):
        return "a link lacks one of its brackets"
    found = _WORDS.match(rest)
    if found is None or (not found[1] and " " in found[2]):
        return f"it is written `{FORM}`"
    wanted = re.sub(r"[\W_]+", "_", found[2].lower()).strip("_")
    if found[2] != wanted:
        return f"a relation is one word in small letters, as `{wanted}`"
    return f"what follows the links stands in parentheses, as in `{FORM}`" if found[3].strip() else f"it is `{FORM}`"
