"""Finding what was said: turns of session notes, ranked as `ask` ranks passages, and sent as quotations in a budget."""

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
"""Turns looked for."""

WINDOW = 2
"""Turns before and behind a hit that may be shown with it: an answer follows its question."""

COVERED = 0.6
"""Share of a question's idf that an exchange has to hold before it is told unasked."""

LEAST = 0.05
"""Part of the best score that a turn must have: what has less shares a common word, or nothing."""

EVEN = 2
"""Decimals of a score; of turns alike in them the newer one goes first."""

HITS = 150
"""Turns with words of the question that are scored; where there are no more turns, all are."""

K1, B = 1.2, 0.75
"""Of BM25, as the index has them."""

STRETCH = 80
"""Words of a turn that are scored as one: of a page of Markdown the best stretch counts, however long the page is."""

AROUND = {-2: 0.1, -1: 0.3, 1: 0.3, 2: 0.1}
"""What a turn gains of the scores of those before and behind it: one asks, another answers."""

SESSION = 0.4
"""What the score of the session counts, both divided by the largest.  Between .3 and .6 as much is found."""

SECTION = 0.6
"""What the score of the section counts, some turns that follow each other, divided by the largest."""

REPLY = 0.3
"""Part of the score of a turn that asks that its reply gains."""

OTHERS = 0.7
"""What is left of a turn's score where the question names somebody else who speaks.  Between .6 and .8 as many answers
are found."""

ASSISTANT = 0.6
"""What is left of the score of an assistant's turn: it says at length what a person said in a line.  With 1, of long
chats 48 instead of 54 in a hundred turns are found among ten."""

ASSISTANTS = frozenset(
    "agent assistant ai bot model chatgpt claude codex copilot gemini qwen opencode cline".split()  # noqa: SIM905
)
"""How assistants are named, folded: `remember` names one that names nobody `agent`."""

POOL, MEANING = 40, 1.0
"""Sections, best by words, whose meaning is looked at, and what the likeness of the most alike turn counts."""

SAYING = """say said tell told talk talked mention mentioned speak spoke sagt sagte gesagt erzählt erzählte erwähnt
dit dire raconté dijo dicho contó disse detto zei gezegd сказал сказала 说 言った"""
"""Words that ask for what somebody said, whatever it was."""

LEADING, COMPARED = 2, 5
"""Of the best turns those that may be followed by a later one, and those looked at for it."""

SAME_THING = 0.4
"""Share of the words asked for that the later turn has at least."""

CHANGING = """now no longer instead actually change changed switch switched moved updated increase increased reduced
raised extended shortened postponed rescheduled adjusted replaced improved recently new latest jetzt nun statt geändert
verschoben erhöht gesenkt neu neue neuer neuen maintenant désormais plutôt changé déplacé reporté augmenté baissé
nouveau nouvelle ahora cambiado cambió movido aplazado nuevo nueva nu verplaatst gewijzigd nieuw nieuwe adesso ora
cambiato spostato nuovo nuova agora mudou novo nova"""
"""Words of one who says that something is otherwise than before."""

NEAR = 0.5
"""What a turn beside a hit is worth of it, and again for each step further."""

SHORTEST_CUT = 40
"""Tokens of a turn that are worth showing where it has no room as a whole."""

_CHANGES = re.compile(rf"(?i)\b(?:{'|'.join(CHANGING.split())})\b")
_ASKS = re.compile(r"[?？؟][^\w?？؟]*\Z")


class Wanted(NamedTuple):
    """What a call of `recall` may choose."""

    limit: int = LIMIT
    session: str = ""
    """Only turns of sessions of this name, on whatever date."""
    since: str = ""
    """Only turns of this day and later; as remembering.read_days reads it."""
    until: str = ""
    """Only turns of this day and before."""


