"""Whether a page of the wiki answers the question by itself, and why.

Conservative on purpose: a page that merely shares words with a question is never called sufficient.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..pages.kept_lines import question_told
from ..pages.text.names import fold_words
from .answer_values import WORDS_ONLY, Stale, Verdict
from .extracts.verbatim import word_for_word
from .language.question import parse_question
from .language.stems import BETWEEN, is_unspaced
from .language.stopwords import script_words

if TYPE_CHECKING:
    from ..pages.model import PassageRow
    from .answer_values import PageHit
    from .extracts.coverage import Asked
    from .language.question import Question
    from .lookup.matching import Match
    from .port import GraphReader

ENOUGH_TEXT = 40
"""Characters of prose below which a page is a stub that answers nothing."""
NEAR_QUESTION = 0.65
"""Share of the weighed words of two questions that must be common before the other one is worth showing as near.

Measured with tests/bench/wiki_first.py: of 75 other questions about the same things one is still near one, as at 0.8;
of paraphrases that no rule knows, twice as many are (16 of 21, not 8)."""
PARTLY = 0.5
"""Share of the question that pages must cover to be called partial."""
LOOKED_AT = 5
"""Passages, the best found, of which one may hold most of the question or the whole of it."""
CHANGES = 3
"""What changed of that which a filed answer rests on, named in the verdict at most."""

_DEFINING_WORDS = """
what what's who who's is are was were be a an the of tell me about define definition describe explain mean means
meaning overview do does you know us give please ist sind wer der die das ein eine qu est ce que c qui quoi sont le les
des es el la los las un una que quien quienes son cos e che chi il lo o quem wat zijn
"""
_DEFINING = frozenset(_DEFINING_WORDS.split())
"""Words around a name in a question that asks only what it is."""

# What is filed is met by many questions, and read several times for each.
_read = lru_cache(maxsize=256)(parse_question)
_EMBED = re.compile(r"!\[\[[^\]]*\]\]|!\[[^\]]*\]\([^)]*\)")


class _Filed(NamedTuple):
    """A page that answers a question, and which."""

    hit: PageHit
    question: str
    rows: Sequence[PassageRow]
    is_told: bool
    """The page says the question; else its title stands for it."""


def judge(
    graph: GraphReader,
    asked: Asked,
    matches: Sequence[Match],
    pages: Sequence[PageHit],
    snippet: Callable[[PageHit], str],
) -> Verdict:
    """Say whether one of the pages found answers the question; snippet: makes what is shown of a page.

    Cost: the passages of each topic among them; one read of names when there is one.
    """
    topics = [hit for hit in pages if hit.category == "topics"]
    graph.expect(pages=[hit.id for hit in topics])
    filed = [each for hit in topics for each in _filed(hit, graph.passages_of(hit.id))]
    same = [each for each in filed if each.hit.why == "question"] or _same_questions(graph, asked, filed)
    for each in same:
        if not each.hit.stale and _prose(each.rows) >= ENOUGH_TEXT:
            exactly = each.hit.why == "question"
            reworded = "" if exactly else f', asked as "{each.question}"'
            return Verdict("sufficient", f"[[{each.hit.id}]] is a filed answer to this question{reworded}", each.hit.id)
    for each in same:
        if each.hit.stale:
            of = each.hit.stale.reasons if isinstance(each.hit.stale, Stale) else ()
            which = f": {', '.join(of[:CHANGES])}" if of else ""
            reason = f"[[{each.hit.id}]] answers this question, but what it rests on has changed{which}"
            brief = f"[[{each.hit.id}]] answers this, but is stale"
            return Verdict("partial", reason, each.hit.id, (brief + which, brief))
    defined = _defined(asked, matches)
    for hit in pages:
        page = hit.id in defined and hit.category in ("entities", "topics", "notes") and not hit.stale
        if page and _prose(graph.passages_of(hit.id)) >= ENOUGH_TEXT:
            return Verdict("sufficient", f"the question asks what it is, and [[{hit.id}]] is its page", hit.id)
    return _partial(graph, asked, pages, filed, snippet)


def _filed(hit: PageHit, rows: Sequence[PassageRow]) -> list[_Filed]:
    """The page with each question that it shows; without one, with its title."""
    questions = [question for row in rows if (question := question_told(row.text))]
    return [_Filed(hit, question, rows, bool(questions)) for question in questions or [hit.title]]


def _same_questions(graph: GraphReader, asked: Asked, filed: Sequence[_Filed]) -> list[_Filed]:
    """Those whose question asks the same, by its words or with names taken for their nodes, aliases among them."""
    if not filed:
        return []
    from .language.rule_words import may_ask_the_same  # most questions meet no filed answer

    text, apart = asked.question.text, {each.hit.id for each in filed}
    (named,) = _names(graph, [asked.question], apart)
    unknown = {term.text for term in asked.question.content if not (term.added or asked.frequency.get(term.text))}
    worded = [each for each in filed if may_ask_the_same(text, each.question, named, None, unknown)]
    others = _names(graph, [_read(each.question) for each in worded], apart) if worded else ()
    alike = [
        (each, names)
        for each, names in zip(worded, others)
        if may_ask_the_same(text, each.question, named, {node for *_, node in names}, unknown)
    ]
    if not alike:
        return []
    # Imported late: comparing questions costs a cold start 8 ms, and most meet no filed answer that is like them.
    from .language.same_question import asks_the_same
    from .language.wording import read_wording

    found = []
    for each, names in alike:
        plain = read_wording(text), read_wording(each.question)
        by_node = read_wording(text, named), read_wording(each.question, names)
        if asks_the_same(*plain, unknown) or asks_the_same(*by_node, unknown):
            found.append(each)
    return found


def _names(graph: GraphReader, questions: Sequence[Question], apart: set[str]) -> list[list[tuple[int, int, str]]]:
    """The names in each question that mean one node: longest first, none overlapping.

    apart: pages that are no names here, because their titles are made of questions.
    """
    keys = [[fold_words(run.text.split()) for run in question.runs] for question in questions]
    hits = graph.names(list(dict.fromkeys(key for each in keys for key in each if key)))
    found = []
    for question, folded in zip(questions, keys):
        stops = {term.text for term in question.terms if term.stop}
        spans: list[tuple[int, int, str]] = []
        for run, key in zip(question.runs, folded):
            if key not in hits:
                continue
            if run.text.endswith(("'s", "’s")):
                continue  # the name itself is a run of its own; the genitive says what it owns
            nodes = {hit.node for hit in hits[key] if hit.how != "question"} - apart
            plain = set(run.text.lower().split()) <= stops
            if len(nodes) == 1 and not plain and all(run.end <= low or high <= run.start for low, high, _ in spans):
                spans.append((run.start, run.end, nodes.pop()))
        found.append(sorted(spans))
    return found


def _partial(
    graph: GraphReader,
    asked: Asked,
    pages: Sequence[PageHit],
    filed: Sequence[_Filed],
    snippet: Callable[[PageHit], str],
) -> Verdict:
    likeness = [_likeness(asked, each.question) for each in filed]
    near = filed[likeness.index(max(likeness))] if filed else None
    if near and max(likeness) >= NEAR_QUESTION:
        return Verdict(
            "partial",
            f'[[{near.hit.id}]] answers a question with nearly the same words, "{near.question}"; compare them',
            near.hit.id,
            (f'[[{near.hit.id}]] answers "{near.question}"', f"[[{near.hit.id}]] answers one like it"),
        )
    found = graph.passages(list(dict.fromkeys(hit.passage for hit in asked.hits[:LOOKED_AT])))
    saying = word_for_word(asked.question.text, found.values())
    if saying:
        said = f"{saying[0].page}#^{saying[0].block}" if saying[0].block else saying[0].page
        return Verdict("partial", f"[[{said}]] says it word for word")
    named = [hit for hit in pages if hit.why in ("exact", "alias", "folded", "short", "fuzzy")]
    if named:
        answering = next((hit.id for hit in named[:3] if any(each.hit is hit and each.is_told for each in filed)), "")
        names = ", ".join(f"[[{hit.id}]]" for hit in named[:3])
        return Verdict("partial", f"the question names {names}", answering, _nearest_told(answering))
    covered = [asked.covered_by(row) for row in found.values()]
    # What is shown of pages is not made to be read where a passage says enough.
    if any(asked.share(each) >= PARTLY for each in covered) or _shown_share(asked, pages, snippet) >= PARTLY:
        nearest, tells = _nearest(asked, pages, filed, snippet)
        reason = "; ".join((WORDS_ONLY, *_nearest_told(nearest)))
        return Verdict("partial", reason, nearest if tells else "", _nearest_told(nearest))
    return Verdict("none", "no page is named by the question or holds most of its words")


def _shown_share(asked: Asked, pages: Sequence[PageHit], snippet: Callable[[PageHit], str]) -> float:
    """Share of the question that titles and what is shown of pages hold together."""
    return asked.share(asked.covered("\n".join(f"{hit.title}\n{snippet(hit)}" for hit in pages)))


def _nearest_told(page: str) -> tuple[str, ...]:
    return (f"nearest filed answer: [[{page}]]",) if page else ()


def _nearest(
    asked: Asked, pages: Sequence[PageHit], filed: Sequence[_Filed], snippet: Callable[[PageHit], str]
) -> tuple[str, bool]:
    """The filed answer that the reader may look into first, and whether it tells half of what is asked; else "".

    One that tells less is the best page found.
    """
    said: dict[str, str] = {}
    for each in filed:
        if each.is_told:
            hit = each.hit
            said[hit.id] = f"{said.get(hit.id, '')}\n{each.question}\n{hit.title}\n{snippet(hit)}"
    shares = {page: asked.share(asked.covered(text)) for page, text in said.items()}
    best = max(shares, key=lambda page: (shares[page], page), default="")
    if best and shares[best] >= PARTLY:
        return best, True
    return pages[0].id if pages[0].id in said else "", False


def _likeness(asked: Asked, title: str) -> float:
    """How near a filed question is, 0 where its words begin so otherwise that it is not: then it is not read."""
    mine = {term.stem for term in asked.question.content if term.start >= 0} & asked.shares.keys()
    if title.isascii():
        # A stem keeps the first two letters of its word.
        begun = {word[:2] for word in BETWEEN.split(title.lower())}
        if asked.share({stem for stem in mine if stem[:2].strip() in begun}) < NEAR_QUESTION:
            return 0.0
    other = {term.stem for term in _read(title).content}
    extra = len(other - mine) / max(1, len(other))
    return asked.share(mine & other) * (1 - extra)


def _defined(asked: Asked, matches: Sequence[Match]) -> frozenset[str]:
    """Nodes of which the question asks only what they are: one name, and around it nothing but `what is`."""
    whole = [match for match in matches if match.how in ("exact", "alias", "folded")]
    if len({(match.start, match.end) for match in whole}) != 1:
        return frozenset()
    start, end = whole[0].start, whole[0].end
    outside = [term for term in asked.question.terms if not term.added and (term.end <= start or term.start >= end)]
    if all(term.text in _DEFINING or (not term.text.isascii() and _defines(term.text)) for term in outside):
        return frozenset(match.node for match in whole)
    return frozenset()


def _defines(word: str) -> bool:
    """The same of a word of another script."""
    if is_unspaced(word):
        from .language.unspaced_words import defines

        return defines(word)
    words = script_words(word)
    return words is not None and word in words.defining


def _prose(rows: Sequence[PassageRow]) -> int:
    """Characters of text that is no claim line."""
    return sum(len(_EMBED.sub("", row.text).strip()) for row in rows if not row.text.lstrip().startswith("- "))
