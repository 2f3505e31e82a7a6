"""What a speed measurement asks of a vault, chosen from the vault itself, so that any vault can be measured."""

from __future__ import annotations

import os
from collections import Counter
from typing import NamedTuple

from ..errors import UsageError
from ..pages.text.words import words
from ..retrieval.language.stopwords import stop_words
from ..store.vault import Vault, is_note

SAMPLE = 400
"""Pages that are read to choose from; taken at even distances in the order of their paths."""
QUESTIONS = 40
_SHORTEST = 4
_FEWEST_WORDS = 10
_NONSENSE = "zqxvjk wqkjvz xjqkzw"


class Questions(NamedTuple):
    """The questions of a run; the same for the same vault."""

    plain: tuple[str, ...]
    """About a page and two words of middling frequency."""
    common: str
    """The ten most frequent words that are no stop words."""
    nothing: str
    """Words that no page holds."""
    misspelled: str
    """A page's title with two letters swapped."""
    term: str
    """A word that about one page in a hundred holds."""
    page: str
    """Path of a page to show and to change."""


class Seen(NamedTuple):
    """A vault as it was looked at."""

    pages: int
    text_bytes: int
    questions: Questions


def look_at(folder: str) -> Seen:
    """Count a vault's notes and choose questions.  Raises UsageError where there is no note with words."""
    found = [(part.folder + "/" if part.folder else "") + name for part in Vault(folder).parts() for name in part.files]
    paths = sorted(path for path in found if is_note(path))
    size = sum(os.path.getsize(os.path.join(folder, path)) for path in paths)
    return Seen(len(paths), size, _choose(folder, paths))


def _choose(folder: str, paths: list[str]) -> Questions:
    holders: Counter[str] = Counter()
    told: list[tuple[str, str, list[str]]] = []
    for path in paths[:: max(1, len(paths) // SAMPLE)]:
        with open(os.path.join(folder, path), encoding="utf-8", errors="replace") as file:
            text = file.read()
        if text.startswith("---\n"):
            # Names of properties stand on every page and are no text.
            text = text.partition("\n---\n")[2]
        said = [word.lower() for word in words(text) if len(word) >= _SHORTEST and word.isalpha()]
        holders.update(set(said))
        title = path.rpartition("/")[2][:-3].replace("-", " ")
        if len(set(said)) >= _FEWEST_WORDS:
            told.append((path, title, said))
    if not told:
        raise UsageError(f"{folder} holds no note to ask about", hint="measure a vault with text in it")
    stops = stop_words([word for word, _ in holders.most_common(200)])
    ranked = sorted((word for word in holders if word not in stops), key=lambda word: (-holders[word], word))
    middling = {word for word in ranked if len(told) // 100 < holders[word] <= max(2, len(told) // 20)}
    plain = []
    for _, title, said in told[:: max(1, len(told) // QUESTIONS)][:QUESTIONS]:
        near = [word for word in dict.fromkeys(said) if word in middling] or said
        plain.append(f"how does {title} relate to {near[0]} and {near[-1]}?")
    rare = sorted(middling, key=lambda word: (holders[word], word)) or ranked
    longest = max((title for _, title, _ in told), key=lambda title: max(map(len, title.split())))
    return Questions(
        tuple(plain),
        " ".join(ranked[:10]),
        _NONSENSE,
        f"what is {misspell(longest)}?",
        rare[0],
        told[len(told) // 2][0],
    )


def misspell(name: str) -> str:
    """The name with two letters in the middle of its longest word swapped."""
    longest = max(name.split(), key=len)
    at = len(longest) // 2
    swapped = longest[: at - 1] + longest[at] + longest[at - 1] + longest[at + 1 :]
    return name.replace(longest, swapped, 1)
