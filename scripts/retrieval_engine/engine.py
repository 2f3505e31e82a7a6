"""Answering questions: the five stages one after the other, over one state of an index.

Understand, find and rank, walk, pack, write the reply.  Each stage takes values and returns values; the rows of the
index are fetched here, or by the stage itself through the port, in some twenty statements for a question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..look.resting import Resting
from ..model import LINKS_TO, PageRow
from ..text.analyzer import analyze
from ..text.escaping import safe_line, safe_quote
from ..text.kept import EVIDENCE, kept_name
from ..text.language import detect_language
from ..text.ontology import wordings
from ..text.tokens import count_tokens
from .changes import split_past, what_changed, with_changes, with_changes_of_filed
from .claims import (
    LISTED,
    NODES_OF_A_NAME,
    OF_THE_NOTE,
    OPTION,
    ShownClaim,
    WalkScore,
    asked_shares,
    claimed_share,
    named_nodes,
    path_nodes,
    property_claims,
    property_value,
    select_claims,
    unmet_words,
    with_rejected,
)
from .cutting import Counter, WordsOf
from .explain import explain
from .filed import QUOTING, FiledAnswer, evidence_quotes, find_filed_answer, stale_evidence
from .meaning import Likeness
from .pack import (
    Labels,
    Material,
    Packed,
    Quotation,
    is_embed,
    is_links,
    is_weak,
    pack,
)
from .rank import HUB, MAX_RANKED, SUBJECT, covered, in_turns, named_pages, quotation_order, rank
from .reply import (
    MAX_PAGES,
    Answer,
    CorrectedWord,
    Lead,
    RankedPage,
    Reply,
    Stub,
    fit,
    format_answer,
    format_answers,
    format_claim_lines,
    format_leads,
)
from .understand import task_names, understand
from .values import Found, Limit, Query, RankedPassage, Ranking
from .verdict import LIKELY, NONE, SUFFICIENT, WEAK, candidates_apart, is_all_nowhere, judge, stand_apart
from .walk import Pruned, Walk, best_first

BAR = " | "
"""Separates a question from the further words to search for with it."""

MAX_QUESTIONS = 8
"""Most questions of one call: a longer reply is no longer read."""

SEED_NODES = 8
"""Nodes from which the walk starts."""

PATH_ENDS = 6
"""Nodes at the ends of paths whose claims are read."""

WHOLE_PAGES = 12
"""Best pages that are read whole: the label of a passage, and its sense, depend on the text around it."""

CLAIMS_SHARE = 0.35
"""Share of an explicit budget that claims may take."""

CLAIMS_TOKENS = 160
"""Tokens that claims may take where the size follows the verdict."""

LEADS_OF_A_PAGE = 2

PROPERTY_PAGES = 5
"""Best pages of which a property is shown whose name and value have words of the question."""

PROPERTIES_LENGTH = 240
"""Characters of its properties that are quoted with a note."""

APART_SECTIONS = 80
"""Sections of each of two words that are read to be sure that they never occur together."""

NO_WALK = Walk((), Pruned(), ())

SHORT, SHORT_AMONG = 150, 40
"""Most tokens of a page that is quoted whole, and the number of best passages that it may belong to."""

SPOKEN = 0.15
"""Share of the notes that a language needs for an answer to be likely in it."""

STALE_NAMED = 2
NAMED_STUBS = 2
LINKED_FROM = 4


class Size(NamedTuple):
    """How much is printed for a verdict where no budget is given: text that is printed and never used is the cost."""

    tokens: int
    """Tokens of the quotations with their labels."""
    near: float
    """A passage is not quoted if its score, divided by the best one's, is below this."""
    leads: int
    """How many next places are named."""


# Measured on four vaults (175 questions, with meaning): with 50 tokens more for doubtful replies one more question of
# 100 is answered.
SIZES = {
    "sufficient": Size(420, 0.7, 2),
    "likely": Size(450, 0.6, 3),
    "weak": Size(450, 0.5, 4),
    "doubtful": Size(350, 0.5, 4),
    "none": Size(220, 0.8, 3),
}


