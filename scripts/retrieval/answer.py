"""Answer a question from the graph: what the wiki says, what is claimed, what the sources say, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..pages.kept_lines import KEPT, stands_under
from ..pages.knowledge.ontology import canonical_filter
from ..pages.model import DAY, SECOND_HAND
from .answer_values import Answer, AnswerOptions, PassageShown, shown
from .extracts.windows import says_something
from .language.question import parse_question
from .lookup.spelling import understand
from .search.claim_paths import replaced_ends, shown_claims
from .search.conflicts import find_conflicts
from .search.lead_ins import join_lead_ins
from .search.ranking import Ranked, rank_passages
from .search.steps import find_steps
from .search.walk import walk_from
from .search.widening import open_sections, widen
from .wiki_first import look_in_wiki

if TYPE_CHECKING:
    from .extracts.coverage import Asked
    from .lookup.matching import Match
    from .outdated import Outdated
    from .port import GraphReader, Written
    from .search.usefulness import Marks, Useful
    from .trace import Trace
    from .wiki_first import IsStale, WikiFirst

TOGETHER = 1 / 2
"""Share of the question that passages of one page must cover together where none does alone."""
RELEVANT = 1 / 3
"""Share of the question that a passage must cover where no page is about it, or those of a page TOGETHER; else nothing
is relevant.

