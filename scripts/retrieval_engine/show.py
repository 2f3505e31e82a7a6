"""Showing a page, or the part of it that a label names, within a budget of tokens.

The text is cut at its end: of a list, a paragraph, a section; the question may decide where it begins.  It consists of
whole lines of the file; the index has the lines of headings and passages.
"""

from __future__ import annotations

import hashlib
import math
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

from ..errors import DataError
from ..index_store.port import IndexReader
from ..look.lookup import find_part, is_title_unique, no_part
from ..model import ClaimRow, PageRow, PassageRow, SectionRow
from ..text.analyzer import analyze, query_words
from ..text.canvas import canvas_markdown, is_canvas
from ..text.labels import SEPARATOR, heading_labels, page_label
from ..text.links import block_key, find_block
from ..text.names import is_opaque, stem_of
from ..text.ontology import ending_of, how_ended
from ..text.sentences import sentences
from .cutting import cut_passage
from .filed import cited_place, stale_answers, stale_evidence
from .pack import is_link_list, is_weak

BUDGET_TOKENS = 300
"""Tokens of a text where the call has no budget."""
WHOLE_TOKENS = 900
"""Without a budget, a page or part of up to this size is shown whole: the rest would cost another call."""
MAX_HEADINGS = 30
"""Headings listed below a text; a page with more is listed by its upper levels, with the size of the text below."""
MAX_OUTLINE = 100
"""Headings listed in an outline."""
QUOTED_CATEGORY = "sources"
NEAR_LINES = 8
MAX_CLAIMS = 6

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_INTRODUCES = re.compile(r"[ \t>]*#{1,6}[ \t]|.*[:：][ \t*_]*$|[ \t>]*$")
"""A line that only introduces the next one: a heading, one that ends in a colon, a blank one."""

Counter = Callable[[str], int]
Read = Callable[[str], bytes]
"""Returns the bytes of a file by its path in the vault; raises DataError if it cannot be read."""


class OutlineEntry(NamedTuple):
    """A heading that is not shown, with the size of the text under it."""

    label: str
    """The part of a label for `show`: the heading, with as many above it as make it unique."""
    level: int
    line: int
    tokens: int


class PageClaim(NamedTuple):
    """A claim about a page, merged over the pages that make it."""

    subject: str
    relation: str
    object: str
    confidence: float
    cite: str
    """Its evidence, `source#^block`, or the page whose own claim it is."""
    is_stale: bool
    """All of its evidence is gone."""
    ended: str = ""
    """How it ended, from its note; "" for one that holds."""


class Shown(NamedTuple):
    """A page or a part of it."""

    label: str
    id: str
    path: str
    title: str
    category: str
    sha: str
    """SHA-256 of the whole file: a write passes it as expect_sha."""
    line: int
    """Line of the file at which the text begins."""
    end_line: int
    text: str
    tokens: int
    omitted_tokens: int
    """Tokens of the scope that are not shown, before and behind the text."""
    next_line: int
    """Line at which to go on; 0 where nothing follows."""
    omitted_of_line: int
    """Tokens of the last line shown, where it is longer than the budget."""
    properties_tokens: int
    """Tokens of the properties on top of the page, where they are left out."""
    headings: tuple[OutlineEntry, ...]
    more_headings: int
    """Headings that are not even listed."""
    claims: tuple[PageClaim, ...]
    more_claims: int
    stale: tuple[str, ...]
    """Evidence of the page that is gone or has changed, in words."""
    not_here: tuple[str, ...] = ()
    """Words of the question that occur nowhere in the scope."""


class _Scope(NamedTuple):
    """The page or part that was asked for: lines first to last of a file, counted from 1."""

    page: PageRow
    label: str
    first: int
    last: int
    is_page: bool = False


