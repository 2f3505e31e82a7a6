"""Names in the text of passages: known ones, and words that are written like names.

They let a walk step from passage to passage, also where nobody has drawn claims from the text yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, compress
from typing import TYPE_CHECKING, NamedTuple

from ...pages.text.names import FOLDED, fold_name, fold_words
from ..language.stems import bare, by_script, pieces, unspaced_run
from ..language.stopwords import stop_words

if TYPE_CHECKING:
    from ...pages.model import NameHit
    from ..port import GraphReader

    _Opening = tuple[str, str, bool]
    """A folded word, the names that begin with it, and whether it may be one."""

_make = tuple.__new__

MAX_WORDS = 5
"""Longer names are rarely repeated word for word in running text."""
MAX_TEXT = 2000
"""Characters of a passage that are read for names: a longer one is a table or a dump."""
MAX_UNSPACED_TEXT, MAX_UNSPACED_NAME = 300, 6
"""The same for scripts without blanks, where every piece of up to so many characters may be a name."""
MAX_OPENINGS = 65_536
"""Words of texts of which it is kept with what names they begin."""

_STOPS = stop_words(())
_CLAUSE_ENDS = ";:?!|"
_OPENINGS = "words of texts with which names begin"
_NONE = "\n"
_AROUND = '.,;:!?()[]{}<>"“”‘’«»*`'
# As folded, so without the s of `on Mondays`.  English writes these with a capital, other languages mostly do not.
_CALENDAR_WORDS = """
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
"""
_CALENDAR = frozenset(_CALENDAR_WORDS.split())
_PLACEHOLDERS = frozenset(("todo", "fixme", "none", "null", "true", "false"))
"""What stands where something is still to be written, or for a value: it names nothing."""
_BETWEEN = r"(?:(?:of|the|de|du|la|von|van|bin|al) ){0,2}"
_ASCII_PROPER = re.compile(rf"[A-Z](?<![A-Za-z0-9_.].)[A-Za-z0-9_'-]*\.?(?: {_BETWEEN}[A-Z][A-Za-z0-9_'-]*){{0,4}}")


class Mention(NamedTuple):
    """A name and where it stands in a text."""

    key: str
    """The folded name."""
    text: str
    """As written where it stands first, without punctuation around it."""
    hits: tuple[NameHit, ...]
    """The nodes of that name; none for words that only look like a name."""
    spans: tuple[tuple[int, int], ...]


def find_mentions(graph: GraphReader, texts: Sequence[str]) -> list[list[Mention]]:
    """The names in each text, in the order in which they first stand.

    Cost: a look for the names that begin as something in the texts does, and one read of those that stand there.
    """
    read = [text[:MAX_TEXT] for text in texts]
    # Good passages are departed from by many questions.
    kept = {text: graph.notes.get(text) for text in read}
    unread = [text for text, mentions in kept.items() if mentions is None]
    for text, mentions in zip(unread, _find(graph, unread) if unread else ()):
        kept[text] = graph.notes.put(text, mentions, 1 + len(mentions))
    return [kept[text] or [] for text in read]


def _find(graph: GraphReader, texts: Sequence[str]) -> list[list[Mention]]:
    read = [_words(text) for text in texts]
    spaced, unspaced = _runs(graph, [words for words, _ in read]), [_unspaced_runs(text) for text in texts]
    keys = dict.fromkeys(key for runs in (*spaced, *unspaced) for _, _, key in runs)
    hits = {
        key: kept
        for key, named in graph.names([*keys]).items()
        if (kept := tuple([hit for hit in named if hit.how != "question"]))
    }
    found = []
    for text, (words, starts), one, other in zip(texts, read, spaced, unspaced):
        runs = [(starts[first], starts[last] + len(words[last]), key) for first, last, key in one if key in hits]
        found.append(_collected(text, [*runs, *(run for run in other if run[2] in hits)], hits))
    return found


def _runs(graph: GraphReader, texts: Sequence[Sequence[str]]) -> list[list[tuple[int, int, str]]]:
    """Runs of up to MAX_WORDS words of each text, by their first and last, that may be the name they are folded to.

    They begin and end with words that could begin and end a name.
    """
    found: list[list[tuple[int, int, str]]] = []
    # The text, the first and last word and the folded words of each run with which many names begin.
    wide: list[tuple[int, int, int, str]] = []
    openings = _openings(graph, texts)
    for at, words in enumerate(texts):
        runs: list[tuple[int, int, str]] = []
        opened, following = [*map(openings.__getitem__, words)], [*words[1:], ""]
        # Most words begin no name.
        for first, opening in compress(enumerate(opened), opened):
            key, names, is_name = opening  # type: ignore[misc]  # none of these is None
            if is_name:
                runs.append((first, first, key))
            if not names:
                wide.append((at, first, first, key))
            elif len(names) > len(key) + 2 and f"\n{key} {FOLDED[following[first]]}" in names:
                _go_on(words, first, first, key, names, runs)
        found.append(runs)
    while wide:
        longer = [
            (at, first, last + 1, f"{key} {FOLDED[texts[at][last + 1]]}")
            for at, first, last, key in wide
            if last + 1 < min(len(texts[at]), first + MAX_WORDS) and texts[at][last][-1] not in _CLAUSE_ENDS
        ]
        begun = graph.names_beginning(list(dict.fromkeys(key for *_, key in longer)))
        wide = []
        for run in longer:
            at, first, last, key = run
            names = begun.get(key, _NONE)
            if (not names or f"\n{key}\n" in names) and _closes(FOLDED[texts[at][last]]):
                found[at].append((first, last, key))
            if not names:
                wide.append(run)
            elif names != _NONE:
                _go_on(texts[at], first, last, key, names, found[at])
    return found


def _go_on(words: Sequence[str], first: int, last: int, key: str, names: str, runs: list[tuple[int, int, str]]) -> None:
    """Add the longer runs that are among these names, of which some begin with the words from first to last."""
    end = min(len(words), first + MAX_WORDS) - 1
    while last < end and words[last][-1] not in _CLAUSE_ENDS:
        last += 1
        key = f"{key} {FOLDED[words[last]]}"
        if f"\n{key}" not in names:
            break
        if f"\n{key}\n" in names and _closes(FOLDED[words[last]]):
            runs.append((first, last, key))


def _openings(graph: GraphReader, texts: Sequence[Sequence[str]]) -> Mapping[str, _Opening | None]:
    """What is known of each word with which a name begins; None for the others."""
    kept: dict[str, _Opening | None] | None = graph.notes.get(_OPENINGS)
    if kept is None or len(kept) > MAX_OPENINGS:
        kept = {}
        graph.notes.put(_OPENINGS, kept)
    new = {*chain.from_iterable(texts)}.difference(kept)
    if new:
        keys = {word: FOLDED[word] for word in new}
        begun = graph.names_beginning(list(dict.fromkeys(filter(_closes, keys.values()))))
        for word, key in keys.items():
            names = begun.get(key)
            is_name = len(key) > 1 and (not names or f"\n{key}\n" in names)
            kept[word] = None if names is None else (key, names, is_name)
    return kept


def _closes(key: str) -> bool:
    """Whether a name may begin or end with a folded word."""
    return key not in _STOPS and (key.isalnum() or any(map(str.isalnum, key)))


def _words(text: str) -> tuple[list[str], list[int]]:
    """Words with the marks that touch them, and where each stands; a run without blanks is a word apart from others."""
    # Hyphens and dashes part words here, as hyphens do in folded names.
    spaced = text.replace("-", " ").replace("_", " ").replace("/", " ")
    if text.isascii():
        # Split with its end, each word tells where the next one begins.
        ended = spaced.replace(" ", "\n").replace("\t", "\n").replace("\x1f", "\n").splitlines(keepends=True)
        words = [*map(str.rstrip, ended)]
        return [*filter(None, words)], [*compress(accumulate(map(len, ended), initial=0), words)]
    found = spaced.replace("–", " ").replace("—", " ").split()
    words = [part for word in found for part in ((word,) if word.isascii() else _parts(word))]
    starts, after = [], 0
    for word in words:
        starts.append(text.find(word, after))
        after = starts[-1] + len(word)
    return words, starts


@lru_cache(maxsize=4096)
def _parts(word: str) -> tuple[str, ...]:
    return tuple(word[start:end] for start, end in by_script(word, 0, len(word)))


def _unspaced_runs(text: str) -> list[tuple[int, int, str]]:
    """Pieces of two characters or more of scripts without blanks, also with a word that touches them."""
    if text.isascii():
        return []
    runs, room = [], MAX_UNSPACED_TEXT
    for match in unspaced_run().finditer(text):
        start, end = match.start(), min(match.end(), match.start() + room)
        room -= max(0, end - start)
        whole = text[start:end]
        # What folding leaves as it is, it leaves so piece by piece.
        fold = str if fold_name(whole) == whole else fold_name
        for first, last in pieces(text, start, end, longest=MAX_UNSPACED_NAME):
            is_inside = start <= first and last <= end
            runs.append((first, last, (fold if is_inside else fold_name)(text[first:last])))
    return runs


def _collected(
    text: str, runs: Iterable[tuple[int, int, str]], hits: Mapping[str, tuple[NameHit, ...]]
) -> list[Mention]:
    """Known names, also one inside another (a long one often leads nowhere), and what looks like a name."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for start, end, key in dict.fromkeys([*runs, *_proper_runs(text)]):
        if key in spans:
            spans[key].append((start, end))
        else:
            spans[key] = [(start, end)]
    found = []
    for key, places in spans.items():
        places.sort()
        start, end = place = places[0]
        name = text[start:end]
        if not name.isalnum():
            name = bare(_without_marks(name))
        found.append((place, key, _make(Mention, (key, name, hits.get(key, ()), tuple(places)))))
    found.sort()
    return [mention for _, _, mention in found]


