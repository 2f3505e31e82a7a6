"""Packing: which passages a reply quotes, greedily in the order of the ranking, under a budget that is never exceeded.

Forced variety, score per token and bonuses for new words were measured and lost answers.  Small passages gain answers,
and so does a path that is printed only once.
"""

from __future__ import annotations

import re
from collections import Counter as Counts
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, groupby, pairwise
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from ..look.resting import UNKNOWN, day_of
from ..model import PassageRow, SectionRow
from ..text.escaping import safe_line
from ..text.kept import SOURCE_LINE
from ..text.labels import SEPARATOR, heading_labels, page_label
from .cutting import GAP, Counter, WordsOf, cut_passage, leads_in, table_head
from .filed import evidence_quotes
from .values import Found, RankedPassage

LARGEST_SHARE = 0.5
"""Share of a budget that one passage may take: one long table must not be the whole answer."""

SMALLEST_CUT = 48
"""Tokens below which a part of a passage says too little to be worth its label."""

FINISHED = 20
"""Tokens of the end of a passage that are quoted beyond its share, and, where the size follows the verdict, beyond that
size: otherwise they would cost another call."""

MAX_SKIPPED = 30
"""Packing stops after so many passages in a row that do not fit: the next ones score too low to matter."""

FEWEST_SAID = 4
"""Fewest words of a passage that is left out because the reply has them already: fewer may occur by chance."""

LINK_WORDS = 10
"""Fewest words of a link whose text counts as a sentence and not as the name of its target."""

_ITEM = re.compile(r"^[ \t>]*(?:[-*+]|\d{1,4}[.)])[ \t]+[*_]{0,3}(\[(?!\[))?", re.M)
_WORD = re.compile(r"\w+")
# A bracket ends the attempt that began before it, so that a run of them costs no more than its length.
_LINKS = re.compile(r"!?\[\[[^\[\]\n]*\]\]|!?\[[^\[\]\n]*\]\([^)\[\n]*\)|<?\bhttps?://\S+|(?<!\S)#[^\s#]+")
_EMBEDS = re.compile(r"!\[\[[^\[\]\n]*\]\]|!\[[^\[\]\n]*\]\([^)\[\n]*\)")
_PADDING = re.compile(r"(?<=\S)[ \t]{2,}")
_RULE = re.compile(r"(?<=-)-{3,}")
"""Padding that aligns the cells of a table: up to four fifths of its characters."""


class Piece(NamedTuple):
    """The part of one passage that is quoted."""

    passage: int
    line: int
    text: str
    tokens: int
    whole: int
    """Tokens of the whole passage."""

    @property
    def is_whole(self) -> bool:
        return self.tokens >= self.whole


class PartSize(NamedTuple):
    """How much of a section is quoted, in tokens."""

    tokens: int
    of: int


class QuotedText(NamedTuple):
    """A quotation as JSON has it."""

    path: str
    heading: str
    label: str
    line: int
    text: str
    part: PartSize | None = None
    via: str | None = None
    marks: tuple[str, ...] | None = None
    properties: str | None = None
    goes_on: bool | None = None
    """Whether there is more under the label than `part` counts."""


class Quotation(NamedTuple):
    """Pieces under one label, in the order of the text."""

    label: str
    page: int
    section: int
    """Section of the piece that ranked first."""
    path: str
    heading: str
    pieces: tuple[Piece, ...]
    whole: int = 0
    """Tokens of the sections that the pieces come from."""
    via: str = ""
    """The name by which the best piece was reached."""
    marks: tuple[str, ...] = ()
    """Warnings about it: Location.mark."""
    properties: str = ""
    """Material.properties of its page, if this is the page's first quotation."""
    goes_on: bool = False
    """There is more under the label than the passages that were found: see part."""

    @property
    def line(self) -> int:
        return self.pieces[0].line

    @property
    def text(self) -> str:
        parts = [self.pieces[0].text]
        for before, piece in pairwise(self.pieces):
            if piece.passage != before.passage + 1:
                parts.append(GAP)
            parts.append(_without_head(piece.text, before.text))
        return "\n".join(parts)

    @property
    def part(self) -> PartSize | None:
        """Tokens quoted, of all tokens under the label, or, where it goes on, of those found there; None where it is
        quoted whole."""
        quoted, whole = (sum(getattr(piece, name) for piece in self.pieces) for name in ("tokens", "whole"))
        whole = max(whole, self.whole)
        return PartSize(quoted, whole) if quoted < whole or self.goes_on else None

    def plain(self) -> QuotedText:
        """Return the quotation as JSON has it."""
        facts = self.path, self.heading, self.label, self.line, self.text
        known = self.via or None, self.marks or None, self.properties or None, self.goes_on or None
        return QuotedText(*facts, self.part, *known)


