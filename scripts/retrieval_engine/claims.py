"""Which claims a reply shows, in which order, and whether they still stand.

First claims between two things that the question names, then claims of one named thing that share a word or relation
with the question, then claims on paths that the walk found and whose end meets the question.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, chain, islice
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..look.resting import words_of
from ..model import LINKS_TO, ClaimRow, Edge, EvidenceRow, PageRow
from ..text.analyzer import analyze
from ..text.kept import NOT_RELATION_KEYS
from ..text.ontology import ending_of, find_relation, is_known_relation, wordings
from ..text.sentences import sentences
from .cutting import WordsOf, best_sentence
from .understand import understand
from .values import Query
from .walk import Walk

NODES_OF_A_NAME = 3
"""A name that more notes have than this (`Index`, `README`) names none of them."""

MOST_CONFLICTS = 10
"""Other objects of a functional relation that are told beside one."""
LISTED = 3
"""Claims of a named thing that are shown where the question asks for nothing but that thing."""

REJECTED, OPTION = "rejected_for", "option_for"

OF_THE_NOTE = NOT_RELATION_KEYS - {"date", "status"}
"""Properties that say something of a note, and not of what it is about."""
LONGEST_VALUE = 300
"""Characters of a property that are shown."""

_WORD = re.compile(r"\w+")
_QUOTE_MARKS = re.compile(r"^[ \t]*>[> \t]*", re.MULTILINE)
_BULLET = re.compile(r"\A(?:[-*+]|\d{1,4}[.)])\s+")


class Proof(NamedTuple):
    """What a claim rests on, as it stands in its source now."""

    source: str
    """Node id of the source."""
    path: str
    block: str
    line: int
    text: str
    """The sentence with the quote, else the one nearest to the claim; "" where there is no passage."""
    stale: str = ""
    """Why it no longer proves the claim: `source gone` or `quote gone`; "" where it does."""


class ShownClaim(NamedTuple):
    """A claim with all that asserts it."""

    subject: str
    subject_name: str
    relation: str
    object: str
    object_name: str
    confidence: float
    sources: int
    """How many independent sources assert it."""
    path: str
    """Of the page on which it stands; of several the first."""
    line: int
    note: str
    proof: Proof | None
    """None for a person's own claim, which rests on itself."""
    reason: str
    """Why it is shown: `between`, `named` or `path`; `property` for a property that a named page has."""
    relevance: float
    """Share of the question, its names aside, that the claim's words have, in [0, 1]."""
    hop: int = 1
    conflicts: tuple[str, ...] = ()
    """What else is claimed that cannot hold beside it, in words."""
    owner: str = ""
    """The named node that it was found at; "" where it stands on a path, or is a property."""
    day: str = ""
    """Since when it is told to hold, where something is claimed against it."""
    is_conclusion: bool = False
    """It follows from others and no source says it."""
    ended: str = ""
    """Until when it held and what ended it, in words; "" for one that holds."""
    was: tuple[str, ...] = ()
    """What held in its place before, each with until when."""
    rejected: tuple[str, ...] = ()
    """What was weighed for the same and not taken, each with its reason."""
    open: str = ""
    """What changed of that on which it rests; "" where that holds."""
    opens: tuple[str, ...] = ()
    """Claims, in words, that rest on what it replaced, or on itself where it ended: they are open."""

    @property
    def stale(self) -> str:
        return self.proof.stale if self.proof else ""


def named_nodes(query: Query, *, limit: int) -> tuple[tuple[str, ...], ...]:
    """Return the nodes of each name in the question, at most limit together; none for a name that many have."""
    groups, left = [], limit
    for name in query.names:
        nodes = tuple(dict.fromkeys(entry.node for entry in name.names))
        nodes = nodes[:left] if len(nodes) <= NODES_OF_A_NAME else ()
        left -= len(nodes)
        groups.append(nodes)
    return tuple(groups)


