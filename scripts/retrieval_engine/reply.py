"""A reply: one value, printed as text or as JSON with the same passages.

The text costs tokens, so it has no frame: a verdict, claims, quotations under labels that `show` accepts, and one line
with the next places.  JSON has the same under names; its keys are not counted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..model import to_plain
from ..text.escaping import safe_line
from ..text.ontology import display_relation
from .claims import ShownClaim
from .cutting import Counter
from .filed import FiledAnswer
from .pack import Quotation, drop_last, format_quotation
from .values import Limit
from .verdict import HALF_COVERED, NONE

MAX_PAGES = 10


class RankedPage(NamedTuple):
    """A page, in the order of the ranking."""

    path: str
    title: str
    label: str


class Lead(NamedTuple):
    """A place to look next."""

    label: str
    path: str
    line: int


class Stub(NamedTuple):
    """A name in the question of which nothing can be quoted."""

    name: str
    path: str
    """"" where the name has no page."""
    linked_from: tuple[str, ...]
    """Labels of pages that link to it, in order."""
    more: int
    """How many further pages link to it."""
    has_lost_sources: bool = False
    """Whether it is a page that lost its evidence with a source that was retracted or revised."""


class CorrectedWord(NamedTuple):
    """A word of the question, and the word that was searched for instead."""

    written: str
    used: str


class Answer(NamedTuple):
    """The answer to one question."""

    verdict: str
    question: str
    coverage: float
    """Share of the question's idf that the first quotations cover, in [0, 1]."""
    is_doubtful: bool
    """It is weak, and answers half the time at most."""
    missing: str
    """The word that occurs nowhere and weighs most in the question."""
    pages: tuple[RankedPage, ...]
    evidence: tuple[Quotation, ...]
    claims: tuple[ShownClaim, ...]
    claims_left: int
    """How many claims about named things did not fit."""
    claims_left_of: str
    """The thing that the first of them is about: a label for `show`."""
    stale: tuple[str, ...]
    """Evidence of quoted pages that their sources no longer have, in words."""
    nowhere: tuple[str, ...]
    """Words that occur nowhere in the vault."""
    together_nowhere: tuple[str, ...]
    """Two words that occur in the vault, but never on one page."""
    limits: tuple[Limit, ...]
    """The parts of the question that are not understood."""
    corrected: tuple[CorrectedWord, ...]
    stubs: tuple[Stub, ...]
    more: tuple[Lead, ...]
    filed: FiledAnswer | None = None
    explain: Mapping[str, Any] | None = None
    """The input and output of each stage, where it was asked for."""
    languages: tuple[str, ...] = ()
    """The languages of the notes, most frequent first, if there are several and words of the question occur nowhere."""
    tokens: int | None = None
    """See Answers; only for a single question."""
    only: str | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.evidence or self.claims or self.stubs or self.pages)


class Answers(NamedTuple):
    """The document of several questions."""

    answers: tuple[Answer, ...]
    tokens: int
    """Tokens of the whole reply as text."""
    only: str | None = None
    """Description of the pages that were searched."""


class Reply(NamedTuple):
    """The answers to all questions of one call."""

    answers: tuple[Answer, ...]
    text: str
    """As sent."""
    tokens: int
    """Tokens of the text with its final line break, by the counter in force."""
    least_tokens: int = 0
    """The least budget that the verdicts fit into, where the one given is too small; else 0."""
    only: str = ""
    """Description of the pages that were searched; "" for all."""

    @property
    def verdict(self) -> str:
        """The verdict on the first question."""
        return self.answers[0].verdict

    @property
    def unanswered(self) -> tuple[str, ...]:
        """Questions of which no word was found, or not the rarest and less than half of the words."""
        return tuple(
            answer.question
            for answer in self.answers
            if answer.verdict == NONE or (answer.missing and answer.coverage < HALF_COVERED)
        )

    @property
    def is_empty(self) -> bool:
        return all(answer.is_empty for answer in self.answers)

    @property
    def document(self) -> Any:
        """The reply as JSON has it."""
        return to_plain(self)

    def plain(self) -> Answer | Answers:
        """Return the answer to a single question, or the answers to several in their order."""
        only = self.only or None
        if len(self.answers) == 1:
            return self.answers[0]._replace(tokens=self.tokens, only=only)
        return Answers(self.answers, self.tokens, only)


