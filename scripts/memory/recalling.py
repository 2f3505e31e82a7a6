"""Searching conversations: turns of session notes, ranked as `ask` ranks passages, and quoted within a budget."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from ..errors import NoRoomError, UsageError
from ..index_store.database import PLACE_BITS
from ..index_store.port import IndexReader
from ..look.selection import PageSelection
from ..model import PassageRow
from ..retrieval_engine.cutting import GAP, cut_passage
from ..retrieval_engine.cutting import Counter as TokenCounter
from ..retrieval_engine.meaning import Likeness, section_texts
from ..retrieval_engine.rank import covered, scaled
from ..retrieval_engine.reply import CorrectedWord
from ..retrieval_engine.understand import understand
from ..retrieval_engine.values import Query
from ..text.analyzer import analyze, name_key
from ..text.escaping import quoted, safe_line
from ..text.language import detect_language, function_words
from ..text.turns import Turn, parse_turn
from .remembering import Moment, SessionNote, in_order, moment_of, notes_within, read_days

LIMIT = 10
"""Most turns that are returned."""

WINDOW = 2
"""Turns before and after a hit that may be shown with it: an answer follows its question."""

COVERED = 0.6
"""Share of a question's idf that an exchange needs to be reported without being asked for."""

LEAST = 0.05
"""Share of the best score that a turn must have: one with less shares a common word, or nothing."""

EVEN = 2
"""Decimals of a score; of turns that are equal in them the newer one goes first."""

HITS = 150
"""Turns with words of the question that are scored; in a vault with no more turns, all are."""

K1, B = 1.2, 0.75
"""Parameters of BM25, as in the index."""

STRETCH = 80
"""Words of a stretch: a turn scores as its best stretch, so that a page of Markdown is not diluted by its length."""

AROUND = {-2: 0.1, -1: 0.3, 1: 0.3, 2: 0.1}
"""Shares of its neighbors' scores that a turn gains: one asks, another answers."""

SESSION = 0.4
"""Weight of the session's score, both divided by the largest.  Between .3 and .6 as much is found."""

SECTION = 0.6
"""Weight of the score of the section, a few turns in a row, divided by the largest."""

REPLY = 0.3
"""Share of the score of a turn that asks, which its reply gains."""

OTHERS = 0.7
"""Factor of a turn's score if the question names another speaker.  Between .6 and .8 as many answers are found."""

ASSISTANT = 0.6
"""Factor of the score of an assistant's turn, which says at length what a person said in a line.  With 1, 48 instead of
54 of a hundred turns of long chats are found among ten."""

ASSISTANTS = frozenset(
    "agent assistant ai bot model chatgpt claude codex copilot gemini qwen opencode cline".split()  # noqa: SIM905
)
"""Folded names of assistants; `remember` uses `agent` for a speaker without a name."""

POOL, MEANING = 40, 1.0
"""Best sections by words whose meaning is compared, and the weight of the likeness of the most similar turn."""

SAYING = """say said tell told talk talked mention mentioned speak spoke sagt sagte gesagt erzählt erzählte erwähnt
dit dire raconté dijo dicho contó disse detto zei gezegd сказал сказала 说 言った"""
"""Words that ask what somebody said, whatever it was."""

LEADING, COMPARED = 2, 5
"""Best turns that are checked for a later change, and best turns that may be the change."""

SAME_THING = 0.4
"""Least share of the question that the later turn has."""

CHANGING = """now no longer instead actually change changed switch switched moved updated increase increased reduced
raised extended shortened postponed rescheduled adjusted replaced improved recently new latest jetzt nun statt geändert
verschoben erhöht gesenkt neu neue neuer neuen maintenant désormais plutôt changé déplacé reporté augmenté baissé
nouveau nouvelle ahora cambiado cambió movido aplazado nuevo nueva nu verplaatst gewijzigd nieuw nieuwe adesso ora
cambiato spostato nuovo nuova agora mudou novo nova"""
"""Words that tell of a change."""

NEAR = 0.5
"""Factor of a hit's score for a turn beside it, and again for each further step."""

SHORTEST_CUT = 40
"""Fewest tokens of a turn that are shown if it does not fit as a whole."""

_CHANGES = re.compile(rf"(?i)\b(?:{'|'.join(CHANGING.split())})\b")
_ASKS = re.compile(r"[?？؟][^\w?？؟]*\Z")


