"""Filed answers and quotes: the page that answered the same question before, and whether the sources still have what
pages quote from them.

A page that merely has a name in the question is no answer to it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

from ..index_store.port import IndexReader
from ..look.resting import evidence_links, words_of
from ..model import ClaimRow, EvidenceRow, Heading, LinkRow, PageRow, PassageRow, SectionRow
from ..text.analyzer import analyze
from ..text.characters import unescape
from ..text.kept import EvidenceLine, parse_evidence_line, property_text
from ..text.links import HeadingIndex
from ..text.quotes import says
from .values import Query

HASHES_PROPERTY, FILED_PROPERTY = "evidence_hashes", "filed"
"""Properties that `file` writes: a hash of each passage that an answer cites, and when it was filed last."""

HASH_LENGTH = 12

_ARTICLES = frozenset(("a", "an", "the", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il", "lo", "gli"))
"""Words that do not change the meaning of a question."""

_WORD = re.compile(r"\w+")


class FiledAnswer(NamedTuple):
    """A page that answers the question that was asked."""

    page: int
    path: str
    title: str
    filed: str
    """Day, or day and time, when it was filed last; "" if the page does not say."""
    stale: tuple[str, ...]
    """The evidence that is gone or has changed since, in words; empty for a fresh answer."""


def find_filed_answer(reader: IndexReader, query: Query, known: Mapping[int, PageRow]) -> FiledAnswer | None:
    """Return the filed answer to the same question; of several a fresh one before a stale one, then the latest.

    known: pages that were read already.  Cost: two or three look-ups where there is one.
    """
    names = [name for name in query.filed if is_same_question(query.question, name.text, query.language)]
    ids = sorted({name.page for name in names if name.page is not None})
    pages = [known[id] for id in ids] if all(id in known for id in ids) else reader.pages(ids=ids)
    pages = [page for page in pages if page.category == "topics"]
    if not pages:
        return None
    stale = stale_answers(reader, pages)
    answers = [FiledAnswer(page.id, page.path, page.title, _filed_when(page), stale[page.id]) for page in pages]
    return min(answers, key=lambda answer: (bool(answer.stale), _descending(answer.filed), answer.path))


def is_same_question(asked: str, filed: str, language: str) -> bool:
    """Whether two questions are the same: the same words in the same order, apart from articles and endings.

    Any looser comparison fails somewhere: `how` and `why`, `on` and `off`, who does what to whom.  Another wording of a
    question is filed beside it.  Misspelled words are not corrected, since two names may differ by one letter.
    """
    mine, other = _plain_words(asked), _plain_words(filed)
    # Most differ in number, or in the first word.
    return bool(mine) and len(mine) == len(other) and all(map(_is_same_word, mine, other, repeat(language)))


def question_key(question: str, language: str) -> tuple[object, ...]:
    """Return a key that is equal for two questions exactly if is_same_question holds; () for one without a word."""
    return tuple(_word_key(word, language) for word in _plain_words(question))


def _plain_words(question: str) -> list[str]:
    return [word for word in _WORD.findall(question.casefold()) if word not in _ARTICLES]


def _is_same_word(word: str, other: str, language: str) -> bool:
    return word == other or _word_key(word, language) == _word_key(other, language)


def _word_key(word: str, language: str) -> object:
    """Return the terms of a word, or the word where it has none."""
    return tuple(analyze(word, language)) or word


def stale_answers(reader: IndexReader, pages: Sequence[PageRow]) -> dict[int, tuple[str, ...]]:
    """Map filed answers, by the ids of their pages, to the evidence that is gone or has changed since, in words.

    Cost: two look-ups for all of them, and one more where a heading is cited.
    """
    links = evidence_links(reader.links(pages=[page.id for page in pages])) if pages else []
    targets = sorted({link.target_page for link in links if link.target_page is not None})
    headed = sorted({link.target_page for link in links if link.target_page is not None and _heading_of(link)})
    passages, sections = reader.passages(pages=targets), reader.sections(pages=headed) if headed else ()
    return {page.id: stale_parts(page, links, passages, sections) for page in pages}


def stale_parts(
    page: PageRow, links: Sequence[LinkRow], passages: Sequence[PassageRow], sections: Sequence[SectionRow] = ()
) -> tuple[str, ...]:
    """Return the citations of a filed answer that are gone or have changed since, by the hashes in its properties."""
    hashes = page.properties.get(HASHES_PROPERTY)
    if not isinstance(hashes, list):
        return ()
    cited = [link for link in links if link.page == page.id]
    reasons = []
    for link, known in zip(cited, hashes):
        texts = _cited_texts(link, passages, sections)
        if not texts:
            reasons.append(f"{link.link} is gone")
        elif known not in {content_hash(text) for text in texts}:
            reasons.append(f"{link.link} has changed")
    return tuple(reasons)


def content_hash(text: str) -> str:
    """Hash the words of a passage: line breaks and indentation do not count."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()[:HASH_LENGTH]


