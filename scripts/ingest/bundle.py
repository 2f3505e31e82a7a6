"""A bundle: what an agent read in one source, and the pages it wrote.

It is checked before anything else reads it: every fault at once, each with its place and the nearest valid thing.  The
form is instructions/bundle.schema.json; here are also the rules that need no vault.  Whether quotes stand in the
source, and what a name means in the vault, is the caller's to know.
"""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..resources import read_resource
from ..text.names import fold_name
from ..text.quotes import has_words
from ..text.slugs import slugify

MAX_DEPTH = 12
_KINDS = {"boolean": "true or false", "object": "an object", "array": "a list", "string": "text", "number": "a number"}
_SHOWN_CHARACTERS = 80
_MISSING = {
    "supporting_text": "is missing: copy words of the source that say it; what is known need not be listed",
    "bundle": "is missing: entities, relations and withdraw are of one source; give the slug that `add` printed",
}

_NO_BUNDLE = "must be an object, what one source says: several bundles are several calls"


class BundleEntity(NamedTuple):
    """A thing that the source speaks of."""

    name: str
    type: str
    aliases: tuple[str, ...]
    description: str
    supporting_text: str
    expect_sha: str = ""
    """"" where the description must not take the place of a person's."""
    block: str = ""
    """Id of the passage that the quote is from; "" where any that holds it will do."""
    drop_aliases: tuple[str, ...] = ()
    """Names that its page loses."""


class BundleRelation(NamedTuple):
    """One claim of the source, between two names."""

    source: str
    target: str
    type: str
    confidence: float
    supporting_text: str
    block: str = ""
    as_text: bool = False
    """Whether the target may be words that no page has as its name."""
    valid_from: str = ""
    """Day, month or year from which on it held; "" where the source does not say."""
    valid_until: str = ""
    """The last day, month or year."""


class BundlePage(NamedTuple):
    """A page to write."""

    category: str
    title: str
    content: str
    summary: str
    expect_sha: str
    """"" for a page that must not exist yet."""


class BundleWithdrawal(NamedTuple):
    """A claim of the source that is to go."""

    source: str
    target: str
    type: str
    reason: str = ""
    """Why it does not hold; "" for one that goes without a trace."""


class Bundle(NamedTuple):
    """The input of `apply`; empty strings and tuples where it says nothing."""

    source: str
    summary: str
    entities: tuple[BundleEntity, ...]
    relations: tuple[BundleRelation, ...]
    pages: tuple[BundlePage, ...]
    withdraw: tuple[BundleWithdrawal, ...] = ()


class Fault(NamedTuple):
    """Why a part of a bundle is refused."""

    item: str
    """Where: `relations[2].confidence`; "" for the bundle as a whole."""
    reason: str
    value: Any
    """What stands there, long texts shortened; None where something is missing."""
    nearest: str = ""
    """The nearest thing that would be accepted, where there is one."""


def check_bundle(value: Any) -> tuple[Fault, ...]:
    """Everything that is wrong with a bundle, in the order of its parts; empty when it may be applied.

    Any Python value may be given.  Who goes on with the items that are not named here relies on all of them being so.
    """
    misbuilt, unstorable = _not_json(value)
    if misbuilt:
        return tuple(misbuilt)
    told = {fault.item for fault in unstorable}
    others = [fault for fault in _not_to_schema(value) if fault.item not in told]
    return (*unstorable, *others) or tuple(_contradictory(value))


def _not_json(value: Any) -> tuple[list[Fault], list[Fault]]:
    """Return why the bundle as a whole is no JSON, and which of its values none can hold, or none that is to be stored.

    Without recursion, so depth is no danger.
    """
    faults: list[Fault] = []
    pending: list[tuple[Any, tuple[str | int, ...]]] = [(value, ())]
    while pending:
        part, path = pending.pop()
        place = format_place(path[:3])
        if len(path) > MAX_DEPTH:
            return [Fault("", f"is nested deeper than {MAX_DEPTH} levels at {place}", None)], []
        if isinstance(part, dict):
            if not all(isinstance(key, str) and _is_writable(key) for key in part):
                return [Fault("", f"has a key that is no text{f' at {place}' if place else ''}", None)], []
            pending += [(item, (*path, key)) for key, item in reversed(part.items())]
        elif isinstance(part, list):
            pending += [(item, (*path, index)) for index, item in reversed(list(enumerate(part)))]
        elif reason := _unstorable(part):
            faults.append(Fault(format_place(path), reason, None))
    return [], faults


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