class Wanted(NamedTuple):
    """The options of `recall`."""

    limit: int = LIMIT
    session: str = ""
    """Only turns of sessions of this name, on whatever date."""
    since: str = ""
    """Only turns of this day and later; as remembering.read_days reads it."""
    until: str = ""
    """Only turns of this day and before."""


class TurnFound(NamedTuple):
    """A turn, also in the form of JSON."""

    link: str
    """`page#^block`; the page alone if the turn has no id."""
    place: int
    """Number of the turn: consecutive turns of a note have consecutive numbers."""
    date: str
    time: str
    session: str
    speaker: str
    text: str
    score: float
    """1 for the best; a turn beside a hit has the score of the hit."""
    why: str
    """words, reply (to a turn with words of the question), newest (without a question), or near (beside a hit)."""
    distance: int = 0
    """Turns from the hit; 0 for the hit itself."""
    later: str = ""
    """Link of a later turn about the same thing that tells of a change; "" for none."""
    is_cut: bool = False

    @property
    def spot(self) -> tuple[str, int]:
        """Its note and its place in it."""
        return self.page, self.place

    @property
    def page(self) -> str:
        """Node of its note."""
        return self.link.partition("#^")[0]

    @property
    def block(self) -> str:
        return self.link.partition("#^")[2]


class FoundTurns(NamedTuple):
    """The turns that a question finds."""

    question: str
    hits: tuple[TurnFound, ...]
    """Best first."""
    beside: tuple[TurnFound, ...]
    """The turns around them, in the order of reading."""
    searched: int
    """How many turns were searched."""
    more: int
    """How many further turns were found; a lower bound."""
    query: Query | None
    """The question as it was searched for; None without a question."""


def find_turns(
    reader: IndexReader, question: str, wanted: Wanted, *, now: str, likeness: Likeness | None = None
) -> FoundTurns:
    """Return the turns that match a question best; without a question the newest ones.

    now: the local time, beginning with YYYY-MM-DD.  likeness: compares meanings; without it words alone rank.  Raises
    UsageError for an invalid date, a first day after the last, an unknown session, and a question without a word.
    """
    if question and not name_key(question, ""):
        raise UsageError("the question holds no word", hint="ask in words, or leave it out for what was said last")
    since = wanted.since and read_days(wanted.since, now)[0]
    until = wanted.until and read_days(wanted.until, now)[1]
    if until and since > until:
        raise UsageError(f"--since {since} is after --until {until}", hint="give the earlier day to --since")
    notes = notes_within(reader, session=wanted.session, since=since, until=until)
    searched = reader.statistics(pages=[note.page for note in notes]).passages
    if not searched:
        return FoundTurns(question, (), (), 0, 0, None)
    if not question:
        return FoundTurns(question, tuple(_newest_turns(reader, notes, wanted.limit)), (), searched, 0, None)
    by_page = {note.page: note for note in notes}
    query, candidates = _rank_turns(reader, question, by_page, likeness, now)
    best = candidates[: wanted.limit]
    found = [
        _turn_found(by_page[hit.row.page], hit.row, hit.score, "words" if hit.asked or hit.named else "reply")
        for hit in best
    ]
    for earlier, later in _changed_later(best[:COMPARED], query, by_page):
        found[earlier] = found[earlier]._replace(later=found[later].link)
    hits = tuple(found)
    return FoundTurns(question, hits, _nearby(reader, by_page, best), searched, len(candidates) - len(hits), query)


def is_covered(found: FoundTurns) -> bool:
    """Whether one of the hits, with the turns beside it, covers most of the question, and no word is unknown.

    Of 100 questions about other conversations 1 to 12 are covered; of those about these half are, and are answered.
    """
    query = found.query
    if query is None or query.nowhere:
        return False
    shares = {term.term: term.share for term in query.terms}
    turns = {turn.spot: turn for turn in (*found.hits, *found.beside)}
    for hit in found.hits:
        near = (turns.get((hit.page, hit.place + step)) for step in (-1, 0, 1))
        text = "\n".join(f"{turn.speaker} {turn.text}" for turn in near if turn)
        if covered(analyze(text, query.language), shares) >= COVERED:
            return True
    return False


