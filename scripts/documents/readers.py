"""Readers of mails, sheets, slides and PDFs; each returns text, title, and what the text leaves out.

Mails by the standard library, with the names of attachments; sheets by openpyxl, with the values as they were last
computed; slides by python-pptx, with texts in groups, tables, figures of charts, and notes; PDFs by pypdfium2, as one
text: words whole, without heads and feet, bookmarks as headings.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, time
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from .plain_text import prose, table

SHOWN = ("From", "To", "Cc", "Date", "Subject")
HTML = "its HTML"
"""First of the parts left out of a mail with HTML alone, which is returned instead, to be converted."""


def read_mail(data: bytes) -> tuple[str, str, list[str]]:
    """Return the text of a mail, its subject, and what is left out; of a mail with HTML alone the HTML.

    Raises ValueError for data that is no mail.
    """
    mail = message_from_bytes(data, EmailMessage, policy=policy.default)
    if not isinstance(mail, EmailMessage) or not (mail["From"] or mail["Subject"]):
        raise ValueError("no mail: it has neither From nor Subject")
    values = {name: " ".join(str(mail[name] or "").split()) for name in SHOWN}
    names = [part.get_filename() or part.get_content_type() for part in mail.iter_attachments()]
    lines = [f"{name}: {value}" for name, value in {**values, "Attachments": ", ".join(names)}.items() if value]
    body = mail.get_body(("plain", "html"))
    try:
        text = str(body.get_content()).replace("\r\n", "\n") if body else ""
    except LookupError as err:
        raise ValueError(f"no mail that can be read: {err}") from err
    left_out = [f"{len(names)} attachment{'s' * (len(names) > 1)}"] if names else []
    if body and body.get_content_type() == "text/html":
        return f"<p>{'<br>'.join(map(escape, lines))}</p>\n{text}", values["Subject"], [HTML, *left_out]
    # Two dashes above a signature are no line below a heading.
    text = text.replace("\n-- \n", "\n\n\\-- \n")
    return prose("\n".join(lines) + "\n\n" + text), values["Subject"], left_out


def read_sheets(data: bytes) -> tuple[str, str, list[str]]:
    """Return the sheets in their order, a heading for each, the title, and how much is left out."""
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    parts: list[str] = []
    for sheet in book.worksheets:
        rows = [[_format_cell(cell.value) for cell in row] for row in sheet.iter_rows()]
        noted = [cell for row in sheet.iter_rows() for cell in row if cell.comment]
        used = [at for at in range(max(map(len, rows), default=0)) if any(row[at : at + 1] != [""] for row in rows)]
        lines = table([[row[at] for at in used] for row in rows])
        parts += [f"## {prose(sheet.title, is_drawn=True).strip()}", *([lines] if lines else [])]
        parts += [f"> Comment at {cell.coordinate}: {prose(' '.join(cell.comment.text.split()))}" for cell in noted]
    charts = sum(len(sheet._charts) for sheet in book.worksheets) + len(book.chartsheets)
    left_out = [f"{charts} chart{'s' * (charts > 1)}"] if charts else []
    return "\n\n".join(part.strip("\n") for part in parts) + "\n", book.properties.title or "", left_out


def _format_cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        is_day = value.time() == time()
        return value.date().isoformat() if is_day else value.isoformat(" ", "minutes")
    if isinstance(value, (date, time)):
        return value.isoformat()
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def read_slides(data: bytes) -> tuple[str, str, list[str]]:
    """Return the text of the slides in their order, a heading for each, the title, and how much is left out."""
    from pptx import Presentation

    deck = Presentation(io.BytesIO(data))
    left_out: dict[str, int] = {}
    parts: list[str] = []
    for number, slide in enumerate(deck.slides, 1):
        title = slide.shapes.title
        named = _join_words(title.text_frame.text) if title is not None else ""
        parts.append(f"## {prose(named, is_drawn=True).strip() if named else f'Slide {number}'}")
        parts += [part for shape in slide.shapes if shape != title for part in _shape_texts(shape, left_out)]
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            notes = slide.notes_slide.notes_text_frame.text.strip()
            parts += ["### Notes", prose(notes, is_drawn=True)] if notes else []
        if any(relation.reltype.endswith("/comments") for relation in slide.part.rels.values()):
            left_out["slide's comments"] = left_out.get("slide's comments", 0) + 1
    counts = [f"{count} {kind}{'s' * (count > 1 and kind[-1] != 's')}" for kind, count in sorted(left_out.items())]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n", deck.core_properties.title or "", counts


def _shape_texts(shape: Any, left_out: dict[str, int]) -> Iterator[str]:
    if hasattr(shape, "shapes"):
        for part in shape.shapes:
            yield from _shape_texts(part, left_out)
    elif getattr(shape, "has_table", False):
        yield table([[cell.text for cell in row.cells] for row in shape.table.rows])
    elif getattr(shape, "has_chart", False):
        yield from _chart_texts(shape.chart, left_out)
    elif shape.has_text_frame:
        for paragraph in shape.text_frame.paragraphs:
            if text := _join_words(paragraph.text):
                yield prose(text, is_drawn=True)
    else:
        left_out["picture"] = left_out.get("picture", 0) + 1
        yield from (prose(text, is_drawn=True) for text in shape.element.xpath("./p:nvPicPr/p:cNvPr/@descr") if text)


def _chart_texts(chart: Any, left_out: dict[str, int]) -> Iterator[str]:
    try:
        series = [plotted for plot in chart.plots for plotted in plot.series]
        categories = [str(category) for category in chart.plots[0].categories]
        values = [[_format_number(value) for value in plotted.values] for plotted in series]
        rows = [["", *(plotted.name for plotted in series)]]
        rows += [[name, *line] for name, line in zip(categories, zip(*values))]
    except (AttributeError, IndexError, KeyError, ValueError):
        left_out["chart"] = left_out.get("chart", 0) + 1
        return
    if chart.has_title and chart.chart_title.has_text_frame:
        yield prose(_join_words(chart.chart_title.text_frame.text), is_drawn=True)
    yield table(rows)


def _format_number(value: float | None) -> str:
    return "" if value is None else f"{value:.15g}"


def _join_words(text: str) -> str:
    return " ".join(text.split())


_HYPHEN = re.compile("(\\w{1,50})[\ufffe\x02](\\w{1,50})")
"""The library's character for a hyphen at the end of a line, between two parts of a word."""
_EDGE_NUMBER = re.compile(r"\A\d{1,5}\b|\b\d{1,5}\Z|(?<=[Pp]age )\d{1,5}\b")
_FEWEST_PAGES = 3
"""A line at the end of more than half of at least so many pages is their head or foot."""
_MOST_EDGE_LINES = 3
_SAME_PLACE = 4
"""Points."""
_DIGITS = re.compile(r"(?<=\S)\d+")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SMALLER, _HIGHER = 0.85, 0.2
"""In heights of the character before it."""
_OTHER_TYPE = 0.08
"""A line begins a paragraph if its height differs from that of the line before by more than this share."""
_GAP = 1.2
"""A paragraph ends where the step to the next line is this many times the page's median."""
_NO_TITLE = re.compile(r"(?:Microsoft (?:Word|PowerPoint|Excel) - .*|untitled.*|.*\.\w{2,4})", re.IGNORECASE)
"""Titles that programs fill in where nobody gave one: mostly the name of a file."""


