"""Telling that a new document may be another version of one that is registered: by its title, by its passages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..pages.text.names import fold_name, normalize_name
from ..text.analyzer import detect_language, query_words

if TYPE_CHECKING:
    from ..pages.page_model import Page
    from ..store.workspace import Workspace

PROBES, WORDS = 5, 16
"""Passages of the document that are looked for, and words of each: the cost does not grow with the vault's sources."""
CANDIDATES = 3
"""Sources that each of them may name."""
FEWEST = 2
"""Passages in common below which they tell nothing: a line of thanks stands in many documents."""


class LikeSource(NamedTuple):
    """A registered source that a new document may be another version of."""

    id: str
    same_title: bool
    shared: int
    """Passages of the document that stand in it."""


def like_sources(ws: Workspace, page: Page) -> tuple[LikeSource, ...]:
    """Sources with the title of this new source note or with most of its passages, likest first."""
    reader = ws.reader
    key = fold_name(page.title)
    titled = [hit.node for hit in reader.names([key]).get(key, []) if normalize_name(hit.name) == normalize_name(key)]
    candidates = dict.fromkeys(titled)
    for passage in sorted(page.passages, key=lambda passage: (-len(passage.text), passage.ordinal))[:PROBES]:
        words = query_words(passage.text, detect_language(passage.text))
        terms = [*dict.fromkeys(word.text for word in words)][:WORDS]
        hits = reader.search(terms, limit=CANDIDATES, pages_only=True, hand="first") if terms else []
        candidates |= dict.fromkeys(hit.page for hit in hits)
    nodes = reader.nodes(list(candidates))
    # Block ids are made from the words of a passage: the same words have the same id.
    mine = {passage.block for passage in page.passages if passage.block}
    found = []
    for id_, node in nodes.items():
        if node.category == "sources":
            theirs = {row.block for row in reader.passages_of(id_)}
            like = LikeSource(id_, normalize_name(node.name) == normalize_name(page.title), len(mine & theirs))
            if like.same_title or (like.shared >= FEWEST and 2 * like.shared > len(mine)):
                found.append(like)
    return tuple(sorted(found, key=lambda like: (-like.shared, not like.same_title, like.id)))