def _rank_turns(
    reader: IndexReader, question: str, notes: Mapping[int, SessionNote], likeness: Likeness | None, now: str
) -> tuple[Query, list[_Candidate]]:
    """Rank the turns that have words of the question, and those beside them, since an answer follows its question."""
    view = PageSelection(reader, list(notes))
    query = understand(view, question, today=now[:10])
    terms = (*(term.term for term in query.terms), *query.phrases)
    near = {hit.id + step for hit in view.search("passages", terms, limit=HITS) for step in range(-WINDOW, WINDOW + 1)}
    # A search ignores words of most sections, which in a few turns may be the words that matter.
    few = sorted(notes) if view.statistics().passages <= HITS else ()
    turns = {row.id: _read_turn(row, notes[row.page], query) for row in view.passages(ids=sorted(near), pages=few)}
    sessions = scaled(view.search("pages", terms, limit=HITS))
    sections = scaled(view.search("sections", terms, limit=HITS))
    candidates = _score_turns(turns, sessions, sections, query)
    if likeness is not None and likeness.understands(query.language):
        candidates = _by_meaning(candidates, view, query, likeness)
    best = max((candidate.score for candidate in candidates), default=0.0)
    hits = [hit._replace(score=hit.score / best) for hit in candidates if hit.is_hit and hit.score >= LEAST * best]
    hits = _without_speakers_alone(hits, query)

    def order(hit: _Candidate) -> tuple[float, Moment]:
        # Of turns with equal scores the newer goes first.
        return round(hit.score, EVEN), moment_of(notes[hit.row.page], hit.row, hit.turn.time)

    return query, sorted(hits, key=order, reverse=True)


class _Candidate(NamedTuple):
    """A turn, the terms of the question that it has, and its score."""

    row: PassageRow
    turn: Turn
    words: tuple[str, ...]
    """The analyzed words of its text."""
    asked: frozenset[str]
    """Terms of the question in its text, the name of the session and the day."""
    named: frozenset[str]
    """Terms of the question in the name of the speaker."""
    score: float = 0.0
    is_reply: bool = False
    """It follows a turn that asks and has words of the question."""

    @property
    def is_hit(self) -> bool:
        """Whether the turn itself has terms of the question, or replies to a turn that has."""
        return self.is_reply or bool(self.asked or self.named)

    @property
    def is_assistant(self) -> bool:
        return self.turn.speaker.casefold() in ASSISTANTS


def _read_turn(row: PassageRow, note: SessionNote, query: Query) -> _Candidate:
    turn = parse_turn(row.text)
    # Function words like `when` count only if the question has no others.
    terms = frozenset(term.term for term in query.terms if term.share) or frozenset(term.term for term in query.terms)
    words, speaker, session = (analyze(part, note.language) for part in (turn.text, turn.speaker, note.session))
    asked, named = terms.intersection((*words, *session, note.date)), terms.intersection(speaker)
    return _Candidate(row, turn, tuple(words), asked, named)


def _score_turns(
    turns: Mapping[int, _Candidate], sessions: Mapping[int, float], sections: Mapping[int, float], query: Query
) -> list[_Candidate]:
    own = _own_scores(turns, query)
    around = {id: _with_neighbors(id, own, turns) for id in turns}
    most = max(around.values(), default=0.0) or 1.0
    is_named = any(turn.named for turn in turns.values())
    candidates = []
    for id, turn in turns.items():
        is_reply = _is_reply(turn, turns.get(id - 1))
        score = (around[id] + (REPLY * around[id - 1] if is_reply else 0.0)) / most
        score += SESSION * sessions.get(turn.row.page, 0.0) + SECTION * sections.get(turn.row.section, 0.0)
        if is_named and not turn.named:
            score *= OTHERS
        if turn.is_assistant:
            score *= ASSISTANT
        candidates.append(turn._replace(score=score, is_reply=is_reply))
    return sorted(candidates, key=lambda candidate: (-candidate.score, candidate.row.id))


def _is_reply(turn: _Candidate, before: _Candidate | None) -> bool:
    """Whether a turn follows one of somebody else that asks and has words of the question."""
    if before is None or before.row.page != turn.row.page or before.turn.speaker == turn.turn.speaker:
        return False
    return bool(before.asked and _ASKS.search(before.turn.text))