def passages_below(
    subpath: str, passages: Sequence[PassageRow], sections: Sequence[SectionRow]
) -> tuple[int, list[PassageRow]]:
    """Return the line of the heading that `#A#B` leads to, and the passages under it; 0 and nothing if it is gone.

    passages, sections: all those of the page.
    """
    headings = [Heading(row.level, row.heading, 0, 0, row.line) for row in sections if row.part == 0 and row.level]
    found = HeadingIndex(headings).find(subpath)
    if found is None:
        return 0, []
    behind = (other.line for other in headings if other.line > found.line and other.level <= found.level)
    end = next(behind, None)
    return found.line, [row for row in passages if row.line >= found.line and (end is None or row.line < end)]


def _heading_of(link: LinkRow) -> str:
    """Return the subpath of a link to a heading; "" for any other."""
    subpath = link.link.partition("#")[2]
    return f"#{subpath}" if subpath and not subpath.startswith("^") else ""


def _cited_texts(link: LinkRow, passages: Sequence[PassageRow], sections: Sequence[SectionRow]) -> list[str]:
    """Return the texts that a citation may refer to: the passage of its block, or all of the heading or page."""
    if link.target_page is None:
        return []
    rows = [row for row in passages if row.page == link.target_page]
    if heading := _heading_of(link):
        _, rows = passages_below(heading, rows, [row for row in sections if row.page == link.target_page])
    block = link.link.partition("#^")[2].casefold()
    if block:
        rows = [row for row in rows if row.block.casefold() == block]
    # A long block is cut into several passages that share its id.
    whole = ["\n".join(row.text for row in rows)] if rows else []
    return whole + [row.text for row in rows] if block else whole


def _filed_when(page: PageRow) -> str:
    value = page.properties.get(FILED_PROPERTY)
    return value if isinstance(value, str) else ""


def _descending(text: str) -> tuple[int, ...]:
    return tuple(-ord(letter) for letter in text)


QUOTING = ("entities", "summaries", "topics")
"""Categories of pages that machines write from sources, with quotes as evidence."""

LONGEST_QUOTE = 80
"""Characters of a quote that a message repeats."""

_BLOCK_ID = re.compile(r"\^[A-Za-z0-9-]+")


def evidence_quotes(text: str) -> tuple[str, ...] | None:
    """Return the quotes in a list of evidence; None for any other text."""
    quotes: list[str] = []
    # The first line of nearly every other text rules it out.
    for line in filter(str.strip, text.split("\n")):
        found = next(_evidence_lines([line]), None)
        if found is None:
            return None
        quotes.append(_quote_of(found))
    return tuple(quotes) or None


def stale_evidence(reader: IndexReader, page: PageRow, passages: Sequence[PassageRow]) -> tuple[str, ...]:
    """Return the evidence of a page that its sources no longer have, in words; for a person's note only that of claims.

    passages: all those of the page.  Cost: three look-ups for a page that quotes sources.
    """
    claims = gone_evidence(reader.claims(pages=[page.id]))
    if page.category not in QUOTING:
        return claims
    links = reader.links(pages=[page.id])
    targets = sorted({link.target_page for link in links if link.target_page is not None and "#^" in link.link})
    cited = reader.passages(pages=targets) if targets else []
    return tuple(dict.fromkeys((*gone_quotes(passages, links, cited), *claims)))


