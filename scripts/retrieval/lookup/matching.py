"""Which nodes a question names: whole names first, longest first, then what only comes close."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from ...pages.knowledge.ontology import relation_of
from ...pages.text.names import fold_name, fold_words
from ..language.stems import stems
from ..language.stopwords import is_light
from .doubtful import MIN_FUZZY_LENGTH, cores, doubtful_runs, inside, is_known, overlaps

if TYPE_CHECKING:
    from ...pages.model import NameHit, WordHit
    from ..extracts.coverage import Asked
    from ..language.question import Question, Run, Term
    from ..port import GraphReader

MAX_SEEDS = 8
"""Seeds beyond these are named by one weak word each; they would take room in the walk from what was asked."""
MAX_HOMONYMS = 3
"""Nodes kept for one name that several share."""
MAX_FUZZY = 8
"""Names looked up by likeness for one question: each costs as much as all exact look-ups together."""
MAX_REORDERED = 5
"""Words up to which a whole question may be one name in another order, though it has them all right."""
MIN_LIKENESS = 0.8
"""One letter of five.  Below this, two names are more often different things than one thing misspelled, unless they
have the same letters."""
MIN_ALONE = 0.75
"""One letter of four, where one word is all that is asked: in a sentence, `beer` is no slip for Bear."""
MIN_KEYWORD = 0.125
"""A page that word search finds must come within half of the best, or hold the words in its title, to be a seed."""

STRENGTH = {"exact": 1.0, "alias": 0.95, "folded": 0.9, "short": 0.85, "fuzzy": 0.8, "keyword": 0.5}
"""How surely each kind of match means its node."""
_KINDS = tuple(STRENGTH)


class Match(NamedTuple):
    """A node that a question names, and why it is thought so."""

    node: str
    name: str
    """The name of the node that matched."""
    mention: str
    """The words of the question."""
    how: str
    """exact, alias, folded (accents, hyphens, plural apart), short (a title without its qualifier), fuzzy (misspelled,
    or its words in another order) or keyword (words of its page)."""
    score: float
    """0 to 1: the kind of match, then how rare the name's words are."""
    start: int = -1
    """Where the mention stands in the question; -1 for keywords."""
    end: int = -1


class Matches(NamedTuple):
    matches: tuple[Match, ...]
    """By falling score, then by node id; each node once."""
    unknown: tuple[str, ...]
    """Content words that no name and no passage holds, as written; not `makes` or `many`, which tell nothing, nor
    `causes`, which is a relation."""

    @property
    def named(self) -> tuple[Match, ...]:
        """Those that a name of theirs gave, not mere words of their pages."""
        return tuple(match for match in self.matches if match.how != "keyword")


def match_names(graph: GraphReader, asked: Asked, *, limit: int = MAX_SEEDS) -> Matches:
    """Find the nodes that a question names: by exact name, alias, folded name, likeness, then by the words of pages.

    Of overlapping names the longest wins.  Words of a question that stand in no name fall back to word search over
    pages, and fill what the names leave of limit.
    Cost: one read of names, at most MAX_FUZZY look-ups by likeness, one word search.
    """
    question = asked.question
    whole, covered = _whole_names(graph, asked)
    fuzzy = _fuzzy_names(graph, asked, covered)
    covered.extend((match.start, match.end) for match in fuzzy)
    found = _best_each([*whole, *fuzzy])
    if len(found) < limit:
        found = _best_each([*found, *_keywords(graph, asked, covered, limit=limit)])
    unknown = (
        question.text[term.start : term.end]
        for term in question.content
        if not (term.added or asked.frequency.get(term.text) or inside(term.start, term.end, covered))
        and not (is_light(term.text) or _tells_relation(question, term))
    )
    return Matches(tuple(found[:limit]), tuple(dict.fromkeys(unknown)))


def _tells_relation(question: Question, term: Term) -> bool:
    """Whether a word is a relation, alone (`causes`) or with the next one (`lead to`)."""
    from ...pages.knowledge.relation_names import normalize_relation  # few words occur nowhere

    following = next((other.text for other in question.terms if other.start >= term.end), "")
    return any(relation_of(normalize_relation(each).name) for each in (term.text, f"{term.text} {following}"))


def _whole_names(graph: GraphReader, asked: Asked) -> tuple[list[Match], list[tuple[int, int]]]:
    """Longest names first, none overlapping a longer one; and the spans they cover."""
    question = asked.question
    keys = [fold_words(run.text.split()) for run in question.runs]
    hits = graph.names(_begun(graph, keys))
    stops = [(term.start, term.end) for term in question.terms if term.stop]
    matches: list[Match] = []
    covered: list[tuple[int, int]] = []
    for run, key in zip(question.runs, keys):
        if key not in hits:
            continue
        # A filed question is no name: wiki_first looks for it.
        named = [hit for hit in hits[key] if hit.how != "question"]
        if len(named) > MAX_HOMONYMS and all(hit.how == "short" for hit in named):
            named = []
        if not named or overlaps(run, covered) or _is_plain(run, stops, named):
            continue
        covered.append((run.start, run.end))
        words = [term.text for term in question.terms if run.start <= term.start and term.end <= run.end]
        weight = 0.8 + 0.2 * max(map(asked.rarity, words), default=0.5)
        kinds = sorted((_KINDS.index(_how(hit, run.text)), hit.node, hit.name) for hit in named)[:MAX_HOMONYMS]
        matches.extend(
            Match(node, name, run.text, _KINDS[kind], STRENGTH[_KINDS[kind]] * weight, run.start, run.end)
            for kind, node, name in kinds
        )
    return matches, covered


