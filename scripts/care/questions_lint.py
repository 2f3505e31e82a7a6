"""Questions that were asked in vain: the work list for the next ingest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..pages.page_facts import questions_of
from ..pages.text.names import fold_name
from .findings import Finding, command

if TYPE_CHECKING:
    from .survey import Survey


class OpenQuestion(NamedTuple):
    """A question without an answer."""

    question: str
    """As it was asked last."""
    times: int
    time: str
    """When it was asked last."""


def questions_lint(survey: Survey) -> Iterator[Finding]:
    """A finding for each open question."""
    asked = open_questions(survey)
    questions = [each.question for each in asked]
    # A journal of years has more of them than a list can be searched for, once each.
    still_open = frozenset(questions if survey.still_open is None else survey.still_open(survey.ws, questions))
    for open_question in asked:
        if open_question.question not in still_open:
            continue
        times = "once" if open_question.times == 1 else f"{open_question.times} times"
        shown = " ".join(open_question.question.split())
        message = f"asked {times} in vain, last {open_question.time[:10]}: {shown}"
        # Asking again alone finds what it found before.
        again = command("ask", shown)
        fix = "commonplace add FILE" + (f", then {again}" if again else "")
        yield Finding("unanswered-question", "", 0, message, fix)


def open_questions(survey: Survey) -> list[OpenQuestion]:
    """Questions of the journal that no filed answer has, the most asked first, then the newest.

    Two questions are the same when they fold to the same words.
    """
    answers = (known for known in survey.known.values() if known.is_answer)
    answered = {fold_name(question) for known in answers for question in questions_of(known.properties)}
    found: dict[str, OpenQuestion] = {}
    for event in survey.ws.operations.journal.events():
        question, time = event.get("question"), event.get("time")
        if event.get("event") != "unanswered" or not isinstance(question, str):
            continue
        key = fold_name(question)
        times = found[key].times + 1 if key in found else 1
        if key and key not in answered:
            found[key] = OpenQuestion(question, times, str(time or ""))
    newest = sorted(found.values(), key=lambda item: item.time, reverse=True)
    return sorted(newest, key=lambda item: -item.times)