class _Text:
    """The lines of a file; for a canvas the lines that it is read as."""

    def __init__(self, path: str, data: bytes) -> None:
        self.sha = hashlib.sha256(data).hexdigest()
        text = data.decode("utf-8", "replace")
        self._text = (canvas_markdown(text) or "") if is_canvas(path) else text
        self._ends = [match.end() for match in _LINE.finditer(self._text)]

    def __len__(self) -> int:
        return len(self._ends)

    def between(self, first: int, last: int) -> str:
        """Return the lines first to last, with their line ends."""
        last = min(last, len(self._ends))
        if first > last:
            return ""
        return self._text[self._ends[first - 2] if first > 1 else 0 : self._ends[last - 1]]


def show(
    reader: IndexReader,
    label: str,
    read: Read,
    *,
    line: int = 1,
    budget_tokens: int | None = None,
    outline: bool = False,
    question: str = "",
    count: Counter,
    min_confidence: float = 0.6,
) -> Shown:
    """Return the page or part that a label names, from this line of the file on, as much as the budget holds.

    question: decides where the text begins if not all of it fits and no line is given.  outline: returns all headings
    and no text.  A text always has at least a part of its first line, and next_line is greater than that line.

    Raises PageNotFoundError with similar names, AmbiguousPageError, DataError for a part or line that does not exist.
    """
    page, heading, block = find_part(reader, label, may_be_short=True)
    text = _Text(page.path, read(page.path))
    sections = reader.sections(pages=[page.id])
    passages = reader.passages(pages=[page.id])
    scope = _scope(reader, text, page, sections, passages, heading, block)
    shown = _Showing(scope, text, sections, passages, count)
    if outline:
        return shown.outline()
    budget = budget_tokens or (WHOLE_TOKENS if shown.tokens <= WHOLE_TOKENS else BUDGET_TOKENS)
    part = shown.window(line, budget, _word_weights(reader, page, question))
    if question and part.omitted_tokens:
        part = part._replace(not_here=shown.unmet_words(question))
    if not scope.is_page or line > 1:
        return part
    claims, more = _claims_outside(reader, page, part, min_confidence)
    return part._replace(claims=claims, more_claims=more, stale=_stale_evidence(reader, page, passages))


def _scope(
    reader: IndexReader,
    text: _Text,
    page: PageRow,
    sections: Sequence[SectionRow],
    passages: Sequence[PassageRow],
    heading: int | None,
    block: str,
) -> _Scope:
    is_unique = not is_opaque(stem_of(page.path)) or is_title_unique(reader, page)
    label = page_label(page, is_title_unique=is_unique)
    if block:
        first, last = _block_lines(text, page, passages, block)
        return _Scope(page, f"{label}#^{block}", first, last)
    if heading is None:
        return _Scope(page, label, 1, max(1, len(text)), is_page=True)
    level = next(section.level for section in sections if section.id == heading)
    first = next(section.line for section in sections if section.id == heading)
    behind = [s.line for s in sections if s.id > heading and s.part == 0 and s.level <= level]
    label = f"{label}{SEPARATOR}{heading_labels(page, sections)[heading]}"
    return _Scope(page, label, first, max(first, (behind[0] if behind else len(text) + 1) - 1))


def _block_lines(text: _Text, page: PageRow, passages: Sequence[PassageRow], block: str) -> tuple[int, int]:
    """Return the first and last line of a block, from the index or, for one within a passage, from the page itself."""
    key = block_key(block)
    named = [passage for passage in passages if passage.block and block_key(passage.block) == key]
    if named:
        # A long block is split into several passages that share its id.
        return named[0].line, named[-1].end_line
    from ..text.page import read_page

    whole = text.between(1, len(text))
    read = read_page(page.path, whole)
    found = find_block(read.block_ids, block)
    if found is None:
        known = [f"^{block_id.id}" for block_id in read.block_ids]
        raise no_part(page, f"block ^{block}", f"^{block}", known)
    lines = [match.end() for match in _LINE.finditer(whole)]
    return bisect_right(lines, found.block_start) + 1, bisect_right(
        lines, max(found.block_start, found.block_end - 1)
    ) + 1


