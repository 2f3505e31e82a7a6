"""What goes from the vault when pages or passages are forgotten, and what refers to it.  Nothing is written here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from ..errors import DataError, EditingPage
from ..model import Place
from ..pages.linking.link_text import bare_link, parse_link_text
from ..pages.linking.resolution import VaultNames
from ..pages.linking.subpaths import find_block
from ..pages.markdown.sections import remove_spans
from ..pages.page import read_page
from ..pages.page_facts import TYPES, questions_of
from ..pages.text.sentences import sentences
from ..text.turns import parse_turn
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import remove_property, set_property
from ..store.forgotten_names import paths_of
from ..store.journal import changes_of
from ..store.vault import is_note
from ..text.matcher import words_of
from .citations import citations
from .evidence_lines import listed_evidence
from .freshness import REVISED
from .retracting import broken_links, cut_citing, leaving_with
from .revisions import revised_items, standing_items

if TYPE_CHECKING:
    from ..pages.page_model import Page
    from ..store.workspace import Workspace
    from .evidence_lines import Cut

ORIGINALS = ("sources", "sessions")
"""Categories of what bundles are drawn from; the other pages quote these."""
TELLING_WORDS = 4
"""A passage with fewer words is known by its block id alone: `Yes, please.` stands in many places."""
_TELLING_SIGNS = 20
"""As many signs are enough, too: some scripts part no words."""


class Goes(NamedTuple):
    """All that goes from the vault, and what is told of it."""

    pages: tuple[str, ...]
    passages: tuple[Place, ...]
    """Each with its words."""
    by_hand: tuple[str, ...]
    """Pages among them, or of them, that somebody edited since the tools wrote them."""
    texts: Mapping[str, str]
    """Pages that stay, changed."""
    claims: int
    loosened: int
    lines: int
    answers: tuple[str, ...]
    """Filed answers that rest on it and stay."""
    kept: tuple[str, ...]
    """Summaries of a source that stay, since somebody wrote on them."""
    broken: tuple[Place, ...]
    """Links that lead nowhere then."""
    wanted: tuple[str, ...]
    """Texts that tell of it wherever they stand."""
    old_paths: frozenset[str]
    """Every path that the pages had."""
    blocks: tuple[tuple[frozenset[str], str], ...]
    """Block ids of the passages, with the paths of their page."""
    links: frozenset[str]
    """How marks name it."""


def what_goes(ws: Workspace, targets: Sequence[str]) -> Goes:
    """Look up pages and passages (`page#^block`) of the tools.

    Raises PageNotFoundError, AmbiguousPageError, DataError for a note of a person or a block that is not there,
    EditRefusedError for a claim line that cannot be written again.
    """
    pages, blocks = _named(ws, targets)
    finder = _Finder(ws)
    for path, ids in blocks.items():
        if path not in pages:
            finder.take_out(path, ids)
    for path in pages:
        finder.remove(path)
    return finder.found([path for path in blocks if path not in pages])


def _named(ws: Workspace, targets: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    pages, blocks = list[str](), dict[str, list[str]]()
    for target in targets:
        name, subpath, _ = parse_link_text(bare_link(target))
        path = ws.find(name)
        if not _is_of_tools(ws, path):
            hint = 'take it out by hand, then `commonplace forget --text "…"` removes what is kept of it'
            raise DataError("not written by the tools", path=path, hint=hint)
        if not subpath:
            pages += [] if path in pages else [path]
        elif subpath.startswith("#^"):
            ids = blocks.setdefault(path, [])
            ids += [] if subpath[2:].lower() in map(str.lower, ids) else [subpath[2:]]
        else:
            raise DataError(f"{subpath} is a heading", path=path, hint="name passages, as `page#^block`, or the page")
    return pages, blocks


def _is_of_tools(ws: Workspace, path: str) -> bool:
    """Whether the tools made this page; without a journal its tags tell.  A person may write into any folder."""
    category = ws.page(path).category if is_note(path) and path not in ws.catalog else "notes"
    if category == "notes":
        return False
    tags = ws.page(path).properties.get("tags")
    if isinstance(tags, list) and TYPES[category] in tags:
        return True
    rows = (row for event in ws.operations.journal.events() for row in changes_of(event))
    return any(row.path == path and row.after and not row.before for row in rows)


class _Finder:
    """Gathers what goes, page by page."""

    def __init__(self, ws: Workspace) -> None:
        self.ws, self.names = ws, VaultNames(ws.paths())
        self.texts: dict[str, str] = {}
        self.gone: dict[str, None] = {}
        self.passages = list[Place]()
        self.answers, self.kept, self.wanted = dict[str, None](), list[str](), list[str]()
        self.claims = self.loosened = self.lines = 0
        self.blocks: list[tuple[frozenset[str], str]] = []
        self.old_paths, self.links = set[str](), set[str]()

    def take_out(self, path: str, ids: Sequence[str]) -> None:
        """Passages of a page that stays."""
        text = self.ws.editable_text(path)
        page = read_page(path, text, folder=self.ws.folder)
        spans, paths = list[tuple[int, int]](), self._paths(path)
        for id_ in ids:
            start, end = _span(page, text, id_)
            words = next((each.text for each in page.passages if each.block.lower() == id_.lower()), text[start:end])
            self.passages.append(Place(path, text.count("\n", 0, start) + 1, words))
            self.wanted += _telling([_said(page, words), *_sentences(_said(page, words))])
            self.blocks.append((paths, id_))
            self.links.add(f"{self.ws.slug_of(path)}#^{id_}")
            spans.append((start, end))
        gone = {id_.lower() for id_ in ids}
        self.wanted += _telling(each.quote for each in citations(self.ws, path) if each.block.lower() in gone)
        self._cut(path, frozenset(each.id.lower() for each in page.block_ids) - gone)
        with EditingPage(path):
            # An id is made of the words.
            self.texts[path] = _without_revisions(remove_spans(text, spans), gone)

    def remove(self, path: str) -> None:
        """A page; with a source or a session goes its summary, if nobody else wrote on it."""
        cuts = self._cut(path, frozenset())
        page = self.ws.page(path)
        going, kept = leaving_with(self.ws, path, cuts) if page.category in ORIGINALS else ((path,), ())
        self.kept += kept
        quotes = _telling(each.quote for each in citations(self.ws, path))
        for each in going:
            found = self.ws.page(each)
            own = _own_passages(found, self.ws.vault.read(each).text)
            self.wanted += _telling([*questions_of(found.properties), *(_said(found, text) for text in own)])
            self.old_paths |= self._paths(each)
            slug = self.ws.slug_of(each)
            self.links |= {slug, *(f"{slug}#^{block.id}" for block in found.block_ids)}
        self.wanted += quotes
        self.gone.update(dict.fromkeys(going))

    def found(self, edited: Sequence[str]) -> Goes:
        """All of it.  edited: the pages that passages go from."""
        texts = {path: text for path, text in sorted(self.texts.items()) if path not in self.gone}
        return Goes(
            pages=tuple(self.gone),
            passages=tuple(self.passages),
            by_hand=tuple(path for path in (*self.gone, *edited) if not self.ws.is_ours(path)),
            texts=texts,
            claims=self.claims,
            loosened=self.loosened,
            lines=self.lines,
            answers=tuple(path for path in self.answers if path not in self.gone),
            kept=tuple(path for path in self.kept if path not in self.gone),
            broken=broken_links(self.ws, texts, self.gone, self.names),
            wanted=tuple(dict.fromkeys(self.wanted)),
            old_paths=frozenset(self.old_paths),
            blocks=tuple(self.blocks),
            links=frozenset(self.links),
        )

    def _cut(self, path: str, still_there: frozenset[str]) -> Mapping[str, Cut]:
        cuts, stale = cut_citing(self.ws, path, self.names, still_there=still_there, texts=self.texts)
        for where, cut in cuts.items():
            self.texts[where] = cut.text
            self.claims, self.loosened = self.claims + cut.claims, self.loosened + cut.loosened
            self.lines += cut.lines
        self.answers.update(dict.fromkeys(stale))
        return cuts

    def _paths(self, path: str) -> frozenset[str]:
        return paths_of(self.ws.location.graph, path, frozenset(self.ws.paths()).__contains__)


def _span(page: Page, text: str, id_: str) -> tuple[int, int]:
    """From the start of a passage to behind its marker, with the blank lines below where one stays above."""
    block = find_block(page.block_ids, id_)
    if block is None:
        known = ", ".join(f"^{each.id}" for each in page.block_ids[:3])
        raise DataError(f"no block ^{id_}", path=page.path, hint=f"it has {known or 'none'}")
    start, end = block.block_start, max(block.block_end, block.end)
    if text[:start].endswith(("\n\n", "\r\n\r\n")):
        rest = text[end:]
        end += len(rest) - len(rest.lstrip("\r\n"))
    return start, end


def _own_passages(page: Page, text: str) -> list[str]:
    """What a page says itself: evidence and claims of a derived one quote others, which stay."""
    if page.category in ORIGINALS:
        return [passage.text for passage in page.passages]
    quoting = [*listed_evidence(text), *((placed.start, placed.end) for placed in page.claims)]
    return [
        passage.text
        for passage in page.passages
        if not any(start < passage.end and passage.start < end for start, end in quoting)
    ]


def _said(page: Page, text: str) -> str:
    """The words of a passage: of a turn without who said it and when."""
    return parse_turn(text).text if page.category == "sessions" else text


def _sentences(text: str) -> list[str]:
    plain = " ".join(line.removeprefix(">").strip() for line in text.split("\n"))
    return [plain[start:end] for start, end in sentences(plain)]


def _telling(texts: Iterable[str]) -> list[str]:
    """Those that hardly stand anywhere by chance."""
    words = [(text, words_of(text)) for text in texts]
    return [text for text, w in words if len(w) >= TELLING_WORDS or sum(map(len, w)) >= _TELLING_SIGNS]


def _without_revisions(text: str, gone: Set[str]) -> str:
    """A page without these block ids, in lower case, in `revised`.  Raises EditRefusedError as set_property does."""
    items = revised_items(read_properties(text).values.get(REVISED))
    kept = standing_items(items, lambda id: id.lower() not in gone)
    if kept == items:
        return text
    return set_property(text, REVISED, kept) if kept else remove_property(text, REVISED)
