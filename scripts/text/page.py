"""One Markdown file read as a page, in one pass.  Any text can be read: what a person got wrong becomes an issue."""

from __future__ import annotations

import re
from typing import Any

from ..model import Claim, Heading, Issue, Link, Page
from .canvas import is_canvas
from .claims import fields_in, find_claims
from .frontmatter import read_scalar, split
from .kept import property_text, property_texts
from .markdown import Body, read_body
from .names import TYPES, category_of, stem_of
from .obsidian import is_tag_name
from .sections import cut_sections

MOST_VALUES = 100
"""Of one inline field, and fields of one page."""
_NO_FIELDS = frozenset({"code", "math", "html", "comment"})
_BOX = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[.\][ \t]")
_CODE = re.compile(r"(`+)[^`].*?\1")
_LINK = r"\[\[[^\[\]]+\]\]"
_LINKS = re.compile(f"{_LINK}(?:, ?{_LINK})*")


def read_page(path: str, text: str, *, folder: str = "") -> Page:
    """Read a note; nothing is raised, whatever stands in it.

    folder is the part of the vault that holds machine-written notes, "" for the whole vault.
    """
    front = split(text)
    properties = front.properties
    body = read_body(text, front.body_start)
    category = category_of(path, folder)
    title = property_text(properties, "title") or _first_title(text, front.body_start, body.headings) or stem_of(path)
    links = (*front.links, *body.links)
    claims, claim_issues = _claims(text, title, category, properties, body, links)
    issues = (*front.issues, *body.issues, *claim_issues)
    return Page(
        path=path,
        title=title,
        aliases=property_texts(properties, "aliases"),
        tags=_tags(properties, body.tags),
        category=category,
        type=property_text(properties, "type") or TYPES.get(category, "canvas" if is_canvas(path) else ""),
        description=property_text(properties, "description") or property_text(properties, "summary"),
        properties=properties,
        headings=body.headings,
        sections=cut_sections(
            text, body.blocks, body.headings, body.block_ids, body.id_spans, has_turns=category == "sessions"
        ),
        links=links,
        block_ids=body.block_ids,
        claims=claims,
        issues=tuple(issue._replace(path=path) for issue in issues),
    )


def inline_fields(page: Page) -> dict[str, Any]:
    """Return the fields that a note writes into its text as the plugin Dataview reads them, several values as a list.

    Those of a task are the task's, and code has none.
    """
    fields: dict[str, list[Any]] = {}
    passages = [passage for section in page.sections for passage in section.passages if "::" in passage.text]
    for passage in passages if page.category == "notes" else ():
        for line in passage.text.splitlines() if passage.kind not in _NO_FIELDS else ():
            if _BOX.match(line):
                continue
            for _, key, value in fields_in(_CODE.sub("", line)):
                values = re.findall(_LINK, value) if _LINKS.fullmatch(value) else [read_scalar(value)]
                known = fields.setdefault(key, [])
                known += values if value and len(known) < MOST_VALUES else ()
    chosen = [(key, values) for key, values in fields.items() if values][:MOST_VALUES]
    return {key: values[0] if len(values) == 1 else values for key, values in chosen}


def fault_of(text: str) -> Issue | None:
    """Return what a person has to mend before anything is written into a page; None in most pages.

    Both sides of a merge, else properties that cannot be read: what is written into one side goes when the other is
    chosen, and what is written into a list that cannot be read may become part of it.
    """
    merges = _merges(text)
    return merges[0] if merges else next(iter(split(text).issues), None)


def is_nameless(text: str) -> bool:
    """Tell whether such a fault hides what the page is called and which question it answers."""
    return bool(split(text).issues) or any(issue.line == 1 for issue in _merges(text))


def _merges(text: str) -> list[Issue]:
    issues = read_body(text).issues if "<<<<<<< " in text else ()
    return [issue for issue in issues if issue.rule == "merge-markers"]


def _first_title(text: str, body_start: int, headings: tuple[Heading, ...]) -> str:
    """Return the text of a heading of level 1 with which the body begins; "" where it begins otherwise."""
    first = headings[0] if headings else None
    if first is None or first.level != 1 or text[body_start : first.start].strip("\ufeff \t\r\n"):
        return ""
    return first.text


def _tags(properties: dict[str, Any], in_text: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tags of properties and text, each once in its first form: tags are compared without case."""
    tags: dict[str, str] = {}
    for name in (*(tag.lstrip("#") for tag in property_texts(properties, "tags")), *in_text):
        if is_tag_name(name):
            tags.setdefault(name.lower(), name)
    return tuple(tags.values())


def _claims(
    text: str, title: str, category: str, properties: dict[str, Any], body: Body, links: tuple[Link, ...]
) -> tuple[tuple[Claim, ...], tuple[Issue, ...]]:
    """Return the claims of a page.  The text of a source is quoted matter, and a filed answer is no evidence."""
    is_answer = category == "topics" and bool(property_text(properties, "question"))
    if category == "sources" or is_answer:
        return (), ()
    return find_claims(text, title=title, blocks=body.blocks, headings=body.headings, links=links)