def _not_to_schema(value: Any) -> list[Fault]:
    from jsonschema import Draft202012Validator  # takes longer to load than a question to answer

    # The schema is published, and a second copy of it in code would drift.
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


def _contradictory(value: dict[str, Any]) -> Iterator[Fault]:
    bundle = bundle_of(value)
    if not (bundle.summary or bundle.entities or bundle.relations or bundle.pages or bundle.withdraw):
        yield Fault("", "holds nothing to apply: no summary, entities, relations, pages or withdraw", None)
    yield from _unquotable(bundle)
    yield from _homonyms(bundle.entities)
    yield from _self_relations(bundle)
    seen: dict[str, int] = {}
    for index, page in enumerate(bundle.pages):
        first = seen.setdefault(slugify(page.title), index)
        if first != index:
            yield Fault(f"pages[{index}].title", f"is also the title of pages[{first}]", page.title)


def _unquotable(bundle: Bundle) -> Iterator[Fault]:
    parts: tuple[tuple[str, Sequence[BundleEntity | BundleRelation]], ...] = (
        ("entities", bundle.entities),
        ("relations", bundle.relations),
    )
    for kind, items in parts:
        for index, item in enumerate(items):
            if not has_words(item.supporting_text):
                place = f"{kind}[{index}].supporting_text"
                yield Fault(place, "quotes nothing: it holds no letter or digit", shown(item.supporting_text))


def _homonyms(entities: Sequence[BundleEntity]) -> Iterator[Fault]:
    """Names that read the same and mean different things: a relation could not tell which of them it is about."""
    owners: dict[str, int] = {}
    for index, entity in enumerate(entities):
        first = owners.setdefault(fold_name(entity.name), index)
        if fold_name(entities[first].type) != fold_name(entity.type):
            reason = f"reads the same as entities[{first}].name, which is of type {entities[first].type!r}"
            yield Fault(f"entities[{index}].name", reason, entity.name, f"{entity.name} ({entity.type})")
    for index, entity in enumerate(entities):
        for position, alias in enumerate(entity.aliases):
            owner = owners.get(fold_name(alias), index)
            if fold_name(entities[owner].name) != fold_name(entity.name):
                yield Fault(f"entities[{index}].aliases[{position}]", f"is the name of entities[{owner}]", alias)


def _self_relations(bundle: Bundle) -> Iterator[Fault]:
    names = {fold_name(alias): fold_name(entity.name) for entity in bundle.entities for alias in entity.aliases}
    names |= {fold_name(entity.name): fold_name(entity.name) for entity in bundle.entities}
    for index, relation in enumerate(bundle.relations):
        source, target = fold_name(relation.source), fold_name(relation.target)
        if names.get(source, source) == names.get(target, target):
            yield Fault(f"relations[{index}].target", "is the same thing as the source", relation.target)


def _is_writable(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text)


# --- Faults in words --------------------------------------------------------------------------------------------------


def explain(error: Any) -> Iterator[tuple[tuple[str | int, ...], Fault]]:
    """The rejections that one ValidationError of jsonschema stands for, each with its place as a path."""
    place = tuple(error.absolute_path)
    rule, wanted, value = error.validator, error.validator_value, error.instance
    if rule == "required":
        for key in wanted:
            if key not in value:
                reason = _MISSING.get(key if place else "bundle", "is missing")
                yield (*place, key), Fault(format_place((*place, key)), reason, None)
    elif rule == "additionalProperties":
        known = list(error.schema["properties"])
        for key in value:
            if key not in known:
                reason = f"is not known here; known are {', '.join(known)}"
                path = (*place, key)
                yield path, Fault(format_place(path), reason, shown(value[key]), _most_like(key, known))
    elif not place and rule == "type":
        yield place, Fault("", _NO_BUNDLE, shown(value))
    else:
        reason, nearest = _reason(rule, wanted, value)
        yield place, Fault(format_place(place), reason, shown(value), nearest)