class AskOptions(NamedTuple):
    """How questions are answered."""

    terms: tuple[str, ...] = ()
    """Further words to search for in all questions; those for one question follow its BAR."""
    budget_tokens: int | None = None
    """Most tokens of the whole reply as sent; None lets the size follow the verdict."""
    depth: int = 2
    min_confidence: float = 0.6
    max_nodes: int = 50
    evidence: bool = False
    """Quote passages beside a filed answer in any case."""
    explain: bool = False
    counter: Counter = count_tokens
    """Counts tokens."""
    likeness: Likeness | None = None
    """Compares meanings; without it words alone rank."""
    useful: Callable[[str], Mapping[str, float]] | None = None
    """Maps a question to the pages, by node, that helped with similar questions, and how much."""
    open_tasks: Callable[[str], int] | None = None
    """Counts the open tasks with somebody's name, or all for ""."""
    today: str = ""
    """The day of the call; "" where it is unknown."""
    as_of: str = ""
    """The day that is asked for, whose pages the index has; see look.selection."""
    only: str = ""
    """The line that describes the pages that are searched; "" for all."""


def answer(reader: IndexReader, questions: str | Sequence[str], options: AskOptions | None = None) -> Reply:
    """Answer one question, or several, each with its own verdict.

    An explicit budget limits the whole reply; what one question leaves of its share goes to the next ones.
    Same index, same question, same bytes.
    """
    options = options or AskOptions()
    asked = [questions] if isinstance(questions, str) else list(questions)[:MAX_QUESTIONS]
    answers: list[Answer] = []
    count = options.counter
    for place, question in enumerate(asked):
        budget = None
        if options.budget_tokens is not None:
            spent = count(format_answers(answers, only=options.only)) + 2 if answers else count(options.only)
            # The last line break counts, too.
            budget = (options.budget_tokens - spent - count("\n")) // (len(asked) - place)
            if len(asked) > 1:
                budget -= count(f"\n\nquestion: {question}\n")
        answers.append(_answer_one(reader, question, options, budget))
    limit = options.budget_tokens
    if limit is None:
        text = format_answers(answers, only=options.only)
        return Reply(tuple(answers), text, count(text + "\n"), only=options.only)
    fitted, text, tokens = fit(answers, budget=limit, count=count, only=options.only)
    if not text:
        return Reply(fitted, "", 0, tokens)
    return Reply(fitted, text, tokens, only=options.only)


def still_open(reader: IndexReader, questions: Sequence[str], *, most: int) -> list[str]:
    """Return the questions that still have no answer; those after the first `most` are returned untried."""
    return [question for at, question in enumerate(questions) if at >= most or answer(reader, question).unanswered]


