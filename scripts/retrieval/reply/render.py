"""An answer as text for an agent: compact, labeled, and never over its budget."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ...pages.knowledge.ontology import display_relation
from ...pages.passage_marks import TOLD, marks_of
from ...pages.text.words import size
from ..budget.claim_worths import claim_worths, conflict_worths
from ..budget.packing import Candidate, pack_passages
from ..budget.worth import BARE, CUT, LABEL, is_quoted, page_worths, passage_worths
from ..extracts.rows import SHORTER, above, matching_rows, without_padding
from ..extracts.snippets import ELLIPSIS
from ..extracts.windows import windows
from .claim_lines import MAX_QUOTE, cited, claim_line, conflict_line
from .escaping import inline, quoted
from .frame import KINDS, MAX_NAME, frames

if TYPE_CHECKING:
    from ...pages.model import Edge
    from ..answer_values import Answer, PageHit, PassageShown
    from ..search.steps import Step
    from ..trace import Trace
    from .frame import Frame

TOO_LONG = "no room: show it"
"""What the label of a passage says that stands alone."""
LEAST = 10
"""Bytes that the line of a page or of a claim has at least, and one more beside what it quotes."""
_TITLES = {"pages": "## Pages", "claims": "## Paths", "conflicts": "## Conflicts", "passages": "## Evidence"}
_BETWEEN_WORDS = re.compile(r"[\s,.:;()'’\"_–—-]+")
_TOLD_APART = re.compile(r"-x[0-9a-f]{6}$")
"""What a page made by the tools has at the end of its name where the name alone does not tell it from others."""


class Rendered(NamedTuple):
    text: str
    tokens_used: int
    """By the counter in force, of the whole text."""
    omitted: tuple[tuple[str, int], ...]
    """What the answer found and the text leaves out, counted."""
    whole: tuple[int, ...] = ()
    """Places of the passages that are sent whole, among those of the answer."""


def render_answer(
    answer: Answer,
    *,
    home: str,
    count: Callable[[str], int],
    budget_tokens: int | None = None,
    trace: Trace | None = None,
) -> Rendered:
    """The text of an answer, count(text) at most budget_tokens (those of the answer's options unless given).

    What is worth most for its tokens is sent first; the order of reading stays, but passages of one page follow each
    other in its order.  The last line counts what was left out.  A budget too small for the head gives a shorter one,
    or nothing.
    """
    budget = answer.options.budget_tokens if budget_tokens is None else budget_tokens
    text = _Text(answer)
    everything = text.omitted(())
    for frame in frames(answer, home, budget, count):

        def render(chosen: Sequence[Candidate], frame: Frame = frame) -> str:
            return text.compose(frame, chosen, frame.tail(text.omitted(chosen)))

        def draft(chosen: Sequence[Candidate], frame: Frame = frame, tail: str = frame.tail(everything)) -> str:
            # With one tail for all of them, that of an empty answer, which is counted once and is the longest.
            return text.compose(frame, chosen, tail)

        packed = pack_passages(
            text.candidates, budget, count, render, shorten=text.shorten, draft=draft, write=text.write
        )
        if trace is not None:
            trace.candidates, trace.packed = tuple(map(text.written, text.candidates)), packed
        if packed.text:
            omitted = text.omitted(packed.items)
            return Rendered(packed.text, packed.tokens_used, _listed(omitted), text.whole(packed.items))
    return Rendered("", 0, _listed(everything))


def _listed(omitted: dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((kind, omitted[kind]) for kind in KINDS if kind in omitted)


class _Text:
    """The entries of an answer, and how they are put together."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._worths = passage_worths(answer)
        self._texts = [without_padding(each.text) for each in answer.passages]
        self._quoted: dict[int, str] = {}
        self._labels: dict[tuple[int, int, str, bool], str] = {}
        self._order = _by_page(answer.passages)
        self._told = told = {each.edge: each for each in answer.claims} if answer.conflicts else {}
        self._hits = {hit.id: hit for hit in answer.pages}
        self._conflicts = [conflict_line(each, told) for each in answer.conflicts]
        worths = {"pages": page_worths(answer), "claims": claim_worths(answer), "conflicts": conflict_worths(answer)}
        self.candidates = [
            Candidate(f"{kind}:{at:03}", "", worth, kind, (), LEAST)
            for kind, found in worths.items()
            for at, worth in enumerate(found)
        ]
        for at in self._order:
            least = size("> " + self._texts[at])
            self.candidates.append(
                Candidate(f"passages:{at:03}", "", self._worths[at], answer.passages[at].page, (), least)
            )

    def write(self, candidate: Candidate) -> Candidate:
        """A candidate with its text, and with the shorter ones that may be sent even where it would fit; at first, of a
        page or a claim, how long it is at least."""
        kind, at = _place(candidate.key)
        key, _, worth, group, *_ = candidate
        if candidate.unwritten == LEAST and kind in ("pages", "claims"):
            # Mostly enough to see that it will not be sent: whether it is stale is looked up for few.
            told = (
                inline(self._answer.pages[at].snippet, MAX_QUOTE) if kind == "pages" else cited(self._answer.claims[at])
            )
            return candidate._replace(unwritten=LEAST + 1 + size(told))
        if kind == "pages":
            hit = self._answer.pages[at]
            bare = ((_page_line(hit, ""), BARE * worth),) if hit.snippet else ()
            return Candidate(key, _page_line(hit), worth, group, bare)
        if kind == "claims":
            return Candidate(key, claim_line(self._answer.claims[at], self._answer), worth, group)
        if kind == "conflicts":
            each = self._answer.conflicts[at]
            unquoted = conflict_line(each, self._told, unquoted=(each.first, each.second))
            return Candidate(key, self._conflicts[at], worth, group, ((unquoted, CUT * worth),))
        self._quoted[at] = quoted(self._texts[at])
        return Candidate(key, self._quoted[at], worth, group, self._rows(at))

    def written(self, candidate: Candidate) -> Candidate:
        while candidate.unwritten:
            candidate = self.write(candidate)
        return candidate

    def _rows(self, at: int) -> tuple[tuple[str, float], ...]:
        """Of a table or of properties what answers."""
        found = matching_rows(self._texts[at], above(self._answer.passages[at]), self._answer.asked)
        return ((quoted(found.text), SHORTER * self._worths[at] * found.share),) if found else ()

    def shorten(self, candidate: Candidate) -> list[tuple[str, float]]:
        """Runs of whole sentences or lines of a passage; of the best one at least its label."""
        kind, at = _place(candidate.key)
        if kind != "passages":
            return []
        found = windows(self._texts[at], self._answer.asked, above(self._answer.passages[at]))
        forms = [(quoted(text), CUT * self._worths[at] * share) for text, share in found if share > 0]
        return forms if at else [*forms, ("", LABEL)]

    def compose(self, frame: Frame, chosen: Sequence[Candidate], tail: str) -> str:
        lines, room = [frame.head], ""
        before = -1
        quoted_edges: set[Edge] = set()
        for candidate in chosen:
            kind, at = _place(candidate.key)
            text = candidate.text
            if kind != room and not frame.brief:
                lines.append(_TITLES[kind])
            room = kind
            if kind == "passages":
                cut = "" if text == self._quoted[at] else "cut" if text else TOO_LONG
                lines.append(self._label(at, before, cut, frame.brief))
                before = at
            elif kind == "claims":
                quoted_edges.add(self._answer.claims[at].edge)
            elif kind == "conflicts" and text == self._conflicts[at]:
                # What is quoted in the lines of its claims is not quoted again.
                text = conflict_line(self._answer.conflicts[at], self._told, unquoted=quoted_edges)
            lines += [text] if text else []
        return "\n".join([*lines, tail] if tail else lines)

    def _label(self, at: int, before: int, cut: str, brief: bool) -> str:
        """What stands above a passage where that at before stands above it, if any, made once for all renderings."""
        passage = self._answer.passages[at]
        above = self._answer.passages[before] if before >= 0 else None
        if above is not None and above.page != passage.page:
            above, before = None, -1
        key = at, before, cut, brief
        found = self._labels.get(key)
        if found is None:
            hit = self._hits.get(passage.page)
            stale = "stale" if hit is not None and hit.stale else ""
            found = self._labels[key] = _label(passage, above, stale, cut, brief=brief)
        return found

    def omitted(self, chosen: Sequence[Candidate]) -> dict[str, int]:
        """Counts by kind: what the answer left out itself, and what found no room."""
        answer = self._answer
        sent = dict.fromkeys(_TITLES, 0)
        shown: set[str] = set()
        for candidate in chosen:
            kind, _ = _place(candidate.key)
            sent[kind] += 1
            if kind == "passages":
                shown.add(candidate.group)
        sent["pages"] += sum(is_quoted(hit, shown) for hit in answer.pages)
        counts = dict(answer.omitted)
        for kind, there in (
            ("pages", answer.pages),
            ("claims", answer.claims),
            ("conflicts", answer.conflicts),
            ("passages", answer.passages),
        ):
            counts[kind] = counts.get(kind, 0) + len(there) - sent[kind]
        return counts

    def whole(self, chosen: Sequence[Candidate]) -> tuple[int, ...]:
        places = {_place(each.key)[1]: each.text for each in chosen if _place(each.key)[0] == "passages"}
        return tuple(at for at in sorted(places) if places[at] == self._quoted[at])


# Each is asked for in every rendering that it is part of.
@lru_cache(maxsize=2048)
def _place(key: str) -> tuple[str, int]:
    """The kind of a candidate, and which of that kind it is."""
    kind, _, at = key.partition(":")
    return kind, int(at)


def _by_page(passages: Sequence[PassageShown]) -> list[int]:
    """Places of passages as they are read: pages by their best passage, each in the order of its text."""
    first: dict[str, int] = {}
    for at, each in enumerate(passages):
        first.setdefault(each.page, at)
    return sorted(range(len(passages)), key=lambda at: (first[passages[at].page], passages[at].line, at))


def _page_line(hit: PageHit, snippet: str | None = None) -> str:
    stale = ", stale" if hit.stale else ""
    shown = hit.snippet if snippet is None else snippet
    said = f': "{inline(shown, MAX_QUOTE)}"' if shown else ""
    return f"- [[{inline(hit.id)}]]{_title(hit.title, hit.id)} ({hit.category}, {hit.why}{stale}){said}"


# Each label has that of its page, and looks for it among its headings.
@lru_cache(maxsize=256)
def _title(title: str, page: str) -> str:
    """A title that says more than the name of its page, after a blank; else nothing."""
    named = _TOLD_APART.sub("", page.rpartition("/")[2].casefold())
    same = _BETWEEN_WORDS.sub("-", title.casefold()).strip("-") == _BETWEEN_WORDS.sub("-", named).strip("-")
    return "" if same else " " + inline(title, MAX_NAME)


def _step(step: Step) -> str:
    """The name crossed, with what is claimed of it; where a line led here, the page and the line."""
    claim = f" [{inline(display_relation(step.claim.relation))} {step.claim.confidence:g}]" if step.claim else ""
    return f"{inline(step.name, MAX_NAME) if step.name else f'{inline(step.from_page)}:{step.line}'}{claim}"


def _label(passage: PassageShown, before: PassageShown | None, *marks: str, brief: bool) -> str:
    """What stands above a passage: where it is from, as far as the label above, of the same page, does not say so."""
    block = f"#^{inline(passage.block)}" if passage.block else ""
    notes = ["only like the question"] if passage.why == "meaning" else []
    if passage.steps and not brief:
        notes.append(f"via {', '.join(map(_step, passage.steps))}")
    notes += [TOLD[mark] for mark in marks_of(passage.text, passage.category)]
    notes += filter(None, (*marks, passage.day))
    note = f" ({'; '.join(notes)})" if notes else ""
    where = _below(_headings(passage), _headings(before) if before else [], passage.title)
    if before:
        # Of a list of steps nobody must miss that one is not here.
        skips = not where and passage.first > before.last + 1
        return f"{block or '#'}{where}{' ' + ELLIPSIS if skips else ''}{note}"
    return f"[{inline(passage.page)}{block}]{_title(passage.title, passage.page)}{where}{note}"


def _headings(passage: PassageShown) -> list[str]:
    """The headings above a passage.  Most pages repeat their title or name as the first; the label has it already."""
    path = passage.heading.split(" > ") if passage.heading else []
    if "](" in passage.heading or "}" in passage.heading:
        from ...pages.text.headings import shown_heading

        path = list(map(shown_heading, path))
    return path[1:] if path and (path[0] == passage.title or not _title(path[0], passage.page)) else path


def _below(path: Sequence[str], above: Sequence[str], title: str) -> str:
    """What a passage stands under: as far as the label above does not say so, and of a long path the end."""
    if path == above:
        return ""
    # Without a heading of its own it would seem to stand under those above it.
    path = path or [title]
    shared = 0
    while shared < len(path) - 1 and path[shared : shared + 1] == above[shared : shared + 1]:
        shared += 1
    while shared < len(path) - 1 and len(" > ".join(path[shared:])) > MAX_NAME:
        shared += 1
    return f" > {'… > ' if shared else ''}{inline(' > '.join(path[shared:]), MAX_NAME)}"
