"""Finding and ranking: the passages and pages of the vault that match a query, best first.

BM25 of three levels (pages, sections, passages), each divided by its largest value, is added up, with a share for a
passage's neighbors.  Pages that the question names are lifted.  One bounded hop leads from the best three sections,
over names that are not in the question, to other sections, which rank just below the one they were reached from.
Passages are quoted in an order of its own: by what they say themselves.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..model import ClaimRow, Hit, Mention, PageRow, PassageRow, SectionRow
from ..text.analyzer import analyze
from ..text.sentences import sentences
from .filed import FiledAnswer, evidence_quotes
from .meaning import Likeness, section_texts
from .pack import is_embed, is_frame, is_link_list, is_weak
from .values import Found, Query, QueryName, RankedPassage, Ranking, rarity

HITS = 150
"""How many hits of each level take part."""

PLACED = 10
"""Pages that are read where only their folders, tags or properties have the words."""

NEIGHBOR = 0.3
"""Share of its neighbors' scores that a passage gains: an answer often takes two paragraphs."""

NAMED = 1.2
"""Gain of a page whose name is in the question, times the best score."""

SUBJECT = 0.4
"""A name with this share of the question's idf is the subject of the question: its page comes first, even a stub.
Between 0.3 and 0.9 nothing changes on the vaults that were measured; in a small vault a subject may be frequent."""

POOL = 20
"""Best sections by words whose meaning is compared: sixty find no more."""

NEAR = 10
"""Sections that meaning finds in addition: of 24 questions in other words five more have their page among five."""

MEANING = 2.0
"""Weight of the likeness of the most similar section, beside the three levels of words.  Chosen on two of three vaults,
it is 1.5 to 3, and on the third the right note then comes first for 82.5 of 100 questions (by words for 74.8)."""

PART = 3.0
"""Weight of the likeness of the most similar passage, beside that of its section.  With 3 for 1 the right note is first
for 73 of 100 questions, not 69 (six vaults, 321 questions); of chains the recall among five falls from 75 to 74."""

USEFUL = 0.3
"""Gain of the page that helped most with similar questions, times the best score: it overtakes a page that scores
little better, and never lifts one that hardly matches the question."""

SEEDS = 3
"""How many of the best sections the hop starts from: six find no more, and push good passages down."""

HUB = 30
"""A name that occurs in more sections than this leads everywhere, so it is not followed."""

CAP = 0.99
"""Most of its origin's score that a section can get by the hop.  A bound and not a gate, since neither a question nor
its first hits show whether it needs a second page."""

ROLES = {"title": 1.0, "claim": 0.4, "text": 0.35}
"""Weight of a name by its role in the section that it leads to."""

SAID, UNSAID = 1.5, 0.6
"""Weight of a hop by the sentence about its name at its origin: UNSAID + SAID * share of the question."""

NEW = 4.0
"""Weight of the share of the question that the arrival covers and the origin lacks."""

MAX_RANKED = 400
"""Passages that are considered for quoting."""

LINKED = 0.5
"""Subtracted from the score of a list of links: a page's own words come before its collections."""

OPENING = 1000
"""Characters of a page's beginning that are quoted after its list of links, if that ranks first."""


def search(reader: IndexReader, query: Query, likeness: Likeness | None = None) -> Found:
    """Search all three levels for the words of a query, and the vectors for its meaning; read the sections found."""
    terms = query.searched
    pages, sections, passages = (
        tuple(reader.search("pages", terms, limit=HITS)),
        tuple(reader.search("sections", terms, limit=HITS)),
        tuple(reader.search("passages", terms, limit=HITS)),
    )
    near: list[int] = []
    if likeness is not None and likeness.understands(query.language):
        near = likeness.nearest(query.question, NEAR)
    chosen = {hit.id for hit in sections} | set(near)
    if not (sections or passages) and pages:
        # Only folders, tags or properties have the words: then the beginning of the page is taken.
        best = reader.sections(pages=[hit.id for hit in pages[:PLACED]])
        chosen |= {row.id for row in best if row.position == 0}
    rows = reader.passages(beside=[hit.id for hit in passages], sections=sorted(chosen))
    passage_rows = {row.id: row for row in rows}
    section_rows = {row.id: row for row in reader.sections(ids=sorted(chosen | {row.section for row in rows}))}
    page_ids = sorted({row.page for row in section_rows.values()} | {hit.id for hit in pages[:10]})
    page_rows = {row.id: row for row in reader.pages(ids=page_ids)}
    return Found(pages, sections, passages, section_rows, passage_rows, page_rows, tuple(near))