def _begun(graph: GraphReader, keys: Sequence[str]) -> list[str]:
    """Those of these folded names, each once, that may be one: of most not even the first word begins a name."""
    firsts = {key: key.partition(" ")[0] for key in keys if key}
    begun = graph.names_beginning(list(dict.fromkeys(firsts.values())))
    return [
        key for key, first in firsts.items() if first in begun and (not begun[first] or f"\n{key}\n" in begun[first])
    ]


def _how(hit: NameHit, mention: str) -> str:
    """exact and alias mean the same letters, case apart."""
    if hit.how == "short":
        return "short"
    same = " ".join(hit.name.casefold().split()) == " ".join(mention.casefold().split())
    return ("alias" if hit.how == "alias" else "exact") if same else "folded"


def _is_plain(run: Run, stops: Sequence[tuple[int, int]], named: Sequence[NameHit]) -> bool:
    """Stop words alone name nothing ("is", "it"), unless written as the name is, capitals and all ("IT", "The Who")."""
    if not any(start <= run.start and run.end <= end for start, end in stops):
        inside = [span for span in stops if run.start <= span[0] and span[1] <= run.end]
        if sum(end - start for start, end in inside) + len(inside) - 1 < run.end - run.start:
            return False
    return run.text.islower() or run.start == 0 or all(hit.name != run.text for hit in named)


def _fuzzy_names(graph: GraphReader, asked: Asked, covered: Sequence[tuple[int, int]]) -> list[Match]:
    """Misspelled names, where a word gives reason to look; of overlapping ones the longest."""
    found = _reordered(graph, asked, covered)
    alone = sum(not term.added for term in asked.question.terms) == 1
    for run in doubtful_runs(asked, covered)[:MAX_FUZZY]:
        close = [
            hit for hit in graph.similar_names(run.text, limit=MAX_HOMONYMS) if _is_close(hit, run.text, alone=alone)
        ]
        if close:
            found.append((run, [hit for hit in close if hit.score >= close[0].score - 0.05]))
    found.sort(key=lambda pair: (pair[0].first - pair[0].last, -pair[1][0].score, pair[0].start))
    taken: list[tuple[int, int]] = []
    matches: list[Match] = []
    for run, close in found:
        if not overlaps(run, taken):
            taken.append((run.start, run.end))
            matches.extend(
                _fuzzy(Match(hit.node, hit.name, run.text, "fuzzy", hit.score, run.start, run.end)) for hit in close
            )
    return matches


def _reordered(graph: GraphReader, asked: Asked, covered: Sequence[tuple[int, int]]) -> list[tuple[Run, list[NameHit]]]:
    """All that was asked as one name with its words in another order, none of them misspelled."""
    spans = cores(asked.question)
    found = []
    for run in (each for each in asked.question.runs if (each.start, each.end) in spans):
        folded = fold_words(run.text.split()).split()
        if 1 < len(folded) <= MAX_REORDERED and not is_known(run, covered):
            hits = graph.names(_begun(graph, [" ".join(words) for words in permutations(folded)]))
            named = [hit for each in hits.values() for hit in each if hit.how not in ("question", "short")]
            if named:
                found.append((run, named[:MAX_HOMONYMS]))
    return found


def _is_close(hit: NameHit, mention: str, *, alone: bool) -> bool:
    """Alike enough; in a short name one swap is much, but who swaps letters has all of them.  Codes are not alike."""
    folded = fold_name(mention)
    least = MIN_ALONE if alone and len(folded) >= MIN_FUZZY_LENGTH else MIN_LIKENESS
    if hit.score < least and sorted(folded) != sorted(fold_name(hit.name)):
        return False
    from ..language.code_forms import have_same_codes  # few names are nearly named

    return have_same_codes(mention, hit.name)


def _fuzzy(match: Match) -> Match:
    """A name with its words in another order is no worse than one with another ending."""
    return match._replace(score=STRENGTH["folded" if is_reordered(match) else "fuzzy"] * match.score)


def is_reordered(match: Match) -> bool:
    """The mention has all words of the name and no others."""
    return sorted(fold_name(match.mention).split()) == sorted(fold_name(match.name).split())


def _keywords(graph: GraphReader, asked: Asked, covered: Sequence[tuple[int, int]], *, limit: int) -> list[Match]:
    """Pages that word search finds for the words in no name; one common word does not make a seed."""
    free = [term for term in asked.question.content if not inside(term.start, term.end, covered)]
    if not free:
        return []
    first: dict[str, WordHit] = {}
    for hit in asked.hits:
        first.setdefault(hit.page, hit)
    hits = [*first.values()][:limit]
    nodes = graph.nodes([hit.page for hit in hits])
    weights = {term.stem: asked.rarity(term.text) for term in free}
    total, best = sum(weights.values()) or 1.0, hits[0].score if hits else 1.0
    begun = {word[:2] for word in weights}
    matches = []
    for hit in hits:
        node = nodes.get(hit.page)
        if node is None:
            continue
        titled = {word for name in (node.name, *node.aliases) for word in stems(name, begun)} & weights.keys()
        share = sum(weights[word] for word in sorted(titled)) / total
        score = STRENGTH["keyword"] * (hit.score / best if best > 0 else 0.0) * (0.5 + 0.5 * share)
        mention = ", ".join(term.text for term in free if not titled or term.stem in titled)
        matches.append(Match(hit.page, node.name, mention, "keyword", score))
    return [match for match in matches if match.score >= MIN_KEYWORD]


def _best_each(matches: Iterable[Match]) -> list[Match]:
    """Each node once, by its best match."""
    best: dict[str, Match] = {}
    for match in matches:
        if match.node not in best or _order(match) < _order(best[match.node]):
            best[match.node] = match
    return sorted(best.values(), key=_order)


def _order(match: Match) -> tuple[float, str]:
    return (-match.score, match.node)
