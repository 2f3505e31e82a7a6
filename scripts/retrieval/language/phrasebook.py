"""English words and turns that may stand for each other in a question: data, and the base form of a word.

Narrow on purpose: what is here lets one question pass for another, so words that merely come close (suggest and
insist, wife and spouse, designed and built) are kept apart.  The table of relations is too wide for that as a whole:
in it, who wrote, founded and painted something all created it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ...pages.knowledge.ontology import inverse_of
from ...pages.knowledge.relation_names import normalize_relation

QUESTION_WORDS = frozenset(("who", "whom", "whose", "what", "which", "when", "where", "why", "how"))
BE = {"am": "present", "is": "present", "are": "present", "was": "past", "were": "past"}
DO = frozenset(("do", "does", "did"))
TENSES = {**BE, "do": "present", "does": "present", "did": "past"}
HAVE = frozenset(("has", "have", "had"))
MODALS = frozenset(("will", "would", "can", "could", "shall", "should", "may", "might", "must"))
ARTICLES = frozenset(("a", "an", "the"))
IDLE = frozenset(("be", "been", "being", "exactly", "actually", "really", "ever", "please"))
"""Words that change nothing where they stand."""
RELATIVES = frozenset(("that", "which", "who", "whom"))
_PREPOSITIONS = """
about according after against around as at before behind below between by down during for from in inside into near off
on onto over since than through to toward towards under until up upon versus via with within without
"""
PREPOSITIONS = frozenset(_PREPOSITIONS.split())
"""Words that begin a part of a question which may stand in another place; `of` belongs to the word before it."""
ASKED_UNITS = frozenset(("year", "date", "day", "month", "time", "century", "decade"))
ASKED_PERSONS = frozenset(("person", "individual", "people"))
MEASURES = frozenset(("many", "much", "long", "often", "far", "big", "large", "old", "tall", "high", "deep", "fast"))
MEASURE_NOUNS = {"old": "age", "tall": "height", "high": "height", "deep": "depth"}
_AGENTS = """
author write, director direct, producer produce, performer perform, composer compose, founder founded, inventor invent
designer design, creator create, discoverer discover, painter paint, singer sing, winner win, publisher publish
developer develop
"""
# The first word of a line stands for all; a line holds base forms, of one or more words.
_ALIKE = """
film, movie, motion picture
start, begin, commence
end, finish
buy, purchase
locate, situate
kind, type, sort
recommend, suggest
author, writer
photo, picture, photograph
song, track
company, firm
happen, occur, take place
kid, child
like, enjoy
favorite, favourite, preferred
get, receive
founded, established
big, large
bigger, larger
biggest, largest
die, pass away
birthplace, place of birth, birth place
birthdate, date of birth, birth date
deathplace, place of death, death place
deathdate, date of death, death date
job, occupation
help, assist
maker, manufacturer
marry, wed
visit, pay a visit to
mention, bring up
phone, telephone
bike, bicycle
tv, television
usa, united states, us, united states of america, america
before, prior to
record label, label
discuss, talk about, speak about
thing, item
live, reside
television series, tv series, tv show, television show
color, colour
center, centre
"""
_IRREGULAR = """
be: am is are was were been being / do: does did done / have: has had having / go: goes went gone
write: wrote written writing / sing: sang sung / win: won winning / build: built / buy: bought / bring: brought
begin: began begun / become: became / break: broke broken / catch: caught / choose: chose chosen / come: came
draw: drew drawn / drink: drank drunk / drive: drove driven / eat: ate eaten / fall: fell fallen / feel: felt
fight: fought / find: found / fly: flew flown / forget: forgot forgotten / get: got gotten getting / give: gave given
grow: grew grown / hear: heard / hold: held / keep: kept / know: knew known / lead: led / leave: left / lend: lent
lose: lost / make: made making / mean: meant / meet: met / pay: paid / ride: rode ridden / rise: rose risen
run: ran running / say: said / see: saw seen / sell: sold / send: sent / shoot: shot / show: showed shown
speak: spoke spoken / spend: spent / stand: stood / steal: stole stolen / swim: swam swum / take: took taken
teach: taught / tell: told / think: thought / throw: threw thrown / wear: wore worn / die: died dying dies
child: children / man: men / woman: women / person: people persons / country: countries / city: cities
found: founded founding founds / lie: lied lying
"""
_WHOLE_RELATIONS = ("causes", "increases", "decreases", "depends_on", "requires", "replaces")
"""Canonical relations whose names all mean the same; the others gather what a question tells apart."""

_LEADS = re.compile(
    r"(?:(?:please|hey|hi|hello|ok|okay|so|well|and|but|now|quick question)\b[\s,:!]*"
    r"|(?:can|could|would|will) (?:you|anyone|somebody)(?: please)? (?:tell|remind|inform|give|show|say|explain)"
    r"(?: to)?(?: me| us)?\b[\s,:]*"
    r"|(?:tell|remind|give|show) (?:me|us)\b[\s,:]*(?!about\b)|do (?:you|we) (?:know|remember|recall)\b[\s,:]*"
    r"|(?:i|we)(?: would|['’]d)? (?:want|like|need|wish|love) to (?:know|find out|hear)\b[\s,:]*"
    r"|(?:i|we)(?:['’]m| am|['’]re| are| was| were) (?:just )?(?:wondering|curious|asking)\b[\s,:]*"
    r"|(?:i|we) (?:just )?wonder(?:ed)?\b[\s,:]*|(?:do you have |have you )?any idea\b[\s,:]*|let me know\b[\s,:]*"
    r"|find out\b[\s,:]*)+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[\s,;:.?!…-]*(?:\b(?:please|thanks|thank you|do you know|can you tell me)\b[\s,;:.?!…-]*)*$", re.IGNORECASE
)


def asked_span(text: str) -> tuple[int, int]:
    """Where the question itself begins and ends, without `tell me` before and `please` behind it."""
    lead = _LEADS.match(text)
    start = lead.end() if lead else 0
    tail = _TAIL.search(text, start)
    end = tail.start() if tail else len(text)
    return (start, end) if start < end else (0, len(text))


def alike(words: list[str]) -> list[str]:
    """Base forms with each word or turn in the form that stands for all of its kind; longest turns first."""
    found: list[str] = []
    at = 0
    while at < len(words):
        for length in (4, 3, 2, 1):
            turn = " ".join(words[at : at + length])
            known = _STANDS_FOR.get(turn) if length > 1 or turn.isalpha() else None
            if known is None and length < 3:
                known = _relation(turn)
            if known is not None and at + length <= len(words):
                found.append(known)
                at += length
                break
        else:
            found.append(words[at])
            at += 1
    return found


@lru_cache(maxsize=8192)
def _relation(turn: str) -> str | None:
    """The canonical relation of a word or turn, or its inverse where the turn reads backwards."""
    if not turn.isascii():
        return None
    verb, _, rest = turn.partition(" ")
    for name in (turn, f"{verb}s {rest}".rstrip()):
        normalized = normalize_relation(name)
        if normalized.name in _WHOLE_RELATIONS:
            return inverse_of(normalized.name) if normalized.swapped else normalized.name
    return None


INVERSE = {inverse_of(name): name for name in _WHOLE_RELATIONS}
"""Relations told from the other end."""


@lru_cache(maxsize=65536)
def base_form(word: str) -> str:
    """A folded English word without its inflection; unlike a stem it keeps creator, creation and create apart.

    A final e of a long word falls, because nothing tells whether `created` had one.
    """
    known = _BASES.get(word)
    if known is not None:
        return known
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    word = _without_ending(word)
    return word[:-1] if len(word) > 5 and word[-1] == "e" else word


def _without_ending(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) > 1 and rest[-1] != "e" and _VOWEL.search(rest):
            return _restored(rest)
    return word


def _restored(rest: str) -> str:
    """What stood before -ed or -ing: a doubled letter was one, a short closed syllable had an e."""
    if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "aeioulsz":
        return rest[:-1]
    if len(rest) < 6 and (
        _SHORT.fullmatch(rest) or rest[-1] in "vcu" or (len(rest) == 4 and rest[-1] == "s" != rest[-2])
    ):
        return rest + "e"
    return rest


_VOWEL = re.compile("[aeiouy]")
_SHORT = re.compile("[^aeiou]*[aeiou][^aeiouwxy]")
_BASES = {
    form: base
    for entry in _IRREGULAR.replace("/", "\n").split("\n")
    if ":" in entry
    for base, _, forms in [entry.strip().partition(": ")]
    for form in (base, *forms.split())
}
# `found` alone is the past of find; only `founded` is to found.
_BASES["found"] = "find"
_BASES["founded"] = _BASES["founding"] = "found"
_STANDS_FOR = {
    " ".join(map(base_form, turn.split())): " ".join(map(base_form, line.partition(", ")[0].split()))
    for line in _ALIKE.strip().split("\n")
    for turn in line.split(", ")
}
AGENTS = {
    agent: base_form(verb)
    for line in _AGENTS.strip().replace(",", "\n").split("\n")
    for agent, verb in [line.strip().split(" ")]
}
"""Who did it once, and what was done: the author of a book wrote it.  Who owns or leads a thing may change."""
AGENT_OF = {verb: agent for agent, verb in AGENTS.items()}
NOMINAL = {
    base_form("birthplace"): ("where", "be", "born"),
    base_form("birthdate"): ("when", "be", "born"),
    base_form("deathplace"): ("where", "do", "die"),
    base_form("deathdate"): ("when", "do", "die"),
    base_form("location"): ("where", "be", ""),
}
"""Nouns that ask where or when something happened: the question word, its auxiliary, the verb."""