def asked_shares(query: Query) -> dict[str, float]:
    """Return the share of each word that the question has beside its names, the shares adding up to 1 or nothing."""
    named = {term for name in query.names for term in name.key.split()}
    rest = {term.term: term.share for term in query.terms if term.share and term.term not in named}
    total = sum(rest.values())
    return {term: share / total for term, share in rest.items()} if total else {}


class WalkScore:
    """Score an edge by the words of the question that its relation and its other end have.

    From a half to 1: a question leads the walk, it does not close ways, since the words of a path need not be its own.
    """

    def __init__(self, shares: Mapping[str, float], words: WordsOf) -> None:
        self._shares, self._words = shares, words
        self._known: dict[str, frozenset[str]] = {}

    def __call__(self, edge: Edge, node: str) -> float:
        terms = self._terms(node.rpartition("/")[2].replace("-", " ").replace("_", " "))
        if edge.relation != LINKS_TO:
            terms |= self._terms(wordings(edge.relation))
        return 0.5 + 0.5 * min(1.0, sum(self._shares[term] for term in sorted(terms)))

    def _terms(self, text: str) -> frozenset[str]:
        if text not in self._known:
            self._known[text] = frozenset(term for term in self._words(text) if term in self._shares)
        return self._known[text]


def path_nodes(walk: Walk, query: Query, words: WordsOf, *, limit: int) -> tuple[str, ...]:
    """Return the nodes, best first, to which a path of claims alone leads over more than one hop and whose own words
    meet the question."""
    score = WalkScore(asked_shares(query), words)
    ends = [
        place.node
        for place in walk.reached
        if place.hop > 1
        and all(edge.relation != LINKS_TO for edge in place.path)
        and score(place.path[-1], place.node) > 0.5
    ]
    return tuple(ends[:limit])


def select_claims(
    query: Query,
    rows: Iterable[ClaimRow],
    groups: Sequence[Sequence[str]],
    walk: Walk,
    ends: Sequence[str],
    *,
    min_confidence: float,
    words: WordsOf,
    day: Callable[[ClaimRow], str] = lambda _: "",
) -> tuple[ShownClaim, ...]:
    """Return the claims to show, most wanted first, each with its conflicts, and with the days of those.

    rows: all claims of the named nodes, and those at ends.  groups: the nodes of each name, as named_nodes has them.
    Equal claims of several pages are one, with the highest confidence and the number of their sources.
    """
    shares = asked_shares(query)
    weights = {term.term: term.idf for term in query.terms}
    owner = {node: place for place, nodes in reversed(list(enumerate(groups))) for node in nodes}
    on_path = {
        (edge.source, edge.relation, edge.target): hop
        for place in walk.reached
        if place.node in ends
        for hop, edge in enumerate(place.path, 1)
    }
    merged = _merge(row for row in rows if row.confidence >= min_confidence)
    chosen, named = [], []
    for same in merged:
        row = same[0]
        claim = _show(same, shares, weights, owner, words)
        hop = on_path.get((row.subject, row.relation, row.object), 0)
        owners = {owner[end] for end in (row.subject, row.object) if end in owner}
        if len(owners) == 2:
            chosen.append(claim._replace(reason="between", owner=row.subject))
        elif hop and not (owners and claim.relevance):
            chosen.append(claim._replace(reason="path", hop=hop))
        elif owners:
            named.append(claim._replace(owner=row.subject if row.subject in owner else row.object))
    asking = _WORD.findall(query.question)
    fitting = [claim for claim in named if claim.relevance > 0 or _is_asked(claim, asking)]
    # Another value of the same comes along, whatever the words in which it is told.
    values = {(claim.subject, claim.relation) for claim in fitting if find_relation(claim.relation).is_functional}
    others = [claim for claim in named if (claim.subject, claim.relation) in values]
    asked = [*dict.fromkeys((*fitting, *others))]
    chosen += asked if asked or shares else sorted(named, key=_order)[:LISTED]
    against = _Against([same for same in merged if not ending_of(same[0].note)], day)
    shown = [claim._replace(conflicts=against.conflicts(claim)) for claim in chosen]
    shown = [claim._replace(day=against.day_of(claim)) if claim.conflicts else claim for claim in shown]
    # Of what cannot hold together the later comes first, and of two values however well the earlier fits the question.
    shown = sorted(sorted(shown, key=lambda claim: claim.day, reverse=True), key=_order)
    places_of: dict[tuple[str, str], list[int]] = {}
    for at, claim in enumerate(shown):
        if claim.conflicts and (claim.subject, claim.relation) in values:
            places_of.setdefault((claim.subject, claim.relation), []).append(at)
    for places in places_of.values():
        latest = sorted((shown[at] for at in places), key=lambda claim: claim.day, reverse=True)
        for at, claim in zip(places, latest):
            shown[at] = claim
    return tuple(shown)