class Location(NamedTuple):
    """The place of a passage, as a reply names it."""

    label: str
    path: str
    heading: str
    title: str
    is_source: bool = False
    """Others wrote it: a document that was brought in."""
    mark: str = ""
    """Warning that it has no date, if the question is about a day."""
    sections: frozenset[int] = frozenset()
    """All sections under the label, where there are several."""


class Labels:
    """The labels of sections and pages: as short as they can be on pages that were read whole."""

    def __init__(self, found: Found, *, as_of: str) -> None:
        self._as_of = as_of
        self._pages = found.page_rows
        self._titles = Counts(row.title for row in self._pages.values())
        self._page_labels: dict[int, str] = {}
        self._places: dict[int, Location] = {}
        self._headings: dict[int, str] = {}
        self._parts: dict[int, frozenset[int]] = {}
        siblings: dict[int, list[SectionRow]] = {}
        for row in sorted(found.section_rows.values(), key=lambda row: row.id):
            if row.page in found.whole:
                siblings.setdefault(row.page, []).append(row)
        for page, rows in siblings.items():
            self._headings.update(heading_labels(self._pages[page], rows))
            starts = accumulate(row.part == 0 for row in rows)
            for _, parts in groupby(zip(starts, rows), key=itemgetter(0)):
                ids = frozenset(row.id for _, row in parts)
                self._parts.update(dict.fromkeys(ids, ids) if len(ids) > 1 else {})

    def page(self, page: int) -> str:
        if page not in self._page_labels:
            row = self._pages[page]
            self._page_labels[page] = page_label(row, is_title_unique=self._titles[row.title] == 1)
        return self._page_labels[page]

    def place(self, section: SectionRow) -> Location:
        if section.id not in self._places:
            page = self._pages[section.page]
            heading = self._headings.get(section.id)
            if heading is None:
                above = section.above[1:] if section.above[:1] == (page.title,) else section.above
                heading = SEPARATOR.join((*above, section.heading)) if section.level else ""
            label = self.page(section.page)
            label = label + SEPARATOR + heading if heading else label
            mark = UNKNOWN if self._as_of and not day_of(page) else ""
            is_source = page.category == "sources"
            parts = self._parts.get(section.id, frozenset())
            self._places[section.id] = Location(label, page.path, section.heading, page.title, is_source, mark, parts)
        return self._places[section.id]


class Packed(NamedTuple):
    """The quotations, best first, and what was left out."""

    quotations: tuple[Quotation, ...]
    repeated: int = 0
    """How many passages say the same as one that is quoted."""
    skipped: tuple[int, ...] = ()
    """Passages, best first, that did not fit."""


class Material(NamedTuple):
    """The passages to pack, with all that packing needs."""

    rows: Mapping[int, PassageRow]
    sections: Mapping[int, SectionRow]
    place: Callable[[SectionRow], Location]
    words: WordsOf
    weights: Mapping[str, float]
    """Maps each analyzed word of the question to its weight."""
    shape: Callable[[str], str] = str
    """Makes a passage safe to print and keeps its words."""
    defines: bool = False
    """The question asks what something is, so a part of a passage includes its first sentence."""
    said: tuple[str, ...] = ()
    """Texts that the reply has already, such as the sentences that prove its claims."""
    short: frozenset[int] = frozenset()
    """Pages that are quoted whole: all their passages are among the rows."""
    properties: Mapping[int, str] = MappingProxyType({})
    """Maps pages to a line of their properties, where a person's note has half of its facts."""


