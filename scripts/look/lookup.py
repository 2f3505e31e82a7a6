"""Find the page that a name refers to: by path, as a link writes it, by node id, title or alias; and similar names.

rapidfuzz compares texts that begin with the same letter and are about as long, since few slips are in the first letter.
If none is similar, it compares all texts of about that length: words only in a small index, since a large one reads
every posting to list them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from ..errors import AmbiguousPageError, DataError, PageNotFoundError, UnsafePathError
from ..index_store.port import IndexReader
from ..model import Name, PageRow
from ..text.analyzer import name_key
from ..text.escaping import read_escapes, safe_line
from ..text.labels import find_heading_section, heading_labels, page_label, parse_label
from ..text.links import Resolver, missing_node
from ..text.names import fold_name, normalize_name, stem_of
from ..text.plain_text import visible_text

if TYPE_CHECKING:
    from ..wiki_store.working_copy import WorkingCopy  # questions need none

MAX_NEAR = 3
"""Similar names that an error suggests."""
_LOOKED_AT = 12
"""Similar names looked at: those without a page are not suggested."""


def find_page(reader: IndexReader, wanted: str, *, may_be_short: bool = False) -> PageRow:
    """Return the page that a name refers to.

    may_be_short: also by its title without the words in parentheses, `report` for `report (summary)`.  Only to read: to
    change or delete a page, a name is needed that the page has.
    Raises PageNotFoundError with near names, or with the pages that use the name, AmbiguousPageError with the
    candidates.
    """
    page = look_up(reader, wanted, may_be_short=may_be_short)
    if page is None:
        raise not_found(reader, wanted)
    return page


def find_source(reader: IndexReader, wanted: str, *, may_be_short: bool = False) -> PageRow:
    """Return the source with this id, or with this alias as it is written (a caller's own id); else as find_page.

    It goes before a page whose name differs in form, as `Budget` for `budget`.
    """
    aliases = [
        name.page
        for name in names_of(reader, wanted)
        if (name.kind, name.text) == ("alias", wanted) and name.page is not None
    ]
    named = reader.pages(nodes=[wanted]) + reader.pages(ids=aliases)
    found = next((page for page in named if page.category == "sources"), None)
    return found or find_page(reader, wanted, may_be_short=may_be_short)


def look_up(reader: IndexReader, wanted: str, *, is_exact: bool = False, may_be_short: bool = True) -> PageRow | None:
    """Return the page that a name, or a link in its brackets, refers to; None for none.  Raises AmbiguousPageError.

    is_exact: only a path, a node id, or a name as it is written.  may_be_short: as find_page says.
    """
    wanted = wanted.strip()
    if wanted.startswith("[[") and wanted.endswith("]]"):
        wanted = wanted[2:-2].partition("|")[0].strip()
    if not wanted:
        return None
    rows = reader.pages(paths=[wanted]) or reader.pages(paths=[wanted + ".md"]) or reader.pages(nodes=[wanted])
    if rows:
        return rows[0]
    names = [name for name in names_of(reader, wanted) if may_be_short or name.kind != "short"]
    if is_exact:
        return _by_name(reader, wanted, [name for name in names if safe_line(name.text) == wanted])
    page = _by_link(reader, wanted) or _by_name(reader, wanted, names)
    if page is None and (unescaped := read_escapes(wanted)) != wanted:
        # A name given back as it was printed.
        return look_up(reader, unescaped, may_be_short=may_be_short)
    return page


def find_part(reader: IndexReader, label: str, *, may_be_short: bool = False) -> tuple[PageRow, int | None, str]:
    """Return the page of a label, and the first section of its heading or its block id.

    may_be_short: as find_page says.
    Raises PageNotFoundError with near names, AmbiguousPageError, DataError for a heading that is not there.
    """
    ambiguous: AmbiguousPageError | None = None
    missing: tuple[PageRow, str] | None = None
    for place in parse_label(label):
        has_part = bool(place.heading or place.block)
        try:
            is_exact = not has_part and any(separator in place.page for separator in ">#")
            page = look_up(reader, place.page, is_exact=is_exact, may_be_short=may_be_short)
        except AmbiguousPageError as error:
            ambiguous = ambiguous or error
            continue
        if page is None:
            continue
        if not place.heading:
            return page, None, place.block
        section = find_heading_section(page, reader.sections(pages=[page.id]), place.heading)
        if section is not None:
            return page, section, ""
        missing = missing or (page, place.heading)
    if missing is not None:
        page, heading = missing
        labels = heading_labels(page, reader.sections(pages=[page.id])).values()
        known = [name for name in dict.fromkeys(labels) if name]
        raise no_part(page, f"heading {heading!r}", visible_text(heading), known)
    if ambiguous is not None:
        raise ambiguous
    return find_page(reader, parse_label(label)[0].page, may_be_short=may_be_short), None, ""


def no_part(page: PageRow, part: str, wanted: str, known: Sequence[str]) -> DataError:
    """Return the error for a part that a page does not have, with the most similar parts."""
    if not known:
        return DataError(f"no {part}", path=page.path, hint="it has none")
    near = nearest(wanted, known, limit=MAX_NEAR)
    names = ", ".join(map(repr, near))
    more = f" and {len(known) - len(near)} more (`show {page_label(page)} --outline`)" if len(known) > len(near) else ""
    return DataError(f"no {part}", path=page.path, hint=f"it has {names}{more}")


def look_up_node(reader: IndexReader, wanted: str) -> str | None:
    """Return the node with this id or name, also one without a page; None where there is none.

    Raises AmbiguousPageError.
    """
    if reader.pages(nodes=[wanted]) or reader.edges_at([wanted], min_confidence=0.0, limit=1):
        return wanted
    page = look_up(reader, wanted)
    return page.node if page else None


def is_title_unique(reader: IndexReader, page: PageRow) -> bool:
    """Report whether the page's title leads to it and to no other page, for `labels.page_label`."""
    pages = {name.page for name in names_of(reader, page.title) if name.page is not None}
    return pages == {page.id}


def linked_as(reader: IndexReader, title: str) -> str:
    """Return the name under which the vault already links a missing page of this title; "" for none.

    `[[Harrison Ford]]` in a person's note leads to the new page only when its file is called so.
    """
    missing = (name.text for name in names_of(reader, title) if name.kind == "missing" and "/" not in name.text)
    return next((text for text in missing if normalize_name(text) == normalize_name(title)), "")


def names_of(reader: IndexReader, wanted: str) -> list[Name]:
    """Return the names that differ from this one at most in form."""
    folded = fold_name(wanted)
    languages = ("", *(language for language, _ in reader.statistics().languages))
    keys = dict.fromkeys(key for language in languages if (key := name_key(wanted, language)))
    return [name for name in reader.names(list(keys)) if fold_name(name.text) == folded]


def pages_called(reader: IndexReader, link_path: str) -> list[PageRow]:
    """Return the pages with the name that a link has; if just one of them is an entity, note or topic, that one.

    Obsidian follows no such link.
    """
    named = () if "/" in link_path else names_of(reader, stem_of(link_path))
    ids = sorted({name.page for name in named if name.page and name.kind in ("title", "alias", "stem")})
    pages = reader.pages(ids=ids) if ids else []
    things = [page for page in pages if page.category in ("entities", "notes", "topics")]
    return things if len(things) == 1 else pages


def _by_link(reader: IndexReader, wanted: str) -> PageRow | None:
    """Return the page that a link with this path opens; None for a bare name, which may be a title or alias."""
    if "/" not in wanted and wanted[-3:].lower() != ".md":
        return None
    stems = {name.page for name in names_of(reader, stem_of(wanted)) if name.page is not None}
    pages = {page.path: page for page in reader.pages(ids=sorted(stems))}
    resolver = Resolver(pages)
    candidates = resolver.candidates(wanted)
    if "/" not in wanted and len(candidates) > 1:
        raise AmbiguousPageError(wanted, candidates)
    return pages.get(resolver.resolve(wanted, ""))


def _by_name(reader: IndexReader, wanted: str, names: Sequence[Name]) -> PageRow | None:
    for kinds in (("title", "stem"), ("alias",), ("question",), ("short",)):
        named = [name for name in names if name.kind in kinds and name.page is not None]
        pages = {name.page for name in named if name.page is not None}
        exact = {name.page for name in named if name.page is not None and wanted in (name.node, name.text)}
        chosen = pages if len(pages) == 1 else exact if len(exact) == 1 else set[int]()
        if chosen:
            rows = reader.pages(ids=list(chosen))
            return rows[0] if rows else None
        if pages:
            raise AmbiguousPageError(wanted, [page.path for page in reader.pages(ids=sorted(pages))])
    return None


def not_found(reader: IndexReader, wanted: str) -> PageNotFoundError:
    """Return the error for a name without a page, with the pages that use it, else similar names."""
    if any(name.kind == "missing" for name in names_of(reader, wanted)):
        node = missing_node(wanted)
        links = reader.links(unresolved=True)
        users = dict.fromkeys(
            link.path for link in links if node in (missing_node(link.link.partition("#")[0]), missing_node(link.link))
        )
        if users:
            return PageNotFoundError(wanted, users=tuple(users))
    similar = [name for name, _ in similar_names(reader, wanted, limit=_LOOKED_AT) if name.page is not None]
    return PageNotFoundError(wanted, list(dict.fromkeys(name.node for name in similar))[:MAX_NEAR])


def named_page(copy: WorkingCopy, reader: IndexReader, name: str) -> str:
    """Return the vault path of the page that a name refers to.

    Raises UnsafePathError for the catalog and the log, which are no pages, else as find_page says.
    """
    try:
        return find_page(reader, name).path
    except PageNotFoundError:
        bare = name.strip().removeprefix("[[").removesuffix("]]").removesuffix(".md")
        for path in copy.catalog:
            if bare in (path.removesuffix(".md"), path.rpartition("/")[2].removesuffix(".md")):
                hint = "name another page"
                raise UnsafePathError(path, "the catalog and the log are made by the tools", hint=hint) from None
        raise


LEAST_LIKE = 0.65
"""Below this likeness nothing is similar.  "paral" and "paralyz", stems of a slip and of the right word, have .71."""

SHORTEST = 3
"""Letters of a word that can be misspelled: shorter ones are like too many others."""

SURE, LONG = 6, 8
"""Letters of a word in which one letter may be replaced, and of a word that may have two slips."""

VOWELS = frozenset("aeiouy")
KEYS = "qwertyuiop asdfghjkl zxcvbnm"

LONGEST = 200
"""Letters of a name or word that is compared; a longer text is no name."""

FIRST_LETTERS = 3
"""Words of a name, its first and its longest ones, with whose first letters a similar name may begin."""

FURTHER = 4
"""Candidates that are counted for each word wanted, since some may not occur on the pages of a selection."""

EVERY = 100_000_000
"""More words than any index has."""


def nearest(wanted: str, known: Sequence[str], *, limit: int) -> list[str]:
    """Return the known texts that are most like a wanted one, best first."""
    from rapidfuzz import fuzz, process, utils

    return [
        name
        for name, *_ in process.extract(wanted, known, scorer=fuzz.WRatio, processor=utils.default_process, limit=limit)
    ]


def similar_names(reader: IndexReader, text: str, *, limit: int) -> list[tuple[Name, float]]:
    """Return the names most like a text with their likeness in [0, 1], best first, ties in the order of `names`.

    The likeness is 1 less the slips (a letter more, fewer, another, or two in the wrong order) per letter, with the
    words in their order or sorted, whichever is greater.
    """
    folded = fold_name(text[: LONGEST + 1])
    if limit < 1 or not SHORTEST <= len(folded) <= LONGEST:
        return []
    lengths = _similar_lengths(len(folded))
    near: list[tuple[str, str]] = []
    for letter in _first_letters(folded):
        near += reader.name_forms(letter, lengths=lengths)
    best = _most_like_names(folded, near, limit)
    if not best:
        best = _most_like_names(folded, reader.name_forms("", lengths=lengths), limit)
    likeness = dict(best)
    found = [
        (name, likeness[name.key, fold_name(name.text)])
        for name in reader.names(list(dict.fromkeys(key for key, _ in likeness)))
        if (name.key, fold_name(name.text)) in likeness
    ]
    return sorted(found, key=lambda pair: -pair[1])[:limit]


def similar_words(reader: IndexReader, term: str, *, limit: int) -> list[tuple[str, float, int]]:
    """Return the indexed terms most like a term, with their likeness in [0, 1] and the number of their sections.

    Best first, then the rarest.  The likeness is that of similar_names, of one word.  Terms with the same first letter
    go before those that begin with its second letter (two in the wrong order, one too many), and these before all
    others, which are compared only in a small index.
    """
    from rapidfuzz.distance import OSA

    if limit < 1 or not SHORTEST <= len(term) <= LONGEST:
        return []
    lengths = (max(SHORTEST, len(term) - 2), len(term) + 2)
    for first in (term[0], term[1], ""):
        words = [word for word, _ in reader.words(first, lengths=lengths, limit=EVERY) if word != term]
        scored = _score_choices(term, words, OSA.normalized_similarity, LEAST_LIKE)
        if scored:
            best = [(words[place], likeness) for likeness, place in _take_best(scored, words, FURTHER * limit)]
            counts = reader.document_counts([word for word, _ in best])
            found = [(word, likeness, counts[word]) for word, likeness in best if counts[word]][:limit]
            return sorted(found, key=lambda word: (-word[1], word[2], word[0]))
    return []


def slips_between(word: str, other: str) -> int:
    """Return the number of slips by which a folded word may be another one mistyped; 0 where it cannot be.

    A slip is a letter more or fewer, two in the wrong order, or in a word of SURE letters a vowel for a vowel or a
    neighbor on the keyboard: `contrast` is no slip of `contract`, nor `beer` of `bear`.  One is likely, two in a word
    of LONG letters, and few are in the first letter: `flock` and `lock`.  Scripts without capitals may have an article
    before a word, which counts as one or two.
    """
    from rapidfuzz.distance import OSA

    has_capitals = word[:1] != word[:1].upper()
    if has_capitals and word[:1] != other[:1] and word[1::-1] != other[:2]:
        return 0
    if has_capitals and (word.startswith(other) or other.startswith(word)):
        # A word with another ending: `speedy`, `American`.
        return 0
    slips = OSA.distance(word, other)
    if slips > (2 if len(word) >= LONG or not has_capitals else 1):
        return 0
    more, fewer = Counter(word) - Counter(other), Counter(other) - Counter(word)
    if not more and not fewer:
        return slips
    if bool(more) != bool(fewer):
        return slips if (min if has_capitals else max)(len(word), len(other)) > SHORTEST + 1 else 0
    pair = {*more, *fewer}
    is_likely = len(pair) == 2 and (pair <= VOWELS or any("".join(order) in KEYS for order in permutations(pair)))
    return slips if is_likely and len(word) >= SURE else 0


def words_beginning(reader: IndexReader, beginning: str, *, limit: int) -> list[tuple[str, int]]:
    """Return the indexed terms with a prefix, and the number of their sections: most first, ties by term."""
    if not beginning:
        return []
    begun = [word for word, _ in reader.words(beginning, limit=FURTHER * limit)]
    counts = reader.document_counts(begun)
    found = [(word, counts[word]) for word in begun if counts[word]]
    return sorted(found, key=lambda word: (-word[1], word[0]))[:limit]


def _most_like_names(folded: str, near: Iterable[tuple[str, str]], limit: int) -> list[tuple[tuple[str, str], float]]:
    from rapidfuzz.distance import OSA

    distinct = list(dict.fromkeys(near))
    texts = [text for _, text in distinct]
    scored = _score_choices(folded, texts, OSA.normalized_similarity, LEAST_LIKE)
    in_order = [_sorted_words(text) for text in texts]
    scores = _score_choices(_sorted_words(folded), in_order, OSA.normalized_similarity, LEAST_LIKE)
    for place, likeness in scores.items():
        scored[place] = max(scored.get(place, 0.0), likeness)
    return [(distinct[place], likeness) for likeness, place in _take_best(scored, texts, limit)]


def _score_choices(text: str, choices: Sequence[str], scorer: Callable[..., float], cutoff: float) -> dict[int, float]:
    """Return the scores of the choices that score at least the cutoff, by their index."""
    from rapidfuzz import process

    found = process.extract(text, choices, scorer=scorer, score_cutoff=cutoff, limit=None)
    return {place: float(score) for _, score, place in found}


def _take_best(scored: dict[int, float], texts: Sequence[str], limit: int) -> list[tuple[float, int]]:
    ordered = sorted((-likeness, texts[place], place) for place, likeness in scored.items())
    return [(-falling, place) for falling, _, place in ordered[:limit]]


def _similar_lengths(length: int) -> tuple[int, int]:
    """Return the least and the greatest length of a text of LEAST_LIKE: each letter more or fewer is a slip."""
    return int(length * LEAST_LIKE), int(length / LEAST_LIKE) + 1


def _sorted_words(text: str) -> str:
    return " ".join(sorted(text.split()))


def _first_letters(folded: str) -> list[str]:
    words = folded.split()
    longest = sorted(words, key=lambda word: -len(word))
    return list(dict.fromkeys(word[0] for word in [*words[:1], *longest][:FIRST_LETTERS]))


KNOWLEDGE = ("entities", "topics", "notes")
"""Categories of pages that can be an end of a relation."""


class NamedPage(NamedTuple):
    """A page that a name refers to."""

    id: str
    name: str
    type: str
    path: str
    """"" for an end of a claim that has no page."""
    category: str = "entities"


def same_name(reader: IndexReader, name: str) -> list[NamedPage]:
    """Return the pages with this title, alias or stem, entities first.

    Names that are written exactly so go first; only without them come those that differ in case, blanks and hyphens:
    `async Fn` and `async fn` may be two things.
    """
    for form in dict.fromkeys((name, read_escapes(name))):
        wanted = normalize_name(form)
        same = [entry for entry in names_of(reader, form) if normalize_name(entry.text) == wanted]
        pages = _named_pages(reader, (entry for entry in same if entry.text == form)) or _named_pages(reader, same)
        if pages:
            return pages
    return []


def near_names(reader: IndexReader, name: str, *, most_slips: int = LONGEST) -> list[str]:
    """Return the ids of pages with a name close to this one, best first.  most_slips: letters that may differ."""
    similar = similar_names(reader, name, limit=_LOOKED_AT)
    close = [entry for entry, likeness in similar if (1 - likeness) * len(name) <= most_slips]
    found = (*_named_pages(reader, names_of(reader, name)), *_named_pages(reader, close))
    return list(dict.fromkeys(target.id for target in found))[:MAX_NEAR]


def new_page_path(copy: WorkingCopy, reader: IndexReader, category: str, title: str, *, suffix: str) -> str:
    """Return the path for a new page, as WorkingCopy.new_path does."""
    return copy.new_path(category, title, suffix=suffix, linked_as=linked_as(reader, title))


def only_one(found: Sequence[NamedPage]) -> NamedPage | None:
    """Return the single page, or the single entity among several pages; None where neither exists."""
    entities = [target for target in found if target.category == "entities"]
    chosen = entities if len(entities) == 1 else found
    return chosen[0] if len(chosen) == 1 else None


def _named_pages(reader: IndexReader, names: Iterable[Name]) -> list[NamedPage]:
    """Return the pages of some names, those of one category in the order of the names."""
    pages = [entry.page for entry in names if entry.page is not None and entry.kind in ("title", "stem", "alias")]
    rows = {row.id: row for row in reader.pages(ids=sorted(set(pages)))} if pages else {}
    found = [
        NamedPage(row.node, row.title, row.type, row.path, row.category)
        for row in (rows[page] for page in dict.fromkeys(pages) if page in rows)
        if row.category in KNOWLEDGE
    ]
    return sorted(found, key=lambda target: KNOWLEDGE.index(target.category))


class KnownEntity(NamedTuple):
    """A page that a document names."""

    id: str
    name: str
    type: str
    mentions: int


def known_entities(reader: IndexReader, path: str) -> tuple[KnownEntity, ...]:
    """Return the pages whose names occur in a page's text, most often named first, without sources and summaries."""
    rows = reader.pages(paths=[path])
    sections = reader.sections(pages=[row.id for row in rows]) if rows else []
    if not sections:
        return ()
    words = {section.id: f" {section.words} " for section in sections}
    counts: Counter[str] = Counter()
    for mention in reader.mentions(sections=[*words]):
        if mention.role == "text":
            counts[mention.name] += max(1, words[mention.section].count(f" {mention.name} "))
    keys = {(name.page, name.key) for name in reader.names(sorted(counts)) if name.page is not None}
    mentions: Counter[int] = Counter()
    for page, key in keys:
        mentions[page] += counts[key]
    named = [row for row in reader.pages(ids=sorted(mentions)) if row.category not in ("sources", "summaries")]
    found = [KnownEntity(row.node, row.title, row.type, mentions[row.id]) for row in named]
    return tuple(sorted(found, key=lambda entity: (-entity.mentions, entity.id)))
