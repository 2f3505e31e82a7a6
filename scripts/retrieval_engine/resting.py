"""What rests on something that changed is open again.

A claim rests on its premises, a filed answer on the passages that it cites, a thing on what it `rests_on`, `depends_on`
and the like.  A claim changes when it is replaced, ended, withdrawn or retracted, when the words that proved it are
gone, and when a later claim of a functional relation says otherwise; a passage when what it proves does.  What rests on
it, over any number of steps, is open until it rests on what holds now.  Nothing of this is stored: it is derived from
the index whenever it is read.

Doyle, A Truth Maintenance System, 1979, with one kind of justification, and without labels that are kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..index_store.as_of import day_of
from ..index_store.port import IndexReader
from ..model import ClaimRow, EvidenceRow, LinkRow, PageRow, PassageRow
from ..text.characters import unescape
from ..text.kept import EvidenceLine, parse_evidence_line, property_text
from ..text.links import parse_link_text
from ..text.ontology import RESTS_ON, Ending, beginning_in, claim_words, ending_of, find_relation, is_after, premise_key
from ..text.quotes import says
from .filed import EVIDENCE_PROPERTY

REPLACES = "replaces"
RESTING = (RESTS_ON, "depends_on", "derived_from", "because", "decided_by")
"""Relations whose source is open where the target is replaced; of the first also where a value of it changes."""

SUPERSEDED = frozenset(("superseded", "replaced", "obsolete"))
"""What the property `status` says of a note that holds no more."""

MOST_DEPENDENTS = 20
"""What rests on one changed claim that a reply looks at: it names a few, and says that there are more."""

VALUE = "="
"""Key of a thing with its values: claims of functional relations."""


class Item(NamedTuple):
    """What may rest on something, and what something may rest on."""

    node: str
    """Of the thing, of a claim's subject, or of the page of a passage."""
    key: str = ""
    """port.premise_key of a claim; `^block` of a passage; VALUE or "" of a thing."""


class Change(NamedTuple):
    """How something changed."""

    words: str
    since: str = ""
    """The day from which on it is so, as far as it is told."""


class Opened(NamedTuple):
    """A claim, a page or a filed answer that rests on something that changed."""

    words: str
    path: str
    line: int
    """0 for a page."""
    change: Change
    resting: int
    """How many others rest on it, or on the same change."""


def item_of(claim: ClaimRow) -> Item:
    """Return a claim as an item."""
    return Item(claim.subject, premise_key(claim.relation, claim.object))


def premise_of(row: ClaimRow) -> Item:
    """Return what a row of the form PREMISE says that something rests on."""
    return Item(row.object, row.note or VALUE)


def words_of(claim: ClaimRow) -> str:
    """Return a claim as a reader says it."""
    return claim_words(claim.subject_name, claim.relation, claim.object_name)