def pack(
    order: Sequence[RankedPassage], material: Material, *, budget: int, count: Counter, is_filled: bool = True
) -> Packed:
    """Quote passages in this order until the budget is spent.

    budget: tokens of the quotations with their labels; a label counts once.
    is_filled: smaller passages that rank lower are tried after one that does not fit.  If False, packing ends with that
    passage, of which a part is quoted.

    A line that introduces the next passage is quoted with it if both fit; else a passage alone, else a part of it.
    Passages of nothing but links come last.
    """
    packing = _Packing(material, budget, count, spare=0 if is_filled else FINISHED)
    skipped: list[RankedPassage] = []
    in_a_row = 0
    # A passage of nothing but links often has the name and seldom answers, unless the question is that name.
    named = order[0].page if order and material.defines else 0
    for ranked in sorted(order, key=lambda ranked: ranked.page != named and is_links(material.rows[ranked.id])):
        if ranked.id in packing.pieces:
            continue
        if packing.says_the_same(ranked):
            packing.repeated += 1
        elif packing.add_whole(ranked) or (not packing.pieces and packing.add_part(ranked)):
            in_a_row = 0
        else:
            skipped.append(ranked)
            in_a_row += 1
            if in_a_row >= (MAX_SKIPPED if is_filled else 1):
                break
    for ranked in skipped:
        if packing.room < SMALLEST_CUT:
            break
        if ranked.id not in packing.pieces:
            packing.add_part(ranked)
    left = tuple(ranked.id for ranked in skipped if ranked.id not in packing.pieces)
    return Packed(packing.quotations(), packing.repeated, left)


def format_quotation(quotation: Quotation) -> str:
    """Return a quotation as a reply prints it: its label, and below it the text."""
    part = quotation.part
    notes = [f"part: {part.tokens} of {'more than ' if quotation.goes_on else ''}{part.of} tokens"] if part else []
    notes += quotation.marks
    note = f" ({'; '.join(notes)})" if notes else ""
    return "\n".join(filter(None, (f"[{safe_line(quotation.label)}]{note}", quotation.properties, quotation.text)))


def _without_head(text: str, before: str) -> str:
    """Return a part of a table, without its head if the part before has it already."""
    lines = text.splitlines(keepends=True)
    head = "".join(lines[:2])
    return "".join(lines[2:]) if len(lines) > 2 and table_head(lines) == 2 and head in before else text


def drop_last(quotations: Sequence[Quotation]) -> tuple[Quotation, ...]:
    """Return the quotations without the last one, or the last piece of the only one."""
    if len(quotations) > 1 or not quotations or len(quotations[0].pieces) < 2:
        return tuple(quotations[:-1])
    return (quotations[0]._replace(pieces=quotations[0].pieces[:-1]),)


