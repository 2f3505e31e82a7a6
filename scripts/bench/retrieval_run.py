"""Asking every question of a set, by the same calls as `ask`, and writing what came back in the scorer's format."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import tempfile
import time
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from ..errors import UsageError
from ..knowledge_base import KnowledgeBase
from ..reading.asking import Ask, effective
from ..retrieval.answer import answer, room_for
from ..retrieval.budget.tokens import counter
from ..retrieval.reply.render import render_answer
from .retrieval_set import read_set
from .set_home import build_home
from .typos import misspell

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..retrieval.answer_values import Answer
    from ..store.workspace import Workspace
    from .retrieval_set import RetrievalSet, SetPassage, SetQuestion
    from .set_home import SetHome


class RunOptions(NamedTuple):
    out: str
    pack: tuple[int, ...] = ()
    """Budgets in tokens to pack a context for."""
    triples: bool = True
    typos: float = 0.0
    """Share of the words of each question that are misspelled before it is asked."""
    keep: str = ""
    """Where to leave the homes; "" for a temporary folder that is deleted."""
    without: tuple[str, ...] = ()
    """Parts of the ranking that are left out, to see what they are worth."""


class RetrievalRun(NamedTuple):
    """What was asked, and what it cost."""

    set: str
    out: str
    homes: int
    passages: int
    claims: int
    left_out: int
    """Triples that are no claim: other than three parts, or an end without a letter or digit."""
    questions: int
    build_cpu_seconds: float
    """Writing and indexing the homes."""
    cpu_ms_mean: float
    """Of one question at the default budget, its text included, in a warm process."""
    cpu_ms_median: float
    cpu_ms_p95: float
    tokens: tuple[tuple[int, int, float], ...]
    """For each budget: the most tokens of a reply by the counter in force, and the mean."""


def run_retrieval(
    folder: str, options: RunOptions, *, environ: Mapping[str, str], progress: Callable[[str, int, int], None]
) -> RetrievalRun:
    """Build the homes of a set, ask every question, write the run.

    A question is asked with evidence wanted, of the home of its own group.  Questions come in the set's order, those
    of one group together, so that one home is open at a time.
    """
    data = read_set(folder, triples=options.triples)
    base = options.keep or tempfile.mkdtemp(prefix="commonplace-bench-")
    asking = _Asking(options, environ, progress, len(data.questions))
    try:
        with _opened(options.out) as out:
            for number, group in enumerate(data.groups):
                for row in asking.group(os.path.join(base, f"home-{number}"), data, group):
                    out.write(json.dumps(row, ensure_ascii=False) + "\n")
    finally:
        if not options.keep:
            shutil.rmtree(base, ignore_errors=True)
    times = sorted(asking.times) or [0.0]
    return RetrievalRun(
        data.name,
        options.out,
        len(data.groups),
        len(data.passages),
        asking.claims,
        asking.left_out + data.odd_triples,
        len(data.questions),
        round(asking.build_seconds, 2),
        round(1000 * statistics.fmean(times), 2),
        round(1000 * statistics.median(times), 2),
        round(1000 * times[min(len(times) - 1, int(0.95 * len(times)))], 2),
        tuple((budget, max(used), round(statistics.fmean(used), 1)) for budget, used in asking.tokens.items() if used),
    )


def _opened(path: str) -> IO[str]:
    try:
        return open(path, "w", encoding="utf-8", newline="\n")
    except OSError as err:
        raise UsageError(f"cannot write {path}: {err.strerror}", hint="give another path") from err


class _Asking:
    def __init__(
        self,
        options: RunOptions,
        environ: Mapping[str, str],
        progress: Callable[[str, int, int], None],
        questions: int,
    ) -> None:
        self._options, self._environ, self._progress, self._questions = options, environ, progress, questions
        self.times: list[float] = []
        self.tokens: dict[int, list[int]] = {budget: [] for budget in options.pack}
        self.build_seconds = 0.0
        self._blocks: dict[str, int] = {}
        """Blocks of each passage of the group at hand."""
        self.claims = self.left_out = 0

    def group(self, folder: str, data: RetrievalSet, group: str) -> list[dict[str, Any]]:
        """The rows of one group's questions."""
        passages = [passage for passage in data.passages if passage.group == group]
        titles = len({passage.title for passage in passages})
        done = 0

        def built() -> None:
            nonlocal done
            done += 1
            self._progress(f"writing {group}".rstrip(), done, titles)

        started = time.process_time()
        home = build_home(folder, passages, built)
        self.claims, self.left_out = self.claims + home.claims, self.left_out + home.left_out
        with ExitStack() as stack:
            kb = stack.enter_context(KnowledgeBase.open(home.folder, environ=self._environ))
            kb.progress = lambda at, total: self._progress("indexing", at, total)
            kb.refresh()
            kb.ws.refresh_vectors(kb.progress)
            # As each question but the first finds it: a process that asks again keeps more of the index.
            kb.refresh()
            self.build_seconds += time.process_time() - started
            self._blocks = home.blocks()
            sizes = _sizes(data, passages, counter(kb.ws.settings.token_counter)) if self._options.pack else {}
            return [self._row(kb.ws, home, sizes, q) for q in data.questions if q.group == group]

    def _row(self, ws: Workspace, home: SetHome, sizes: dict[str, int], question: SetQuestion) -> dict[str, Any]:
        self._progress("asking", len(self.times) + 1, self._questions)
        text = misspell(question.text, self._options.typos, seed=question.id) if self._options.typos else question.text
        options = effective(ws, Ask(evidence=True))._replace(without=frozenset(self._options.without))
        count = counter(ws.settings.token_counter)
        started = time.process_time()
        found = answer(ws.reader, text, options)
        render_answer(found, home=home.folder, count=lambda text: count(text + "\n"))
        self.times.append(time.process_time() - started)
        row: dict[str, Any] = {"id": question.id, "ranking": _ranking(found, home)}
        if self._options.pack:
            row["packs"] = {}
        answers = {room_for(options): found}
        for budget in self._options.pack:
            # A larger budget has more passages to choose from, as it has when a person asks with it.
            chosen = options._replace(budget_tokens=budget)
            room = room_for(chosen)
            if room not in answers:
                answers[room] = answer(ws.reader, text, chosen)
            row["packs"][str(budget)] = self._pack(answers[room], budget, home, sizes, count)
        return row

    def _pack(
        self, found: Answer, budget: int, home: SetHome, sizes: dict[str, int], count: Callable[[str], int]
    ) -> list[str]:
        """The set's passages of which the text of the reply holds every block, best first.

        The scorer counts a title with each passage, where the reply gives it once: what would be too much for it
        leaves from the end.
        """
        rendered = render_answer(found, home=home.folder, count=lambda text: count(text + "\n"), budget_tokens=budget)
        self.tokens[budget].append(rendered.tokens_used)
        held: dict[str, int] = {}
        for place in rendered.whole:
            owner = home.owners.get((found.passages[place].page, found.passages[place].block))
            if owner is not None:
                held[owner] = held.get(owner, 0) + 1
        packed, room = [], budget
        for id_ in (id_ for id_, number in held.items() if number == self._blocks[id_]):
            room -= sizes[id_]
            if room >= 0:
                packed.append(id_)
        return packed


def _sizes(data: RetrievalSet, passages: Sequence[SetPassage], count: Callable[[str], int]) -> dict[str, int]:
    """What the scorer takes each passage for; by the counter in force where the set does not tell."""
    return {
        passage.id: data.tokens.get(passage.id) or count(f"{passage.title}\n{passage.text}") for passage in passages
    }


def _ranking(found: Answer, home: SetHome) -> Sequence[str]:
    owners = (home.owners.get((each.row.page, each.row.block)) for each in found.ranked)
    return list(dict.fromkeys(owner for owner in owners if owner is not None))
