"""Pages of ours that a person moved out of our folders: all of them in somebody's own vault, or those of one category.

They are plain notes then, and are told by the properties that we gave them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

from ..homes import MARKER
from ..index_store.port import IndexReader
from ..model import PageRow
from ..text.links import basename_key
from ..text.names import stem_of
from ..text.page import TYPES, category_of
from ..wiki_store.files import is_note
from ..wiki_store.working_copy import WorkingCopy


def folder_elsewhere(reader: IndexReader, copy: WorkingCopy) -> str:
    """Return where in the vault pages of ours lie that are not in our folder; "" for nowhere.

    They are told by the catalog or the log above them, or by a source that `add` registered.  Where our folder has a
    catalog or a log, others are copies of it.  What lies below a marker belongs to another home.
    """
    paths = copy.paths()
    if not copy.folder or any(path in copy.catalog for path in paths):
        return ""
    generated = {path.rpartition("/")[2] for path in copy.catalog}
    outside = [path for path in paths if is_note(path) and not path.startswith(copy.folder + "/")]
    tops = {path.rpartition("/")[0] for path in outside if path.rpartition("/")[2] in generated}
    ours = {_top_of(path) for path in outside} & tops
    sources = (row.path for row in reader.pages(category="notes") if is_registered(row.properties))
    registered = (_top_of(path) for path in sources if _top_of(path) and "/sources/" in path)
    return next((top for top in (*sorted(ours), *registered) if top and not is_another_home(copy, top)), "")


def moved_message(copy: WorkingCopy, folder: str, *, has_marker: bool) -> str:
    """Return what is wrong, and the way back.  has_marker: whether the home has one, that can name the folder."""
    if os.path.lexists(os.path.join(copy.root, copy.folder)):
        cure = f"move what is in {folder!r} into {copy.folder!r} in Obsidian, and links follow"
    else:
        cure = f"rename {folder!r} back to {copy.folder!r} in Obsidian, and links follow"
    if has_marker:
        cure += f'; or write "folder": {json.dumps(folder, ensure_ascii=False)} into {MARKER}'
    return f"pages of the tools lie in {folder!r}, not in {copy.folder!r}: they are read as plain notes; {cure}"


def is_registered(properties: Mapping[str, Any]) -> bool:
    """Tell whether a page is the note of a source, by its own words, wherever it lies."""
    return properties.get("type") == "source" and "sha256" in properties and "revision" in properties


def moved_sources(reader: IndexReader, copy: WorkingCopy) -> dict[str, Mapping[str, Any]]:
    """Return path and properties of each note of a source that lies elsewhere than in our folder for sources.

    Left out are copies of one that is in its place, and what belongs to another home.
    """
    found = [row for row in _outside(reader, "sources") if is_registered(row.properties)]
    in_place = {str(row.properties.get("sha256")) for row in reader.pages(category="sources")} if found else set()
    return {
        row.path: row.properties
        for row in found
        if str(row.properties["sha256"]) not in in_place and not is_another_home(copy, row.path.rpartition("/")[0])
    }


def moved_answers(reader: IndexReader, copy: WorkingCopy) -> list[str]:
    """Return filed answers that lie outside of our folder for topics, but copies of one that is in its place."""
    in_place = {basename_key(row.path) for row in reader.pages(category="topics")}
    return [
        row.path
        for row in _outside(reader, "topics")
        if row.properties.get("type") == "topic"
        and "evidence_hashes" in row.properties
        and row.properties.get("question")
        and basename_key(row.path) not in in_place
        and not is_another_home(copy, row.path.rpartition("/")[0])
    ]


def moved_sessions(reader: IndexReader, copy: WorkingCopy) -> list[str]:
    """Return notes of conversations that lie outside of our folder for sessions, by the name that we gave them."""
    return [
        row.path
        for row in _outside(reader, "sessions")
        if row.properties.get("type") == "session"
        and stem_of(row.path) == f"{row.properties.get('date')}-session"
        and not is_another_home(copy, row.path.rpartition("/")[0])
    ]


def cased_folders(reader: IndexReader, copy: WorkingCopy) -> dict[str, str]:
    """Return the first page of ours in each folder that has the name of one of ours but for its case, with the cure.

    What lies in `Entities` is not read as ours; where case matters, the tools go on in a folder beside it.  A person
    may have a `Topics` of their own.
    """
    found: dict[str, str] = {}
    folders: set[str] = set()
    for row in reader.pages(category="notes"):
        category = category_of(row.path.lower(), copy.folder.lower())
        if category == "notes":
            continue
        place = copy.path_in(category, "").rpartition("/")[0]
        folder = row.path[: len(place)]
        if folder not in folders and TYPES[category] in row.tags:
            folders.add(folder)
            both = any(other.startswith(place + "/") for other in copy.paths())
            cure = f"move what is in it into {place!r}" if both else f"rename it to {place!r}"
            found[row.path] = f"{folder!r} is not {place!r}, so its pages are read as plain notes: {cure} in Obsidian"
    return found


def way_back(copy: WorkingCopy, category: str = "sources") -> str:
    """Return what brings a page back to its place."""
    return f"move it into {copy.path_in(category, '').rpartition('/')[0]!r} in Obsidian, and links follow"


def is_another_home(copy: WorkingCopy, folder: str) -> bool:
    """Tell whether a folder of the vault, or one above it, has a marker."""
    parts = folder.split("/")
    above = ("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))
    return any(os.path.lexists(os.path.join(copy.root, top, MARKER)) for top in above)


def _outside(reader: IndexReader, category: str) -> Iterable[PageRow]:
    return (row for row in reader.pages(everything=True) if row.category != category)


def _top_of(path: str) -> str:
    """Return the folder above the folder of a category; "" where the note lies in none."""
    top, _, category = path.rpartition("/")[0].rpartition("/")
    return top if category in TYPES else ""