class _Line(NamedTuple):
    text: str
    foot: float
    """Of its first character, from the foot of the page."""
    last_foot: float
    """Of its last character: a word that was cut is on two lines."""
    height: float
    """Of its first character."""


def read_pdf(data: bytes) -> tuple[str, str, list[str]]:
    """Return the text of a PDF, the title that it gives itself, and what is left out: pages without text."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    pages = [_read_lines(page) for page in document]
    empty = sum(not page for page in pages)
    if empty == len(pages):
        raise ValueError("no text in it: its pages are pictures")
    headings = _read_bookmarks(document)
    parts: list[str] = []
    _drop_edges(pages, headings)
    for number, page in enumerate(pages):
        parts += _paragraphs(page, headings.get(number, {}))
    text = _rejoin_words("\n\n".join(parts))
    title = str(document.get_metadata_dict().get("Title") or "").strip()
    left_out = [f"{empty} page{'s' * (empty > 1)} without text"] if empty else []
    return text + "\n", "" if _NO_TITLE.fullmatch(title) else title, left_out


def _read_lines(page: Any) -> list[_Line]:
    from pypdfium2.raw import FPDFText_GetUnicode

    text = page.get_textpage()
    lines, at = [], 0
    # Character by character: the library's whole text does not always count as its positions do.
    for piece in "".join(chr(FPDFText_GetUnicode(text, place)) for place in range(text.count_chars())).split("\r\n"):
        line = piece.strip()
        if line:
            first = at + len(piece) - len(piece.lstrip())
            foot, height = _box_of(text, first)
            raised = _find_raised(text, first, line)
            chars = (char.translate(_RAISED) if place in raised else char for place, char in enumerate(line))
            lines.append(_Line("".join(chars), foot, _box_of(text, first + len(line) - 1)[0], height))
        at += len(piece) + 2
    return lines


def _box_of(text: Any, place: int) -> tuple[float, float]:
    """Return the foot and the height of a character, as its font has them."""
    _, foot, _, top = text.get_charbox(place, loose=True)
    return foot, top - foot


def _find_raised(text: Any, first: int, line: str) -> set[int]:
    """Return the places in a line of digits that are smaller and higher than the character before, as in 10⁶."""
    places: set[int] = set()
    for found in _DIGITS.finditer(line):
        base = found.start() - 1
        low, tall = _box_of(text, first + base)
        for place in range(found.start(), found.end()):
            foot, height = _box_of(text, first + place)
            if height < _SMALLER * tall and foot > low + _HIGHER * tall:
                places.add(place)
            else:
                # A number of the usual size begins, or none was raised.
                low, tall = foot, height
    return places


def _read_bookmarks(document: Any) -> dict[int, dict[str, int]]:
    """Return for each page the bare titles of its bookmarks, with the level of their headings."""
    found: dict[int, dict[str, int]] = {}
    for mark in document.get_toc():
        target = mark.get_dest()
        page = target.get_index() if target else None
        if page is not None:
            found.setdefault(page, {})[_bare_title(mark.get_title())] = min(mark.level + 2, 6)
    return found


def _bare_title(title: str) -> str:
    """Return a title without blanks and number, which only one of bookmark and line may have."""
    return re.sub(r"^[\dIVXivx]+(?:\.\d+)*[.):]?\s+|\s+", "", title).casefold()


def _drop_edges(pages: list[list[_Line]], headings: dict[int, dict[str, int]]) -> None:
    """Remove from the pages first and last lines that most of them have in common at one place.

    They may hold the number of the page.  A line without one stays where it occurs first.
    """
    if len(pages) < _FEWEST_PAGES:
        return
    for end in (0, -1):
        for _ in range(_MOST_EDGE_LINES):
            forms = [_edge_form(page[end], number) if page else None for number, page in enumerate(pages)]
            counts = Counter(form for form in forms if form)
            for number, (page, form) in enumerate(zip(pages, forms)):
                is_first = form is not None and form[0] == page[end].text and form not in forms[:number]
                is_common = form is not None and 2 * counts[form] > len(pages) and not is_first
                if is_common and _bare_title(page[end].text) not in headings.get(number, {}):
                    del page[end]


def _edge_form(line: _Line, page: int) -> tuple[str, int]:
    """Return a line and its place, the number at one of its ends replaced by its distance from the page's."""
    text = _EDGE_NUMBER.sub(lambda found: f"{int(found[0]) - page:+}", line.text, count=1)
    return text, round(line.foot / _SAME_PLACE)