def gone_evidence(claims: Iterable[ClaimRow]) -> tuple[str, ...]:
    """Return the evidence of claims that is gone, in words."""
    return tuple(dict.fromkeys(_format_gone(piece) for claim in claims for piece in claim.evidence if piece.is_gone))


def cited_place(piece: EvidenceRow) -> str:
    """Return the citation of a piece of evidence: `source#^block`, or the source alone."""
    block = piece.standing or piece.block
    return f"{piece.source}#^{block}" if block else piece.source


class Reopened(NamedTuple):
    """A claim of which quoted words are gone from their source."""

    since: str
    """Day on which its source was revised last; "" where that is not known."""
    claim: ClaimRow
    gone: tuple[EvidenceRow, ...]

    @property
    def words(self) -> str:
        return words_of(self.claim)


def reopened_claims(reader: IndexReader, pages: Sequence[PageRow]) -> list[Reopened]:
    """Return the claims on some pages whose quoted words are gone, those open longest first.

    Cost: one look-up for all claims of the pages.
    """
    rows = reader.claims(pages=[page.id for page in pages])
    lost = [(row, gone) for row in rows if (gone := tuple(item for item in row.evidence if item.is_gone))]
    paths = sorted({item.path for _, gone in lost for item in gone if item.path})
    revised = {row.path: property_text(row.properties, "updated") for row in reader.pages(paths=paths)} if paths else {}
    found = [Reopened(min(revised.get(item.path, "") for item in gone), row, gone) for row, gone in lost]
    return sorted(found, key=lambda item: (item.since, item.claim.path, item.claim.line))


def gone_quotes(
    passages: Iterable[PassageRow], links: Iterable[LinkRow], cited: Sequence[PassageRow]
) -> tuple[str, ...]:
    """Return the quotes in a page's lines of evidence that their source no longer has, in words.

    passages, links: those of the page.  cited: all passages of the pages that the links lead to.
    """
    targets = {link.link: link.target_page for link in links}
    texts: dict[tuple[int, str], list[str]] = {}
    for row in cited:
        for block in {row.block.casefold(), ""}:
            texts.setdefault((row.page, block), []).append(row.text)
    whole = {page: "\n\n".join(rows) for (page, block), rows in texts.items() if not block}
    plain = {page: " ".join(text.split()) for page, text in whole.items()}
    reasons = []
    for line in _evidence_lines(line for passage in passages for line in passage.text.split("\n")):
        place, quote = f"{line.page}#^{line.block}", _quote_of(line)
        page = targets.get(place)
        there = texts.get((page, line.block.casefold()), []) if page is not None else []
        is_held = bool(there) and says("\n".join(there), quote)
        # The exact words in another passage of the source are accepted as well.
        if not is_held and quote and page is not None and " ".join(quote.split()) in plain.get(page, ""):
            is_held = says(whole[page], quote)
        if line.block and not is_held:
            reasons.append(f"{place} is gone" + _format_quote(quote))
    return tuple(dict.fromkeys(reasons))


def _evidence_lines(lines: Iterable[str]) -> Iterator[EvidenceLine]:
    """Yield the lines of evidence among these: each names one page and ends with it, or with a block id."""
    for text in lines:
        line = parse_evidence_line(text)
        if line and not line.is_mention and (not line.rest or _BLOCK_ID.fullmatch(line.rest)):
            yield line


def _format_gone(piece: EvidenceRow) -> str:
    place = f"{piece.source}#^{piece.block}" if piece.block else piece.source
    return f"{place} is gone" + _format_quote(piece.quote)


def _quote_of(line: EvidenceLine) -> str:
    """Return the quote of a line of evidence; only the whole words of one that was shortened."""
    quote = unescape(line.quote)
    return quote[:-1].rpartition(" ")[0] if quote.endswith("…") else quote


def _format_quote(quote: str) -> str:
    if len(quote) > LONGEST_QUOTE:
        quote = quote[: LONGEST_QUOTE - 1].rstrip() + "…"
    return f': "{quote}"' if quote else ""
