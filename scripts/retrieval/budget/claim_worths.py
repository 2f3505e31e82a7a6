"""What each claim and each contradiction of an answer is worth to its reader, on the scale of worth.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...pages.model import REPLACES
from ..search.claim_paths import names_asked, relevance_of, words_of
from .worth import QUOTED, worth

if TYPE_CHECKING:
    from ...pages.model import Edge
    from ..answer_values import Answer
    from ..extracts.coverage import Asked
    from ..search.claim_paths import ClaimShown, Replaced

HAS_VALUE = "has_value"
"""The relation of a thing to its amount, date or state."""
CLAIM_STEEPNESS = 5
"""Power of their relevance: those below a third of the best share hardly a word with the question."""
CLAIM = 0.5
"""What a claim is worth beside a passage with that score: somebody's reading of one, in a few words."""
ANSWERS = 1.0
"""The same for one that names its subject and says all that is asked of it, of which the passages say less."""
WANTED = 10.0
"""The same where the question is put to certain relations only: it is the claims that are asked for."""
AGAIN = 0.01
"""The same for a claim that is a line of properties quoted under Evidence."""
OUTDATED = 0.5
"""What a claim keeps of its worth about something that has been replaced: what took its place goes first."""
MOST = 0.9
"""Part of what is asked beside a name that is all of it: an expansion may be left."""
ROUNDING = 1e-9
ABOUT = 0.3
"""What a contradiction says at least of a question that names its subject."""


def claim_worths(answer: Answer) -> list[float]:
    """A claim adds less where its passage is likely sent, or has been told by better claims."""
    worths = [0.0] * len(answer.claims)
    told = {(each.page, each.block): 1 for each in answer.passages[:QUOTED]}
    lines = [(each.page, each.text) for each in answer.passages[:QUOTED] if not each.block]
    together = _relevance_together(answer)
    relevances = [each.relevance for each in answer.claims]
    if together:
        relevances = [max(each.relevance, together.get(each.edge, 0.0)) for each in answer.claims]
    most = MOST * answer.asked.share(answer.asked.shares)
    for at in sorted(range(len(worths)), key=relevances.__getitem__, reverse=True):
        claim, relevance = answer.claims[at], relevances[at]
        rests_on = {(item.source, item.block) for item in claim.rests_on[:2] if item.block}
        times = min([told.get(each, 0) for each in rests_on], default=0)
        for each in rests_on:
            told[each] = told.get(each, 0) + 1
        if answer.options.relations:
            worths[at] = WANTED * worth(relevance)
        elif lines and any(_is_line(claim, page, text) for page, text in lines):
            worths[at] = AGAIN * worth(relevance, CLAIM_STEEPNESS)
        else:
            value = ANSWERS if _says_all(claim, answer, most) else CLAIM
            worths[at] = value * worth(relevance, CLAIM_STEEPNESS) / (1 + times)
    _prefer_newer(answer, worths)
    return worths


def _relevance_together(answer: Answer) -> dict[Edge, float]:
    """What two claims say together, of those that lead from a thing that is named to another and on from there.

    Who asks for the maker of what X uses finds half of the words in either.  Each must say of the question, by its
    names and its relation, what the other does not.
    """
    named = names_asked(answer.seeds)
    further = [claim for claim in answer.claims if claim.walked and claim.path[0] in named]
    told = {each.edge: each for each in answer.claims} if further else {}
    found: dict[Edge, float] = {}
    for claim in further:
        before = told.get(claim.walked[-1])
        if before is None:
            continue
        first, second = _said(before, answer), _said(claim, answer)
        if _words_of(before, answer) <= second or _words_of(claim, answer) <= first:
            continue
        relevance = relevance_of(answer.asked.share(first | second), claim.path_confidence)
        for each in (before.edge, claim.edge):
            found[each] = max(found.get(each, 0.0), relevance)
    return found


def newer_than(claim: ClaimShown, answer: Answer) -> tuple[Replaced | None, Replaced | None]:
    """What took the place of a claim's subject and of its object; None for an end that nothing did.

    Of a claim that says itself what took the place of its object, and of the newest thing, that is not told.
    """
    edge = claim.edge
    replaced = {each.id: each for each in answer.replaced if each.newest not in (edge.source, edge.target)}
    return replaced.get(edge.source), replaced.get(edge.target) if edge.relation != REPLACES else None


