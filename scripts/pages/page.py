"""One Markdown file read as a page: everything the index and the other layers need, in one pass."""

from __future__ import annotations

from typing import Any

from ..model import Issue, Page
from .claims import read_claims
from .frontmatter import read_properties
from .passages import cut_passages
from .scanner import scan

TYPES = {"sources": "source", "summaries": "summary", "entities": "entity", "topics": "topic", "sessions": "session"}
"""What a page of each category is when its `type` property does not say."""
CATEGORIES = tuple(TYPES)
"""Folders of machine-written pages; every other page is of category `notes`."""


def category_of(path: str, folder: str) -> str:
    """The category of a vault path: the folder it lies in, below the folder for machine-written notes."""
    inner = path[len(folder) + 1 :] if folder and path.startswith(folder + "/") else "" if folder else path
    first = inner.partition("/")[0]
    return first if first in CATEGORIES and "/" in inner else "notes"


def read_page(path: str, text: str, *, folder: str = "") -> Page:
    """Read a note.  Never raises on what a person wrote: what cannot be read becomes an Issue.

    folder is the part of the vault that holds machine-written notes, "" for the whole vault.
    """
    properties = read_properties(text)
    values = properties.values
    found = scan(text, body_start=properties.body_start)
    category = category_of(path, folder)
    passages = cut_passages(text, found.blocks, found.headings, found.block_ids)
    title = title_of(path, values)
    is_answer = category == "topics" and bool(text_value(values, "question"))
    claims, claim_issues = (
        ((), ())
        if category == "sources" or is_answer
        else read_claims(text, path=path, title=title, scan=found, properties=properties)
    )
    issues = (properties.issue,) if properties.issue else ()
    return Page(
        path=path,
        title=title,
        aliases=properties.aliases,
        tags=tuple(dict.fromkeys((*properties.tags, *(tag.name for tag in found.tags)))),
        category=category,
        type=text_value(values, "type") or TYPES.get(category, ""),
        summary=text_value(values, "summary"),
        properties=values,
        headings=found.headings,
        links=(*properties.links, *found.links),
        block_ids=found.block_ids,
        passages=passages,
        claims=claims,
        issues=tuple(Issue(i.rule, i.message, path, i.line) for i in (*issues, *claim_issues)),
    )


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
