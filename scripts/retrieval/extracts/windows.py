"""Shorter texts to send in place of a passage: sentences around the one that answers best, else lines, else words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...pages.text.sentences import sentences
from ...pages.text.words import fold_text, is_unspaced, size
from ..language.stems import BETWEEN
from .rows import FENCES, matching_columns, matching_rows
from .snippets import ELLIPSIS

if TYPE_CHECKING:
    from .coverage import Asked

REACHES = (2, 1, 0)
"""Sentences kept on either side of the best one."""
SHORT = 300
"""Bytes below which a passage is sent whole or not at all: what cutting saves is less than what it may lose."""
LONG = 400
"""Bytes from which on a window is cut within its sentence."""
ENDLESS = 600
"""Characters from which on what seems one sentence is none, but lines of a log, of code or of values."""

FEWEST_LINES = 4
LONG_TALK = 800
"""Characters from which on a conversation is cut between what is said (measured: replies of 300 tokens hold
67 % of the words of answers, with 1,500 65 %, cut at sentences 54 %; 255 questions on chats)."""
_ENTRY = re.compile(r"(?:[^\n]{0,400}\n){0,2}?[^\n]{0,40}?(?:\d[-/.:]\d|:\s)")
"""What one of the first lines of a log or a conversation begins with."""
_INDENTS = ("    ", "\t")
_FENCE = re.compile(r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:`{3,}|~{3,})", re.MULTILINE)
_MOST_BEFORE_CODE = 0.25
"""Part of a text that may stand before the code in it where it is cut as code."""

_NO_WORDS = re.compile(
    r"!\[\[[^\]]{0,400}\]\]|\[\[#[^\]]{0,400}\]\]|!?\[[^\]]{0,400}\]\([^)]{0,2000}\)|https?://\S+|<[^>]{0,400}>|`\$?=[^`\n]*`"
    r"|\A```dataview[^`]*```|\{\*[^*\n]{0,400}\*\}|\{%[^%\n]{0,400}%\}|^[ \t]*(?:/{3,}|:{3,}|-*8<-)[^\n]*",
    re.MULTILINE,
)
"""Embeds, addresses, markup, and queries, which show what stands elsewhere, and links into the page itself; of site
generators what includes a file, runs a template, or begins or ends a box."""
_QUERY = re.compile(r"`\$?=")
_LINK = re.compile(r"(?<!!)\[([^\]]{0,400})\]\((?!#)[^)]{0,2000}\)")
"""A link to somewhere else: what a table of contents names, the page says itself."""
_LABELS = re.compile(r"^.*\n(?=\|?[ \t]*:?-+:?[ \t]*\|)|\*\*[^*\n]+\*\*", re.MULTILINE)
"""In a text of queries, what only says what they show: the head of a table, words in bold."""
_TAG = re.compile(r"(?<!\S)#[^\s#]+")
_LIST_MARK = re.compile(r"^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+\[.\])?(?=\s|\Z)", re.MULTILINE)
_MARKS = ("[", "<", "//", "#", "{", ":::")
_OTHER_MARKS = ("```dataview", "//")
"""What begins the others of what is no word, but for a query."""
BEGINNING = 120
"""Characters that are looked at first."""
EARLY, _LONGEST_MARK = 10_000, 2_500
"""Characters that are looked at next, and those at their end that may be half of what is no word."""
LINKED = 0.5
"""Share of the question that bare links must show to be sent: pages are full of them."""
LABEL_LETTERS = 12
"""In a text of queries, fewer letters than this are but a label of what they show."""


def says_something(text: str, asked: Asked | None = None) -> bool:
    """Whether a passage has words or figures of its own: an embed, a link, a tag or a bullet alone is no evidence.

    asked: a question; a link that shows half of it says something, and so does a tag that is a word of it.
    """
    # Nearly every text says something at once, mostly its first word; a link that is cut there would look like words.
    beginning = text[:BEGINNING]
    if "`" not in text or not (_QUERY.search(text) or any(map(beginning.__contains__, _OTHER_MARKS))):
        first, blank, _ = beginning.partition(" ")
        if (blank and first.isalpha()) or any(map(str.isalpha, _before_marks(beginning))):
            return True
    if _QUERY.search(text):
        own = _own(_LABELS.sub("", text))
        return sum(map(str.isalpha, own)) >= LABEL_LETTERS
    # What says something mostly does so early; behind a query nothing does, however long it is.
    early = "" if len(text) <= EARLY or text.startswith(FENCES) else _own(text[:EARLY])[:-_LONGEST_MARK]
    if any(map(str.isalnum, early)) or any(map(str.isalnum, _own(text))):
        return True
    return asked is not None and _is_asked_for(text, asked)


def _before_marks(beginning: str) -> str:
    """What stands before the first sign of a link, a tag or markup, without the word that it may be part of."""
    first = min([at for mark in _MARKS if (at := beginning.find(mark)) >= 0], default=-1)
    return beginning if first < 0 else beginning[: beginning.rfind(" ", 0, first) + 1]


def _own(text: str) -> str:
    return _LIST_MARK.sub(" ", _TAG.sub(" ", _NO_WORDS.sub(" ", text)))


def _is_asked_for(text: str, asked: Asked) -> bool:
    shown = "\n".join(_LINK.findall(text))
    tagged = BETWEEN.split(fold_text(" ".join(_TAG.findall(text))))
    return asked.share(asked.covered(shown)) >= LINKED or any(term.text in tagged for term in asked.question.content)


def windows(text: str, asked: Asked, above: str = "") -> tuple[tuple[str, float], ...]:
    """Windows of a text, longest first, each with the share of the text's coverage of the question that it keeps.

    above: what stands above the text, its title and headings.
    """
    if size(text) < SHORT:
        return ()
    covered = asked.covered(text)
    if asked.share(covered) <= 0:
        return ()
    found: list[tuple[str, float]] = []
    spans = sentences(text)
    rows = matching_rows(text, above, asked)
    if rows is not None:
        # What is cut at sentences would tear them.
        found = [matching_columns(rows, asked) or (rows.text, rows.share)]
    elif _is_code(text) or _has_entries(text) or any(_is_of_lines(text[start:end]) for start, end in spans):
        from .excerpts import line_windows

        found = line_windows(text, asked)
    found = found or _sentence_windows(text, spans, asked, covered)
    if size(found[-1][0] if found else text) > LONG:
        from .excerpts import PIECE, piece

        found.append(piece(text, asked))
        if size(found[-1][0]) > LONG:
            # In scripts of many bytes a sign says more.
            found.append(piece(text, asked, PIECE * LONG // size(found[-1][0])))
    return tuple(found)


def _is_code(text: str) -> bool:
    """Whether a text is a block of code, maybe in a quote or a list, with not much beside it."""
    if text.startswith((*FENCES, *_INDENTS)):
        return True
    fence = _FENCE.search(text) if "```" in text or "~~~" in text else None
    return fence is not None and fence.start() <= len(text) * _MOST_BEFORE_CODE


def _has_entries(text: str) -> bool:
    """Whether a text is a long log or conversation: a sentence without who said it, or when, says half of it.

    A short one is better sent whole: what answers is mostly said behind what the question shares words with.
    """
    if len(text) < LONG_TALK or text.count("\n") < FEWEST_LINES or not _ENTRY.match(text):
        return False
    from ...pages.text.entries import entries  # for some texts only

    return bool(entries(text.split("\n")))


def _is_of_lines(sentence: str) -> bool:
    return size(sentence) > ENDLESS and "\n" in sentence and (len(sentence) > ENDLESS or is_unspaced(sentence))


def _sentence_windows(
    text: str, spans: Sequence[tuple[int, int]], asked: Asked, covered: frozenset[str]
) -> list[tuple[str, float]]:
    """covered: what the text covers of the question."""
    if len(spans) < 2:
        return []
    held = [asked.covered(text[start:end], covered) for start, end in spans]
    shares = [asked.share(each) for each in held]
    best = max(range(len(spans)), key=lambda index: (shares[index], -index))
    whole = asked.share(covered)
    windows: dict[str, float] = {}
    for reach in REACHES:
        first, last = max(0, best - reach), min(len(spans) - 1, best + reach)
        if last - first + 1 < len(spans):
            part = text[spans[first][0] : spans[last][1]]
            # Words lie in one sentence; a phrase may go on in the next.
            kept = frozenset().union(*held[first : last + 1]) if asked.phrases is None else asked.covered(part, covered)
            before, after = ELLIPSIS + " " if first else "", " " + ELLIPSIS if last + 1 < len(spans) else ""
            windows.setdefault(before + part + after, asked.share(kept) / whole)
    return list(windows.items())
