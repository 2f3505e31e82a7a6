"""The hard budget: choose passages so that the text as sent, headings and labels included, never exceeds it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from ...pages.text.words import size
from .knapsack import FEW, Form, choose

PLENTY = 1.25
"""Texts are measured, the likeliest first, until together they would fill the budget this many times: what comes after
is worth less for its size than all of these, and measuring is what packing costs."""
ALWAYS = 2
"""Texts of the greatest utility that are measured whatever their size."""
TRIES = 4
"""Texts looked at for the room that is left."""
SCRAP = 0.02
"""Part of the budget that is not worth a search: it holds a label and a few words."""
MOST_BYTES = 64
"""Of a token, whatever counts them, on the average of a long text: what is larger than the budget by that is not
counted, which would cost more than all else."""
LABEL_BYTES = 40
"""Size of what comes with a text, for the order of measuring."""


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
    """Other texts to send in its place, with their utility."""
    unwritten: int = 0
    """Bytes that the text has at least where it is still to be written."""


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
    *,
    shorten: Callable[[Candidate], Sequence[tuple[str, float]]] | None = None,
    draft: Callable[[Sequence[Candidate]], str] | None = None,
    write: Callable[[Candidate], Candidate] | None = None,
) -> Packed:
    """Choose the most useful candidates whose rendered text is within the budget.

    Costs are measured one by one to choose, then the whole text is measured, so the result holds for any counter and
    any rendering.  Where even render([]) is over the budget the text is empty.  Candidates stand in the order in which
    they are to be read; equal ones are taken by key.  shorten makes further short forms, with their utility, and is
    called only for candidates that do not fit.  draft is the rendering by which single texts are measured, where the
    real one has parts that change with every choice.  write gives an unwritten candidate its text and its other texts,
    or more bytes that it has at least: of many found most are never written.  Cost: a count of each text that may be
    sent and a few of the whole.
    """
    packing = _Packing(candidates, budget_tokens, count, render, shorten, draft or render, write)
    chosen = packing.fill(packing.settle())
    if chosen is None:
        return Packed((), "", 0, tuple(candidate.key for candidate in candidates))
    items, text, tokens = packing.rendered(chosen)
    sent = {form.item for form in chosen}
    omitted = tuple(candidate.key for index, candidate in enumerate(candidates) if index not in sent)
    return Packed(items, text, tokens, omitted)


def _promise(candidate: Candidate) -> float:
    """What a candidate is worth for its size; of an unwritten one at most."""
    _, text, utility, _, _, unwritten = candidate
    return utility / ((unwritten or size(text)) + LABEL_BYTES)


def _as_it_is(candidate: Candidate) -> Candidate:
    return candidate._replace(unwritten=0)


class _Packing:
    def __init__(
        self,
        candidates: Sequence[Candidate],
        budget: int,
        count: Callable[[str], int],
        render: Callable[[Sequence[Candidate]], str],
        shorten: Callable[[Candidate], Sequence[tuple[str, float]]] | None,
        draft: Callable[[Sequence[Candidate]], str],
        write: Callable[[Candidate], Candidate] | None,
    ) -> None:
        self._candidates, self._budget, self._count, self._render = list(candidates), budget, count, render
        self._shorten, self._draft, self._write = shorten, draft, write or _as_it_is
        self._rendered: dict[tuple[tuple[int, int], ...], tuple[tuple[Candidate, ...], str, int]] = {}
        """What was measured, by item and form: settling, filling and the answer measure the same choice."""
        keys = [each.key for each in candidates]
        self._index = sorted(range(len(keys)), key=keys.__getitem__)
        self._rank = rank = dict(zip(self._index, range(len(keys))))
        self._frame = count(render(()))
        self._limit = budget - self._frame
        self._measured: dict[int, list[Form]] = {}
        self._shortest: set[int] = set()
        """Those that have all their short forms."""
        self._order: list[int] = []
        """Those that promise most for their size, as many as were looked for."""
        self._waiting = sorted(
            [
                (_promise(each), -rank[index], index)
                for index, each in enumerate(candidates)
                if each.utility > 0 or each.shorter
            ]
        )
        self._forms = list(self._likely()) if self._limit >= 0 else []
        self._groups = self._group_costs()

    def _ordered(self) -> Iterator[int]:
        """The candidates that may be sent, what promises most first: each is written when its turn may have come."""
        yield from self._order
        while self._waiting:
            most, rank, index = self._waiting.pop()
            self._write_on(index)
            each = self._candidates[index]
            promise = _promise(each)
            if promise < most or each.unwritten:
                # It was listed by the bytes that it has at least.
                insort(self._waiting, (promise, rank, index))
            else:
                self._order.append(index)
                yield index

    def _write_on(self, index: int) -> None:
        """Write a candidate, or know more of it."""
        each = self._candidates[index]
        if each.unwritten:
            self._candidates[index] = self._write(each)

    def _written(self, index: int) -> Candidate:
        while self._candidates[index].unwritten:
            self._write_on(index)
        return self._candidates[index]

    def _likely(self) -> Iterator[Form]:
        """The forms of the candidates that a choice is made among."""
        best = sorted([(-self._candidates[index].utility, -rank, index) for _, rank, index in self._waiting])[:ALWAYS]
        first = [index for _, _, index in best]
        filled = 0.0
        for place, index in enumerate(chain(first, (index for index in self._ordered() if index not in first)), 1):
            forms = self._forms_of(index)
            if forms and min(form.cost for form in forms) > self._limit:
                forms = self._shortened(index)
            yield from forms
            filled += min((form.cost for form in forms if form.cost <= self._limit), default=0)
            if filled > PLENTY * self._limit and place >= FEW:
                return

    def _forms_of(self, index: int) -> list[Form]:
        """The texts of a candidate with what each costs alone, beyond the frame."""
        if index not in self._measured:
            each = self._written(index)
            numbered = enumerate(((each.text, each.utility), *each.shorter))
            self._measured[index] = [
                self._form(index, number, text, utility) for number, (text, utility) in numbered if utility > 0
            ]
        return self._measured[index]

    def _shortened(self, index: int) -> list[Form]:
        """The same with the short forms that are made only where they are needed."""
        each = self._candidates[index]
        forms = self._forms_of(index)
        if self._shorten is not None and index not in self._shortest:
            self._shortest.add(index)
            more = tuple(self._shorten(each))
            self._candidates[index] = each._replace(shorter=(*each.shorter, *more))
            numbered = enumerate(more, 1 + len(each.shorter))
            forms += [self._form(index, number, *form) for number, form in numbered if form[1] > 0]
        return forms

    def _form(self, index: int, number: int, text: str, utility: float) -> Form:
        key, *_, group = self._candidates[index][:4]
        if self._is_huge(text):
            return Form(index, number, self._budget + 1, utility, group)
        alone = Candidate(key, text, utility, group)
        return Form(index, number, max(0, self._count(self._draft((alone,))) - self._frame), utility, group)

    def _is_huge(self, text: str) -> bool:
        return size(text) > MOST_BYTES * max(1, self._budget)

    def _candidate(self, form: Form) -> Candidate:
        candidate = self._candidates[form.item]
        if form.form == 0:
            return candidate
        text, utility = candidate.shorter[form.form - 1]
        return candidate._replace(text=text, utility=utility, shorter=())

    def _group_costs(self) -> dict[str, float]:
        """What two texts of a group share, measured on its first two, taken off the cost of each of its forms."""
        members: dict[str, list[Form]] = {}
        for form in self._forms:
            if form.form == 0 and not self._is_huge(self._candidates[form.item].text):
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
        if self._limit < 0:
            return None
        limit = float(self._limit)
        chosen: list[Form] = []
        for _ in range(6):
            chosen = self._choose(limit)
            measured = self._measure(chosen)
            if measured <= self._budget:
                return chosen
            limit *= self._limit / (measured - self._frame)
        while chosen and self._measure(chosen) > self._budget:
            chosen.remove(min(chosen, key=lambda form: (form.worth / max(form.cost, 1e-9), -self._rank[form.item])))
        return chosen

    def _choose(self, limit: float) -> list[Form]:
        """Choose among the forms numbered by key, so that ties do not depend on the order of the candidates."""
        forms = [Form(self._rank[form.item], *form[1:]) for form in self._forms]
        return [Form(self._index[form.item], *form[1:]) for form in choose(forms, self._groups, limit)]

    def fill(self, chosen: list[Form] | None) -> list[Form] | None:
        """Use what room is left: the whole may come out cheaper than its parts, and a few sentences may fit."""
        if chosen is None:
            return None
        room = self._budget - self._measure(chosen)
        worth = {form.item: form.worth for form in chosen}
        groups = {form.group for form in chosen}
        more: list[Form] = []
        whole = {form.item for form in chosen if form.form == 0}
        for index in islice((index for index in self._ordered() if index not in whole), TRIES):
            if room < SCRAP * self._budget and len(self._candidates) > FEW:
                break
            forms = self._forms_of(index)
            held = next((form for form in chosen if form.item == index), None)
            if held is None and forms and min(form.cost for form in forms) > room:
                forms = self._shortened(index)
            for form in sorted(forms, key=lambda form: -form.worth):
                # Measured alone, a text also pays for the label that its group has already.
                shared = self._groups.get(form.group, 0) if form.group in groups else 0
                extra = form.cost - shared - (held.cost if held else 0)
                if form.worth > worth.get(index, 0) and extra <= room:
                    more.append(form)
                    groups.add(form.group)
                    room -= int(extra)
                    break
        while more:
            taken = {form.item for form in more}
            wider = [*(form for form in chosen if form.item not in taken), *more]
            if self._measure(wider) <= self._budget:
                return wider
            more.pop()
        return chosen
