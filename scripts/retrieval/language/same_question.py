"""Whether two questions ask the same thing, by rule: both are brought into forms, and the two must have one in common.

What may differ is listed: `tell me` before it, articles, where the question word stands, `Y's X` for `X of Y`, active
for passive, the place of `in 1998`, the order of `A or B`, words of phrasebook.py, what rewordings.py makes of one of
the two, one letter of a word that is known nowhere.  Everything else counts, the order of words above all: what A
causes is not what causes A.
English only; in another language the words must be the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice, pairwise, product
from typing import NamedTuple

from . import phrasebook as say
from .rewordings import reworded
from .statement import Statement, read_statement
from .stems import is_unspaced
from .wording import GENITIVE, MAYBE_GENITIVE, Wording

MAX_FORMS = 400
"""Readings of one question with several genitives; the others are not tried."""
MAX_OWNER, MAX_OWNED = 6, 5
"""Words that a genitive spans before and behind it."""
MIN_MISSPELLED = 6
"""Letters from which on a word that occurs nowhere may be another one misspelled: Maria is not Marta."""


class _Form(NamedTuple):
    """What is compared, beside the choice."""

    kind: str
    auxiliary: str
    tenses: frozenset[str]
    main: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]
    """The parts that begin with a preposition."""


def asks_the_same(asked: Wording, filed: Wording, unknown: Collection[str] = ()) -> bool:
    """Whether the question asked is the filed one in other words.

    unknown: words of the question asked that occur nowhere; each may be a word of the filed one misspelled.
    """
    if not (asked.is_english and filed.is_english):
        return asked.tokens == filed.tokens and (len(asked.tokens) > 1 or _asks(asked.tokens))
    tokens = [_meant(token, filed.tokens) if token in unknown else token for token in asked.tokens]
    pairs: list[tuple[Sequence[str], Sequence[str]]] = [(tokens, filed.tokens)]
    pairs += [(made, filed.tokens) for made in reworded(tokens)]
    pairs += [(tokens, made) for made in reworded(filed.tokens)]
    return any(_reads_alike(mine, other) for mine, other in pairs)


def _reads_alike(tokens: Sequence[str], others: Sequence[str]) -> bool:
    mine, other = read_statement(tokens), read_statement(others)
    if not _may_be_same(mine, other):
        return False
    theirs = _forms(other)
    return any(_says_enough(form, mine) and any(_same(form, each) for each in theirs) for form in _forms(mine))


def _asks(tokens: Sequence[str]) -> bool:
    """Whether words without blanks between them are a question, not a name."""
    if not any(map(is_unspaced, tokens)):
        return False
    from .unspaced_words import asks

    return any(map(asks, tokens))


def _meant(word: str, filed: Sequence[str]) -> str:
    """The one word of the filed question that this is a slip of the pen for; itself where there is none."""
    near = {other for other in filed if _is_slip(word, other)}
    return near.pop() if len(near) == 1 else word


def _is_slip(word: str, other: str) -> bool:
    """One letter too many or too few, or two turned round, inside the word: Christian is not Christina."""
    if min(len(word), len(other)) < MIN_MISSPELLED or not (word.isalpha() and other.isalpha()):
        return False
    if word[0] != other[0] or word[-1] != other[-1] or word == other:
        return False
    same = next((at for at, (one, two) in enumerate(zip(word, other)) if one != two), min(len(word), len(other)))
    one, two = word[same:], other[same:]
    turned = len(one) > 2 and one[:2] == two[1::-1] and one[2:] == two[2:]
    return turned or one[1:] == two or two[1:] == one


def _may_be_same(mine: Statement, other: Statement) -> bool:
    """What can be told before forms are made, which costs more."""
    if any((base, "past" if shape == "s" else "s") in other.inflected for base, shape in mine.inflected):
        return False
    one, two = set(mine.words), set(other.words)
    return mine.choice == other.choice and 2 * len(one & two) + 1 >= max(len(one), len(two))


def _says_enough(form: _Form, mine: Statement) -> bool:
    """`What is A` is answered by a page about A, not by what was once answered about it."""
    return len(form.main) + len(form.parts) + len(mine.choice) > 1 or form.kind not in ("", "what", "who")


def _same(one: _Form, two: _Form) -> bool:
    kinds, auxiliaries = {one.kind, two.kind}, {one.auxiliary, two.auxiliary}
    return (
        one.main == two.main
        and one.parts == two.parts
        and (len(kinds) == 1 or kinds in _COMPATIBLE)
        # Without `be`, who moved to Paris would be who was moved there; `do` only keeps the order of the words.
        and (len(auxiliaries) == 1 or "" in kinds or auxiliaries in ({"", "do"}, {"", "have"}))
        and (not one.tenses or not two.tenses or bool(one.tenses & two.tenses))
    )


_COMPATIBLE = ({"", "what"}, {"", "who"}, {"when", "when year"}, {"when", "when date"})
"""`The capital of A` asks what it is; who asks for a year is served by a date, and the other way round."""


def _forms(statement: Statement) -> set[_Form]:
    """Every reading of what its genitives span, as it stands and turned from passive to active."""
    found: set[_Form] = set()
    for words in islice(_spelled_out(list(statement.words)), MAX_FORMS):
        found.add(_form(statement, words))
        if statement.auxiliary == "be" or (statement.tenses and not statement.auxiliary):
            turned = statement._replace(auxiliary="", tenses=frozenset())
            found.update(_form(turned, active) for active in _active(statement.kind, words))
    return found


def _spelled_out(words: list[str]) -> Iterator[list[str]]:
    """`Y's X` as `X of Y`, for every span that Y and X may have; of several the last one first.

    Y is all of `Z's Y`, and nothing of `Z of Y`: Nora's wife's brother is not the wife of Nora's brother.
    """
    at = next((at for at in reversed(range(len(words))) if words[at] in (GENITIVE, MAYBE_GENITIVE)), None)
    if at is None:
        yield words
        return
    if words[at] == MAYBE_GENITIVE:
        yield from _spelled_out(words[:at] + words[at + 1 :])
    lefts = range(1, 1 + _span(words[:at][::-1], MAX_OWNER, "of"))
    rights = range(1, 1 + _span(words[at + 1 :], MAX_OWNED))
    for left, right in product(lefts, rights):
        owner, owned = words[at - left : at], words[at + 1 : at + 1 + right]
        if GENITIVE not in (words[at - left - 1 : at - left] + owner[:1]):
            yield from _spelled_out([*words[: at - left], *owned, "of", *owner, *words[at + 1 + right :]])


def _span(words: Sequence[str], most: int, stop: str = "") -> int:
    """How many words a genitive may span: none behind a preposition."""
    ends = (at for at, word in enumerate(words[:most]) if word in say.PREPOSITIONS or word == stop)
    return next(ends, min(most, len(words)))


def _active(kind: str, words: list[str]) -> Iterator[list[str]]:
    """`Who was A written by` as `who wrote A`, `what was written by A` as `what A wrote`."""
    if len(words) > 2 and words[-1] == "by":
        yield [words[-2], *words[:-2]]
        return
    for at in (at for at, word in enumerate(words) if word == "by" and at):
        end = at + 1 + _span(words[at + 1 :], len(words))
        agent, verb, object, rest = words[at + 1 : end], words[at - 1], words[: at - 1], words[end:]
        yield [*object, *agent, verb, *rest] if kind in ("who", "what") else [*agent, verb, *object, *rest]


def _form(statement: Statement, words: list[str]) -> _Form:
    bounds = [*(at for at, word in enumerate(words) if word in say.PREPOSITIONS), len(words)]
    parts = tuple(tuple(words[low:high]) for low, high in pairwise(bounds))
    form = _verbal(_Form(statement.kind, statement.auxiliary, statement.tenses, tuple(words[: bounds[0]]), parts))
    return form._replace(main=_pair_in_order(form.main), parts=_parts_in_order(form.parts))


def _verbal(form: _Form) -> _Form:
    """What a noun asks, as a verb asks it: the author of A wrote it, the birthplace of A is where A was born."""
    kind, _, _, main, parts = form
    head = main[0] if main[1:2] == ("of",) else ""
    if kind in ("", "what") and head in say.NOMINAL:
        kind, auxiliary, verb = say.NOMINAL[head]
        return _Form(kind, auxiliary, frozenset(), (*main[2:], verb) if verb else main[2:], parts)
    if kind == "who" and "marry" in (main[:1] + main[-1:]):
        return _spouse(form)
    if kind in ("", "who") and head in say.AGENTS:
        return form._replace(kind="who", auxiliary="", main=(say.AGENTS[head], *main[2:]))
    if kind == "what" and len(main) > 1 and main[-1] in ("call", "name") and form.auxiliary == "be":
        return form._replace(main=("name", "of", *main[:-1]))
    if kind == "what" and len(main) > 1 and main[-1] in say.INVERSE:
        return form._replace(auxiliary="", main=(say.INVERSE[main[-1]], *main[:-1]))
    if kind.startswith(("when", "where")):
        left = tuple(part for part in parts if part not in _LEFT_OVER)
        located = main[:-1] if kind == "where" and main[-1:] == ("locat",) else main
        return form._replace(tenses=_born(form), main=located, parts=left)
    return form


_LEFT_OVER = (("in",), ("on",), ("at",), ("during",))
"""What `in what year` leaves behind when it is read as when."""


def _born(form: _Form) -> frozenset[str]:
    """Birth is past however it is asked for."""
    return frozenset() if form.main[-1:] in (("born",), ("die",)) else form.tenses


def _spouse(form: _Form) -> _Form:
    """Whom A married, and who A is married to."""
    others = tuple(word for word in form.main if word != "marry")
    to = next((part[1:] for part in form.parts if part[0] == "to"), ())
    whom = others or to
    if not whom or (others and to):
        return form
    parts = tuple(part for part in form.parts if part[0] != "to")
    return form._replace(auxiliary="be", main=("spous", "of", *whom), parts=parts)


def _pair_in_order(main: tuple[str, ...]) -> tuple[str, ...]:
    """The two sides of `and` and `or` in alphabetical order, at either end, where they can be no sentences."""
    words = list(main)
    for at in {1, len(words) - 2}:
        if 0 < at < len(words) - 1 and words[at] in ("and", "or") and words[at + 1] < words[at - 1]:
            words[at - 1], words[at + 1] = words[at + 1], words[at - 1]
    return tuple(words)


def _parts_in_order(parts: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Alphabetical, unless two begin alike: then only the order tells what each belongs to."""
    return tuple(sorted(parts)) if len({part[0] for part in parts}) == len(parts) else parts
