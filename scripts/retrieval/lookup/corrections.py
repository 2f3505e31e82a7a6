"""What a word that occurs nowhere was likely meant to be: another form, a misspelled one, a date, a number.

What is meant is a word of the index, or of a name that is nearly named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING

from ..language.code_forms import numbered_forms
from ..language.codes import has_digit
from ..language.inflections import SHORTEST, likely_forms
from ..language.stems import fold_word, stem, word_spans
from ..language.stopwords import is_stop_somewhere

if TYPE_CHECKING:
    from ..port import GraphReader

MAX_EDITS = 2
"""Letters in which a misspelled word may differ from the one that was meant."""
SHORT = 8
"""Letters up to which one edit is all: two make another word of it (`current`, `currency`; `bridge`, `brings`)."""
LONG = 7
"""Letters from which on a word is known by its stem, whatever ending passages have it with."""
LIKE = 3
"""Words of the index looked at for a misspelled one."""
FORM_EDITS = 4
"""Letters in which another form of a word may differ: `gedruckt` and `druckte`."""
MAX_UMLAUTS = 3
"""Letters of a word that are tried as umlauts: each doubles the forms that are looked up."""
_SPELLED_OUT = {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue", ord("ø"): "oe", ord("å"): "aa"}
_SPELLINGS = frozenset(_SPELLED_OUT.values())
READ = 8
"""Passages that are read for how a word of the index is written."""


def likely_meant(graph: GraphReader, word: str, code: str) -> str:
    """What of the index a word stands for: a date or number, another form, a like word; or "".

    code: what the word is part of, as `ADR-24`.  Its number may stand there with more or fewer zeros before it.
    """
    folded = fold_word(word)
    if has_digit(word):
        from ..language.figures import cardinal, other_forms  # few words are dates and numbers

        figures = [form.text for form in other_forms(word)] or [*filter(None, (cardinal(word),))]
        return _most_frequent(graph, figures) or _most_frequent(graph, numbered_forms(code)).rpartition(" ")[2]
    found = _with_umlaut(graph, folded) or _other_form(graph, word) or _before_apostrophe(graph, folded)
    if found:
        return found
    return next(
        filter(None, (_misspelled(graph, term, folded) for term in graph.similar_terms(folded, limit=LIKE))), ""
    )


def closest(word: str, texts: Iterable[str]) -> str:
    """The word of these texts with fewest edits from this one; "" where none is close."""
    return next(iter(_ranked(fold_word(word), texts, "", min(MAX_EDITS, len(word) // 2))), "")


def _other_form(graph: GraphReader, word: str) -> str:
    """The form in which passages have this word; "" for none."""
    form = _most_frequent(graph, likely_forms(fold_word(word)))
    written = _as_written(graph, form, word, FORM_EDITS) if form else ""
    # The index may cut a likely form down to a word that is none: `ande` to `and`.
    return "" if len(written) < SHORTEST or is_stop_somewhere(written) else written


def _before_apostrophe(graph: GraphReader, word: str) -> str:
    """What Turkish puts an ending to behind an apostrophe: `igdir` of `igdir'da`; "" where it stands nowhere."""
    head = word.replace("’", "'").partition("'")[0]
    return _most_frequent(graph, [head]) if SHORTEST <= len(head) < len(word) else ""


def _misspelled(graph: GraphReader, term: str, word: str) -> str:
    """The form in which passages have a term that a word is misspelled for; "" where all of them are other words."""
    from ...similarity import edit_distance

    most = 1 if len(word) <= SHORT else MAX_EDITS
    # Of a longer word another form than this one may be written: `refuses` for `refuesd`.
    is_form = len(word) >= LONG and edit_distance(word, term, 1) <= 1
    forms = _ranked(word, _holding(graph, term), term[:2], FORM_EDITS)
    return next((form for form in forms if is_form or edit_distance(word, form, most) <= most), "")


def _most_frequent(graph: GraphReader, forms: Sequence[str]) -> str:
    """Of these forms the one in most passages, of several the first by letters; "" where none stands anywhere."""
    held = graph.document_frequency(forms)
    return min((form for form, count in held.items() if count), key=lambda form: (-held[form], form), default="")


def _with_umlaut(graph: GraphReader, word: str) -> str:
    """The word of a passage whose umlauts this one spells out: `öttinger` for `oettinger`; "" for none.

    That the index has `bar` says nothing of Baer: it must stand somewhere as `Bär`.
    """
    wanted, forms = stem(word), _unspelled(word)
    if not forms:
        return ""
    from unicodedata import normalize  # a shared object that English questions never need

    held = graph.document_frequency(forms)
    for form in (form for form in forms if held.get(form)):
        rows = graph.passages([hit.passage for hit in graph.search([form], limit=READ)])
        for row in rows.values():
            text = normalize("NFC", f"{row.title}\n{row.heading}\n{row.text}").lower()
            for start, end in word_spans(text):
                lowered = text[start:end]
                if not lowered.isascii() and stem(fold_word(lowered.translate(_SPELLED_OUT))) == wanted:
                    return lowered
    return ""


def _unspelled(word: str) -> list[str]:
    """A folded word with the letters that may spell out an umlaut as that umlaut folds, most of them first."""
    pieces: list[tuple[str, ...]] = []
    at = found = 0
    while at < len(word):
        pair = word[at : at + 2]
        is_spelled = pair in _SPELLINGS and found < MAX_UMLAUTS
        found += is_spelled
        pieces.append((pair[0], pair) if is_spelled else (word[at],))
        at += 1 + is_spelled
    return ["".join(each) for each in product(*pieces)][:-1]


def _as_written(graph: GraphReader, term: str, word: str, edits: int) -> str:
    """The form in which passages have a term, of several the closest to this word; "" where none is within edits."""
    return next(iter(_ranked(fold_word(word), _holding(graph, term), term[:2], min(edits, len(word) // 2))), "")


def _holding(graph: GraphReader, term: str) -> list[str]:
    """Texts in which word search finds a term; pages that rest on others, with their titles, where no source has it."""
    held = graph.holders([term], limit=READ)[term] or [hit.passage for hit in graph.search([term], limit=READ)]
    rows = graph.passages(held).values()
    return [f"{row.title}\n{row.heading}\n{row.text}" for row in rows]


def _ranked(word: str, texts: Iterable[str], start: str, most: int) -> list[str]:
    """The words of these texts that begin so, within so many edits of a folded one, the closest first."""
    from ...similarity import edit_distance

    held = {fold_word(text[first:last]) for text in texts for first, last in word_spans(text)}
    ranked = [(edit_distance(word, each, most), each) for each in sorted(held) if each.startswith(start)]
    return [each for edits, each in sorted(ranked) if edits <= most]
