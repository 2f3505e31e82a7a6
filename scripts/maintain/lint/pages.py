"""Pages that nothing links, that are out of date, or that cannot be parsed correctly; questions without answers; links
that lead nowhere, or elsewhere than their writer may expect; and claims that rest on nothing, quote words that are not
there, or contradict each other.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from shlex import quote
from typing import Any

from ...index_store.port import IndexReader
from ...look.citations import QUOTING, SUMMARY
from ...look.resting import Resting, evidence_links
from ...model import ClaimRow, EvidenceRow, LinkRow, PageRow
from ...retrieval_engine.filed import HASHES_PROPERTY, stale_answers
from ...text.characters import has_words
from ...text.escaping import one_line
from ...text.kept import property_text, questions_of
from ...text.links import missing_node, split_target
from ...text.names import fold_name, stem_of
from ...text.ontology import display_relation, ending_of, find_relation
from ...wiki_store.vault_settings import daily_notes
from .rules import LintContext, LintFinding, OpenQuestion, command

_OF_OURS = {"source": ("sources", "sha256", "revision"), "topic": ("topics", "question", "evidence_hashes")}
"""Maps the types of our pages to their category and the properties by which they are recognized in any folder."""
_LINKED = ("entities", "notes")
"""Categories whose pages need a link from another page; summaries, answers and sessions need none."""
_INBOX = re.compile(r"(?:^|/)[\W\d_]*inbox[\W\d_]*(?:/|\.md$)", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_SHOWN = 60
"""Characters of a quote that a message repeats."""


def page_findings(context: LintContext) -> Iterator[LintFinding]:
    """Yield findings about pages as a whole, then the open questions."""
    yield from _index_issues(context)
    folder = daily_notes(context.copy.root).folder.strip("/")
    diary = f"{folder}/" if folder else ""
    for page in context.notes():
        is_of_days = page.path.startswith(diary) if diary else _DAY.match(stem_of(page.path)) is not None
        if not is_of_days and not _INBOX.search(page.path):
            yield from _orphan(context, page)
        yield from _stale_answer(context, page)
        yield from _moved(context, page)
    yield from _open(context)
    yield from _questions(context)


def _index_issues(context: LintContext) -> Iterator[LintFinding]:
    for issue in context.reader.issues():
        way = ": choose one, and delete the markers" if issue.rule == "merge-markers" else ""
        if issue.rule != "table-bar" or not context.is_quoted(context.pages[issue.path]):
            yield LintFinding(issue.rule, issue.path, issue.line, issue.message + way)


def _orphan(context: LintContext, page: PageRow) -> Iterator[LintFinding]:
    is_source = page.category == "sources"
    if page.path in context.linked or not (is_source or page.category in _LINKED):
        return
    if is_source and context.resolver.resolve(stem_of(page.path) + SUMMARY, page.path):
        return
    message = "nothing cites it, and it has no summary" if is_source else "no page links here"
    yield LintFinding("orphan", page.path, 0, message)


def _stale_answer(context: LintContext, page: PageRow) -> Iterator[LintFinding]:
    if HASHES_PROPERTY not in page.properties:
        return
    links = evidence_links(context.reader.links(pages=[page.id]))
    reasons = stale_answers(context.reader, [page])[page.id]
    if reasons:
        question = page.properties.get("question")
        fix = command("ask", question) if isinstance(question, str) else ""
        yield LintFinding("stale-answer", page.path, links[0].line, "; ".join(reasons), fix)


def _open(context: LintContext) -> Iterator[LintFinding]:
    """Yield claims and pages that rest on something that changed, until somebody confirms or updates them."""
    for item in Resting(context.reader, context.today).everything([*context.pages.values()]):
        page = context.pages[item.path]
        if not item.line and item.change.is_lost:
            # A filed answer is reported by `stale-answer`.
            continue
        more = f"; {item.resting} rest on that" if item.resting > 1 else ""
        fix = command("edit", page.node) if item.line else command("show", page.node)
        fix += f" --stands {quote(item.words)}" if item.line and fix else ""
        message = f"{item.words} is open: {item.change.words}{more}"
        yield LintFinding("open", item.path, item.line, message, fix, since=item.change.since)


def _moved(context: LintContext, page: PageRow) -> Iterator[LintFinding]:
    """Yield a source or a filed answer outside of our folders."""
    category, *marks = _OF_OURS.get(page.type, ("",))
    if page.category == "notes" and marks and all(name in page.properties for name in marks):
        place = context.copy.path_in(category, "").rpartition("/")[0]
        message = f"one of our {category}, read as a plain note: move it into {place!r} in Obsidian, and links follow"
        yield LintFinding("moved-folder", page.path, 0, message)


def _questions(context: LintContext) -> Iterator[LintFinding]:
    for asked in context.questions:
        times = "once" if asked.times == 1 else f"{asked.times} times"
        question = " ".join(asked.question.split())
        again = command("ask", question)
        fix = (f"{again}, and `file` what answers; else " if again else "") + "commonplace add FILE"
        message = f"asked {times} and little found, last {asked.time[:10]}: {question}"
        yield LintFinding("unanswered-question", "", 0, message, fix)


def open_questions(reader: IndexReader, events: Iterable[Mapping[str, Any]]) -> list[OpenQuestion]:
    """Return the questions of the journal without a filed answer, the most asked first, then the newest.

    Two questions are the same when they fold to the same words.
    """
    answers = [dict(page.properties) for page in reader.pages(category="topics")]
    answered = {fold_name(question) for values in answers for question in questions_of(values)}
    asked: dict[str, OpenQuestion] = {}
    for event in events:
        question, time = event.get("question"), event.get("time")
        if event.get("event") != "unanswered" or not isinstance(question, str):
            continue
        key = fold_name(question)
        times = asked[key].times + 1 if key in asked else 1
        if key and key not in answered:
            asked[key] = OpenQuestion(question, times, str(time or ""))
    newest = sorted(asked.values(), key=lambda item: item.time, reverse=True)
    return sorted(newest, key=lambda item: -item.times)


NAMED = ("entities", "notes", "topics")
"""Categories whose pages are things.  A source, its summary and an entity may well have one name."""


def link_findings(context: LintContext) -> Iterator[LintFinding]:
    """Yield findings about links, but not those in sources and turns, which are quoted text."""
    for page in context.notes():
        if context.is_quoted(page):
            continue
        cited: dict[int, set[str]] = {}
        for claim in context.reader.claims(pages=[page.id]):
            for item in claim.evidence:
                cited.setdefault(claim.line, set()).add(missing_node(item.source))
        for link in context.reader.links(pages=[page.id]):
            # On a summary, an end of a claim may be words and no page: names of our pages have no blank.
            is_words = page.category == "summaries" and not link.target and " " in link.link and link.display is None
            if not is_words and not _is_evidence(page, link, cited):
                yield from _check_link(context, page, link)


def _is_evidence(page: PageRow, link: LinkRow, cited: Mapping[int, Collection[str]]) -> bool:
    """Whether a link is checked by the rules on claims and on filed answers.

    cited: maps the lines of claims to their sources.
    """
    path, _, block = link.link.partition("#^")
    is_answer = bool(block) and ("evidence_hashes" in page.properties or link.property.startswith("evidence"))
    is_ours = bool(block) and page.category in QUOTING
    if link.target:
        return is_answer or (is_ours and link.line in cited)
    return is_answer or is_ours or missing_node(path) in cited.get(link.line, ())


def _check_link(context: LintContext, page: PageRow, link: LinkRow) -> Iterator[LintFinding]:
    path, subpath = split_target(link.link)
    shown = f"({path})" if link.kind == "markdown" else f"[[{path}]]"
    if not link.target:
        yield _unresolved(context, page, link, shown)
        return
    target = context.pages.get(link.target)
    parts = [part for part in subpath.split("#") if part.strip()]
    if target is None or not parts:
        return
    if parts[-1].startswith("^"):
        if context.has_block(target, parts[-1]):
            return
        if page.category in QUOTING:
            message = f"[[{target.node}]] has no passage {parts[-1]} any more"
            yield LintFinding("stale-evidence", page.path, link.line, message, command("show", target.node))
        else:
            yield LintFinding("missing-block", page.path, link.line, f"{target.path} has no block {parts[-1]}")
    elif not context.has_heading(target, subpath):
        message = f"{target.path} has no heading {' > '.join(parts)!r}"
        yield LintFinding("missing-heading", page.path, link.line, message)


def _unresolved(context: LintContext, page: PageRow, link: LinkRow, shown: str) -> LintFinding:
    path, subpath = split_target(link.link)
    called = context.called(path)
    if len(called) == 1:
        written = f"[[{called[0].node}{subpath}|{link.display or path}]]"
        message = f"{shown} is a name of {called[0].path}: Obsidian follows {written}"
        return LintFinding("alias-link", page.path, link.line, message)
    if called:
        pages = ", ".join(other.path for other in called)
        return LintFinding("alias-link", page.path, link.line, f"{shown} is a name of several pages: {pages}")
    return LintFinding("broken-link", page.path, link.line, f"{shown} leads to no file")


def claim_findings(context: LintContext) -> Iterator[LintFinding]:
    """Yield findings about claims."""
    claims: list[ClaimRow] = []
    for page in context.pages.values():
        rows = context.reader.claims(pages=[page.id])
        claims += rows
        for claim in rows if page.path in context.selected else ():
            for item in claim.evidence:
                yield from _check_item(context, page, claim, item)
    yield from _contradictions(claims)


def _check_item(context: LintContext, page: PageRow, claim: ClaimRow, item: EvidenceRow) -> Iterator[LintFinding]:
    """Yield findings about one piece of a claim's evidence."""
    if item.path == page.path and not item.block:
        # A person's own claim rests on its page.
        return
    source = context.pages.get(item.path)
    if source is None:
        message = f"no note [[{item.source}]] to cite: bring it back, or take the claim out"
        yield LintFinding("unknown-source", page.path, claim.line, message)
    elif source.category == "topics" and source.properties.get("question"):
        message = f"[[{item.source}]] is a filed answer: answers are not evidence"
        yield LintFinding("unknown-source", page.path, claim.line, message)
    else:
        is_lost = bool(item.block) and not context.has_block(source, item.block)
        if is_lost or not _is_quoted(context, source, item):
            rule, since = ("stale-claim" if is_lost else "ungrounded-quote"), ""
            if item.is_gone:
                since = property_text(source.properties, "updated")
            message = _describe(item, is_lost=is_lost) + (f" (since {since})" if since else "")
            yield LintFinding(rule, page.path, claim.line, message, since=since)