class Resting:
    """What has changed and what is open, as far as it is asked for; what was read of the index is kept."""

    def __init__(self, reader: IndexReader, day: str, pages: Iterable[PageRow] = ()) -> None:
        """day: the one on which is asked, YYYY-MM-DD; "" where nobody knows it.  pages: known ones."""
        self._reader, self._day = reader, day
        self._has_premises = reader.statistics().premises > 0
        self._claims: dict[str, list[ClaimRow]] = {}
        self._replacing: dict[str, ClaimRow] = {}
        self._premises: dict[str, list[ClaimRow]] = {}
        self._pages: dict[str, PageRow | None] = {page.node: page for page in pages}
        self._cites: dict[str, list[Item]] = {}
        self._proved: dict[Item, list[ClaimRow] | None] = {}
        self._names: dict[Item, str] = {}
        self._dependents: dict[str, dict[ClaimRow, None]] = {}

    # --- What changed ---------------------------------------------------------------------------------------------

    def ending(self, claim: ClaimRow) -> Ending | None:
        """Return how a claim ended; None for one that its line lets hold."""
        ending = ending_of(claim.note)
        return ending if ending and (ending.by or is_after(self._day, ending.until)) else None

    def until(self, ending: Ending) -> str:
        """Return the day until which something held; "" where nothing tells."""
        path, *_ = parse_link_text(ending.by)
        node = path.rpartition("/")[2].removesuffix(".md")
        self._read_pages([node] if node and not ending.until else [])
        page = self._pages.get(node)
        return ending.until or (day_of(page) if page else "")

    def told(self, ending: Ending) -> str:
        """Return until when something held and what ended it, in words."""
        until = self.until(ending)
        return ", ".join(filter(None, (f"until {until}" if until else "no date", f"{ending.how} {ending.by}".strip())))

    def day(self, claim: ClaimRow) -> str:
        """Return since when a claim is told to hold, by its note or its sources; "" where neither tells."""
        self._read_pages([piece.source for piece in claim.evidence])
        pages = (self._pages.get(piece.source) for piece in claim.evidence)
        return beginning_in(claim.note) or min(filter(None, (day_of(page) for page in pages if page)), default="")

    def past(self) -> list[ClaimRow]:
        """Return the claims that ended, of all that was read of things."""
        return [row for rows in self._claims.values() for row in rows if self.ending(row)]

    def later(self, claim: ClaimRow) -> ClaimRow | None:
        """Return the latest claim that gives its subject another object of a functional relation; None for none."""
        if not find_relation(claim.relation).is_functional:
            return None
        same = [row for row in self._claims.get(claim.subject, ()) if row.relation == claim.relation]
        others = [row for row in same if row.object != claim.object and not self.ending(row)]
        latest = max(others, key=self.day, default=None)
        mine = max((self.day(row) for row in same if row.object == claim.object), default="")
        return latest if latest and is_after(self.day(latest), mine) else None

    def change(self, item: Item) -> Change | None:
        """Return how something changed; None where it holds."""
        if item.key.startswith("^"):
            return Change(f"{item.node}#{item.key} is gone") if self._proved.get(item) is None else None
        page, replacing = self._pages.get(item.node), self._replacing.get(item.node)
        if replacing:
            return Change(f"{replacing.object_name} was replaced by {replacing.subject_name}", self.day(replacing))
        if page and str(page.properties.get("status", "")).strip().casefold() in SUPERSEDED:
            return Change(f"{page.title} is superseded")
        if item.key in ("", VALUE):
            return None
        rows = [row for row in self._claims.get(item.node, ()) if item_of(row) == item]
        if not rows:
            return Change(f"{self._names.get(item, item.node)} was removed")
        endings = [ending for ending in map(self.ending, rows) if ending]
        if len(endings) == len(rows):
            return Change(f"{words_of(rows[0])} held {self.told(endings[0])}", self.until(endings[0]))
        if all(row.evidence and all(piece.is_gone for piece in row.evidence) for row in rows):
            return Change(f"the words of {words_of(rows[0])} are gone")
        later = self.later(rows[0])
        if later is None:
            return None
        return Change(f"{words_of(later)}, as a later source has it, not {rows[0].object_name}", self.day(later))

    def instead_of(self, item: Item) -> ClaimRow | None:
        """Return the claim that holds in the place of one that changed; None where there is none, or several."""
        rows = self._claims.get(item.node, ())
        relation = item.key.partition(" ")[0]
        holding = [row for row in rows if row.relation == relation and not self.ending(row) and item_of(row) != item]
        holding = [row for row in holding if not self.later(row)]
        return holding[0] if len({row.object for row in holding}) == 1 else None

    def is_conclusion(self, claim: ClaimRow) -> bool:
        """Whether a claim has premises, and no words of a source that say it."""
        is_proved = any(piece.block or piece.quote or piece.path != claim.path for piece in claim.evidence)
        return not is_proved and bool(self._premises_of(claim))

    # --- What is open ---------------------------------------------------------------------------------------------

    def why_open(self, items: Iterable[Item]) -> dict[Item, Change]:
        """Return those of the items that rest on something that changed, each with what that is.

        Cost: some four look-ups for each step that one rests on another.
        """
        asked = [*dict.fromkeys(items)]
        dependents: dict[Item, list[Item]] = {}
        seen, frontier = set(asked), asked
        while frontier:
            self.read(frontier)
            found: dict[Item, None] = {}
            for item in frontier:
                for premise in self._rests_on(item):
                    dependents.setdefault(premise, []).append(item)
                    found[premise] = None
            frontier = [item for item in found if item not in seen]
            seen.update(frontier)
        self._read_pages([premise.node for premise in dependents])
        reasons = {premise: change for premise in dependents if (change := self.change(premise))}
        opened: dict[Item, Change] = {}
        spreading = [*reasons]
        for premise in spreading:
            for item in dependents.get(premise, ()):
                if item not in opened:
                    opened[item] = reasons[premise]
                    if item not in reasons:
                        reasons[item] = reasons[premise]
                        spreading.append(item)
        return {item: opened[item] for item in asked if item in opened}

    def dependents(self, changed: Sequence[Item]) -> list[ClaimRow]:
        """Return the claims that rest on what changed, over any number of steps, the nearest first.

        At most MOST_DEPENDENTS and one more, by which is seen that there are more.
        """
        found: dict[ClaimRow, None] = {}
        seen = set(changed)
        frontier = [*changed]
        while frontier and len(found) <= MOST_DEPENDENTS:
            on = [(item.node, item.key.replace(VALUE, "")) for item in frontier]
            rows = self._reader.premises(on=on, limit=MOST_DEPENDENTS + 1)[: MOST_DEPENDENTS + 1]
            self.read([*(Item(row.subject) for row in rows), *(item for item in frontier if item.key in ("", VALUE))])
            places = {(row.page, row.line) for row in rows}
            resting = [
                claim for row in rows for claim in self._claims[row.subject] if (claim.page, claim.line) in places
            ]
            resting = [claim for claim in resting if not self.ending(claim)]
            for item in frontier:
                if item.key in ("", VALUE):
                    things = self._dependents.get(item.node, ())
                    resting += [claim for claim in things if claim.relation == RESTS_ON or not item.key]
            found.update(dict.fromkeys(resting))
            reached = [item for claim in resting for item in self.affected(claim)]
            frontier = [item for item in dict.fromkeys(reached) if item not in seen]
            seen.update(frontier)
        return [*found][: MOST_DEPENDENTS + 1]

    def affected(self, claim: ClaimRow) -> list[Item]:
        """Return what changes, or is open, with a claim: itself, its subject's value, or all of what it replaces."""
        if claim.relation == REPLACES:
            self.read([Item(claim.object)])
            return [Item(claim.object), Item(claim.object, VALUE), *map(item_of, self._claims[claim.object])]
        if claim.relation in RESTING:
            return [Item(claim.subject), Item(claim.subject, VALUE)]
        values = [Item(claim.subject, VALUE)] if find_relation(claim.relation).is_functional else []
        return [item_of(claim), *values]

    def everything(self, pages: Sequence[PageRow]) -> list[Opened]:
        """Return all on some pages that is open, oldest first, then what most rests on.

        Cost: one look-up for all claims and one for all premises, and some for the passages that answers cite.
        """
        claims, premises = (
            self._reader.claims(pages=[page.id for page in pages]),
            self._reader.premises(everything=True),
        )
        self._pages.update((page.node, page) for page in pages)
        nodes = dict.fromkeys(node for row in (*claims, *premises) for node in (row.subject, row.object))
        self.take(nodes, claims)
        self._premises.update((node, []) for node in nodes)
        for row in premises:
            self._premises[row.subject].append(row)
            self._names[premise_of(row)] = row.object_name
        self._read_cites([page.node for page in pages])
        resting = {(row.page, row.line) for row in premises}
        places = {
            item_of(claim): (words_of(claim), claim.path, claim.line)
            for claim in reversed(claims)
            if ((claim.page, claim.line) in resting or claim.relation in RESTING) and not self.ending(claim)
        }
        for claim in claims:
            if claim.relation in RESTING and not self.ending(claim):
                # The thing is open, and said to be so where it is told on what it rests.
                places[Item(claim.subject)] = places.pop(item_of(claim), (words_of(claim), claim.path, claim.line))
        places |= {Item(page.node): (page.title, page.path, 0) for page in pages if page.node in self._cites}
        opened = self.why_open(places)
        crowd = Counter(change.words for change in opened.values())
        found = [Opened(*places[item], change, crowd[change.words]) for item, change in opened.items()]
        return sorted(found, key=lambda item: (item.change.since or "~", -item.resting, item.path, item.line))

    # --- What rests on what ---------------------------------------------------------------------------------------

    def read(self, items: Iterable[Item]) -> None:
        """Read of the index what some items rest on."""
        items = [*items]
        nodes = [item.node for item in items if not item.key.startswith("^")]
        missing = [node for node in dict.fromkeys(nodes) if node not in self._claims]
        if missing:
            self.take(missing, self._reader.claims(nodes=missing))
        self._read_premises(nodes)
        self._read_cites([item.node for item in items if not item.key])
        self._read_proved([item for item in items if item.key.startswith("^") and item not in self._proved])

    def take(self, nodes: Iterable[str], claims: Iterable[ClaimRow]) -> None:
        """Keep all claims that some nodes are an end of."""
        new: dict[str, list[ClaimRow]] = {node: [] for node in nodes if node not in self._claims}
        self._claims.update(new)
        for claim in claims:
            if claim.subject in new:
                new[claim.subject].append(claim)
            if claim.relation == REPLACES and not self.ending(claim):
                self._replacing.setdefault(claim.object, claim)
            if claim.relation in RESTING and not self.ending(claim):
                self._dependents.setdefault(claim.object, {})[claim] = None

    def resting(self, claims: Sequence[ClaimRow]) -> list[ClaimRow]:
        """Return those of some claims that rest on anything."""
        self._read_premises([claim.subject for claim in claims])
        return [
            claim for claim in claims if self._premises_of(claim) or claim.relation in RESTING or self._rests(claim)
        ]

    def _rests(self, claim: ClaimRow) -> bool:
        return any(row.relation == RESTS_ON for row in self._claims.get(claim.subject, ()))

    def _premises_of(self, claim: ClaimRow) -> list[Item]:
        rows = self._premises.get(claim.subject, ())
        return [premise_of(row) for row in rows if (row.page, row.line) == (claim.page, claim.line)]

    def _read_premises(self, nodes: Sequence[str]) -> None:
        missing = [node for node in dict.fromkeys(nodes) if node not in self._premises]
        self._premises.update((node, []) for node in missing)
        for row in self._reader.premises(of=missing) if missing and self._has_premises else ():
            self._premises[row.subject].append(row)
            self._names[premise_of(row)] = row.object_name

    def _rests_on(self, item: Item) -> list[Item]:
        if item.key.startswith("^"):
            return [*map(item_of, self._proved.get(item) or ())]
        rows = self._claims.get(item.node, ())
        if item.key == VALUE:
            values = (row for row in rows if find_relation(row.relation).is_functional)
            return [Item(item.node), *map(item_of, values)]
        if not item.key:
            resting = (row for row in rows if row.relation in RESTING)
            on = (Item(row.object, VALUE if row.relation == RESTS_ON else "") for row in resting)
            return [*on, *self._cites.get(item.node, ())]
        same = [row for row in rows if item_of(row) == item]
        own = [premise for row in same for premise in self._premises_of(row)]
        return [*own, *([Item(item.node)] if any(map(self._rests, same)) else [])]

    def _read_pages(self, nodes: Sequence[str]) -> None:
        missing = sorted(set(nodes) - self._pages.keys())
        found = {page.node: page for page in self._reader.pages(nodes=missing)} if missing else {}
        self._pages.update((node, found.get(node)) for node in missing)

    def _read_cites(self, nodes: Sequence[str]) -> None:
        self._read_pages(nodes)
        pages = [page for node in nodes if (page := self._pages.get(node)) and page.category == "topics"]
        answers = {page.id: page.node for page in pages}
        links = self._reader.links(pages=sorted(answers)) if answers else []
        links = [link for link in links if link.property.partition(".")[0] == EVIDENCE_PROPERTY]
        ids = sorted({link.target_page for link in links if link.target_page is not None})
        cited = {page.id: page for page in self._pages.values() if page and page.id in ids}
        missing = sorted(set(ids) - cited.keys())
        cited.update((page.id, page) for page in (self._reader.pages(ids=missing) if missing else ()))
        self._pages.update((page.node, page) for page in cited.values())
        for link in links:
            page = cited.get(link.target_page or 0)
            if page:
                block = link.link.partition("#^")[2].casefold()
                self._cites.setdefault(answers[link.page], []).append(Item(page.node, f"^{block}" if block else ""))

    def _read_proved(self, items: Sequence[Item]) -> None:
        """Read which claims some passages prove; None for a passage that is gone."""
        self._read_pages([item.node for item in items])
        pages = {item.node: page for item in items if (page := self._pages.get(item.node))}
        passages = self._reader.passages(pages=sorted({page.id for page in pages.values()})) if pages else []
        blocks: dict[tuple[int, str], list[int]] = {}
        for row in passages:
            blocks.setdefault((row.page, f"^{row.block.casefold()}"), []).append(row.id)
        wanted = {item: blocks.get((pages[item.node].id, item.key), []) if item.node in pages else [] for item in items}
        ids = {id_ for found in wanted.values() for id_ in found}
        sections = sorted({row.section for row in passages if row.id in ids})
        proving: dict[int, list[ClaimRow]] = {}
        for claim in self._reader.claims(sections=sections) if sections else ():
            for piece in claim.evidence:
                if piece.passage in ids and piece.passage is not None:
                    proving.setdefault(piece.passage, []).append(claim)
        for item, found in wanted.items():
            self._proved[item] = [row for id_ in found for row in proving.get(id_, ())] if found else None


