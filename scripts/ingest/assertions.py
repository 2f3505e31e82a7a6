"""What a caller states without a source: entities, aliases, and claims of its own."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..errors import ClaimError, DataError, EditingPage, NameTakenError
from ..pages.kept_lines import CLAIMS
from ..pages.knowledge.claim_line import format_claim
from ..pages.knowledge.relation_names import canonical_claim, normalize_relation
from ..pages.markdown.sections import append_under
from ..pages.page import headings_of, read_page
from ..pages.page_facts import category_of, stem_of
from ..pages.page_model import Claim
from ..pages.rendering import entity_page
from ..pages.text.names import normalize_name
from ..pages.yaml.frontmatter import read_properties
from ..pages.yaml.properties import add_to_list
from ..store.operations import Change
from ..store.sound_pages import sound_text
from ..text.slugs import slugify
from .linking import KNOWLEDGE, is_visible, same_name

if TYPE_CHECKING:
    from ..pages.page_model import PlacedClaim
    from ..store.workspace import Plan, Workspace


LONGEST_NAME, LONGEST_TYPE = 200, 60
"""Characters of a name, and of a type or relation: those that instructions/bundle.schema.json gives them."""
_KNOWLEDGE = f"{', '.join(KNOWLEDGE[:-1])} or {KNOWLEDGE[-1]}"


class Stated(NamedTuple):
    """What was stated, and where it stands."""

    id: str
    path: str
    state: str
    """new, updated or unchanged."""


def plan_entity(ws: Workspace, name: str, type_: str = "", aliases: Sequence[str] = ()) -> Plan:
    """The page of an entity: the one of this name and type, else a new one.

    Raises DataError for a name that is empty, and for a name, type or alias that is too long or has control characters,
    NameTakenError for an alias of a new page that is another page's name.
    """
    name, type_ = " ".join(name.split()), " ".join(type_.split())
    if not is_visible(name):
        raise DataError("the entity has no name", hint="give it one that can be seen")
    for what, text in (("name", name), *(("alias", alias) for alias in aliases)):
        _check_line(what, text)
    _check_line("type", type_, most=LONGEST_TYPE)
    for target in same_name(ws, name):
        if not type_ or not target.type or normalize_name(target.type) == normalize_name(type_):
            return [], "", Stated(target.id, target.path, "unchanged")
    for alias in aliases:
        others = same_name(ws, alias)
        if others:
            raise NameTakenError(alias, others[0].path)
    path = ws.new_path("entities", name, suffix=slugify(type_ or "entity"))
    text = entity_page(name, type=type_, aliases=tuple(aliases), created=ws.today(), updated=ws.today())
    return [Change(path, None, text.encode("utf-8"))], f"entity {name}", Stated(stem_of(path), path, "new")


def plan_alias(ws: Workspace, page: str, alias: str) -> Plan:
    """Another name for a page.  Raises NameTakenError when it is a different page's, DataError when it is none."""
    path = ws.find(page)
    own = ws.slug_of(path)
    if not is_visible(alias):
        raise DataError("the alias is empty", path=path, hint="give a name that can be seen")
    _check_line("alias", alias)
    others = [target for target in same_name(ws, alias) if target.id != own]
    if others:
        raise NameTakenError(alias, others[0].path)
    text = sound_text(ws, path)
    known = {normalize_name(name) for name in (ws.page(path).title, stem_of(path), *read_properties(text).aliases)}
    if normalize_name(alias) in known:
        return [], "", Stated(own, path, "unchanged")
    with EditingPage(path):
        new = add_to_list(text, "aliases", " ".join(alias.split()))
    return [Change(path, ws.before(path), new.encode("utf-8"))], f"alias {alias}", Stated(own, path, "updated")


def plan_claim(ws: Workspace, source: str, target: str, relation: str, confidence: float) -> Plan:
    """A claim of the caller's own, on the page of its subject; claimed again it has the confidence given last.

    Raises PageNotFoundError for an unknown end, ClaimError for a confidence outside [MIN_CONFIDENCE, 1], no relation,
    an end of which nothing can be claimed, the same page at both ends, or a page on which the claim would not be read,
    DataError for a relation that is too long.
    """
    if not 0 <= confidence <= 1:
        raise ClaimError(f"confidence {confidence:g} is outside [0, 1]")
    if confidence < ws.settings.min_confidence:
        raise ClaimError(f"confidence {confidence:g} is below MIN_CONFIDENCE {ws.settings.min_confidence:g}")
    start, name, end = ends_of_claim(ws, source, target, relation)
    claim = Claim("", ws.page(start).title, name, ws.slug_of(end), ws.page(end).title, confidence)
    text = sound_text(ws, start)
    new = text
    for placed in reversed(_stated(ws, start, text, claim)):
        # What a person has written in another way stays as it is.
        if text[placed.start : placed.end] == format_claim(placed.claim):
            line = format_claim(placed.claim._replace(confidence=confidence))
            new = new[: placed.start] + line + new[placed.end :]
    if not _has(confidence, _stated(ws, start, new, claim)):
        new = append_under(text, CLAIMS, [format_claim(claim)], headings=headings_of(text))
    if new == text:
        return [], "", Stated(ws.slug_of(start), start, "unchanged")
    if not _has(confidence, _stated(ws, start, new, claim)):
        raise ClaimError("it would not be read on this page", path=start, hint="claim it of another page")
    note = f"{ws.slug_of(start)} {name} {claim.object}"
    return [Change(start, ws.before(start), new.encode("utf-8"))], note, Stated(ws.slug_of(start), start, "updated")


def ends_of_claim(ws: Workspace, source: str, target: str, relation: str) -> tuple[str, str, str]:
    """A claim between two pages as the graph has it, its ends as paths.  Raises what plan_claim does."""
    if not relation.strip():
        raise ClaimError("no relation")
    _check_line("relation", relation, most=LONGEST_TYPE)
    ends = [ws.find(source), ws.find(target)]
    if ends[0] == ends[1]:
        raise ClaimError(f"both ends are {ends[0]}")
    for path in ends:
        category = category_of(path, ws.folder)
        if path in ws.catalog or category not in KNOWLEDGE:
            what = "generated" if path in ws.catalog else f"one of {category}"
            raise ClaimError(f"an end of it is {what}", path=path, hint=f"name a page of {_KNOWLEDGE}")
    return canonical_claim(ends[0], relation, ends[1])


def _stated(ws: Workspace, path: str, text: str, claim: Claim) -> list[PlacedClaim]:
    """Where a page of this text makes the claim, with any confidence and without evidence."""
    wanted = (claim.relation, False), claim.object
    return [
        placed
        for placed in read_page(path, text, folder=ws.folder).claims
        if (normalize_relation(placed.claim.relation), placed.claim.object) == wanted
        and not (placed.claim.subject or placed.claim.evidence)
    ]


def _has(confidence: float, stated: Sequence[PlacedClaim]) -> bool:
    return any(placed.claim.confidence == confidence for placed in stated)


def _check_line(what: str, text: str, *, most: int = LONGEST_NAME) -> None:
    """Raise DataError for what no bundle could name so: too long, or with a control character that is no blank."""
    if len(text) > most:
        raise DataError(f"the {what} has {len(text):,} characters", hint=f"give one of at most {most}")
    if any(unicodedata.category(sign) == "Cc" for sign in "".join(text.split())):
        raise DataError(f"the {what} has a control character", hint="give one line of text")