def _paragraphs(lines: list[_Line], headings: dict[str, int]) -> list[str]:
    parts: list[str] = []
    paragraph: list[str] = []
    steps = [above.last_foot - line.foot for above, line in pairwise(lines)]
    most = _GAP * median([step for step in steps if step > 0] or [0])

    def end() -> None:
        if paragraph:
            parts.append(prose("\n".join(paragraph), is_drawn=True).strip("\n"))
            paragraph.clear()

    height = 0.0
    for line, step in zip(lines, [0, *steps]):
        level = headings.get(_bare_title(line.text), 0)
        is_other_type = abs(line.height - height) > _OTHER_TYPE * height
        # Where the next column begins, a paragraph goes on.
        if level or is_other_type or step > most or (step < 0 and not line.text[:1].islower()):
            end()
        height = line.height
        if level:
            parts.append(f"{'#' * level} {line.text}")
        else:
            paragraph.append(line.text)
    end()
    return parts


def _rejoin_words(text: str) -> str:
    """Return the text with words joined that the end of a line cut: `inter-national`, but not `well-known`.

    The rest of the text decides: it has the whole word, or the two parts with a hyphen or each by itself.
    """
    others = _HYPHEN.sub(" ", text).lower()
    words = {*re.findall(r"[\w-]+", others), *re.findall(r"\w+", others)}

    def whole(cut: re.Match[str]) -> str:
        first, second = cut[1].lower(), cut[2].lower()
        has_hyphen = first + second not in words and (f"{first}-{second}" in words or {first, second} <= words)
        return cut[1] + "-" * has_hyphen + cut[2]

    text = _HYPHEN.sub(whole, text)
    # Elsewhere it is a bullet of a font without names of characters.
    return text.replace("\x02", "•").replace("\ufffe", "-")
