"""Which pieces of context are sent: the most useful for their size, and never more than the budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...text.tokens import count_tokens
from .no_facts import NO_FACTS


class ContextCandidate(NamedTuple):
    """A piece of text that may be sent."""

    content: str
    source: str
    """graph, tree or buffer."""
    utility: float
    token_cost: int
    metadata: dict[str, Any] = NO_FACTS


def joined(chosen: Sequence[ContextCandidate]) -> str:
    """Pieces, one below the other."""
    return "\n".join(each.content for each in chosen)


def context_budgeting(
    candidates: Sequence[ContextCandidate],
    budget: int = 4000,
    *,
    token_estimator: Callable[[str], int] = count_tokens,
    render: Callable[[Sequence[ContextCandidate]], str] = joined,
) -> list[ContextCandidate]:
    """Choose by utility per token, best first, while both what they cost and what is sent stay within the budget.

    The text that render makes of the chosen ones is measured as a whole, separators and headings included, so the
    stated costs need not be right: token_estimator(render(chosen)) <= budget always.  Ties go to the greater utility,
    then to the earlier candidate.  Cost: a measuring of each choice that would fit by what its parts cost.

    Greedy by value per weight: Dantzig, Discrete-Variable Extremum Problems, 1957.
    """
    order = sorted(
        range(len(candidates)),
        key=lambda at: (
            -candidates[at].utility / max(1, candidates[at].token_cost),
            -candidates[at].utility,
            at,
        ),
    )
    chosen: list[ContextCandidate] = []
    spent = 0
    for at in order:
        each = candidates[at]
        if spent + each.token_cost > budget:
            continue
        if token_estimator(render([*chosen, each])) <= budget:
            chosen.append(each)
            spent += each.token_cost
    return chosen


def on_one_scale(candidates: Sequence[ContextCandidate]) -> list[ContextCandidate]:
    """Utilities of different sources made comparable: each is divided by the best one of its source.

    A cosine, an activation and a recency have nothing in common but their order and their ratios within the source.
    Dividing by the greatest keeps both, and gives each source's best piece the same chance.
    Normalizing before fusing scores: Lee, Analyses of Multiple Evidence Combination, 1997.
    """
    best: dict[str, float] = {}
    for each in candidates:
        best[each.source] = max(best.get(each.source, 0.0), each.utility)
    return [each._replace(utility=each.utility / best[each.source]) for each in candidates if each.utility > 0]
