"""Write what is expected of each document in tests/fixtures/documents, with `--documents` also those in binary formats.

`python -m tests.documents.make`; read the diff before it is committed.  It needs the extra `documents`.
"""

from __future__ import annotations

import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.documents.reading import _pandoc, read_document, title_of_document
from scripts.settings import Settings

FOLDER = Path(__file__).parent.parent / "fixtures/documents"
EXPECTED = ".expected"

LETTER = """---
title: Lease of the boat house
author: Ada Marsh
---

# Terms

1. Rent is 900 a month.
2. Payment
   a. by bank, or
   b. in cash.

[The pier limit is wrong, use 12 tonnes.]{.comment-start id="0" author="Mo Tam" date="2026-11-02T10:00:00Z"}The pier
limit is 10 tonnes.[]{.comment-end id="0"} The load is 10^6^ N, of H~2~O ~~and oil~~.

The term is [two]{.deletion author="Mo Tam" date="2026-11-02T10:00:00Z"}[three]{.insertion author="Mo Tam"
date="2026-11-02T10:00:00Z"} years.[^1] Let $x^{2} = \\frac{1}{2}$.

[^1]: From the first of May.

```python
print("# no heading")
```

| Month | Rent |
|-------|------|
| May   | 900  |
| June \\| July | 950 |

![A plan of the pier](pier.png)
"""


PICTURE = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


def expected(path: Path) -> str:
    """Return what a reader of the document's source note is to see, below its title and what is left out."""
    document = read_document(str(path), Settings())
    return f"title: {title_of_document(document)}\nleft-out: {document.left_out}\n\n{document.text}"


def documents() -> list[Path]:
    return sorted(path for path in FOLDER.iterdir() if path.suffix != EXPECTED)


def _by_pandoc(ending: str, folder: str) -> None:
    command = [_pandoc(""), "-s", "-f", "markdown", "--mathml", "-o", FOLDER / f"letter.{ending}"]
    subprocess.run(command, input=LETTER.encode(), check=True, cwd=folder)


def _slides() -> None:
    from pptx import Presentation
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "The pier"
    slide.placeholders[1].text = "Ten tonnes at most.\n# 2 is closed."
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, Inches(1), Inches(1)).text_frame.text = "Within a group."
    slide.notes_slide.notes_text_frame.text = "Say who measured it."
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Load by year"
    data = CategoryChartData()
    data.categories = ["2024", "2025"]
    data.add_series("Tonnes", (7.5, 9))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, Inches(3), Inches(3), data)
    table = slide.shapes.add_table(2, 2, 0, 0, Inches(2), Inches(1)).table
    for at, text in enumerate(("Day", "Load", "Monday", "3 | 4")):
        table.cell(at // 2, at % 2).text = text
    deck.save(str(FOLDER / "slides.pptx"))


def _sheets() -> None:
    from datetime import date

    from openpyxl import Workbook
    from openpyxl.comments import Comment

    book = Workbook()
    sheet = book.active
    sheet.title = "Rent"
    for row in (["Due", "Sum", "Paid"], [date(2026, 5, 1), 900, True], [date(2026, 6, 1), 950.5, "<b>no</b>"]):
        sheet.append(row)
    sheet["B3"].comment = Comment("Raised in June.", "Ada")
    book.save(FOLDER / "sheets.xlsx")


def _pdf() -> None:
    """Three pages with head, foot and bookmarks; a word cut at the end of a line; a raised figure."""
    texts = [
        ["The pier holds ten tonnes and is main-", "tained by the tenant, at 10^6 newton.", "", "A second paragraph."],
        ["Rent is paid", "by the third day.", "# 2 is closed."],
        ["The end of the lease is well-", "known, a well-known day."],
    ]
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    objects = ["<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>", "", font, ""]
    pages = []
    for number, lines in enumerate(texts, 1):
        shown = [(790, "Lease of the boat house"), (760, f"{number}. Part"), (30, f"Page {number} of 3")]
        shown[2:2] = [(740 - 14 * at, line) for at, line in enumerate(lines) if line]
        drawn = ""
        for y, line in shown:
            before, _, raised = line.partition("^")
            figure, rest = raised[:1], raised[1:]
            drawn += f"BT /F1 11 Tf 50 {y} Td ({before}) Tj"
            drawn += f" /F1 7 Tf 5 Ts ({figure}) Tj /F1 11 Tf 0 Ts ({rest}) Tj ET\n" if figure else " ET\n"
        objects += [f"<< /Length {len(drawn)} >>\nstream\n{drawn}endstream"]
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects)} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>"
        ]
        pages.append(len(objects))
    mark = "<< /Title ({}. Part) /Parent 4 0 R /Dest [{} 0 R /Fit]"
    marks = [mark.format(number, page) for number, page in enumerate(pages, 1)]
    first = len(objects) + 1
    objects[1] = f"<< /Type /Pages /Count 3 /Kids [{' '.join(f'{page} 0 R' for page in pages)}] >>"
    objects[3] = f"<< /Type /Outlines /Count 3 /First {first} 0 R /Last {first + 2} 0 R >>"
    for at, mark in enumerate(marks):
        beside = (f" /Prev {first + at - 1} 0 R" if at else "") + (f" /Next {first + at + 1} 0 R" if at < 2 else "")
        objects.append(f"{mark}{beside} >>")
    written, places = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(written))
        written += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    trailer = f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(written)}\n%%EOF\n"
    (FOLDER / "pages.pdf").write_bytes(
        (written + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}").encode()
    )


if __name__ == "__main__":
    if "--documents" in sys.argv:
        with TemporaryDirectory() as folder:
            (Path(folder) / "pier.png").write_bytes(PICTURE)
            for ending in ("docx", "epub", "odt", "rtf"):
                _by_pandoc(ending, folder)
        _slides()
        _sheets()
        _pdf()
    for path in documents():
        path.with_name(path.name + EXPECTED).write_text(expected(path))
