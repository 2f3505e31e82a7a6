"""Names in the text of passages: known ones, and words that are written like names.

They let a walk step from passage to passage, also where nobody has drawn claims from the text yet.
"""

from __future__ import annotations

from ... import regex as re
from ...lru_cache import lru_cache
from ...named_tuple import NamedTuple
from ...pages.text.names import fold_name
from ..language.stems import bare, by_script, pieces, unspaced_run
from ..language.stopwords import stop_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...model import NameHit
    from ..port import GraphReader

_make = tuple.__new__

MAX_WORDS = 5
"""Longer names are rarely repeated word for word in running text."""
MAX_TEXT = 2000
"""Characters of a passage that are read for names: a longer one is a table or a dump."""
MAX_UNSPACED_TEXT, MAX_UNSPACED_NAME = 300, 6
"""The same for scripts without blanks, where every piece of up to so many characters may be a name."""

_STOPS = stop_words(())
# Hyphens and dashes part words here, as hyphens do in folded names.
_CHUNK = re.compile(r"[^\s\-_–—/]+")
_AROUND = '.,;:!?()[]{}<>"“”‘’«»*`'
_CAPITAL = r"[^\W\d_a-z][\w'’-]*"
# As folded, so without the s of `on Mondays`.  English writes these with a capital, other languages mostly do not.
_CALENDAR_WORDS = """
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
"""
_CALENDAR = frozenset(_CALENDAR_WORDS.split())
_PLACEHOLDERS = frozenset(("todo", "fixme", "none", "null", "true", "false"))
"""What stands where something is still to be written, or for a value: it names nothing."""
_PROPER = re.compile(rf"(?<![\w.]){_CAPITAL}\.?(?: (?:(?:of|the|de|du|la|von|van|bin|al) ){{0,2}}{_CAPITAL}){{0,4}}")


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

    Cost: MAX_WORDS looks for names that begin as something in the texts does, and one read of those that stand there.
    """
    read = [text[:MAX_TEXT] for text in texts]
    # Good passages are departed from by many questions.
    kept = {text: graph.notes.get(text) for text in read}
    unread = [text for text, mentions in kept.items() if mentions is None]
    for text, mentions in zip(unread, _find(graph, unread) if unread else ()):
        kept[text] = graph.notes.put(text, mentions, 1 + len(mentions))
    return [kept[text] or [] for text in read]


def _find(graph: GraphReader, texts: Sequence[str]) -> list[list[Mention]]:
    runs = [[*spaced, *_unspaced_runs(text)] for text, spaced in zip(texts, _runs(graph, texts))]
    hits = graph.names(list(dict.fromkeys(key for found in runs for _, _, key in found)))
    hits = {key: kept for key, named in hits.items() if (kept := [hit for hit in named if hit.how != "question"])}
    return [_collected(text, found, hits) for text, found in zip(texts, runs)]


def _runs(graph: GraphReader, texts: Sequence[str]) -> list[list[tuple[int, int, str]]]:
    """Runs of up to MAX_WORDS words of each text that begin and end with words that could begin and end a name.

    Of those only what some name begins with: of most words none does.
    """
    chunks = [[*map(_folded, _words(text))] for text in texts]
    # Each as its first and last word.
    found: list[list[tuple[int, int, str]]] = [[] for _ in texts]
    # The text, the first word and the folded words of each run that may go on, or be a name.
    open_runs = [
        (at, first, key) for at, words in enumerate(chunks) for first, (key, opens, _) in enumerate(words) if opens
    ]
    for length in range(1, MAX_WORDS + 1):
        begun = graph.names_beginning(list(dict.fromkeys(key for _, _, key in open_runs)))
        longer = []
        for at, first, key in open_runs:
            if key not in begun:
                continue
            words = chunks[at]
            last = first + length - 1
            _, closes, ends = words[last]
            if closes and len(key) > 1:
                found[at].append((first, last, key))
            if not ends and last + 1 < len(words):
                longer.append((at, first, f"{key} {words[last + 1][0]}"))
        open_runs = longer
    return [_placed(text, runs) for text, runs in zip(texts, found)]


def _words(text: str) -> list[str]:
    return _CHUNK.findall(text) if text.isascii() else [text[start:end] for start, end in _chunks(text)]


def _chunks(text: str) -> list[tuple[int, int]]:
    """Words with the marks that touch them; what is written without blanks is a word apart from others."""
    spans = [match.span() for match in _CHUNK.finditer(text)]
    return spans if text.isascii() else [part for span in spans for part in by_script(text, *span)]


def _placed(text: str, runs: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Runs of words by where they stand in a text."""
    spans = _chunks(text) if runs else []
    return [(spans[first][0], spans[last][1], key) for first, last, key in runs]


def fold_words(words: Iterable[str]) -> str:
    """fold_name of words with blanks between them, each folded once for all the runs that hold it."""
    return " ".join([_folded(word)[0] for word in words])


@lru_cache(maxsize=65536)
def _folded(chunk: str) -> tuple[str, bool, bool]:
    """A word as names are looked up, whether a name may begin or end with it, and whether a clause ends with it.

    Folding is by words, so the folded words of a name, joined, are its key.
    """
    key = fold_name(chunk)
    return key, key not in _STOPS and (key.isalnum() or any(map(str.isalnum, key))), chunk[-1] in ";:?!|"


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


def _collected(text: str, runs: Iterable[tuple[int, int, str]], hits: Mapping[str, Sequence[NameHit]]) -> list[Mention]:
    """Known names, also one inside another (a long one often leads nowhere), and what looks like a name."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for start, end, key in dict.fromkeys([*(run for run in runs if run[2] in hits), *_proper_runs(text)]):
        spans.setdefault(key, []).append((start, end))
    found = []
    for key, places in spans.items():
        places.sort()
        start, end = places[0]
        name = bare(_without_marks(text[start:end]))
        found.append(_make(Mention, (key, name, tuple(hits.get(key, ())), tuple(places))))
    return sorted(found, key=lambda mention: (mention.spans[0], mention.key))


def _without_marks(name: str) -> str:
    """A name without the marks around it, but for those that it opens or closes inside: `Котельная «Северная»`."""
    bare_name = name.strip(_AROUND)
    if bare_name == name:
        return name
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
    for start, words in _capitalized(text):
        while words and _folded(words[0])[0] in _STOPS:
            start += len(words.pop(0)) + 1
        end = start + len(" ".join(words))
        inside = start > 1 and text[start - 2] not in ".!?:\n"
        if len(words) > 1 or (inside and words and len(words[0]) > 3):
            key = fold_words(words)
            if not (_CALENDAR.issuperset(key.split()) or key in _PLACEHOLDERS):
                runs.append((start, end, key))
    return runs


def _capitalized(text: str) -> Iterator[tuple[int, list[str]]]:
    """Words with capitals that follow each other, with those that may stand between them, and where they begin."""
    for match in _PROPER.finditer(text):
        start, words = match.start(), match.group().split(" ")
        if text.isascii():
            yield start, words
            continue
        # The pattern knows small letters of ASCII only; other scripts have others, or neither kind.
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
