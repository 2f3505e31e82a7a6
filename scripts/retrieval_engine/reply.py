"""A reply: one value, said as text and as JSON with the same passages.

The text is what is paid for, so it has no frame: a verdict, claims, quotations under labels that `show` accepts, and
one line with the next places.  JSON says the same under names; its keys cost nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from ..text.escaping import safe_line
from ..text.ontology import display_relation
from .claims import ShownClaim
from .cutting import Counter
from .filed import FiledAnswer
from .pack import Quotation, drop_last, format_quotation
from .values import Limit
from .verdict import HALF_COVERED, NONE, Verdict

MAX_PAGES = 10


class PageEntry(NamedTuple):
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
    """What the question names and of which nothing can be quoted."""

    name: str
    path: str
    """"" where the name has no page."""
    linked_from: tuple[str, ...]
    """Labels of pages that link to it, in order."""
    more: int
    """How many further pages do."""
    has_lost_sources: bool = False
    """Whether it is a page whose evidence went with a source that was retracted or revised."""


class Answer(NamedTuple):
    """What is said to one question."""

    question: str
    verdict: Verdict
    filed: FiledAnswer | None
    stale: tuple[str, ...]
    """What quoted pages rest on and their sources no longer say, in words."""
    corrected: tuple[tuple[str, str], ...]
    """Words of the question and what was searched for instead."""
    nowhere: tuple[str, ...]
    """Words that occur nowhere in the vault."""
    apart: tuple[str, ...]
    """Two words that stand in the vault, but never on one page."""
    stubs: tuple[Stub, ...]
    unused: tuple[str, ...]
    """Relations that were asked for and that no claim here has."""
    claims: tuple[ShownClaim, ...]
    quotations: tuple[Quotation, ...]
    more: tuple[Lead, ...]
    pages: tuple[PageEntry, ...]
    limits: tuple[Limit, ...] = ()
    """What of the question is not understood."""
    claims_left: tuple[ShownClaim, ...] = ()
    """Claims of what is named that had no room, most wanted first."""

    @property
    def is_empty(self) -> bool:
        return not (self.quotations or self.claims or self.stubs or self.pages)


class Reply(NamedTuple):
    """What is said to all questions of one call."""

    answers: tuple[Answer, ...]
    text: str
    """As sent."""
    tokens: int
    """Of the text with the line break that ends it, by the counter in force."""
    least_tokens: int = 0
    """The least budget that has room for the verdicts, where the one given has none; else 0."""
    explanation: tuple[Mapping[str, Any], ...] = ()
    """For each question what each stage got and gave, where it was asked for."""
    only: str = ""
    """Which pages alone were asked, in words; "" for all."""

    @property
    def verdict(self) -> str:
        """The verdict on the first question."""
        return self.answers[0].verdict.word

    @property
    def unanswered(self) -> tuple[str, ...]:
        """Questions of which not one word was found, or not the rarest and less than half."""
        verdicts = [(answer.question, answer.verdict) for answer in self.answers]
        return tuple(
            question
            for question, verdict in verdicts
            if verdict.word == NONE or (verdict.missing and verdict.coverage < HALF_COVERED)
        )

    @property
    def is_empty(self) -> bool:
        return all(answer.is_empty for answer in self.answers)

    @property
    def document(self) -> AnswerDocument | AnswersDocument:
        return to_json(self)


# --- As JSON: the documents -------------------------------------------------------------------------------------------


class PageName(TypedDict):
    """A page, in the order of the ranking."""

    path: str
    title: str
    label: str


class PartSize(TypedDict):
    """How much of a section is quoted, in tokens."""

    tokens: int
    of: int


class _QuotationExtras(TypedDict, total=False):
    part: PartSize
    via: str
    marks: list[str]


class QuotationDocument(_QuotationExtras):
    """A quoted section."""

    path: str
    heading: str
    label: str
    line: int
    text: str


class ProofDocument(TypedDict):
    """The passage that proves a claim."""

    path: str
    block: str
    line: int
    text: str


class ClaimDocument(TypedDict):
    """A claim with its proof."""

    subject: str
    subject_name: str
    relation: str
    object: str
    object_name: str
    confidence: float
    sources: int
    path: str
    line: int
    hop: int
    note: str
    evidence: ProofDocument | None
    stale: str
    conflicts: list[str]


class CorrectedWord(TypedDict):
    """A word of the question, and what was searched for instead."""

    written: str
    used: str


class LimitDocument(TypedDict):
    """Something in a question that is not understood."""

    kind: str
    text: str
    days: list[str]
    found: int


class StubDocument(TypedDict):
    """What the question names and of which nothing can be quoted."""

    name: str
    path: str
    linked_from: list[str]
    more: int


class LeadDocument(TypedDict):
    """A place to look next."""

    label: str
    path: str
    line: int


class FiledDocument(TypedDict):
    """A filed answer to the same question."""

    path: str
    title: str
    filed: str
    stale: list[str]


class _AnswerExtras(TypedDict, total=False):
    filed: FiledDocument
    explain: dict[str, Any]
    """With --explain."""
    only: str
    """Which pages alone were asked, of one question."""
    tokens: int
    """Of the whole reply as text, of one question."""


class AnswerDocument(_AnswerExtras):
    """An answer."""

    verdict: str
    question: str
    coverage: float
    pages: list[PageName]
    evidence: list[QuotationDocument]
    claims: list[ClaimDocument]
    claims_left: int
    """How many more there are."""
    stale: list[str]
    nowhere: list[str]
    together_nowhere: list[str]
    limits: list[LimitDocument]
    corrected: list[CorrectedWord]
    stubs: list[StubDocument]
    unused_relations: list[str]
    more: list[LeadDocument]


class _AnswersExtras(TypedDict, total=False):
    only: str


class AnswersDocument(_AnswersExtras):
    """Answers to several questions, in their order."""

    answers: list[AnswerDocument]
    tokens: int


def format_answer(answer: Answer) -> str:
    """Return the text of one answer."""
    blocks = ["\n".join((*_head_lines(answer), *format_claim_lines(answer.claims), *_left_line(answer)))]
    blocks += [format_quotation(quotation) for quotation in answer.quotations]
    if answer.more:
        blocks.append(format_leads(answer.more))
    return "\n\n".join(blocks)


def format_answers(answers: Sequence[Answer], *, only: str = "") -> str:
    """Return the text of all answers; of several each stands under its question.  only: the first line."""
    head = safe_line(only) + "\n" if only else ""
    if len(answers) == 1:
        return head + format_answer(answers[0])
    return head + "\n\n".join(f"question: {safe_line(answer.question)}\n{format_answer(answer)}" for answer in answers)


def to_json(reply: Reply) -> AnswerDocument | AnswersDocument:
    """Return the reply as one plain document: of one question its answer, of several `answers` in their order."""
    documents = [_answer_document(answer) for answer in reply.answers]
    for document, explanation in zip(documents, reply.explanation):
        if explanation:
            document["explain"] = dict(explanation)
    whole: AnswerDocument | AnswersDocument
    whole = documents[0] if len(documents) == 1 else {"answers": documents, "tokens": reply.tokens}
    whole["tokens"] = reply.tokens
    if reply.only:
        whole["only"] = reply.only
    return whole


def fit(
    answers: Sequence[Answer], *, budget: int, count: Counter, only: str = ""
) -> tuple[tuple[Answer, ...], str, int]:
    """Drop from the end what goes beyond a budget; return the answers, their text, and its tokens with the line break
    behind it.  Where not even the verdicts have room, the text is "" and the tokens are the least that they need.

    Packing adds up what the parts cost, and a counter need not be additive: this looks at the whole text as sent.  The
    least of value goes first: next places, then quotations, then claims, each from the last question on.
    """
    left = list(answers)
    text = format_answers(left, only=only)
    tokens = count(text + "\n")
    while tokens > budget and text:
        for place, answer in reversed(list(enumerate(left))):
            shorter = _shortened(answer)
            if shorter is not None:
                left[place] = shorter
                text = format_answers(left, only=only)
                break
        else:
            # Not even the verdicts have room.
            return tuple(left), "", tokens
        tokens = count(text + "\n")
    return tuple(left), text, tokens


def _shortened(answer: Answer) -> Answer | None:
    """Return an answer without the part of it that is worth least; None where nothing is left but its verdict."""
    if answer.more:
        return answer._replace(more=answer.more[:-1])
    if answer.quotations:
        return answer._replace(quotations=drop_last(answer.quotations))
    if answer.claims:
        last = answer.claims[-1:] if answer.claims[-1].owner else ()
        return answer._replace(claims=answer.claims[:-1], claims_left=last + answer.claims_left)
    if answer.stubs:
        return answer._replace(stubs=answer.stubs[:-1])
    if (
        answer.claims_left
        or answer.limits
        or answer.apart
        or answer.nowhere
        or answer.corrected
        or answer.stale
        or answer.unused
        or answer.filed
    ):
        return answer._replace(
            claims_left=(), limits=(), apart=(), nowhere=(), corrected=(), stale=(), unused=(), filed=None
        )
    return None


def _left_line(answer: Answer) -> list[str]:
    """Return the line that says how many claims had no room and where they stand; none where there are none."""
    if not answer.claims_left:
        return []
    number = len(answer.claims_left)
    return [safe_line(f"{number} more claim{'s' if number > 1 else ''}: show {answer.claims_left[0].owner}")]


def format_claim_lines(claims: Sequence[ShownClaim]) -> list[str]:
    """Return a line for each claim; words that prove several stand behind the first of them."""
    seen: set[tuple[str, str, str]] = set()
    lines = []
    for claim in claims:
        proof = claim.proof
        said = (proof.source, proof.block, proof.text) if proof is not None and proof.text else None
        again = said in seen
        lines.append(_claim_line(claim._replace(proof=proof._replace(text="")) if proof and again else claim, again))
        if said is not None:
            seen.add(said)
    return lines


def _claim_line(claim: ShownClaim, is_quoted_above: bool) -> str:
    """Return a claim with its confidence, its source and the sentence that proves it, or a property with its page.

    Only what proves it and the value of a property stand between bare quotation marks, and a note behind all else:
    nothing that a page calls itself or says of its claim passes for the proof.
    """
    if claim.reason == "property":
        start, end = _escape_marks(f"- {claim.subject_name} > {claim.relation}: "), _escape_marks(f" ({claim.path})")
        return safe_line(f'{start}"{_escape_marks(claim.object_name)}"{end}')
    relation = display_relation(claim.relation).replace("_", " ")
    facts = [f"{claim.confidence:g}"]
    if claim.sources > 1:
        facts.append(f"{claim.sources} sources")
    proof = claim.proof
    where = f"{claim.path}:{claim.line}"
    if proof is not None:
        where = f"{proof.source}#^{proof.block}" if proof.block else proof.path or proof.source
    facts.append(where)
    line = _escape_marks(f"- {claim.subject_name} {relation} {claim.object_name} ({', '.join(facts)})")
    if proof is not None and proof.text:
        line += f': "{proof.text}"'
    elif is_quoted_above:
        line += ": quoted above"
    if claim.stale:
        line += _escape_marks(f" [stale: {claim.stale}]")
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
    verdict = answer.verdict
    lines = [f"verdict: {verdict.word}" + (" (little of the question stands here)" if verdict.is_doubtful else "")]
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
    lines += [_limit_line(limit) for limit in answer.limits]
    if answer.apart:
        lines.append("nowhere together: " + " + ".join(answer.apart))
    lines += [f"no claim here is {relation}" for relation in answer.unused]
    for stub in answer.stubs:
        linked = ", ".join(stub.linked_from) + (f" and {stub.more} more" if stub.more else "")
        state = "nothing written" if stub.path else "no page"
        state = "its source was retracted or says it no more" if stub.has_lost_sources else state
        lines.append(f"{stub.name}: {state}" + (f"; linked from {linked}" if linked else ""))
    return [safe_line(line) for line in lines]


def _limit_line(limit: Limit) -> str:
    """Return what of the question is not understood, and which call does it."""
    if limit.kind == "negation":
        return f"not understood: {limit.text}; what is quoted may say the opposite"
    if limit.kind == "counting":
        return f"not counted: {limit.text}; a number is only quoted"
    if limit.kind == "tasks":
        whose = f' --with "{limit.text}"' if limit.text else ""
        return f"tasks: {limit.found} open; list --tasks{whose} lists them"
    first, last = limit.days or ("", "")
    meant = f"{limit.text} is {first}" + (f" to {last}" if last != first else "") if first else limit.text
    since = f"what changed: list --since {first} --until {last}; " if first else ""
    due = f"{first}..{last}" if last != first else first or "overdue"
    return f"days: {meant} ({since}what is due: list --tasks --due {due})"


def _answer_document(answer: Answer) -> AnswerDocument:
    document: AnswerDocument = {
        "verdict": answer.verdict.word,
        "question": answer.question,
        "coverage": round(answer.verdict.coverage, 3),
        "pages": [{"path": page.path, "title": page.title, "label": page.label} for page in answer.pages],
        "evidence": [_quotation_document(quotation) for quotation in answer.quotations],
        "claims": [_claim_document(claim) for claim in answer.claims],
        "claims_left": len(answer.claims_left),
        "stale": list(answer.stale),
        "nowhere": list(answer.nowhere),
        "together_nowhere": list(answer.apart),
        "limits": [
            {"kind": limit.kind, "text": limit.text, "days": list(limit.days), "found": limit.found}
            for limit in answer.limits
        ],
        "corrected": [{"written": written, "used": used} for written, used in answer.corrected],
        "stubs": [
            {"name": stub.name, "path": stub.path, "linked_from": list(stub.linked_from), "more": stub.more}
            for stub in answer.stubs
        ],
        "unused_relations": list(answer.unused),
        "more": [{"label": lead.label, "path": lead.path, "line": lead.line} for lead in answer.more],
    }
    if answer.filed is not None:
        filed = answer.filed
        document["filed"] = {
            "path": filed.path,
            "title": filed.title,
            "filed": filed.filed,
            "stale": list(filed.stale),
        }
    return document


def _quotation_document(quotation: Quotation) -> QuotationDocument:
    document: QuotationDocument = {
        "path": quotation.path,
        "heading": quotation.heading,
        "label": quotation.label,
        "line": quotation.line,
        "text": quotation.text,
    }
    if quotation.part:
        document["part"] = {"tokens": quotation.part[0], "of": quotation.part[1]}
    if quotation.via:
        document["via"] = quotation.via
    if quotation.marks:
        document["marks"] = list(quotation.marks)
    return document


def _claim_document(claim: ShownClaim) -> ClaimDocument:
    proof = claim.proof
    return {
        "subject": claim.subject,
        "subject_name": claim.subject_name,
        "relation": claim.relation,
        "object": claim.object,
        "object_name": claim.object_name,
        "confidence": claim.confidence,
        "sources": claim.sources,
        "path": claim.path,
        "line": claim.line,
        "hop": claim.hop,
        "note": claim.note,
        "evidence": None
        if proof is None
        else {"path": proof.path, "block": proof.block, "line": proof.line, "text": proof.text},
        "stale": claim.stale,
        "conflicts": list(claim.conflicts),
    }
