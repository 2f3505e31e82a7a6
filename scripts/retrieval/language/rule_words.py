"""Whether two questions may ask the same at all, by the words that no rule of same_question.py knows.

Such a word stands in a question for itself: in any other wording it stands, too, if with another ending, or the name
that it is of.  That tells most questions apart, for a tenth of what comparing them costs.  English only, as the rules.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_KNOWN = """
about according actually aeioulsz aeiouwxy aeiouy after against age america amplified amplifies amplify and
annotations anyone april are arises around asked asking asks assist ate august author auxiliary away became because
become been before began begin begun behind being below between bicycle bigger biggest bike birthdate birthplace bool
boosted boosts born bought break brings broken brought build built but buy cache callable came can catch caught caused
causes causing center centre century charge ches children choice choose chosen cities city collection color colour
come commence company composer cost could countries country create creator curious date day deathdate deathplace
decade december decreased decreases deep depended dependency dependent depends deprecated deprecates depth designer
developer did died dies differences different diminished diminishes director discoverer discuss displaced displaces
does done down drank drawn drew drink driven drove drunk due dure during dying eaten end english enjoy established
ever exactly explain fallen far fast favorite favourite february feel fell felt fight filed film find finish firm flew
flown fly fold forget forgotten form fought founded founder founding founds from frozenset gave genitive getting given
gives goes gone gotten grew grown had happens has have having heads heard height held hello help hey high hold how
idea ied ies increased increases individual induced induces inflected inform ing inside into inventor inverse islice
item iterator january job july june just keep kept kid kind knew known label larger largest last leader leading leads
leave led left lend lent let lied like list live locate location long lose lost love lowered lowers lru lying made
main maker making manager manages manufacturer many march mark marry maxsize maybe meant meet mention met might mine
months most motion movie much must namedtuple names near needed needs nfc none normalize not november now obsoleted
obsoletes occupation occur october off often okay old one onto options others out over owner owns paid painter
pairwise parts pass past pay people performer persons phone photograph phrasebook picture place please preferred
prerequisite present presupposes price prior producer product provoked provokes publisher purchase question quick
raised raises ran read really reason recall receive recommend record reduced reduces regex relation reliant relied
relies rely remember remind replaced replacement replaces required requirement requires reside responsible rest
resulted results return reworded ridden ride risen rode rose rules running said sang saw say seen sell send sent
september sequence series sery set shall shes shoot shot should showed shown since singer situate sold somebody
someone song sort speak spend spent spoken spous sses stand start statement states steal stems stolen stood stop str
suggest sung superseded supersedes swam swim swum taken talk tall taught teach telephone television tell tenses text
thanks that them there they thing think thought threw through thrown time tokens told took towards track triggered
triggers true tuple turn two type under united unknown unspaced until upon usa vcu versus via visit want was wear wed
well went were what when where whether which whom whose why will winner winning wish within without woman women
wondering wording words wore worn would writer writing written wrote xes year you zzes
"""
"""What phrasebook, statement and rewordings have words for, and months; of two that begin alike the longer one."""
_BEGINNINGS = _KNOWN.replace("\n", " ")
_ENDINGS = {"ing": 4, "ed": 3, "s": 3, "e": 1}
"""How many letters a base form may lack of a word that ends so; of any other it lacks none."""
_WHOLE = ("ss", "us", "is")
_UNSURE = 2
"""Letters that a base form has beyond those, at most, where it is not the word itself."""
_SHORTEST = 3
_WORD = re.compile(r"(?<![a-z0-9'])[a-z]{4,}(?![a-z0-9])(?!'(?!s\b))")
_LETTERS = re.compile("[a-z]+")


def may_ask_the_same(
    asked: str,
    filed: str,
    names: Sequence[tuple[int, int, str]],
    nodes: Collection[str] | None,
    unknown: Collection[str],
) -> bool:
    """Whether asks_the_same may hold for two questions; true is no answer.

    names: what the question asked names, by its place.  nodes: what the filed one names, None where that was not read.
    unknown: words of the question asked that occur nowhere, and may be others misspelled.
    """
    if not (asked.isascii() and filed.isascii()):
        return True
    text = asked.lower()
    there: dict[str, str] | None = None
    for match in _WORD.finditer(text):
        word, (start, end) = match.group(), match.span()
        kept = _kept(word)
        if word in unknown or len(kept) < _SHORTEST or f" {kept}" in _BEGINNINGS:
            continue
        if any(low <= start and end <= high and (nodes is None or node in nodes) for low, high, node in names):
            continue
        if there is None:
            # `N.A.S.A.` is read as one word.
            words = {*_LETTERS.findall(filed.lower()), *_LETTERS.findall(filed.lower().replace(".", ""))}
            there = {each: _kept(each) for each in words}
        if not any(_may_meet(kept, each, sure) for each, sure in there.items()):
            return False
    return True


def _may_meet(kept: str, word: str, sure: str) -> bool:
    """Whether a word may have a base form that begins so; sure: what its base form begins with."""
    return word.startswith(kept) or (kept.startswith(sure) and len(kept) <= len(sure) + _UNSURE)


def _kept(word: str) -> str:
    """What the base form of a word begins with for sure."""
    if word.endswith(_WHOLE):
        return word
    return next((word[:-cut] for ending, cut in _ENDINGS.items() if word.endswith(ending)), word)