def _own_scores(turns: Mapping[int, _Candidate], query: Query) -> dict[int, float]:
    """Map each turn to the BM25 of its best stretch."""
    speakers = {term for turn in turns.values() for term in turn.named}
    idfs = {term.term: term.idf for term in query.terms if term.share and term.term not in speakers}
    idfs = idfs or {term.term: term.idf for term in query.terms}
    stretches = {
        id: [turn.words[at : at + STRETCH] for at in range(0, len(turn.words), STRETCH)] for id, turn in turns.items()
    }
    lengths = [len(stretch) for every in stretches.values() for stretch in every]
    mean = sum(lengths) / max(1, len(lengths))
    return {id: max((_bm25(stretch, idfs, mean) for stretch in every), default=0.0) for id, every in stretches.items()}


def _bm25(words: Sequence[str], idfs: Mapping[str, float], mean: float) -> float:
    norm = K1 * (1 - B + B * len(words) / mean)
    counts = Counter(word for word in words if word in idfs)
    return sum(idfs[word] * count * (K1 + 1) / (count + norm) for word, count in counts.items())


def _with_neighbors(id: int, own: Mapping[int, float], turns: Mapping[int, _Candidate]) -> float:
    page = turns[id].row.page
    near = ((weight, id + step) for step, weight in AROUND.items())
    return own[id] + sum(weight * own[at] for weight, at in near if at in own and turns[at].row.page == page)


def _by_meaning(
    candidates: Sequence[_Candidate], view: IndexReader, query: Query, likeness: Likeness
) -> list[_Candidate]:
    """Add likeness to the question in meaning to the scores of the turns that words ranked best."""
    sections = list(dict.fromkeys(candidate.row.section for candidate in candidates))[:POOL]
    passages: dict[int, list[PassageRow]] = {}
    for row in view.passages(sections=sections):
        passages.setdefault(row.section, []).append(row)
    rows = {row.id: row for row in view.sections(ids=sections)}
    pages = {page.id: page for page in view.pages(ids=[row.page for row in rows.values()])}
    texts = {id: section_texts(pages[rows[id].page], rows[id], passages[id]) for id in sections}
    cosines = {
        row.id: cosine
        for section, like in likeness.of(query.question, texts).items()
        for row, cosine in zip((row for row in passages[section] if not row.is_boilerplate), like[1:] or like)
    }
    most = max(cosines.values(), default=0.0) or 1.0
    lifted = [hit._replace(score=hit.score + MEANING * cosines.get(hit.row.id, 0.0) / most) for hit in candidates]
    return sorted(lifted, key=lambda candidate: (-candidate.score, candidate.row.id))


def _without_speakers_alone(hits: list[_Candidate], query: Query) -> list[_Candidate]:
    """Leave out turns that have only the speaker's name in common with the question, if that answers nothing.

    If all words of the question are known, such a turn may answer in other words, beside better ones.
    """
    # A question in another language than the notes has other function words.
    saying = frozenset(analyze(SAYING, query.language)) | function_words(detect_language(query.question))
    more = [hit for hit in hits if hit.is_reply or hit.asked]
    speakers = {term for hit in hits for term in hit.named}
    is_about_speakers = all(
        term.term in speakers or term.term in saying or term.text.casefold() in saying
        for term in query.terms
        if term.share
    )
    return hits if is_about_speakers or (more and not query.nowhere) else more


def _changed_later(
    hits: Sequence[_Candidate], query: Query, notes: Mapping[int, SessionNote]
) -> Iterator[tuple[int, int]]:
    """Yield the places of a leading turn and of the best later one about the same thing, if that tells of a change.

    Of questions about long chats (BEAM) whose answer changed 45 in a hundred get such a hint, of those about a single
    fact 8, of LoCoMo's 17.  With the later turn first instead, 8 more of 36 get it, and 27 of 355 lose the right first
    place.
    """
    shares = {term.term: term.share for term in query.terms}
    moment = [moment_of(notes[hit.row.page], hit.row, hit.turn.time) for hit in hits]
    says = [sum(shares.get(term, 0.0) for term in hit.asked) for hit in hits]
    for earlier in range(min(LEADING, len(hits))):
        for later, other in enumerate(hits):
            changes = not other.is_assistant and _CHANGES.search(other.turn.text)
            is_after = bool(moment[earlier][0]) and moment[later] > moment[earlier]
            if is_after and says[later] >= SAME_THING and changes:
                yield earlier, later
                break


