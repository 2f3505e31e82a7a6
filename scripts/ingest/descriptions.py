"""The description of an entity: what stands under the title of its page, up to the first section, and the summary."""

from __future__ import annotations

from ..pages.page import headings_of
from ..pages.page_facts import text_value
from ..pages.rendering import escape_line, property_text
from ..pages.summaries import first_sentence
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import set_property


def description_of(text: str) -> str:
    """What a page says between its title, or its properties where it has none, and its first section."""
    start, end = _span(text)
    return text[start:end].strip()


def says(text: str, description: str) -> bool:
    """Whether a page holds this description already."""
    return description_of(text) == escape_line(description)


def is_empty(text: str) -> bool:
    """Whether a page has room for a description that displaces nothing."""
    return not description_of(text) and not _summary(text)


def is_as_written(text: str) -> bool:
    """Whether the description has the shape we give it: one line, its first sentence the summary.

    A page that an agent wrote as a whole is ours as well, and a sentence may not take the place of all it says.
    """
    standing, summary = description_of(text), _summary(text)
    if "\n" in standing or bool(standing) != bool(summary):
        return False
    # Where a sentence ends was told differently by earlier versions.
    return summary == property_text(first_sentence(standing)) or property_text(standing).startswith(summary)


def with_description(text: str, description: str) -> str:
    """The page with this description instead of the one it has."""
    start, end = _span(text)
    line, newline = escape_line(description), "\r\n" if "\r\n" in text else "\n"
    parts = (text[:start].rstrip("\r\n"), line, text[end:])
    page = (newline * 2).join(part for part in parts if part)
    return set_property(page if end < len(text) else page + newline, "summary", first_sentence(line))


def _span(text: str) -> tuple[int, int]:
    headings = headings_of(text)
    title = next((heading for heading in headings if heading.level == 1), None)
    start = title.end if title else read_properties(text).body_start
    return start, next((each.start for each in headings if each.start > start), len(text))


def _summary(text: str) -> str:
    return text_value(read_properties(text).values, "summary")