class TurnFound(NamedTuple):
    """A turn, as JSON has it, too."""

    link: str
    """`page#^block`; the page alone where its note has no id there."""
    place: int
    """Turns that follow each other in a note have places that do."""
    date: str
    time: str
    session: str
    speaker: str
    text: str
    score: float
    """1 for the best; of a turn beside a hit, that of the hit."""
    why: str
    """words, reply (to a turn with words of the question), newest
    where nothing was asked, or near for a turn beside a hit."""
    distance: int = 0
    """Turns from the hit; 0 for the hit itself."""
    later: str = ""
    """Link of a turn that was said later of the same thing and speaks of a change; "" where there is none."""
    is_cut: bool = False

    @property
    def spot(self) -> tuple[str, int]:
        """Its note and its place there."""
        return self.page, self.place

    @property
    def page(self) -> str:
        """Node of its note."""
        return self.link.partition("#^")[0]

    @property
    def block(self) -> str:
        return self.link.partition("#^")[2]


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
    searched = reader.statistics(pages=[note.page for note in notes]).passages
    if not searched:
        return FoundTurns(question, (), (), 0, 0, None)
    if not question:
        return FoundTurns(question, tuple(_newest(reader, notes, wanted.limit)), (), searched, 0, None)
    by_page = {note.page: note for note in notes}
    query, candidates = _ranked(reader, question, by_page, likeness, now)
    best = candidates[: wanted.limit]
    found = [
        _turn_found(by_page[hit.row.page], hit.row, hit.score, "words" if hit.asked or hit.named else "reply")
        for hit in best
    ]
    for earlier, later in _changed_later(best[:COMPARED], query, by_page):
        found[earlier] = found[earlier]._replace(later=found[later].link)
    hits = tuple(found)
    return FoundTurns(question, hits, _beside(reader, by_page, best), searched, len(candidates) - len(hits), query)


