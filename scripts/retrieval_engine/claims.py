"""Which claims a reply shows, in which order, and whether their evidence still holds.

First claims between two things that the question names, then claims about one named thing that share a word or
relation with the question, then claims on paths of the walk whose end shares a word with the question.
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
"""Other objects of a functional relation that are reported beside one."""
LISTED = 3
"""Claims of a named thing that are shown where the question asks for nothing but that thing."""

REJECTED, OPTION = "rejected_for", "option_for"

OF_THE_NOTE = NOT_RELATION_KEYS - {"date", "status"}
"""Properties that describe a note and not its subject."""
LONGEST_VALUE = 300
"""Characters of a property that are shown."""

_WORD = re.compile(r"\w+")
_QUOTE_MARKS = re.compile(r"^[ \t]*>[> \t]*", re.MULTILINE)
_BULLET = re.compile(r"\A(?:[-*+]|\d{1,4}[.)])\s+")


class Proof(NamedTuple):
    """A piece of a claim's evidence, as it is in its source now."""

    source: str
    """Node id of the source."""
    path: str
    block: str
    line: int
    text: str
    """The sentence with the quote, else the one nearest to the claim; "" if the passage is gone."""
    stale: str = ""
    """Why it no longer proves the claim: `source gone` or `quote gone`; "" if it does."""


class ShownClaim(NamedTuple):
    """A claim as a reply shows it, merged over all pages that make it."""

    subject: str
    subject_name: str
    relation: str
    object: str
    object_name: str
    confidence: float
    sources: int
    """How many independent sources assert it."""
    path: str
    """Path of the page that makes it; of several the first."""
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
    """Claims, in words, that contradict it."""
    owner: str = ""
    """The named node that it was found at; "" for a claim on a path, or a property."""
    day: str = ""
    """Since when it is said to hold, where another claim contradicts it."""
    is_conclusion: bool = False
    """It follows from others and no source says it."""
    ended: str = ""
    """Until when it held and what ended it, in words; "" for one that holds."""
    was: tuple[str, ...] = ()
    """The claims that it replaced, each with the day until which it held."""
    rejected: tuple[str, ...] = ()
    """Options that were rejected for the same purpose, each with the reason."""
    open: str = ""
    """What changed of its evidence and premises; "" where they hold."""
    opens: tuple[str, ...] = ()
    """Claims, in words, that are open because they rest on what it replaced, or on this claim, which ended."""

    @property
    def stale(self) -> str:
        return self.proof.stale if self.proof else ""


def named_nodes(query: Query, *, limit: int) -> tuple[tuple[str, ...], ...]:
    """Return the nodes of each name in the question, at most limit in all; none for a name that many pages have."""
    groups, left = [], limit
    for name in query.names:
        nodes = tuple(dict.fromkeys(entry.node for entry in name.names))
        nodes = nodes[:left] if len(nodes) <= NODES_OF_A_NAME else ()
        left -= len(nodes)
        groups.append(nodes)
    return tuple(groups)


def asked_shares(query: Query) -> dict[str, float]:
    """Map each word of the question outside its names to its share; the shares add up to 1, if there are any."""
    named = {term for name in query.names for term in name.key.split()}
    rest = {term.term: term.share for term in query.terms if term.share and term.term not in named}
    total = sum(rest.values())
    return {term: share / total for term, share in rest.items()} if total else {}


class WalkScore:
    """Score an edge by the words of the question that its relation and its other end have.

    From 0.5 to 1: the question directs the walk but closes no path, since a path need not have words of the question.
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
    """Return the nodes, best first, that a path of two or more claims, without links, leads to and that share a word
    with the question."""
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
    """Return the claims to show, the most relevant first, each with its conflicts and, if it has any, its day.

    rows: all claims of the named nodes, and those at ends.  groups: the nodes of each name, from named_nodes.
    Equal claims of several pages become one, with the highest confidence and the number of their sources.
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
    merged = _merge_equal(row for row in rows if row.confidence >= min_confidence)
    chosen, named = [], []
    for same in merged:
        row = same[0]
        claim = _shown_claim(same, shares, weights, owner, words)
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
    # Other values of a functional relation are shown with it, whatever their words.
    values = {(claim.subject, claim.relation) for claim in fitting if find_relation(claim.relation).is_functional}
    others = [claim for claim in named if (claim.subject, claim.relation) in values]
    asked = [*dict.fromkeys((*fitting, *others))]
    chosen += asked if asked or shares else sorted(named, key=_sort_key)[:LISTED]
    against = _Contradictions([same for same in merged if not ending_of(same[0].note)], day)
    shown = [claim._replace(conflicts=against.conflicts(claim)) for claim in chosen]
    shown = [claim._replace(day=against.day_of(claim)) if claim.conflicts else claim for claim in shown]
    # Of contradicting claims the later comes first; of two values even if the earlier fits the question better.
    shown = sorted(sorted(shown, key=lambda claim: claim.day, reverse=True), key=_sort_key)
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
    """Return the things that a text names and that were rejected for something, with the reason."""
    names = set(chain(*named_nodes(understand(reader, text), limit=NODES_OF_A_NAME)))
    rows = reader.claims(nodes=sorted(names)) if names else []
    rejected = (row for row in rows if row.relation == REJECTED and row.subject in names and not ending_of(row.note))
    return [_with_reason(f"{row.subject_name} for {row.object_name}", row) for row in rejected]