# --- What is quoted and does not stand in its source any more ---------------------------------------------------------

QUOTING = ("entities", "summaries", "topics")
"""Categories of pages that machines write from sources, with a quote for what they say."""

LONGEST_QUOTE = 80
"""Characters of a quote that are repeated."""

_BLOCK_ID = re.compile(r"\^[A-Za-z0-9-]+")


def evidence_quotes(text: str) -> tuple[str, ...] | None:
    """Return the quotes in a list of evidence; None for a text with anything else."""
    quotes: list[str] = []
    # Nearly every text is told apart by its first line.
    for line in filter(str.strip, text.split("\n")):
        found = next(_evidence_lines([line]), None)
        if found is None:
            return None
        quotes.append(_quote(found))
    return tuple(quotes) or None


def stale_evidence(reader: IndexReader, page: PageRow) -> tuple[str, ...]:
    """Return what a page quotes and its sources no longer say, in words; nothing for a page that people write.

    Cost: four look-ups for a page that quotes sources.
    """
    claims = gone_evidence(reader.claims(pages=[page.id]))
    if page.category not in QUOTING:
        return claims
    links = reader.links(pages=[page.id])
    targets = sorted({link.target_page for link in links if link.target_page is not None and "#^" in link.link})
    cited = reader.passages(pages=targets) if targets else []
    return tuple(dict.fromkeys((*gone_quotes(reader.passages(pages=[page.id]), links, cited), *claims)))


