"""Showing one page, or a part of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..care.cited_answers import stale_reasons
from ..care.freshness import REVISED, gone_evidence
from ..errors import DataError
from ..pages.linking.link_text import parse_link_text
from ..pages.linking.subpaths import find_block, find_heading
from ..pages.model import DAY, LINKS_TO
from ..pages.page import headings_of, read_page
from ..pages.page_facts import category_of, title_of
from ..pages.passage_marks import marks_of
from ..pages.text.headings import shown_heading
from ..pages.text.secret_shapes import redact
from ..pages.text.spelled import read_back
from ..pages.yaml.frontmatter import read_properties
from ..retrieval.budget.tokens import counter
from ..retrieval.reply.escaping import inline
from .earlier_passages import earlier_passage

if TYPE_CHECKING:
    from ..store.workspace import Workspace

BUDGET_TOKENS = 4000
"""What a page may cost unless the call says otherwise."""


SAID = 1200
"""Characters that are told of a passage that is gone."""
CLAIMS = 12
"""Most claims shown with a page."""
_LOOKED_AT = 1 << 17
"""Characters of a page that are counted first; most pages are shorter."""
_BLOCKS = re.compile(r"(?<=\d )(\^[\w-]+)(?: \^[\w-]+)* (\^[\w-]+)$", re.MULTILINE)
"""The block ids behind the moment of a revision: hundreds would leave no room for the text."""
CLAIM_SIGNS = " -[]->  []"
"""What a claim's line has beside its parts."""


class ShownClaim(NamedTuple):
    """A claim about the page, with the first passage it rests on that is there; its ends by id, those without a page as
    written."""

    source: str
    relation: str
    target: str
    confidence: float
    cite: str
    stale: bool = False
    """All that it rests on is gone."""


class Shown(NamedTuple):
    """A page as it stands in its file, or the part of it that was asked for."""

    id: str
    path: str
    title: str
    category: str
    sha: str
    """Hash of the whole file: what a write gives as expect_sha."""
    part: str
    """The subpath shown; "" for the whole page."""
    line: int
    text: str
    omitted_characters: int
    """What the budget left out at the end."""
    next_line: int
    """The first line of the file that was left out; 0 where none was."""
    outline: tuple[str, ...]
    """Headings, when something was left out."""
    claims: tuple[ShownClaim, ...]
    """For a whole page: what is claimed of it anywhere, best first."""
    stale: tuple[str, ...]
    """What a filed answer cites that is gone or changed, and what another page of ours quotes that is gone."""
    marks: tuple[tuple[int, str], ...] = ()
    """For a source: (line, mark) of each passage shown that gives orders or is written like a claim."""