def is_covered(found: FoundTurns) -> bool:
    """Return whether one of the hits, with the turns beside it, says most of what is asked, and no word is unknown.

    Of 100 questions about other talks 88 to 99 are not covered; of those about these talks half are, and are answered.
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


def _ranked(
    reader: IndexReader, question: str, notes: Mapping[int, SessionNote], likeness: Likeness | None, now: str
) -> tuple[Query, list[_Candidate]]:
    """Rank the turns that have words of the question, and those beside them: an answer stands behind its question."""
    view = PageSelection(reader, list(notes))
    query = understand(view, question, today=now[:10])
    terms = (*(term.term for term in query.terms), *query.phrases)
    near = {hit.id + step for hit in view.search("passages", terms, limit=HITS) for step in range(-WINDOW, WINDOW + 1)}
    # A search leaves out what stands in most sections: of a few turns that may be what is asked for.
    few = sorted(notes) if view.statistics().passages <= HITS else ()
    said = {row.id: _read(row, notes[row.page], query) for row in view.passages(ids=sorted(near), pages=few)}
    sessions = scaled(view.search("pages", terms, limit=HITS))
    sections = scaled(view.search("sections", terms, limit=HITS))
    candidates = _scored(said, sessions, sections, query)
    if likeness is not None and likeness.understands(query.language):
        candidates = _by_meaning(candidates, view, query, likeness)
    best = max((candidate.score for candidate in candidates), default=0.0)
    hits = [hit._replace(score=hit.score / best) for hit in candidates if hit.is_hit and hit.score >= LEAST * best]
    hits = _without_speakers_alone(hits, query)

    def standing(hit: _Candidate) -> tuple[float, Moment]:
        # Of turns alike in score the newer goes first.
        return round(hit.score, EVEN), moment_of(notes[hit.row.page], hit.row, hit.turn.time)

    return query, sorted(hits, key=standing, reverse=True)


class _Candidate(NamedTuple):
    """A turn, which terms of the question it has, and what it is worth."""

    row: PassageRow
    turn: Turn
    words: tuple[str, ...]
    """What was said, as it is indexed."""
    asked: frozenset[str]
    """Terms of the question in what was said, the name of the session and the day."""
    named: frozenset[str]
    """Terms of the question in the name of who speaks."""
    score: float = 0.0
    is_reply: bool = False
    """It follows a turn that asks and has words of the question."""

    @property
    def is_hit(self) -> bool:
        """Whether the turn itself has something of the question, or answers what has."""
        return self.is_reply or bool(self.asked or self.named)

    @property
    def is_assistant(self) -> bool:
        return self.turn.speaker.casefold() in ASSISTANTS


def _read(row: PassageRow, note: SessionNote, query: Query) -> _Candidate:
    turn = parse_turn(row.text)
    # Words like `when` answer nothing, unless nothing else is asked.
    terms = frozenset(term.term for term in query.terms if term.share) or frozenset(term.term for term in query.terms)
    words, speaker, session = (analyze(part, note.language) for part in (turn.text, turn.speaker, note.session))
    asked, named = terms.intersection((*words, *session, note.date)), terms.intersection(speaker)
    return _Candidate(row, turn, tuple(words), asked, named)


def _scored(
    said: Mapping[int, _Candidate], sessions: Mapping[int, float], sections: Mapping[int, float], query: Query
) -> list[_Candidate]:
    own = _own_scores(said, query)
    around = {id: _with_neighbors(id, own, said) for id in said}
    most = max(around.values(), default=0.0) or 1.0
    is_named = any(turn.named for turn in said.values())
    candidates = []
    for id, turn in said.items():
        is_reply = _replies(turn, said.get(id - 1))
        score = (around[id] + (REPLY * around[id - 1] if is_reply else 0.0)) / most
        score += SESSION * sessions.get(turn.row.page, 0.0) + SECTION * sections.get(turn.row.section, 0.0)
        if is_named and not turn.named:
            score *= OTHERS
        if turn.is_assistant:
            score *= ASSISTANT
        candidates.append(turn._replace(score=score, is_reply=is_reply))
    return sorted(candidates, key=lambda candidate: (-candidate.score, candidate.row.id))


def _replies(turn: _Candidate, before: _Candidate | None) -> bool:
    """Return whether a turn follows one of somebody else that asks and has words of the question."""
    if before is None or before.row.page != turn.row.page or before.turn.speaker == turn.turn.speaker:
        return False
    return bool(before.asked and _ASKS.search(before.turn.text))


def _own_scores(said: Mapping[int, _Candidate], query: Query) -> dict[int, float]:
    """Return BM25 of each turn: of its best stretch, so that a page of an assistant is not diluted by its length."""
    speakers = {term for turn in said.values() for term in turn.named}
    idfs = {term.term: term.idf for term in query.terms if term.share and term.term not in speakers}
    idfs = idfs or {term.term: term.idf for term in query.terms}
    stretches = {
        id: [turn.words[at : at + STRETCH] for at in range(0, len(turn.words), STRETCH)] for id, turn in said.items()
    }
    lengths = [len(stretch) for every in stretches.values() for stretch in every]
    mean = sum(lengths) / max(1, len(lengths))
    return {id: max((_bm25(stretch, idfs, mean) for stretch in every), default=0.0) for id, every in stretches.items()}


def _bm25(words: Sequence[str], idfs: Mapping[str, float], mean: float) -> float:
    norm = K1 * (1 - B + B * len(words) / mean)
    counts = Counter(word for word in words if word in idfs)
    return sum(idfs[word] * count * (K1 + 1) / (count + norm) for word, count in counts.items())


def _with_neighbors(id: int, own: Mapping[int, float], said: Mapping[int, _Candidate]) -> float:
    page = said[id].row.page
    near = ((weight, id + step) for step, weight in AROUND.items())
    return own[id] + sum(weight * own[other] for weight, other in near if other in own and said[other].row.page == page)


def _by_meaning(
    candidates: Sequence[_Candidate], view: IndexReader, query: Query, likeness: Likeness
) -> list[_Candidate]:
    """Add how like the question the turns are in meaning, of those that words ranked best."""
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
    """Leave out turns that have nothing of the question but the name of who speaks, where that answers nothing.

    Where all words of the question are known, such a turn may be the answer in other words, beside better ones.
    """
    # A question in another language than the talks has function words that are none there.
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
    """Give places of a leading turn and of the best later one of the same thing, where that speaks of a change.

    Of questions of long chats (BEAM) whose answer changed 45 in a hundred are told so, of those about a single fact 8,
    of LoCoMo's 17.  To put the later turn first instead gives it to 8 more of 36, and takes 27 right first places of
    355.
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