class _Packing:
    """The pieces that are packed so far, and the room that is left."""

    def __init__(self, material: Material, budget: int, count: Counter, *, spare: int) -> None:
        """spare: tokens beyond the budget that are allowed to finish a passage."""
        self.material, self.budget, self.count, self.spare = material, budget, count, spare
        self.room = budget
        self.repeated = 0
        self.pieces: dict[int, Piece] = {}
        self._rows_of: dict[int, list[PassageRow]] = {}
        for row in material.rows.values():
            self._rows_of.setdefault(row.section, []).append(row)
        self._section_sizes: dict[int, int] = {}
        self._groups: dict[str, tuple[int, ...]] = {}
        """Passages by label."""
        self._costs: dict[str, int] = {}
        """Tokens by label."""
        self._first: dict[str, RankedPassage] = {}
        """The best passage by label, in the order in which labels were packed."""
        self._gists: set[str] = set()
        self._quoted: list[str] = []
        """The words of passages that are quoted whole."""
        self._in_reply = [f" {' '.join(_words(text))} " for text in material.said]

    def says_the_same(self, ranked: RankedPassage) -> bool:
        """Whether a passage says the same as one that is packed, or, without its links, is in the reply already.

        A list of evidence is compared by its quotes.
        """
        row = self.material.rows[ranked.id]
        quotes = evidence_quotes(row.text) or ()
        if quotes and all(any(f" {' '.join(_words(quote))} " in text for text in self._quoted) for quote in quotes):
            return True
        words = _words(_LINKS.sub(" ", row.text))
        is_in_reply = len(words) >= FEWEST_SAID and any(f" {' '.join(words)} " in text for text in self._in_reply)
        return is_in_reply or not self._gists.isdisjoint(self._gist(row))

    def add_whole(self, ranked: RankedPassage) -> bool:
        """Add a passage with those that belong to it, or alone; return whether it fits."""
        rows = self.material.rows
        for run in (*self._wholes(rows[ranked.id]), *_with_introduced(rows[ranked.id], rows)):
            missing = [id for id in run if id not in self.pieces]
            texts = {id: self._printable(rows[id]) for id in missing}
            if sum(map(len, texts.values())) > 12 * self.budget:
                continue
            sizes = {id: self.count(text) for id, text in texts.items()}
            if sum(sizes.values()) > max(LARGEST_SHARE * self.budget, SMALLEST_CUT) and self.pieces:
                continue
            made = [Piece(id, rows[id].line, texts[id], sizes[id], sizes[id]) for id in missing]
            if self._add_if_fitting(ranked, made):
                return True
        return False

    def _wholes(self, row: PassageRow) -> list[tuple[int, ...]]:
        """Return the passages of a short page, and those of the section that is quoted first, where the answer is often
        beside the passage that has the words."""
        wholes: list[list[PassageRow]] = []
        if row.page in self.material.short:
            wholes.append([other for other in self.material.rows.values() if other.page == row.page])
        if not self.pieces:
            wholes.append(self._rows_of[row.section])
        return [tuple(sorted(row.id for row in rows if not is_frame(row) and not is_embed(row))) for rows in wholes]

    def add_part(self, ranked: RankedPassage) -> bool:
        """Add the part of a passage that holds most of the question; return whether one fits."""
        row = self.material.rows[ranked.id]
        label = self._place(row).label
        frame = self.count(f"\n\n[{label}] (part: 1000 of 1000 tokens)\n") if label not in self._groups else 4
        largest = int(max(LARGEST_SHARE * self.budget, SMALLEST_CUT)) if self.pieces else self.room
        limit, text = min(self.room - frame, largest), self._printable(row)
        if limit < 1:
            return False
        whole = self.count(text)
        if whole <= min(self.room - frame + self.spare, largest + FINISHED):
            return self._add_if_fitting(ranked, [Piece(row.id, row.line, text, whole, whole)], spare=self.spare)
        cut = cut_passage(
            text,
            row.kind,
            limit=limit,
            count=self.count,
            words=self.material.words,
            weights=self.material.weights,
            opening=self.material.defines,
        )
        if cut is None or (cut.tokens < SMALLEST_CUT and self.pieces and not cut.is_whole):
            return False
        return self._add_if_fitting(ranked, [Piece(row.id, row.line, cut.text, cut.tokens, cut.whole)])

    def quotations(self) -> tuple[Quotation, ...]:
        """Return the quotations, in the order in which their labels were packed."""
        return tuple(self._quotation(ranked, self._groups[label], self.pieces) for label, ranked in self._first.items())

    def _quotation(self, ranked: RankedPassage, group: Sequence[int], pieces: Mapping[int, Piece]) -> Quotation:
        # In a short page that is quoted whole, the best passage is under one label only.
        row = self.material.rows[ranked.id if ranked.id in group else min(group)]
        place = self._place(row)
        shown = tuple(pieces[id] for id in sorted(group))
        ends = place.label, row.page, row.section, place.path, place.heading
        sections = {self.material.rows[id].section for id in group}
        whole = sum(map(self._section_tokens, sections))
        first = next((label for label, best in self._first.items() if best.page == row.page), place.label)
        line = self.material.properties.get(row.page, "") if first == place.label else ""
        goes_on = not place.sections <= sections
        return Quotation(*ends, shown, whole, ranked.via, (place.mark,) if place.mark else (), line, goes_on)

    def _section_tokens(self, section: int) -> int:
        if section not in self._section_sizes:
            rows = (row for row in self._rows_of.get(section, ()) if not is_frame(row) and row.kind != "metadata")
            self._section_sizes[section] = sum(self.count(self._printable(row)) for row in rows)
        return self._section_sizes[section]

    def _add_if_fitting(self, ranked: RankedPassage, made: Sequence[Piece], *, spare: int = 0) -> bool:
        """Add pieces if they fit with their labels, and count their cost; return whether they fit."""
        pieces = {**self.pieces, **{piece.passage: piece for piece in made}}
        groups: dict[str, tuple[int, ...]] = {}
        for piece in sorted(made, key=lambda piece: piece.passage != ranked.id):
            label = self._place(self.material.rows[piece.passage]).label
            groups[label] = (*groups.get(label, self._groups.get(label, ())), piece.passage)
        first = {**dict.fromkeys(groups, ranked), **self._first}
        costs = {
            label: self.count("\n\n" + format_quotation(self._quotation(first[label], group, pieces)))
            for label, group in groups.items()
        }
        room = self.room + sum(self._costs.get(label, 0) for label in groups) - sum(costs.values())
        if room < -spare:
            return False
        self.room, self.pieces = room, pieces
        self._groups.update(groups)
        self._costs.update(costs)
        for label in groups:
            self._first.setdefault(label, ranked)
        for piece in made:
            if piece.is_whole:
                self._gists.update(self._gist(self.material.rows[piece.passage]))
                self._quoted.append(f" {' '.join(_words(self.material.rows[piece.passage].text))} ")
        return True

    def _place(self, row: PassageRow) -> Location:
        return self.material.place(self.material.sections[row.section])

    def _printable(self, row: PassageRow) -> str:
        """Return the text of a passage as it is quoted: safe to print, and tables without padding."""
        text = self.material.shape(row.text).rstrip()
        return _RULE.sub("--", _PADDING.sub(" ", text)) if row.kind == "table" else text

    def _gist(self, row: PassageRow) -> set[str]:
        """Return the words of a passage, once all and once without those of its page's title: pages of different titles
        may hold the same text, and notes from one template say the same about things of different names."""
        words, own = _words(row.text), set(_words(self._place(row).title))
        return {" ".join(words), " ".join(word for word in words if word not in own)} - {""}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def is_links(row: PassageRow) -> bool:
    """Whether a passage is nothing but links, tags and punctuation, such as the line that names a summary's source."""
    text = row.text.removeprefix(SOURCE_LINE) if row.text.startswith(f"{SOURCE_LINE}[[") else row.text
    return not _WORD.search(_LINKS.sub(_link_text, text))


