"""What a program states without a source: entities, aliases, and claims of its own."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import ClaimError, DataError, EditingPage, NameTakenError
from ..index_store.port import IndexReader
from ..look.lookup import find_page
from ..model import Claim, PageRow
from ..text.claims import format_claim
from ..text.editing import append_under
from ..text.kept_lines import CLAIMS
from ..text.names import normalize_name, stem_of
from ..text.ontology import MAX_RELATION_CHARACTERS, canonical_claim, normalize_relation
from ..text.page import read_page
from ..text.properties import add_to_list
from ..text.slugs import slugify
from ..text.templates import entity_page
from ..wiki_store.working_copy import Plan, WorkingCopy
from .entities import KNOWLEDGE, new_page_path, same_name

MAX_NAME_CHARACTERS, MAX_TYPE_CHARACTERS = 200, 60
"""Those that instructions/bundle.schema.json gives them."""


class StatedReceipt(NamedTuple):
    """What was stated, and where it stands."""

    id: str
    path: str
    state: str
    """new, updated or unchanged."""


def plan_entity(
    copy: WorkingCopy, reader: IndexReader, name: str, type: str = "", aliases: Sequence[str] = (), *, today: str
) -> Plan[StatedReceipt]:
    """Make the page of an entity, unless there is one of this name and type.

    Raises DataError for a name that is empty, and for a name, type or alias that is too long or has control characters,
    NameTakenError for an alias of a new page that is another page's name.
    """
    name, type = " ".join(name.split()), " ".join(type.split())
    if not _is_visible(name):
        raise DataError("the entity has no name", hint="give it one that can be seen")
    for what, text in (("name", name), *(("alias", alias) for alias in aliases)):
        _check_line(what, text)
    _check_line("type", type, most=MAX_TYPE_CHARACTERS)
    for target in same_name(reader, name):
        if not type or not target.type or normalize_name(target.type) == normalize_name(type):
            return Plan(StatedReceipt(target.id, target.path, "unchanged"))
    for alias in aliases:
        others = same_name(reader, alias)
        if others:
            raise NameTakenError(alias, others[0].path)
    path = new_page_path(copy, reader, "entities", name, suffix=slugify(type or "entity"))
    copy.put(path, entity_page(name, type=type, aliases=tuple(aliases), created=today, updated=today))
    return Plan(StatedReceipt(stem_of(path), path, "new"), f"entity {name}")


def plan_alias(copy: WorkingCopy, reader: IndexReader, page: str, alias: str) -> Plan[StatedReceipt]:
    """Give a page another name.  Raises NameTakenError when it is a different page's, DataError when it is none."""
    row = find_page(reader, page)
    if not _is_visible(alias):
        raise DataError("the alias is empty", path=row.path, hint="give a name that can be seen")
    _check_line("alias", alias)
    others = [target for target in same_name(reader, alias) if target.path != row.path]
    if others:
        raise NameTakenError(alias, others[0].path)
    text = copy.sound(row.path)
    known = {normalize_name(name) for name in (row.title, stem_of(row.path), *copy.page(row.path).aliases)}
    if normalize_name(alias) in known:
        return Plan(StatedReceipt(row.node, row.path, "unchanged"))
    with EditingPage(row.path):
        copy.put(row.path, add_to_list(text, "aliases", " ".join(alias.split())))
    return Plan(StatedReceipt(row.node, row.path, "updated"), f"alias {alias}")


def plan_claim(
    copy: WorkingCopy,
    reader: IndexReader,
    source: str,
    target: str,
    relation: str,
    confidence: float,
    *,
    min_confidence: float,
) -> Plan[StatedReceipt]:
    """Write a claim of the caller's own on the page of its subject; claimed again it has the confidence given last.

    Raises PageNotFoundError for an unknown end, ClaimError for a confidence outside [MIN_CONFIDENCE, 1], no relation,
    an end of which nothing can be claimed, the same page at both ends, or a page on which the claim would not be read,
    DataError for a relation that is too long.
    """
    if not 0 <= confidence <= 1:
        raise ClaimError(f"confidence {confidence:g} is outside [0, 1]")
    if confidence < min_confidence:
        raise ClaimError(f"confidence {confidence:g} is below MIN_CONFIDENCE {min_confidence:g}")
    start, name, end = ends_of_claim(reader, source, target, relation)
    claim = Claim("", start.title, name, end.node, end.title, 0, 0, 0, confidence)
    text = new = copy.sound(start.path)
    for stated in reversed(_stated(copy, start.path, text, claim)):
        # What a person has written in another way stays as it is.
        if text[stated.start : stated.end] == format_claim(stated):
            new = new[: stated.start] + format_claim(stated._replace(confidence=confidence)) + new[stated.end :]
    if not _has(confidence, _stated(copy, start.path, new, claim)):
        new = append_under(text, CLAIMS, [format_claim(claim)])
    if new == text:
        return Plan(StatedReceipt(start.node, start.path, "unchanged"))
    if not _has(confidence, _stated(copy, start.path, new, claim)):
        raise ClaimError("it would not be read on this page", path=start.path, hint="claim it of another page")
    copy.put(start.path, new)
    return Plan(StatedReceipt(start.node, start.path, "updated"), f"{start.node} {name} {claim.object}")


def ends_of_claim(reader: IndexReader, source: str, target: str, relation: str) -> tuple[PageRow, str, PageRow]:
    """Return a claim between two pages as the graph has it.  Raises what plan_claim does."""
    if not relation.strip():
        raise ClaimError("no relation")
    _check_line("relation", relation, most=MAX_RELATION_CHARACTERS)
    ends = find_page(reader, source), find_page(reader, target)
    if ends[0] == ends[1]:
        raise ClaimError(f"both ends are {ends[0].path}")
    for row in ends:
        if row.category not in KNOWLEDGE:
            known = f"{', '.join(KNOWLEDGE[:-1])} or {KNOWLEDGE[-1]}"
            raise ClaimError(f"an end of it is one of {row.category}", path=row.path, hint=f"name a page of {known}")
    return canonical_claim(ends[0], relation, ends[1])


def _stated(copy: WorkingCopy, path: str, text: str, claim: Claim) -> list[Claim]:
    """Return where a page of this text makes the claim, with any confidence and without evidence."""
    wanted = (claim.relation, False), claim.object
    return [
        stated
        for stated in read_page(path, text, folder=copy.folder).claims
        if (normalize_relation(stated.relation), stated.object) == wanted and not (stated.subject or stated.evidence)
    ]


def _has(confidence: float, stated: Sequence[Claim]) -> bool:
    return any(claim.confidence == confidence for claim in stated)


def _is_visible(name: str) -> bool:
    """Tell whether a name holds a character that is neither blank nor invisible."""
    return any(sign.isprintable() and not sign.isspace() for sign in name)


def _check_line(what: str, text: str, *, most: int = MAX_NAME_CHARACTERS) -> None:
    """Raise DataError for what no bundle could name so: too long, or with a control character that is no blank."""
    if len(text) > most:
        raise DataError(f"the {what} has {len(text):,} characters", hint=f"give one of at most {most}")
    if any(unicodedata.category(sign) == "Cc" for sign in "".join(text.split())):
        raise DataError(f"the {what} has a control character", hint="give one line of text")
