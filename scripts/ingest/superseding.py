"""What a later statement does to earlier ones.

A changed source and its new extraction: what was drawn from words that stand elsewhere now follows them, and what rests
on words that are gone makes room.  A claim that another one replaces, or that has ended, keeps its line, which says
until when it held.  Undo brings all of it back.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from ..errors import PageNotFoundError
from ..index_store.port import IndexReader
from ..index_store.resting import Days, Item, day_in, item_of, words_of
from ..look.citations import QUOTING, citing_pages
from ..look.lookup import find_page
from ..model import Claim, ClaimRow, Evidence, Premise, Quotable
from ..text.block_ids import quotables
from ..text.characters import has_words
from ..text.evidence_lines import Cut, Follow, claims_again, cut_source
from ..text.links import Resolver, missing_node
from ..text.names import stem_of
from ..text.ontology import canonical_claim, claim_words, ending_of, find_relation, is_after, premise_key
from ..text.page import fault_of, read_page
from ..text.quotes import all_places, says
from ..text.spans import splice
from ..wiki_store.working_copy import WorkingCopy
from .entities import EntityPages, Target
from .evidence import Quote, SourceText, is_struck, likeliest_place

if TYPE_CHECKING:
    # pydantic, which reads bundles, takes longer to load than all else.
    from .bundle import BundlePremise, BundleRelation, BundleWithdrawal

_NEAR = 3
"""Claims of the same thing that are told where there is no such claim."""

_WORD = re.compile(r"[^\W_]+")


class Dropped(NamedTuple):
    """What the source said once and says no more, and so is cited no more."""

    page: str
    claim: str
    """What rested on it, as `A causes B`; "" for words that a page only quoted."""
    quote: str


class Superseded(NamedTuple):
    """What a new revision did to what was drawn from the one before."""

    claims_dropped: int = 0
    claims_led: int = 0
    """Claims that cite another passage of it now, in which their words stand."""
    dropped: tuple[Dropped, ...] = ()


def follow_revision(copy: WorkingCopy, reader: IndexReader, source: SourceText) -> Superseded:
    """Lead claims and evidence to the passages in which their words stand now, and take out those whose words are gone.

    A claim that rests on other passages too keeps those.  A person's note and a filed answer stay as they are.
    """
    note = copy.page(source.path)
    # A person may edit a note in place, be it that of a session or of a source.
    is_first = note.category == "sources" and note.properties.get("revision", 1) == 1
    if is_first and (copy.is_ours(source.path) or copy.original(source.path) is None):
        return Superseded()
    standing, resolver = _Standing(source), copy.resolver()
    claims = led = 0
    dropped: list[Dropped] = []
    for path in _quoting_pages(copy, reader, source):
        copy.sound(path)
        cut = _cut(copy, path, source, standing, standing.follow, resolver)
        claims, led = claims + cut.claims, led + cut.led
        dropped += [Dropped(path, gone.claim, gone.quote) for gone in cut.gone]
    # A page of a thing quotes what a claim of it quotes, too.
    claimed = {item.quote for item in dropped if item.claim}
    rest = [item for item in dropped if item.quote and not item.claim and item.quote not in claimed]
    return Superseded(claims, led, (*(item for item in dropped if item.claim), *dict.fromkeys(rest)))


def lead_claims(copy: WorkingCopy, reader: IndexReader, path: str) -> int:
    """Lead claims on the source of this path to the passages in which their words stand now; return how many.

    Those whose words are gone stay as they are, and so does a page that a person has to mend first.
    """
    source = SourceText(path, stem_of(path), copy.page(path).title, quotables(copy.read(path)))
    standing, resolver = _Standing(source), copy.resolver()

    def follow(evidence: Evidence, claim: Claim | None) -> Evidence:
        return standing.follow(evidence, claim) or evidence

    pages = (path for path in _quoting_pages(copy, reader, source) if fault_of(copy.read(path)) is None)
    return sum(_cut(copy, path, source, standing, follow, resolver).led for path in pages)


def _quoting_pages(copy: WorkingCopy, reader: IndexReader, source: SourceText) -> list[str]:
    return [path for path in citing_pages(copy, reader, source.path) if copy.page(path).category in QUOTING]


def _cut(
    copy: WorkingCopy, path: str, source: SourceText, standing: _Standing, follow: Follow, resolver: Resolver
) -> Cut:
    """Let what a page has from the source follow, and write the page where that changes it."""
    text, standing.title = copy.read(path), copy.page(path).title
    cut = cut_source(text, path, source.path, resolver, folder=copy.folder, lists=True, follow=follow)
    if cut.text != text:
        copy.put(path, cut.text)
    return cut


def check_premises(
    entities: EntityPages, items: Iterable[tuple[str, BundleRelation]], claims: Collection[tuple[str, str, str]]
) -> dict[str, tuple[Premise, ...]]:
    """Return what the relations of a bundle rest on, by item; one of which nothing is known is rejected.

    claims: what the bundle itself claims.
    """
    found: dict[str, tuple[Premise, ...]] = {}
    for item, relation in items:
        premises = []
        for number, given in enumerate(relation.rests_on):
            place = f"{item}.rests_on[{number}]"
            premises.append(_passage(entities, place, given) if given.block else _known(entities, place, given, claims))
        found[item] = tuple(premise for premise in premises if premise is not None)
    return found


def _passage(entities: EntityPages, place: str, given: BundlePremise) -> Premise | None:
    try:
        row = find_page(entities.reader, given.source)
    except PageNotFoundError as err:
        entities.remarks.reject(place, f"no page {given.source!r}", tuple(err.nearest))
        return None
    blocks = [passage.block.lower() for passage in quotables(entities.copy.read(row.path))]
    if given.block.lower() not in blocks:
        entities.remarks.reject(place, f"{row.node} has no block ^{given.block}")
        return None
    return Premise(row.node, given.block, block=given.block)


def _known(
    entities: EntityPages, place: str, given: BundlePremise, claims: Collection[tuple[str, str, str]]
) -> Premise | None:
    start = entities.end(f"{place}.source", given.source)
    if start is None or not given.type:
        return Premise(start.id, start.name) if start else None
    end = entities.end(f"{place}.target", given.target, as_text=True)
    if end is None:
        return None
    first, relation, last = canonical_claim(start, given.type, end)
    rows = entities.reader.claims(nodes=[first.id])
    if (first.id, relation, last.id) not in claims and not any(_is_claim(row, first, relation, last) for row in rows):
        near = tuple(dict.fromkeys(words_of(row) for row in rows if row.subject == first.id))[:_NEAR]
        entities.remarks.reject(place, f"no such claim: {claim_words(first.name, relation, last.name)}", near)
        return None
    return Premise(first.id, first.name, relation, last.id, last.name, not last.path)


def _is_claim(row: ClaimRow, first: Target, relation: str, last: Target) -> bool:
    return row.subject == first.id and premise_key(row.relation, row.object) == premise_key(relation, last.id)


def end_replaced(entities: EntityPages, source: SourceText, given: Iterable[tuple[str, BundleRelation, Claim]]) -> int:
    """Let claims end that those of a bundle replace; return how many lines say so now.

    Where a claim gives its subject another object of a functional relation, and replaces nothing, a notice says how.
    """
    given = [each for each in given if each[1].replaces or find_relation(each[2].relation).is_functional]
    if not given:
        return 0
    reader, remarks, ended = entities.reader, entities.remarks, 0
    days = Days(reader, entities.today)
    written = day_in(entities.copy.page(source.path).properties, "sources")
    for item, relation, claim in given:
        rows = [row for row in reader.claims(nodes=[claim.subject]) if row.relation == claim.relation]
        rows = [row for row in rows if row.subject == claim.subject and not days.ending(row)]
        start, end = entities.end(item, relation.source), None
        if relation.replaces:
            end = entities.end(f"{item}.replaces", relation.replaces, as_text=True)
            if start is None or end is None:
                continue
            key = canonical_claim(start.id, relation.type, end.id)
            lines = _end(entities, key, _ending("replaced", claim.evidence, source, _before(relation.valid_from)))
            if not lines:
                remarks.reject(f"{item}.replaces", "no such claim", tuple(map(words_of, rows))[:_NEAR])
            ended += lines
        else:
            for row in rows:
                if row.object != claim.object and not is_after(days.since(row), relation.valid_from or written):
                    told = f"{words_of(row)} ({days.since(row) or 'no date'})"
                    remarks.notice(item, f'"replaces": "{row.object_name}" would end {told}')
    return ended


def end_claims(entities: EntityPages, source: SourceText, given: Iterable[tuple[str, BundleWithdrawal]]) -> int:
    """Let claims end of which the source says so; return how many lines say so now."""
    ended = 0
    for item, withdrawal in given:
        start = entities.end(f"{item}.source", withdrawal.source)
        end = entities.end(f"{item}.target", withdrawal.target, as_text=True)
        names = (withdrawal.source, withdrawal.target)
        quote = Quote(withdrawal.supporting_text, withdrawal.block, names, is_claim=True)
        evidence = source.prove(item, quote, entities.remarks)
        if start and end and evidence:
            key = canonical_claim(start.id, withdrawal.type, end.id)
            lines = _end(entities, key, _ending("ended", (evidence,), source, withdrawal.valid_until))
            if not lines:
                entities.remarks.reject(item, f"no such claim: {claim_words(start.name, key[1], end.name)}")
            ended += lines
    return ended


def _ending(how: str, evidence: Sequence[Evidence], source: SourceText, until: str) -> str:
    block = f"#^{evidence[0].block}" if evidence else ""
    return f"until {until}, {how} by [[{source.id}{block}]]" if until else f"{how} by [[{source.id}{block}]]"


def _before(day: str) -> str:
    """Return the day, month or year before one; "" for ""."""
    if len(day) == len("2026-03-12"):
        return (date.fromisoformat(day) - timedelta(days=1)).isoformat()
    year, _, month = day.partition("-")
    if not month:
        return str(int(year) - 1).zfill(4) if year else ""
    return f"{year}-{int(month) - 1:02}" if int(month) > 1 else f"{int(year) - 1:04}-12"


def _end(entities: EntityPages, key: tuple[str, str, str], how: str) -> int:
    """Write into the lines of a claim how it ended; return how many there are."""
    copy, ended = entities.copy, 0
    rows = entities.reader.claims(nodes=[key[0]])
    wanted = premise_key(key[1], key[2])
    for path in dict.fromkeys(row.path for row in rows if item_of(row) == Item(key[0], wanted)):
        text = copy.sound(path)
        lines: dict[int, list[Claim]] = {}
        for claim in read_page(path, text, folder=copy.folder).claims:
            lines.setdefault(claim.start, []).append(claim)
        splices = []
        for line in lines.values():
            same = [
                claim for claim in line if _says(claim, wanted) and claim.form == "claim" and not ending_of(claim.note)
            ]
            if same:
                again = [c._replace(note=", ".join(filter(None, (c.note, how)))) if c in same else c for c in line]
                splices.append(claims_again(text, path, line[0], again))
                ended += len(same)
        copy.put(path, splice(text, splices))
    return ended


def _says(claim: Claim, key: str) -> bool:
    _, relation, object_ = canonical_claim(claim.subject, claim.relation, claim.object)
    return premise_key(relation, missing_node(object_)) == key


class _Standing:
    """Where in a source words stand that were cited from an earlier revision of it."""

    def __init__(self, source: SourceText) -> None:
        self.title = ""
        """Of the page that cites."""
        self._passages = [passage for passage in source.passages if passage.block]
        self._by_block = {passage.block.lower(): passage for passage in self._passages}
        # Looked through for its words first: to read each passage as a reader would takes a thousand times as long.
        self._plain = [passage.text.casefold() for passage in self._passages]
        self._led: dict[str, str] = {}

    def follow(self, evidence: Evidence, claim: Claim | None) -> Evidence | None:
        """Return the evidence at the passage that has its words; None where none has.  claim: None for a list item."""
        block = evidence.block.lower()
        there = self._by_block.get(block)
        if not block or (there is not None and says(there.text, evidence.quote)):
            return evidence
        if not has_words(evidence.quote):
            # What only names a passage goes where other words of that went.
            now = "" if claim else self._led.get(block, "")
            return evidence._replace(block=now) if now else None
        about = (claim.subject_label, claim.object_label) if claim else (self.title,)
        # What is struck out is no ground to go on standing.
        places = [place for place in all_places(evidence.quote, self._holding(evidence.quote)) if not is_struck(place)]
        if not places:
            return None
        now = likeliest_place(about, places)[0].passage.block
        self._led.setdefault(block, now)
        return evidence._replace(block=now)

    def _holding(self, quote: str) -> Sequence[Quotable]:
        words = sorted({*_WORD.findall(quote.casefold())}, key=len, reverse=True)
        return [passage for passage, text in zip(self._passages, self._plain) if all(word in text for word in words)]