def _with_reason(text: str, row: ClaimRow) -> str:
    reason = next((piece.quote for piece in row.evidence if piece.quote), row.note)
    return f"{text}: {reason}" if reason else text


def with_rejected(claims: Sequence[ShownClaim], rows: Iterable[ClaimRow]) -> tuple[ShownClaim, ...]:
    """Return the claims; the first about each thing has what was rejected for it.  rows: claims about these things."""
    rejected: dict[str, list[ClaimRow]] = {}
    shown = {(claim.subject, claim.object) for claim in claims if claim.relation == REJECTED}
    for row in dict.fromkeys(rows):
        if row.relation == REJECTED and (row.subject, row.object) not in shown and not ending_of(row.note):
            rejected.setdefault(row.object, []).append(row)
    completed = []
    for claim in claims:
        ends = (claim.subject, claim.object) if claim.relation == OPTION else (claim.subject,)
        others = [row for end in ends for row in rejected.pop(end, ()) if row.subject != claim.subject]
        completed.append(claim._replace(rejected=tuple(_with_reason(row.subject_name, row) for row in others)))
    return tuple(completed)


def claimed_share(query: Query, claim: ShownClaim, words: WordsOf) -> float:
    """Return the share of the question that a claim about a named thing covers with its proof; 0 for a stale claim."""
    if claim.reason not in ("between", "named") or claim.stale or claim.ended or claim.open:
        return 0.0
    proof = claim.proof.text if claim.proof else ""
    ends = f"{claim.subject_name} {claim.object_name}"
    terms = set(words(f"{ends} {wordings(claim.relation)} {claim.note} {proof}"))
    return sum(term.share for term in query.terms if term.term in terms)


def unmet_words(query: Query, claims: Iterable[ShownClaim], words: WordsOf) -> tuple[str, ...]:
    """Return the words that occur nowhere, except those by which the question asks for a claim that is shown."""
    met = {word for claim in claims if claim.reason != "path" for word in words(wordings(claim.relation))}
    asked_by = {term.text for term in query.terms if term.term in met}
    return tuple(text for text in query.nowhere if text not in asked_by)


def property_claims(
    query: Query, named: Iterable[PageRow], others: Iterable[PageRow], words: WordsOf
) -> tuple[ShownClaim, ...]:
    """Return the properties that the question asks for.

    From a page that it names: those whose name, or another word for it (`wrote` for `author`), occurs in the question.
    From other pages: those whose name and a word of the value or of the page's title occur in it, or whose value is all
    that it consists of.
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
                # A question that is nothing but a value asks which page has it.
                is_value = bool(asked) and asked <= set(words(text)) and _is_no_name(page, text)
                is_asked = is_asked or (is_value and written.issuperset(_WORD.findall(text.casefold())))
                if not name_words or not text or not is_asked:
                    continue
                if not is_named and asked.isdisjoint((*words(text), *words(page.title))):
                    continue
                relevance = sum(shares.get(term, 0.0) for term in name_words | meant | set(words(text)))
                facts = (page.node, page.title, name, "", text[:LONGEST_VALUE], 1.0, 1, page.path, 1, "", None)
                chosen.setdefault((page.id, name), ShownClaim(*facts, "property", min(1.0, relevance)))
    return tuple(sorted(chosen.values(), key=lambda claim: -claim.relevance)[:LISTED])


def _is_no_name(page: PageRow, value: str) -> bool:
    """Whether a value of a person's note is not one of its names."""
    return page.category == "notes" and value not in (page.title, *page.aliases)


def _is_relation(name: str) -> bool:
    # The day on which a note was created says nothing about who created its subject.
    return is_known_relation(name) and name.casefold() != "created"


