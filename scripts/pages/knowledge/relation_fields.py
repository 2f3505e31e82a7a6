"""Dataview fields that relate a page to others: `key:: [[X]]` on a line, `[key:: [[X]]]` and `(key:: [[X]])` in one."""

from __future__ import annotations

import re
from collections.abc import Container

from ...errors import ClaimError
from ..page_model import Claim, Evidence
from .claim_line import LINKS, read_tail, read_targets
from .relation_names import relation_type

RESERVED_KEYS = frozenset(
    # One word a line is what a literal would become.
    "alias aliases archived banner category cite cited cites citation citations confidence cover created cssclass "  # noqa: SIM905
    "cssclasses date evidence expect_sha icon id image modified name permalink publish question quote revision sha256 "
    "source source_url sources status stale summary tag tags template thumbnail title type updated url".split()
)
"""Properties and fields whose links say something about the note, not about its subject."""

_EVIDENCE_KEYS = ("evidence", "source")

_KEY = r"([^\W_][\w /-]{0,58}?)"
# As text: re compiles them when a line with a field is first met, which in most vaults is never (0.7 ms).
_LINE_FIELD = rf"[ \t]*(?:[-*+][ \t]+)?(?:\*\*|__)?{_KEY}(?:\*\*|__)?::[ \t]*({LINKS})(.*)"
_VALUE = r"((?:\[\[[^\[\]\n]*\]\]|\[[^\[\]\n]*\]\([^()\n]*\)|[^\[\]()\n])*)"
_ENCLOSED_FIELDS = (rf"\[{_KEY}::[ \t]*{_VALUE}\]", rf"\({_KEY}::[ \t]*{_VALUE}\)")


def is_relation_key(key: str) -> bool:
    """Whether a property or field of this name says how the page and a linked one are related."""
    return relation_type(key) not in RESERVED_KEYS


def field_claims(line: str, *, page_label: str, links: Container[int]) -> tuple[Claim, ...]:
    """Claims that the fields of one line make about their page, whose subject is "".

    links holds the offsets in the line at which links start; what only looks like one (in code) is none.  Fields
    `confidence`, `source` and `evidence` on the same line belong to each of them.
    Raises ClaimError for a confidence outside [0, 1].
    """
    field = re.fullmatch(_LINE_FIELD, line.rstrip())
    if field:
        tail = read_tail(field[3])
        if field.start(2) not in links or tail is None or not is_relation_key(field[1]):
            return ()
        return _claims(page_label, field[1], field[2], tail)
    found: list[tuple[int, str, str]] = sorted(
        (match.start(2), relation_type(match[1]), match[2].strip())
        for pattern in _ENCLOSED_FIELDS
        for match in re.finditer(pattern, line)
    )
    tail = (*_shared(found), "")
    return tuple(
        claim
        for start, key, value in found
        if start in links and is_relation_key(key) and re.fullmatch(LINKS, value)
        for claim in _claims(page_label, key, value, tail)
    )


def _shared(fields: list[tuple[int, str, str]]) -> tuple[float, tuple[Evidence, ...]]:
    """Confidence and evidence that fields of a line give to its relations."""
    confidence, evidence = 1.0, []
    for _, key, value in fields:
        if key == "confidence":
            confidence, _, note = read_tail(f" ({value})") or (1.0, (), value)
            if note:
                raise ClaimError(f"confidence {note!r} is not a number")
        elif key in _EVIDENCE_KEYS and re.fullmatch(LINKS, value):
            evidence += [Evidence(target.path, target.block) for target in read_targets(value)]
    return confidence, tuple(evidence)


def _claims(page_label: str, key: str, links: str, tail: tuple[float, tuple[Evidence, ...], str]) -> tuple[Claim, ...]:
    relation = relation_type(key)
    return tuple(Claim("", page_label, relation, target.path, target.label, *tail) for target in read_targets(links))