class _Showing:
    """A scope of a page with the rows of the index for its lines."""

    def __init__(
        self,
        scope: _Scope,
        text: _Text,
        sections: Sequence[SectionRow],
        passages: Sequence[PassageRow],
        count: Counter,
    ) -> None:
        self._scope, self._text, self._count = scope, text, count
        self._sections = [section for section in sections if scope.first <= section.line <= scope.last]
        self._passages = [passage for passage in passages if scope.first <= passage.line <= scope.last]
        self._labels = heading_labels(scope.page, sections)
        self._body = min((section.line for section in sections), default=1)
        self.tokens = self._tokens(scope.first, scope.last)
        """Tokens of the scope."""

    def outline(self) -> Shown:
        """Return all headings of the scope with their sizes."""
        headings, more = self._headings_outside(0, 0, MAX_OUTLINE)
        shown = self._make_shown(self._scope.first, 0, "", 0, 0)
        return shown._replace(omitted_tokens=self.tokens, headings=headings, more_headings=more)

    def window(self, line: int, budget: int, weights: dict[str, float]) -> Shown:
        """Return as much of the scope as the budget holds, from a line on or around the heaviest passage."""
        scope = self._scope
        if line > max(1, scope.last):
            raise DataError(
                f"no line {line}", path=scope.page.path, hint=f"what you asked for ends in line {scope.last}"
            )
        if line > scope.first:
            return self._show_from(line, budget)
        if self._fits(scope.first, scope.last, budget):
            return self._show_from(scope.first, budget)
        best = self._best_passage(weights)
        # The page's own words go before a list of links, which `more:` and the headings lead to.
        opening = next((row for row in self._passages if not is_weak(row)), best)
        if best is not None and (opening is None or not is_link_list(best) or is_link_list(opening)):
            return self._show_around(best, budget, weights)
        first = scope.first
        has_properties = first < self._body <= scope.last and self._text.between(1, 1).strip().lstrip("\ufeff") == "---"
        if has_properties and not self._fits(first, self._body - 1, budget // 4):
            # Long properties do not displace the text.
            shown = self._show_from(self._body, budget)
            return shown._replace(properties_tokens=self._tokens(first, self._body - 1))
        return self._show_from(first, budget)

    def unmet_words(self, question: str) -> tuple[str, ...]:
        """Return the words of a question that occur nowhere in the scope."""
        language = self._scope.page.language
        there = {term for row in self._passages for term in analyze(row.text, language)}
        there.update(*(row.words.split() for row in self._sections))
        words = query_words(question, language)
        return tuple(dict.fromkeys(word.text for word in words if there.isdisjoint((word.term, *word.forms))))

    def _show_around(self, passage: PassageRow, budget: int, weights: dict[str, float]) -> Shown:
        """Return the best passage with the text above it in its section, and then the text that follows."""
        section = next((row for row in self._sections if row.id == passage.section), None)
        first = min(section.line, passage.line) if section else passage.line
        if not self._fits(first, passage.end_line, budget):
            first = passage.line
        if not self._fits(first, passage.end_line, budget):
            # The passage alone is too long: the sentences, items or rows that hold the words.
            language = self._scope.page.language
            cut = cut_passage(
                self._text.between(first, passage.end_line).rstrip("\r\n"),
                passage.kind,
                limit=budget,
                count=self._count,
                words=lambda text: analyze(text, language),
                weights=weights,
            )
            if cut is not None:
                return self._make_shown(first, passage.end_line, cut.text, cut.tokens, cut.whole - cut.tokens)
        return self._show_from(first, budget)

    def _show_from(self, first: int, budget: int) -> Shown:
        """Return as many lines from the first on as fit, to the end of a passage if that uses half of the budget."""
        last = self._last_line(first, budget)
        if last < first:
            line = self._text.between(first, first)
            text = _cut_line(line, budget, self._count)
            tokens = self._count(text)
            return self._make_shown(first, first, text, tokens, max(0, self._count(line) - tokens))
        text = self._text.between(first, last)
        tokens = self._count(text)
        following = self._next_text(last + 1)
        if following and 2 * tokens < budget and not self._fits(first, following, budget):
            # A line that is too long is shown in part rather than leaving most of the budget unused.
            line = self._text.between(following, following)
            between = self._text.between(last + 1, following - 1)
            text += between + _cut_line(line, budget - tokens - self._count(between), self._count)
            shown_tokens = self._count(text)
            return self._make_shown(
                first, following, text, shown_tokens, max(0, self._tokens(first, following) - shown_tokens)
            )
        return self._make_shown(first, last, text, tokens, 0)

    def _next_text(self, line: int) -> int:
        """Return the next line that is not blank; 0 where there is none near."""
        for near in range(line, min(line + NEAR_LINES, self._scope.last + 1)):
            if self._text.between(near, near).strip():
                return near
        return 0

    def _last_line(self, first: int, budget: int) -> int:
        """Return the last line to show; first - 1 where not even the first line fits."""
        last = self._scope.last
        if self._fits(first, last, budget):
            return last
        sizes = accumulate(self._count(self._text.between(line, line)) for line in range(first, last + 1))
        # Single lines cost no less than the same lines together, give or take a token for each.
        far = first + sum(1 for _ in takewhile(lambda size: size <= 2 * budget + 100, sizes))
        fitting = _largest(first - 1, min(far, last), lambda end: end < first or self._fits(first, end, budget))
        ends = [passage.end_line for passage in self._passages if first <= passage.end_line <= fitting]
        if ends and 2 * self._tokens(first, max(ends)) >= budget:
            return max(ends)
        # A line that only introduces the next one is not shown without it.
        trimmed = fitting
        while trimmed > first and _INTRODUCES.match(self._text.between(trimmed, trimmed).rstrip("\r\n")):
            trimmed -= 1
        is_something = any(self._text.between(line, line).strip() for line in range(first, trimmed + 1))
        return trimmed if is_something else fitting

    def _best_passage(self, weights: dict[str, float]) -> PassageRow | None:
        """Return the first passage with the most weight, its heading's words counting half."""
        best: tuple[float, PassageRow | None] = (0.0, None)
        language = self._scope.page.language
        headings = {row.id: frozenset(analyze(row.heading, language)) for row in self._sections} if weights else {}
        for passage in self._passages if weights else ():
            words = frozenset(analyze(passage.text, language))
            above = headings.get(passage.section, frozenset())
            score = sum(w if word in words else w / 2 if word in above else 0.0 for word, w in weights.items())
            if score > best[0] + 1e-9:
                best = (score, passage)
        return best[1]

    def _make_shown(self, first: int, last: int, text: str, tokens: int, omitted_of_line: int) -> Shown:
        scope = self._scope
        left = self._tokens(scope.first, first - 1) + self._tokens(last + 1, scope.last) if last else 0
        has_more = last < scope.last and bool(self._text.between(last + 1, scope.last).strip())
        headings, more = self._headings_outside(first, last, MAX_HEADINGS) if last else ((), 0)
        page = scope.page
        return Shown(
            label=scope.label,
            id=page.node,
            path=page.path,
            title=page.title,
            category=page.category,
            sha=self._text.sha,
            line=first,
            end_line=last,
            text=text,
            tokens=tokens,
            omitted_tokens=left + omitted_of_line,
            next_line=last + 1 if has_more and last else 0,
            omitted_of_line=omitted_of_line,
            properties_tokens=0,
            headings=headings,
            more_headings=more,
            claims=(),
            more_claims=0,
            stale=(),
        )

    def _headings_outside(self, first: int, last: int, most: int) -> tuple[tuple[OutlineEntry, ...], int]:
        """Return the headings of the scope outside lines first to last, and how many are not listed.

        If there are too many, lower levels are left out, and their tokens count for the heading above them.
        """
        rows = [row for row in self._sections if row.part == 0 and row.level and not first <= row.line <= last]
        if last:
            rows = [row for row in rows if row.line != self._scope.first or self._scope.is_page]
        level = max((row.level for row in rows), default=0)
        top = min((row.level for row in rows), default=0)
        while len([row for row in rows if row.level <= level]) > most and level > top:
            level -= 1
        starts = sorted(row.line for row in self._sections if row.part == 0 and row.level <= level)
        headings = []
        for row in rows:
            if row.level <= level:
                following = bisect_right(starts, row.line)
                end = starts[following] - 1 if following < len(starts) else self._scope.last
                label = self._labels.get(row.id, "") or row.heading
                headings.append(OutlineEntry(label, row.level, row.line, self._tokens(row.line, end)))
        return tuple(headings[:most]), len(rows) - len(headings[:most])

    def _tokens(self, first: int, last: int) -> int:
        return self._count(self._text.between(first, last)) if first <= last else 0

    def _fits(self, first: int, last: int, budget: int) -> bool:
        return self._tokens(first, last) <= budget


def _largest(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Return the largest number from low to high for which holds is true; it must be true for all smaller ones."""
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def _cut_line(line: str, budget: int, count: Counter) -> str:
    """Return the first sentences of a line that fit, else its first words or characters; never an empty text."""
    ends = list(accumulate(len(piece) for piece in sentences(line)))
    fitting = _largest(0, len(ends), lambda number: number == 0 or count(line[: ends[number - 1]]) <= budget)
    if fitting:
        return line[: ends[fitting - 1]].rstrip()
    most = _largest(1, len(line), lambda end: count(line[:end]) <= budget)
    blank = line.rfind(" ", most // 2, most)
    return line[: blank if blank > 0 else most]


def _word_weights(reader: IndexReader, page: PageRow, question: str) -> dict[str, float]:
    """Map each word of a question to its weight, which is high where few sections have the word."""
    terms = list(dict.fromkeys(analyze(question, page.language))) if question.strip() else []
    total = max(1, reader.statistics().sections)
    counts = reader.document_counts(terms)
    return {term: math.log(1 + total / counts[term]) for term in terms if counts[term]}


def _claims_outside(
    reader: IndexReader, page: PageRow, shown: Shown, min_confidence: float
) -> tuple[tuple[PageClaim, ...], int]:
    """Return the claims about a page outside the text shown, the most confident first, and how many are left out."""
    groups: dict[tuple[str, str, str], list[ClaimRow]] = {}
    for row in reader.claims(nodes=[page.node]):
        if row.confidence >= min_confidence:
            groups.setdefault((row.subject, row.relation, row.object), []).append(row)
    claims = []
    for rows in groups.values():
        if any(row.page == page.id and shown.line <= row.line <= shown.end_line for row in rows):
            continue
        # A claim that ended and is made again holds.
        rows = [row for row in rows if not ending_of(row.note)] or rows
        row = min(rows, key=lambda row: (-row.confidence, row.path, row.line))
        evidence = [piece for other in (row, *rows) for piece in other.evidence]
        present = [piece for piece in evidence if not piece.is_gone]
        first = next(iter(present or evidence), None)
        cite = row.path if first is None else cited_place(first)
        is_stale = bool(evidence) and not present
        claims.append(
            PageClaim(
                row.subject_name, row.relation, row.object_name, row.confidence, cite, is_stale, how_ended(row.note)
            )
        )
    claims.sort(key=lambda claim: (-claim.confidence, claim.subject, claim.relation, claim.object))
    return tuple(claims[:MAX_CLAIMS]), len(claims[MAX_CLAIMS:])


def _stale_evidence(reader: IndexReader, page: PageRow, passages: Sequence[PassageRow]) -> tuple[str, ...]:
    """Return the evidence of a page, by the hashes of a filed answer and by quotes, that is gone or has changed."""
    reasons: list[str] = []
    if page.category == "topics":
        reasons += stale_answers(reader, [page])[page.id]
    return tuple(dict.fromkeys((*reasons, *stale_evidence(reader, page, passages))))


class ShownPages(NamedTuple):
    """Several pages or parts."""

    pages: tuple[Shown, ...]
