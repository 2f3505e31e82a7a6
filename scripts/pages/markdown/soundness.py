"""What of a page a person has to mend before anything is written into it."""

from __future__ import annotations

from ..page_model import Issue
from ..yaml.frontmatter import read_properties, unclosed
from .merge_markers import unmerged_lines

BOTH_SIDES = "git left both sides of a merge here"


def fault_of(text: str) -> Issue | None:
    """Both sides of a merge, or properties that cannot be read: the first of them, with its line; None in most pages.

    What is written into one side goes when the other is chosen, and what is written into a list that cannot be read
    may become part of it.
    """
    properties = read_properties(text)
    lines = unmerged_lines(text, properties.body_start)
    return Issue("merge-markers", BOTH_SIDES, "", lines[0]) if lines else properties.issue or unclosed(text)


def is_nameless(text: str) -> bool:
    """Whether such a fault hides what the page is called and which question it answers."""
    properties = read_properties(text)
    return properties.issue is not None or unmerged_lines(text, properties.body_start)[:1] == (1,)
