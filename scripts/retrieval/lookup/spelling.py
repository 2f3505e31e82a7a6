"""What words of a question that occur nowhere were likely meant to be: other forms, misspelled ones, dates, numbers.

What is meant is a word of a name that the question nearly names, or a word of the index.
"""

from __future__ import annotations

from itertools import product

from ...named_tuple import NamedTuple
from ..extracts.coverage import weigh
from ..language.codes import codes_in, has_digit, is_code, numbered_forms, whole_code
from ..language.inflections import SHORTEST, likely_forms
from ..language.question import respell, searchable
from ..language.stems import fold_word, stem, word_spans
from ..language.stopwords import is_stop_somewhere
from .matching import match_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..extracts.coverage import Asked
    from ..language.question import Question
    from ..port import GraphReader
    from .matching import Match, Matches

MAX_CORRECTIONS = 4
"""Words that occur nowhere for which words of the index are looked up: each costs a few milliseconds."""
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
LONG_PAGE = 50
"""Passages from which on a page makes the words of its title look common."""
READ = 4
"""Passages that are read for how a word of the index is written."""


class Understood(NamedTuple):
    """A question as it is searched for."""

    asked: Asked
    """Weighed, with what its unknown words were likely meant to be."""
    found: Matches
    """What it names."""
    corrected: tuple[tuple[str, str], ...]
    """Words that occur nowhere, and the word that is searched for beside each."""
    gaps: tuple[str, ...]
    """Words that occur nowhere and have no likely correction; of a code the whole."""


def understand(graph: GraphReader, question: Question, *, limit: int) -> Understood:
    """Weigh a question, and again where words of it are corrected.  limit: most nodes that it names."""
    asked = weigh(graph, question)
    found = match_names(graph, asked, limit=limit)
    titled = _titled(graph, asked, found)
    if titled:
        asked = weigh(graph, question, titled)
    corrected = _corrections(graph, asked, found)
    left = [word for word in found.unknown if word not in dict(corrected)]
    left = _without_known_days(graph, asked.question, left) if left and not question.text.isascii() else left
    gaps = tuple(
        dict.fromkeys(
            [*(_code_of(question, word) for word in left), *_unknown_codes(graph, question, found, corrected)]
        )
    )
    if corrected:
        asked = weigh(graph, respell(question, dict(corrected)), titled)
        found = found._replace(matches=match_names(graph, asked, limit=limit).matches)
    return Understood(asked, found, corrected, gaps)


def _titled(graph: GraphReader, asked: Asked, found: Matches) -> dict[str, int]:
    """Words that the question names a long page by, with the passages of that page: each holds its title.

    By those the word that tells the page from all others would be the commonest of the question.
    """
    often: dict[str, list[str]] = {}
    for match in found.named:
        terms = [term for term in asked.question.content if match.start <= term.start and term.end <= match.end]
        words = [term.text for term in terms if asked.frequency.get(term.text, 0) >= LONG_PAGE]
        if words and match.how != "fuzzy":
            often[match.node] = words
    titled: dict[str, int] = {}
    for page, head in graph.heads_of([*often]).items():
        for text in often[page] if head.passage_count >= LONG_PAGE else ():
            titled[text] = max(head.passage_count, titled.get(text, 0))
    return titled


def _unknown_codes(
    graph: GraphReader, question: Question, found: Matches, corrected: Sequence[tuple[str, str]]
) -> list[str]:
    """Keys and codes that stand nowhere as a whole, though their parts may, and are neither named nor corrected."""
    read = question.text[: max((term.end for term in question.terms), default=0)]
    codes = {searchable(code): code for code in codes_in(read) if is_code(code)}
    if not codes:
        return []
    told = [*(match.mention for match in found.named), *(word for word, _ in corrected)]
    named = [f" {searchable(each)} " for each in told]
    held = graph.document_frequency(list(codes))
    return [
        code
        for phrase, code in codes.items()
        if not held.get(phrase) and not any(each in f" {phrase} " or f" {phrase} " in each for each in named)
    ]