def _newest_turns(reader: IndexReader, notes: Sequence[SessionNote], limit: int) -> list[TurnFound]:
    """Return the last turns, the newest first: those of one day by their times, across sessions."""
    newest: list[TurnFound] = []
    for _, of_day in groupby(sorted(notes, key=attrgetter("date"), reverse=True), key=attrgetter("date")):
        newest += [_turn_found(note, row, 1.0, "newest") for _, note, row in reversed(in_order(reader, of_day))]
        if len(newest) >= limit:
            break
    return newest[:limit]


def _nearby(reader: IndexReader, notes: Mapping[int, SessionNote], hits: Sequence[_Candidate]) -> tuple[TurnFound, ...]:
    """Return the turns within WINDOW of a hit that are no hits, each with the score of the nearest, best hit."""
    near: dict[tuple[int, int], tuple[int, float]] = {}
    for hit in hits:
        for step in range(-WINDOW, WINDOW + 1):
            spot, worth = (hit.row.page, hit.row.id + step), (abs(step), -hit.score)
            near[spot] = min(near.get(spot, worth), worth)
    rows = reader.passages(ids=sorted(id for (_, id), (distance, _) in near.items() if distance))
    pairs = ((row, near[row.page, row.id]) for row in rows if (row.page, row.id) in near)
    return tuple(_turn_found(notes[row.page], row, -score, "near", distance) for row, (distance, score) in pairs)


def _turn_found(note: SessionNote, row: PassageRow, score: float, why: str, distance: int = 0) -> TurnFound:
    link, (speaker, time, text) = f"{note.node}#^{row.block}" if row.block else note.node, parse_turn(row.text)
    place = row.id - (row.page << PLACE_BITS)
    return TurnFound(link, place, note.date, time, note.session, speaker, text, round(score, 4), why, distance)


@dataclass(frozen=True, slots=True)
class RecallAnswer:
    """The turns found, as JSON has them: hits first, best first, then those beside them."""

    question: str
    turns: tuple[TurnFound, ...]
    searched: int
    corrected: tuple[CorrectedWord, ...]
    nowhere: tuple[str, ...]
    omitted: int


@dataclass(frozen=True, slots=True)
class Recalled:
    """The reply of `recall`."""

    text: str
    document: RecallAnswer
    """The same turns."""


def compose(found: FoundTurns, *, budget_tokens: int, count: TokenCounter, only: str = "") -> Recalled:
    """Fit the turns found into the budget: hits before the turns beside them, better ones first.

    only: the line that describes the notes that were searched.  Raises NoRoomError if no reply fits into the budget.
    """
    missing = [*([safe_line(only)] if only else []), *_missing_lines(found)]
    shown = _choose_fitting(found, missing, budget_tokens=budget_tokens, count=count)
    text = _format_turns(found, shown, missing)
    if found.hits and not shown:
        text = f"recall: {len(found.hits) + found.more} turns found, no room for one: raise the budget"
    tokens = count(text + "\n")
    if tokens > budget_tokens:
        raise NoRoomError("a turn", budget_tokens, tokens)
    return Recalled(text, _document(found, shown))


def _choose_fitting(
    found: FoundTurns, missing: Sequence[str], *, budget_tokens: int, count: TokenCounter
) -> list[TurnFound]:
    """Return the turns that fit, whole or cut, in the order of reading, those of the best stretch first."""
    weights = {term.term: term.idf for term in found.query.terms} if found.query else {}
    language = found.query.language if found.query else ""
    shown: list[TurnFound] = []

    def room(shown: Sequence[TurnFound]) -> int:
        return budget_tokens - count(_format_turns(found, shown, missing) + "\n")

    for turn in sorted((*found.hits, *found.beside), key=lambda turn: -turn.score * NEAR**turn.distance):
        text, left = turn.text, room(shown)
        options = [turn] if count(quoted(text)) <= left else []
        if not turn.distance and left >= SHORTEST_CUT:
            limit = left - count(_label(turn._replace(is_cut=True), None) + "\n")
            words = partial(_analyzed, language)
            cut = cut_passage(text, "quote", limit=max(1, limit), count=count, words=words, weights=weights)
            options += [turn._replace(text=cut.text, is_cut=True)] if cut else []
        # A counter need not be additive, so all turns are counted together.
        fitting = (_order_turns(found, [*shown, option]) for option in options)
        shown = next((more for more in fitting if room(more) >= 0), shown)
    return shown


