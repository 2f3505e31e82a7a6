"""Changes over time: claims that ended, what replaced them, and what rests on them and is open."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..look.resting import MOST_DEPENDENTS, REPLACES, Item, Resting, day_of, item_of, words_of
from ..model import ClaimRow
from ..text.analyzer import analyze
from ..text.names import stem_of
from ..text.ontology import find_relation, is_after, premise_key, without_ending
from .claims import ShownClaim
from .filed import QUOTING, FiledAnswer, cited_place
from .values import Found, Query, Ranking

OPEN_AMONG, REPLACED_AMONG, PAST_AMONG = 3, 5, 20
"""Best passages that are checked: for open claims, for things that were replaced, for claims that ended."""

TOLD = 2
"""Changes of each kind that a reply reports beside its claims."""

OPENS_NAMED = 3
"""Claims that are named where they rest on a claim that changed."""

REPLACED = "replaced"
"""The first word in the ending of a claim that another one replaced; see look/selection.py."""


def split_past(
    rows: Sequence[ClaimRow], resting: Resting
) -> tuple[list[ClaimRow], dict[tuple[str, str], list[ClaimRow]]]:
    """Return the claims to show, and those that another claim replaced, by subject and relation."""
    current: list[ClaimRow] = []
    past: dict[tuple[str, str], list[ClaimRow]] = {}
    held: dict[tuple[str, str], list[ClaimRow]] = {}
    for row in rows:
        if not resting.days.ending(row):
            held.setdefault((row.subject, row.relation), []).append(row)
    for row in rows:
        ending, others = resting.days.ending(row), held.get((row.subject, row.relation), ())
        is_same = any(other.object == row.object for other in others)
        if ending and others and (find_relation(row.relation).is_functional or ending.how.startswith(REPLACED)):
            past.setdefault((row.subject, row.relation), []).extend([] if is_same else [row])
        elif not (ending and is_same):
            current.append(row)
    return current, past


def with_changes(
    claims: Sequence[ShownClaim],
    rows: Sequence[ClaimRow],
    past: Mapping[tuple[str, str], Sequence[ClaimRow]],
    resting: Resting,
) -> tuple[ShownClaim, ...]:
    """Return the claims, each with what held before it, why it is open, and which claims its change leaves open.

    rows: the rows of the claims.  Claims that ended come last.
    """
    by_item: dict[Item, ClaimRow] = {item_of(row): row for row in reversed(rows)}
    items = [Item(claim.subject, premise_key(claim.relation, claim.object)) for claim in claims]
    opened = resting.why_open(map(item_of, resting.resting([by_item[item] for item in items if item in by_item])))
    completed: list[ShownClaim] = []
    for claim, item in zip(claims, items):
        row = by_item.get(item)
        if row is None:
            completed.append(claim)
            continue
        before = past.get((claim.subject, claim.relation), ())
        ending = resting.days.ending(row)
        changed = [row] if ending or row.relation == REPLACES or resting.later(row) else []
        affected = [other for one in (*before, *changed) for other in resting.affected(one)]
        dependents = [words_of(other) for other in resting.dependents(affected)] if affected else []
        more = len(dependents) - OPENS_NAMED
        count = f"{MOST_DEPENDENTS} and more" if len(dependents) > MOST_DEPENDENTS else f"{more} more"
        completed.append(
            claim._replace(
                conflicts=() if ending else claim.conflicts,
                day="" if ending else claim.day,
                is_conclusion=resting.is_conclusion(row),
                ended=resting.days.told(ending) if ending else "",
                note=without_ending(claim.note),
                was=tuple(f"{old.object_name} until {_until(old, resting)}" for old in before),
                open="" if ending else opened[item].words if item in opened else "",
                opens=(*dependents[:OPENS_NAMED], *([count] if more > 0 else [])),
            )
        )
    # Of the claims that ended the latest comes first.
    return tuple(sorted(sorted(completed, key=lambda claim: claim.ended, reverse=True), key=lambda c: bool(c.ended)))


def with_changes_of_filed(filed: FiledAnswer | None, found: Found, resting: Resting) -> FiledAnswer | None:
    """Return a filed answer whose `stale` says what changed of its evidence."""
    if filed is None or filed.stale:
        return filed
    item = Item(found.page_rows[filed.page].node if filed.page in found.page_rows else stem_of(filed.path))
    changed = resting.why_open([item])
    return filed._replace(stale=tuple(change.words for change in changed.values()))


class Changed(NamedTuple):
    """Changes over time that the best passages show."""

    past: frozenset[int] = frozenset()
    """Passages that say what no longer holds; they are left out."""
    ended: tuple[str, ...] = ()
    """Claims that no longer hold, in words."""
    opened: tuple[str, ...] = ()
    """Claims that they prove and that are open, in words."""


def what_changed(
    reader: IndexReader,
    query: Query,
    ranking: Ranking,
    found: Found,
    claims: Sequence[ShownClaim],
    min_confidence: float,
    resting: Resting,
) -> Changed:
    """Return the changes that the best passages show, except those that the claims of the reply show already.

    A passage is past if every claim that it proves has ended; one that proves none if it repeats a claim that ended.
    If all passages are past, none is reported.
    """
    if not reader.statistics().claims or not ranking.passages:
        return Changed()
    best = [ranked.id for ranked in ranking.passages[:PAST_AMONG]]
    ids = {*best} | ({piece.passage or 0 for row in resting.past() for piece in row.evidence} & {*found.passage_rows})
    rows = reader.claims(sections=sorted({found.passage_rows[id_].section for id_ in ids}))
    proved: dict[int, list[ClaimRow]] = {}
    for row in rows:
        for id_ in {piece.passage for piece in row.evidence if piece.passage in ids}:
            proved.setdefault(id_ or 0, []).append(row)
    ending = resting.days.ending
    ended = dict.fromkeys(row for proving in proved.values() for row in proving if ending(row))
    past = {id_ for id_, proving in proved.items() if all(map(ending, proving))}
    known = [*dict.fromkeys((*ended, *resting.past()))]
    past |= {id_ for id_ in ids - proved.keys() if _repeats_past(found, id_, known, resting)}
    shown = {claim.subject_name for claim in claims}
    asked = {term.term for term in query.terms if term.share}
    lines = [
        f"{words_of(row)} held {resting.days.told(end)}"
        for row in ended
        if (end := ending(row))
        and row.subject_name not in shown
        and asked & {*analyze(row.subject_name, query.language)}
    ]
    replacing = {(claim.object_name, claim.subject_name) for claim in claims if claim.relation == REPLACES}
    things = _replaced_things(reader, rows, {*best[:REPLACED_AMONG]}, min_confidence=min_confidence)
    lines += [f"{thing} was replaced by {by} ({place})" for thing, by, place in things if (thing, by) not in replacing]
    is_all = all(ranked.id in past for ranked in ranking.passages)
    first = dict.fromkeys(row for id_ in best[:OPEN_AMONG] for row in proved.get(id_, ()))
    opened = resting.why_open(map(item_of, resting.resting([row for row in first if not ending(row)])))
    opening = [row for row in first if item_of(row) in opened and row.subject_name not in shown]
    words_opened = dict.fromkeys(f"{words_of(row)} is open: {opened[item_of(row)].words}" for row in opening)
    return Changed(frozenset() if is_all else frozenset(past), tuple(lines[:TOLD]), tuple(words_opened)[:TOLD])


def _replaced_things(
    reader: IndexReader, claims: Sequence[ClaimRow], passages: Collection[int], *, min_confidence: float
) -> tuple[tuple[str, str, str], ...]:
    """Return the things that another thing replaces, each with that thing and the place that says so.

    Only things of which one of the passages proves a claim.  claims: those that the passages prove.  Cost: one look-up.
    """
    things = sorted({claim.subject for claim in claims if any(piece.passage in passages for piece in claim.evidence)})
    found = []
    for claim in reader.claims(nodes=things) if things else ():
        if claim.relation == REPLACES and claim.object in things and claim.confidence >= min_confidence:
            present = [piece for piece in claim.evidence if not piece.is_gone]
            found += [(claim.object_name, claim.subject_name, cited_place(piece)) for piece in present[:1]]
    return tuple(dict.fromkeys(found))


def _until(claim: ClaimRow, resting: Resting) -> str:
    ending = resting.days.ending(claim)
    return (resting.days.until(ending) if ending else "") or "a day that nothing tells"


def _repeats_past(found: Found, passage: int, ended: Sequence[ClaimRow], resting: Resting) -> bool:
    """Whether a passage by a machine, or one not newer than the end of a claim, has the words of that claim."""
    row = found.passage_rows[passage]
    page = found.page_rows[row.page]
    if not ended or page.category not in (*QUOTING, "sources", "sessions"):
        return False
    text, day = row.text.casefold(), day_of(page)
    with_title = f"{page.title.casefold()}\n{text}"
    for claim in ended:
        if claim.object_name.casefold() in text and claim.subject_name.casefold() in with_title:
            ending = resting.days.ending(claim)
            until = resting.days.until(ending) if ending else ""
            if page.category in QUOTING or (day and until and not is_after(day, until)):
                return True
    return False