def _corrections(graph: GraphReader, asked: Asked, found: Matches) -> tuple[tuple[str, str], ...]:
    """Words that occur nowhere, as written, each with the word that was likely meant; others are left out."""
    fuzzy = [match for match in found.matches if match.how == "fuzzy"]
    corrections: dict[str, str] = {}
    for term in asked.question.content:
        word = asked.question.text[term.start : term.end]
        meant = "" if term.added or asked.frequency.get(term.text) else _in_names(term.start, word, fuzzy)
        if meant:
            corrections[word] = meant
    for word in [word for word in found.unknown if word not in corrections][:MAX_CORRECTIONS]:
        meant = _meant(graph, asked.question, word)
        if meant:
            corrections[word] = meant
    # Where only some passages are searched, others may have the very word.
    return tuple((word, meant) for word, meant in corrections.items() if fold_word(word) != fold_word(meant))


def _meant(graph: GraphReader, question: Question, word: str) -> str:
    """What of the index a word that occurs nowhere stands for: a date or number, another form, a like word; or ""."""
    folded = fold_word(word)
    if has_digit(word):
        from ..language.figures import cardinal, other_forms  # few words are dates and numbers

        figures = [form.text for form in other_forms(word)] or [*filter(None, (cardinal(word),))]
        return _most_frequent(graph, figures) or _with_other_zeros(graph, question, word)
    found = _with_umlaut(graph, folded) or _other_form(graph, word) or _before_apostrophe(graph, folded)
    if found:
        return found
    return next(
        filter(None, (_misspelled(graph, term, folded) for term in graph.similar_terms(folded, limit=LIKE))), ""
    )


def _with_other_zeros(graph: GraphReader, question: Question, word: str) -> str:
    """The number that stands behind the same letters with more or fewer zeros before it; "" for none."""
    return _most_frequent(graph, numbered_forms(_code_of(question, word))).rpartition(" ")[2]


def _without_known_days(graph: GraphReader, question: Question, words: Sequence[str]) -> list[str]:
    """These words of a question without those of a day that passages write in another form, as `令和` of `令和6年`."""
    from ..language.figures import other_forms

    forms = other_forms(question.text)
    held = graph.document_frequency([form.text for form in forms]) if forms else {}
    known = [(form.start, form.end) for form in forms if held.get(form.text)]
    spans = ((term.start, term.end) for term in question.terms)
    within = {question.text[a:b] for a, b in spans if any(low <= a and b <= high for low, high in known)}
    return [word for word in words if word not in within]


def _code_of(question: Question, word: str) -> str:
    """The code that a word of the question is part of; the word itself where it is of none."""
    spans = [(term.start, term.end) for term in question.terms if question.text[term.start : term.end] == word]
    return whole_code(question.text, *spans[0]) if spans else word


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


def _in_names(start: int, word: str, fuzzy: Iterable[Match]) -> str:
    """The word of a name that is nearly named at this place; "" where none is close."""
    names = [match.name for match in fuzzy if match.start <= start < match.end]
    return _closest(word, names) if names else ""


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


def _closest(word: str, texts: Iterable[str]) -> str:
    """The word of these texts with fewest edits from this one; "" where none is close."""
    return next(iter(_ranked(fold_word(word), texts, "", min(MAX_EDITS, len(word) // 2))), "")


def _ranked(word: str, texts: Iterable[str], start: str, most: int) -> list[str]:
    """The words of these texts that begin so, within so many edits of a folded one, the closest first."""
    from ...similarity import edit_distance

    held = {fold_word(text[first:last]) for text in texts for first, last in word_spans(text)}
    ranked = [(edit_distance(word, each, most), each) for each in sorted(held) if each.startswith(start)]
    return [each for edits, each in sorted(ranked) if edits <= most]
