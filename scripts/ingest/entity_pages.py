"""Entities of a bundle: the page each one is, made or found, and the evidence that it is spoken of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import EditingPage, NameTakenError
from ..pages.kept_lines import EVIDENCE
from ..pages.markdown.sections import append_under
from ..pages.page import headings_of
from ..pages.page_facts import differ_in_type, stem_of
from ..pages.page_model import Evidence
from ..pages.rendering import cited_quote, entity_page
from ..pages.text.names import normalize_name
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import add_to_list, set_property
from ..store.sound_pages import sound_text
from ..store.vault import sha256
from ..text.slugs import slugify
from .agent_pages import HASH_SHOWN, is_expected, reject_gone
from .descriptions import description_of, is_as_written, is_empty, says, with_description
from .evidence import Said
from .linking import Target, is_visible, near_names, same_name

if TYPE_CHECKING:
    from ..pages.knowledge.bundle_values import BundleEntity
    from ..store.workspace import Workspace
    from .evidence import SourceText
    from .receipts import Draft

LIST_IT = "list it under entities, or use a known name"


class EntityPages:
    """The entities one bundle speaks of, by normalized name."""

    def __init__(self, ws: Workspace, draft: Draft, source: SourceText | None) -> None:
        self.ws, self.draft, self.source = ws, draft, source
        self.known: dict[str, Target] = {}
        self.new_paths: list[str] = []
        self.mentioned: list[tuple[Target, Evidence]] = []
        """Entities whose page is a person's note: their evidence goes on the summary page."""
        self.taken: dict[str, tuple[Target, Evidence]] = {}
        """Entities with a page of ours, by its id, with the first passage that speaks of them."""
        self.described: set[str] = set()
        """Pages whose description this bundle has set."""
        self.kept: list[tuple[str, str]] = []
        """Items whose description was not taken, with the page that says otherwise."""

    def take(self, item: str, entity: BundleEntity) -> None:
        """Make or find the page of one entity; a quote that is not in the source rejects it, as no name does.

        Raises UnsoundPageError for a page that a person has to mend first.
        """
        if not is_visible(entity.name):
            self.draft.reject(f"{item}.name", "holds nothing that can be seen")
            return
        said = Said(entity.supporting_text, entity.block, (entity.name, *entity.aliases))
        evidence = self.source.prove(item, said, self.draft) if self.source else None
        if evidence is None:
            return
        target = self._existing(item, entity)
        if target is None:
            try:
                target = self._create(item, entity, evidence)
            except NameTakenError as err:
                self.draft.reject(item, f"{err.what}: {err.hint}")
                return
            if target is None:
                return
        else:
            with EditingPage(target.path):
                self._extend(item, target, entity, evidence)
        if target.category == "entities":
            self.taken.setdefault(target.id, (target, evidence))
        for name in (entity.name, *entity.aliases):
            self.known.setdefault(normalize_name(name), target)

    def end(self, item: str, name: str, *, remedy: str = LIST_IT) -> Target | None:
        """The page a relation's end names: of this bundle first, then of the vault; None is rejected."""
        known = self.known.get(normalize_name(name))
        if known is not None:
            return known
        found = same_name(self.ws, name)
        entities = [target for target in found if target.category == "entities"]
        chosen = entities if len(entities) == 1 else found
        if len(chosen) == 1:
            return chosen[0]
        if chosen:
            ids = tuple(target.id for target in chosen)
            self.draft.reject(item, f"{name!r} names {len(chosen)} pages; list the entity with its type", ids)
            return None
        nearest = near_names(self.ws, name)
        mine = [target.id for key, target in self.known.items() if key.startswith(normalize_name(name)[:4])]
        self.draft.reject(item, f"unknown entity {name!r}: {remedy}", tuple((*mine, *nearest)[:3]))
        return None

    def _existing(self, item: str, entity: BundleEntity) -> Target | None:
        mine = self.known.get(normalize_name(entity.name))
        if mine is not None and not differ_in_type(mine.type, entity.type):
            return mine
        found = [target for target in same_name(self.ws, entity.name) if not differ_in_type(target.type, entity.type)]
        homonyms = [target for target in same_name(self.ws, entity.name) if target not in found]
        if found:
            return found[0]
        for homonym in homonyms:
            self.draft.notice(
                item,
                f"kept apart from [[{homonym.id}]] ({homonym.type}): same name, other type; merge if it is one thing",
            )
        if not homonyms:
            near = [id_ for id_ in near_names(self.ws, entity.name) if id_ not in self.draft.texts]
            if near:
                self.draft.notice(item, "new, close to " + ", ".join(f"[[{id_}]]" for id_ in near))
        return None

    def _create(self, item: str, entity: BundleEntity, evidence: Evidence) -> Target | None:
        path = self.draft.new_path(self.ws, "entities", entity.name, suffix=slugify(entity.type or "entity"))
        if entity.expect_sha:
            reject_gone(self.draft, item, path, entity.expect_sha)
            return None
        text = entity_page(
            entity.name,
            type=entity.type,
            aliases=entity.aliases,
            description=entity.description,
            evidence=(evidence,),
            created=self.ws.today(),
            updated=self.ws.today(),
        )
        self.draft.put(path, text, None)
        self.new_paths.append(path)
        if entity.description:
            self.described.add(path)
        return Target(stem_of(path), entity.name, entity.type, path)

    def tell_kept(self, written: bool) -> None:
        """Notice each description that was not replaced, with the hash its page has once this call is over."""
        for item, path in self.kept:
            before = self.draft.before.get(path) or self.ws.before(path) or b""
            text = self.draft.texts[path].encode("utf-8") if written and path in self.draft.texts else before
            self.draft.notice(
                item,
                f"description of [[{stem_of(path)}]] kept, differs from yours:"
                f" replace it with expect_sha {sha256(text)[:HASH_SHOWN]}",
            )

    def _extend(self, item: str, target: Target, entity: BundleEntity, evidence: Evidence) -> None:
        """Add what is new of aliases and evidence to a page of ours; a person's note is left alone."""
        if target.category != "entities":
            self.mentioned.append((target, evidence))
            return
        path = target.path
        old = self.draft.texts.get(path)
        before = self.ws.before(path)
        text = old if old is not None else sound_text(self.ws, path)
        properties = read_properties(text)
        known = {normalize_name(name) for name in (target.name, *properties.aliases)}
        new = text
        for alias in entity.aliases:
            if normalize_name(alias) not in known:
                new = add_to_list(new, "aliases", alias)
        if entity.description:
            new = self._described(item, target, entity, new)
        line = cited_quote(evidence)
        if line not in new:
            new = append_under(new, EVIDENCE, [line], headings=headings_of(new))
        if new != text:
            if "updated" in properties.values and path not in self.new_paths:
                new = set_property(new, "updated", self.ws.today())
            self.draft.put(path, new, before)

    def _described(self, item: str, target: Target, entity: BundleEntity, text: str) -> str:
        """The text of a page with the description of an entity, unless that would displace a person's words."""
        path = target.path
        if says(text, entity.description):
            return text
        if path in self.described:
            self.draft.notice(item, f"second description of [[{target.id}]] in this bundle: the first is kept")
            return text
        self.described.add(path)
        if entity.expect_sha:
            if not is_expected(self.ws, self.draft, item, path, entity.expect_sha):
                return text
        elif not is_empty(text) and not (is_as_written(text) and self.ws.is_ours(path)):
            self.kept.append((item, path))
            return text
        if not is_empty(text):
            self.draft.notice(item, f"description of [[{target.id}]] replaced, it was: {description_of(text)}")
        return with_description(text, entity.description)
