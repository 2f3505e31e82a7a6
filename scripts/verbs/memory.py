"""The verbs of memory: `remember`, `recall` and `useful`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..arguments import check_numbers, read_texts
from ..clock import local_time
from ..errors import UsageError
from ..index_store.port import IndexReader
from ..look.selection import describe, filtered
from ..memory.marks import ForgottenMarks, Marked, forget_marks, mark_useful
from ..memory.recalling import LIMIT, RecallAnswer, Recalled, Wanted, compose, find_turns
from ..memory.remembering import RememberReceipt, Said, plan_turns
from ..model import PageFilter
from ..retrieval_engine.meaning import Likeness
from ..say import receipt_text, warning_lines
from ..text.escaping import one_line
from ..text.tokens import counter
from ..wiki_store.events import Events
from ..wiki_store.working_copy import Outcome
from .declaration import DRY_RUN_OF_PERSON, IGNORED, PAGES, SECRETS, SHARED, Parameter, Verb, comma_list, flag

if TYPE_CHECKING:
    from ..knowledge_base import KnowledgeBase

WARNINGS = 4
"""Most warnings that are printed of one turn."""


def remember(
    kb: KnowledgeBase,
    text: str | Sequence[str],
    *,
    speaker: str | Sequence[str] = (),
    tags: Sequence[str] = (),
    session: str = "",
    secrets: str = "refuse",
    again: bool = False,
    date: str = "",
    dry_run: bool = False,
) -> Outcome[RememberReceipt]:
    """Keep turns of a conversation in the session note of the day; see memory.remembering.plan_turns.

    speaker: one for all turns, or one for each; else whoever calls.
    """
    texts, speakers = ((given,) if isinstance(given, str) else tuple(given) for given in (text, speaker or kb.actor))
    # Bytes of an argument that are no text would become blanks; this raises an error, which the command line reports.
    "".join((*texts, *speakers, session, *tags)).encode("utf-8")
    if len(texts) > 1 and not any(" " in text.strip() for text in texts):
        raise UsageError(f"{len(texts)} words, each of them a turn", hint="put what was said in quotes")
    if len(speakers) not in (1, len(texts)):
        raise UsageError(f"{len(speakers)} speakers of {len(texts)} turns", hint="give one, or one for each")
    speakers = speakers * len(texts) if len(speakers) == 1 else speakers
    turns = [Said(text, who or kb.actor, tuple(tags)) for text, who in zip(texts, speakers)]
    return remember_turns(kb, turns, session=session, secrets=secrets, again=again, date=date, dry_run=dry_run)


def remember_turns(
    kb: KnowledgeBase, turns: Sequence[Said], *, dry_run: bool = False, **more: Any
) -> Outcome[RememberReceipt]:
    """Keep turns.  more: arguments of memory.remembering.plan_turns."""
    for turn in turns:
        kb.check_text("turn", turn.text)
    now = local_time(kb.clock)
    return kb.write("remember", lambda copy, reader: plan_turns(copy, reader, turns, now=now, **more), dry_run=dry_run)


def _remember_text(outcome: Outcome[RememberReceipt], _: Mapping[str, Any]) -> str:
    lines = []
    for turn in outcome.receipt.turns:
        refused = "refused: a secret; --redact replaces it, --keep-secrets keeps it"
        again = "; --again keeps it anew" if turn.state == "known" else ""
        lines.append(f"[[{turn.link}]] {turn.state}{again}" if turn.link else refused)
        lines += warning_lines(turn.findings)[:WARNINGS]
    return receipt_text(outcome, lines)


REMEMBER = Verb(
    name="remember",
    page="remember",
    summary="Keep what was said or decided.",
    example='commonplace remember "we keep sessions in Postgres" --speaker Ada',
    parameters=(
        Parameter(
            "text", "what was said, each in quotes; - for standard input", "TEXT|-", many="+", reads="-", tool=""
        ),
        Parameter("--speaker", "who said it (agent); repeated: one for each", "WHO", tool="who", repeatable=True),
        Parameter("--session", "keep it apart under this name", "NAME", tool=""),
        Parameter("--tags", "its tags", "A,B", comma_list, tool=""),
        Parameter("--date", "YYYY-MM-DD, or with HH:MM (now)", "DATE", tool=None),
        flag("--again", "keep known words anew", tool=None),
        *SECRETS,
        DRY_RUN_OF_PERSON,
    ),
    run=remember,
    text=_remember_text,
    exit_code=lambda outcome, _: 3 if any(turn.state == "refused" for turn in outcome.receipt.turns) else 0,
)


def recall(
    kb: KnowledgeBase,
    question: str = "",
    *,
    session: str = "",
    since: str = "",
    until: str = "",
    where: PageFilter | None = None,
    limit: int | None = None,
) -> Recalled:
    """Return the turns about a question, within the budget; without a question the last turns.

    session, since, until: only turns of this session, from the first day to the last.
    """
    check_numbers(limit=limit)
    (question,) = kb.questions("question", question)
    wanted = Wanted(LIMIT if limit is None else limit, session, since, until)
    now, settings, pages = local_time(kb.clock), kb.settings, where or kb.page_filter()

    def work(reader: IndexReader, likeness: Likeness | None = None) -> Recalled:
        view, only = filtered(reader, pages), describe(pages, reader)
        found = find_turns(view, question, wanted, now=now, likeness=likeness)
        return compose(found, budget_tokens=settings.budget_tokens, count=counter(settings.token_counter), only=only)

    return kb.query_by_meaning(work) if question else kb.query(work)


def _recall_document(found: Recalled) -> RecallAnswer:
    return found.document


RECALL = Verb(
    name="recall",
    page="remember",
    summary="Find what was said.",
    example='commonplace recall "where do we keep sessions?"',
    folders=SHARED,
    reads_only=True,
    parameters=(
        Parameter("question", "none: what was said last", many="*", is_joined=True, tool=""),
        Parameter("--budget", "most tokens (1200)", "N", int, part="settings", to="budget_tokens", tool=""),
        Parameter("--session", "only this session", "NAME", tool=""),
        # Days of turns may be given in words, too: `last week`.
        Parameter("--since", "first day, YYYY-MM-DD", "DATE"),
        Parameter("--until", "last day", "DATE", tool=""),
        *PAGES,
        IGNORED,
        Parameter("--limit", "most hits (10)", "N", int, tool=None),
    ),
    run=recall,
    text=lambda found, _: found.text,
    document=_recall_document,
)


def useful(
    kb: KnowledgeBase,
    names: str | Sequence[str] = (),
    *,
    question: str | None = None,
    polarity: float | None = None,
    forget: bool = False,
    dry_run: bool = False,
) -> Marked | ForgottenMarks:
    """Mark pages or passages (`page#^block`) that helped with a question, or misled: polarity from -1 to 1.

    forget: delete marks instead: of these pages and passages, for this question, or all.
    """
    if question is not None and not question.strip():
        # It may be an empty variable of a shell: without a question all marks would be forgotten.
        raise UsageError("the question is empty", hint="give it in the words in which it was asked, or leave it out")
    if forget and polarity is not None:
        raise UsageError("--forget deletes marks and gives none", hint="leave out --not")
    if forget:
        targets, log = read_texts(names), usage_log(kb)
        (asked,) = kb.questions("question", question or "")
        return kb.query(
            lambda reader: forget_marks(reader, log, targets, question=asked, dry_run=dry_run), sweep=bool(targets)
        )
    return mark(kb, names, question=question or "", polarity=1.0 if polarity is None else polarity, dry_run=dry_run)


def mark(
    kb: KnowledgeBase, names: str | Sequence[str], *, question: str = "", polarity: float = 1.0, dry_run: bool = False
) -> Marked:
    """Mark pages or passages that helped with a question, or in general."""
    targets, log = read_texts(names), usage_log(kb)
    (asked,) = kb.questions("question", question)
    return kb.query(
        lambda reader: mark_useful(
            reader, log, targets, question=asked, polarity=polarity, now=kb.clock(), actor=kb.actor, dry_run=dry_run
        )
    )


def usage_log(kb: KnowledgeBase) -> Events:
    """Return the events of this home, with the marks of `useful`."""
    kb.check_own("what proved useful")
    return Events(kb.location.graph, is_read_only=kb.location.read_only)


def _useful_text(value: Marked | ForgottenMarks, _: Mapping[str, Any]) -> str:
    head = ["dry run: nothing was written"] if value.dry_run else []
    if isinstance(value, ForgottenMarks):
        return "\n".join([*head, f"forgotten: {value.forgotten} marks, kept: {value.kept}"])
    effect = "useful" if value.polarity > 0 else "misled" if value.polarity < 0 else "neutral"
    lines = [*head, f"{effect} ({value.polarity:g}): {', '.join(map(one_line, value.targets))}"]
    about = f"for: {one_line(value.question)}" if value.question else ""
    return "\n".join([*lines, about or 'for no question in particular; give --for "QUESTION"'])


USEFUL = Verb(
    name="useful",
    page="remember",
    summary="Mark what helped, for questions like it.",
    example='commonplace useful token-budget --for "how does the budget stay hard?"',
    parameters=(
        Parameter("names", "what helped, as cited", "PAGE|PAGE#^BLOCK", many="*"),
        Parameter("--for", "the question it helped with", "QUESTION", to="question"),
        flag("--not", "it misled", to="polarity", value=-1.0),
        flag("--forget", "delete marks: of these, for this question, or all", tool=None),
        DRY_RUN_OF_PERSON,
    ),
    run=useful,
    text=_useful_text,
)
