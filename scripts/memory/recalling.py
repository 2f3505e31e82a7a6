"""Finding what was said: turns ranked as `ask` ranks passages, among those of session notes alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..errors import UsageError
from ..index_store.port import IndexReader
from ..index_store.selection import PageSelection
from ..model import PassageRow
from ..retrieval_engine.meaning import Likeness
from ..retrieval_engine.rank import rank, search
from ..retrieval_engine.understand import understand
from ..retrieval_engine.values import Query
from ..text.analyzer import analyze, name_key
from ..text.language import detect_language, function_words
from ..text.turns import Turn, parse_turn
from .session_notes import Moment, SessionNote, Spot, Talks, moments, notes_within, read_days

LIMIT = 10
"""Turns looked for."""

WINDOW = 2
"""Turns before and behind a hit that may be shown with it: an answer follows its question."""

LEAST = 0.05
"""Part of the best score that a turn must have: what has less shares a common word, or nothing."""

EVEN = 2
"""Decimals of a score; of turns alike in them the newer one goes first."""

LOOKED_THROUGH = 10
"""Ranked turns that are looked at for each one that is wanted."""

REPLY = 0.3
"""Part of the score of a turn that asks that its reply gains.  Between .2 and .4 as many answers are found."""

OTHERS = 0.6
"""What is left of a turn's score where the question names somebody else who speaks.  Between .5 and .7 as many answers
are found; with 1 (no turn is lowered) five in a hundred fewer."""

SAYING = """say said tell told talk talked mention mentioned speak spoke sagt sagte gesagt erzählt erzählte erwähnt
dit dire raconté dijo dicho contó disse detto zei gezegd сказал сказала 说 言った"""
"""Words that ask for what somebody said, whatever it was."""

_ASKS = re.compile(r"[?？؟][^\w?？؟]*\Z")


class Wanted(NamedTuple):
    """What a call of `recall` may choose."""

    limit: int = LIMIT
    session: str = ""
    """Only turns of sessions of this name, on whatever date."""
    since: str = ""
    """Only turns of this day and later; as session_notes.read_days reads it."""
    until: str = ""
    """Only turns of this day and before."""


class TurnFound(NamedTuple):
    """A turn, and where it stands."""

    page: str
    """Node of its note."""
    block: str
    """"" where the note has no id there."""
    date: str
    session: str
    spot: Spot
    turn: Turn
    score: float
    """1 for the best; of a turn beside a hit, that of the hit."""
    why: str
    """words, reply (to a turn with words of the question), bridge (a name that it shares with a better turn), newest
    where nothing was asked, or near for a turn beside a hit."""
    distance: int = 0
    """Turns from the hit; 0 for the hit itself."""

    @property
    def is_hit(self) -> bool:
        return not self.distance

    @property
    def link(self) -> str:
        """What cites it."""
        return f"{self.page}#^{self.block}" if self.block else self.page


class FoundTurns(NamedTuple):
    """What a question recalls."""

    question: str
    hits: tuple[TurnFound, ...]
    """Best first."""
    beside: tuple[TurnFound, ...]
    """What stands around them, in the order of reading."""
    searched: int
    """Turns that were looked through."""
    more: int
    """Turns led to that were found after those here; a lower bound."""
    query: Query | None
    """The question as it was searched for; None where nothing was asked."""
    talks: Talks


def find_turns(
    reader: IndexReader, question: str, wanted: Wanted, *, now: str, likeness: Likeness | None = None
) -> FoundTurns:
    """Return the turns that answer best; without a question the newest ones.

    now: the local time, YYYY-MM-DD and more.  likeness: compares meanings; without it words alone rank.  Raises
    UsageError for a date that is none, days of which the first comes last, a session that is none, and a question
    without a word.
    """
    if question and not name_key(question, ""):
        raise UsageError("the question holds no word", hint="ask in words, or leave it out for what was said last")
    since = wanted.since and read_days(wanted.since, now)[0]
    until = wanted.until and read_days(wanted.until, now)[1]
    if until and since > until:
        raise UsageError(f"--since {since} is after --until {until}", hint="give the earlier day to --since")
    notes = notes_within(reader, session=wanted.session, since=since, until=until)
    talks = Talks(reader, notes)
    searched = reader.statistics(pages=[note.page for note in notes]).passages
    if not searched:
        return FoundTurns(question, (), (), 0, 0, None, talks)
    if not question:
        return FoundTurns(question, tuple(_newest(talks, wanted.limit)), (), searched, 0, None, talks)
    query, candidates = _ranked(reader, question, talks, wanted.limit, likeness)
    hits = tuple(_turn_found(talks, talks.spot(hit.said.row), hit.score, hit.why) for hit in candidates[: wanted.limit])
    return FoundTurns(question, hits, _beside(talks, hits), searched, len(candidates) - len(hits), query, talks)


def _ranked(
    reader: IndexReader, question: str, talks: Talks, limit: int, likeness: Likeness | None
) -> tuple[Query, list[_Candidate]]:
    """Rank the turns as `ask` ranks passages: with the words of their session, their stretch and their neighbors."""
    notes = {note.page: note for note in talks.notes}
    view = PageSelection(reader, list(notes))
    query = understand(view, question)
    ranking, found = rank(view, query, search(view, query), likeness)
    candidates = [
        _Candidate(ranked.score, _read(found.passage_rows[ranked.id], notes[ranked.page], query), ranked.via)
        for ranked in ranking.passages[: LOOKED_THROUGH * limit]
    ]
    candidates = _without_others(_with_replies(candidates, found.passage_rows, notes, query))
    best = max((candidate.score for candidate in candidates), default=0.0)
    hits = [hit._replace(score=hit.score / best) for hit in candidates if hit.is_hit and hit.score >= LEAST * best]
    return query, _newer_first(_without_speakers_alone(hits, query), notes)


class _Said(NamedTuple):
    """A turn, and which terms of the question it has."""

    row: PassageRow
    turn: Turn
    words: frozenset[str]
    """All its words, the speaker's name included, as they are indexed."""
    asked: frozenset[str]
    """Terms of the question in what was said, the name of the session and the day."""
    named: frozenset[str]
    """Terms of the question in the name of who speaks."""