def _analyzed(language: str, text: str) -> Sequence[str]:
    return analyze(text, language)


def _order_turns(found: FoundTurns, shown: Sequence[TurnFound]) -> list[TurnFound]:
    """Return the turns by stretches of consecutive turns in their order, the best hit's stretch first."""
    rank = {hit.spot: place for place, hit in enumerate(found.hits)}
    stretches: list[list[TurnFound]] = []
    for turn in sorted((*found.hits, *found.beside), key=lambda turn: turn.spot):
        if stretches and _is_next(turn, stretches[-1][-1]):
            stretches[-1].append(turn)
        else:
            stretches.append([turn])
    stretches.sort(key=lambda stretch: min(rank.get(turn.spot, len(rank)) for turn in stretch))
    by_spot = {turn.spot: turn for turn in shown}
    return [by_spot[turn.spot] for stretch in stretches for turn in stretch if turn.spot in by_spot]


def _is_next(turn: TurnFound, before: TurnFound) -> bool:
    return turn.spot == (before.page, before.place + 1)


def _format_turns(found: FoundTurns, shown: Sequence[TurnFound], missing: Sequence[str]) -> str:
    if not found.hits:
        return "\n".join([f"recall: nothing found in {found.searched} turns", *missing])
    hits = sum(not turn.distance for turn in shown)
    lines = [f"recall: {hits} of {len(found.hits) + found.more} turns found in {found.searched}", *missing]
    for turn, before in zip(shown, [None, *shown]):
        lines += [_label(turn, before), quoted(turn.text)]
    return "\n".join(lines)


def _label(turn: TurnFound, before: TurnFound | None) -> str:
    """Return the label of a turn: its source, time and speaker; after a turn of the same note without the source, and
    with a gap if turns are left out between the two.

    An earlier turn than the one above gets a full label, so that nobody takes it for the reply.
    """
    block = f"#^{safe_line(turn.block)}" if turn.block else ""
    spoken = [turn.time, safe_line(turn.speaker)]
    if before is not None and before.page == turn.page and before.place < turn.place:
        label = " ".join(filter(None, (block or "#", "" if _is_next(turn, before) else GAP, *spoken)))
    else:
        label = " ".join(filter(None, (f"[{safe_line(turn.page)}{block}]", safe_line(turn.date), *spoken)))
        label += f" in {safe_line(turn.session)}" if turn.session else ""
    later = f"changed later? [{safe_line(turn.later)}]" if turn.later else ""
    notes = ", ".join(filter(None, ("beside" if turn.distance else "", "cut" if turn.is_cut else "", later)))
    return f"{label} ({notes})" if notes else label


def _missing_lines(found: FoundTurns) -> list[str]:
    """Return the lines on words that occur nowhere in the turns that were searched."""
    corrected = ", ".join(f"{written} -> {used}" for written, used in _corrected_words(found))
    nowhere = ", ".join(found.query.nowhere) if found.query else ""
    lines = (("corrected: ", corrected), ("occurs nowhere: ", nowhere))
    return [safe_line(head + words) for head, words in lines if words]


def _corrected_words(found: FoundTurns) -> tuple[CorrectedWord, ...]:
    terms = found.query.terms if found.query else ()
    return tuple(CorrectedWord(term.corrected_from, term.text) for term in terms if term.corrected_from)


def _document(found: FoundTurns, shown: Sequence[TurnFound]) -> RecallAnswer:
    rank = {hit.spot: place for place, hit in enumerate(found.hits)}
    # The sort is stable, so turns beside hits keep the order of reading.
    ordered = sorted(shown, key=lambda turn: rank.get(turn.spot, len(rank)))
    return RecallAnswer(
        question=found.question,
        turns=tuple(ordered),
        searched=found.searched,
        corrected=_corrected_words(found),
        nowhere=found.query.nowhere if found.query else (),
        omitted=len(found.hits) + found.more - sum(not turn.distance for turn in shown),
    )
