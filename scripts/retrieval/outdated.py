"""Whether a filed answer is still the last word: something it rests on was replaced, or something newer says as much.

A mere mention outdates nothing.  What was replaced must be named by the answer and by what it cites, and what took its
place be named nowhere in it; a newer passage must say in few words what of the question is said by what is cited, or
tell a change of it: who takes over from whom the answer names, or all of the question but one word, beside the change.
For who, where and when such a change must tell another name, place or time, or be of what is asked for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from re import Pattern
from typing import TYPE_CHECKING, NamedTuple

from ..pages.kept_lines import EVIDENCE, parse_evidence_line, stands_under
from ..pages.model import DAY, LINKS_TO, SECOND_HAND, PassageRow
from ..pages.text.names import fold_name
from ..pages.text.sentences import sentences
from .answer_values import Verdict
from .language.stopwords import is_stop_somewhere
from .search.claim_paths import replaced_things

if TYPE_CHECKING:
    from ..pages.model import Node
    from .extracts.coverage import Asked
    from .port import GraphReader, Written

LEAST = 0.5
"""Share of the question that a newer passage must cover, together with all of it that what is cited covers."""
ALONE = 0.75
"""The same where what is cited covers less than LEAST: it says the answer in words of its own."""
TOGETHER = 2
"""Sentences in a row that must cover it: a long passage mentions all."""
LOOKED_AT = 12
"""Passages, the best found, among which newer ones are looked for."""
SHOWN = 2
"""Newer passages sent."""
CHANGED = 1 / 3
"""Part of the words of the question that a sentence must have which tells a change, beside those of the change.

