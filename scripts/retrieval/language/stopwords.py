"""Words that carry no topic, in a few languages.

A word of a question is a stop word only in the language that the question is in, so that English "die" and "son"
keep their weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .script_words import ScriptWords

# Without accents, as words are compared.
_LISTS = {
    "en": """
        a about above after again all also although am among an and any are aren't as at be became because become
        been before being below between both but by can can't cannot could couldn't did didn't do does doesn't doing
        don't down during each either else ever every few for from further get gets give given gives go got had
        hadn't has hasn't have haven't having he he'd he'll he's her here hers herself him himself his how i i'd
        i'll i'm i've if in into is isn't it it's its itself just let let's list may me might more most much must my
        myself no nor not now of off on once only onto or other ought our ours out over please same shall she
        she's should shouldn't show since so some such tell than that that's the their theirs them themselves then
        there there's these they they're they've this those through to too under until up upon us very was wasn't we
        we're we've were weren't what what's when where where's whether which while who who's whom whose why will
        with within without won't would wouldn't yes yet you you're you've your yours yourself explain describe
        happen happens happened
    """,
    "de": """
        aber als am an auch auf aus bei bin bis da dann das dass dein dem den denn der des die dies diese diesem
        diesen dieser doch du durch ein eine einem einen einer eines er es fur gab gibt habe haben hat hatte ich ihr
        ihre im in ist ja kann kein keine konnen machen man mehr mein mich mir mit nach nicht noch nur ob oder ohne
        sehr sein seine sich sie sind so um und uns unter vom von vor wann war waren warum was weil welche welchem
        welchen welcher welches wenn wer werden wem wen weshalb wessen wie wieso wieviel wird wir wo wodurch wofur
        woher wohin womit worden wurde wurden zu zum zur uber hatten habt seid seit weisst jetzt
    """,
    "fr": """
        a afin ai au aucun aucune auquel aussi autre autres aux avaient avait avec avez avoir avons ayant ce ceci cela
        celle celles celui ces cet cette ceux chaque chez combien comme comment contre d dans de depuis des donc dont du
        duquel elle elles en entre es est et etaient etait etant ete etes etre eu eux fait faut furent fut il ils jadis
        je jusqu jusque la laquelle le lequel les lesquelles lesquels leur leurs lors lorsque lui ma mais me mes moi mon
        ne ni nos notre nous on ont ou par parmi pas pendant peu peut peuvent plus pour pourquoi puis qu quand que quel
        quelle quelles quelque quelques quels qui quoi s sa sans se selon seront ses si soit sommes son sont sous suis
        sur t ta tandis te telle tes toi ton tous tout toute toutes tres tu un une vers voici voila vos votre vous y
        maintenant aujourd'hui
    """,
    "es": """
        a ademas adonde ahi al algo algun alguna algunas algunos alli ante antes aqui asi aun aunque bajo cada casi como
        con cual cuales cualquier cuando cuanta cuantas cuanto cuantos cuya cuyas cuyo cuyos de del desde despues donde
        durante e el ella ellas ellos en entre era eran es esa esas ese eso esos esta estaba estaban estamos estan estar
        estas este esto estos estoy fue fueron ha haber habia habian hace hacen hacia han has hasta hay he hemos hubo
        incluso la las le les lo los mas me mi mientras mis misma mismo muy nada ni no nos nosotros nuestra nuestro
        nunca o otra otras otro otros para pero poco por porque puede pueden pues que quien quienes se segun ser si sido
        siempre sin sobre somos son su sus tal tambien tampoco tanto te tenia tiene tienen toda todas todo todos tras tu
        tus u un una unas uno unos usted ustedes y ya yo ahora
    """,
    "it": """
        a ai al alla alle anche che chi ci come con cosa da dal dalla degli dei del della delle di dove e ed era gli
        ha hanno i il in la le lo ma mi ne nei nel nella non o per perche piu quale quali quando quanto quello
        questa questo se sei si sono su sua sul sulla suo un una uno ora adesso
    """,
    "pt": """
        a ao aos as com como da das de do dos e ela ele eles em entre era essa esse esta este eu foi foram ha isso
        ja mais mas me muito na nas no nos nao o onde os ou para pela pelo por porque qual quais quando quanto que
        quem se sem ser seu sua sao tambem tem um uma voce agora
    """,
    "nl": """
        aan als bij dan dat de deze die dit door een en er haar had heb hebben heeft het hij hoe hun ik in is je kan
        maar me meer met mijn na naar niet nog of om onder ook op over te tot uit van veel voor waar waarom wanneer
        was wat we welk welke wel werd wie wordt worden ze zich zij zijn zo nu
    """,
}
# Words that say little more than `now`: who writes of it may use them or not.
_TODAY = """
    today currently nowadays presently lately still heute heutzutage derzeit zurzeit momentan aktuell gegenwartig
    actuellement dernierement encore hoy actualmente ultimamente todavia oggi oggigiorno attualmente ancora
    hoje atualmente ainda vandaag tegenwoordig momenteel thans