Measured on two homes: of questions of their own, the best passage covers this much in nineteen of twenty, and the wiki
has a page for most others; of questions of other sets, in one of ten of those that no page is about."""
PASTED = 20
"""Words from which on a question is a text that is pasted in: of it a passage must cover what it would of so many."""
ALIKE = 2
"""Passages shown all the same when they are like the question in meaning: they need not share a word with it."""
COMPARED = 8
"""Passages, the best, whose days are looked at."""
EMBEDDING = 8
"""Passages, the best, whose embeds are followed."""
FEWEST_TOKENS = 35
"""Tokens of a short passage with its label."""
TOKEN_BYTES = 6
"""Bytes of text that are candidates for each token of the budget: half as much again as it holds, or more."""
MOST_PASSAGES = 400
"""Passages looked at however large the budget: what is ranked lower was found by a common word."""


def answer(
    graph: GraphReader,
    question: str,
    options: AnswerOptions,
    *,
    is_stale: IsStale | None = None,
    written: Written | None = None,
    marks: Marks | None = None,
    trace: Trace | None = None,
) -> Answer:
    """Answer a question; the same graph, question and options give the same answer.

    is_stale: a stale page never suffices.  Of other pages it is asked when the answer is read, with the graph open.
    written tells how old things are: a filed answer that something newer may outdate is sent together with that, and
    does not suffice; passages that say the same of the question on different days tell them; of things that replaced
    the same one the latest is told.
    marks tells what helped with questions like this one.  trace, when given, is filled with how the answer came about.
    """
    parsed = parse_question(question, options.terms)
    asked, found, corrected, gaps = understand(graph, parsed, limit=options.seed_limit)
    wiki = look_in_wiki(graph, asked, found.matches, limit=options.search_limit, is_stale=is_stale)
    useful: tuple[Useful, ...] = ()
    if marks is not None:
        from .search.usefulness import find_useful, prefer_useful_pages

        useful = find_useful(graph, asked, marks)
        wiki = wiki._replace(pages=prefer_useful_pages(graph, wiki.pages, useful, limit=options.search_limit))
    if trace is not None:
        trace.asked, trace.found, trace.useful = asked, found, useful
    later = _outdated(graph, asked, wiki, options, written) if wiki.verdict.level == "sufficient" else None
    known = Answer(question, options, wiki.verdict, (), found.matches, (), (), (), (), corrected, gaps, (), asked)
    if wiki.verdict.level == "sufficient" and not options.go_on:
        from .whole_page import answer_from_page

        return answer_from_page(graph, known, wiki, later, trace, written=written)
    if later:
        known = known._replace(verdict=later.verdict)
    walk = walk_from(graph, [match.node for match in found.matches], options)
    claims, left_out = shown_claims(graph, walk, asked, found.matches, options, trace=trace)
    ranked = _ranked(graph, asked, found.matches, options, useful, trace)
    if trace is not None:
        trace.walk = walk
    passages = _passages(graph, asked, ranked, options)
    pages, more, unsent = wiki.pages, wiki.more, 0
    withheld = wiki.verdict.level == "none" and not options.go_on
    if withheld and not _is_relevant(passages, asked):
        # Words in common are no answer: a short reply says so and costs little, unless evidence is wanted anyway.
        alike = tuple(each for each in passages if each.why == "meaning")[:ALIKE]
        more, left_out, unsent = more + len(pages), left_out + len(claims), len(passages) - len(alike)
        pages, claims, passages = (), (), alike
    # What a passage says is not said again, but in an explanation.
    quoted = {each.page for each in passages} if trace is None else frozenset[str]()
    pages = tuple(hit if hit.id in quoted and not hit.stale else wiki.snippets.told(hit) for hit in pages)
    if written is not None:
        passages = _with_days(passages, asked, written)
    omitted = (("pages", more), ("nodes", walk.pruned), ("claims", left_out), ("passages", unsent))
    conflicts = find_conflicts(each.edge for each in claims)
    return known._replace(
        pages=pages,
        claims=claims,
        passages=passages,
        ranked=tuple(ranked),
        conflicts=conflicts,
        omitted=omitted,
        replaced=replaced_ends(graph, claims, written=written, min_confidence=options.min_confidence),
    )


def _outdated(
    graph: GraphReader, asked: Asked, wiki: WikiFirst, options: AnswerOptions, written: Written | None
) -> Outdated | None:
    """What may outdate the filed answer that suffices; None for another page: its claims are told with it."""
    if not any(hit.id == wiki.verdict.page and hit.category == "topics" for hit in wiki.pages):
        return None
    # Imported late: few questions meet a filed answer.
    from .outdated import find_outdated

    return find_outdated(
        graph, asked, wiki.verdict.page, written=written or (lambda *_: ""), min_confidence=options.min_confidence
    )


def room_for(options: AnswerOptions) -> int:
    """How many passages are candidates: enough that short ones fill the budget."""
    return min(MOST_PASSAGES, max(2 * options.search_limit, options.budget_tokens // FEWEST_TOKENS))


def _is_relevant(passages: Sequence[PassageShown], asked: Asked) -> bool:
    """Whether a passage covers enough of the question, or several of a page do together."""
    pages: dict[str, frozenset[str]] = {}
    least = min(1.0, PASTED / max(1, len(asked.shares)))
    for each in passages:
        covered = asked.covered(f"{each.title}\n{each.heading}\n{each.text}")
        pages[each.page] = pages.get(each.page, frozenset()) | covered
        if asked.share(covered) >= least * RELEVANT or asked.share(pages[each.page]) >= least * TOGETHER:
            return True
    return False


def _ranked(
    graph: GraphReader,
    asked: Asked,
    matches: Sequence[Match],
    options: AnswerOptions,
    useful: Sequence[Useful] = (),
    trace: Trace | None = None,
) -> list[Ranked]:
    limit = max(4 * options.search_limit, room_for(options))
    ranked = rank_passages(
        graph,
        asked,
        matches,
        limit=limit,
        enough_bytes=TOKEN_BYTES * options.budget_tokens,
        without=options.without,
        useful=useful,
        trace=trace,
    )
    first_hand = [each for each in ranked if each.row.category not in SECOND_HAND]
    # Claim and evidence lines of our own pages are shown as claims, with their confidence, or not at all.
    return first_hand or [each for each in ranked if not stands_under(each.row.heading, KEPT)]


def _passages(
    graph: GraphReader, asked: Asked, ranked: Sequence[Ranked], options: AnswerOptions
) -> tuple[PassageShown, ...]:
    """What may be sent, as much as the budget could hold, and the way to each."""
    room = room_for(options)
    if any("![[" in each.row.text for each in ranked[:EMBEDDING]):
        from .search.embeds import open_embeds  # late: few answers meet an embed

        telling = open_embeds(graph, asked, ranked[:room], EMBEDDING)
    else:
        telling = [each for each in ranked[:room] if says_something(each.row.text, asked)]
    found = open_sections(graph, asked, telling)
    chosen = join_lead_ins(graph, widen(graph, found, room, TOKEN_BYTES * options.budget_tokens))
    relations, _ = canonical_filter(options.relations, options.direction)
    ways = find_steps(
        graph, asked, [each.path for each in chosen], min_confidence=options.min_confidence, relations=relations
    )
    return tuple(shown(each.row, each.score, each.why, way, each.joined) for each, way in zip(chosen, ways))


def _with_days(passages: tuple[PassageShown, ...], asked: Asked, written: Written) -> tuple[PassageShown, ...]:
    """The day of each of the first passages that say as much of the question as any: one may be out of date."""
    # A session note's name begins with its day.
    covered = {
        at: asked.covered(each.text) for at, each in enumerate(passages[:COMPARED]) if each.category != "sessions"
    }
    most = max(covered.values(), key=asked.share, default=frozenset[str]())
    rivals = [at for at, said in covered.items() if most and most <= said]
    days = {at: written(passages[at].page, passages[at].block)[:DAY] for at in rivals if len(rivals) > 1}
    if len(set(days.values())) < 2:
        return passages
    return tuple(each._replace(day=days.get(at, "")) for at, each in enumerate(passages))
