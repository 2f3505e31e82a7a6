"""What each entry of an answer is worth to its reader: how likely it is to hold the answer, on one scale for all kinds.

A score is relative to the best one of its kind, and its chance falls much faster than the score itself.  Measured on
conversations and encyclopedia articles: among passages with half of the best score the answer stands about a tenth as
often as in the best, among those with a quarter about one in eighty; claims by relevance fall off faster still.
"""

from __future__ import annotations

from ..pages.ontology import wordings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .answer import Answer, PassageShown
    from .claim_paths import ClaimShown
    from .wiki_first import PageHit

STEEPNESS = 3
"""Power of the score that follows those measurements."""
CLAIM_STEEPNESS = 5
"""The same for claims: those below a third of the best relevance share hardly a word with the question."""
LEAST = 0.05
"""Score below which all are alike: what is sent where there is room for it."""
SHORT_BYTES = 200
"""A passage shorter than this says less in proportion: thanks and questions back are cheap, and seldom the answer."""
POINTS = 0.4
"""What the line of a page that the question names is worth beside a passage, or of a filed answer with words of the
question: it leads to what answers."""
NAMED = 0.5
"""Least score of such a page: however common its name, whoever names it may want to read it."""
SHARES_WORDS = 0.1
"""The same for a page that only has words of the question: the passages with those words are sent themselves."""
CLAIM = 0.5
"""What a claim is worth beside a passage with that score: somebody's reading of one, in a few words."""
WANTED = 10.0
"""The same where the question is put to certain relations only: it is the claims that are asked for."""
AGAIN = 0.01
"""The same for a claim that is a line of properties quoted under Evidence."""
QUOTED = 5
"""Passages that are sent unless the budget is very small."""
BARE = 0.5
"""What is left of that without the quotation."""
ABOUT = 0.3
"""What a contradiction says at least of a question that names its subject."""
CUT = 0.8
"""What a shortened passage keeps of its worth beside what it covers: its reader lacks the sentences around."""
READ_ON = 0.1
"""How much the passages of a page that answers by itself lose from each to the next: it is read from the top."""


def worth(score: float, steepness: int = STEEPNESS) -> float:
    """Worth of a score in [0, 1], itself in (0, 1]."""
    return min(1.0, max(score, LEAST)) ** steepness


def passage_worths(passages: Sequence[PassageShown]) -> list[float]:
    """The best one is worth more than all others together: no budget that holds it sends them in its place."""
    worths = [worth(each.score) * _length(each) for each in passages]
    worths = [
        each / (1 + READ_ON * at) if passage.why == "page" else each
        for at, (each, passage) in enumerate(zip(worths, passages))
    ]
    if worths:
        worths[0] = BEST
    return worths


def _length(passage: PassageShown) -> float:
    """What a passage is worth by its length alone; one that stands beside another is there for that one."""
    return 1.0 if passage.why == "beside" else min(1.0, size(passage.text) / SHORT_BYTES)


BEST = 1000.0
"""Worth of the best passage: above any sum of the others."""


def page_worths(answer: Answer) -> list[float]:
    """A page that is quoted under Evidence needs no line of its own, unless something else is to be said of it."""
    quoted = {each.page for each in answer.passages}
    return [0.0 if is_quoted(hit, quoted) else _page_worth(hit) for hit in answer.pages]


def _page_worth(hit: PageHit) -> float:
    if hit.why == "words" and hit.category != "topics":
        return SHARES_WORDS * worth(hit.score)
    return POINTS * worth(max(hit.score, NAMED))


def is_quoted(hit: PageHit, quoted: set[str]) -> bool:
    """Whether the passages of these pages say all that the page's own line would."""
    return hit.id in quoted and not hit.stale


def claim_worths(answer: Answer) -> list[float]:
    """A claim adds less where its passage is likely sent, or has been told by better claims."""
    worths = [0.0] * len(answer.claims)
    told = {(each.page, each.block): 1 for each in answer.passages[:QUOTED]}
    lines = [(each.page, each.text) for each in answer.passages[:QUOTED] if not each.block]
    for at in sorted(range(len(worths)), key=lambda at: (-answer.claims[at].relevance, at)):
        claim = answer.claims[at]
        rests_on = {(item.source, item.block) for item in claim.evidence[:2] if item.block}
        times = min((told.get(each, 0) for each in rests_on), default=0)
        told.update((each, told.get(each, 0) + 1) for each in rests_on)
        if answer.options.relations:
            worths[at] = WANTED * worth(claim.relevance)
        elif any(_is_line(claim, page, text) for page, text in lines):
            worths[at] = AGAIN * worth(claim.relevance, CLAIM_STEEPNESS)
        else:
            worths[at] = CLAIM * worth(claim.relevance, CLAIM_STEEPNESS) / (1 + times)
    return worths


def _is_line(claim: ClaimShown, page: str, text: str) -> bool:
    """Whether a claim is a property of a page whose properties are quoted: the line says the same."""
    item = claim.evidence[0] if claim.evidence else None
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
    name = asked.covered(claim.source_name)
    rest = asked.share(asked.shares.keys() - name)
    quotes = " ".join(item.quote for item in claim.evidence[:2])
    covered = asked.covered(f"{wordings(claim.edge.relation)} {claim.target_name} {quotes}") - name
    said = asked.share(covered) / rest if rest > 0 else 1.0
    return max(ABOUT, said) if name else said


def size(text: str) -> int:
    """Bytes, which are to tokens alike in every script."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
