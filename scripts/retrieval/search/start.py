"""Where a walk starts: what words alone say of each passage, of its neighbors, its page and its claims.

Every part adds to a score on the scale of word search, whose best hit has 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...pages.kept_lines import blocks_cited
from ...pages.model import SECOND_HAND
from ...pages.text.words import is_unspaced, size
from ..extracts.coverage import rarity
from .bridge import Leg
from .meaning import start_hits

if TYPE_CHECKING:
    from ...pages.model import PassageRow, WordHit
    from ..extracts.coverage import Asked
    from ..lookup.matching import Match
    from ..port import GraphReader
    from .scores import Scores

START = 100
"""Passages taken from word search: beyond them nothing is worth a step."""
TELLING = 0.25
"""Share of the question that a hit or a name says to count in full: `back` or `settings` alone are said anywhere."""
PAIRS = 0.4
"""Weight of pairs of neighboring words beside single ones: `risk factor` is more than both words somewhere.
The sequential dependence model of Metzler and Croft, 2005, which gives single words most of the weight."""
RETOLD = 1.0
"""Weight of what claims say of a passage that it does not say in its own words: a name for `she`, a plain sentence."""
RETOLD_HITS = 20
"""Second-hand hits that are followed to the passages they cite."""
RETOLD_LEAST = 0.3
"""Part of the tenth score that one of them must be able to bring, to be read."""
CITED = 3
"""Passages taken from one of them: its first citations."""
TITLE_BONUS = 1.0
"""What a passage gains when the question names its page, for the rarest name."""
TITLE_LEAST = 0.3
"""What is left of it for a name that the whole vault speaks of: such pages are asked for most."""
TITLE_PASSAGES = 5
"""Passages of a named page that gain it: the first say what the page is about."""
PAGE = 0.2
"""Weight of the other hits on the same page, in running text: what is talked about there is likely what is asked."""
PAGE_HITS = 3
RUNNING = 8
"""Passages from which on a page is running text: a chat, a long document."""
LEND = 0.4
"""Share of its score that a short hit lends to the passages beside it: in chats and notes an answer follows."""
LENDERS = 30
"""Hits that lend."""
SHORT = 30
"""Words up to which a hit counts as short; a longer one lends less in proportion, as it explains itself."""
WORD_BYTES = 6
"""Of a word in a script without blanks: two signs."""


def start_scores(
    graph: GraphReader, asked: Asked, matches: Sequence[Match], scores: Scores, without: frozenset[str]
) -> None:
    """Score the passages that words, names and claims find; without names the parts to leave out.

    Cost: one word search for pairs, and reading what is found.
    """
    hits = _first_hand_hits(asked)
    top = hits[0].score if hits and hits[0].score > 0 else 1.0
    scores.part = "words"
    for near in start_hits(graph, asked.question.text, hits):
        scores.add(near.passage, near.page, near.score, near.why)
    if "pairs" not in without and asked.question.word_pairs:
        scores.part = "pairs"
        for hit in graph.search(asked.question.word_pairs, limit=START, hand="first"):
            scores.add(hit.passage, hit.page, PAIRS * hit.score / top, "words")
    if "retold" not in without:
        scores.part = "retold"
        _retell(graph, asked, scores)
    if "page" not in without:
        scores.part = "page"
        _share_page(graph, scores)
    if "beside" not in without:
        scores.part = "beside"
        _lend(graph, asked, scores)
    if "titles" not in without:
        scores.part = "titles"
        _name(graph, asked, matches, scores)


def _first_hand_hits(asked: Asked) -> Sequence[WordHit]:
    """Hits on sources and notes; hits on any page where there is none."""
    return ([hit for hit in asked.hits if hit.category not in SECOND_HAND] or asked.hits)[:START]


def _retell(graph: GraphReader, asked: Asked, scores: Scores) -> None:
    """Hits on claims, mentions and answers lead to the passages they cite."""
    second = [hit for hit in asked.hits if hit.category in SECOND_HAND][:RETOLD_HITS]
    if not second or second[0].score <= 0:
        return
    top, least = second[0].score, RETOLD_LEAST * scores.tenth()
    # What it says of the question word search has told: one that cannot bring enough is not read.
    most = {hit.passage: asked.share(asked.known.get(hit.passage, asked.shares)) * hit.score / top for hit in second}
    second = [hit for hit in second if RETOLD * most[hit.passage] > least]
    rows = graph.passages([hit.passage for hit in second])
    cited = {id: blocks_cited(row.text)[:CITED] for id, row in rows.items()}
    graph.expect(pages=[page for places in cited.values() for page, _ in places])
    gains: dict[int, float] = {}
    told: dict[int, PassageRow] = {}
    for hit in second:
        said = asked.covered(rows[hit.passage].text) if cited[hit.passage] else frozenset()
        for page, block in cited[hit.passage]:
            row = graph.passage_at(page, block)
            if row is None or row.category in SECOND_HAND:
                continue
            # Only what the passage does not say itself: else whatever nobody has drawn claims from would fall behind.
            news = asked.share(said - asked.covered_by(row))
            if news > 0:
                scores.rows[row.id] = row
                gain = RETOLD * news * hit.score / top
                if gain > gains.get(row.id, 0.0):
                    gains[row.id], told[row.id] = gain, rows[hit.passage]
    for id, gain in gains.items():
        if id not in scores.total:
            scores.path[id] = (Leg(told[id], "", (), scores.rows[id], "claim"),)
        scores.add(id, scores.rows[id].page, gain, "claim")


def _share_page(graph: GraphReader, scores: Scores) -> None:
    """In running text the best hits of a page speak for each other."""
    pages: dict[str, list[int]] = {}
    for id in scores.order():
        pages.setdefault(scores.page[id], []).append(id)
    shared = {page: ids for page, ids in pages.items() if len(ids) > 1}
    heads = graph.heads([ids[0] for ids in shared.values()])
    running = {page: ids for page, ids in shared.items() if heads[ids[0]].passage_count >= RUNNING}
    sums = {page: sum(scores.total[id] for id in ids[:PAGE_HITS]) for page, ids in running.items()}
    most = max(sums.values(), default=0.0)
    for page, total in sums.items():
        for id in shared[page]:
            scores.add(id, page, PAGE * max(0.0, total - scores.total[id]) / most, "words")


def _lend(graph: GraphReader, asked: Asked, scores: Scores) -> None:
    """In running text a hit lends part of its score to the passages beside it, more the shorter it is."""
    heads = graph.heads(scores.order()[:LENDERS])
    lenders = [id for id, head in heads.items() if head.passage_count > 1]
    scores.read(graph, lenders)
    given: dict[int, float] = {}
    for id in lenders:
        row, head = scores.rows[id], heads[id]
        worth = LEND * scores.total[id] * min(1.0, SHORT / max(1, _word_count(row.text)))
        worth *= _telling(asked, asked.covered(row.text, asked.covered_by(row)))
        for beside in (id - 1, id + 1):
            if head.page <= beside < head.page + head.passage_count:
                given[beside] = max(given.get(beside, 0.0), worth)
                scores.page[beside] = head.name
    for id, worth in given.items():
        scores.add(id, scores.page[id], worth, "beside")


def _word_count(text: str) -> int:
    """Words of a text; without blanks between them as many as their bytes are likely to make."""
    return size(text) // WORD_BYTES if is_unspaced(text) else len(text.split())


def _name(graph: GraphReader, asked: Asked, matches: Sequence[Match], scores: Scores) -> None:
    """The first passages of a page that the question names."""
    named = [match for match in matches if match.how != "keyword"]
    frequency = graph.document_frequency([match.mention for match in named])
    for match in named:
        rows = graph.passages_of(match.node)
        # Each passage of a page holds its title: that says nothing of how rare the name is.
        rare = rarity(frequency.get(match.mention, 0) - len(rows), asked.passages)
        worth = TITLE_BONUS * match.score * (TITLE_LEAST + (1 - TITLE_LEAST) * rare)
        worth *= _telling(asked, asked.covered(match.mention))
        for row in rows[:TITLE_PASSAGES]:
            if row.category not in SECOND_HAND:
                scores.rows[row.id] = row
                scores.add(row.id, row.page, worth, "title")


def _telling(asked: Asked, covered: frozenset[str]) -> float:
    """How far these words of the question count: in full when they are enough of it."""
    return min(1.0, asked.share(covered) / TELLING)
