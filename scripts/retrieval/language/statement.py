"""A question in the order of a statement: what is asked for, and the words that count, in their base forms.

English only: questions put their words in another order than statements do, and each language its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from . import phrasebook as say
from .wording import GENITIVE, MAYBE_GENITIVE

MAX_FRONTED = 12
"""Words of a part put first; a longer one is a sentence of its own."""
MAX_NOUN = 6
"""Words of the noun asked for, as in `what kind of books does`."""

_BREAKS = frozenset((",", ":", ";", "–", "—", " - ", ".", "?", "!"))
_INVERTED = frozenset((*say.BE, *say.DO, *say.HAVE, *say.MODALS))


class Statement(NamedTuple):
    """A question, read."""

    kind: str
    """who, what, when, where, why, how, whether, with the unit or measure asked for; "" for no question."""
    auxiliary: str
    """be, do or have; "" where none stands before the subject."""
    tenses: frozenset[str]
    """Of the forms of `be` and of the auxiliary: who is the king is not who was."""
    words: tuple[str, ...]
    """In base forms; what is asked for comes first, a preposition that belongs to it last."""
    choice: tuple[tuple[str, ...], ...]
    """What is to be chosen from, in alphabetical order."""
    inflected: frozenset[tuple[str, str]]
    """Base form and ending, -s or past: who owns it is not who owned it."""


def read_statement(tokens: Sequence[str]) -> Statement:
    """Put the tokens of a question in the order of a statement."""
    words, choice = _choice(list(tokens))
    kind, auxiliary, words = _question_word(words)
    tenses = frozenset(
        say.TENSES[word] for word in [*(each for each in words if each in say.BE), auxiliary] if word in say.TENSES
    )
    inflected = frozenset((say.base_form(word), shape) for word in words if (shape := _shape(word)))
    return Statement(kind, _class_of(auxiliary), tenses, tuple(_content(words)), choice, inflected)


def _shape(word: str) -> str:
    """How a word ends that its base form does not."""
    if not word or word in _INVERTED or word == say.base_form(word) or word.endswith("ing"):
        return ""
    return "s" if word.endswith("s") else "" if word[-1] == "e" else "past"


def _choice(words: list[str]) -> tuple[list[str], tuple[tuple[str, ...], ...]]:
    """Take out `A or B` behind the last mark, or `of A and B` before the first: their order says nothing."""
    marks = [at for at, word in enumerate(words) if word in _BREAKS]
    if marks and words.count("or") == 1 and words.index("or") > marks[-1]:
        at = words.index("or")
        return words[: marks[-1]], _sorted_options(words[marks[-1] + 1 : at], words[at + 1 :])
    if marks and words[0] in ("of", "between") and "and" in words[: marks[0]]:
        at = words.index("and")
        return words[marks[0] + 1 :], _sorted_options(words[1:at], words[at + 1 : marks[0]])
    return words, ()


def _sorted_options(*options: list[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(tuple(_content(option)) for option in options))


def _question_word(words: list[str]) -> tuple[str, str, list[str]]:
    """What is asked for, the auxiliary behind it, and the question in the order of a statement, marks left out.

    What is asked for comes first, as in `what A causes`; a preposition that belongs to it comes last.
    """
    for turn, kind in _TURNS.items():
        if words[: len(turn)] == list(turn):
            return kind, "", _without_marks(words[len(turn) :])
    at = _place(words)
    if at is None:
        if words and (words[0] in _INVERTED):
            return "whether", words[0], _without_marks(words[1:])
        return "", "", _without_marks(words)
    before, behind = words[:at], words[at + 1 :]
    last = [before.pop()] if before and (before[-1] in say.PREPOSITIONS or before[-1] == "of") else []
    kind, behind = _kind(words[at], behind, last)
    if behind[1:3] == ["it", "that"] and behind[0] in say.BE:
        behind = behind[3:]
    if before and not _is_fronted(before):
        # The question word stands at the end, as in `A was born when`.
        auxiliary = next((word for word in reversed(before) if word in say.BE), "")
        return kind, auxiliary, _without_marks([*behind, *before, *last])
    noun, auxiliary, rest = ([], "", behind) if _asks_for_subject(kind, behind) else _inverted(behind)
    if rest[-1:] and rest[-1] in _LIKED:
        # `Which dance is A's favorite` is `what is A's favorite dance`.
        noun, rest = [], [*rest, *noun]
    return kind, auxiliary, _without_marks([*noun, *rest, *last, *before])


_LIKED = ("favorite", "favourite", "preferred")
_TURNS = {
    ("is", "it", "true", "that"): "whether",
    ("if",): "whether",
    ("whether",): "whether",
    ("how", "come"): "why",
    ("for", "what", "reason"): "why",
    ("what", "is", "the", "reason", "that"): "why",
    ("what", "was", "the", "reason", "that"): "why",
    ("what", "is", "the", "reason", "why"): "why",
    ("what", "was", "the", "reason", "why"): "why",
    ("what", "is", "the", "reason"): "why",
    ("what", "was", "the", "reason"): "why",
}


def _place(words: list[str]) -> int | None:
    """Where the question word stands: at the beginning, behind a part put first, or else near the end."""
    asking = [at for at, word in enumerate(words) if word in say.QUESTION_WORDS]
    for at in asking:
        if at == 0 or (at == 1 and words[0] in say.PREPOSITIONS) or _is_fronted(words[:at]):
            return at
    if not asking or words[0] in _INVERTED:
        return None
    last = asking[-1]
    ends = last == len(words) - 1 or (words[last] in ("what", "which", "how") and len(words) - last < 4)
    return last if ends else None


def _is_fronted(words: list[str]) -> bool:
    """A part of the question that was put first: `in 1998, who won`."""
    return len(words) > 1 and words[0] in say.PREPOSITIONS and words[-1] in _BREAKS and len(words) <= MAX_FRONTED


def _kind(word: str, behind: list[str], last: list[str]) -> tuple[str, list[str]]:
    following = behind[0] if behind else ""
    ends = len(behind) < 2 or behind[1] in _INVERTED
    if word in ("what", "which"):
        if following in say.ASKED_UNITS and ends:
            return f"when {following}", behind[1:]
        if following in say.ASKED_PERSONS:
            return "who", behind[1:]
        # What place one takes in a race is not where.
        if ends and (following == "location" or (following == "place" and last in (["in"], ["at"]))):
            return "where", behind[1:]
        return "what", behind
    if word == "how" and following in say.MEASURE_NOUNS and len(behind) > 1 and behind[1] in say.BE:
        return "what", [behind[1], say.MEASURE_NOUNS[following], "of", *behind[2:]]
    if word == "how" and following in say.MEASURES:
        return f"how {following}", behind[1:]
    return {"whom": "who"}.get(word, word), behind


def _asks_for_subject(kind: str, behind: list[str]) -> bool:
    """A verb follows at once, as in `who wrote`: an auxiliary further on belongs to something else."""
    first = behind[0] if behind else ""
    return first not in _INVERTED and (
        bool(_shape(first)) if kind == "who" else kind == "what" and first.endswith("ed")
    )


def _inverted(behind: list[str]) -> tuple[list[str], str, list[str]]:
    """The noun asked for, the auxiliary, and the rest: `country | did | A visit`."""
    for at, word in enumerate(behind[: MAX_NOUN + 1]):
        if word in say.BE or word in say.DO or word in say.HAVE:
            return behind[:at], word, behind[at + 1 :]
        if word in say.MODALS:
            return behind[:at], word, behind[at:]
        if word in say.PREPOSITIONS or word in say.RELATIVES or word in _BREAKS:
            break
    return [], "", behind


def _without_marks(words: list[str]) -> list[str]:
    return [word for word in words if word not in _BREAKS]


def _class_of(auxiliary: str) -> str:
    if auxiliary in say.BE:
        return "be"
    return "do" if auxiliary in say.DO else "have" if auxiliary in say.HAVE else ""


def _content(words: list[str]) -> list[str]:
    """Base forms of the words that count."""
    kept: list[str] = []
    for at, word in enumerate(words):
        following = words[at + 1 : at + 4]
        if word in say.ARTICLES or word in say.IDLE or word in say.BE:
            continue
        if word in say.HAVE and any(_is_participle(each) for each in following):
            continue
        if word in say.RELATIVES and at and words[at - 1] not in say.PREPOSITIONS:
            # The man who moved there is not the man moved there; the one I moved may do without `whom`.
            if words[at + 1 : at + 2] and _shape(words[at + 1]):
                kept.append("that")
            continue
        if word == "which" and kept and kept[-1] in ("in", "at"):
            kept[-1] = "where"
            continue
        kept.append(word if word in (GENITIVE, MAYBE_GENITIVE) else say.base_form(word))
    return _agents(say.alike(kept))


def _is_participle(word: str) -> bool:
    return word.endswith(("ed", "en")) or (word != say.base_form(word) and not word.endswith(("s", "ing")))


_SOMEONE = ("person", "individual", "one", "someone")


def _agents(words: list[str]) -> list[str]:
    """`The person who designed A` is the designer of A, and so may `the A designer` be where A is a known name."""
    found: list[str] = []
    for at, word in enumerate(words):
        if found[-1:] == ["that"] and found[-2:-1] and found[-2] in _SOMEONE and word in say.AGENT_OF:
            found[-2:] = [say.AGENT_OF[word], "of"]
        elif found and found[-1][0] == "[" and word in say.AGENTS and words[at + 1 : at + 2] != ["of"]:
            found += [MAYBE_GENITIVE, word]
        else:
            found.append(word)
    return found
