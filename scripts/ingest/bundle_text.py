"""The text of a bundle as a value: JSON, JSON Lines or YAML.  What is wrong with the value is bundle.py's to say."""

from __future__ import annotations

import json
from typing import Any

from ..errors import BundleError
from .bundle import MAX_DEPTH

_LISTS = {"entity": "entities", "relation": "relations", "page": "pages", "withdraw": "withdraw"}
"""What a line of JSON Lines may hold one of, and the list of the bundle to which it goes."""
_HINT = "see instructions/bundle.schema.json"


def parse_bundle(text: str, path: str = "-") -> Any:
    """Return the value of a bundle's text; one that begins with a brace or a bracket is JSON, any other YAML.

    JSON Lines: objects with parts of a bundle, or with one `entity`, `relation`, `page` or `withdraw` each.
    Raises BundleError with the line.
    """
    bare = text.lstrip("\ufeff \t\r\n")
    if bare[:1] not in ("{", "["):
        return _parse_yaml(text, path)
    try:
        return json.loads(bare)
    except (ValueError, RecursionError) as err:
        is_lines = isinstance(err, json.JSONDecodeError) and err.msg == "Extra data"
        if not is_lines:
            line = text[: len(text) - len(bare)].count("\n") + getattr(err, "lineno", 0)
            raise _fault(f"not JSON: {_reason(err)}", path, line) from err
    return _parse_lines(text, path)


def _parse_lines(text: str, path: str) -> dict[str, Any]:
    bundle: dict[str, Any] = {}
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if not line.strip():
            continue
        try:
            part = json.loads(line)
        except (ValueError, RecursionError) as err:
            raise _fault(f"not JSON: {_reason(err)}", path, number) from err
        if not isinstance(part, dict):
            raise _fault("a line must be an object", path, number)
        for key, value in part.items():
            name = str(_LISTS.get(key, key))
            if name in _LISTS.values():
                bundle.setdefault(name, []).extend(value if isinstance(value, list) else [value])
            elif bundle.setdefault(name, value) != value:
                raise _fault(f"{name!r} is given twice, and one bundle holds what one source says", path, number)
    return bundle


def _reason(err: ValueError | RecursionError) -> str:
    if isinstance(err, json.JSONDecodeError):
        return err.msg
    # Python reads no number of more than 4,300 digits.
    return "nested too deeply" if isinstance(err, RecursionError) else "a number has too many digits"


def _parse_yaml(text: str, path: str) -> Any:
    import yaml  # takes longer to load than most bundles to read

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        depth = 0
        for event in yaml.parse(text, Loader=loader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            # A few anchors can stand for gigabytes, and what is nested is loaded by recursion.
            what = "nested too deeply" if depth > MAX_DEPTH else "anchors of YAML are not taken"
            if getattr(event, "anchor", None) or depth > MAX_DEPTH:
                raise _fault(what, path, event.start_mark.line + 1 if event.start_mark else 0)
        value = yaml.load(text, Loader=loader)
    except yaml.YAMLError as err:
        mark = getattr(err, "problem_mark", None)
        reason = getattr(err, "problem", None) or "it cannot be read"
        raise _fault(f"neither JSON nor YAML: {reason}", path, mark.line + 1 if mark else 0) from err
    # All values are texts, so that a name may be `on` or `2024`; only these two of a relation are none.
    relations = value.get("relations") if isinstance(value, dict) else None
    for relation in relations if isinstance(relations, list) else ():
        if isinstance(relation, dict) and "confidence" in relation:
            relation["confidence"] = _number(relation["confidence"])
        if isinstance(relation, dict) and relation.get("as_text") in ("true", "false"):
            relation["as_text"] = relation["as_text"] == "true"
    return value


def _number(text: Any) -> Any:
    try:
        return float(text)
    except (TypeError, ValueError):
        return text


def _fault(what: str, path: str, line: int) -> BundleError:
    return BundleError(what, path=path, line=line, hint=_HINT)
