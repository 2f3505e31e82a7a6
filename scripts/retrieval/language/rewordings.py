"""Other wordings of a question that a rule can make: the words put in another order, or one turn for another.

Compared with a question as it was asked, never with another one that was made: two steps may lead from `why did we
leave` over `why was it left` to `why did they leave`.  English only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from . import phrasebook as say

MOST = 24
"""Wordings made of one question."""
LONGEST = 40
"""Words of a question up to which some are made: a pasted page is asked again as it was, if at all."""
_TOPIC_MARKS = (":", "–", "—", " - ")
"""Marks behind what a question is about; before a comma stands who is spoken to as well."""
_SOMEBODY = ("i", "you", "we", "they", "one")
_OBJECTS = ("what", "which", "who", "whom")
_CLAUSES = (",", "if", "when")
_HAPPENING = ("happen", "happens", "do")
"""What no question is told by: behind other verbs, as know, see or ask, one may be."""
_STANDING_FOR = ("it", "they", "them", "he", "she")
_JOINED_BY = ("in", "at", "of", "with", "for")
_HOLDERS = {"head": "heads", "leader": "leads", "owner": "owns", "manager": "manages"}
_PAST = frozenset(("did", "was", "were", "had", "would", "could", "might", "should"))


def reworded(tokens: Sequence[str]) -> list[list[str]]:
    """Other wordings of a question, by one rule or several after each other."""
    made = [list(tokens)]
    for words in made if 0 < len(tokens) <= LONGEST else ():
        for rule in _RULES:
            made += [each for each in rule(words) if each not in made]
        if len(made) > MOST:
            break
    return made[1 : MOST + 1]


def _part_first(words: list[str]) -> Iterator[list[str]]:
    """`Since June who leads A`, `when B fails, what does A do`, `A: what does it do`: the part goes behind, or in."""
    asking = [at for at, word in enumerate(words) if word in say.QUESTION_WORDS and at]
    if len(asking) != 1:
        return
    at = asking[0]
    before, behind = words[:at], words[at:]
    if before[-1] in _TOPIC_MARKS:
        topic = before[:-1]
        standing = [place for place, word in enumerate(behind) if word in _STANDING_FOR]
        if len(standing) == 1:
            yield [*behind[: standing[0]], *topic, *behind[standing[0] + 1 :]]
        elif not standing:
            yield [*behind, *topic]
    elif before[-1] == "," and before[0] in ("when", "if"):
        yield [*behind, *before[:-1]]
    elif len(before) > 1 and before[0] in say.PREPOSITIONS and "," not in before:
        yield [*behind, *before]


def _nobody_named(words: list[str]) -> Iterator[list[str]]:
    """`Why did we leave A` as `why was A left`: the order of passive questions, with the verb in its base form."""
    at = next((at for at, word in enumerate(words[1:-1], 1) if word in _SOMEBODY), 0)
    if not at or words[at - 1] not in say.DO:
        return
    be = "was" if words[at - 1] == "did" else "is"
    head, verb, rest = words[: at - 1], words[at + 1], words[at + 2 :]
    end = next((n for n, word in enumerate(rest) if word in say.PREPOSITIONS or word in _CLAUSES), len(rest))
    if head[:1] and head[0] in _OBJECTS:
        if not end:
            yield [*head, be, verb, *rest]
    elif end and "not" not in words:
        for at in sorted({end, len(rest)}):
            yield [*head, be, *rest[:at], verb, *rest[at:]]


def _somebody(words: list[str]) -> Iterator[list[str]]:
    """`How can A be left` as `how can we leave A`, whoever it is; without a word for it, A could be the one who can."""
    modal = next((at for at, word in enumerate(words) if word in say.MODALS), len(words))
    if "be" not in words[modal:-1]:
        return
    be = words.index("be", modal)
    things, is_object = words[modal + 1 : be], words[0] in _OBJECTS
    if bool(things) != is_object and "not" not in words:
        for who in _SOMEBODY:
            yield [*words[: modal + 1], who, words[be + 1], *things, *words[be + 2 :]]


def _perfect(words: list[str]) -> Iterator[list[str]]:
    """`Why has A been left` as `why was A left`; `when has` asks something else."""
    if words[:1] == ["why"] and words[1:2] in (["has"], ["have"]):
        if "been" in words:
            yield ["why", "was", *(word for word in words[2:] if word != "been")]
        elif words[2:3] and words[2] in _SOMEBODY:
            yield ["why", "did", *words[2:]]


def _how_to(words: list[str]) -> Iterator[list[str]]:
    """`How do I`, `how can you` and `how to` ask for the way; what we do may be another one than what you can."""
    if words[:2] == ["how", "to"]:
        yield ["how", "do", "i", *words[2:]]
    elif words[:1] == ["how"] and words[1:2] in (["do"], ["can"]) and words[2:3]:
        who = words[2]
        if who in ("i", "you", "we"):
            yield ["how", "can" if words[1] == "do" else "do", *words[2:]]
        if who in ("i", "you"):
            yield ["how", "to", *words[3:]]
            yield [*words[:2], "you" if who == "i" else "i", *words[3:]]


def _how_long(words: list[str]) -> Iterator[list[str]]:
    if words[:3] == ["for", "how", "long"]:
        yield words[1:]


def _cost(words: list[str]) -> Iterator[list[str]]:
    """`How much does A cost` as `what does A cost`, and as `what is the price of A`."""
    if words[:2] == ["how", "much"] and words[2:3] and words[2] in say.DO and "cost" in words:
        yield ["what", *words[2:]]
    if words[:1] == ["what"] and words[1:2] in (["does"], ["do"]) and words[-1] == "cost":
        yield ["what", "is", "the", "price", "of", *words[2:-1]]
        yield ["what", "is", "the", "cost", "of", *words[2:-1]]


def _difference(words: list[str]) -> Iterator[list[str]]:
    """`What is the difference between A and B` as `how do A and B differ`, in either order."""
    sides: tuple[list[str], list[str]] | None = None
    if " ".join(words[2:5]) in ("the difference between", "the differences between"):
        sides = _split(words[5:], "and")
    elif (words[:2], words[-1]) in ((["how", "do"], "differ"), (["how", "are"], "different")):
        sides = _split(words[2:-1], "and")
    elif words[:2] in (["how", "does"], ["how", "is"]):
        word = "differ" if words[1] == "does" else "different"
        behind = _split(words[2:], word)
        if behind and behind[1][:1] == ["from"]:
            sides = behind[0], behind[1][1:]
    if sides and all(sides):
        for one, two in (sides, sides[::-1]):
            yield ["how", "do", *one, "and", *two, "differ"]
            yield ["how", "are", *one, "and", *two, "different"]
            yield ["how", "does", *one, "differ", "from", *two]
            yield ["how", "is", *one, "different", "from", *two]
            yield ["what", "is", "the", "difference", "between", *one, "and", *two]


def _split(words: list[str], mark: str) -> tuple[list[str], list[str]] | None:
    if words.count(mark) != 1:
        return None
    at = words.index(mark)
    return words[:at], words[at + 1 :]


def _holder(words: list[str]) -> Iterator[list[str]]:
    """`Who is the head of A` as `who heads A`, who is in charge as who is responsible, the cause as what caused."""
    plain = [word for word in words if word != "the"]
    if plain[:2] == ["who", "is"] and plain[3:4] == ["of"] and plain[2] in _HOLDERS:
        yield ["who", _HOLDERS[plain[2]], *words[words.index("of") + 1 :]]
    if words[:5] == ["who", "is", "in", "charge", "of"]:
        yield ["who", "is", "responsible", "for", *words[5:]]
    if words[:1] == ["what"] and words[1:2] in (["is"], ["was"]) and words[2:5] == ["the", "cause", "of"]:
        yield ["what", "causes" if words[1] == "is" else "caused", *words[5:]]


def _condition(words: list[str]) -> Iterator[list[str]]:
    """`What happens when` is `what happens if`, unless it has happened; who decides if does not decide when."""
    for one, two in (("when", "if"), ("if", "when")):
        at = words.index(one) if words.count(one) == 1 and two not in words else 0
        if at and words[at - 1] in _HAPPENING and not any(map(_is_past, words)):
            yield [two if word == one else word for word in words]


def _is_past(word: str) -> bool:
    """A form of the past or a participle, for sure or perhaps."""
    base = say.base_form(word)
    return word in _PAST or (base not in (word, word[:-1]) and not word.endswith(("s", "ing")))


def _compound(words: list[str]) -> Iterator[list[str]]:
    """`The contract with A` as `the A contract`."""
    for at in range(2, len(words) - 1):
        if words[at] in _JOINED_BY and words[at - 2] in say.ARTICLES and words[at - 1] not in _JOINED_BY:
            end = at + 1 + (words[at + 1] in say.ARTICLES)
            if end < len(words) and words[end] not in say.QUESTION_WORDS:
                yield [*words[: at - 1], words[end], words[at - 1], *words[end + 1 :]]


_RULES: tuple[Callable[[list[str]], Iterator[list[str]]], ...] = (
    _part_first,
    _how_long,
    _perfect,
    _nobody_named,
    _somebody,
    _how_to,
    _cost,
    _difference,
    _holder,
    _condition,
    _compound,
)