def _prefer_newer(answer: Answer, worths: list[float]) -> None:
    """Lift what is claimed of a thing to what the same claim of a thing it replaced is worth, and lower that.

    Who asks of a thing that was replaced, by its name, wants to know first that it was.
    """
    if not answer.replaced:
        return
    old = {each.id: each.newest for each in answer.replaced}
    named = names_asked(answer.seeds)
    edges = [each.edge for each in answer.claims]
    places = {(edge.source, edge.relation, edge.target): at for at, edge in enumerate(edges)}
    for at, edge in enumerate(edges):
        if edge.relation == REPLACES:
            if edge.target in old and edge.target in named:
                worths[at] = max(worths[at], edge.confidence)
        elif edge.source in old:
            for place, other in enumerate(edges):
                if (other.source, other.relation) == (old[edge.source], edge.relation):
                    worths[place] = max(worths[place], worths[at])
            worths[at] *= OUTDATED
        elif edge.target in old:
            newer = places.get((edge.source, edge.relation, old[edge.target]))
            if newer is not None:
                worths[newer] = max(worths[newer], worths[at])
            worths[at] *= OUTDATED


def _is_line(claim: ClaimShown, page: str, text: str) -> bool:
    """Whether a claim is a property of a page whose properties are quoted: the line says the same."""
    item = claim.rests_on[0] if claim.rests_on else None
    if item is None or item.source != page or item.block or item.quote:
        return False
    other = claim.target_name if claim.edge.source == page else claim.source_name
    return any(other in line.partition(": ")[2] for line in text.split("\n"))


def conflict_worths(answer: Answer) -> list[float]:
    """A conflict changes how all the rest is read, as far as it is about what is asked; many say little more."""
    told = {each.edge: each for each in answer.claims}
    said = [max(_asked_for(answer, told.get(edge)) for edge in (each.first, each.second)) for each in answer.conflicts]
    worths = [0.0] * len(said)
    for place, at in enumerate(sorted(range(len(said)), key=lambda at: (-said[at], at))):
        worths[at] = worth(said[at]) / (1 + place)
    return worths


def _asked_for(answer: Answer, claim: ClaimShown | None) -> float:
    """The share that a claim says of what is asked about its subject, 0 to 1; 1 where nothing but that is named.

    Words may be of another language than relations: where the subject is named, at least ABOUT.
    """
    if claim is None:
        return 0.0
    asked = answer.asked
    said = _said(claim, answer)
    name = asked.covered(claim.source_name, said)
    rest = _rest(asked, name)
    share = asked.share(said - name) / rest if rest > 0 else 1.0
    return max(ABOUT, share) if name else share


def _says_all(claim: ClaimShown, answer: Answer, most: float) -> bool:
    """Whether a question names an end of a claim and asks something of it, which the claim says.

    Who only names a thing that has a value asks for that.  most: MOST of what the whole question says.
    """
    asked = answer.asked
    # Its relevance tells how much it says in all; phrases alone may be more in its parts than in the whole.
    least = relevance_of(most, claim.path_confidence)
    if asked.phrases is None and claim.relevance < least - ROUNDING:
        return False
    said = _said(claim, answer)
    called = names_asked(answer.seeds)
    for end, name in ((claim.edge.source, claim.source_name), (claim.edge.target, claim.target_name)):
        named = asked.covered(f"{name} {called.get(end, '')}", said)
        rest = _rest(asked, named)
        if named and rest > 0 and asked.share(said - named) >= MOST * rest:
            return True
    return claim.edge.relation == HAS_VALUE and asked.share(asked.covered(claim.source_name, said)) >= MOST


def _said(claim: ClaimShown, answer: Answer) -> frozenset[str]:
    """What a claim says of the question, with its names and its quotes."""
    quotes = " ".join(item.quote for item in claim.rests_on[:2])
    return _words_of(claim, answer) | answer.asked.covered(quotes)


def _words_of(claim: ClaimShown, answer: Answer) -> frozenset[str]:
    """The same without its quotes."""
    return answer.asked.covered(words_of(claim.edge, claim.source_name, claim.target_name, names_asked(answer.seeds)))


def _rest(asked: Asked, name: frozenset[str]) -> float:
    """The share of the question that is asked beside a name."""
    return asked.share(asked.shares.keys() - name)
