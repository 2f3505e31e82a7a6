"""Choose what is worth most under a limit: each item once at most, in one of its forms; groups cost something too.

Greedy by worth per cost is within half of the optimum when the best single item is tried too (Dantzig 1957; Kellerer,
Pferschy, Pisinger, Knapsack Problems, 2004, ch. 2).  Forcing each promising form in first closes most of the rest, and
few items are solved by branch and bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

FEW = 12
"""Up to this many items are solved by branch and bound."""
_MOST_FORCED = 12
_MOST_STEPS = 2_000


class Form(NamedTuple):
    """One form of an item: the whole, or a shorter text of it."""

    item: int
    form: int
    cost: float
    worth: float
    group: str = ""


def choose(forms: Sequence[Form], group_costs: Mapping[str, float], limit: float) -> list[Form]:
    """Return forms of the greatest worth found, of one item at most one, whose cost is within the limit.

    The first form of a group also pays the group's cost.  Ties go to the earlier item and form.  Returned by item.
    """
    fitting = [form for form in forms if form.worth > 0 and form.cost + group_costs.get(form.group, 0) <= limit]
    fitting.sort(key=lambda form: (-form.worth / max(form.cost, 1e-9), form.item, form.form))
    best, taken_in_turn = _greedy(fitting, group_costs, limit)
    for first in sorted(fitting, key=lambda form: (-form.worth, form.item, form.form))[:_MOST_FORCED]:
        # What was taken before anything found no room finds it first, too, and leaves the same to the others.
        if first not in taken_in_turn:
            best = _better(best, _greedy([first, *fitting], group_costs, limit)[0])
    if len({form.item for form in fitting}) <= FEW:
        best = _better(best, _Search(fitting, group_costs, limit, best).run())
    return sorted(best)


def _better(old: list[Form], new: list[Form]) -> list[Form]:
    return new if _worth(new) > _worth(old) + 1e-12 else old


def _worth(chosen: Sequence[Form]) -> float:
    return sum(form.worth for form in chosen)


def _greedy(ordered: Sequence[Form], group_costs: Mapping[str, float], limit: float) -> tuple[list[Form], list[Form]]:
    """Take forms in order while they fit; a later, better form of a taken item replaces it where it fits.

    Returned with those that were taken, if only for a while, before the first that did not fit.
    """
    in_turn: list[Form] = []
    is_full = False
    taken: dict[int, Form] = {}
    members: dict[str, int] = {}
    for form in ordered:
        item, _, cost, worth, group = form
        old = taken.get(item)
        if old is not None:
            if old.worth >= worth:
                continue
            cost -= old.cost
        if not members.get(group):
            cost += group_costs.get(group, 0)
        if cost > limit:
            is_full = True
            continue
        if not is_full:
            in_turn.append(form)
        limit -= cost
        taken[item] = form
        members[group] = members.get(group, 0) + (old is None)
    return list(taken.values()), in_turn


class _Search:
    """Branch and bound, depth first over the items by their best worth per cost, at most _MOST_STEPS steps."""

    def __init__(self, forms: Sequence[Form], groups: Mapping[str, float], limit: float, best: list[Form]) -> None:
        by_item: dict[int, list[Form]] = {}
        for form in forms:
            by_item.setdefault(form.item, []).append(form)
        self._items = list(by_item.values())
        self._density = [max(form.worth / max(form.cost, 1e-9) for form in item) for item in self._items]
        self._most = [max(form.worth for form in item) for item in self._items]
        self._groups, self._limit = groups, limit
        self._best, self._best_worth = best, _worth(best)
        self._steps = 0

    def run(self) -> list[Form]:
        self._visit(0, [], 0.0, self._limit)
        return self._best

    def _visit(self, depth: int, chosen: list[Form], worth: float, room: float) -> None:
        if worth > self._best_worth + 1e-12:
            self._best, self._best_worth = list(chosen), worth
        self._steps += 1
        if depth == len(self._items) or self._steps > _MOST_STEPS:
            return
        if worth + self._bound(depth, room) <= self._best_worth + 1e-12:
            return
        for form in self._items[depth]:
            cost = form.cost
            if all(other.group != form.group for other in chosen):
                cost += self._groups.get(form.group, 0)
            if cost <= room:
                chosen.append(form)
                self._visit(depth + 1, chosen, worth + form.worth, room - cost)
                chosen.pop()
        self._visit(depth + 1, chosen, worth, room)

    def _bound(self, depth: int, room: float) -> float:
        """The most that the items from depth on can add, were they divisible and their groups free."""
        total = 0.0
        for item in range(depth, len(self._items)):
            total += min(self._most[item], self._density[item] * room)
            # Items stand by falling density, so that what an item could fill is not filled again by a poorer one.
            room -= self._most[item] / self._density[item]
            if room <= 0:
                break
        return total