def rejected_things(reader: IndexReader, text: str) -> list[str]:
    """Return what a text names and was rejected for something, with the reason."""
    names = set(chain(*named_nodes(understand(reader, text), limit=NODES_OF_A_NAME)))
    rows = reader.claims(nodes=sorted(names)) if names else []
    rejected = (row for row in rows if row.relation == REJECTED and row.subject in names and not ending_of(row.note))
    return [_with_reason(f"{row.subject_name} for {row.object_name}", row) for row in rejected]


def _with_reason(said: str, row: ClaimRow) -> str:
    reason = next((piece.quote for piece in row.evidence if piece.quote), row.note)
    return f"{said}: {reason}" if reason else said


def with_rejected(claims: Sequence[ShownClaim], rows: Iterable[ClaimRow]) -> tuple[ShownClaim, ...]:
    """Return the claims, the first about each thing with what was rejected for it; rows: claims about these things."""
    rejected: dict[str, list[ClaimRow]] = {}
    shown = {(claim.subject, claim.object) for claim in claims if claim.relation == REJECTED}
    for row in dict.fromkeys(rows):
        if row.relation == REJECTED and (row.subject, row.object) not in shown and not ending_of(row.note):
            rejected.setdefault(row.object, []).append(row)
    told = []
    for claim in claims:
        ends = (claim.subject, claim.object) if claim.relation == OPTION else (claim.subject,)
        others = [row for end in ends for row in rejected.pop(end, ()) if row.subject != claim.subject]
        told.append(claim._replace(rejected=tuple(_with_reason(row.subject_name, row) for row in others)))
    return tuple(told)


def claimed_share(query: Query, claim: ShownClaim, words: WordsOf) -> float:
    """Return the share of the question that a claim of what it names covers with its proof; 0 for one that is stale."""
    if claim.reason not in ("between", "named") or claim.stale or claim.ended or claim.open:
        return 0.0
    proof = claim.proof.text if claim.proof else ""
    ends = f"{claim.subject_name} {claim.object_name}"
    said = set(words(f"{ends} {wordings(claim.relation)} {claim.note} {proof}"))
    return sum(term.share for term in query.terms if term.term in said)


def unmet_words(query: Query, claims: Iterable[ShownClaim], words: WordsOf) -> tuple[str, ...]:
    """Return the words that occur nowhere, but for those by which the question asks for a claim that is shown."""
    met = {word for claim in claims if claim.reason != "path" for word in words(wordings(claim.relation))}
    asked_by = {term.text for term in query.terms if term.term in met}
    return tuple(text for text in query.nowhere if text not in asked_by)