def _answer_one(reader: IndexReader, asked: str, options: AskOptions, budget: int | None) -> Answer:
    question, _, own_terms = asked.partition(BAR)
    if own_terms:
        options = options._replace(terms=(*options.terms, own_terms))
    query = understand(reader, question, terms=options.terms, today=options.today)
    query = query._replace(limits=(*query.limits, *_task_limits(question, query, options)))
    useful = options.useful(question) if options.useful else {}
    ranking, found = rank(reader, query, options.likeness, useful)
    if query.halves:
        halves = [understand(reader, half, terms=options.terms, today=options.today) for half in query.halves]
        ranked = [rank(reader, half, options.likeness, useful) for half in halves]
        ranking, found = in_turns(ranking, found, ranked)
    filed = find_filed_answer(reader, query, found.page_rows)
    found = _with_whole_pages(reader, found, ranking, [filed.page] if filed else [])
    words = _analyzer_of(query)
    resting = Resting(reader, options.as_of or options.today, found.page_rows.values())
    filed = with_changes_of_filed(filed, found, resting)
    is_answered = filed is not None and not filed.stale and not is_all_nowhere(query)
    is_looked_for = not is_answered or options.evidence
    claims, walk = _find_claims(reader, query, options, words, resting) if is_looked_for else ((), NO_WALK)
    named = _named_rows(query, found)
    properties = property_claims(query, named, _best_rows(ranking, found), words)
    # Properties of a page that the question does not name come after the claims about the thing that it names.
    owns = {page.path for page in named}
    claims = tuple(sorted((*properties, *claims), key=lambda one: one.reason == "property" and one.path not in owns))
    query = query._replace(nowhere=unmet_words(query, claims, words))
    stated = max((_stated_share(query, claim, words) for claim in properties), default=0.0)
    stale = _stale_quotes(reader, ranking, found, filed)
    changed = what_changed(reader, query, ranking, found, claims, options.min_confidence, resting)
    current = tuple(ranked for ranked in ranking.passages if ranked.id not in changed.past)
    ranking = ranking._replace(passages=current)
    is_doubted = bool(changed.opened) or any(claim.stale or claim.open or claim.conflicts for claim in claims)
    has_gone = bool(stale or (filed is not None and filed.stale) or is_doubted)
    is_denied = any(limit.kind == "negation" for limit in query.limits)
    highest = WEAK if is_denied or _is_bare(ranking, found) else LIKELY if has_gone or query.limits else SUFFICIENT
    claimed = max((claimed_share(query, claim, words) for claim in claims[:LISTED]), default=0.0)
    # Behind passages that are past, further pages may be among the best: they were not read whole.
    short = found.whole.intersection(_short_pages(ranking, found))
    found = found._replace(passage_rows={i: row for i, row in found.passage_rows.items() if i not in changed.past})
    labels = Labels(found, as_of=options.as_of)
    material = Material(
        found.passage_rows,
        found.section_rows,
        labels.place,
        words,
        {term.term: term.idf for term in query.terms},
        safe_quote,
        query.defines,
        short=short,
    )
    order = quotation_order(ranking, found, filed, by_page=False)
    first = _first_quotations(order, material, options.counter)
    if first and not is_answered and _is_by_agent(found, first[0]):
        # What an agent wrote about a source is proved by that source alone, so the verdict is about the source.
        first = tuple(part for part in first if not _is_by_agent(found, part)) or first
        if _is_by_agent(found, first[0]) and highest == SUFFICIENT:
            highest = LIKELY
    # A double question has two quotations, and the verdict is about both; a short page counts as one quotation.
    number = max(1, len(query.halves))
    whole = {other.page for other in first[:number]} & short
    first = (*first[:number], *(other for other in first[number:] if other.page in whole))
    quoted = [word for part in first for word in words(f"{part.label}\n{part.text}")]
    further = {word: material.weights.get(word, 0.0) for text in options.terms for word in words(text)}
    verdict = judge(
        query,
        ranking,
        section=first[0].section if first else 0,
        quoted=quoted,
        hinted=covered(quoted, further) / (sum(further.values()) or 1.0),
        is_answered=is_answered,
        stated=stated,
        claimed=claimed,
        highest=highest,
        is_read=options.likeness is None or options.likeness.reads(query.languages),
    )
    if verdict.word == NONE and (claims or filed is not None or any(name.share >= SUBJECT for name in query.names)):
        verdict = verdict._replace(word=WEAK)
    if verdict.word != SUFFICIENT and not query.defines:
        material = material._replace(properties=_property_lines(found, properties))
    size = SIZES["doubtful" if verdict.is_doubtful else verdict.word]
    reply = Answer(
        verdict=verdict.word,
        question=question,
        coverage=round(verdict.coverage, 3),
        is_doubtful=verdict.is_doubtful,
        missing=verdict.missing,
        pages=tuple(
            RankedPage(row.path, row.title, labels.page(row.id))
            for row in map(found.page_rows.get, _page_order(ranking, filed)[:MAX_PAGES])
            if row
        ),
        evidence=(),
        claims=(),
        claims_left=0,
        claims_left_of="",
        stale=(*stale, *changed.opened, *changed.ended),
        nowhere=tuple(dict.fromkeys(filter(None, (*query.nowhere, *(term.corrected_from for term in query.terms))))),
        together_nowhere=_words_apart(reader, query, found) if verdict.word == WEAK else (),
        limits=query.limits,
        corrected=tuple(CorrectedWord(term.corrected_from, term.text) for term in query.terms if term.corrected_from),
        stubs=_find_stubs(reader, query, found),
        more=(),
        filed=filed,
        languages=() if options.terms or verdict.word not in (WEAK, NONE) else _languages_to_try(query),
    )
    reply = reply._replace(claims=_fitting_claims(reply, claims, budget, options.counter))
    left = [claim.owner for claim in claims[len(reply.claims) :] if claim.owner]
    reply = reply._replace(claims_left=len(left), claims_left_of=left[0] if left else "")
    material = material._replace(said=tuple(claim.proof.text for claim in reply.claims if claim.proof))
    packed = _pack_quotations(reply, order, material, size, budget, options, found.page_rows, is_filed=is_answered)
    named_there = {word for part in packed.quotations for word in words(part.properties)}
    met = {term.text for term in query.terms if term.term in named_there}
    reply = reply._replace(evidence=packed.quotations, nowhere=tuple(word for word in reply.nowhere if word not in met))
    # A page that has nothing but the name is no answer, but the next place to look.
    by_name = quotation_order(ranking, found, filed, by_page=True)
    reply = reply._replace(more=_choose_leads(reply, by_name, material, size, budget, options.counter))
    if options.explain:
        reply = reply._replace(explain=explain(query, found, ranking, walk, claims, verdict, packed, options.likeness))
    return reply


