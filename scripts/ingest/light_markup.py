"""Org mode, TeX, subtitles and records of calendars, address books and literature: their parts as Markdown sees them.

No parser of these forms: what heads a part becomes a heading, what is a record stands alone, and the words stay.
"""

from __future__ import annotations

import re

PARTED = frozenset({".org", ".tex", ".latex", ".srt", ".vtt", ".bib", ".ics", ".vcf"})
"""Endings of files in these forms."""
_ORG_TITLE = re.compile(r"^#\+title:[ \t]*(\S[^\n]*)$", re.MULTILINE | re.IGNORECASE)
_ORG_HEADING = re.compile(r"^(\*{1,5})[ \t]+(?=\S)")
_ORG_FENCE = re.compile(r"^[ \t]*#\+(?:begin_(?:src|example)[ \t]*(\w*)[^\n]*|end_(?:src|example)[ \t]*)$", re.M | re.I)
_TEX_HEADING = re.compile(
    r"^[ \t]*\\(title|part|chapter|section|subsection|subsubsection)\*?[ \t]*(?:\[[^\]\n]*\])?\{([^{}\n]*)\}[ \t]*$",
    re.MULTILINE,
)
_TEX_LEVELS = {"title": 1, "part": 2, "chapter": 2, "section": 3, "subsection": 4, "subsubsection": 5}
_CUE = re.compile(r"[ \t]*((?:\d{1,3}:)?\d{1,2}:\d\d)(?:[.,:]\d{1,3})?[ \t]*-->")
_CUE_TAG = re.compile(
    r"<v(?:\.[^ <>]*)?[ \t]+([^<>\n]+)>|</?(?:b|c|font|i|lang|rt|ruby|s|u|v)(?:[ .][^<>\n]*)?>|<[\d:]+\.\d+>"
    r"|\{\\[^{}\n]*\}",
    re.IGNORECASE,
)
_NO_CUE = re.compile(r"(?:NOTE|STYLE|REGION)(?:[ \t]|\Z)")
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’)]*\Z")
_LONGEST_SENTENCE = 300
"""Characters after which what is said without a full stop is parted."""
_FOLDED = re.compile(r"\n[ \t]")
"""Where a long line of a calendar or an address book goes on (RFC 5545, 6350)."""
_ESCAPED = re.compile(r"\\([\\,;])|(?:\\[nN][ \t]*)+(?:(?=(BEGIN:|END:))|(?=([#>+*=_~`|-])))?")
"""Signs and line breaks within what they say: a blank line would end the record, and what is typed is no markup."""
_RECORD = re.compile(r"(?<=[^\n])\n(?=(?:BEGIN:(?:VEVENT|VTODO|VJOURNAL|VCARD)\b|@\w+[ \t]*\{))", re.IGNORECASE)


def with_markdown_parts(text: str, suffix: str) -> str:
    """Return the text of a file with this ending with its parts as those of Markdown; any other as it is."""
    if suffix == ".org":
        # Below a title all headings go one level down.
        deeper = "#" if _ORG_TITLE.search(text) else ""
        lines, is_code = _ORG_FENCE.sub(lambda found: f"```{found[1] or ''}", text).split("\n"), False
        last = max((at for at, line in enumerate(lines) if line == "```"), default=-1)
        for at, line in enumerate(lines):
            if line.startswith("```"):
                is_code = at < last and (not is_code or line != "```")
            elif not is_code:
                lines[at] = _ORG_HEADING.sub(lambda found: f"\n{'#' * len(found[1])}{deeper} ", line)
        return _ORG_TITLE.sub(r"# \1", "\n".join(lines), count=1)
    if suffix in (".tex", ".latex"):
        return _TEX_HEADING.sub(lambda found: f"\n{'#' * _TEX_LEVELS[found[1]]} {found[2].strip()}\n", text)
    if suffix in (".srt", ".vtt"):
        return _sentences(text)
    if suffix in (".ics", ".vcf"):
        text = _FOLDED.sub("", text)
        # Version 2.1 of address books knows no such escapes.
        text = text if "VERSION:2.1" in text else _ESCAPED.sub(_meant, text)
    return _RECORD.sub("\n\n", text) if suffix in (".bib", ".ics", ".vcf") else text


def _meant(escape: re.Match[str]) -> str:
    sign, record, mark = escape.groups()
    return sign or (" " if record else "\n\\" if mark else "\n")


def _sentences(text: str) -> str:
    """Return subtitles as sentences, each with the time at which it begins; a text without any as it is."""
    said, lines = "", list[str]()
    for start, shown in _cues(text.split("\n")):
        words = " ".join(_CUE_TAG.sub(lambda tag: f"{tag[1]}: " if tag[1] else "", "\n".join(shown)).split())
        if not words:
            continue
        # Two figures are no one number.
        between = "\n" if said[-1:].isdigit() and words[0].isdigit() else " "
        said = f"{said}{between}{words}" if said else f"[{start}] {words}" if start else words
        if not start or _SENTENCE_END.search(said) or len(said) > _LONGEST_SENTENCE:
            lines.append(said)
            said = ""
    return "\n\n".join([*lines, *([said] if said else [])]) + "\n" if lines or said else text


def _cues(lines: list[str]) -> list[tuple[str, list[str]]]:
    """Return the time and the lines of each subtitle, in order; first of all what stands before them, without a time.

    Whatever is no time, no number or name above one, and no note of WebVTT, is said.
    """
    times = {at: cue[1] for at, line in enumerate(lines) if (cue := _CUE.match(line))}
    is_vtt, is_note = lines[0].lstrip("\ufeff").startswith("WEBVTT"), False
    cues: list[tuple[str, list[str]]] = [("", [])]
    for at, line in enumerate(lines):
        was_blank = at == 0 or not lines[at - 1].strip()
        is_name = at + 1 in times and at not in times and (was_blank or line.strip().isdigit())
        is_note = is_vtt and (
            at == 0 or (bool(line.strip()) and (is_note or (was_blank and _NO_CUE.match(line) is not None)))
        )
        if at in times:
            cues.append((times[at], []))
        elif not (is_name or is_note):
            cues[-1][1].append(line)
    return cues if times else []
