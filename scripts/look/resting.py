"""Find when claims held, and the claims, pages and answers that are open since something they rest on changed.

The day of a page is that of its document, a claim's is in its note or that of its sources; nothing is guessed from when
a file was made or imported.  A day may be a month or a year: within it nothing is known.

A claim rests on its premises, a filed answer on the passages that it cites, a thing on the targets of `rests_on`,
`depends_on` and the like.  A claim changes when it is replaced, ended, withdrawn or retracted, when the words that
proved it are gone, and when a later claim of a functional relation contradicts it; a passage when a claim that it
proves does.  Everything that rests on it, over any number of steps, is open until it rests on claims that hold.
Nothing of this is stored: it is derived from the index whenever it is read.

Doyle, A Truth Maintenance System, 1979, with one kind of justification, and without stored labels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..index_store.port import IndexReader, day_in
from ..model import ClaimRow, LinkRow, PageRow
from ..text.links import parse_link_text
from ..text.names import stem_of
from ..text.ontology import (
    RESTS_ON,
    Ending,
    beginning_in,
    claim_words,
    ending_of,
    find_relation,
    is_after,
    premise_key,
)

UNKNOWN = "no date"
"""Shown for a page or a claim without a day."""


def day_of(page: PageRow) -> str:
    """Return the day, month or year of a page's document; "" where its properties have none."""
    return day_in(page.properties, page.category)


class Days:
    """When claims began and ended, by their notes and the days of their sources; pages that were read are cached."""

    def __init__(self, reader: IndexReader, today: str = "", pages: Iterable[PageRow] = ()) -> None:
        """today: YYYY-MM-DD; "" where it is unknown.  pages: known ones."""
        self._reader, self._today = reader, today
        self._pages: dict[str, PageRow | None] = {}
        self.take(pages)

    def take(self, pages: Iterable[PageRow]) -> None:
        self._pages.update((page.node, page) for page in pages)

    def read(self, nodes: Iterable[str]) -> None:
        missing = sorted({node for node in nodes if node} - self._pages.keys())
        self._pages.update(dict.fromkeys(missing))
        self.take(self._reader.pages(nodes=missing) if missing else ())

    def page(self, node: str) -> PageRow | None:
        """Return the page of a node; None where it has none."""
        self.read([node])
        return self._pages.get(node)

    def day(self, node: str) -> str:
        """Return the day of a node's page; "" where the page has none, or the node has no page."""
        page = self.page(node)
        return day_of(page) if page else ""

    def ending(self, claim: ClaimRow) -> Ending | None:
        """Return the end of a claim; None for one that holds by its note."""
        ending = ending_of(claim.note)
        return ending if ending and (ending.by or is_after(self._today, ending.until)) else None

    def until(self, ending: Ending) -> str:
        """Return the day until which something held; "" where it is unknown."""
        return ending.until or self.day(linked_node(ending.by))

    def told(self, ending: Ending) -> str:
        """Return the day until which something held and the page that ended it, in words."""
        until = self.until(ending)
        return ", ".join(filter(None, (f"until {until}" if until else UNKNOWN, f"{ending.how} {ending.by}".strip())))

    def since(self, claim: ClaimRow) -> str:
        """Return the day from which on a claim holds, by its note or its sources; "" where it is unknown."""
        self.read([piece.source for piece in claim.evidence])
        days = (self.day(piece.source) for piece in claim.evidence)
        return beginning_in(claim.note) or min(filter(None, days), default="")


def linked_node(link: str) -> str:
    """Return the node that a link leads to, in brackets or without."""
    return stem_of(parse_link_text(link.strip().removeprefix("[[").removesuffix("]]"))[0])


REPLACES = "replaces"
RESTING = (RESTS_ON, "depends_on", "derived_from", "because", "decided_by")
"""Relations whose source is open where the target is replaced; for the first also where a value of it changes."""

SUPERSEDED = frozenset(("superseded", "replaced", "obsolete"))
"""Values of the property `status` of a note that no longer holds."""

EVIDENCE_PROPERTY = "evidence"
"""The property with the links of a filed answer to the passages it rests on."""

MOST_DEPENDENTS = 20
"""Claims that rest on a changed one and are looked at for a reply, which names a few of them."""

VALUE = "="
"""Key of a thing with its values: claims of functional relations."""


class Item(NamedTuple):
    """A claim, a passage or a thing, which may rest on others."""

    node: str
    """Node of the thing, of a claim's subject, or of the page of a passage."""
    key: str = ""
    """port.premise_key of a claim; `^block` of a passage; VALUE or "" of a thing."""


class ItemChange(NamedTuple):
    """A change of an item."""

    words: str
    since: str = ""
    """The day of the change; "" where it is unknown."""
    is_lost: bool = False
    """It is a passage that no longer exists."""


