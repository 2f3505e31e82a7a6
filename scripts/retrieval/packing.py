"""The hard budget: choose passages so that the text as sent, headings and labels included, never exceeds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..named_tuple import NamedTuple
from .knapsack import Form, choose

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Candidate(NamedTuple):
    """A text that may be sent."""

    key: str
    """Names it in the result."""
    text: str
    utility: float
    """What it is worth; only what is worth more than 0 is sent."""
    group: str = ""
    """Texts of one group may share a heading or label: the id of the page."""
    shorter: tuple[tuple[str, float], ...] = ()
    """Other texts to send in its place, with their utility: windows of sentences."""


class Packed(NamedTuple):
    items: tuple[Candidate, ...]
    """What is sent, in the order of the candidates; a shortened one has its short text and that text's utility."""
    text: str
    tokens_used: int
    """count(text), at most the budget."""
    omitted: tuple[str, ...]
    """Keys of the candidates that are not sent, in their order."""


def pack_passages(
    candidates: Sequence[Candidate],
    budget_tokens: int,
    count: Callable[[str], int],
    render: Callable[[Sequence[Candidate]], str],
) -> Packed:
    """Choose the most useful candidates whose rendered text is within the budget.

    Costs are measured one by one to choose, then the whole text is measured, so the result holds for any counter and
    any rendering.  Where even render([]) is over the budget the text is empty.  Candidates stand in the order in which
    they are to be read; equal ones are taken by key.  Cost: about one count of each text and a few of the whole.
    """
    packing = _Packing(candidates, budget_tokens, count, render)
    chosen = packing.fill(packing.settle())
    if chosen is None:
        return Packed((), "", 0, tuple(candidate.key for candidate in candidates))
    items, text, tokens = packing.rendered(chosen)
    sent = {form.item for form in chosen}
    omitted = tuple(candidate.key for index, candidate in enumerate(candidates) if index not in sent)
    return Packed(items, text, tokens, omitted)


class _Packing:
    def __init__(
        self,
        candidates: Sequence[Candidate],
        budget: int,
        count: Callable[[str], int],
        render: Callable[[Sequence[Candidate]], str],
    ) -> None:
        self._candidates, self._budget, self._count, self._render = candidates, budget, count, render
        self._rendered: dict[tuple[tuple[int, int], ...], tuple[tuple[Candidate, ...], str, int]] = {}
        """What was measured, by item and form: settling, filling and the answer measure the same choice."""
        self._rank = {index: rank for rank, index in enumerate(sorted(range(len(candidates)), key=self._key))}
        self._index = {rank: index for index, rank in self._rank.items()}
        self._frame = count(render(()))
        self._forms = [form for index in range(len(candidates)) for form in self._forms_of(index)]
        self._groups = self._group_costs()

    def _key(self, index: int) -> tuple[str, int]:
        return self._candidates[index].key, index

    def _candidate(self, form: Form) -> Candidate:
        candidate = self._candidates[form.item]
        if form.form == 0:
            return candidate
        text, utility = candidate.shorter[form.form - 1]
        return candidate._replace(text=text, utility=utility, shorter=())

    def _forms_of(self, index: int) -> list[Form]:
        """The texts of a candidate with what each costs alone, beyond the frame."""
        candidate = self._candidates[index]
        forms = []
        for number, (text, utility) in enumerate(((candidate.text, candidate.utility), *candidate.shorter)):
            if utility <= 0 or self._frame > self._budget:
                continue
            alone = candidate._replace(text=text, utility=utility, shorter=())
            cost = max(0, self._count(self._render((alone,))) - self._frame)
            forms.append(Form(index, number, cost, utility, candidate.group))
        return forms

    def _group_costs(self) -> dict[str, float]:
        """What two texts of a group share, measured on its first two, taken off the cost of each of its forms."""
        members: dict[str, list[Form]] = {}
        for form in self._forms:
            if form.form == 0:
                members.setdefault(form.group, []).append(form)
        shared = {}
        for group, forms in members.items():
            if len(forms) > 1:
                both = self._measure(forms[:2]) - self._frame
                shared[group] = max(0.0, min(forms[0].cost, forms[1].cost, forms[0].cost + forms[1].cost - both))
        self._forms = [form._replace(cost=max(0, form.cost - shared.get(form.group, 0))) for form in self._forms]
        return shared

    def rendered(self, chosen: Sequence[Form]) -> tuple[tuple[Candidate, ...], str, int]:
        key = tuple(sorted((form.item, form.form) for form in chosen))
        if key not in self._rendered:
            items = tuple(self._candidate(form) for form in sorted(chosen))
            text = self._render(items)
            self._rendered[key] = items, text, self._count(text)
        return self._rendered[key]

    def _measure(self, chosen: Sequence[Form]) -> int:
        return self.rendered(chosen)[2]

    def settle(self) -> list[Form] | None:
        """Choose by the measured costs; where the whole comes out dearer than its parts, choose again with less."""
        if self._frame > self._budget:
            return None
        limit = float(self._budget - self._frame)
        chosen: list[Form] = []
        for _ in range(6):
            chosen = self._choose(limit)
            measured = self._measure(chosen)
            if measured <= self._budget:
                return chosen
            limit *= (self._budget - self._frame) / (measured - self._frame)
        while chosen and self._measure(chosen) > self._budget:
            chosen.remove(min(chosen, key=lambda form: (form.worth / max(form.cost, 1e-9), -self._rank[form.item])))
        return chosen

    def _choose(self, limit: float) -> list[Form]:
        """Choose among the forms numbered by key, so that ties do not depend on the order of the candidates."""
        forms = [form._replace(item=self._rank[form.item]) for form in self._forms]
        return [form._replace(item=self._index[form.item]) for form in choose(forms, self._groups, limit)]

    def fill(self, chosen: list[Form] | None) -> list[Form] | None:
        """Use what room is left: the whole may come out cheaper than its parts."""
        if not chosen:
            return chosen
        room = self._budget - self._measure(chosen)
        worth = {form.item: form.worth for form in chosen}
        left = [form for form in self._forms if form.worth > worth.get(form.item, 0)]
        left.sort(key=lambda form: (-form.worth / max(form.cost, 1e-9), self._rank[form.item], form.form))
        tries = 8
        for form in left:
            held = [other for other in chosen if other.item == form.item]
            if tries == 0 or form.worth <= sum(other.worth for other in held):
                continue
            if form.cost - sum(other.cost for other in held) > room + 2:
                continue
            tries -= 1
            wider = [other for other in chosen if other.item != form.item] + [form]
            spare = self._budget - self._measure(wider)
            if spare >= 0:
                chosen, room = wider, spare
        return chosen
