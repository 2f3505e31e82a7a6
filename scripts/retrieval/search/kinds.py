"""Passages with the kind of thing that a question asks for: a reason, or a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...pages.text.sentences import sentences
from ..language.kinds import telling_words

if TYPE_CHECKING:
    from ..extracts.coverage import Asked
    from ..port import GraphReader
    from .scores import Scores

KIND = 0.5
"""What a passage gains, as a share of the best score, for a sentence with a reason, or a figure, that says all that is
asked together with the one before; one that says a part has that part."""
KIND_PLACES = 20
"""Passages that are looked at for it, the best so far."""


def prefer_kinds(graph: GraphReader, asked: Asked, scores: Scores) -> None:
    """Lift the best passages that have such a sentence; nothing where a question asks for neither."""
    telling = telling_words(asked.question.text)
    if telling is None:
        return
    ids = scores.order()[:KIND_PLACES]
    scores.read(graph, ids)
    top = max(scores.total.values(), default=0.0)
    for id in ids:
        text = scores.rows[id].text
        if not telling.search(text):
            continue
        spans = sentences(text)
        held = asked.covered_within(text, spans)
        # The sentence before names what this one tells the reason or the number of.
        said = [each | before for each, before in zip(held, [frozenset[str](), *held])]
        parts = [asked.share(each) for each, span in zip(said, spans) if each and telling.search(text, *span)]
        scores.add(id, scores.page[id], KIND * top * max(parts, default=0.0), "words")
