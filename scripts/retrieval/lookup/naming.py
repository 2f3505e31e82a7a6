"""How much of a question one of its names is, for ordering the pages that have such a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...pages.text.names import normalize_name
from .matching import STRENGTH, is_reordered

if TYPE_CHECKING:
    from ..extracts.coverage import Asked
    from .matching import Match

WHOLE = 1.4
"""How much more a name is worth that is all that was asked: even misspelled, its page goes before those that only hold
the words."""
ALL = 0.999
"""A sum of shares above this is the whole question."""
ANOTHER_FORM = 0.05
"""What a folded name loses where letters differ, and not only hyphens and case: of `links` and `link`, both notes of
the vault, the one is meant that is asked for."""


def named_score(match: Match, asked: Asked) -> float:
    """A name is worth what it covers of the question: all of it in `Redis`, little in a long question that names it.

    At most WHOLE.  The rarity of its words counts where the name is a part of the question only.
    """
    inside = {term.stem for term in asked.question.content if match.start <= term.start and term.end <= match.end}
    share = asked.share((inside & asked.shares.keys()) | asked.covered(match.mention))
    return WHOLE * _certainty(match) if share > ALL and _is_meant(match, asked) else match.score * share


def _certainty(match: Match) -> float:
    if match.how == "fuzzy":
        return match.score
    other = match.how == "folded" and normalize_name(match.name) != normalize_name(match.mention)
    return STRENGTH[match.how] - (ANOTHER_FORM if other else 0.0)


def _is_meant(match: Match, asked: Asked) -> bool:
    """A likeness counts for less where pages hold every word as it is asked: `casual` need not be `causal`."""
    inside = (term for term in asked.question.terms if match.start <= term.start and term.end <= match.end)
    unknown = any(not (term.added or term.stop or asked.frequency.get(term.text)) for term in inside)
    return match.how != "fuzzy" or unknown or is_reordered(match)