def _short_pages(ranking: Ranking, found: Found) -> list[int]:
    """Return those of the best pages that are quoted whole."""
    pages = dict.fromkeys(ranked.page for ranked in ranking.passages[:SHORT_AMONG])
    return [page for page in pages if found.page_rows[page].tokens <= SHORT]


def _first_quotations(order: Sequence[RankedPassage], material: Material, count: Counter) -> tuple[Quotation, ...]:
    """Return the quotations of a reply without a budget: the verdict is about the first of them."""
    packed = pack(order[:MAX_RANKED], material, budget=SIZES[SUFFICIENT].tokens, count=count, is_filled=False)
    return packed.quotations


def _property_lines(found: Found, shown: Sequence[ShownClaim]) -> dict[int, str]:
    """Map the pages of people's notes to a line of their properties: half of the facts about a person, an appointment
    or a project are there, under names that no question has.

    A property that the reply shows already is left out, and one that is a field in the text.
    """
    texts: dict[int, str] = {}
    for row in found.passage_rows.values():
        texts[row.page] = f"{texts.get(row.page, '')}\n{row.text}"
    is_shown = {(claim.path, claim.relation) for claim in shown}
    lines = {}
    for id, text in texts.items():
        page = found.page_rows[id]
        if page.category == "notes":
            facts = {name: value for name, value in page.properties.items() if name.casefold() not in OF_THE_NOTE}
            facts = {name: property_value(facts[name]) for name in facts if (page.path, name) not in is_shown}
            parts = [f"{name}: {value}" for name, value in facts.items() if value and f"{name}::" not in text]
            # Never cut: part of a number would be another number.
            parts = [part for part in parts if len(part) <= PROPERTIES_LENGTH]
            fitting = [part for part, size in zip(parts, accumulate(map(len, parts))) if size <= PROPERTIES_LENGTH]
            lines[id] = safe_quote(safe_line("; ".join(fitting)))
    return lines


def _is_by_agent(found: Found, quotation: Quotation) -> bool:
    """Whether a quotation is from a page that an agent wrote: it has a property `type`."""
    page = found.page_rows[quotation.page]
    return page.category in QUOTING and "type" in page.properties


def _analyzer_of(query: Query) -> WordsOf:
    def words(text: str) -> Sequence[str]:
        return analyze(text, query.language)

    return words


def _is_bare(ranking: Ranking, found: Found) -> bool:
    """Whether the best section has nothing but links, embeds and tags."""
    if not ranking.passages:
        return False
    best = ranking.passages[0].section
    return all(is_links(row) for row in found.passage_rows.values() if row.section == best)


def _task_limits(question: str, query: Query, options: AskOptions) -> list[Limit]:
    """Return the limit that a question asks for somebody's open tasks, with their number; nothing without tasks."""
    if options.open_tasks is None:
        return []
    names = task_names(question, [name.text for name in query.names], (query.language, detect_language(question)))
    counts = ((name, options.open_tasks(name)) for name in names)
    return next(([Limit("tasks", name, found=found)] for name, found in counts if found), [])


def _stale_quotes(reader: IndexReader, ranking: Ranking, found: Found, filed: FiledAnswer | None) -> tuple[str, ...]:
    """Return the quotes of the best page that its sources no longer have; a filed answer reports its own."""
    if not ranking.passages or filed is not None:
        return ()
    page = found.page_rows[ranking.passages[0].page]
    reasons = stale_evidence(reader, page, [row for row in found.passage_rows.values() if row.page == page.id])
    more = len(reasons) - STALE_NAMED
    return reasons[:STALE_NAMED] + ((f"{more} more quotes are gone",) if more > 0 else ())


def _named_rows(query: Query, found: Found) -> list[PageRow]:
    """Return the pages that the question names; none for a name that many pages have."""
    groups = [pages for name in query.names if len(pages := named_pages(name)) <= NODES_OF_A_NAME]
    return [found.page_rows[page] for page in dict.fromkeys(chain(*groups)) if page in found.page_rows]