class _Candidate(NamedTuple):
    score: float
    said: _Said
    via: str = ""
    """The name over which the turn was reached, where words did not lead to it."""
    is_reply: bool = False
    """It follows a turn that asks and has words of the question."""

    @property
    def is_hit(self) -> bool:
        """Whether the turn itself has something of the question, answers it, or has the name that led to it."""
        if self.via:
            return self.said.words.issuperset(self.via.split())
        return self.is_reply or bool(self.said.asked or self.said.named)

    @property
    def why(self) -> str:
        return "bridge" if self.via else "words" if self.said.asked or self.said.named else "reply"


def _read(row: PassageRow, note: SessionNote, query: Query) -> _Said:
    turn = parse_turn(row.text)
    # Words like `when` answer nothing, unless nothing else is asked.
    terms = frozenset(term.term for term in query.terms if term.share) or frozenset(term.term for term in query.terms)
    text, speaker, session = (
        frozenset(analyze(part, note.language)) for part in (turn.text, turn.speaker, note.session)
    )
    return _Said(row, turn, text | speaker, terms & (text | session | {note.date}), terms & speaker)


def _with_replies(
    candidates: Sequence[_Candidate], rows: Mapping[int, PassageRow], notes: Mapping[int, SessionNote], query: Query
) -> list[_Candidate]:
    """Give the reply to a turn that asks a part of its score: the words are there, what answers stands behind them."""
    weighed = {candidate.said.row.id: candidate for candidate in candidates}
    for candidate in candidates:
        row = rows.get(candidate.said.row.id + 1)
        if not (candidate.said.asked and _ASKS.search(candidate.said.turn.text)) or row is None:
            continue
        known = weighed.get(row.id) or _Candidate(0.0, _read(row, notes[row.page], query))
        if row.page == candidate.said.row.page and known.said.turn.speaker != candidate.said.turn.speaker:
            weighed[row.id] = known._replace(score=known.score + REPLY * candidate.score, is_reply=True)
    return sorted(weighed.values(), key=lambda candidate: (-candidate.score, candidate.said.row.id))