def gone_evidence(claims: Iterable[ClaimRow]) -> tuple[str, ...]:
    """Return what claims rest on and is gone, in words."""
    return tuple(dict.fromkeys(_gone(piece) for claim in claims for piece in claim.evidence if piece.is_gone))


def replaced_things(
    reader: IndexReader, claims: Sequence[ClaimRow], passages: Collection[int], *, min_confidence: float
) -> tuple[tuple[str, str, str], ...]:
    """Return things of which some passages prove a claim and that another thing replaces: each with that one and the
    place that says so.

    claims: those that the passages prove.  Cost: one look-up.
    """
    things = sorted({claim.subject for claim in claims if any(piece.passage in passages for piece in claim.evidence)})
    found = []
    for claim in reader.claims(nodes=things) if things else ():
        if claim.relation == REPLACES and claim.object in things and claim.confidence >= min_confidence:
            standing = [piece for piece in claim.evidence if not piece.is_gone]
            found += [(claim.object_name, claim.subject_name, cited_place(piece)) for piece in standing[:1]]
    return tuple(dict.fromkeys(found))


def cited_place(piece: EvidenceRow) -> str:
    """Return where a piece of evidence stands, as it is cited: `source#^block`, or the source alone."""
    block = piece.standing or piece.block
    return f"{piece.source}#^{block}" if block else piece.source