def _without_marks(name: str) -> str:
    """A name without the marks around it, but for those that it opens or closes inside: `Котельная «Северная»`."""
    bare_name = name.strip(_AROUND)
    if bare_name == name or bare_name.replace(" ", "").isalnum():
        return bare_name
    for opening, closing in ("«»", "“”", "()", "[]"):
        if bare_name.count(opening) > bare_name.count(closing) and closing in name:
            bare_name += closing
        elif bare_name.count(closing) > bare_name.count(opening) and opening in name:
            bare_name = opening + bare_name
    return bare_name


def _proper_runs(text: str) -> list[tuple[int, int, str]]:
    """Runs of words with capitals: names that nobody has told us.  One alone counts only inside a sentence.

    A month or a weekday is none, though English writes it as one: whatever else fell into a March is about something
    else.  Inside a longer name it stays (`Sunday Times`, `March Hare`), and so does one that a page has, such as April
    who is a person.
    """
    runs = []
    for match in (_ASCII_PROPER if text.isascii() else _proper()).finditer(text):
        start, name = match.start(), match[0]
        found = ((start, name.split(" ")),) if name.isascii() else _capitalized(start, name.split(" "))
        for start, words in found:
            while words and FOLDED[words[0]] in _STOPS:
                start += len(words.pop(0)) + 1
            if len(words) > 1:
                key = fold_words(words)
                name = " ".join(words)
            elif words and len(words[0]) > 3 and start > 1 and text[start - 2] not in ".!?:\n":
                name = words[0]
                key = FOLDED[name]
            else:
                continue
            if not (_CALENDAR.issuperset(key.split()) or key in _PLACEHOLDERS):
                runs.append((start, start + len(name), key))
    return runs


@lru_cache(maxsize=1)
def _proper() -> re.Pattern[str]:
    capital = r"[^\W\d_a-z][\w'’-]*"
    return re.compile(rf"(?<![\w.]){capital}\.?(?: {_BETWEEN}{capital}){{0,4}}")


def _capitalized(start: int, words: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Words with capitals that follow each other, with those that may stand between them, and where they begin.

    The pattern knows small letters of ASCII only; other scripts have others, or neither kind.
    """
    run: list[str] = []
    for word in [*words, ""]:
        if word and (word.isascii() or word[0] != word[0].lower()):
            run.append(word)
            continue
        after = start + len(" ".join([*run, word])) + 1
        while run and run[0][0].islower():
            start += len(run.pop(0)) + 1
        while run and run[-1][0].islower():
            run.pop()
        if run:
            yield start, run
        start, run = after, []
