"""Which block id each passage of a text gets, so that equal passages keep theirs from one revision to the next.

An id is made of a passage's words; equal passages are told apart by a number.  Which of them was number 2 in the
revision before is read from where it stood: its headings, then its neighbors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from .passages import passage_id

if TYPE_CHECKING:
    from ..page_model import Passage


class Earlier(NamedTuple):
    """What a text must be read beside: the same text as it was before."""

    passages: tuple[Passage, ...] = ()
    taken: frozenset[str] = frozenset()
    """Ids in lower case that something cites, also of what the text has no more: no other passage gets one of those."""


NOTHING = Earlier()
TELLING = 60
"""Characters from which on a passage says by its words alone what it is about; `Approved.` says so by its place."""


class _Place(NamedTuple):
    """Where a passage stands."""

    headings: tuple[str, ...]
    """Without the title, which may change for all of them."""
    before: str
    """Words of the neighbor under the same heading; "" for none."""
    after: str


def new_names(passages: Sequence[Passage], used: Collection[str], earlier: Earlier = NOTHING) -> list[str]:
    """A new id for each passage without one, "" for the others; a taken one gets the first free number from 2.

    A passage that stood in the earlier text keeps the id that it had there.  Of several equal ones, that is decided by
    where they stand; one that is in none of the old places gets a number that none of the old ones had.  A telling one
    that is cited and was gone has its id again when it comes back.
    """
    ids = ["" if passage.block else passage_id(passage.text) for passage in passages]
    names = _kept(passages, ids, earlier.passages) if earlier.passages else {}
    before = {passage.block.lower() for passage in earlier.passages}
    names = {**_back(passages, ids, {*earlier.taken} - before - {*used}), **names}
    taken = {*used, *earlier.taken, *before}
    counts: dict[str, int] = {}
    for at, base in enumerate(ids):
        if not base or at in names:
            continue
        names[at] = free_name(base, taken, counts)
    return [names.get(at, "") for at in range(len(passages))]


def _back(passages: Sequence[Passage], ids: Sequence[str], gone: Collection[str]) -> dict[int, str]:
    """The ids that passages had in a text before the earlier one; none where it is in doubt which passage had it."""
    places: dict[str, list[int]] = {}
    for at, id in enumerate(ids if gone else ()):
        places.setdefault(id, []).append(at)
    found: dict[int, list[str]] = {}
    for id in gone:
        base = id.partition("-")[0]
        at = places[base][0] if base and len(places.get(base, ())) == 1 else -1
        if at >= 0 and len(passages[at].text) >= TELLING:
            found.setdefault(at, []).append(id)
    return {at: names[0] for at, names in found.items() if len(names) == 1}


def free_name(base: str, taken: set[str], counts: dict[str, int]) -> str:
    """The base, or with the first free number from 2 where it is taken; it is then.  counts: numbers given so far."""
    number, name = counts.get(base, 1), base
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    counts[base] = number
    taken.add(name)
    return name


def _kept(passages: Sequence[Passage], ids: Sequence[str], earlier: Sequence[Passage]) -> dict[int, str]:
    """The ids that passages keep, by their places."""
    old: dict[str, list[int]] = {}
    for at, passage in enumerate(earlier):
        base = passage.block.partition("-")[0]
        if base and base == passage_id(passage.text):
            old.setdefault(base, []).append(at)
    new: dict[str, list[int]] = {}
    for at, base in enumerate(ids):
        if base in old:
            new.setdefault(base, []).append(at)
    own = {passage.block.lower() for passage in passages if passage.block}
    kept: dict[int, str] = {}
    several = {base for base, places in new.items() if len(places) > 1 or len(old[base]) > 1}
    was, now = _places(earlier, passages) if several else ([], [])
    for base, places in new.items():
        pairs = _pairs(old[base], places, was, now) if base in several else [(old[base][0], places[0])]
        kept.update((here, earlier[there].block) for there, here in pairs if earlier[there].block.lower() not in own)
    return kept


def _pairs(old: list[int], new: list[int], was: Sequence[_Place], now: Sequence[_Place]) -> list[tuple[int, int]]:
    """Which of equal passages is which: by headings and both neighbors, by headings and one, by headings alone, and
    by neighbors alone where a heading was reworded.  Those that stand alike are taken in their order."""
    alike: tuple[Callable[[_Place], tuple[object, ...]], ...] = (
        lambda place: (place.headings, place.before, place.after),
        lambda place: (place.headings, place.before) if place.before else (),
        lambda place: (place.headings, place.after) if place.after else (),
        lambda place: (place.headings, ""),
        lambda place: (place.before, place.after) if place.before or place.after else (),
    )
    found = []
    for key in alike:
        waiting: dict[tuple[object, ...], list[int]] = {}
        for there in reversed(old):
            waiting.setdefault(key(was[there]), []).append(there)
        for here in new:
            same = waiting.get(key(now[here])) if key(now[here]) else None
            if same:
                found.append((same.pop(), here))
        old, new = _without(old, (pair[0] for pair in found)), _without(new, (pair[1] for pair in found))
    return found


def _without(places: list[int], done: Iterable[int]) -> list[int]:
    gone = set(done)
    return [at for at in places if at not in gone]


def _places(earlier: Sequence[Passage], passages: Sequence[Passage]) -> tuple[list[_Place], list[_Place]]:
    was, now = _paths(earlier), _paths(passages)
    if all(len({path[0] for path in paths if path}) == 1 for paths in (was, now)):
        was, now = [path[1:] for path in was], [path[1:] for path in now]
    return _beside(earlier, was), _beside(passages, now)


def _paths(passages: Sequence[Passage]) -> list[tuple[str, ...]]:
    return [tuple(passage.heading.split(" > ")) if passage.heading else () for passage in passages]


def _beside(passages: Sequence[Passage], paths: Sequence[tuple[str, ...]]) -> list[_Place]:
    words = ["", *(" ".join(passage.text.split()) for passage in passages), ""]
    headings = [None, *(passage.heading for passage in passages), None]
    return [
        _Place(
            path,
            words[at] if headings[at] == headings[at + 1] else "",
            words[at + 2] if headings[at + 2] == headings[at + 1] else "",
        )
        for at, path in enumerate(paths)
    ]
