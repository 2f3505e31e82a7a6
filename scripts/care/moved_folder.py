"""Pages of ours that a person moved out of our folders: all of them in somebody's own vault, or those of one category.

They are plain notes then.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..homes import MARKER
from ..pages.page_facts import CATEGORIES, TYPES, category_of, questions_of, stem_of
from ..store.vault import is_note

if TYPE_CHECKING:
    from ..store.workspace import Workspace


def folder_elsewhere(ws: Workspace) -> str:
    """Where in the vault pages of ours lie that are not in our folder; "" for nowhere.

    They are told by the catalog or the log above them, or by a source that `add` registered.  Where our folder has a
    catalog or a log, others are copies of it.  What lies below a marker belongs to another home.
    """
    paths = ws.paths()
    if not ws.folder or any(path in ws.catalog for path in paths):
        return ""
    generated = {path.rpartition("/")[2] for path in ws.catalog}
    outside = [path for path in paths if is_note(path) and not path.startswith(ws.folder + "/")]
    tops = {path.rpartition("/")[0] for path in outside if path.rpartition("/")[2] in generated}
    kept = {top for path in outside if (top := _top_of(path)) in tops and not is_another_home(ws, top)}
    registered = (_top_of(path) for path in outside if _lies_registered(ws, path))
    return next(iter(sorted(kept)), "") or next((top for top in registered if not is_another_home(ws, top)), "")


def moved_message(ws: Workspace, folder: str) -> str:
    """What is wrong, and the way back."""
    if os.path.lexists(os.path.join(ws.vault.root, ws.folder)):
        cure = f"move what is in {folder!r} into {ws.folder!r} in Obsidian, and links follow"
    else:
        cure = f"rename {folder!r} back to {ws.folder!r} in Obsidian, and links follow"
    if ws.location.graph.startswith(ws.location.home):
        cure += f'; or write "folder": {json.dumps(folder, ensure_ascii=False)} into {MARKER}'
    return f"pages of the tools lie in {folder!r}, not in {ws.folder!r}: they are read as plain notes; {cure}"


def is_registered(properties: Mapping[str, Any]) -> bool:
    """Whether a page is the note of a source, by its own words, wherever it lies."""
    return properties.get("type") == "source" and "sha256" in properties and "revision" in properties


def moved_sources(ws: Workspace) -> dict[str, Mapping[str, Any]]:
    """Path and properties of each note of a source that lies elsewhere than in our folder for sources.

    Left out are copies of one that is in its place, and what belongs to another home.
    """
    run = ws.index.connection().execute
    rows = run(
        """SELECT f.path, p.facts FROM pages p JOIN files f ON f.id = p.id
           WHERE p.category != 'sources' AND p.facts LIKE '%"sha256"%' ORDER BY f.path"""
    )
    read = ((path, json.loads(facts)["properties"]) for path, facts in rows.fetchall())
    found = {path: values for path, values in read if is_registered(values)}
    if not found:
        return {}
    in_place = {
        json.loads(facts)["properties"].get("sha256")
        for (facts,) in run("SELECT facts FROM pages WHERE category = 'sources'")
    }
    return {
        path: values
        for path, values in found.items()
        if values["sha256"] not in in_place and not is_another_home(ws, path.rpartition("/")[0])
    }


def moved_answers(ws: Workspace) -> list[str]:
    """Filed answers, by the properties that we gave them, outside of our folder for topics; copies are left out."""
    rows = ws.index.connection().execute(
        """SELECT f.path, p.facts FROM pages p JOIN files f ON f.id = p.id
           WHERE p.category = 'notes' AND p.type = 'topic' AND p.facts LIKE '%"evidence_hashes"%' AND NOT EXISTS (
           SELECT 1 FROM files o JOIN heads h ON h.id = o.id WHERE o.base = f.base AND h.category = 'topics')
           ORDER BY f.path"""
    )
    return [
        path
        for path, facts in rows.fetchall()
        if questions_of(json.loads(facts)["properties"]) and not is_another_home(ws, path.rpartition("/")[0])
    ]


def cased_folders(ws: Workspace) -> dict[str, str]:
    """The first page of ours in each folder that has the name of one of ours but for its case, and what to do about it.

    What lies in `Entities` is not read as ours; where case matters, the tools go on in a folder beside it.  A person
    may have a `Topics` of their own.
    """
    found: dict[str, str] = {}
    told: set[str] = set()
    for path in ws.note_paths():
        category = category_of(path.lower(), ws.folder.lower())
        if category == "notes" or category_of(path, ws.folder) != "notes":
            continue
        place = ws.path_in(category, "").rpartition("/")[0]
        folder = path[: len(place)]
        if folder not in told and TYPES[category] in ws.page(path).tags:
            told.add(folder)
            both = any(other.startswith(place + "/") for other in ws.paths())
            cure = f"move what is in it into {place!r}" if both else f"rename it to {place!r}"
            found[path] = f"{folder!r} is not {place!r}, so its pages are read as plain notes: {cure} in Obsidian"
    return found


def moved_sessions(ws: Workspace) -> list[str]:
    """Notes of conversations, by the name and the properties that we gave them, outside of our folder for sessions."""
    rows = ws.index.connection().execute(
        """SELECT f.path, p.facts FROM pages p JOIN files f ON f.id = p.id
           WHERE p.category != 'sessions' AND f.path LIKE '%-session.md' ORDER BY f.path"""
    )
    read = [(path, json.loads(facts)["properties"]) for path, facts in rows]
    return [
        path
        for path, values in read
        if values.get("type") == "session"
        and stem_of(path) == f"{values.get('date')}-session"
        and not is_another_home(ws, path.rpartition("/")[0])
    ]


def way_back(ws: Workspace, category: str = "sources") -> str:
    """What brings a page back to its place."""
    return f"move it into {ws.path_in(category, '').rpartition('/')[0]!r} in Obsidian, and links follow"


def _top_of(path: str) -> str:
    """The folder above the folder of a category; "" where the note lies in none."""
    top, _, category = path.rpartition("/")[0].rpartition("/")
    return top if category in CATEGORIES else ""


def is_another_home(ws: Workspace, folder: str) -> bool:
    """Whether a folder of the vault, or one above it, has a marker."""
    parts = folder.split("/")
    above = ("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))
    return any(os.path.lexists(os.path.join(ws.vault.root, top, MARKER)) for top in above)


def _lies_registered(ws: Workspace, path: str) -> bool:
    if not _top_of(path) or "/sources/" not in path:
        return False
    row = ws.index.connection().execute(
        "SELECT p.facts FROM pages p JOIN files f ON f.id = p.id WHERE f.path = ?", (path,)
    )
    return is_registered(json.loads(facts[0])["properties"]) if (facts := row.fetchone()) else False