def _best_rows(ranking: Ranking, found: Found) -> list[PageRow]:
    """Return the pages that rank best by their passages, and those that rank best as pages."""
    best = [*ranking.pages[:PROPERTY_PAGES], *(hit.id for hit in found.pages[:PROPERTY_PAGES])]
    return [found.page_rows[page] for page in dict.fromkeys(best) if page in found.page_rows]


def _stated_share(query: Query, claim: ShownClaim, words: WordsOf) -> float:
    """Return the share of the question that a property covers together with the name of its page."""
    named = {term for name in query.names for term in name.key.split()}
    terms = named | set(words(f"{claim.subject_name} {wordings(claim.relation)} {claim.object_name}"))
    return sum(term.share for term in query.terms if term.term in terms)


def _find_claims(
    reader: IndexReader, query: Query, options: AskOptions, words: WordsOf, resting: Resting
) -> tuple[tuple[ShownClaim, ...], Walk]:
    """Return the claims to show, and the walk that found those behind the named nodes."""
    groups = named_nodes(query, limit=SEED_NODES)
    seeds = [node for group in groups for node in group]
    rows = reader.claims(nodes=seeds) if seeds else []
    if not rows:
        return (), NO_WALK
    resting.take(seeds, rows)
    walk = best_first(
        reader.edges_at,
        seeds,
        depth=options.depth,
        min_confidence=options.min_confidence,
        max_nodes=options.max_nodes,
        score=WalkScore(asked_shares(query), words),
    )
    ends = path_nodes(walk, query, words, limit=PATH_ENDS)
    if ends:
        rows = [*rows, *reader.claims(nodes=ends)]
    current, past = split_past(rows, resting)
    least = options.min_confidence
    shown = select_claims(query, current, groups, walk, ends, min_confidence=least, words=words, day=resting.days.since)
    things = sorted({claim.object for claim in shown if claim.relation == OPTION} - {*seeds})
    about = reader.claims(nodes=things) if things else []
    return with_rejected(with_changes(shown, current, past, resting), [*current, *about]), walk


def _fitting_claims(
    reply: Answer, claims: Sequence[ShownClaim], budget: int | None, count: Counter
) -> tuple[ShownClaim, ...]:
    """Return the claims that fit into the budget, the most relevant first."""
    room = CLAIMS_TOKENS
    if budget is not None:
        room = min(int(CLAIMS_SHARE * budget), budget - count(format_answer(reply)))
    fitting: list[ShownClaim] = []
    for claim in claims:
        lines = format_claim_lines([*fitting, claim])
        if count("\n".join(("", *lines))) > room:
            break
        fitting.append(claim)
    return tuple(fitting)


def _page_order(ranking: Ranking, filed: FiledAnswer | None) -> tuple[int, ...]:
    return ranking.pages if filed is None else tuple(dict.fromkeys((filed.page, *ranking.pages)))


def _pack_quotations(
    reply: Answer,
    order: Sequence[RankedPassage],
    material: Material,
    size: Size,
    budget: int | None,
    options: AskOptions,
    pages: Mapping[int, PageRow],
    *,
    is_filed: bool,
) -> Packed:
    if budget is not None:
        return pack(order, material, budget=budget - options.counter(format_answer(reply)), count=options.counter)
    if not order:
        return Packed(())
    first = order[0]
    # The line on the page of an entity ranks high by its name, and seldom answers.
    others = (ranked for ranked in order if pages[ranked.page].category != "entities")
    bar = size.near * next(others, first).score
    if is_filed and not options.evidence:
        order = [ranked for ranked in order if ranked.page == first.page]
    else:
        order = [
            ranked
            for place, ranked in enumerate(order)
            # A list of links answers only where it ranks first.
            if ranked.score >= bar and (not place or not is_links(material.rows[ranked.id]))
        ]
    return pack(order, material, budget=size.tokens, count=options.counter, is_filled=False)