def _link_text(link: re.Match[str]) -> str:
    """Return the text of a link if it has at least LINK_WORDS words, else a blank."""
    text = link[0].partition("](")[0]
    return text if len(text.split()) >= LINK_WORDS else " "


def is_link_list(row: PassageRow) -> bool:
    """Whether half of a list's items begin with a link, so that it lists other texts."""
    items = _ITEM.findall(row.text) if row.kind == "list" else []
    return 0 < len(items) <= 2 * sum(map(bool, items))


def is_embed(row: PassageRow) -> bool:
    """Whether a passage only embeds other notes, without words of its own."""
    return "![" in row.text and not _WORD.search(_EMBEDS.sub(" ", row.text))


def is_frame(row: PassageRow) -> bool:
    """Whether a passage belongs to a page's frame: boilerplate, a list of evidence, the question of a filed answer."""
    return row.is_boilerplate or row.text.startswith("**Question:**") or evidence_quotes(row.text) is not None


def is_weak(row: PassageRow) -> bool:
    """Whether a passage says little by itself: metadata, or nothing but links and tags."""
    return row.kind == "metadata" or is_links(row)


def _with_introduced(row: PassageRow, rows: Mapping[int, PassageRow]) -> list[tuple[int, ...]]:
    """Return a passage with the one that it introduces or that introduces it, then alone; never alone if it is a line
    that only introduces."""
    before, behind = (
        other if other and other.section == row.section else None for other in map(rows.get, (row.id - 1, row.id + 1))
    )
    if behind and _leads_in(row):
        return [(row.id, behind.id), *([(row.id,)] if "\n" in row.text else [])]
    return [*([(before.id, row.id)] if before and _leads_in(before) else []), (row.id,)]


def _leads_in(row: PassageRow) -> bool:
    return row.kind in ("paragraph", "list") and leads_in(row.text)