class Reopened(NamedTuple):
    """A claim that has lost words which it rests on."""

    since: str
    """Day on which its source was revised last; "" where that is not known."""
    claim: ClaimRow
    gone: tuple[EvidenceRow, ...]

    @property
    def words(self) -> str:
        claim = self.claim
        return claim_words(claim.subject_name, claim.relation, claim.object_name)


def reopened_claims(reader: IndexReader, pages: Sequence[PageRow]) -> list[Reopened]:
    """Return the claims on some pages of which quoted words stand nowhere any more, those open longest first.

    Cost: one look-up for all claims of the pages.
    """
    rows = reader.claims(pages=[page.id for page in pages])
    lost = [(row, gone) for row in rows if (gone := tuple(item for item in row.evidence if item.is_gone))]
    paths = sorted({item.path for _, gone in lost for item in gone if item.path})
    revised = {row.path: property_text(row.properties, "updated") for row in reader.pages(paths=paths)} if paths else {}
    found = [Reopened(min(revised.get(item.path, "") for item in gone), row, gone) for row, gone in lost]
    return sorted(found, key=lambda item: (item.since, item.claim.path, item.claim.line))


def gone_quotes(
    passages: Iterable[PassageRow], links: Iterable[LinkRow], cited: Sequence[PassageRow]
) -> tuple[str, ...]:
    """Return what a page's lines of evidence quote and their source no longer says, in words.

    passages and links: of the page.  cited: all passages of the pages that the links lead to.
    """
    targets = {link.link: link.target_page for link in links}
    texts: dict[tuple[int, str], list[str]] = {}
    for row in cited:
        for block in {row.block.casefold(), ""}:
            texts.setdefault((row.page, block), []).append(row.text)
    whole = {page: "\n\n".join(rows) for (page, block), rows in texts.items() if not block}
    plain = {page: " ".join(text.split()) for page, text in whole.items()}
    reasons = []
    for line in _evidence_lines(line for passage in passages for line in passage.text.split("\n")):
        place, quote = f"{line.page}#^{line.block}", _quote(line)
        page = targets.get(place)
        there = texts.get((page, line.block.casefold()), []) if page is not None else []
        stands = bool(there) and says("\n".join(there), quote)
        # In another passage of the page the very words do as well.
        if not stands and quote and page is not None and " ".join(quote.split()) in plain.get(page, ""):
            stands = says(whole[page], quote)
        if line.block and not stands:
            reasons.append(f"{place} is gone" + _quoted(quote))
    return tuple(dict.fromkeys(reasons))


def _evidence_lines(lines: Iterable[str]) -> Iterator[EvidenceLine]:
    """Yield the lines of evidence among these: each names one page, and nothing but a block id stands behind it."""
    for text in lines:
        line = parse_evidence_line(text)
        if line and not line.is_mention and (not line.rest or _BLOCK_ID.fullmatch(line.rest)):
            yield line


def _gone(piece: EvidenceRow) -> str:
    place = f"{piece.source}#^{piece.block}" if piece.block else piece.source
    return f"{place} is gone" + _quoted(piece.quote)


def _quote(line: EvidenceLine) -> str:
    """Return what a line of evidence quotes; of a quote that was shortened its whole words."""
    quote = unescape(line.quote)
    return quote[:-1].rpartition(" ")[0] if quote.endswith("…") else quote


def _quoted(quote: str) -> str:
    if len(quote) > LONGEST_QUOTE:
        quote = quote[: LONGEST_QUOTE - 1].rstrip() + "…"
    return f': "{quote}"' if quote else ""