def rank(
    reader: IndexReader, query: Query, likeness: Likeness | None = None, useful: Mapping[str, float] | None = None
) -> tuple[Ranking, Found]:
    """Find and rank passages and pages, by meaning as well where a likeness is given.

    useful: maps nodes of pages to how much they helped with similar questions, in [0, 1].
    Returns the ranking, and the search results with the rows that names and the hop added.
    """
    board = _scored(query, search(reader, query, likeness), likeness)
    _lift_useful(board, useful or {})
    board.own = dict(board.scores)
    first = min(board.scores, key=board.order, default=None)
    _lift_named_pages(reader, board)
    _hop(reader, board)
    subjects = [page for name in query.names if name.share >= SUBJECT for page in named_pages(name)]
    leads = [section for page in subjects if (section := board.lead(page)) is not None]
    first = min((board.lead_passage(section) for section in leads), key=board.order, default=first)
    return board.ranking(first, subjects if not leads else []), board.found()


def in_turns(whole: Ranking, found: Found, halves: Sequence[tuple[Ranking, Found]]) -> tuple[Ranking, Found]:
    """Return one ranking of a double question, in which the best passages of both halves count alike.

    whole, found: of the question as a whole, whose coverage remains.
    """
    best: dict[int, RankedPassage] = {}
    likeness = dict(whole.likeness)
    for ranking, other in halves:
        top = max((ranked.score for ranked in ranking.passages), default=0.0) or 1.0
        for ranked in ranking.passages:
            weighed = ranked._replace(score=ranked.score / top, own=ranked.own / top)
            best[ranked.id] = max(best.get(ranked.id, weighed), weighed, key=lambda one: one.score)
        for section, cosine in ranking.likeness.items():
            likeness[section] = max(likeness.get(section, 0.0), cosine)
        found = found._replace(
            section_rows={**found.section_rows, **other.section_rows},
            passage_rows={**found.passage_rows, **other.passage_rows},
            page_rows={**found.page_rows, **other.page_rows},
        )
    passages = tuple(sorted(best.values(), key=lambda ranked: (-ranked.score, ranked.id)))
    pages = tuple(dict.fromkeys((*(ranked.page for ranked in passages), *whole.pages)))
    return whole._replace(passages=passages, pages=pages, likeness=likeness), found


def quotation_order(
    ranking: Ranking, found: Found, filed: FiledAnswer | None, *, by_page: bool
) -> tuple[RankedPassage, ...]:
    """Return the passages in the order in which they are quoted: a filed answer that is not stale, then the ranking.

    by_page: the scores include what names and the hop add to a page.  Otherwise the first passage stays first, and the
    others count by their own words and meaning, link lists less.  A link list that is first is followed by the
    beginning of its page.
    """
    best = [ranked for ranked in ranking.passages[:MAX_RANKED] if not is_embed(found.passage_rows[ranked.id])]
    opening = _opening_passages(best[0], found) if best else []
    if not by_page:
        rows = found.passage_rows
        best = [ranked._replace(score=ranked.own - LINKED * is_link_list(rows[ranked.id])) for ranked in best]
        best = [*best[:1], *sorted(best[1:], key=lambda ranked: (-ranked.score, ranked.id))]
    best[1:1] = opening
    # Quotes that a page has as its evidence come last: the source has them with their context.
    best.sort(key=lambda ranked: evidence_quotes(found.passage_rows[ranked.id].text) is not None)
    if filed is None:
        return tuple(best)
    of_page = [row for row in found.passage_rows.values() if row.page == filed.page and not is_frame(row)]
    first = [RankedPassage(row.id, row.section, row.page, 0.0) for row in sorted(of_page, key=lambda row: row.id)]
    others = [ranked for ranked in best if ranked.page != filed.page]
    # Evidence that has changed comes before the answer that rested on it.
    return (*others, *first) if filed.stale else (*first, *others)


