"""Questions said another way.

The frames are ours and know nothing of what the product understands: they were written before it was measured.
Each takes a question and gives a text, or "" where it does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

Frame = Callable[[str, Random], str]

MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
NAME = r"[A-Z](?:(?!'s\b)[\w.'-])*(?: (?:of |the |de |von |al-)?[A-Z](?:(?!'s\b)[\w.'-])*)*"
_SYNONYMS = (
    ("movie", "film"),
    ("begin", "start"),
    ("buy", "purchase"),
    ("located", "situated"),
    ("kind", "type"),
    ("suggest", "recommend"),
    ("spouse", "husband or wife"),
    ("city of birth", "birth city"),
    ("place of birth", "birthplace"),
    ("established", "founded"),
    ("author", "writer"),
    ("photo", "picture"),
    ("song", "track"),
    ("company", "firm"),
    ("take place", "happen"),
    ("children", "kids"),
    ("enjoy", "like"),
    ("favorite", "preferred"),
    ("receive", "get"),
)
_PARTICIPLES = {
    "wrote": "written",
    "directed": "directed",
    "produced": "produced",
    "founded": "founded",
    "performed": "performed",
    "played": "played",
    "composed": "composed",
    "won": "won",
    "sang": "sung",
    "built": "built",
    "discovered": "discovered",
    "released": "released",
    "published": "published",
    "owns": "owned",
}


def lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def plain(question: str, _: Random) -> str:
    return re.sub(r"[^\w\s'-]", "", question).lower().strip()


def telling(question: str, random: Random) -> str:
    lead = random.choice(["Tell me, {}", "Can you tell me: {}", "Please tell me {}", "Do you know {}", "So, {}"])
    return lead.format(lower_first(question))


def polite(question: str, random: Random) -> str:
    lead = random.choice(["Could you please remind me: {}", "I'd like to know: {}", "I was wondering, {}", "Hey, {}"])
    return lead.format(lower_first(question)).rstrip("?") + random.choice(["?", "", ", please?"])


def contracted(question: str, _: Random) -> str:
    text = re.sub(r"^(What|Who|Where|When) is\b", r"\1's", question)
    text = re.sub(r"\b(did|does|do|is|was|has|have) not\b", r"\1n't", text)
    return text if text != question else ""


def without_articles(question: str, _: Random) -> str:
    text = re.sub(r"(?<=\w )(?:the|a|an) ", "", question)
    return text if text != question else ""


def genitive(question: str, _: Random) -> str:
    text = re.sub(rf"\bthe ([a-z]+) of ({NAME})(?=\?| [a-z])", r"\2's \1", question, count=1)
    return text if text != question else ""


def with_of(question: str, _: Random) -> str:
    text = re.sub(
        rf"(?<!^)\b({NAME})'s ([a-z]+)(?=\?| (?:is|was|in|on|play|die|located|born))", r"the \2 of \1", question
    )
    return text if text != question else ""


def asked_at_the_end(question: str, _: Random) -> str:
    match = re.match(r"(When|Where) (was|is|were|are) (.+) ([a-z]+(?:ed|rn|lt|en|un|ld|de))\?$", question)
    return f"{match[3]} {match[2]} {match[4]} {match[1].lower()}?" if match else ""


def in_what_year(question: str, random: Random) -> str:
    match = re.match(r"When (was|were|did) (.+)", question)
    return f"{random.choice(['In what year', 'What year', 'In which year'])} {match[1]} {match[2]}" if match else ""


def which_for_what(question: str, _: Random) -> str:
    match = re.match(
        r"(.*\b)([Ww])hat ((?!is|was|are|were|did|does|do|has|have|can|would|will|might)[a-z]+ .*)", question
    )
    return f"{match[1]}{match[2]}hich {match[3]}" if match else ""


def synonym(question: str, _: Random) -> str:
    for one, other in _SYNONYMS:
        for old, new in ((one, other), (other, one)):
            text = re.sub(rf"\b{old}(s?)\b", rf"{new}\1", question)
            if text != question:
                return text
    return ""


def passive(question: str, random: Random) -> str:
    match = re.match(rf"Who ({'|'.join(_PARTICIPLES)}) (.+)\?$", question)
    if not match:
        return ""
    be = "is" if match[1] == "owns" else "was"
    done = _PARTICIPLES[match[1]]
    return random.choice([f"By whom {be} {match[2]} {done}?", f"Who {be} {match[2]} {done} by?"])


def agent(question: str, _: Random) -> str:
    match = re.match(r"Who (?:is|was) the (director|founder|producer|performer|composer|winner) of (.+)\?$", question)
    verbs = {"winner": "won", "performer": "performed", "composer": "composed"}
    return (
        f"Who {verbs.get(match[1], match[1].removesuffix('r').removesuffix('o').removesuffix('e') + 'ed')} {match[2]}?"
        if match
        else ""
    )


def fronted(question: str, _: Random) -> str:
    match = re.match(
        rf"(.+) ((?:in|on|during) (?:the )?(?:\d{{1,2}} )?(?:(?:{MONTHS})\b[ ,]*)?\d{{4}}|(?:in|on) {NAME})\?$",
        question,
    )
    return f"{match[2][:1].upper() + match[2][1:]}, {lower_first(match[1])}?" if match else ""


def date_turned(question: str, _: Random) -> str:
    text = re.sub(rf"\b(\d{{1,2}}) ({MONTHS}),? (\d{{4}})", r"\2 \1, \3", question)
    return text if text != question else ""


def choice_turned(question: str, _: Random) -> str:
    match = re.match(r"(.+), (.+) or (.+?) ?\?$", question)
    return f"{match[1]}, {match[3]} or {match[2]}?" if match else ""


def misspelled(question: str, random: Random) -> str:
    words = [m for m in re.finditer(r"[A-Z][a-z]{5,}", question) if m.start()]
    if not words:
        return ""
    word = max(words, key=lambda m: len(m.group()))
    at = word.start() + random.randrange(2, len(word.group()) - 2)
    if random.random() < 0.5:
        return question[:at] + question[at + 1 :]
    turned = question[at + 1] + question[at]
    return question[:at] + turned + question[at + 2 :] if turned[0] != turned[1] else ""


REWORDINGS: dict[str, Frame] = {
    "lower case, no marks": plain,
    "tell me": telling,
    "polite": polite,
    "contraction": contracted,
    "no articles": without_articles,
    "X of Y -> Y's X": genitive,
    "Y's X -> X of Y": with_of,
    "asked at the end": asked_at_the_end,
    "when -> what year": in_what_year,
    "what -> which": which_for_what,
    "synonym": synonym,
    "passive": passive,
    "agent noun -> verb": agent,
    "place or time first": fronted,
    "date turned": date_turned,
    "A or B -> B or A": choice_turned,
    "misspelled name": misspelled,
}


def aliased(question: str, aliases: dict[str, str]) -> str:
    """The question with a name by its alias."""
    for name in sorted(aliases, key=lambda name: (-len(name), name)):
        if name in question:
            return question.replace(name, aliases[name])
    return ""


def names_in(question: str) -> list[str]:
    """What is written like a name, not counting the first word."""
    return [m.group().removesuffix("'s") for m in re.finditer(NAME, question) if m.start()]
