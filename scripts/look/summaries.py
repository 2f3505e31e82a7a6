"""The summary of a source, wherever a person moved it and whatever they called it."""

from __future__ import annotations

from ..index_store.port import IndexReader
from ..text.kept_lines import SOURCE_LINE
from ..text.links import basename_key, split_target
from ..text.names import stem_of
from ..wiki_store.working_copy import WorkingCopy

SUMMARY, SUMMARY_TITLE = "-summary", " (summary)"
"""What the file name and the title of the summary of a source end in."""


def summary_of(copy: WorkingCopy, reader: IndexReader, source: str) -> str:
    """Return the vault path of the summary of a source, by the path of that: where it belongs, if it is nowhere else.

    A page that a person moved or gave another name is known by its type, and by its name or what it says of itself.
    """
    place = copy.path_in("summaries", stem_of(source) + SUMMARY)
    if copy.exists(place):
        return place
    base = basename_key(source)
    linking = {row.path for row in reader.links(basenames=[base])}
    for row in reader.pages(everything=True):
        if row.type != "summary" or not copy.exists(row.path):
            continue
        is_ours = row.category == "summaries" or row.title.endswith(SUMMARY_TITLE)
        is_called = basename_key(row.path) == basename_key(place)
        if is_called or (is_ours and row.path in linking and _says_source(copy, row.path, base)):
            return row.path
    return place


def _says_source(copy: WorkingCopy, path: str, base: str) -> bool:
    lines = copy.read(path).split("\n")
    return any(
        basename_key(split_target(link.path)[0]) == base and lines[link.line - 1].startswith(SOURCE_LINE)
        for link in copy.page(path).links
    )
