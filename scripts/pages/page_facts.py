"""What a page is called and what kind it is, from its path and properties alone: cheap to import."""

from __future__ import annotations

from typing import Any

from .text.names import normalize_name

TYPES = {"sources": "source", "summaries": "summary", "entities": "entity", "topics": "topic", "sessions": "session"}
"""What a page of each category is when its `type` property does not say."""
CATEGORIES = tuple(TYPES)
"""Folders of machine-written pages; every other page is of category `notes`."""


def category_of(path: str, folder: str) -> str:
    """The category of a vault path: the folder it lies in, below the folder for machine-written notes."""
    inner = path[len(folder) + 1 :] if folder and path.startswith(folder + "/") else "" if folder else path
    first = inner.partition("/")[0]
    return first if first in CATEGORIES and "/" in inner else "notes"


def title_of(path: str, properties: dict[str, Any]) -> str:
    """The `title` property, else the file's stem."""
    return text_value(properties, "title") or stem_of(path)


def stem_of(path: str) -> str:
    """The file name without folders and without .md."""
    name = path.rpartition("/")[2]
    return name[:-3] if name[-3:].lower() == ".md" else name


def text_value(properties: dict[str, Any], key: str) -> str:
    """A property as one line of text; "" where it is missing or not a single value."""
    value = properties.get(key)
    if value is None or isinstance(value, (list, dict)):
        return ""
    return " ".join(str(value).split())


def questions_of(values: dict[str, Any]) -> tuple[str, ...]:
    """What a filed answer answers: its question, then further wordings of it."""
    further = values.get("questions")
    texts = [text_value(values, "question"), *(further if isinstance(further, list) else ())]
    return tuple(text for text in texts if isinstance(text, str) and text.strip())


def differ_in_type(one: str, other: str) -> bool:
    """Whether two pages say of themselves that they are of different types.

    One that says nothing, or no more than its folder does (`entity`), differs from none.
    """
    one, other = normalize_name(one), normalize_name(other)
    return one != other and {one, other}.isdisjoint(("", "entity"))