Counted, not weighed: what newer passages speak of is common, the verb that they do without is rare."""


class Outdated(NamedTuple):
    """Why an answer may not hold any more."""

    verdict: Verdict
    rows: tuple[PassageRow, ...]
    """What says so."""


class _Filed(NamedTuple):
    """A filed answer."""

    page: str
    text: str
    """Folded, with its questions, without its evidence."""
    cited: frozenset[tuple[str, str]]
    """Page and block of what it rests on, in lower case; "" for a page as a whole."""
    rows: tuple[PassageRow, ...]
    """The passages it rests on, without those of pages cited as a whole."""


def find_outdated(
    graph: GraphReader, asked: Asked, page: str, *, written: Written, min_confidence: float
) -> Outdated | None:
    """What may outdate the filed answer on a page; see `answer` for written.

    Cost: the links of the page and the claims on what it cites; a moment for each newer candidate.
    """
    filed = _read(graph, page)
    return _replaced(graph, filed, written, min_confidence) or _said_later(graph, asked, filed, written)


def _read(graph: GraphReader, page: str) -> _Filed:
    told, cited, rows = [], [], []
    for row in graph.passages_of(page):
        if not stands_under(row.heading, (EVIDENCE,)):
            told.append(row.text)
            continue
        for line in row.text.split("\n"):
            found = parse_evidence_line(line)
            if found:
                cited.append((found.page, found.block.lower()))
    for source, block in cited:
        one = graph.passage_at(source, block) if block else None
        rows += [one] if one else []
    return _Filed(page, fold_name("\n".join(told)), frozenset(cited), tuple(rows))


def _replaced(graph: GraphReader, filed: _Filed, written: Written, min_confidence: float) -> Outdated | None:
    edges = graph.edges_at([filed.page], min_confidence=0.0, direction="out", relations=(LINKS_TO,))
    linked = {edge.target for edge in edges.get(filed.page, ())} - {source for source, _ in filed.cited}
    claimed = {
        end
        for source, block in sorted(filed.cited)
        if block
        for edge in graph.edges_citing(source, block, min_confidence=min_confidence)
        for end in (edge.source, edge.target)
    }
    for each in replaced_things(graph, linked | claimed, written=written, min_confidence=min_confidence):
        nodes = graph.nodes([each.id, each.newest])
        is_told = each.id in linked or _names(nodes.get(each.id), filed.text)
        rests = each.id in claimed or _names(nodes.get(each.id), _evidence(graph, filed))
        is_known = each.newest in linked or _names(nodes.get(each.newest), filed.text)
        if not (is_told and rests) or is_known:
            continue
        items = graph.evidence([each.claim], min_confidence=min_confidence)[each.claim]
        rows = [row for item in items[:1] if item.block and (row := graph.passage_at(item.source, item.block))]
        return _partial(filed, f"[[{each.id}]] was replaced by [[{each.newest}]]", rows)
    return None


def _evidence(graph: GraphReader, filed: _Filed) -> str:
    """What the answer rests on, folded."""
    whole = [row for source, block in sorted(filed.cited) if not block for row in graph.passages_of(source)]
    return fold_name("\n".join(row.text for row in (*filed.rows, *whole)))


def _names(node: Node | None, text: str) -> bool:
    """Whether a folded text has a name of a node."""
    names = (node.name, *node.aliases) if node else ()
    return any(key and f" {key} " in f" {text} " for key in map(fold_name, names))


def _said_later(graph: GraphReader, asked: Asked, filed: _Filed, written: Written) -> Outdated | None:
    moment = written(filed.page, "")
    hits = [hit for hit in asked.hits if hit.category not in SECOND_HAND][:LOOKED_AT] if moment else []
    rows = graph.passages([hit.passage for hit in hits])
    tells_change = _change_teller(asked, filed)
    known = {row.id for row in filed.rows}
    known |= {row.id for row in rows.values() if (row.page, "") in filed.cited}
    cited = [*filed.rows, *(row for row in rows.values() if row.id in known)]
    said = max((asked.covered(row.text) for row in cited), key=asked.share, default=frozenset[str]())
    texts = {" ".join(row.text.split()) for row in cited}
    newer = [
        row
        for hit in hits
        if (row := rows.get(hit.passage)) and row.id not in known
        if _says(row.text, said, asked) or tells_change(row)
        # Who asks, says nothing; who says the same, outdates nothing.
        if not row.text.rstrip().endswith("?") and " ".join(row.text.split()) not in texts
        if _is_later(row, filed, moment, written)
    ][:SHOWN]
    if not newer:
        return None
    cites = " and ".join(f"[[{row.page}#^{row.block}]]" if row.block else f"[[{row.page}]]" for row in newer)
    return _partial(filed, f"{cites} {'are' if len(newer) > 1 else 'is'} newer", newer)


def _says(text: str, said: frozenset[str], asked: Asked) -> bool:
    """Whether sentences in a row cover what is said of the question, and enough of it."""
    least = LEAST if asked.share(said) >= LEAST else ALONE
    if asked.share(asked.covered(text)) < least:
        return False
    spoken = _spoken(text, TOGETHER)
    return any(said <= covered and asked.share(covered) >= least for covered in map(asked.covered, spoken))


def _spoken(text: str, together: int) -> list[str]:
    """Each so many sentences in a row."""
    spans = sentences(text)
    return [text[start : spans[min(n + together, len(spans)) - 1][1]] for n, (start, _) in enumerate(spans)]


def _change_teller(asked: Asked, filed: _Filed) -> Callable[[PassageRow], bool]:
    """What tells of a passage whether a sentence of it changes what was asked for."""
    from .language.changes import NAMES, asks_what_was, change_words, changed_words, values_asked_for

    if asks_what_was(asked.question.text):
        return lambda _: False
    texts = [_words_said(row) for row in filed.rows]
    names = _own(NAMES, texts, asked)
    value = values_asked_for(asked.question.text)
    known = _own(value, texts, asked) if value else frozenset[str]()

    def tells(row: PassageRow) -> bool:
        new = _own(value, [_words_said(row)], asked) - known if value else frozenset[str]()
        for sentence in _spoken(row.text, 1):
            words = change_words(sentence)
            told = asked.covered(sentence) - asked.covered(words) if words else frozenset[str]()
            if not told or len(told) < CHANGED * len(asked.shares):
                continue
            left = len(asked.shares) - len(told)
            is_named = not names.isdisjoint(NAMES.findall(sentence))
            if left > 1 and not is_named:
                continue
            # Who changes her phone number lives where she did.
            if not (left and value) or any(each in sentence for each in new):
                return True
            if any(asked.covered(word) or word in names for word in changed_words(sentence)):
                return True
            if is_named and "no longer" in words.lower():
                return True
        return False

    return tells


def _own(values: Pattern[str], texts: Sequence[str], asked: Asked) -> frozenset[str]:
    """What of these stands in texts, but for words of the question and stop words, which may begin a sentence."""
    found = {word for text in texts for word in values.findall(text) if not asked.covered(word)}
    return frozenset(word for word in found if not is_stop_somewhere(word.lower()))


def _is_later(row: PassageRow, filed: _Filed, moment: str, written: Written) -> bool:
    """Whether a passage is later than the answer; as far as their times tell, a turn behind all turns that it cites."""
    mine = _moment(row, written)
    told = min(len(mine), len(moment))
    if mine[:told] != moment[:told] or row.category != "sessions":
        return mine[:told] > moment[:told]
    turns = [each for each in filed.rows if each.category == "sessions"]
    return bool(turns) and all(_follows(row, each, mine, written) for each in turns)


def _follows(row: PassageRow, other: PassageRow, mine: str, written: Written) -> bool:
    return row.ordinal > other.ordinal if row.page == other.page else mine > _moment(other, written)


def _moment(row: PassageRow, written: Written) -> str:
    """When a passage was said, or came into the vault: a day, with its time as far as it is known."""
    day = written(row.page, row.block)
    if row.category != "sessions" or not day:
        return day
    from ..pages.turns import parse_turn  # Late: few answers are as old as what was said.

    time = parse_turn(row.text).time
    return f"{day[:DAY]}T{time}" if time else day


def _words_said(row: PassageRow) -> str:
    """The text of a passage; of a turn without who said it."""
    if row.category != "sessions":
        return row.text
    from ..pages.turns import parse_turn

    return parse_turn(row.text).text


def _partial(filed: _Filed, why: str, rows: Sequence[PassageRow]) -> Outdated:
    reason = f"[[{filed.page}]] answers this question, but {why}"
    brief = (f"[[{filed.page}]] answers this, but {why}", f"[[{filed.page}]] may be outdated")
    return Outdated(Verdict("partial", reason, filed.page, brief), tuple(rows))