def format_answer(answer: Answer) -> str:
    """Return the text of one answer."""
    blocks = ["\n".join((*_head_lines(answer), *format_claim_lines(answer.claims), *_left_line(answer)))]
    blocks += [format_quotation(quotation) for quotation in answer.evidence]
    if answer.more:
        blocks.append(format_leads(answer.more))
    return "\n\n".join(blocks)


def format_answers(answers: Sequence[Answer], *, only: str = "") -> str:
    """Return the text of all answers; if there are several, each has its question above.  only: the first line."""
    head = safe_line(only) + "\n" if only else ""
    if len(answers) == 1:
        return head + format_answer(answers[0])
    return head + "\n\n".join(f"question: {safe_line(answer.question)}\n{format_answer(answer)}" for answer in answers)


def fit(
    answers: Sequence[Answer], *, budget: int, count: Counter, only: str = ""
) -> tuple[tuple[Answer, ...], str, int]:
    """Shorten answers until they fit into a budget; return them, their text, and its tokens with the final line break.
    If not even the verdicts fit, the text is "" and the tokens are the least that they need.

    Packing adds up the costs of parts, but a counter need not be additive: this counts the whole text as sent.  The
    least valuable parts go first: next places, then quotations, then claims, each beginning with the last question.
    """
    left = list(answers)
    text = format_answers(left, only=only)
    tokens = count(text + "\n")
    while tokens > budget and text:
        for place, answer in reversed(list(enumerate(left))):
            shorter = _shorten(answer)
            if shorter is not None:
                left[place] = shorter
                text = format_answers(left, only=only)
                break
        else:
            # Not even the verdicts fit.
            return tuple(left), "", tokens
        tokens = count(text + "\n")
    return tuple(left), text, tokens


def _shorten(answer: Answer) -> Answer | None:
    """Return an answer without its least valuable part; None where nothing is left but its verdict."""
    if answer.more:
        return answer._replace(more=answer.more[:-1])
    if answer.evidence:
        return answer._replace(evidence=drop_last(answer.evidence))
    if answer.claims:
        owner = answer.claims[-1].owner
        shorter = answer._replace(claims=answer.claims[:-1])
        return shorter._replace(claims_left=answer.claims_left + 1, claims_left_of=owner) if owner else shorter
    if answer.stubs:
        return answer._replace(stubs=answer.stubs[:-1])
    bare = answer._replace(
        claims_left=0,
        limits=(),
        together_nowhere=(),
        nowhere=(),
        languages=(),
        corrected=(),
        stale=(),
        filed=None,
    )
    return bare if bare != answer else None


def _left_line(answer: Answer) -> list[str]:
    """Return the line that reports how many claims did not fit and where they are; nothing if all do."""
    if not answer.claims_left:
        return []
    number = answer.claims_left
    return [safe_line(f"{number} more claim{'s' if number > 1 else ''}: show {answer.claims_left_of}")]


def format_claim_lines(claims: Sequence[ShownClaim]) -> list[str]:
    """Return a line for each claim; words that prove several claims are quoted with the first of them only."""
    seen: set[tuple[str, str, str]] = set()
    lines = []
    for claim in claims:
        proof = claim.proof
        key = (proof.source, proof.block, proof.text) if proof is not None and proof.text else None
        again = key in seen
        lines.append(_claim_line(claim._replace(proof=proof._replace(text="")) if proof and again else claim, again))
        if key is not None:
            seen.add(key)
    return lines


