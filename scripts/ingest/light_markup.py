"""Org mode, TeX, subtitles and records of calendars, address books and literature: their parts as Markdown sees them.

No parser of these forms: what heads a part becomes a heading, what is a record stands alone, and the words stay.
"""

from __future__ import annotations

import re

PARTED = frozenset({".org", ".tex", ".latex", ".srt", ".vtt", ".bib", ".ics", ".vcf"})
"""Endings of files in these forms."""
_ORG_TITLE = re.compile(r"^#\+title:[ \t]*(\S[^\n]*)$", re.MULTILINE | re.IGNORECASE)
_ORG_HEADING = re.compile(r"^(\*{1,5})[ \t]+(?=\S)", re.MULTILINE)
_ORG_FENCE = re.compile(r"^[ \t]*#\+(?:begin_(?:src|example)[ \t]*(\w*)[^\n]*|end_(?:src|example)[ \t]*)$", re.M | re.I)
_TEX_HEADING = re.compile(
    r"^[ \t]*\\(title|part|chapter|section|subsection|subsubsection)\*?[ \t]*(?:\[[^\]\n]*\])?\{([^{}\n]*)\}[ \t]*$",
    re.MULTILINE,
)
_TEX_LEVELS = {"title": 1, "part": 2, "chapter": 2, "section": 3, "subsection": 4, "subsubsection": 5}
_CUE = re.compile(
    r"^(?:[^\n]*\n)?(?P<start>(?:\d{1,3}:)?\d{1,2}:\d\d)[.,]\d{1,3}[ \t]+-->[^\n]*\n"
    r"(?P<text>(?:[ \t]*\S[^\n]*(?:\n|\Z))*)",
    re.MULTILINE,
)
_CUE_TAG = re.compile(r"<v(?:\.[^ <>]*)?[ \t]+([^<>\n]+)>|</?[A-Za-z][^<>\n]*>|<[\d:.]+>")
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’)]*\Z")
_LONGEST_SENTENCE = 300
"""Characters after which what is said without a full stop is parted."""
_RECORD = re.compile(r"(?<=[^\n])\n(?=(?:BEGIN:(?:VEVENT|VTODO|VJOURNAL|VCARD)\b|@\w+[ \t]*\{))", re.IGNORECASE)


def with_markdown_parts(text: str, suffix: str) -> str:
    """Return the text of a file with this ending with its parts as those of Markdown; any other as it is."""
    if suffix == ".org":
        # Below a title all headings go one level down.
        deeper = "#" if _ORG_TITLE.search(text) else ""
        pieces = re.split(
            r"(^```[^\n]*\n.*?^```$)", _ORG_FENCE.sub(lambda found: f"```{found[1] or ''}", text), flags=re.M | re.S
        )
        # Every second one is code.
        pieces[::2] = (
            _ORG_HEADING.sub(lambda found: f"\n{'#' * len(found[1])}{deeper} ", piece) for piece in pieces[::2]
        )
        return _ORG_TITLE.sub(r"# \1", "".join(pieces), count=1)
    if suffix in (".tex", ".latex"):
        return _TEX_HEADING.sub(lambda found: f"\n{'#' * _TEX_LEVELS[found[1]]} {found[2].strip()}\n", text)
    if suffix in (".srt", ".vtt"):
        return _sentences(text)
    return _RECORD.sub("\n\n", text) if suffix in (".bib", ".ics", ".vcf") else text


def _sentences(text: str) -> str:
    """Return subtitles as sentences, each with the time at which it begins; a text without any as it is."""
    said, lines = "", list[str]()
    for cue in _CUE.finditer(text):
        words = " ".join(_CUE_TAG.sub(lambda tag: f"{tag[1]}: " if tag[1] else "", cue["text"]).split())
        if not words:
            continue
        said = f"{said} {words}" if said else f"[{cue['start']}] {words}"
        if _SENTENCE_END.search(said) or len(said) > _LONGEST_SENTENCE:
            lines.append(said)
            said = ""
    return "\n\n".join([*lines, *([said] if said else [])]) + "\n" if lines or said else text
