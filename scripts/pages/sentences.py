"""Where sentences end: full stops of many scripts, but not those of abbreviations, initials and numbers."""

from __future__ import annotations

from .. import regex as re

_END = re.compile(
    r"(?P<stop>[.!?…]+[\"'”’»)\]*_]*)(?=\s|$)"
    r"|[。！？｡．]+[」』”’）】》]*"
    r"|\n[ \t]*(?=\n|[-*+>|#]|\d+[.)] )"
)
# Between blanks, so that a word is looked up with blanks around it.
_ABBREVIATIONS = (
    " mr mrs ms dr prof st vs etc e.g i.e cf al fig eq sec ch vol nos pp p jr sr inc ltd co corp dept est"
    " approx ca jan feb mar apr jun jul aug sep sept oct nov dec z.b d.h u.a bzw usw nr bspw ggf vgl abb bd hr fr"
    " m mme mlle art av sra ud pág núm gen col lt sgt capt gov sen rep rev hon u.s u.k a.m p.m ph.d b.sc m.sc resp"
    " incl op "
)
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘«]+$")


def sentences(text: str) -> list[tuple[int, int]]:
    """Return the spans of the sentences, without the white space around them.

    A full stop ends none after an abbreviation, an initial or a list number, nor before a small letter; a line ends one
    before a blank line, a list item, a quote, a heading or a table row.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if match["stop"] and not _ends(text, start, match):
            continue
        start = _add(spans, text, start, match.end())
    _add(spans, text, start, len(text))
    return spans


def _add(spans: list[tuple[int, int]], text: str, start: int, end: int) -> int:
    piece = text[start:end]
    stripped = piece.strip()
    if stripped:
        begin = start + piece.index(stripped)
        spans.append((begin, begin + len(stripped)))
    return end


def _ends(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether this full stop ends a sentence."""
    after = text[match.end() : match.end() + 40].lstrip()
    if after and after[0].islower():
        return False
    if match["stop"] != ".":
        return True
    # The last 40 characters hold any abbreviation; looking further would make a text without blanks quadratic.
    found = _LAST_WORD.search(text[max(start, match.start() - 40) : match.start()])
    if not found:
        return True
    word = found[0]
    if f" {word.lower()} " in _ABBREVIATIONS:
        return False
    if len(word) == 1 and word.isalpha() and word.isupper():
        return False
    # "3." at the start of a line numbers a list item.
    return not (word.isdigit() and not text[start : match.start() - len(word)].strip())
