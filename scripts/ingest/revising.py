"""The next revision of a source: its note with the new text, and which passages came with which revision."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..care.freshness import REVISED
from ..text.revisions import revised_items, standing_items
from ..errors import EditingPage
from ..pages.markdown.passages import passage_id
from ..pages.page import read_page
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import set_property
from ..text.splices import written_like

if TYPE_CHECKING:
    from ..pages.page_model import Page, Passage

_OURS = re.compile(r"p[0-9a-f]{6}(?:-\d+)?")


def revised_note(
    before: str, body: str, facts: Mapping[str, str | int], *, old: Page, moment: str, folder: str
) -> tuple[str, Page]:
    """The note with another body and these properties, and the page that it is.

    old: the page as it was; moment: when this revision came, as `local_time`.  Raises EditRefusedError.
    """
    new = written_like(before[: read_properties(before).body_start] + body, before)
    with EditingPage(old.path):
        for key, value in facts.items():
            new = set_property(new, key, value)
        came = _moments(old, read_page(old.path, new, folder=folder), moment)
        if came or REVISED in old.properties:
            new = set_property(new, REVISED, came)
    return new, read_page(old.path, new, folder=folder)


def lost_by_hand(old: Page, page: Page) -> list[Passage]:
    """Passages that a person put into the note of a source, or changed there, and that the new text has not.

    The id of any other is made of its words.
    """
    there = {" ".join(passage.text.split()) for passage in page.passages}
    by_hand = (passage for passage in old.passages if not passage.block or is_other_text(passage))
    return [passage for passage in by_hand if " ".join(passage.text.split()) not in there]


def is_other_text(passage: Passage) -> bool:
    """Whether a person changed the words that its id was made of."""
    base = passage.block.partition("-")[0]
    return _OURS.fullmatch(passage.block) is not None and passage_id(passage.text) != base


def _moments(old: Page, page: Page, moment: str) -> list[Any]:
    """An item for each revision: its moment, and the block ids of what came with it and stands yet.

    Passages that none names stood there when the vault first had the source, or nobody wrote down when they came.
    """
    # In the order of the text.
    there = dict.fromkeys(passage.block for passage in page.passages if passage.block)
    were = {passage.block for passage in old.passages}
    kept = standing_items(revised_items(old.properties.get(REVISED)), there.__contains__)
    new = [f"^{block}" for block in there if block not in were]
    return [*kept, *([" ".join([moment, *new])] if new else [])]