def _claim_line(claim: ShownClaim, is_quoted_above: bool) -> str:
    """Return a claim with its confidence, its source and the sentence that proves it, or a property with its page.

    Only the proof and the value of a property are between bare quotation marks, and a note comes last, so that no name
    or note of a page passes for the proof.
    """
    if claim.reason == "property":
        start, end = _escape_marks(f"- {claim.subject_name} > {claim.relation}: "), _escape_marks(f" ({claim.path})")
        return safe_line(f'{start}"{_escape_marks(claim.object_name)}"{end}')
    relation = display_relation(claim.relation).replace("_", " ")
    facts = [
        f"{claim.confidence:g}",
        *(["conclusion"] if claim.is_conclusion else []),
        *([claim.day] if claim.day else []),
    ]
    if claim.sources > 1:
        facts.append(f"{claim.sources} sources")
    proof = claim.proof
    where = f"{claim.path}:{claim.line}"
    if proof is not None:
        where = f"{proof.source}#^{proof.block}" if proof.block else proof.path or proof.source
    facts.append(where)
    text = f"{claim.subject_name} {relation} {claim.object_name} ({', '.join(facts)})"
    line = _escape_marks(f"- no longer ({claim.ended}): {text}" if claim.ended else f"- {text}")
    if proof is not None and proof.text:
        line += f': "{proof.text}"'
    elif is_quoted_above:
        line += ": quoted above"
    if claim.stale:
        line += _escape_marks(f" [stale: {claim.stale}]")
    for word, items in (
        ("was", claim.was),
        ("rejected", claim.rejected),
        ("open", (claim.open,)),
        ("rested on it and is open", claim.opens),
    ):
        if any(items):
            line += _escape_marks(f" [{word}: {'; '.join(items)}]")
    if claim.conflicts:
        line += _escape_marks(f" [against: {'; '.join(claim.conflicts)}]")
    if claim.note:
        line += _escape_marks(f" [note: {claim.note}]")
    return safe_line(re.sub(r"\s+", " ", line))


def _escape_marks(text: str) -> str:
    return text.replace('"', '\\"')


def format_leads(leads: Sequence[Lead]) -> str:
    """Return the next places on one line."""
    return safe_line("more: " + "; ".join(lead.label for lead in leads))


def _head_lines(answer: Answer) -> list[str]:
    is_nearest = answer.is_doubtful or (answer.verdict == NONE and answer.pages)
    note = " (the nearest)" if is_nearest else ""
    lines = [f"verdict: {answer.verdict}{note}"]
    if answer.filed is not None:
        when = f", {answer.filed.filed[:10]}" if answer.filed.filed else ""
        lines.append(f"filed answer: {answer.filed.path.removesuffix('.md')}{when}")
        if answer.filed.stale:
            lines.append(f"stale: {'; '.join(answer.filed.stale)}")
    lines += [f"stale: {reason}" for reason in answer.stale]
    if answer.corrected:
        lines.append("corrected: " + ", ".join(f"{written} -> {used}" for written, used in answer.corrected))
    if answer.nowhere:
        lines.append("occurs nowhere: " + ", ".join(answer.nowhere))
    if answer.languages:
        lines.append(f'notes in {", ".join(answer.languages)}: ask with words of each, "... | ..."')
    lines += [_limit_line(limit) for limit in answer.limits]
    if answer.together_nowhere:
        lines.append("nowhere together: " + " + ".join(answer.together_nowhere))
    for stub in answer.stubs:
        linked = ", ".join(stub.linked_from) + (f" and {stub.more} more" if stub.more else "")
        state = "nothing written" if stub.path else "no page"
        state = "its source was retracted or says it no more" if stub.has_lost_sources else state
        lines.append(f"{stub.name}: {state}" + (f"; linked from {linked}" if linked else ""))
    return [safe_line(line) for line in lines]


def _limit_line(limit: Limit) -> str:
    """Return the line about a part of the question that is not understood, with the call that answers it."""
    if limit.kind == "negation":
        return f"not understood: {limit.text}; what is quoted may say the opposite"
    if limit.kind == "counting":
        return f"not counted: {limit.text}; it is told only where a note says it (list counts pages and tasks)"
    if limit.kind == "tasks":
        whose = f' --with "{limit.text}"' if limit.text else ""
        narrower = "narrower: --folder, --due (none: without a day)"
        return f"tasks: {limit.found} open; list --tasks{whose} lists them; {narrower}"
    first, last = limit.days or ("", "")
    meant = f"{limit.text} is {first}" + (f" to {last}" if last != first else "") if first else limit.text
    since = f"what changed: list --since {first} --until {last}; " if first else ""
    # Overdue tasks are due by then, too.
    due = f'"<={last}"' if last else "overdue"
    return f"days: {meant} ({since}what is due: list --tasks --due {due})"
