"""The answer that a page gives by itself: the page in full, with what it rests on named and not quoted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..pages.kept_lines import EVIDENCE, EvidenceLine, parse_evidence_line, question_told, stands_under
from .answer_values import shown
from .search.claim_paths import replaced_ends, shown_claims
from .search.conflicts import find_conflicts
from .search.walk import walk_from

if TYPE_CHECKING:
    from ..pages.model import PassageRow
    from .answer_values import Answer, PassageShown
    from .outdated import Outdated
    from .port import GraphReader, Written
    from .trace import Trace
    from .wiki_first import WikiFirst

PAGES_BESIDE = 3
"""Pages listed where the page of a thing suffices; beside a filed answer none: the reader has it, and pays for each."""
CITED_SCORE = 0.3
"""Score of what a filed answer cites: it goes first where the budget is short, and `--evidence` asks for the quotes."""


def answer_from_page(
    graph: GraphReader,
    known: Answer,
    wiki: WikiFirst,
    later: Outdated | None,
    trace: Trace | None,
    *,
    written: Written | None,
) -> Answer:
    """The answer that a page gives by itself, behind what may outdate it; see `answer` for written."""
    options, found = known.options, wiki.verdict.page
    newer = tuple(shown(row, 1.0, "newer") for row in later.rows) if later else ()
    # The page follows in full: its snippet would be read twice.
    page = [hit._replace(snippet="") for hit in wiki.pages if hit.id == found]
    is_filed = any(hit.category == "topics" for hit in page)
    beside_it = [] if is_filed else [hit for hit in wiki.pages if hit.id != found]
    pages = tuple([*page, *map(wiki.snippets.told, beside_it[:PAGES_BESIDE])][:PAGES_BESIDE])
    # What is claimed of a thing belongs to what it is; a filed answer has been written from the claims.
    around = walk_from(graph, [] if is_filed else [found], options._replace(depth=1))
    claims, beside = shown_claims(graph, around, known.asked, known.seeds, options, trace=trace)
    if trace is not None:
        trace.walk = around
    return known._replace(
        verdict=later.verdict if later else known.verdict,
        pages=pages,
        claims=claims,
        passages=(*newer, *_whole_page(graph, found)),
        conflicts=find_conflicts(each.edge for each in claims),
        omitted=(("pages", wiki.more + len(wiki.pages) - len(pages)), ("claims", beside)),
        replaced=replaced_ends(graph, claims, written=written, min_confidence=options.min_confidence),
    )


def _whole_page(graph: GraphReader, page: str) -> tuple[PassageShown, ...]:
    """The page that suffices, in its order, without the question it repeats; what it rests on is named, not quoted."""
    told = []
    cited: list[PassageRow] = []
    links: list[str] = []
    for row in graph.passages_of(page):
        listed = _evidence_in(row)
        if listed:
            cited.append(row)
            links += [_link(graph, line) for line in listed]
        elif row.text.strip() and not question_told(row.text):
            told.append(shown(row, 1.0, "page"))
    if cited:
        told.append(shown(cited[0]._replace(block="", text="\n".join(links)), CITED_SCORE, "page"))
    return tuple(told)


def _evidence_in(row: PassageRow) -> list[EvidenceLine]:
    """The lines of evidence that a passage consists of; empty for any other, and where somebody added words to one."""
    if not stands_under(row.heading, (EVIDENCE,)):
        return []
    lines = [parse_evidence_line(line) for line in row.text.strip().split("\n")]
    listed = [line for line in lines if line and not line.rest]
    return listed if len(listed) == len(lines) else []


def _link(graph: GraphReader, line: EvidenceLine) -> str:
    """A line of evidence without its quote, with a word where its passage is gone."""
    is_gone = line.block and graph.passage_at(line.page, line.block) is None
    return line.named + (" stale" if is_gone else "")