def _opening_passages(first: RankedPassage, found: Found) -> list[RankedPassage]:
    """Return the passages at the beginning of the page of a link list; none for other passages."""
    if not is_link_list(found.passage_rows[first.id]):
        return []
    rows = [row for row in found.passage_rows.values() if row.page == first.page]
    own = [row for row in sorted(rows, key=lambda row: row.id) if not is_frame(row) and not is_weak(row)]
    opening = list(takewhile(lambda row: not is_link_list(row), own))
    sizes = accumulate(len(row.text) for row in opening)
    return [first._replace(id=row.id, section=row.section) for row, size in zip(opening, sizes) if size <= OPENING]


def passage_scores(query: Query, found: Found, likeness: Likeness | None = None) -> dict[int, float]:
    """Return the score of each passage by words, and by meaning where a likeness is given, without names and hop."""
    return _scored(query, found, likeness).scores


def _word_scores(found: Found) -> dict[int, float]:
    """Return the score of each passage by words alone: the sum of three levels and a share for its neighbors."""
    by_page, by_section, by_passage = (scaled(hits) for hits in (found.pages, found.sections, found.passages))
    rows = found.passage_rows
    scores = {}
    for row in rows.values():
        if row.is_boilerplate:
            continue
        neighbors = (id for id in (row.id - 1, row.id + 1) if id in rows and rows[id].page == row.page)
        scores[row.id] = (
            by_page.get(row.page, 0.0)
            + by_section.get(row.section, 0.0)
            + by_passage.get(row.id, 0.0)
            + NEIGHBOR * sum(by_passage.get(id, 0.0) for id in neighbors)
        )
    return scores


def scaled(hits: Sequence[Hit]) -> dict[int, float]:
    """Return the score of each hit divided by the largest score."""
    largest = max((hit.score for hit in hits), default=0.0)
    return {hit.id: hit.score / largest if largest > 0 else 0.0 for hit in hits}


def covered_share(row: SectionRow, shares: Mapping[str, float]) -> float:
    """Return the share of the question's idf that the words of a section cover, in [0, 1]."""
    return covered(row.words.split(), shares)


def covered(words: Sequence[str], shares: Mapping[str, float]) -> float:
    """Return the share of the question's idf that these words cover, in [0, 1]."""
    known, text = set(words), f" {' '.join(words)} "
    # A term of several words is another way to write one of the question's: `soft logout` for `softLogout`.
    return math.fsum(
        share for term, share in shares.items() if share and (f" {term} " in text if " " in term else term in known)
    )


def named_pages(name: QueryName) -> list[int]:
    """Return the pages that have this name, in the order of its entries."""
    return list(dict.fromkeys(entry.page for entry in name.names if entry.page is not None))


