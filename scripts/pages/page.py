"""One Markdown file read as a page: everything the index and the other layers need, in one pass."""

from __future__ import annotations

import re

from .knowledge.claims import read_claims
from .markdown.blocks import read_outline, unify_line_breaks
from .markdown.definitions import local_definitions
from .markdown.passages import cut_passages
from .markdown.scanner import scan
from .obsidian.base_links import bases_in_note, names_in_base
from .page_facts import TYPES, category_of, text_value, title_of
from .page_model import Heading, Issue, Page
from .yaml.frontmatter import read_properties, split, unclosed

_TITLE = re.compile(r"^title:[^\n]*", re.MULTILINE)


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
    issue = properties.issue or unclosed(text)
    if issue is not None:
        title = _title_in_unreadable(text, found.headings if category in TYPES else ()) or title
    is_answer = category == "topics" and bool(text_value(values, "question"))
    claims, claim_issues = (
        ((), ())
        if category == "sources" or is_answer
        else read_claims(text, path=path, title=title, scan=found, properties=properties)
    )
    issues = (issue,) if issue else ()
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
        named=_named(text, properties.body_start),
    )


def headings_of(text: str) -> tuple[Heading, ...]:
    """The headings of a whole note, as they stand in its text now."""
    return read_outline(unify_line_breaks(text), read_properties(text).body_start).headings


def _title_in_unreadable(text: str, headings: tuple[Heading, ...]) -> str:
    """The title of a page whose properties cannot be read, as far as a line of them or its heading tells it.

    Under another title nobody would find the page, and a second one would be made.
    """
    start, end, _ = split(text) or (0, 0, 0)
    line = _TITLE.search(text, start, end)
    told = read_properties(f"---\n{line[0]}\n---\n").values if line else {}
    return text_value(told, "title") or next((each.text for each in headings if each.level == 1), "")


def _named(text: str, body_start: int) -> tuple[str, ...]:
    bases = bases_in_note(text, body_start=body_start)
    found = {name for _, base in bases for name in names_in_base(base)}
    found.update(link.path for link in local_definitions(text, body_start=body_start))
    return tuple(sorted(found - {""}))