def show(ws: Workspace, name: str, *, line: int = 1, budget_tokens: int | None = None) -> Shown:
    """One page by path, id, title or alias; `#Heading` and `#^block` choose a part, line where in the file to begin.

    Raises PageNotFoundError with what comes near, AmbiguousPageError, DataError for a part that is not there.
    """
    name = name.strip()
    # A heading may end with the brackets of a link of its own.
    target, subpath, _ = parse_link_text(name[2:].removesuffix("]]") if name.startswith("[[") else name)
    path = ws.find(target)
    file = ws.vault.read(path)
    read = read_properties(file.text)
    properties = read.values
    category = category_of(path, ws.folder)
    start, end = _part(ws, path, subpath, file.text)
    start = _from_line(path, file.text, line, start, end)
    text = file.text[start:end]
    if REVISED in properties:
        head = max(0, read.body_start - start)
        text = _BLOCKS.sub(lambda ids: f"{ids[1]} … {ids[2]} ({ids[0].count('^')})", text[:head]) + text[head:]
    budget = budget_tokens or BUDGET_TOKENS
    count = counter(ws.settings.token_counter)
    is_whole = not subpath and start == 0
    claims = _claims(ws, ws.slug_of(path)) if is_whole else ()
    around = count("\n".join(" ".join(map(str, claim)) + CLAIM_SIGNS for claim in claims))
    shown = _fit(text, max(budget // 2, budget - around), count)
    first = file.text.count("\n", 0, start) + 1
    left = len(text) - len(shown)
    return Shown(
        id=ws.slug_of(path),
        path=path,
        title=title_of(path, properties),
        category=category,
        sha=file.sha,
        part=subpath,
        line=first,
        text=shown,
        omitted_characters=left,
        next_line=first + shown.count("\n") if left else 0,
        outline=tuple("#" * h.level + " " + shown_heading(h.text) for h in headings_of(file.text)) if left else (),
        claims=claims,
        stale=_stale(ws, ws.slug_of(path), properties),
        marks=_marks(category, shown, first - 1),
    )


def _stale(ws: Workspace, id_: str, properties: Mapping[str, Any]) -> tuple[str, ...]:
    gone = dict.fromkeys(f"{each.page}#^{each.block} gone" for each in gone_evidence(ws.reader, id_))
    return (*(f"{reason.cited} {reason.reason}" for reason in stale_reasons(ws.reader, properties)), *gone)


def _marks(category: str, shown: str, lines_before: int) -> tuple[tuple[int, str], ...]:
    """What is to be told of each block that is shown; a comment, which is no passage, is a block, too."""
    found, line = [], lines_before + 1
    for block in shown.split("\n\n"):
        found += [(line, mark) for mark in marks_of(block, category)]
        line += block.count("\n") + 2
    return tuple(found)


def _claims(ws: Workspace, id_: str) -> tuple[ShownClaim, ...]:
    around = ws.reader.edges_at([id_], min_confidence=ws.settings.min_confidence).get(id_, [])
    edges = [edge for edge in around if edge.relation != LINKS_TO][:CLAIMS]
    evidence = ws.reader.evidence(edges, min_confidence=ws.settings.min_confidence)
    ends = ws.reader.nodes(list(dict.fromkeys(end for edge in edges for end in (edge.source, edge.target))))
    # The id of a name without a page is folded.
    names = {id: node.name for id, node in ends.items() if not node.path}
    ws.reader.expect(pages=[item.source for items in evidence.values() for item in items])
    shown = []
    for edge in edges:
        items = ws.reader.checked(evidence[edge])
        first = next((item for item in items if not item.stale), next(iter(items), None))
        cite = "" if first is None else f"{first.source}#^{first.block}" if first.block else first.source
        source, target = names.get(edge.source, edge.source), names.get(edge.target, edge.target)
        is_stale = first is not None and first.stale
        shown.append(ShownClaim(source, edge.relation, target, edge.confidence, cite, is_stale))
    return tuple(shown)


def _part(ws: Workspace, path: str, subpath: str, text: str) -> tuple[int, int]:
    if not subpath:
        return 0, len(text)
    if subpath.startswith("#^"):
        page = read_page(path, text, folder=ws.folder)
        for passage in page.passages:
            if passage.block and passage.block.lower() == subpath[2:].lower():
                return passage.start, passage.end
        block = find_block(page.block_ids, subpath[2:])
        if block is not None:
            return block.block_start, block.block_end
        gone = earlier_passage(ws, path, subpath[2:])
        if gone is not None:
            said = inline(redact(gone.text), SAID)
            raise DataError(f"no block {subpath[1:]} since {gone.until[:DAY]}", path=path, hint=f'it said "{said}"')
        blocks = [f"^{passage.block}" for passage in page.passages if passage.block]
        raise _no_part(path, f"block {subpath[1:]}", blocks)
    headings = headings_of(text)
    shown = [heading._replace(text=shown_heading(heading.text)) for heading in headings]
    heading = (
        find_heading(headings, subpath) or find_heading(headings, read_back(subpath)) or find_heading(shown, subpath)
    )
    if heading is None:
        raise _no_part(path, f"heading {subpath[1:]!r}", [repr(each.text) for each in shown])
    after = [h.start for h in headings if h.start > heading.start and h.level <= heading.level]
    return heading.start, after[0] if after else len(text)


def _from_line(path: str, text: str, line: int, start: int, end: int) -> int:
    """Where a part of a text begins that is read from a line of the file on."""
    at = 0
    for _ in range(line - 1):
        at = text.find("\n", at) + 1
        if not at:
            break
    if line > 1 and not 0 < at < end:
        last = text.count("\n", 0, max(0, end - 1)) + 1
        raise DataError(f"no line {line}", path=path, hint=f"what you asked for ends in line {last}")
    return max(start, at)


def _no_part(path: str, part: str, known: list[str]) -> DataError:
    shown = ", ".join(known[:3]) + (f" and {len(known) - 3} more" if len(known) > 3 else "")
    return DataError(f"no {part}", path=path, hint=f"it has {shown or 'none'}")


def _fit(text: str, budget: int, count: Callable[[str], int]) -> str:
    """The longest beginning, in whole lines, that the budget holds."""
    beginning = _beyond(text, budget, count)
    if len(beginning) == len(text) and count(text) <= budget:
        return text
    # Other marks that Python ends lines at have no number in an editor.
    lines = [line + "\n" for line in beginning.split("\n")]
    lines[-1] = lines[-1][:-1]
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high + 1) // 2
        if count("".join(lines[:middle])) <= budget:
            low = middle
        else:
            high = middle - 1
    return "".join(lines[:low])


def _beyond(text: str, budget: int, count: Callable[[str], int]) -> str:
    """A beginning in whole lines that the budget does not hold, or the whole text: of 50 MB most is not looked at."""
    size = _LOOKED_AT
    while size < len(text):
        end = text.find("\n", size) + 1
        if not end:
            break
        if count(text[:end]) > budget:
            return text[:end]
        size *= 4
    return text