class _Board:
    """The scores of passages while they are added up, and the rows that they belong to."""

    def __init__(self, query: Query, found: Found) -> None:
        self.query = query
        self.shares = {term.term: term.share for term in query.terms}
        self.scores = _word_scores(found)
        self.own: dict[int, float] = {}
        """The scores before names and the hop are added."""
        self.likeness: dict[int, float] = {}
        """See Ranking.likeness."""
        self.via: dict[int, tuple[str, int]] = {}
        """Maps passages that the hop lifted to the name and the section it came from."""
        self.section_rows: dict[int, SectionRow] = {}
        self.passage_rows: dict[int, PassageRow] = {}
        self.page_rows: dict[int, PageRow] = dict(found.page_rows)
        self.coverage: dict[int, float] = {}
        self._passages_of: dict[int, list[int]] = {}
        self._sections_of: dict[int, list[int]] = {}
        self._hits = found
        self._add(list(found.section_rows.values()), list(found.passage_rows.values()))
        self.near = [section for section in found.near if self.passages_of(section)]
        """See Found.near."""

    def _add(self, sections: Sequence[SectionRow], passages: Sequence[PassageRow]) -> None:
        for section in sections:
            self.section_rows[section.id] = section
            self.coverage[section.id] = covered_share(section, self.shares)
            self._sections_of.setdefault(section.page, []).append(section.id)
        for passage in passages:
            self.passage_rows[passage.id] = passage
            self._passages_of.setdefault(passage.section, []).append(passage.id)

    def read(self, reader: IndexReader, *, sections: Sequence[int] = (), pages: Sequence[int] = ()) -> None:
        """Read sections, and all sections of pages, unless they were read before."""
        rows = reader.sections(pages=pages) if pages else []
        missing = sorted(set(sections).difference(self.section_rows, (row.id for row in rows)))
        rows += reader.sections(ids=missing) if missing else []
        new = [row for row in rows if row.id not in self.section_rows]
        if new:
            self._add(new, reader.passages(sections=[row.id for row in new]))
        unknown = sorted({*pages, *(row.page for row in new)} - self.page_rows.keys())
        if unknown:
            self.page_rows.update((row.id, row) for row in reader.pages(ids=unknown))

    def order(self, passage: int) -> tuple[float, int]:
        """Return the sort key: best first, ties by place."""
        return -self.scores.get(passage, 0.0), passage

    def passages_of(self, section: int) -> list[int]:
        return [id for id in self._passages_of.get(section, ()) if not self.passage_rows[id].is_boilerplate]

    def section_score(self, section: int) -> float:
        return max((self.scores.get(id, 0.0) for id in self._passages_of.get(section, ())), default=0.0)

    def lead(self, page: int) -> int | None:
        """Return the section of a page that covers most of the question and scores best; None if it has no section."""
        sections = [id for id in self._sections_of.get(page, ()) if self.passages_of(id)]
        return max(sections, key=lambda id: (self.coverage[id], self.section_score(id), -id), default=None)

    def lead_passage(self, section: int) -> int:
        """Return the best passage of a section; its first one where words found none."""
        return min(self.passages_of(section), key=self.order)

    def best_sections(self, number: int) -> list[int]:
        best: dict[int, None] = {}
        for passage in sorted(self.scores, key=self.order):
            best.setdefault(self.passage_rows[passage].section)
            if len(best) == number:
                break
        return list(best)

    def ranking(self, first: int | None, first_pages: Sequence[int]) -> Ranking:
        """Return the final ranking; the passage `first` and the pages `first_pages` go before all others."""
        passages = tuple(
            RankedPassage(
                passage,
                self.passage_rows[passage].section,
                self.passage_rows[passage].page,
                self.scores[passage],
                *self.via.get(passage, ("", 0)),
                self.own.get(passage, 0.0),
            )
            for passage in sorted(self.scores, key=lambda passage: (passage != first, *self.order(passage)))
        )
        pages = dict.fromkeys((*first_pages, *(passage.page for passage in passages)))
        # A page that was found only by its name, folder or links has no passage to show, but can be opened.
        pages.update(dict.fromkeys(hit.id for hit in self._hits.pages if hit.id in self.page_rows))
        return Ranking(passages, tuple(pages), self.coverage, self.likeness)

    def found(self) -> Found:
        return self._hits._replace(
            section_rows=self.section_rows, passage_rows=self.passage_rows, page_rows=self.page_rows
        )


def _scored(query: Query, found: Found, likeness: Likeness | None) -> _Board:
    board = _Board(query, found)
    if likeness is not None and likeness.understands(query.language):
        _lift_by_meaning(board, likeness)
    return board


def _lift_named_pages(reader: IndexReader, board: _Board) -> None:
    """Lift the best passage of each page that the question names."""
    named = [(name, pages) for name in board.query.names if (pages := named_pages(name))]
    board.read(reader, pages=sorted({page for _, pages in named for page in pages}))
    largest = max(board.scores.values(), default=1.0)
    for name, pages in named:
        if name.names[0].sections > HUB:
            continue
        lift = NAMED * largest * name.rarity**2 / math.sqrt(len(pages))
        for page in pages:
            section = board.lead(page)
            if section is not None:
                passage = board.lead_passage(section)
                board.scores[passage] = board.scores.get(passage, 0.0) + lift


def _lift_by_meaning(board: _Board, likeness: Likeness) -> None:
    """Add likeness in meaning to the scores of the best sections by words, of those by meaning, and of passages.

    The hop comes afterwards.
    """
    texts, passages, unread = {}, {}, []
    for section in dict.fromkeys((*board.best_sections(POOL), *board.near)):
        row = board.section_rows[section]
        passages[section] = board.passages_of(section)
        if not likeness.understands(board.page_rows[row.page].language):
            unread += passages[section]
            continue
        texts[section] = section_texts(
            board.page_rows[row.page], row, [board.passage_rows[id] for id in passages[section]]
        )
    like = likeness.of(board.query.question, texts) if texts else {}
    board.likeness = {section: max(cosines) for section, cosines in like.items()}
    sections = {section: cosines[0] for section, cosines in like.items()}
    parts = {
        id: cosine for section, cosines in like.items() for id, cosine in zip(passages[section], cosines[1:] or cosines)
    }
    most, most_part = max(sections.values(), default=0.0), max(parts.values(), default=0.0)
    lifts = {
        id: MEANING * sections[board.passage_rows[id].section] / most + PART * cosine / most_part
        for id, cosine in parts.items()
        if most and most_part
    }
    # A section in a language that the model does not know gets the average of the others.
    lifts |= dict.fromkeys(unread, sum(lifts.values()) / (len(lifts) or 1))
    for id, lift in lifts.items():
        if id in board.scores:
            board.scores[id] += lift


