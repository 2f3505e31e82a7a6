"""What a caller states without a source: entities, aliases, and claims of its own."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from ..errors import ClaimError, DataError, NameTakenError
from ..model import Claim
from ..named_tuple import NamedTuple
from ..pages.claims import format_claim
from ..pages.frontmatter import read_properties
from ..pages.names import normalize_name, slugify
from ..pages.ontology import normalize_relation
from ..pages.page import headings_of, read_page
from ..pages.page_facts import stem_of
from ..pages.properties import add_to_list
from ..pages.rendering import entity_page
from ..pages.sections import append_under
from ..store.operations import Change
from .linking import is_visible, same_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..store.workspace import Plan, Workspace


LONGEST_NAME, LONGEST_TYPE = 200, 60
"""Characters of a name, and of a type or relation: those that instructions/bundle.schema.json gives them."""


class Stated(NamedTuple):
    """What was stated, and where it stands."""

    id: str
    path: str
    state: str
    """new, updated or unchanged."""


def plan_entity(ws: Workspace, name: str, type_: str = "", aliases: Sequence[str] = ()) -> Plan:
    """The page of an entity: the one of this name and type, else a new one.

    Raises DataError for a name that is empty, and for a name, type or alias that is too long or has control characters.
    """
    name = " ".join(name.split())
    if not is_visible(name):
        raise DataError("the entity has no name", hint="give it one that can be seen")
    for what, text in (("name", name), *(("alias", alias) for alias in aliases)):
        _check_line(what, text)
    _check_line("type", type_, most=LONGEST_TYPE)
    for target in same_name(ws, name):
        if not type_ or not target.type or normalize_name(target.type) == normalize_name(type_):
            return [], "", Stated(target.id, target.path, "unchanged")
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
    text = ws.editable_text(path)
    known = {normalize_name(name) for name in (ws.page(path).title, stem_of(path), *read_properties(text).aliases)}
    if normalize_name(alias) in known:
        return [], "", Stated(own, path, "unchanged")
    new = add_to_list(text, "aliases", " ".join(alias.split()))
    return [Change(path, ws.before(path), new.encode("utf-8"))], f"alias {alias}", Stated(own, path, "updated")


def plan_claim(ws: Workspace, source: str, target: str, relation: str, confidence: float) -> Plan:
    """A claim of the caller's own, on the page of its subject.

    Raises PageNotFoundError for an unknown end, ClaimError for a confidence outside [MIN_CONFIDENCE, 1], no relation,
    or the same page at both ends, DataError for a relation that is too long.
    """
    if not 0 <= confidence <= 1:
        raise ClaimError(f"confidence {confidence:g} is outside [0, 1]")
    if confidence < ws.settings.min_confidence:
        raise ClaimError(f"confidence {confidence:g} is below MIN_CONFIDENCE {ws.settings.min_confidence:g}")
    if not relation.strip():
        raise ClaimError("no relation")
    _check_line("relation", relation, most=LONGEST_TYPE)
    start, end = ws.find(source), ws.find(target)
    if start == end:
        raise ClaimError(f"both ends are {start}")
    name, swapped = normalize_relation(relation)
    if swapped:
        start, end = end, start
    page, other = ws.page(start), ws.page(end)
    claim = Claim("", page.title, name, ws.slug_of(end), other.title, confidence)
    for placed in read_page(start, ws.editable_text(start), folder=ws.folder).claims:
        known = placed.claim
        ends = (normalize_relation(known.relation).name, known.object, known.confidence, known.evidence)
        if ends == (name, claim.object, confidence, ()):
            return [], "", Stated(ws.slug_of(start), start, "unchanged")
    text = ws.editable_text(start)
    line = format_claim(claim)
    new = append_under(text, "Claims", [line], headings=headings_of(text))
    note = f"{ws.slug_of(start)} {name} {claim.object}"
    return [Change(start, ws.before(start), new.encode("utf-8"))], note, Stated(ws.slug_of(start), start, "updated")


def _check_line(what: str, text: str, *, most: int = LONGEST_NAME) -> None:
    """Raise DataError for what no bundle could name so: too long, or with a control character that is no blank."""
    if len(text) > most:
        raise DataError(f"the {what} has {len(text):,} characters", hint=f"give one of at most {most}")
    if any(unicodedata.category(sign) == "Cc" for sign in "".join(text.split())):
        raise DataError(f"the {what} has a control character", hint="give one line of text")
