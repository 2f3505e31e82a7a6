"""Jupyter notebooks as Markdown: cells of text as they are, code in fences, and below it what it printed.

Pictures and other outputs that are no text are left out.  Format: nbformat 4, and the cells of 3.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ..pages.markdown.sections import leaves_open
from .code_text import MOST_LINES, code_as_markdown, fenced

_COLORS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_NO_TEXT = re.compile(r"<[^<>\n]*>")
"""What Python says of an object without words of its own: `<Figure size 640x480 with 1 Axes>`."""


def notebook_as_markdown(text: str) -> str:
    """The cells in their order.  Raises ValueError for what is no notebook."""
    try:
        notebook = json.loads(text)
        about = notebook.get("metadata", {})
        language = about.get("language_info", {}).get("name") or about.get("kernelspec", {}).get("language") or ""
        sheets = [notebook, *notebook.get("worksheets", [])]
        cells = [cell for sheet in sheets for cell in sheet.get("cells", [])]
        parts = [part.strip("\n") for cell in cells for part in _parts(cell, language)]
    except (AttributeError, KeyError, TypeError, RecursionError) as err:
        raise ValueError("not of the shape of a notebook") from err
    return "\n\n".join(filter(None, parts)) + "\n"


def _parts(cell: dict[str, Any], language: str) -> Iterator[str]:
    kind, source = cell["cell_type"], _joined(cell.get("source", cell.get("input", "")))
    if not source.strip():
        return
    if kind == "heading":
        yield f"{'#' * min(cell['level'], 6)} {source}"
    elif kind == "markdown":
        # What it leaves open would swallow the cells below it.
        yield fenced(source, "markdown") if leaves_open(source) else source
    else:
        is_long = source.count("\n") >= MOST_LINES
        named = language if kind == "code" else ""
        yield code_as_markdown(source, named) if is_long else fenced(source.strip("\n"), named)
    for output in cell.get("outputs", []):
        printed = _printed(output).strip("\n")
        if printed.strip() and not _NO_TEXT.fullmatch(printed.strip()):
            yield fenced(printed, "")


def _printed(output: dict[str, Any]) -> str:
    """What an output says in words."""
    if output["output_type"] in ("error", "pyerr"):
        return f"{output['ename']}: {output['evalue']}"
    told = output.get("data", output)
    text = _joined(told.get("text/markdown") or told.get("text/plain") or told.get("text") or "")
    lines = _COLORS.sub("", text).split("\n")
    # What a progress bar wrote over is gone.
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in lines)


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)
