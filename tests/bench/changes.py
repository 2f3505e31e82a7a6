"""Questions changed a little, so that they ask something else: what was filed for the first must not answer them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from random import Random

from tests.bench.rewordings import NAME, Frame

_DIFFERENT = (
    ("mother", "father"),
    ("wife", "husband"),
    ("director", "producer"),
    ("author", "publisher"),
    ("performer", "writer"),
    ("founder", "owner"),
    ("born", "buried"),
    ("birth", "death"),
    ("die", "live"),
    ("died", "lived"),
    ("first", "last"),
    ("older", "younger"),
    ("earlier", "later"),
    ("more", "fewer"),
    ("most", "least"),
    ("before", "after"),
    ("start", "end"),
    ("like", "hate"),
    ("country", "city"),
    ("win", "lose"),
    ("buy", "sell"),
    ("population", "area"),
    ("capital", "currency"),
    ("largest", "smallest"),
    ("north", "south"),
    ("give", "take"),
    ("suggest", "reject"),
    ("favorite", "first"),
    ("both", "neither"),
    ("husband", "brother"),
    ("spouse", "child"),
    ("friend", "sister"),
)
_WH = {
    "when": "Where",
    "where": "When",
    "why": "When",
    "how many": "Which",
    "who": "When",
    "how": "Why",
    "what year": "What city",
}


def other_word(question: str, _: Random) -> str:
    for one, other in _DIFFERENT:
        for old, new in ((one, other), (other, one)):
            text = re.sub(rf"\b{old}\b", new, question)
            if text != question:
                return text
    return ""


def other_question_word(question: str, _: Random) -> str:
    for old, new in sorted(_WH.items(), key=lambda pair: -len(pair[0])):
        if question.lower().startswith(old + " "):
            return new + question[len(old) :]
    return ""


def negated(question: str, _: Random) -> str:
    text = re.sub(r"\b(did|does|do|is|was|are|were|has|have|would)\b", r"\1n't", question, count=1, flags=re.IGNORECASE)
    return text if text != question else ""


def roles_swapped(question: str, _: Random) -> str:
    names = [m for m in re.finditer(NAME, question) if m.start()]
    for first, second in pairwise(names):
        between = question[first.end() : second.start()]
        bare_names = not any(m.group().endswith("'s") for m in (first, second))
        if (
            bare_names
            and first.group() != second.group()
            and re.search(r"[a-z]{2}", between)
            and not re.search(r"\b(?:and|or)\b", between)
        ):
            return question[: first.start()] + second.group() + between + first.group() + question[second.end() :]
    return ""


def object_for_subject(question: str, _: Random) -> str:
    match = re.match(rf"(Who|What) (did|does) ({NAME}) ([a-z]+)(\b.*)\?$", question)
    if not match or len(match[5].split()) > 4:
        return ""
    ending = "ed" if match[2] == "did" else "s"
    return f"{match[1]} {match[4]}{ending} {match[3]}{match[5]}?"


def other_number(question: str, _: Random) -> str:
    text = re.sub(r"\b(1\d{3}|20\d{2}|20\d{6})\b", lambda m: str(int(m[1]) + 1), question)
    return text if text != question else ""


def narrower(question: str, random: Random) -> str:
    return question.rstrip("? ") + random.choice(
        [" in 1987?", " for the second time?", " in Lisbon?", " with a friend?"]
    )


def wider(question: str, _: Random) -> str:
    text = re.sub(
        r" (?:in|on|during|for|with|at|according to) (?:(?!\b(?:in|on|for|with|at)\b)[\w\s,'-])+\?$", "?", question
    )
    return text if text != question and len(text.split()) > 3 else ""


CHANGES: dict[str, Frame] = {
    "another word": other_word,
    "another question word": other_question_word,
    "negated": negated,
    "roles swapped": roles_swapped,
    "object for subject": object_for_subject,
    "another number or year": other_number,
    "narrower": narrower,
    "wider": wider,
}


def another_name(question: str, names: Sequence[str], random: Random) -> str:
    """The same frame about another name of the same set."""
    found = [m for m in re.finditer(NAME, question) if m.start()]
    others = [name for name in names if name not in question]
    if not found or not others:
        return ""
    old = found[-1]
    kept = "'s" if old.group().endswith("'s") else ""
    return question[: old.start()] + random.choice(others) + kept + question[old.end() :]