def format_place(path: Sequence[str | int]) -> str:
    """A place in a document: `relations[2].confidence`; keys that no bundle has are shortened."""
    place = ""
    for part in path:
        place += f"[{part}]" if isinstance(part, int) else f".{_short(part)}" if place else _short(part)
    return place


def shown(value: Any) -> Any:
    """A value as a message can show it: long texts and structures shortened."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return _short(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr))


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "\u2026"


def _reason(rule: str, wanted: Any, value: Any) -> tuple[str, str]:
    """Why a value breaks a rule of the schema, and what comes nearest to it."""
    if rule == "type":
        return f"must be {_KINDS.get(wanted, wanted)}", ""
    if rule == "enum":
        nearest = _most_like(value, wanted) if isinstance(value, str) else ""
        return f"must be one of {', '.join(wanted)}", nearest
    if rule in ("minimum", "maximum"):
        return "must be from 0 to 1", ""
    if rule in ("maxLength", "maxItems"):
        unit = "characters" if rule == "maxLength" else "items"
        return f"is too long: {len(value)} {unit}, at most {wanted}", ""
    if rule == "minLength" or (rule == "pattern" and wanted == "\\S"):
        return "is empty", ""
    if rule == "pattern":
        if wanted.startswith("^[0-9]{4}"):
            return "must be a day as 2026-03-12, a month or a year", ""
        return "must be 12 to 64 hexadecimal digits in lower case, the hash that `show` prints", ""
    if rule == "not":
        return "must be one line without control characters", _one_line(value)
    return f"breaks the rule {rule} of the schema", ""


def _most_like(text: str, choices: Sequence[str]) -> str:
    return next(iter(difflib.get_close_matches(_short(text).lower(), choices, n=1, cutoff=0.5)), "")


def _one_line(text: str) -> str:
    return _short(" ".join("".join(sign if sign.isprintable() else " " for sign in text).split()))


# --- As values --------------------------------------------------------------------------------------------------------


def bundle_of(value: dict[str, Any]) -> Bundle:
    """The values of a bundle that was checked; names and types are put on one line."""
    return Bundle(
        _line(value.get("source", "")),
        value.get("summary", "").strip(),
        tuple(_entity(item) for item in value.get("entities", ())),
        tuple(_relation(item) for item in value.get("relations", ())),
        tuple(_page(item) for item in value.get("pages", ())),
        tuple(_withdrawal(item) for item in value.get("withdraw", ())),
    )


def _entity(item: dict[str, Any]) -> BundleEntity:
    name = _line(item["name"])
    aliases = dict.fromkeys(_line(alias) for alias in item.get("aliases", ()))
    return BundleEntity(
        name,
        _line(item["type"]),
        tuple(alias for alias in aliases if alias != name),
        item.get("description", "").strip(),
        item["supporting_text"].strip(),
        item.get("expect_sha", ""),
        item.get("block", "").lstrip("^"),
        tuple(dict.fromkeys(_line(alias) for alias in item.get("drop_aliases", ()))),
    )


def _relation(item: dict[str, Any]) -> BundleRelation:
    return BundleRelation(
        _line(item["source"]),
        _line(item["target"]),
        _line(item["type"]),
        float(item["confidence"]),
        item["supporting_text"].strip(),
        item.get("block", "").lstrip("^"),
        item.get("as_text", False),
        item.get("valid_from", ""),
        item.get("valid_until", ""),
    )


def _withdrawal(item: dict[str, Any]) -> BundleWithdrawal:
    reason = _line(item.get("reason", ""))
    return BundleWithdrawal(_line(item["source"]), _line(item["target"]), _line(item["type"]), reason)


def _page(item: dict[str, Any]) -> BundlePage:
    return BundlePage(
        item["category"],
        _line(item["title"]),
        item["content"],
        _line(item.get("summary", "")),
        item.get("expect_sha", ""),
    )


def _line(text: str) -> str:
    return " ".join(text.split())
