"""Checking what an agent wants applied: every fault at once, each with its place and the nearest valid thing.

The form is instructions/bundle.schema.json; here are also the rules that need no vault.  Whether quotes stand in the
source, and what a name means in the vault, is the caller's to know.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

from ...resources import read_resource
from ..text.names import fold_name
from ...text.quotes import has_words
from ...text.slugs import slugify
from .bundle_faults import explain, format_place, shown
from .bundle_values import Bundle, BundleEntity, BundleRelation, Rejection, bundle_of

MAX_DEPTH = 12


def check_bundle(value: Any) -> tuple[Rejection, ...]:
    """Everything that is wrong with a bundle, in the order of its parts; empty when it may be applied.

    Any Python value may be given.  Who goes on with the items that are not named here relies on all of them being so.
    """
    return tuple(list(_not_json(value)) or list(_not_to_schema(value)) or list(_contradictory(value)))


def _not_json(value: Any) -> Iterator[Rejection]:
    """What no JSON document can hold, or none that is to be stored; without recursion, so depth is no danger."""
    pending: list[tuple[Any, tuple[str | int, ...]]] = [(value, ())]
    while pending:
        part, path = pending.pop()
        if len(path) > MAX_DEPTH:
            yield Rejection(format_place(path[:3]), f"is nested deeper than {MAX_DEPTH} levels", None)
            return
        if isinstance(part, dict):
            if not all(isinstance(key, str) and _is_writable(key) for key in part):
                yield Rejection(format_place(path), "has a key that is no text", None)
            else:
                pending += [(item, (*path, key)) for key, item in reversed(part.items())]
        elif isinstance(part, list):
            pending += [(item, (*path, index)) for index, item in reversed(list(enumerate(part)))]
        else:
            reason = _unstorable(part)
            if reason:
                yield Rejection(format_place(path), reason, None)


def _unstorable(part: Any) -> str:
    if isinstance(part, str):
        if "\0" in part:
            return "holds a null character, which no text has"
        return "" if _is_writable(part) else "holds half of a surrogate pair, which no file can hold"
    if isinstance(part, float):
        return "" if math.isfinite(part) else "is not a finite number"
    if isinstance(part, int):
        return "" if part.bit_length() <= 64 else "is too large a number"
    return "" if part is None else f"is a {type(part).__name__}, which JSON does not know"


def _not_to_schema(value: Any) -> list[Rejection]:
    # Imported late: only `apply` comes here, and the library takes longer to load than a question to answer.
    from jsonschema import Draft202012Validator

    # The one file that pages/ reads: the schema is published, and a second copy of it in code would drift.
    schema = json.loads(read_resource("instructions/bundle.schema.json"))
    errors = Draft202012Validator(schema).iter_errors(value)
    order = {key: number for number, key in enumerate(schema["properties"])}
    found = {(path, rejection.reason): rejection for error in errors for path, rejection in explain(error)}
    # Parts in the order of the schema, unknown ones last; items by number, keys by name.
    places = sorted(
        found, key=lambda at: (order.get(at[0][0], len(order)) if at[0] else -1, [_step(step) for step in at[0]], at[1])
    )
    return [found[place] for place in places]


def _step(step: str | int) -> tuple[int, str]:
    return (step, "") if isinstance(step, int) else (-1, step)


def _contradictory(value: dict[str, Any]) -> Iterator[Rejection]:
    bundle = bundle_of(value)
    if not (bundle.summary or bundle.entities or bundle.relations or bundle.pages or bundle.withdraw):
        yield Rejection("", "holds nothing to apply: no summary, entities, relations, pages or withdraw", None)
    yield from _unquotable(bundle)
    yield from _homonyms(bundle.entities)
    yield from _self_relations(bundle)
    seen: dict[str, int] = {}
    for index, page in enumerate(bundle.pages):
        first = seen.setdefault(slugify(page.title), index)
        if first != index:
            yield Rejection(f"pages[{index}].title", f"is also the title of pages[{first}]", page.title)


def _unquotable(bundle: Bundle) -> Iterator[Rejection]:
    parts: tuple[tuple[str, Sequence[BundleEntity | BundleRelation]], ...] = (
        ("entities", bundle.entities),
        ("relations", bundle.relations),
    )
    for kind, items in parts:
        for index, item in enumerate(items):
            if not has_words(item.supporting_text):
                place = f"{kind}[{index}].supporting_text"
                yield Rejection(place, "quotes nothing: it holds no letter or digit", shown(item.supporting_text))


def _homonyms(entities: Sequence[BundleEntity]) -> Iterator[Rejection]:
    """Names that read the same and mean different things: a relation could not tell which of them it is about."""
    owners: dict[str, int] = {}
    for index, entity in enumerate(entities):
        first = owners.setdefault(fold_name(entity.name), index)
        if fold_name(entities[first].type) != fold_name(entity.type):
            reason = f"reads the same as entities[{first}].name, which is of type {entities[first].type!r}"
            yield Rejection(f"entities[{index}].name", reason, entity.name, f"{entity.name} ({entity.type})")
    for index, entity in enumerate(entities):
        for position, alias in enumerate(entity.aliases):
            owner = owners.get(fold_name(alias), index)
            if fold_name(entities[owner].name) != fold_name(entity.name):
                yield Rejection(f"entities[{index}].aliases[{position}]", f"is the name of entities[{owner}]", alias)


def _self_relations(bundle: Bundle) -> Iterator[Rejection]:
    names = {fold_name(alias): fold_name(entity.name) for entity in bundle.entities for alias in entity.aliases}
    names |= {fold_name(entity.name): fold_name(entity.name) for entity in bundle.entities}
    for index, relation in enumerate(bundle.relations):
        source, target = fold_name(relation.source), fold_name(relation.target)
        if names.get(source, source) == names.get(target, target):
            yield Rejection(f"relations[{index}].target", "is the same thing as the source", relation.target)


def _is_writable(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text)
