"""Why a line that was meant as a claim is none, in words that help whoever wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...errors import ClaimError
from .claim_line import LINK, LINKS, parse_claims

if TYPE_CHECKING:
    from ..page_model import Block

FORM = "- [[subject]] relation [[object]] (0.9)"
_ITEM = re.compile(r"[ \t]*(?:([-*+])|\d+[.)])[ \t]+(\[.\][ \t])?")
_WORDS = re.compile(rf"({LINK}[ \t]+)?([^\W\d_][\w'\u2019/-]*(?:[ \t]+[\w'\u2019/-]+)*):?[ \t]+{LINKS}(.*)")
_KINDS = {"quote": "a quote", "callout": "a callout", "comment": "a comment", "html": "HTML"}
_MARKS = re.compile(r"(?:[ \t>]|%%|<!--)*")


def hidden_claims(text: str, block: Block, section: str) -> Iterator[tuple[int, str]]:
    """Line and fault of what would be a claim outside of this block; but under `claims`, only one with evidence."""
    kind = "an HTML comment" if text.startswith("<!--", block.start) else _KINDS[block.kind]
    is_code = False
    for number, line in enumerate(text[block.start : block.end].split("\n"), block.line):
        bare = line[_MARKS.match(line).end() :].rstrip()  # type: ignore[union-attr]  # it matches nothing, too
        # Who shows how a claim is written makes none.
        is_code ^= bare.startswith(("```", "~~~"))
        if is_code:
            continue
        for end in ("%%", "-->"):
            bare = bare.removesuffix(end).rstrip()
        try:
            claims = parse_claims(bare, page="", page_label="")
        except ClaimError:
            continue
        if any(section == "claims" or claim.evidence for claim in claims):
            yield number, f"a claim in {kind} does not count: {bare!r}; put it outside, or delete it"


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