class Opened(NamedTuple):
    """A claim, a page or a filed answer that rests on something that changed."""

    words: str
    path: str
    line: int
    """0 for a page."""
    change: ItemChange
    resting: int
    """The number of items that are open by the same change."""


def item_of(claim: ClaimRow) -> Item:
    """Return a claim as an item."""
    return Item(claim.subject, premise_key(claim.relation, claim.object))


def premise_of(row: ClaimRow) -> Item:
    """Return the item that a row of the form PREMISE names as a premise."""
    return Item(row.object, row.note or VALUE)


def words_of(claim: ClaimRow) -> str:
    """Return a claim in words."""
    return claim_words(claim.subject_name, claim.relation, claim.object_name)


def evidence_links(links: Iterable[LinkRow]) -> list[LinkRow]:
    """Return the links of filed answers to the passages they rest on."""
    return [link for link in links if link.property.partition(".")[0] == EVIDENCE_PROPERTY]


class Resting:
    """The items that changed and that are open, found on demand; rows read from the index are cached."""

    def __init__(self, reader: IndexReader, day: str, pages: Iterable[PageRow] = ()) -> None:
        """day: today, YYYY-MM-DD; "" where it is unknown.  pages: known ones."""
        self._reader, self.days = reader, Days(reader, day, pages)
        self._has_premises = reader.statistics().premises > 0
        self._claims: dict[str, list[ClaimRow]] = {}
        """Claims about a thing."""
        self._replacing: dict[str, ClaimRow] = {}
        self._dependents: dict[str, list[ClaimRow]] = {}
        """Claims of RESTING on a thing."""
        self._premises: dict[str, list[ClaimRow]] = {}
        """Rows of the form PREMISE about a thing."""
        self._cites: dict[str, list[Item]] = {}
        self._proved: dict[Item, list[ClaimRow] | None] = {}

    def past(self) -> list[ClaimRow]:
        """Return the claims that ended, of all that were read."""
        return [row for rows in self._claims.values() for row in rows if self.days.ending(row)]

    def later(self, claim: ClaimRow) -> ClaimRow | None:
        """Return the latest claim that gives its subject another object of a functional relation; None for none."""
        if not find_relation(claim.relation).is_functional:
            return None
        same = [row for row in self._claims.get(claim.subject, ()) if row.relation == claim.relation]
        others = [row for row in same if row.object != claim.object and not self.days.ending(row)]
        latest = max(others, key=self.days.since, default=None)
        mine = max((self.days.since(row) for row in same if row.object == claim.object), default="")
        return latest if latest and is_after(self.days.since(latest), mine) else None

    def change(self, item: Item) -> ItemChange | None:
        """Return the change of an item that was read; None where it holds."""
        if item.key.startswith("^"):
            is_lost = self._proved.get(item) is None
            return ItemChange(f"{item.node}#{item.key} is gone", is_lost=True) if is_lost else None
        page, replacing = self.days.page(item.node), self._replacing.get(item.node)
        if replacing:
            words = f"{replacing.object_name} was replaced by {replacing.subject_name}"
            return ItemChange(words, self.days.since(replacing))
        if page and str(page.properties.get("status", "")).strip().casefold() in SUPERSEDED:
            return ItemChange(f"{page.title} is superseded")
        return self._claim_change(item) if item.key not in ("", VALUE) else None

    def _claim_change(self, item: Item) -> ItemChange | None:
        rows = self._claim_rows(item)
        if not rows:
            # The object may have been removed on purpose, so it is not repeated.
            page, relation = self.days.page(item.node), item.key.partition(" ")[0].replace("_", " ")
            return ItemChange(f"{page.title if page else item.node} {relation} … was removed")
        endings = [ending for ending in map(self.days.ending, rows) if ending]
        if len(endings) == len(rows):
            return ItemChange(f"{words_of(rows[0])} held {self.days.told(endings[0])}", self.days.until(endings[0]))
        if all(row.evidence and all(piece.is_gone for piece in row.evidence) for row in rows):
            return ItemChange(f"the words of {words_of(rows[0])} are gone")
        later = self.later(rows[0])
        if later is None:
            return None
        return ItemChange(
            f"{words_of(later)}, as a later source has it, not {rows[0].object_name}", self.days.since(later)
        )

    def instead_of(self, item: Item) -> ClaimRow | None:
        """Return the claim that holds in the place of one that changed; None where there is none, or several."""
        rows, relation = self._claims.get(item.node, ()), item.key.partition(" ")[0]
        others = [row for row in rows if row.relation == relation and item_of(row) != item]
        holding = [row for row in others if not self.days.ending(row) and not self.later(row)]
        return holding[0] if len({row.object for row in holding}) == 1 else None

    def is_conclusion(self, claim: ClaimRow) -> bool:
        """Report whether a claim has premises, and no evidence in a source."""
        is_proved = any(piece.block or piece.quote or piece.path != claim.path for piece in claim.evidence)
        return not is_proved and bool(self._premises_of(claim))

    def why_open(self, items: Iterable[Item]) -> dict[Item, ItemChange]:
        """Return the items that rest on something that changed, each with that change.

        Cost: some four queries for each step from an item to its premises.
        """
        start = [*dict.fromkeys(items)]
        dependents: dict[Item, list[Item]] = {}
        seen, frontier = set(start), start
        while frontier:
            self.read(frontier)
            for item in frontier:
                for premise in self._rests_on(item):
                    dependents.setdefault(premise, []).append(item)
            frontier = [premise for premise in dependents if premise not in seen]
            seen.update(frontier)
        self.days.read([premise.node for premise in dependents])
        reasons = {premise: change for premise in dependents if (change := self.change(premise))}
        opened: dict[Item, ItemChange] = {}
        spreading = [*reasons]
        for premise in spreading:
            for item in dependents.get(premise, ()):
                if opened.setdefault(item, reasons[premise]) is reasons[premise] and item not in reasons:
                    reasons[item] = reasons[premise]
                    spreading.append(item)
        return {item: opened[item] for item in start if item in opened}

    def dependents(self, changed: Sequence[Item]) -> list[ClaimRow]:
        """Return the claims that rest on changed items, over any number of steps, the nearest first.

        At most MOST_DEPENDENTS and one more, which shows that there are more.
        """
        found: dict[ClaimRow, None] = {}
        seen, frontier = set(changed), [*changed]
        while frontier and len(found) <= MOST_DEPENDENTS:
            on = [(item.node, item.key.replace(VALUE, "")) for item in frontier]
            rows = self._reader.premises(on=on, limit=MOST_DEPENDENTS + 1)[: MOST_DEPENDENTS + 1]
            things = [item for item in frontier if item.key in ("", VALUE)]
            self._read_claims([*(row.subject for row in rows), *(item.node for item in things)])
            places = {(row.page, row.line) for row in rows}
            about = [row for subject in dict.fromkeys(row.subject for row in rows) for row in self._claims[subject]]
            resting = [row for row in about if (row.page, row.line) in places and not self.days.ending(row)]
            resting += [row for item in things for row in self._resting_on(item)]
            found.update(dict.fromkeys(resting))
            reached = [item for row in resting for item in self.affected(row)]
            frontier = [item for item in dict.fromkeys(reached) if item not in seen]
            seen.update(frontier)
        return [*found][: MOST_DEPENDENTS + 1]

    def affected(self, claim: ClaimRow) -> list[Item]:
        """Return the items that change with a claim: itself, its subject's value, or all claims on what it replaces."""
        if claim.relation == REPLACES:
            self._read_claims([claim.object])
            return [Item(claim.object), Item(claim.object, VALUE), *map(item_of, self._claims[claim.object])]
        if claim.relation in RESTING:
            return [Item(claim.subject), Item(claim.subject, VALUE)]
        values = [Item(claim.subject, VALUE)] if find_relation(claim.relation).is_functional else []
        return [item_of(claim), *values]

    def everything(self, pages: Sequence[PageRow]) -> list[Opened]:
        """Return all open items on some pages, oldest first, then those with the most dependents.

        Cost: one query for all claims and one for all premises, and some for the passages that answers cite.
        """
        claims = self._reader.claims(pages=[page.id for page in pages])
        self.days.take(pages)
        nodes = [*dict.fromkeys(node for row in claims for node in (row.subject, row.object))]
        self.take(nodes, claims)
        self._read_premises(nodes)
        self._read_cites([page.node for page in pages])
        resting = {(row.page, row.line) for rows in self._premises.values() for row in rows}
        places: dict[Item, tuple[str, str, int]] = {}
        for claim in claims:
            is_thing = claim.relation in RESTING
            if (is_thing or (claim.page, claim.line) in resting) and not self.days.ending(claim):
                # A thing is open at the claim that names its premise.
                item = Item(claim.subject) if is_thing else item_of(claim)
                places.setdefault(item, (words_of(claim), claim.path, claim.line))
        places |= {Item(page.node): (page.title, page.path, 0) for page in pages if page.node in self._cites}
        opened = self.why_open(places)
        crowd = Counter(change.words for change in opened.values())
        found = [Opened(*places[item], change, crowd[change.words]) for item, change in opened.items()]
        return sorted(found, key=lambda item: (item.change.since or "~", -item.resting, item.path, item.line))

    def resting(self, claims: Sequence[ClaimRow]) -> list[ClaimRow]:
        """Return the claims that rest on anything."""
        self._read_premises([claim.subject for claim in claims])
        return [row for row in claims if row.relation in RESTING or self._premises_of(row) or self._is_of_resting(row)]

    def _rests_on(self, item: Item) -> list[Item]:
        if item.key.startswith("^"):
            return [*map(item_of, self._proved.get(item) or ())]
        rows = self._claims.get(item.node, ())
        if item.key == VALUE:
            values = (row for row in rows if find_relation(row.relation).is_functional)
            return [Item(item.node), *map(item_of, values)]
        if not item.key:
            things = (row for row in rows if row.relation in RESTING)
            on = (Item(row.object, VALUE if row.relation == RESTS_ON else "") for row in things)
            return [*on, *self._cites.get(item.node, ())]
        same = self._claim_rows(item)
        own = [premise for row in same for premise in self._premises_of(row)]
        return [*own, *([Item(item.node)] if any(map(self._is_of_resting, same)) else [])]

    def _claim_rows(self, item: Item) -> list[ClaimRow]:
        return [row for row in self._claims.get(item.node, ()) if item_of(row) == item]

    def _resting_on(self, thing: Item) -> list[ClaimRow]:
        return [row for row in self._dependents.get(thing.node, ()) if row.relation == RESTS_ON or not thing.key]

    def _is_of_resting(self, claim: ClaimRow) -> bool:
        """Report whether a claim is about a thing that rests on others."""
        return any(row.relation == RESTS_ON for row in self._claims.get(claim.subject, ()))

    def _premises_of(self, claim: ClaimRow) -> list[Item]:
        rows = self._premises.get(claim.subject, ())
        return [premise_of(row) for row in rows if (row.page, row.line) == (claim.page, claim.line)]

    def read(self, items: Iterable[Item]) -> None:
        """Read the premises of some items from the index."""
        items = [*items]
        nodes = [item.node for item in items if not item.key.startswith("^")]
        self._read_claims(nodes)
        self._read_premises(nodes)
        self._read_cites([item.node for item in items if not item.key])
        self._read_proved([item for item in items if item.key.startswith("^") and item not in self._proved])

    def take(self, nodes: Iterable[str], claims: Iterable[ClaimRow]) -> None:
        """Cache all claims that some nodes are an end of."""
        new: dict[str, list[ClaimRow]] = {node: [] for node in nodes if node not in self._claims}
        self._claims.update(new)
        for claim in claims:
            if claim.subject in new:
                new[claim.subject].append(claim)
            if claim.relation == REPLACES and not self.days.ending(claim):
                self._replacing.setdefault(claim.object, claim)
            if claim.object in new and claim.relation in RESTING and not self.days.ending(claim):
                self._dependents.setdefault(claim.object, []).append(claim)

    def _read_claims(self, nodes: Iterable[str]) -> None:
        missing = [node for node in dict.fromkeys(nodes) if node not in self._claims]
        self.take(missing, self._reader.claims(nodes=missing) if missing else ())

    def _read_premises(self, nodes: Iterable[str]) -> None:
        missing = [node for node in dict.fromkeys(nodes) if node not in self._premises]
        self._premises.update((node, []) for node in missing)
        for row in self._reader.premises(of=missing) if missing and self._has_premises else ():
            self._premises[row.subject].append(row)

    def _read_cites(self, nodes: Sequence[str]) -> None:
        """Read the citations of the filed answers among some pages."""
        self.days.read(nodes)
        pages = (page for node in nodes if (page := self.days.page(node)) and page.category == "topics")
        answers = {page.id: page.node for page in pages}
        links = evidence_links(self._reader.links(pages=sorted(answers))) if answers else []
        ids = sorted({link.target_page for link in links if link.target_page is not None})
        cited = {page.id: page for page in (self._reader.pages(ids=ids) if ids else ())}
        self.days.take(cited.values())
        for link in links:
            if page := cited.get(link.target_page or 0):
                block = link.link.partition("#^")[2].casefold()
                self._cites.setdefault(answers[link.page], []).append(Item(page.node, f"^{block}" if block else ""))

    def _read_proved(self, items: Sequence[Item]) -> None:
        """Read the claims that some passages prove; None for a passage that is gone."""
        self.days.read([item.node for item in items])
        pages = {item.node: page.id for item in items if (page := self.days.page(item.node))}
        passages = self._reader.passages(pages=sorted(pages.values())) if pages else []
        wanted = {item: (pages.get(item.node, 0), item.key) for item in items}
        blocks = {row.id: (row.page, f"^{row.block.casefold()}") for row in passages}
        sections = sorted({row.section for row in passages if blocks[row.id] in wanted.values()})
        proving: dict[tuple[int, str], list[ClaimRow]] = {}
        for claim in self._reader.claims(sections=sections) if sections else ():
            for piece in claim.evidence:
                if piece.passage in blocks:
                    proving.setdefault(blocks[piece.passage], []).append(claim)
        for item, block in wanted.items():
            self._proved[item] = proving.get(block, []) if block in blocks.values() else None