def _without_others(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Lower the turns of others where the question names somebody who speaks: who is asked about speaks for himself."""
    if not any(candidate.said.named for candidate in candidates):
        return list(candidates)
    lowered = [hit if hit.said.named else hit._replace(score=OTHERS * hit.score) for hit in candidates]
    return sorted(lowered, key=lambda candidate: (-candidate.score, candidate.said.row.id))


def _without_speakers_alone(hits: list[_Candidate], query: Query) -> list[_Candidate]:
    """Leave out turns that have nothing of the question but the name of who speaks, where that answers nothing.

    Where all words of the question are known, such a turn may be the answer in other words, beside better ones.
    """
    # A question in another language than the talks has function words that are none there.
    saying = frozenset(analyze(SAYING, query.language)) | function_words(detect_language(query.question))
    more = [hit for hit in hits if hit.via or hit.is_reply or hit.said.asked]
    speakers = {term for hit in hits for term in hit.said.named}
    is_about_speakers = all(
        term.term in speakers or term.term in saying or term.text.casefold() in saying
        for term in query.terms
        if term.share
    )
    return hits if is_about_speakers or (more and not query.nowhere) else more


def _newer_first(hits: Sequence[_Candidate], notes: dict[int, SessionNote]) -> list[_Candidate]:
    """Return the same ranking; of turns alike in score the newer goes first."""

    def order(hit: _Candidate) -> tuple[float, Moment]:
        return round(hit.score, EVEN), moments(notes[hit.said.row.page], [hit.said.row])[0][0]

    return sorted(hits, key=order, reverse=True)


def _newest(talks: Talks, limit: int) -> list[TurnFound]:
    """Return the last turns, the newest first: those of one day by their times, whichever sessions they are of."""
    days: dict[str, list[int]] = {}
    for place, note in enumerate(talks.notes):
        days.setdefault(note.date, []).append(place)
    newest: list[TurnFound] = []
    for day in sorted(days, reverse=True):
        told = [
            (moment, Spot(place, position))
            for place in days[day]
            for position, (moment, _) in enumerate(moments(talks.notes[place], talks.rows(place)))
        ]
        newest += [_turn_found(talks, spot, 1.0, "newest") for _, spot in sorted(told, reverse=True)]
        if len(newest) >= limit:
            break
    return newest[:limit]


def _beside(talks: Talks, hits: Sequence[TurnFound]) -> tuple[TurnFound, ...]:
    """Return turns within WINDOW of a hit that are no hits themselves, each with the score of the nearest, best hit."""
    taken = {hit.spot for hit in hits}
    near: dict[Spot, tuple[int, float]] = {}
    for hit in hits:
        for step in (talks.preceding, talks.following):
            spot: Spot | None = hit.spot
            for distance in range(1, WINDOW + 1):
                spot = step(spot) if spot else None
                if spot and spot not in taken:
                    near[spot] = min(near.get(spot, (distance, -hit.score)), (distance, -hit.score))
    return tuple(_turn_found(talks, spot, -score, "near", distance) for spot, (distance, score) in sorted(near.items()))


def _turn_found(talks: Talks, spot: Spot, score: float, why: str, distance: int = 0) -> TurnFound:
    note, row = talks.notes[spot.note], talks.row(spot)
    return TurnFound(note.node, row.block, note.date, note.session, spot, parse_turn(row.text), score, why, distance)
