"""Texts that are no Markdown, as the Markdown that their source notes hold.

A note in a vault is Markdown whatever it was made of: a comment of a script would be a heading, and lines above a row
of dashes would be one, too, so that nobody could quote them.  Words and their order stay; only signs that draw
headings and blocks are put in or taken out.
"""

from __future__ import annotations

import os
import re

from .code_text import LANGUAGES, NAMES, SCRIPT, code_as_markdown
from .csv_text import ENDINGS as TABLES
from .csv_text import csv_in_runs
from .org_text import org_as_markdown
from .plain_headings import with_headings
from .plain_text import plain_as_markdown
from .restructured import restructured_as_markdown
from .sql_text import sql_as_markdown
from .subtitle_text import ENDINGS as SUBTITLES
from .subtitle_text import subtitles_as_markdown
from .tex_text import tex_as_markdown

MARKDOWN = ".md"
"""What is read from standard input, given by a program or converted is taken for."""
_MARKDOWN = frozenset({MARKDOWN, ".markdown", ".mdown", ".mdx", ".mkd", ".qmd", ".rmd"})
_PROSE = _MARKDOWN | {".txt", ".rst", ".org"}
_OWN = {".org": org_as_markdown, ".sql": sql_as_markdown, ".tex": tex_as_markdown}
_RECORDS = {
    ".bib": r"\n+(?=@[A-Za-z]+[ \t]*[{(])",
    ".ics": r"\n+(?=BEGIN:V(?:EVENT|TODO|JOURNAL|FREEBUSY)\b)",
    ".vcf": r"\n+(?=BEGIN:VCARD\b)",
}
"""What stands before each record of files of these endings: each is a passage of its own."""
_WITH_VARIANTS = frozenset({".env", "dockerfile"})
"""Names behind which stands what it is for: `Dockerfile.dev`."""


def ending_of(path: str) -> str:
    """The ending of a file, in lower case and with its dot; of one that is known by its name, that of its kind."""
    name = os.path.basename(path).lower()
    stem, ending = os.path.splitext(name)
    is_variant = stem in _WITH_VARIANTS and ending not in _PROSE
    return NAMES.get(stem if is_variant else name, ending)


def as_markdown(text: str, suffix: str) -> str:
    """The text of a file with this ending, in lower case and with its dot, as Markdown.

    Files of no ending, and of one that is not known, are plain text.
    """
    if suffix in _MARKDOWN:
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if suffix in SUBTITLES and (told := subtitles_as_markdown(text)):
        return told
    if suffix in _OWN:
        return _OWN[suffix](text)
    if suffix in LANGUAGES or (not suffix and text.startswith(SCRIPT)):
        return code_as_markdown(text, LANGUAGES.get(suffix, ""))
    if suffix in TABLES:
        text = csv_in_runs(text)
    if suffix in _RECORDS:
        text = re.sub(_RECORDS[suffix], "\n\n", text)
    text = restructured_as_markdown(text) if suffix == ".rst" else with_headings(text)
    return plain_as_markdown(text)
