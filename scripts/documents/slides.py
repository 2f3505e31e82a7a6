"""The slides of a PPTX, by python-pptx: titles, texts in groups too, tables, figures of charts, and notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .plain_text import prose, table


def load() -> None:
    """Load the library, which reads its own files."""
    from pptx import Presentation

    Presentation()


def read(data: bytes) -> tuple[str, str, list[str]]:
    """Return the text of the slides in their order, a heading for each, the title, and how much is left out."""
    import io

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
