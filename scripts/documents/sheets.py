"""The sheets of an XLSX, by openpyxl: the values as they were last computed, a table for each sheet."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

from .plain_text import prose, table


def load() -> None:
    """Load the library, which reads its own files."""
    import openpyxl  # noqa: F401


def read(data: bytes) -> tuple[str, str, list[str]]:
    """Return the sheets in their order, a heading for each, the title, and how much is left out."""
    import io

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