def property_claims(
    query: Query, named: Iterable[PageRow], others: Iterable[PageRow], words: WordsOf
) -> tuple[ShownClaim, ...]:
    """Return the properties that the question asks for.

    Of a page that it names those whose name stands in it, or another word for it (`wrote` for `author`); of other pages
    those of which it has the name and a word of the value or of the page's title, or of whose value alone it consists.
    """
    shares = asked_shares(query)
    asked = {term.term for term in query.terms if term.share}
    written = set(_WORD.findall(query.question.casefold()))
    chosen: dict[tuple[int, str], ShownClaim] = {}
    for is_named, pages in ((True, named), (False, others)):
        for page in pages:
            for name, value in page.properties.items():
                name_words, text = set(words(name)), property_value(value)
                # The note may be in another language than the question.
                own_words = set(analyze(name, page.language))
                name_words = own_words if own_words <= asked else name_words
                # `who wrote it?` asks for its author.
                meant = asked.intersection(words(wordings(name))) if is_named and _is_relation(name) else set[str]()
                is_asked = name_words <= (shares.keys() if is_named else asked) or bool(meant)
                # Whoever asks for nothing but a value wants to know what has it.
                is_value = bool(asked) and asked <= set(words(text)) and _is_own(page, text)
                is_asked = is_asked or (is_value and written.issuperset(_WORD.findall(text.casefold())))
                if not name_words or not text or not is_asked:
                    continue
                if not is_named and asked.isdisjoint((*words(text), *words(page.title))):
                    continue
                relevance = sum(shares.get(term, 0.0) for term in name_words | meant | set(words(text)))
                facts = (page.node, page.title, name, "", text[:LONGEST_VALUE], 1.0, 1, page.path, 1, "", None)
                chosen.setdefault((page.id, name), ShownClaim(*facts, "property", min(1.0, relevance)))
    return tuple(sorted(chosen.values(), key=lambda claim: -claim.relevance)[:LISTED])


def _is_own(page: PageRow, value: str) -> bool:
    """Whether a value of a person's note is none of its names."""
    return page.category == "notes" and value not in (page.title, *page.aliases)


def _is_relation(name: str) -> bool:
    # The day on which a note was made does not say who made what it is about.
    return is_known_relation(name) and name.casefold() != "created"


def property_value(value: object) -> str:
    """Return a value or a list of values as a reader would write it; "" for what has a structure of its own."""
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(item, (str, int, float)) for item in values):
        return ""
    shown = (str(item).lower() if isinstance(item, bool) else " ".join(str(item).split()) for item in values)
    return ", ".join(item for item in shown if item)


def _is_asked(claim: ShownClaim, asking: Iterable[str]) -> bool:
    """Whether the question has a word without content that asks for the relation, such as `why`."""
    return any(word.casefold() in find_relation(claim.relation).asked for word in asking)


def _order(claim: ShownClaim) -> tuple[int, float, int, float, str, str, str]:
    place = ("between", "named", "path").index(claim.reason)
    # The steps of a path stand in its order.
    relevance = 0.0 if claim.reason == "path" else -claim.relevance
    return place, relevance, claim.hop, -claim.confidence, claim.subject, claim.relation, claim.object


def _merge(rows: Iterable[ClaimRow]) -> list[list[ClaimRow]]:
    """Group claims of the same ends and relation, surest first; a row that comes twice counts once."""
    groups: dict[tuple[str, str, str], dict[int, ClaimRow]] = {}
    for row in rows:
        groups.setdefault((row.subject, row.relation, row.object), {})[row.id] = row
    return [sorted(group.values(), key=lambda row: (-row.confidence, row.path, row.line)) for group in groups.values()]


def _show(
    rows: Sequence[ClaimRow],
    shares: Mapping[str, float],
    weights: Mapping[str, float],
    owner: Mapping[str, int],
    words: WordsOf,
) -> ShownClaim:
    first = rows[0]
    own = {term for row in rows for term in words(f"{wordings(row.relation)} {row.note}")}
    for end, name in ((first.subject, first.subject_name), (first.object, first.object_name)):
        if end not in owner:
            own.update(words(name))
    proof = _proof(rows, {**weights, **dict.fromkeys(words(f"{first.subject_name} {first.object_name}"), 1.0)}, words)
    said = {term for row in rows for evidence in row.evidence for term in words(evidence.quote)}
    if proof is not None:
        said.update(words(proof.text))
    relevance = sum(share if term in own else share / 2 for term, share in shares.items() if term in own | said)
    sources = {evidence.source for row in rows for evidence in row.evidence} or {row.path for row in rows}
    return ShownClaim(
        first.subject,
        first.subject_name,
        first.relation,
        first.object,
        first.object_name,
        first.confidence,
        len(sources),
        first.path,
        first.line,
        next((row.note for row in rows if row.note), ""),
        proof,
        "named",
        min(1.0, relevance),
    )


