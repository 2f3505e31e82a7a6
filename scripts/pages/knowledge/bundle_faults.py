"""What a fault against the bundle's schema means, in words, with the nearest thing that would be accepted."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ...similarity import best_matches
from .bundle_values import Rejection

_KINDS = {"object": "an object", "array": "a list", "string": "text", "number": "a number"}
_SHOWN_CHARACTERS = 80
_MISSING = {
    "supporting_text": "is missing: copy words of the source that say it; what is known need not be listed",
    "bundle": "is missing: entities, relations and withdraw are of one source; give the slug that `add` printed",
}

_NO_BUNDLE = "must be an object, what one source says: several bundles are several calls"


def explain(error: Any) -> Iterator[tuple[tuple[str | int, ...], Rejection]]:
    """The rejections that one ValidationError of jsonschema stands for, each with its place as a path."""
    place = tuple(error.absolute_path)
    rule, wanted, value = error.validator, error.validator_value, error.instance
    if rule == "required":
        for key in wanted:
            if key not in value:
                reason = _MISSING.get(key if place else "bundle", "is missing")
                yield (*place, key), Rejection(format_place((*place, key)), reason, None)
    elif rule == "additionalProperties":
        known = list(error.schema["properties"])
        for key in value:
            if key not in known:
                reason = f"is not known here; known are {', '.join(known)}"
                path = (*place, key)
                yield path, Rejection(format_place(path), reason, shown(value[key]), _most_like(key, known))
    elif not place and rule == "type":
        yield place, Rejection("", _NO_BUNDLE, shown(value))
    else:
        reason, nearest = _reason(rule, wanted, value)
        yield place, Rejection(format_place(place), reason, shown(value), nearest)


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
    return _short(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


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
        return "must be 12 to 64 hexadecimal digits in lower case, the hash that `show` prints", ""
    if rule == "not":
        return "must be one line without control characters", _one_line(value)
    return f"breaks the rule {rule} of the schema", ""


def _most_like(text: str, choices: Sequence[str]) -> str:
    best = best_matches(_short(text).lower(), choices, limit=1, cutoff=0.5)
    return best[0].choice if best else ""


def _one_line(text: str) -> str:
    return _short(" ".join("".join(sign if sign.isprintable() else " " for sign in text).split()))
