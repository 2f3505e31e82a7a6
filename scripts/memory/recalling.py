"""Finding what was said: turns ranked as `ask` ranks passages, among those of session notes alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..clock import local_time
from ..errors import UsageError
from ..pages.turns import Turn, parse_turn
from ..retrieval.extracts.windows import says_something
from ..retrieval.language.question import parse_question
from ..retrieval.language.stems import stems
from ..retrieval.lookup.spelling import understand
from ..retrieval.search.ranking import rank_passages
from ..retrieval.search.turns import speaker_of
from ..store.reader import SqliteReader
from .session_notes import is_date, notes_within
from .talks import Talks, moments

if TYPE_CHECKING:
    from ..pages.model import PassageRow
    from ..retrieval.extracts.coverage import Asked
    from ..retrieval.lookup.spelling import Understood
    from ..retrieval.search.ranking import Ranked
    from ..store.workspace import Workspace
    from .session_notes import SessionNote
    from .talks import Moment

LIMIT = 10
"""Turns looked for."""
WINDOW = 2
"""Turns before and behind a hit that may be shown with it: an answer follows its question."""
LEAST = 0.05
"""Part of the best score that a turn must have: what has less shares a common word, or nothing."""
VARIATION = "\ufe0f"
"""Makes a sign an emoji, for who writes it: ❤ and ❤️ are one."""
EVEN = 2
"""Decimals of a score; of turns alike in them the newer one goes first."""


SAYING = """say said tell told talk talked mention mentioned speak spoke sagt sagte gesagt erzählt erzählte erwähnt
dit dire raconté dijo dicho contó disse detto zei gezegd сказал сказала 说 言った"""
"""Words that ask for what somebody said, whatever it was."""


class Wanted(NamedTuple):
    """What a call of `recall` may choose."""

    limit: int = LIMIT
    session: str = ""
    """Only turns of sessions of this name, on whatever date."""
    since: str = ""
    """Only turns of this day and later: YYYY-MM-DD, or as days.py reads it."""
    until: str = ""
    """Only turns of this day and before."""


class TurnFound(NamedTuple):
    """A turn, and where it stands."""

    page: str
    block: str
    """"" where the note has no id there."""
    title: str
    date: str
    session: str
    place: int
    """Among all turns: of those that follow each other in a talk the places do, too."""
    turn: Turn
    score: float
    """1 for the best; of a turn beside a hit, that of the hit."""
    why: str
    """As in `ask`; newest where nothing was asked; near for a turn beside a hit."""
    distance: int = 0
    """Turns from the hit; 0 for the hit itself, and for a turn that was found for standing next to one."""

    @property
    def is_hit(self) -> bool:
        """Whether something of the question led to the turn itself."""
        return not self.distance and self.why != "beside"

    @property
    def link(self) -> str:
        """What cites it."""
        return f"{self.page}#^{self.block}" if self.block else self.page


class Found(NamedTuple):
    """What a question recalls."""

    question: str
    hits: tuple[TurnFound, ...]
    """Best first."""
    beside: tuple[TurnFound, ...]
    """What stands around them, by place."""
    searched: int
    """Turns that were looked through."""
    more: int
    """Turns led to that were found after those here; a lower bound."""
    understood: Understood | None
    """The question as it was searched for; None where nothing was asked."""


def find_turns(ws: Workspace, question: str, wanted: Wanted) -> Found:
    """The turns that answer best; without a question the newest ones.

    Raises UsageError for a date that is none, days of which the first comes last, a session that is none, and a
    question without a word.
    """
    has_words = any(map(str.isalnum, question))
    signs = () if has_words else _signs(question)
    if question and not has_words and not signs:
        raise UsageError("the question holds no word", hint="ask in words, or leave it out for what was said last")
    since, until = (_day(ws, each) for each in (wanted.since, wanted.until))
    if until and since > until:
        raise UsageError(f"--since {since} is after --until {until}", hint="give the earlier day to --since")
    within = notes_within(ws, session=wanted.session, since=since, until=until)
    notes = [note for note in within if note.passages]
    searched = sum(note.passages for note in notes)
    if not notes:
        return Found(question, (), (), 0, 0, None)
    reader = _reader(ws, notes)
    by_page = {note.id: note for note in notes}
    talks = Talks(notes, apart=WINDOW + 1)
    if has_words:
        understood, ranked = _ranked(ws, reader, _dated(question, notes), by_page, wanted.limit)
        rows = _newer_first(ranked, by_page)
    else:
        understood, rows = None, _newest(reader, notes, wanted.limit, signs)
    hits = [_found(row, by_page[row.page], talks, score, why) for row, score, why in rows]
    kept = tuple(hits[: wanted.limit])
    more = sum(each.is_hit for each in hits[wanted.limit :])
    return Found(question, kept, _beside(reader, by_page, talks, kept), searched, more, understood)


def _day(ws: Workspace, text: str) -> str:
    if not text or is_date(text):
        return text
    from .days import read_day

    return read_day(text, local_time(ws.clock))


def _reader(ws: Workspace, notes: Sequence[SessionNote]) -> SqliteReader:
    """The port, where word search keeps to these notes."""
    spans = sorted((note.first, note.first + note.passages) for note in notes)
    return SqliteReader(ws.index.connection(), ws.embedder, within=spans)


def _dated(question: str, notes: Sequence[SessionNote]) -> str:
    """The question with the whole dates of the days in it."""
    if not any(map(str.isdigit, question)):
        return question
    from .days import with_years

    return with_years(question, {note.date for note in notes})


def _ranked(
    ws: Workspace, reader: SqliteReader, question: str, by_page: Mapping[str, SessionNote], limit: int
) -> tuple[Understood, list[tuple[PassageRow, float, str]]]:
    """As `ask` ranks: misspelled words corrected, names looked up, neighbors and speakers weighed in.

    by_page: the notes that are wanted; a name may lead to other pages.
    """
    understood = understand(reader, parse_question(question), limit=ws.settings.seed_limit)
    asked = understood.asked
    ranked = [
        each
        for each in rank_passages(reader, asked, understood.found.matches, limit=4 * limit)
        if each.row.page in by_page
        and each.score >= LEAST
        and says_something(each.row.text, asked)
        and not _is_of_one_day_only(each, asked)
    ]
    # Of a question whose words are all known such a turn may be the answer in other words.
    named_only = [each for each in ranked if _is_of_one_speaker_only(each, asked)]
    more = [each for each in ranked if each not in named_only]
    has_more = any(each.why == "meaning" or asked.covered_by(each.row) for each in more)
    if named_only and (understood.gaps or not has_more):
        # What is left beside turns that are left out answers nothing.
        ranked = more if has_more else []
    return understood, [(each.row, each.score, each.why) for each in ranked]


def _is_of_one_speaker_only(ranked: Ranked, asked: Asked) -> bool:
    """Whether a turn has nothing of the question but the name of who speaks, and more is asked than that.

    A reply, and what a name leads to, may answer all the same.
    """
    covered, speaker = asked.covered_by(ranked.row), speaker_of(ranked.row.text)
    if ranked.why != "words" or not covered or not covered <= speaker:
        return False
    if asked.shares.keys() <= speaker | frozenset(stems(SAYING)):
        return False  # What did Ada say?
    return not asked.covered(parse_turn(ranked.row.text).text)


def _is_of_one_day_only(ranked: Ranked, asked: Asked) -> bool:
    """Whether a turn was reached over nothing but the titles of two notes, which are dates."""
    if ranked.why != "bridge" or not ranked.path or asked.covered_by(ranked.row):
        return False
    leg = ranked.path[-1]
    return leg.name.casefold() not in f"{leg.departed.text}\n{leg.landed.text}".casefold()


def _newer_first(
    rows: list[tuple[PassageRow, float, str]], by_page: dict[str, SessionNote]
) -> list[tuple[PassageRow, float, str]]:
    """The same ranking; of turns alike in score the newer stands in the place of the best of them."""
    places: dict[float, list[int]] = {}
    for place, (_, score, _) in enumerate(rows):
        places.setdefault(round(score, EVEN), []).append(place)
    found = list(rows)
    for alike in places.values():
        newer = sorted((rows[place] for place in alike), key=lambda each: _said(by_page, each[0]), reverse=True)
        for place, row in zip(alike, newer):
            found[place] = row
    return found


def _said(by_page: dict[str, SessionNote], row: PassageRow) -> Moment:
    return moments(by_page[row.page], [row])[0][0]


def _signs(question: str) -> tuple[str, ...]:
    """The signs of a question without a word, which word search does not know: emoji above all."""
    from unicodedata import category

    parts = question.replace(VARIATION, "").split()
    return tuple(part for part in parts if any(category(sign)[0] == "S" for sign in part if not sign.isascii()))


def _newest(
    reader: SqliteReader, notes: Sequence[SessionNote], limit: int, signs: Sequence[str] = ()
) -> list[tuple[PassageRow, float, str]]:
    """The last turns, the newest first: those of one day by their times, whichever sessions they are of.

    signs: only turns that hold one of these.  Cost: a reading of the notes, from the newest on, until there are enough.
    """
    days: dict[str, list[SessionNote]] = {}
    for note in notes:
        days.setdefault(note.date, []).append(note)
    found: list[PassageRow] = []
    for day in sorted(days, reverse=True):
        told: list[tuple[Moment, PassageRow]] = []
        for note in days[day]:
            end = note.first + note.passages
            first = note.first if signs else max(note.first, end - limit)
            told += moments(note, reader.passages(range(first, end)).values())
        newest = [row for _, row in sorted(told, key=lambda each: each[0], reverse=True)]
        found += [row for row in newest if not signs or any(s in row.text.replace(VARIATION, "") for s in signs)]
        if len(found) >= limit:
            break
    return [(row, 1.0, "words" if signs else "newest") for row in found[:limit]]


def _beside(
    reader: SqliteReader, by_page: dict[str, SessionNote], talks: Talks, hits: Sequence[TurnFound]
) -> tuple[TurnFound, ...]:
    """Turns within WINDOW of a hit that are no hits themselves, each with the score of the nearest, then best, hit."""
    near: dict[int, tuple[int, float]] = {}
    taken = {hit.place for hit in hits}
    for hit in hits if hits and hits[0].why != "newest" else ():
        for step in range(-WINDOW, WINDOW + 1):
            id_ = talks.passage(hit.place + step)
            if id_ is not None and hit.place + step not in taken:
                near[id_] = min(near.get(id_, (WINDOW + 1, 0.0)), (abs(step), -hit.score))
    found = [
        _found(row, by_page[row.page], talks, -near[id_][1], "near")._replace(distance=near[id_][0])
        for id_, row in reader.passages(sorted(near)).items()
    ]
    return tuple(sorted(found, key=lambda each: each.place))


def _found(row: PassageRow, note: SessionNote, talks: Talks, score: float, why: str) -> TurnFound:
    place, turn = talks.place(note, row.ordinal), parse_turn(row.text)
    return TurnFound(row.page, row.block, row.title, note.date, note.session, place, turn, score, why)
