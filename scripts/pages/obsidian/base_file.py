"""The text of an Obsidian base: a dashboard over the pages of one category.

Bases read note properties and file properties only, so a column is a property that pages of the category have.
"""

from __future__ import annotations

from collections.abc import Collection

from ..yaml.yaml_format import yaml_scalar

COLUMNS = {
    "sources": ("source", "revision", "summary", "created", "updated"),
    "summaries": ("summary", "created", "updated"),
    "entities": ("type", "aliases", "summary", "created", "updated"),
    "topics": ("question", "summary", "evidence", "created", "updated"),
    "sessions": ("summary", "created", "updated"),
    "notes": ("type", "tags", "aliases", "summary", "created", "updated"),
}
"""For each category the properties that are worth a column, in their order."""

_LABELS = {"source": "Origin"}
_GROUPED = {"entities": "type", "notes": "type"}


def base_text(category: str, folder: str, properties: Collection[str], *, others: Collection[str] = ()) -> str:
    """A base with the pages in folder; "" is the whole vault without the folders named in others.

    properties: those that pages of the category have; columns and groups without any value are left out.
    """
    columns = [name for name in COLUMNS[category] if name in properties]
    filters = ['file.ext == "md"']
    filters += [f"file.inFolder({_text(folder)})"] if folder else []
    filters += [f"!file.inFolder({_text(other)})" for other in others]
    lines = ["filters:", "  and:", *(f"    - {_quoted(statement)}" for statement in filters)]
    lines += ["formulas:", f"  page: {_quoted('file.asLink(if(title, title, file.name))')}"]
    lines += ["properties:", "  formula.page:", "    displayName: Page"]
    for name in columns:
        lines += [f"  note.{name}:", f"    displayName: {yaml_scalar(_LABELS.get(name, name.capitalize()))}"]
    lines += ["views:", *_view(category.capitalize(), columns)]
    if "updated" in columns:
        lines += _view("Newest", columns, sort="note.updated")
    group = _GROUPED.get(category)
    if group in columns:
        lines += _view(f"By {group}", [name for name in columns if name != group], group=f"note.{group}")
    return "\n".join(lines) + "\n"


def _view(name: str, columns: Collection[str], *, sort: str = "", group: str = "") -> list[str]:
    lines = ["  - type: table", f"    name: {yaml_scalar(name)}"]
    if group:
        lines += ["    groupBy:", f"      property: {group}", "      direction: ASC"]
    lines += ["    order:", "      - formula.page", *(f"      - note.{column}" for column in columns)]
    direction = "DESC" if sort else "ASC"
    return [*lines, "    sort:", f"      - property: {sort or 'file.name'}", f"        direction: {direction}"]


def _text(value: str) -> str:
    """A text in the language of filters."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _quoted(statement: str) -> str:
    return "'" + statement.replace("'", "''") + "'"
