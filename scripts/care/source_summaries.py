"""The summary of a source, wherever a person moved it and whatever they called it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..pages.page_facts import stem_of
from ..store.page_rows import base_of
from .moved_folder import is_another_home

if TYPE_CHECKING:
    from ..store.workspace import Workspace

SUMMARY, SUMMARY_TITLE = "-summary", " (summary)"
"""What the file name and the title of the summary of a source end in."""


def summary_of(ws: Workspace, source: str) -> str:
    """The vault path of the summary of a source, by the id or path of that: where it belongs, if it is nowhere else.

    A page that a person moved or gave another name is known by its type, and by its name or what it says of itself.
    """
    place = ws.path_in("summaries", stem_of(source) + SUMMARY)
    if ws.before(place) is not None:
        return place
    base = base_of(source)
    rows = ws.index.connection().execute(
        """SELECT f.path, p.category, p.title FROM files f JOIN pages p ON p.id = f.id
           WHERE p.type = 'summary' AND (f.base = ? OR f.id IN (SELECT page FROM links WHERE base = ?)) ORDER BY 1""",
        (base_of(place), base),
    )
    for path, category, title in rows.fetchall():
        is_called = base_of(path) == base_of(place)
        is_ours = category == "summaries" or title.endswith(SUMMARY_TITLE)
        if (is_called or (is_ours and _says_source(ws, path, base))) and not is_another_home(
            ws, path.rpartition("/")[0]
        ):
            return str(path)
    return place


def _says_source(ws: Workspace, path: str, base: str) -> bool:
    page, lines = ws.page(path), ws.vault.read(path).text.split("\n")
    return any(base_of(link.path) == base and lines[link.line - 1].startswith("Source: ") for link in page.links)


def moved_summaries(ws: Workspace) -> list[str]:
    """Summaries of sources that lie elsewhere than in our folder for them; copies of one in its place are left out."""
    rows = ws.index.connection().execute(
        """SELECT DISTINCT f.path, n.name FROM pages p JOIN files f ON f.id = p.id JOIN links l ON l.page = p.id
           JOIN nodes n ON n.id = l.target JOIN heads s ON s.id = n.page
           WHERE p.category = 'notes' AND p.type = 'summary' AND s.category = 'sources' ORDER BY 1"""
    )
    return [path for path, source in rows.fetchall() if summary_of(ws, source) == path]