def _is_quoted(context: LintContext, source: PageRow, item: EvidenceRow) -> bool:
    """Whether the quoted words are in the note or block that is cited."""
    if not has_words(item.quote) or (not item.is_gone and item.standing.lower() == item.block.lower()):
        return True
    # A block may be a part of a passage: then its words are in that passage.
    return not item.is_gone and not context.has_passage(source, item.block)


def _describe(item: EvidenceRow, *, is_lost: bool) -> str:
    """Return the message about a wrong quote, with the place of its words in the note."""
    cited = f"{item.source}{'#^' * bool(item.block)}{item.block}"
    if is_lost:
        message = f"[[{item.source}]] has no passage ^{item.block} any more"
    else:
        message = f'"{one_line(item.quote, _SHOWN)}" does not stand in [[{cited}]]'
    if item.is_gone or not item.block or not has_words(item.quote):
        return message
    if item.standing:
        return f"{message}; its words stand in ^{item.standing} now"
    lost = f": write ` ^{item.block}` at its end" if is_lost else ""
    return f"{message}; its words stand on line {item.line}, which has no block id{lost}"


def _contradictions(claims: Sequence[ClaimRow]) -> Iterator[LintFinding]:
    # A claim that ended contradicts no later one.
    rows = [row for row in claims if not ending_of(row.note)]
    held = {(row.path, row.line, row.subject, row.relation, row.object): row for row in rows}
    one_object: dict[tuple[str, str], ClaimRow] = {}
    by_edge: dict[tuple[str, str, str], ClaimRow] = {}
    for _, claim in sorted(held.items(), key=lambda item: item[0]):
        subject, relation, object_ = claim.subject, claim.relation, claim.object
        known = find_relation(relation)
        if known.is_functional:
            first = one_object.setdefault((subject, relation), claim)
            if first.object != object_:
                yield _contradiction(claim, first, "one of the two must be wrong")
        if by_edge.setdefault((subject, relation, object_), claim) is not claim:
            continue
        back = by_edge.get((object_, relation, subject))
        if known.is_asymmetric and subject != object_ and back is not None:
            yield _contradiction(claim, back, "it cannot hold in both directions")
        for opposite in known.opposites:
            other = by_edge.get((subject, opposite, object_))
            if other is None and (find_relation(opposite).is_symmetric or known.is_symmetric):
                other = by_edge.get((object_, opposite, subject))
            if other is not None:
                yield _contradiction(claim, other, "the two are opposites")


def _contradiction(claim: ClaimRow, other: ClaimRow, why: str) -> LintFinding:
    one, two = (f"[[{row.subject}]] {display_relation(row.relation)} [[{row.object}]]" for row in (claim, other))
    message = f"{one}, but {other.path}:{other.line} says {two}: {why}"
    return LintFinding("contradiction", claim.path, claim.line, message)