def _newest(reader: IndexReader, notes: Sequence[SessionNote], limit: int) -> list[TurnFound]:
    """Return the last turns, the newest first: those of one day by their times, whichever sessions they are of."""
    newest: list[TurnFound] = []
    for _, of_day in groupby(sorted(notes, key=attrgetter("date"), reverse=True), key=attrgetter("date")):
        newest += [_turn_found(note, row, 1.0, "newest") for _, note, row in reversed(in_order(reader, of_day))]
        if len(newest) >= limit:
            break
    return newest[:limit]


def _beside(reader: IndexReader, notes: Mapping[int, SessionNote], hits: Sequence[_Candidate]) -> tuple[TurnFound, ...]:
    """Return turns of a note within WINDOW of a hit that are no hits, each with the score of the nearest, best hit."""
    near: dict[tuple[int, int], tuple[int, float]] = {}
    for hit in hits:
        for step in range(-WINDOW, WINDOW + 1):
            spot, worth = (hit.row.page, hit.row.id + step), (abs(step), -hit.score)
            near[spot] = min(near.get(spot, worth), worth)
    rows = reader.passages(ids=sorted(id for (_, id), (distance, _) in near.items() if distance))
    told = ((row, near[row.page, row.id]) for row in rows if (row.page, row.id) in near)
    return tuple(_turn_found(notes[row.page], row, -score, "near", distance) for row, (distance, score) in told)


def _turn_found(note: SessionNote, row: PassageRow, score: float, why: str, distance: int = 0) -> TurnFound:
    link, (speaker, time, text) = f"{note.node}#^{row.block}" if row.block else note.node, parse_turn(row.text)
    place = row.id - (row.page << PLACE_BITS)
    return TurnFound(link, place, note.date, time, note.session, speaker, text, round(score, 4), why, distance)


@dataclass(frozen=True, slots=True)
class RecallAnswer:
    """What was found, as JSON has it: hits first, best first, then those beside them."""

    question: str
    turns: tuple[TurnFound, ...]
    searched: int
    corrected: tuple[CorrectedWord, ...]
    nowhere: tuple[str, ...]
    omitted: int


@dataclass(frozen=True, slots=True)
class Recalled:
    """What was recalled, as it is sent."""

    text: str
    document: RecallAnswer
    """The same turns."""


def compose(found: FoundTurns, *, budget_tokens: int, count: TokenCounter, only: str = "") -> Recalled:
    """Put what was found into the budget: hits before what stands beside them, better ones first.

    only: the line that says which notes alone were looked through.  Raises NoRoomError where the budget holds no reply.
    """
    missing = [*([safe_line(only)] if only else []), *_missing(found)]
    shown = _fitting(found, missing, budget_tokens=budget_tokens, count=count)
    text = _text(found, shown, missing)
    if found.hits and not shown:
        text = f"recall: {len(found.hits) + found.more} turns found, no room for one: raise the budget"
    tokens = count(text + "\n")
    if tokens > budget_tokens:
        raise NoRoomError("a turn", budget_tokens, tokens)
    return Recalled(text, _document(found, shown))


