"""The effects of later statements on earlier ones.

When a source has changed and is extracted again, claims cite the passages that have their words now, and claims whose
words are gone are removed.  A claim that another one replaces, or that has ended, keeps its line, which then says until
when it held.  Undo restores all of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import TYPE_CHECKING

from ..errors import PageNotFoundError
from ..index_store.port import IndexReader, day_in
from ..look.citations import QUOTING, citing_pages
from ..look.lookup import find_page
from ..look.resting import Days
from ..model import Claim, ClaimRow, Evidence, Premise, Quotable
from ..text.block_ids import quotables
from ..text.characters import has_words
from ..text.editing import SourceCut, claims_again, cut_source
from ..text.links import missing_node
from ..text.ontology import canonical_claim, claim_words, ending_of, find_relation, is_after, premise_key
from ..text.page import fault_of, read_page
from ..text.quotes import all_places, is_struck, likeliest_place, says
from ..text.spans import splice
from ..wiki_store.working_copy import WorkingCopy
from .evidence import Dropped, Quote, Remarks, SourceText
from .pages import EntityPages

if TYPE_CHECKING:
    # pydantic, which reads bundles, takes longer to load than all else.
    from .bundle import BundlePremise, BundleRelation, BundleWithdrawal

_NEAR = 3
"""Claims about the same thing that a rejection lists if there is no such claim."""

_WORD = re.compile(r"[^\W_]+")


def follow_revision(copy: WorkingCopy, reader: IndexReader, source: SourceText, remarks: Remarks) -> None:
    """Let claims and evidence cite the passages that have their words now, and remove those whose words are gone.

    A claim that also rests on other passages keeps those.  A person's note and a filed answer stay as they are.
    """
    note = copy.page(source.path)
    # A person may edit the note of a session or of a source in place.
    is_first = note.category == "sources" and note.properties.get("revision", 1) == 1
    if is_first and (copy.is_ours(source.path) or copy.original(source.path) is None):
        return
    dropped: list[Dropped] = []
    for path, cut in _cuts(copy, reader, source, drops=True):
        remarks.claims += Counter(dropped=cut.claims, led=cut.led)
        dropped += [Dropped(path, gone.claim, gone.quote) for gone in cut.gone]
    # The page of an entity has the same quotes as the claims about it.
    claimed = {item.quote for item in dropped if item.claim}
    rest = [item for item in dropped if item.quote and not item.claim and item.quote not in claimed]
    remarks.dropped += (*(item for item in dropped if item.claim), *dict.fromkeys(rest))


def lead_claims(copy: WorkingCopy, reader: IndexReader, path: str) -> int:
    """Let claims cite the passages of the source at this path that have their words now; return how many changed.

    Those whose words are gone stay as they are, and so does a page that a person has to repair first.
    """
    return sum(cut.led for _, cut in _cuts(copy, reader, SourceText.at(copy, path), drops=False))


def _cuts(
    copy: WorkingCopy, reader: IndexReader, source: SourceText, *, drops: bool
) -> Iterator[tuple[str, SourceCut]]:
    """Update the citations of the source on all pages, and yield the result for each page.

    drops: citations whose words are gone are removed, and a page that a person has to repair first raises
    UnsoundPageError.
    """
    places, resolver = _CurrentPlaces(source), copy.resolver()

    def follow(evidence: Evidence, claim: Claim | None) -> Evidence | None:
        return places.follow(evidence, claim) or (None if drops else evidence)

    for path in citing_pages(copy, reader, source.path):
        if copy.page(path).category in QUOTING and (drops or fault_of(copy.read(path)) is None):
            text, places.title = copy.sound(path), copy.page(path).title
            cut = cut_source(text, path, source.path, resolver, folder=copy.folder, lists=True, follow=follow)
            if cut.text != text:
                copy.put(path, cut.text)
            yield path, cut


def check_premises(
    entities: EntityPages, item: str, given: Iterable[BundlePremise], claims: Collection[tuple[str, str, str]]
) -> tuple[Premise, ...]:
    """Return the premises of a relation of a bundle; unknown ones are rejected.

    claims: the claims of the bundle itself.
    """
    premises = []
    for number, basis in enumerate(given):
        place = f"{item}.rests_on[{number}]"
        premises.append(_passage(entities, place, basis) if basis.block else _known(entities, place, basis, claims))
    return tuple(premise for premise in premises if premise is not None)


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
    key = (first.id, relation, last.id)
    if key not in claims and not any(_is_claim(row, key) for row in rows):
        near = tuple(dict.fromkeys(_words(row) for row in rows if row.subject == first.id))[:_NEAR]
        entities.remarks.reject(place, f"no such claim: {claim_words(first.name, relation, last.name)}", near)
        return None
    return Premise(first.id, first.name, relation, last.id, last.name, not last.path)


def _is_claim(row: ClaimRow, key: tuple[str, str, str]) -> bool:
    return (row.subject, premise_key(row.relation, row.object)) == (key[0], premise_key(key[1], key[2]))


def _words(row: ClaimRow) -> str:
    return claim_words(row.subject_name, row.relation, row.object_name)


def end_replaced(entities: EntityPages, source: SourceText, given: Iterable[tuple[str, BundleRelation, Claim]]) -> None:
    """Mark claims as ended that claims of a bundle replace.

    If a claim gives its subject another object of a functional relation and replaces nothing, a notice says how to.
    """
    given = [item for item in given if item[1].replaces or find_relation(item[2].relation).is_functional]
    if not given:
        return
    reader, remarks, days = entities.reader, entities.remarks, Days(entities.reader, entities.today)
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
            how = _ending("replaced", claim.evidence, source, _before(relation.valid_from))
            if not _end(entities, key, how):
                remarks.reject(f"{item}.replaces", "no such claim", tuple(map(_words, rows))[:_NEAR])
        else:
            for row in rows:
                if row.object != claim.object and not is_after(days.since(row), relation.valid_from or written):
                    earlier = f"{_words(row)} ({days.since(row) or 'no date'})"
                    remarks.notice(item, f'"replaces": "{row.object_name}" would end {earlier}')


def end_claims(entities: EntityPages, source: SourceText, given: Iterable[tuple[str, BundleWithdrawal]]) -> None:
    """Mark claims as ended that have ended according to the source."""
    for item, withdrawal in given:
        start = entities.end(f"{item}.source", withdrawal.source)
        end = entities.end(f"{item}.target", withdrawal.target, as_text=True)
        names = (withdrawal.source, withdrawal.target)
        quote = Quote(withdrawal.supporting_text, withdrawal.block, names, is_claim=True)
        evidence = source.prove(item, quote, entities.remarks)
        if start and end and evidence:
            key = canonical_claim(start.id, withdrawal.type, end.id)
            if not _end(entities, key, _ending("ended", (evidence,), source, withdrawal.valid_until)):
                entities.remarks.reject(item, f"no such claim: {claim_words(start.name, key[1], end.name)}")


def _ending(how: str, evidence: Sequence[Evidence], source: SourceText, until: str) -> str:
    block = f"#^{evidence[0].block}" if evidence else ""
    return f"until {until}, {how} by [[{source.id}{block}]]" if until else f"{how} by [[{source.id}{block}]]"


def _before(day: str) -> str:
    """Return the previous day, month or year; "" for ""."""
    first = f"{day}-01-01"[:10]
    return (date.fromisoformat(first) - timedelta(days=1)).isoformat()[: len(day)] if day else ""


def _end(entities: EntityPages, key: tuple[str, str, str], how: str) -> bool:
    """Write into the lines of a claim how it ended; return whether it has any."""
    copy, ended = entities.copy, 0
    rows = entities.reader.claims(nodes=[key[0]])
    wanted = premise_key(key[1], key[2])
    for path in dict.fromkeys(row.path for row in rows if _is_claim(row, key)):
        text = copy.sound(path)
        splices = []
        for _, claims in groupby(read_page(path, text, folder=copy.folder).claims, lambda claim: claim.start):
            line = [*claims]
            same = [
                claim for claim in line if _says(claim, wanted) and claim.form == "claim" and not ending_of(claim.note)
            ]
            if same:
                again = [c._replace(note=", ".join(filter(None, (c.note, how)))) if c in same else c for c in line]
                splices.append(claims_again(text, path, line[0], again))
                ended += len(same)
        copy.put(path, splice(text, splices))
    entities.remarks.claims["ended"] += ended
    return ended > 0


def _says(claim: Claim, key: str) -> bool:
    _, relation, object_ = canonical_claim(claim.subject, claim.relation, claim.object)
    return premise_key(relation, missing_node(object_)) == key


class _CurrentPlaces:
    """The places in a source that have words cited from an earlier revision of it."""

    def __init__(self, source: SourceText) -> None:
        self.title = ""
        """Title of the citing page."""
        self._passages = [passage for passage in source.passages if passage.block]
        self._by_block = {passage.block.lower(): passage for passage in self._passages}
        # Searched for single words first: comparing a quote with each passage takes a thousand times as long.
        self._plain = [passage.text.casefold() for passage in self._passages]
        self._led: dict[str, str] = {}

    def follow(self, evidence: Evidence, claim: Claim | None) -> Evidence | None:
        """Return the evidence with the passage that has its words; None if none has.  claim: None for a list item."""
        block = evidence.block.lower()
        there = self._by_block.get(block)
        if not block or (there is not None and says(there.text, evidence.quote)):
            return evidence
        if not has_words(evidence.quote):
            # A citation without words follows the words of other citations of its passage.
            now = "" if claim else self._led.get(block, "")
            return evidence._replace(block=now) if now else None
        about = (claim.subject_label, claim.object_label) if claim else (self.title,)
        # Words that are struck out prove nothing.
        holding = self._passages_with(evidence.quote)
        places = [place for place in all_places(evidence.quote, holding) if not is_struck(place)]
        if not places:
            return None
        now = likeliest_place(about, places)[0].passage.block
        self._led.setdefault(block, now)
        return evidence._replace(block=now)

    def _passages_with(self, quote: str) -> Sequence[Quotable]:
        words = sorted({*_WORD.findall(quote.casefold())}, key=len, reverse=True)
        return [passage for passage, text in zip(self._passages, self._plain) if all(word in text for word in words)]
