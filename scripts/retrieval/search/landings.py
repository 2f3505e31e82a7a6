"""Where names lead: the passages that hold them and the pages called so, and what these likely say of a question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ...pages.model import SECOND_HAND
from ...pages.text.names import fold_name, short_title
from ..extracts.coverage import rarity

if TYPE_CHECKING:
    from ...pages.model import PageHead
    from ..extracts.coverage import Asked
    from ..lookup.mentions import Mention
    from ..port import GraphReader

MAX_SPREAD = 20
"""A name in more passages than this leads anywhere: of those only the ones that hold what the question lacks."""
WIDE = 8
"""Passages taken for such a name."""
MAX_WIDE = 6
"""Of them those that need a search of their own."""
AS_TITLE, AS_MENTION, AS_GUESS = 1.0, 0.35, 0.25
"""How a name stands where the bridge arrives: it titles the page, it is a known name in the text, or it only looks
like a name.  Claims about it add nothing that its sentences do not say (measured), and cost more than all the rest."""


class Reach(NamedTuple):
    """Where a name leads."""

    spread: int
    """In how many passages it stands."""
    landings: Mapping[int, float] = {}
    """Passages that are worth a step, and how the name stands in each as far as its page is known to have it."""


class Landings:
    """Where the names of one hop lead, each looked up once."""

    def __init__(self, graph: GraphReader, asked: Asked, wide: bool) -> None:
        self._graph, self._asked = graph, asked
        self._holders: dict[str, list[int]] = {}
        self._heads: Mapping[str, PageHead] = {}
        self._narrow: dict[str, Reach] = {}
        self._lacking: dict[frozenset[str], tuple[str, ...]] = {}
        self._wide: dict[tuple[str, tuple[str, ...]], dict[int, float]] = {}
        self._room = MAX_WIDE if wide else 0
        self._most_wide = AS_MENTION * rarity(MAX_SPREAD, asked.passages) ** 2
        """What a step over a common name counts at most."""

    def look_up(self, mentions: Sequence[Mention]) -> None:
        """Find what holds these names: passages, up to one more than MAX_SPREAD of each, and the pages called so."""
        self._holders = self._graph.holders([mention.text for mention in mentions], limit=MAX_SPREAD + 1)
        narrow = [mention for mention in mentions if len(self._holders[mention.text]) <= MAX_SPREAD]
        self._heads = self._graph.heads_of([node for mention in narrow for node in _named_pages(mention)])

    def reach(self, mention: Mention, covered: frozenset[str], least: float) -> Reach:
        """In how many passages a name stands, and those worth a step.

        covered: what the way up to the name covers of the question.  A common name is not followed when its rarity
        squared, for a mere mention, is less than least.
        """
        holders = self._holders[mention.text]
        if len(holders) > MAX_SPREAD:
            return self._wide_reach(mention, covered, least)
        found = self._narrow.get(mention.key)
        if found is None:
            landings = dict.fromkeys(holders, _plain(mention))
            for head in filter(None, map(self._heads.get, _named_pages(mention))):
                if head.category not in SECOND_HAND:
                    passages = range(head.page, head.page + min(MAX_SPREAD, head.passage_count))
                    landings.update(dict.fromkeys(passages, AS_TITLE))
            found = Reach(len(landings), landings if len(landings) > 1 else {})
            self._narrow[mention.key] = found
        return found

    def _wide_reach(self, mention: Mention, covered: frozenset[str], least: float) -> Reach:
        asked = self._asked
        if not self._room or self._most_wide < least:
            return Reach(MAX_SPREAD)
        lacking = self._lacking.get(covered)
        if lacking is None:
            lacking = tuple(term.text for term in asked.question.content if not term.added and term.stem not in covered)
            self._lacking[covered] = lacking
        spread = self._graph.document_frequency([mention.text])[mention.text]
        if not lacking or AS_MENTION * rarity(spread, asked.passages) ** 2 < least:
            return Reach(spread)
        key = (mention.key, lacking)
        found = self._wide.get(key)
        if found is None:
            self._room -= 1
            hits = self._graph.search(lacking, limit=WIDE, hand="first", holding=mention.text)
            found = dict.fromkeys([hit.passage for hit in hits], _plain(mention))
            self._wide[key] = found
        return Reach(spread, found)


def _plain(mention: Mention) -> float:
    """How a name stands where it titles nothing."""
    return AS_MENTION if mention.hits else AS_GUESS


def _named_pages(mention: Mention) -> list[str]:
    """Nodes that have the name."""
    return sorted({hit.node for hit in mention.hits if hit.how not in ("missing", "question")})


def is_title(key: str, title: str) -> bool:
    """Whether a page is titled by a name, a leading article or a qualifier behind it apart: `Brand (play)`."""
    # Folding keeps the beginnings of words: most titles need not be folded to see that they are others.
    if title.isascii() and key[:3] not in title.lower():
        return False
    return key in _title_keys(title)


@lru_cache(maxsize=4096)
def _title_keys(title: str) -> tuple[str, str, str]:
    key, short, bare = fold_name(title), short_title(title), _ARTICLE.sub("", title)
    # Most have neither a qualifier nor an article.
    return key, key if short == title else fold_name(short), key if bare == title else fold_name(bare)


_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