def _proof(rows: Sequence[ClaimRow], weights: Mapping[str, float], words: WordsOf) -> Proof | None:
    """Return the first piece of evidence that still stands, else the first one."""
    proofs = [
        _prove(evidence, weights, words)
        for row in rows
        for evidence in row.evidence
        if evidence.block or evidence.quote or evidence.path != row.path
    ]
    return min(proofs, key=lambda proof: bool(proof.stale), default=None)


def _prove(evidence: EvidenceRow, weights: Mapping[str, float], words: WordsOf) -> Proof:
    stale = ("quote gone" if evidence.path else "source gone") if evidence.is_gone else ""
    text = evidence.text and _sentence_with(evidence.text, evidence.quote, weights, words)
    block = evidence.standing or evidence.block
    return Proof(evidence.source, evidence.path, block, evidence.line, text, stale)


def _sentence_with(text: str, quote: str, weights: Mapping[str, float], words: WordsOf) -> str:
    text = _QUOTE_MARKS.sub("", text)
    run = _sentences_with(sentences(text), quote)
    return _BULLET.sub("", run.strip() or best_sentence(text, "paragraph", words=words, weights=weights))


def _sentences_with(units: Sequence[str], quote: str) -> str:
    """Return the run of sentences in which the words of a quote stand first; "" where they do not."""
    held = [_WORD.findall(unit.casefold()) for unit in units]
    wanted = _WORD.findall(quote.casefold())
    line = f" {' '.join(chain(*held))} "
    at = line.find(f" {' '.join(wanted)} ") if wanted else -1
    if at < 0:
        return ""
    first = line.count(" ", 0, at)
    ends = list(accumulate(map(len, held)))
    return "".join(units[bisect_right(ends, first) : bisect_right(ends, first + len(wanted) - 1) + 1])


class _Against:
    """What contradicts a claim: another object of a functional relation, or an opposite between the ends."""

    def __init__(self, merged: Sequence[Sequence[ClaimRow]], day: Callable[[ClaimRow], str]) -> None:
        self._day = day
        self._others: dict[tuple[str, str], list[ClaimRow]] = {}
        self._between: dict[tuple[str, str], list[ClaimRow]] = {}
        for row in sorted((rows[0] for rows in merged), key=lambda row: (row.path, row.line)):
            self._between.setdefault((row.subject, row.object), []).append(row)
            if find_relation(row.relation).is_functional:
                self._others.setdefault((row.subject, row.relation), []).append(row)

    def conflicts(self, claim: ShownClaim) -> tuple[str, ...]:
        """Return them in the order of their places, at most MOST_CONFLICTS of other objects."""
        there, back = (claim.subject, claim.object), (claim.object, claim.subject)
        opposite = set(find_relation(claim.relation).opposites)
        rows = [row for ends in {there, back} for row in self._between.get(ends, ()) if row.relation in opposite]
        others = self._others.get((claim.subject, claim.relation), ())
        rows += islice((row for row in others if row.object != claim.object), MOST_CONFLICTS)
        return tuple(
            dict.fromkeys(
                f"{words_of(row)}{f', {self._day(row)}' if self._day(row) else ''}"
                for row in sorted(rows, key=lambda row: (row.path, row.line))
            )
        )

    def day_of(self, claim: ShownClaim) -> str:
        """Return since when a claim is told to hold."""
        rows = self._between.get((claim.subject, claim.object), ())
        return max((self._day(row) for row in rows if row.relation == claim.relation), default="")
