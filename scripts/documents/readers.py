"""Mails, sheets and slides as their readers see them; each reader gives text, title, and what is left out of it.

Mails by the standard library, with the names of what is attached; sheets by openpyxl, with the values as they were last
computed; slides by python-pptx, with texts in groups, tables, figures of charts, and notes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date, datetime, time
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape
from typing import Any

from .plain_text import prose, table

SHOWN = ("From", "To", "Cc", "Date", "Subject")
HTML = "its HTML"
"""Stands first among what is left out of a mail whose only text is HTML: that is given instead, to be converted."""


def read_mail(data: bytes) -> tuple[str, str, list[str]]:
    """Return the text of a mail, its subject, and what is left out; of one that is HTML only its HTML, as HTML says.

    Raises ValueError for what is no mail.
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
        rows = [[_shown(cell.value) for cell in row] for row in sheet.iter_rows()]
        noted = [cell for row in sheet.iter_rows() for cell in row if cell.comment]
        used = [at for at in range(max(map(len, rows), default=0)) if any(row[at : at + 1] != [""] for row in rows)]
        lines = table([[row[at] for at in used] for row in rows])
        parts += [f"## {prose(sheet.title, is_drawn=True).strip()}", *([lines] if lines else [])]
        parts += [f"> Comment at {cell.coordinate}: {prose(' '.join(cell.comment.text.split()))}" for cell in noted]
    charts = sum(len(sheet._charts) for sheet in book.worksheets) + len(book.chartsheets)
    left_out = [f"{charts} chart{'s' * (charts > 1)}"] if charts else []
    return "\n\n".join(part.strip("\n") for part in parts) + "\n", book.properties.title or "", left_out


def _shown(value: Any) -> str:
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
        named = _line(title.text_frame.text) if title is not None else ""
        parts.append(f"## {prose(named, is_drawn=True).strip() if named else f'Slide {number}'}")
        parts += [part for shape in slide.shapes if shape != title for part in _shape(shape, left_out)]
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            notes = slide.notes_slide.notes_text_frame.text.strip()
            parts += ["### Notes", prose(notes, is_drawn=True)] if notes else []
        if any(relation.reltype.endswith("/comments") for relation in slide.part.rels.values()):
            left_out["slide's comments"] = left_out.get("slide's comments", 0) + 1
    told = [f"{count} {kind}{'s' * (count > 1 and kind[-1] != 's')}" for kind, count in sorted(left_out.items())]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n", deck.core_properties.title or "", told


def _shape(shape: Any, left_out: dict[str, int]) -> Iterator[str]:
    if hasattr(shape, "shapes"):
        for part in shape.shapes:
            yield from _shape(part, left_out)
    elif getattr(shape, "has_table", False):
        yield table([[cell.text for cell in row.cells] for row in shape.table.rows])
    elif getattr(shape, "has_chart", False):
        yield from _chart(shape.chart, left_out)
    elif shape.has_text_frame:
        for paragraph in shape.text_frame.paragraphs:
            if said := _line(paragraph.text):
                yield prose(said, is_drawn=True)
    else:
        left_out["picture"] = left_out.get("picture", 0) + 1
        yield from (prose(said, is_drawn=True) for said in shape.element.xpath("./p:nvPicPr/p:cNvPr/@descr") if said)


def _chart(chart: Any, left_out: dict[str, int]) -> Iterator[str]:
    try:
        series = [plotted for plot in chart.plots for plotted in plot.series]
        categories = [str(category) for category in chart.plots[0].categories]
        values = [[_number(value) for value in plotted.values] for plotted in series]
        rows = [["", *(plotted.name for plotted in series)]]
        rows += [[name, *line] for name, line in zip(categories, zip(*values))]
    except (AttributeError, IndexError, KeyError, ValueError):
        left_out["chart"] = left_out.get("chart", 0) + 1
        return
    if chart.has_title and chart.chart_title.has_text_frame:
        yield prose(_line(chart.chart_title.text_frame.text), is_drawn=True)
    yield table(rows)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.15g}"


def _line(text: str) -> str:
    return " ".join(text.split())