"""
# Turns that say no more than `now`; what they are made of says something elsewhere: the right side, a present.
_NOW = "at the moment / at this moment / at present / right now / these days / as of today / for the moment"
_NOW_ABROAD = """
    zur zeit / im moment / im augenblick / dieser tage
    en ce moment / a present / de nos jours / ces jours ci / ces temps ci / pour instant / pour le moment
    en este momento / en estos momentos / en la actualidad / hoy en dia / hoy dia / ahora mismo / estos dias
    al momento / in questo momento / di questi tempi / al giorno oggi
    neste momento / no momento / hoje em dia
    op dit moment / op het moment / op het ogenblik / vandaag de dag / deze dagen
    в настоящее время / в данный момент / на данный момент / в эти дни / на сегодняшнии день / у цеи час
"""
# Quantifiers and small numbers, what follows `how` or `what` in a question (`how long`, `what kind`), the verbs that
# English grammars call light (`make a report`, `take a look`), with their odd forms, and what only says that it is now,
# or amiss.  They find passages, so they are no stop words; but that a vault has none of them tells nothing about what
# it knows.
_LIGHT = """
    two three four five six seven eight nine ten eleven twelve
    many several enough lot lots various do done doing make makes made making take takes took taken taking come
    comes came coming go goes went gone going get gets got give gives gave keep keeps kept put puts look looks
    looked looking seem seems seemed need needs needed want wants wanted say says said know knows knew use uses
    used long often far soon old big kind kinds type types sort sorts happen happens happened lead leads led relate
    relates related mean means meant mention mentions mentioned tagged per current currently latest today tomorrow
    yesterday recent recently nowadays nothing something anything everything wrong actual actually exact exactly
    gestern vorgestern passiert passierte geschah geschieht sagt sagte gesagt hier demain ayer ocurrio
    viel viele oft lange hoch weit
    sait savoir savons sert servent faire passe appelle trouve sabe sabemos saber falta sirve encuentra
"""


def stop_words(folded: Sequence[str]) -> frozenset[str]:
    """The stop words of the language that most of these words speak; English where none speaks louder."""
    return _spoken(folded) or _words("en")


def now_turns(folded: Sequence[str]) -> list[range]:
    """Places of words that together say no more than `now`, as `at the moment` does.

    Those of other languages only where the words are not English: as a present, somebody got a book.
    """
    known = _turns(abroad=_spoken(folded) is not _words("en"))
    return [
        range(at, at + len(turn))
        for at, word in enumerate(folded)
        for turn in known.get(word, ())
        if tuple(folded[at : at + len(turn)]) == turn
    ]


def stops_said(folded: Sequence[str]) -> int:
    """How many of these words are stop words of the language that they speak most; 0 where none is known."""
    return len(_spoken(folded).intersection(folded))


def _spoken(folded: Sequence[str]) -> frozenset[str]:
    """The stop words of the language that most of these words speak; none where none is spoken."""
    said = set(folded)
    counts = dict.fromkeys(_LISTS, 0)
    for word in said:
        for language in _languages(word):
            counts[language] += 1
    spoken = max(counts, key=lambda language: counts[language])
    most = counts[spoken]
    best = _words(spoken) if most else frozenset()
    scripts = dict.fromkeys(filter(None, map(script_words, sorted(said))))
    for words in chain.from_iterable(script.stop for script in scripts):
        count = len(said & words)
        if count > most:
            best, most = words, count
    return best


@lru_cache(maxsize=4096)
def _languages(folded: str) -> tuple[str, ...]:
    """The languages whose list has this word; finding it there costs a hundredth of taking all lists apart."""
    spaced = f" {folded} "
    return tuple(language for language, text in _spaced().items() if spaced in text) if folded.strip() else ()


@lru_cache(maxsize=1)
def _spaced() -> dict[str, str]:
    """The lists with a blank before and behind each word."""
    return {language: text.replace("\n", " ") for language, text in _LISTS.items()}


@lru_cache(maxsize=len(_LISTS))
def _words(language: str) -> frozenset[str]:
    return frozenset(_LISTS[language].split())


def is_stop_somewhere(folded: str) -> bool:
    """A word that says nothing in some language, whatever it says in that of the question: English `die`."""
    words = script_words(folded)
    return any(folded in each for each in words.stop) if words else bool(_languages(folded))


def tells_now(folded: str) -> bool:
    """A word that says little more than `now`: a passage may have it, and answers no less without."""
    words = script_words(folded)
    return folded in (words.today if words else _TODAY_WORDS)


def is_light(folded: str) -> bool:
    """A word that is not missed where it occurs nowhere."""
    words = script_words(folded)
    return folded in words.light if words else folded in _LIGHT_WORDS or folded in _TODAY_WORDS


def script_words(word: str) -> ScriptWords | None:
    """The words that carry no topic in the script of a folded word; None for Latin letters and where none are known."""
    first = word[:1]
    if first < "\u0400" or first > "\u06ff":
        return None
    # Most questions have no such letters.
    if first < "\u0530":
        from .cyrillic_stopwords import WORDS

        return WORDS
    from .semitic_stopwords import WORDS as SEMITIC

    return SEMITIC


_LIGHT_WORDS = frozenset(_LIGHT.split())
_TODAY_WORDS = frozenset(_TODAY.split())


@lru_cache(maxsize=2)
def _turns(*, abroad: bool) -> dict[str, list[tuple[str, ...]]]:
    """The turns that say no more than `now`, by their first word; abroad: those of other languages, too."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for turn in "/".join((_NOW, *_NOW_ABROAD.strip().split("\n")) if abroad else (_NOW,)).split("/"):
        words = tuple(turn.split())
        found.setdefault(words[0], []).append(words)
    return found
