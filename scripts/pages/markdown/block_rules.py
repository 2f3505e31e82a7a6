"""The line patterns of the block reader: how each construct of CommonMark, GFM and Obsidian begins and ends.

All are matched at the first character of a line that is no blank; line breaks are single newlines.
"""

from __future__ import annotations

import re

# What can begin a line and begin nothing but a paragraph: most lines of most pages.
PLAIN = (
    r"(?:[^\s#>+\-*_=|:~`<$%0-9]|\*{1,2}(?![\s*])(?=.)|_{1,2}(?![\s_])(?=.)|`{1,2}(?!`)"
    r"|[0-9]+(?![0-9]|[.)](?:[ \t\n]|\Z))|\$(?!\$)|%(?!%))"
)

TOP = re.compile(
    r"(?:[ \t]*\n)*(?:"
    rf"((?:{PLAIN}[^\n]*\n?)+)"
    r"|(\#{1,6}(?:[ \t][^\n]*)?)(?=\n|\Z)"
    rf"|([-+*]|[0-9]{{1,9}}[.)])(?=[ ]{{1,4}}{PLAIN})"
    r"|(<!(?=[^\n]*-->)--[^\n]*)"
    r"|)"
).match
"""Blank lines, then at the left margin: plain paragraph lines, a heading, a plain list item, an HTML comment of a line.

The group that took part says which; none for anything else.
"""

PLAIN_ITEM = re.compile(rf"([-+*]|[0-9]{{1,9}}[.)])[ ]{{1,4}}(?={PLAIN})([^\n]*)\n?").match
"""A list item of one plain line at the left margin: its marker and its text."""

PLAIN_COMMENT = re.compile(rf"[ ]{{0,3}}({PLAIN}[^\n]*)\Z").match
"""What stands between the marks of a comment of one plain line."""

# The patterns below are matched with the end of the line as the end of the text.
BLANKS = re.compile(r"[ \t]*").match
FENCE = re.compile(r"(`{3,})(?=[^`]*\Z)|~{3,}").match
RULE = re.compile(r"([-*_])[ \t]*(?:\1[ \t]*){2,}\Z").match
UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*\Z").match
HASHES = re.compile(r"#{1,6}(?=[ \t]|\Z)").match
ITEM = re.compile(r"(?:[-+*]|([0-9]{1,9})[.)])(?=[ \t]|\Z)").match
CALLOUT = re.compile(r"\[![^\]\n]+\][+-]?").match
LONE_ID = re.compile(r"\^[A-Za-z0-9-]+[ \t]*\Z").match
ROWS = re.compile(r"(?:\|[^\n]*\n?)+").match
_DELIMITER = re.compile(r"[|:\-][|:\- \t]+\Z")
_CELL = re.compile(r"[ \t]*:?-+:?[ \t]*\Z")
_BAR = re.compile(r"(?<!\\)\|")

_ELEMENTS = (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li "
    "link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th "
    "thead title tr track ul"
).replace(" ", "|")
_ATTRIBUTE = (
    r"(?:[ \t\n]+[a-zA-Z_:][a-zA-Z0-9:._-]*"
    r"(?:[ \t\n]*=[ \t\n]*(?:[^\"'=<>`\x00-\x20]+|'[^']*'|\"[^\"]*\"))?)"
)
TAG = rf"(?:<[A-Za-z][A-Za-z0-9\-]*{_ATTRIBUTE}*[ \t\n]*/?>|</[A-Za-z][A-Za-z0-9\-]*[ \t\n]*>)"
"""An opening or closing HTML tag, as inline text or on a line of its own."""

HTML_START = re.compile(
    r"<(?:((?:script|pre|style|textarea)(?=[\s>]|\Z))|(!--)|(\?)|(![A-Za-z])|(!\[CDATA\[)"
    rf"|(/?(?:{_ELEMENTS})(?=[\s>]|/>|\Z)))",
    re.IGNORECASE,
).match
"""Six of the seven ways an HTML block begins; the group that took part is the number of the way."""
TAG_LINE = re.compile(rf"{TAG}[ \t]*\Z").match
"""The seventh: a whole tag alone on the line, which cannot interrupt a paragraph."""
HTML_ENDS = {
    1: re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE),
    2: re.compile("-->"),
    3: re.compile(r"\?>"),
    4: re.compile(">"),
    5: re.compile(r"\]\]>"),
}
"""What ends the first five; the others end at a blank line."""
BLANK_LINE = re.compile(r"\n[ \t]*(?:\n|\Z)")


def is_table(header: str, delimiter: str) -> bool:
    """Whether these two lines, without the blanks before them, open a table."""
    if "|" not in header or not _DELIMITER.match(delimiter):
        return False
    if delimiter[0] == "-" and delimiter[1] in " \t":
        return False
    cells = delimiter.rstrip(" \t").split("|")
    cells = cells[not cells[0] : len(cells) - (not cells[-1])]
    if not all(map(_CELL.match, cells)):
        return False
    columns = _BAR.split(header.strip())
    if not columns[0]:
        del columns[0]
    if columns and not columns[-1]:
        del columns[-1]
    return len(columns) == len(cells)
