"""The texts of an Open Knowledge Format bundle (version 0.2): concept documents, folder listings and the log.

A concept is a Markdown file with a `type` in its frontmatter; `index.md` and `log.md` are reserved in every folder.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import Any, NamedTuple

from ..errors import DataError
from .obsidian.standard_links import relative_url
from .rendering import escape, one_line
from .yaml.frontmatter import read_properties, split
from .yaml.properties import set_property
from .yaml.yaml_format import yaml_scalar

VERSION = "0.2"
RESERVED = ("index.md", "log.md")

# A template's `{{date}}` is a mapping whose key is a mapping, which is legal and more than many YAML readers bear, as
# is a control character in quotes.
_UNBEARABLE = re.compile(
    r"(?:^|[:-])[ \t]*\{\{|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]", re.MULTILINE
)
_LINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]]*)\]\]\Z")
_LOG_LINE = re.compile(r"- (\d{4}-\d\d-\d\d)T\S+ (\S+) (\S+) by (.*)\Z")


class Provenance(NamedTuple):
    """A source that a concept rests on: an entry of its `sources`."""

    id: str
    resource: str
    """URL relative to the concept."""
    title: str


class Facts(NamedTuple):
    """What the frontmatter of a concept says beside what its page says itself; "" and () say nothing."""

    type: str
    title: str
    description: str = ""
    resource: str = ""
    sources: tuple[Provenance, ...] = ()
    generated_by: str = ""
    generated_at: str = ""


class Listed(NamedTuple):
    """A concept as a listing shows it."""

    path: str
    title: str
    description: str


def concept(text: str, facts: Facts) -> str:
    """A page as a concept document: its own properties stay as they are written, what is missing is added.

    Properties that cannot be read or added to move into the body, as quoted YAML.
    """
    properties = read_properties(text)
    block = split(text)
    if block and (properties.issue or _UNBEARABLE.search(text, block[0], block[1])):
        return _quoted_block(text, facts)
    values = properties.values
    wanted = {"type": facts.type, "title": facts.title, "description": facts.description, "resource": facts.resource}
    try:
        for key, value in wanted.items():
            if value and (_is_empty(values.get(key)) or (key == "type" and values[key] != value)):
                text = set_property(text, key, one_line(value))
    except DataError:
        return _quoted_block(text, facts)
    return _with_families(text, facts, values)


def type_of(value: Any, default: str) -> str:
    """The `type` of a concept from a property that may be a text, a link or a list of them."""
    if isinstance(value, list):
        value = next((item for item in value if isinstance(item, str) and item.strip()), "")
    if isinstance(value, (dict, bool)) or value is None:
        return default
    text = one_line(str(value))
    link = _LINK.match(text)
    return (link[1].rpartition("/")[2].strip() if link else text) or default


def index_text(folder: str, concepts: Iterable[Listed], folders: Iterable[tuple[str, int]]) -> str:
    """The listing of a folder: the concepts in it, then the folders in it with the number of concepts below each."""
    listed = sorted(concepts, key=lambda c: (c.title.casefold(), c.path))
    inner = sorted(folders)
    here = f"{folder}/index.md" if folder else "index.md"
    parts = [] if folder else [f'---\nokf_version: "{VERSION}"\n---']
    if listed:
        lines = [_entry(c.title or c.path, relative_url(c.path, here), c.description) for c in listed]
        parts.append("\n".join([f"# {escape(folder.rpartition('/')[2]) or 'Concepts'}", "", *lines]))
    if inner:
        lines = [_entry(name.rpartition("/")[2], relative_url(name, here) + "/", _count(n)) for name, n in inner]
        parts.append("\n".join(["# Folders", "", *lines]))
    return "\n\n".join(parts) + "\n"


def log_text(log: str) -> str:
    """The log of a home as a log of the format: grouped by day, newest first; "" when it has no entries."""
    days: dict[str, list[str]] = {}
    for line in log.splitlines():
        entry = _LOG_LINE.match(line)
        if entry:
            days.setdefault(entry[1], []).append(f"* **{entry[3].capitalize()}** ({entry[2]}) by {entry[4]}")
    parts = ["\n".join([f"## {day}", "", *reversed(days[day])]) for day in sorted(days, reverse=True)]
    return "\n\n".join(["# Log", *parts]) + "\n" if parts else ""


def bundle_path(path: str, taken: Container[str]) -> str:
    """Where a page lies in the bundle: where it is, or beside that for a name that the format reserves.

    taken: the paths of other pages, in small letters.
    """
    folder, slash, name = path.rpartition("/")
    if name.lower() not in RESERVED:
        return path
    stem = name[:-3]
    names = (f"{stem}-page{number or ''}.md" for number in range(1000))
    return next(folder + slash + n for n in names if (folder + slash + n).lower() not in taken)


def _with_families(text: str, facts: Facts, values: dict[str, Any]) -> str:
    """The text with provenance and generation added at the end of its block."""
    lines: list[str] = []
    if facts.sources and "sources" not in values:
        lines.append("sources:")
        for source in facts.sources:
            lines.append(f"  - id: {yaml_scalar(source.id)}")
            lines.append(f"    resource: {yaml_scalar(source.resource)}")
            lines.append(f"    title: {yaml_scalar(one_line(source.title))}")
    if facts.generated_by and "generated" not in values:
        lines += ["generated:", f"  by: {yaml_scalar(facts.generated_by)}"]
        lines += [f"  at: {yaml_scalar(facts.generated_at)}"] if facts.generated_at else []
    block = split(text)
    if not lines or block is None:
        return text
    return text[: block[1]] + "\n".join(lines) + "\n" + text[block[1] :]


def _quoted_block(text: str, facts: Facts) -> str:
    """The page with a new block, and the old one as quoted YAML under it."""
    block = split(text)
    start, end, body = block or (0, 0, 0)
    fence = "```"
    while fence in text[start:end]:
        fence += "`"
    plain = f"---\n---\n{fence}yaml\n{text[start:end].rstrip()}\n{fence}\n\n{text[body:]}"
    return concept(plain, facts)


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, (str, list)) and not value)


def _entry(title: str, url: str, description: str) -> str:
    shown = escape(description)
    return f"* [{escape(title)}]({url})" + (f" - {shown}" if shown else "")


def _count(number: int) -> str:
    return f"{number} concept{'' if number == 1 else 's'}"