def _choose_leads(
    reply: Answer,
    order: Sequence[RankedPassage],
    material: Material,
    size: Size,
    budget: int | None,
    count: Counter,
) -> tuple[Lead, ...]:
    """Return the next places by label: as many as the size of the verdict allows, or as fit into an explicit budget."""
    quoted = {quotation.label for quotation in reply.evidence}
    leads: dict[str, Lead] = {}
    pages: dict[int, int] = {}
    for ranked in order:
        if len(leads) >= max(size.leads, 3):
            break
        row = material.rows[ranked.id]
        place = material.place(material.sections[row.section])
        if place.label in quoted or place.label in leads or pages.get(row.page, 0) >= LEADS_OF_A_PAGE:
            continue
        if is_weak(row) or evidence_quotes(row.text) is not None:
            continue
        pages[row.page] = pages.get(row.page, 0) + 1
        leads[place.label] = Lead(place.label, place.path, row.line)
    if budget is None:
        return tuple(leads.values())[: size.leads]
    room = budget - count(format_answer(reply))
    for number in (3, 2, 1):
        chosen = tuple(leads.values())[:number]
        if chosen and count("\n\n" + format_leads(chosen)) <= room:
            return chosen
    return ()


def _with_whole_pages(reader: IndexReader, found: Found, ranking: Ranking, wanted: Sequence[int]) -> Found:
    """Return the results with all rows of the pages that rank best, and of those that are wanted."""
    best = dict.fromkeys(ranked.page for ranked in ranking.passages[:MAX_RANKED])
    pages = sorted({*list(best)[:WHOLE_PAGES], *_short_pages(ranking, found), *wanted})
    unread = sorted({*pages} - found.page_rows.keys())
    return found._replace(
        page_rows={**found.page_rows, **{row.id: row for row in (reader.pages(ids=unread) if unread else ())}},
        section_rows={**found.section_rows, **{row.id: row for row in reader.sections(pages=pages)}},
        passage_rows={**found.passage_rows, **{row.id: row for row in reader.passages(pages=pages)}},
        whole=frozenset(pages),
    )


def _words_apart(reader: IndexReader, query: Query, found: Found) -> tuple[str, ...]:
    """Return the two weightiest words of a question if both occur in the vault but never on one page."""
    terms = candidates_apart(query)
    if terms is None or any(term.sections > APART_SECTIONS for term in terms):
        return ()
    if sum(term.share for term in terms) < 0.5 or not stand_apart(list(found.section_rows.values()), terms):
        return ()
    hits = [hit.id for term in terms for hit in reader.search("sections", (term.term,), limit=APART_SECTIONS)]
    if not stand_apart(reader.sections(ids=sorted(set(hits))), terms):
        return ()
    return tuple(term.text for term in terms)


def _languages_to_try(query: Query) -> tuple[str, ...]:
    """Return the languages of the notes if words of the question occur nowhere: they may occur in another language."""
    pages = sum(number for _, number in query.languages)
    among = tuple(language for language, number in query.languages if language and number >= SPOKEN * pages)
    return among if query.nowhere and len(among) > 1 else ()


def _find_stubs(reader: IndexReader, query: Query, found: Found) -> tuple[Stub, ...]:
    """Return the names in the question of which there is nothing to quote, with the pages that link to them."""
    written = {row.page for row in found.passage_rows.values() if not is_embed(row)}
    empty = []
    for name in query.names:
        pages = [entry for entry in name.names if entry.page is not None]
        if not any(entry.page in written for entry in pages) and name.names[0].sections <= HUB:
            empty.append((name, (pages or list(name.names))[0]))
    empty = empty[:NAMED_STUBS]
    if not empty:
        return ()
    edges = reader.edges_at([entry.node for _, entry in empty], min_confidence=0.0, limit=HUB)
    stubs = []
    for _, entry in empty:
        sources = sorted({edge.source for edge in edges if edge.target == entry.node and edge.relation == LINKS_TO})
        page = found.page_rows.get(entry.page) if entry.page is not None else None
        path = page.path if page else ""
        if path or sources:
            more = max(0, len(sources) - LINKED_FROM)
            has_lost = page is not None and _has_lost_sources(reader, page)
            stubs.append(Stub(entry.text, path, tuple(sources[:LINKED_FROM]), more, has_lost))
    return tuple(stubs)


def _has_lost_sources(reader: IndexReader, page: PageRow) -> bool:
    """Whether the evidence section of an entity is empty."""
    if page.category != "entities":
        return False
    sections = [row.id for row in reader.sections(pages=[page.id]) if kept_name(row.heading) == EVIDENCE]
    return bool(sections) and not any(row.section in sections for row in reader.passages(pages=[page.id]))