def _lift_useful(board: _Board, useful: Mapping[str, float]) -> None:
    """Lift the best passage of each page that words found and that helped before with such a question."""
    largest = max(board.scores.values(), default=0.0)
    for page, row in board.page_rows.items():
        section = board.lead(page) if row.node in useful else None
        if section is not None:
            board.scores.setdefault(board.lead_passage(section), 0.0)
            board.scores[board.lead_passage(section)] += USEFUL * largest * useful[row.node]


class _Departure(NamedTuple):
    """A name by which the hop leaves a section."""

    section: int
    page: int
    name: str
    weight: float


def _hop(reader: IndexReader, board: _Board) -> None:
    """Lift passages of other pages that share a name with one of the best sections to just below that section."""
    seeds = board.best_sections(SEEDS)
    if not seeds:
        return
    departures = _departures(board, seeds, reader.mentions(sections=seeds), reader.claims(sections=seeds))
    if not departures:
        return
    arrivals: dict[str, list[Mention]] = {}
    for mention in reader.mentions(names=sorted({departure.name for departure in departures})):
        arrivals.setdefault(mention.name, []).append(mention)
    every = [mention for mentions in arrivals.values() for mention in mentions]
    board.read(
        reader,
        sections=[mention.section for mention in every if mention.role != "title"],
        pages=sorted({mention.page for mention in every if mention.role == "title"}),
    )
    scores = dict(board.scores)
    for departure in departures:
        limit = CAP * board.section_score(departure.section)
        for mention in arrivals.get(departure.name, ()):
            section = board.lead(mention.page) if mention.role == "title" else mention.section
            if mention.page == departure.page or section is None or not board.passages_of(section):
                continue
            gain = departure.weight * ROLES[mention.role] * (1 + NEW * _new_share(board, departure.section, section))
            passage = board.lead_passage(section)
            score = min(limit, board.scores.get(passage, 0.0) + gain)
            if score > scores.get(passage, 0.0):
                scores[passage] = score
                board.via[passage] = departure.name, departure.section
    board.scores = scores


def _departures(
    board: _Board, seeds: Sequence[int], mentions: Sequence[Mention], claims: Sequence[ClaimRow]
) -> list[_Departure]:
    named = {name.key for name in board.query.names}
    departures = []
    for section in seeds:
        statements = _statements(board, section, claims)
        for mention in mentions:
            if mention.section != section or mention.name in named or not 2 <= mention.sections <= HUB:
                continue
            stated = max((share for words, share in statements if f" {mention.name} " in words), default=0.0)
            weight = board.section_score(section) * (UNSAID + SAID * stated)
            weight *= rarity(mention.sections, board.query.sections) ** 2
            departures.append(_Departure(section, mention.page, mention.name, weight))
    return departures


def _statements(board: _Board, section: int, claims: Sequence[ClaimRow]) -> list[tuple[str, float]]:
    """Return the sentences of a section and the claims that rest on it, each as its analyzed words between blanks and
    the share of the question that they cover."""
    language = board.page_rows[board.section_rows[section].page].language
    passages = [board.passage_rows[id] for id in board.passages_of(section)]
    texts = [sentence for row in passages for sentence in sentences(row.text)]
    ids = {row.id for row in passages}
    texts += [
        f"{claim.subject_name} {claim.relation.replace('_', ' ')} {claim.object_name}"
        for claim in claims
        if any(evidence.passage in ids for evidence in claim.evidence)
    ]
    statements = []
    for text in texts:
        words = analyze(text, language)
        statements.append((f" {' '.join(words)} ", covered(words, board.shares)))
    return statements


def _new_share(board: _Board, origin: int, arrival: int) -> float:
    """Return the share of the question that the words of the arrival cover and the words of the origin do not."""
    here, there = (set(board.section_rows[id].words.split()) for id in (origin, arrival))
    return math.fsum(share for term, share in board.shares.items() if term in there and term not in here)
