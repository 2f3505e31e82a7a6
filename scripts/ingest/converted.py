"""What markitdown makes of a document, mended where it is known to go wrong; for the program in converter.py."""

from __future__ import annotations

import contextlib
import re
from typing import Any

from ..text.escaping import LIKE_BLOCK_ID
from . import numbering, office_files, pdf_pages, web_pages

_HTML_INSIDE = (".docx", ".epub", ".html", ".htm")
"""What is made into HTML on the way."""
_SLIDE = re.compile(r"^<!-- Slide number: \d+ -->$", re.MULTILINE)


def options_of(suffix: str) -> dict[str, Any]:
    """What markitdown is told beside: the title of a letter is a heading, too; code has its language."""
    title = {"style_map": "p[style-name='Title'] => h1:fresh"} if suffix == ".docx" else {}
    return {**title, "code_language_callback": web_pages.language_of} if suffix in _HTML_INSIDE else title


def readable(text: str, data: bytes, suffix: str) -> str:
    """The text that markitdown made, mended where it is known to go wrong."""
    text = _without_ids(text)
    if suffix == ".pptx":
        # A comment is hidden from the reader, and warned of.  What stands below a chart is no part of its last row.
        return "\n".join(map(_parted, _SLIDE.sub("***", text).split("\n")))
    if suffix == ".pdf":
        return pdf_pages.flowing(text, data)
    # In a formula it is no mark of emphasis, and a backslash before it would be seen.
    return text.replace("\\_{", "_{") if suffix == ".docx" else text


def _parted(line: str) -> str:
    row, bar, behind = line.rpartition("|") if line.startswith("|") else ("", "", "")
    return f"{row}{bar}\n\n{behind}" if row and behind.strip() else line


def _without_ids(text: str) -> str:
    """Return the text without what a note would take for the name of a passage; code has none."""
    lines, is_code = text.split("\n"), False
    for at, line in enumerate(lines):
        is_code ^= line.lstrip().startswith("```")
        if not is_code:
            lines[at] = LIKE_BLOCK_ID.sub(r"\1\\^", line)
    return "\n".join(lines)


def prepare(suffix: str, data: bytes) -> bytes:
    """Have the libraries read a document of this kind as it is meant; return its bytes as they are to be read."""
    if suffix in (*_HTML_INSIDE, ".pptx"):
        # Tables of slides are made into HTML, too.
        from markitdown.converters import HtmlConverter

        web_pages.make_legible(HtmlConverter)
    # What another version of the libraries does not have is told as left out.
    with contextlib.suppress(ImportError, AttributeError):
        if suffix == ".docx":
            data = office_files.with_usual_names(data)
            # Numbers are not worth a letter: whatever is wrong with them, the text is read.
            with contextlib.suppress(Exception):
                data = numbering.with_numbers(data)
            office_files.mend_letters(data)
        if suffix == ".pptx":
            office_files.mend_slides()
    return data


def title_beside(data: bytes, suffix: str) -> str:
    """Return what a document says beside its text that it is called, where markitdown does not look for it."""
    return pdf_pages.pdf_title(data) if suffix == ".pdf" else ""


def left_out(text: str, data: bytes, suffix: str) -> list[str]:
    """Return the words of a document that its text lacks, as far as they can be known."""
    return office_files.left_out(text, data, suffix)