def property_value(value: object) -> str:
    """Return a value or a list of values as text; "" for a nested structure."""
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(item, (str, int, float)) for item in values):
        return ""
    shown = (str(item).lower() if isinstance(item, bool) else " ".join(str(item).split()) for item in values)
    return ", ".join(item for item in shown if item)


def _is_asked(claim: ShownClaim, asking: Iterable[str]) -> bool:
    """Whether the question has a function word that asks for the relation, such as `why`."""
    return any(word.casefold() in find_relation(claim.relation).asked for word in asking)


def _sort_key(claim: ShownClaim) -> tuple[int, float, int, float, str, str, str]:
    place = ("between", "named", "path").index(claim.reason)
    # The steps of a path keep their order.
    relevance = 0.0 if claim.reason == "path" else -claim.relevance
    return place, relevance, claim.hop, -claim.confidence, claim.subject, claim.relation, claim.object


def _merge_equal(rows: Iterable[ClaimRow]) -> list[list[ClaimRow]]:
    """Group claims of the same ends and relation, the most confident first; a row that comes twice counts once."""
    groups: dict[tuple[str, str, str], dict[int, ClaimRow]] = {}
    for row in rows:
        groups.setdefault((row.subject, row.relation, row.object), {})[row.id] = row
    return [sorted(group.values(), key=lambda row: (-row.confidence, row.path, row.line)) for group in groups.values()]


def _shown_claim(
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
    named = dict.fromkeys(words(f"{first.subject_name} {first.object_name}"), 1.0)
    proof = _choose_proof(rows, {**weights, **named}, words)
    quoted = {term for row in rows for evidence in row.evidence for term in words(evidence.quote)}
    if proof is not None:
        quoted.update(words(proof.text))
    relevance = sum(share if term in own else share / 2 for term, share in shares.items() if term in own | quoted)
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


def _choose_proof(rows: Sequence[ClaimRow], weights: Mapping[str, float], words: WordsOf) -> Proof | None:
    """Return the first piece of evidence that still holds, else the first one."""
    proofs = [
        _proof_from(evidence, weights, words)
        for row in rows
        for evidence in row.evidence
        if evidence.block or evidence.quote or evidence.path != row.path
    ]
    return min(proofs, key=lambda proof: bool(proof.stale), default=None)


def _proof_from(evidence: EvidenceRow, weights: Mapping[str, float], words: WordsOf) -> Proof:
    stale = ("quote gone" if evidence.path else "source gone") if evidence.is_gone else ""
    text = evidence.text and _sentence_with(evidence.text, evidence.quote, weights, words)
    block = evidence.standing or evidence.block
    return Proof(evidence.source, evidence.path, block, evidence.line, text, stale)


def _sentence_with(text: str, quote: str, weights: Mapping[str, float], words: WordsOf) -> str:
    text = _QUOTE_MARKS.sub("", text)
    run = _sentences_with(sentences(text), quote)
    return _BULLET.sub("", run.strip() or best_sentence(text, "paragraph", words=words, weights=weights))


def _sentences_with(units: Sequence[str], quote: str) -> str:
    """Return the first run of sentences that contains the words of a quote; "" where there is none."""
    held = [_WORD.findall(unit.casefold()) for unit in units]
    wanted = _WORD.findall(quote.casefold())
    line = f" {' '.join(chain(*held))} "
    at = line.find(f" {' '.join(wanted)} ") if wanted else -1
    if at < 0:
        return ""
    first = line.count(" ", 0, at)
    ends = list(accumulate(map(len, held)))
    return "".join(units[bisect_right(ends, first) : bisect_right(ends, first + len(wanted) - 1) + 1])


class _Contradictions:
    """The claims that contradict a claim: another object of a functional relation, or an opposite between the ends."""

    def __init__(self, merged: Sequence[Sequence[ClaimRow]], day: Callable[[ClaimRow], str]) -> None:
        self._day = day
        self._others: dict[tuple[str, str], list[ClaimRow]] = {}
        self._between: dict[tuple[str, str], list[ClaimRow]] = {}
        for row in sorted((rows[0] for rows in merged), key=lambda row: (row.path, row.line)):
            self._between.setdefault((row.subject, row.object), []).append(row)
            if find_relation(row.relation).is_functional:
                self._others.setdefault((row.subject, row.relation), []).append(row)

    def conflicts(self, claim: ShownClaim) -> tuple[str, ...]:
        """Return the contradictions in the order of their places, at most MOST_CONFLICTS of other objects."""
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
        """Return the day since which a claim is said to hold."""
        rows = self._between.get((claim.subject, claim.object), ())
        return max((self._day(row) for row in rows if row.relation == claim.relation), default="")