def _fitting(found: FoundTurns, missing: Sequence[str], *, budget_tokens: int, count: TokenCounter) -> list[TurnFound]:
    """Return the turns that have room, whole or cut, in the order of reading, those of the best stretch first."""
    weights = {term.term: term.idf for term in found.query.terms} if found.query else {}
    language = found.query.language if found.query else ""
    shown: list[TurnFound] = []

    def room(shown: Sequence[TurnFound]) -> int:
        return budget_tokens - count(_text(found, shown, missing) + "\n")

    for turn in sorted((*found.hits, *found.beside), key=lambda turn: -turn.score * NEAR**turn.distance):
        text, left = turn.text, room(shown)
        options = [turn] if count(quoted(text)) <= left else []
        if not turn.distance and left >= SHORTEST_CUT:
            limit = left - count(_label(turn._replace(is_cut=True), None) + "\n")
            words = partial(_analyzed, language)
            cut = cut_passage(text, "quote", limit=max(1, limit), count=count, words=words, weights=weights)
            options += [turn._replace(text=cut.text, is_cut=True)] if cut else []
        # A counter need not be additive: what all of it costs together decides.
        fitting = (_ordered(found, [*shown, option]) for option in options)
        shown = next((more for more in fitting if room(more) >= 0), shown)
    return shown


def _analyzed(language: str, text: str) -> Sequence[str]:
    return analyze(text, language)


def _ordered(found: FoundTurns, shown: Sequence[TurnFound]) -> list[TurnFound]:
    """Return turns stretch by stretch, those that follow each other as they were said, the best hit's stretch first."""
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


def _text(found: FoundTurns, shown: Sequence[TurnFound], missing: Sequence[str]) -> str:
    if not found.hits:
        return "\n".join([f"recall: nothing found in {found.searched} turns", *missing])
    hits = sum(not turn.distance for turn in shown)
    lines = [f"recall: {hits} of {len(found.hits) + found.more} turns found in {found.searched}", *missing]
    for turn, before in zip(shown, [None, *shown]):
        lines += [_label(turn, before), quoted(turn.text)]
    return "\n".join(lines)


def _label(turn: TurnFound, before: TurnFound | None) -> str:
    """Return where a turn is from and who said it; behind one of its note only what differs, and whether turns are
    left out between the two.

    What was said before the turn above begins anew: nobody should take it for the reply.
    """
    block = f"#^{safe_line(turn.block)}" if turn.block else ""
    said = [turn.time, safe_line(turn.speaker)]
    if before is not None and before.page == turn.page and before.place < turn.place:
        label = " ".join(filter(None, (block or "#", "" if _is_next(turn, before) else GAP, *said)))
    else:
        label = " ".join(filter(None, (f"[{safe_line(turn.page)}{block}]", safe_line(turn.date), *said)))
        label += f" in {safe_line(turn.session)}" if turn.session else ""
    later = f"changed later? [{safe_line(turn.later)}]" if turn.later else ""
    notes = ", ".join(filter(None, ("beside" if turn.distance else "", "cut" if turn.is_cut else "", later)))
    return f"{label} ({notes})" if notes else label


def _missing(found: FoundTurns) -> list[str]:
    """Return the lines on words that occur nowhere in the turns that were searched."""
    corrected = ", ".join(f"{written} -> {used}" for written, used in _corrected(found))
    nowhere = ", ".join(found.query.nowhere) if found.query else ""
    told = (("corrected: ", corrected), ("occurs nowhere: ", nowhere))
    return [safe_line(head + words) for head, words in told if words]


def _corrected(found: FoundTurns) -> tuple[CorrectedWord, ...]:
    terms = found.query.terms if found.query else ()
    return tuple(CorrectedWord(term.corrected_from, term.text) for term in terms if term.corrected_from)


def _document(found: FoundTurns, shown: Sequence[TurnFound]) -> RecallAnswer:
    rank = {hit.spot: place for place, hit in enumerate(found.hits)}
    # The sort keeps the order of reading among turns beside hits.
    ordered = sorted(shown, key=lambda turn: rank.get(turn.spot, len(rank)))
    return RecallAnswer(
        question=found.question,
        turns=tuple(ordered),
        searched=found.searched,
        corrected=_corrected(found),
        nowhere=found.query.nowhere if found.query else (),
        omitted=len(found.hits) + found.more - sum(not turn.distance for turn in shown),
    )
