"""Entities: which page a name means, the page that each entity of a bundle is or becomes, and what it says of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from ..errors import EditingPage, NameTakenError
from ..index_store.port import IndexReader
from ..look.lookup import LONGEST, linked_as, names_of, similar_names
from ..model import Evidence, Name
from ..text.claims import clean_quote, words_key
from ..text.editing import append_under, description_span
from ..text.escaping import read_escapes
from ..text.frontmatter import split
from ..text.kept import EVIDENCE, property_text
from ..text.names import differ_in_type, normalize_name, slugify, stem_of
from ..text.properties import add_to_list, set_property
from ..text.templates import cited_quote, entity_page, escape_line, first_sentence, property_value
from ..wiki_store.working_copy import WorkingCopy
from .evidence import Quote, Remarks, SourceText

if TYPE_CHECKING:
    # pydantic, which reads bundles, takes longer to load than all else: `file` has no use for it.
    from .bundle import BundleEntity

KNOWLEDGE = ("entities", "topics", "notes")
"""Categories of pages that can be an end of a relation."""
LIST_IT = "list it under entities, or use a known name"
_NEAREST = 3
_MOST_SLIPS = 4
"""Letters in which a new name may differ from a known one and be called close to it: `the memory leak`."""
_SIMILAR = 12
"""Similar names looked at: many of them may be of pages that nothing can be claimed of."""


# --- Which page a name means ------------------------------------------------------------------------------------------


class Target(NamedTuple):
    """A page that a name means."""

    id: str
    name: str
    type: str
    path: str
    """"" of words that are an end of a claim without a page."""
    category: str = "entities"


def same_name(reader: IndexReader, name: str) -> list[Target]:
    """Return the pages with this title, alias or stem, entities first.

    Those whose name is written exactly so, where there are any; else those whose name is the same but for case, blanks
    and hyphens: `async Fn` and `async fn` may be two things.
    """
    for meant in dict.fromkeys((name, read_escapes(name))):
        wanted = normalize_name(meant)
        same = [entry for entry in names_of(reader, meant) if normalize_name(entry.text) == wanted]
        found = _targets(reader, (entry for entry in same if entry.text == meant)) or _targets(reader, same)
        if found:
            return found
    return []


def near_names(reader: IndexReader, name: str, *, most_slips: int = LONGEST) -> list[str]:
    """Return the ids of pages with a name close to this one, best first.  most_slips: letters that may differ."""
    similar = similar_names(reader, name, limit=_SIMILAR)
    close = [entry for entry, likeness in similar if (1 - likeness) * len(name) <= most_slips]
    found = (*_targets(reader, names_of(reader, name)), *_targets(reader, close))
    return list(dict.fromkeys(target.id for target in found))[:_NEAREST]


def new_page_path(copy: WorkingCopy, reader: IndexReader, category: str, title: str, *, suffix: str) -> str:
    """Return the path for a new page, as WorkingCopy.new_path does."""
    return copy.new_path(category, title, suffix=suffix, linked_as=linked_as(reader, title))


def only_one(found: Sequence[Target]) -> Target | None:
    """Return the one page that is meant: of several the only entity; None where that is in doubt."""
    entities = [target for target in found if target.category == "entities"]
    chosen = entities if len(entities) == 1 else found
    return chosen[0] if len(chosen) == 1 else None


def _targets(reader: IndexReader, names: Iterable[Name]) -> list[Target]:
    """Return the pages of some names, those of one category in the order of the names."""
    pages = [entry.page for entry in names if entry.page is not None and entry.kind in ("title", "stem", "alias")]
    rows = {row.id: row for row in reader.pages(ids=sorted(set(pages)))} if pages else {}
    found = [
        Target(row.node, row.title, row.type, row.path, row.category)
        for row in (rows[page] for page in dict.fromkeys(pages) if page in rows)
        if row.category in KNOWLEDGE
    ]
    return sorted(found, key=lambda target: KNOWLEDGE.index(target.category))


# --- The entities of a bundle -----------------------------------------------------------------------------------------


class EntityPages:
    """The entities that one bundle speaks of, each with its page."""

    def __init__(
        self, copy: WorkingCopy, reader: IndexReader, source: SourceText | None, remarks: Remarks, *, today: str
    ) -> None:
        self.copy, self.reader, self.source, self.remarks, self.today = copy, reader, source, remarks, today
        self.mentioned: list[tuple[Target, Evidence]] = []
        """Entities whose page is a person's note: their evidence goes on the summary page."""
        self.taken: dict[str, tuple[Target, Evidence]] = {}
        """Entities with a page of ours, by its id, with the first passage that speaks of them."""
        self._named: dict[str, dict[Target, None]] = {}
        """What the bundle gives each normalized name to, in the order of its items."""
        self._refused: dict[str, str] = {}
        """Names, normalized, that the bundle gives, each with its entity: one without a page was rejected."""

    def take(self, item: str, entity: BundleEntity) -> None:
        """Make or find the page of one entity; a quote that is not in the source rejects it.

        Raises UnsoundPageError for a page that a person has to mend first.
        """
        self.refuse(item, (entity.name, *entity.aliases))
        target = self._taken(item, entity)
        if target is not None:
            for name in (entity.name, *entity.aliases):
                self._named.setdefault(normalize_name(name), {})[target] = None

    def refuse(self, item: str, names: Iterable[str]) -> None:
        """Tell relations that have one of these names as an end that it waits for another item to be mended."""
        self._refused |= {normalize_name(name): item for name in names}

    def _taken(self, item: str, entity: BundleEntity) -> Target | None:
        """Return the page of an entity with what is new on it; None where it was rejected."""
        quote = Quote(entity.supporting_text, entity.block, (entity.name, *entity.aliases))
        evidence = self.source.prove(item, quote, self.remarks) if self.source else None
        if evidence is None:
            return None
        found = self._existing(item, entity)
        target = found[0] if len(found) == 1 else None
        if len(found) > 1:
            ids = tuple(each.id for each in found)
            self.remarks.reject(item, f"{entity.name!r} names {len(found)} pages: use the name of one of them", ids)
            return None
        if target is None:
            try:
                target = self._create(entity, evidence)
            except NameTakenError as err:
                self.remarks.reject(item, f"{err.what}: {err.hint}")
                return None
        else:
            with EditingPage(target.path):
                self._extend(item, target, entity, evidence)
        for alias in entity.aliases:
            self._tell_clash(item, target, alias)
        if target.category == "entities":
            self.taken.setdefault(target.id, (target, evidence))
        return target

    def end(self, item: str, name: str, *, remedy: str = LIST_IT, as_text: bool = False) -> Target | None:
        """Return the page that an end of a relation names, in the bundle or else in the vault; None is rejected.

        as_text: words that name no page are an end of their own, without one.
        """
        found = self._in_bundle(name) or same_name(self.reader, name)
        chosen = only_one(found)
        if as_text and not found:
            if key := words_key(name):
                return Target(key, clean_quote(name), "", "")
            self.remarks.reject(item, f"{name!r} as text has no word")
        elif chosen is None and found:
            ids = tuple(target.id for target in found)
            self.remarks.reject(item, f"{name!r} names {len(found)} pages: use the name of one of them", ids)
        elif chosen is None and normalize_name(name) in self._refused:
            self.remarks.reject(item, f"rejected as {self._refused[normalize_name(name)]}: mend that one")
        elif chosen is None:
            mine = [self._in_bundle(near)[0].name for near in get_close_matches(normalize_name(name), self._named)]
            near = tuple(dict.fromkeys((*mine, *near_names(self.reader, name))))[:_NEAREST]
            self.remarks.reject(item, f"unknown entity {name!r}: {remedy}", near)
        return chosen

    def ids(self) -> dict[str, str]:
        """Return the id of each page by the normalized names that the bundle gives to it."""
        return {name: next(iter(targets)).id for name, targets in self._named.items()}

    def _in_bundle(self, name: str) -> list[Target]:
        return [*self._named.get(normalize_name(name), ())]

    def _existing(self, item: str, entity: BundleEntity) -> list[Target]:
        """Return the page of an entity; several where it is in doubt, none where it is to be made."""
        mine = [target for target in self._in_bundle(entity.name) if not differ_in_type(target.type, entity.type)]
        if mine:
            return mine[:1]
        named = same_name(self.reader, entity.name)
        found = [target for target in named if not differ_in_type(target.type, entity.type)]
        if found:
            typed = [target for target in found if normalize_name(target.type) == normalize_name(entity.type)]
            titled = [target for target in found if normalize_name(target.name) == normalize_name(entity.name)]
            chosen = next(filter(None, map(only_one, (found, typed, titled))), None)
            return [chosen] if chosen else found
        for homonym in named:
            self.remarks.notice(
                item,
                f"kept apart from [[{homonym.id}]] ({homonym.type}): same name, other type; merge if it is one thing",
            )
        if not named:
            near = near_names(self.reader, entity.name, most_slips=_MOST_SLIPS)
            if near:
                self.remarks.notice(item, "new, close to " + ", ".join(f"[[{id}]]" for id in near))
        return []

    def _create(self, entity: BundleEntity, evidence: Evidence) -> Target:
        path = new_page_path(self.copy, self.reader, "entities", entity.name, suffix=slugify(entity.type))
        text = entity_page(
            entity.name,
            type=entity.type,
            aliases=[*dict.fromkeys(alias for alias in entity.aliases if alias != entity.name)],
            description=entity.description,
            evidence=(evidence,),
            today=self.today,
        )
        self.copy.put(path, text)
        return Target(stem_of(path), entity.name, entity.type, path)

    def _extend(self, item: str, target: Target, entity: BundleEntity, evidence: Evidence) -> None:
        """Add what is new of aliases and evidence to a page of ours; a person's note is left alone."""
        if target.category != "entities":
            self.mentioned.append((target, evidence))
            return
        text = new = self.copy.sound(target.path)
        page = self.copy.page(target.path)
        known = {normalize_name(name) for name in (target.name, *page.aliases)}
        new = add_to_list(new, "aliases", *(each for each in entity.aliases if normalize_name(each) not in known))
        if entity.description:
            new = self._with_description(item, target, entity, new)
        line = cited_quote(evidence)
        if line not in new:
            new = append_under(new, EVIDENCE, [line])
        if new != text:
            if "updated" in page.properties:
                new = set_property(new, "updated", self.today)
            self.copy.put(target.path, new)

    def _tell_clash(self, item: str, target: Target, alias: str) -> None:
        """Notice an alias that is a name of another page: from now on it means neither."""
        others = {each.id: None for each in (*same_name(self.reader, alias), *self._in_bundle(alias))}
        others.pop(target.id, None)
        if others:
            named = ", ".join(f"[[{id}]]" for id in [*others][:_NEAREST])
            self.remarks.notice(item, f"alias {alias!r} is a name of {named}, too: leave it out, or merge them")

    def _with_description(self, item: str, target: Target, entity: BundleEntity, text: str) -> str:
        """Return a page with the description of an entity, unless that would displace a person's words."""
        standing = description_of(text)
        if standing == escape_line(entity.description):
            return text
        if standing or _summary(text):
            if not (_is_as_written(text) and self.copy.is_ours(target.path)):
                what = f"description of [[{target.id}]] kept, differs from yours"
                self.remarks.notice(item, f"{what}: to replace it, send the page as one of `pages`")
                return text
            self.remarks.notice(item, f"description of [[{target.id}]] replaced, it was: {standing}")
        return _describe(text, entity.description)


# --- The description of an entity: what stands under the title of its page, up to the first section, and the summary --


def description_of(text: str) -> str:
    """Return what a page says between its title, or its properties where it has none, and its first section."""
    start, end = description_span(text)
    return text[start:end].strip()


def _is_as_written(text: str) -> bool:
    """Tell whether the description has the shape we give it: one line, its first sentence the summary.

    A page that an agent wrote as a whole is ours as well, and a sentence may not take the place of all it says.
    """
    standing = description_of(text)
    return "\n" not in standing and _summary(text) == property_value(first_sentence(standing))


def _describe(text: str, description: str) -> str:
    """Return the page with this description in place of the one it has."""
    start, end = description_span(text)
    line, newline = escape_line(description), "\r\n" if "\r\n" in text else "\n"
    parts = (text[:start].rstrip("\r\n"), line, text[end:])
    page = (newline * 2).join(part for part in parts if part)
    return set_property(page if end < len(text) else page + newline, "summary", first_sentence(line))


def _summary(text: str) -> str:
    return property_text(split(text).properties, "summary")
