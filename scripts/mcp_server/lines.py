"""What one line of a client holds, before the library sees it: messages to pass on, or what is wrong with it.

Nothing here knows what a message means.  The library drops what it cannot read, and its client waits for ever.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .. import regex as re
from ..named_tuple import NamedTuple

if TYPE_CHECKING:
    from typing import NoReturn

    Message = dict[str, Any]

PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS = -32700, -32600, -32602
MAX_DEPTH = 100
"""Levels of a message: what reads it calls itself for each."""

_PARTS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]|[^"\[\]{}]+', re.DOTALL)


class Line(NamedTuple):
    """One line, read."""

    messages: tuple[Message, ...]
    """What is to be passed on."""
    faults: tuple[Message, ...]
    """Replies to what is not."""
    is_batch: bool


def read_line(raw: bytes) -> Line:
    """The messages of one line of JSON-RPC, and replies to what is none; a line of blanks holds nothing.

    Each reply has the id of its message where that can be known, else null.  Answers of the client are left out: it was
    asked nothing.  So are notifications with wrong parameters, which JSON-RPC forbids to answer.
    """
    try:
        text = raw.decode("utf-8").strip(" \t\r\n")
        value = json.loads(text, parse_constant=_no_json) if text else []
    except (UnicodeDecodeError, json.JSONDecodeError) as err:
        return Line((), (_error(None, PARSE_ERROR, f"not a line of JSON in UTF-8: {err}"),), False)
    except (RecursionError, ValueError):
        why = f"nested deeper than {MAX_DEPTH} levels, or a number of too many digits"
        return Line((), (_error(_id_of(_outermost(text)), INVALID_REQUEST, why),), False)
    if value == [] and text:
        return Line((), (_error(None, INVALID_REQUEST, "an empty batch"),), False)
    each = value if isinstance(value, list) else [value]
    judged = [(message, _fault(message)) for message in each if not _is_to_be_ignored(message)]
    return Line(
        tuple(message for message, fault in judged if not fault),
        tuple(fault for _, fault in judged if fault),
        isinstance(value, list),
    )


def _no_json(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is no number of JSON", name, 0)


def _error(wanted: str | int | None, code: int, message: str) -> Message:
    return {"jsonrpc": "2.0", "id": wanted, "error": {"code": code, "message": message}}


def _is_to_be_ignored(message: Any) -> bool:
    if not isinstance(message, dict):
        return False
    if "method" not in message:
        return "result" in message or "error" in message
    return "id" not in message and isinstance(message["method"], str) and not _has_parameters(message)


def _has_parameters(message: Message) -> bool:
    return isinstance(message.get("params"), dict | None)


def _fault(message: Any) -> Message | None:
    """The reply to what is no message; None for one that is."""
    if not isinstance(message, dict):
        return _error(None, INVALID_REQUEST, "a message is an object")
    wanted = _id_of(message)
    why = ""
    if message.get("jsonrpc") != "2.0":
        why = 'jsonrpc must be "2.0"'
    elif "id" in message and wanted is None:
        why = "id must be a string or an integer"
    elif not isinstance(message.get("method"), str):
        why = "method must be a string"
    elif not _has_parameters(message):
        return _error(wanted, INVALID_PARAMS, "params must be an object")
    elif _depth(message) > MAX_DEPTH:
        why = f"nested deeper than {MAX_DEPTH} levels"
    elif not _is_text(json.dumps(message, ensure_ascii=False)):
        why = "a string holds half of a surrogate pair: \\ud800 to \\udfff stand for a character in pairs only"
    return _error(wanted, INVALID_REQUEST, why) if why else None


def _id_of(message: Any) -> str | int | None:
    wanted = message.get("id") if isinstance(message, dict) else None
    if isinstance(wanted, str):
        return wanted if _is_text(wanted) else None
    return wanted if isinstance(wanted, int) and not isinstance(wanted, bool) else None


def _is_text(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _depth(value: Message) -> int:
    """Levels of arrays and objects, counted without a call for each."""
    level, depth = list[Any]([value]), 0
    while level:
        depth += 1
        inner = [part.values() if isinstance(part, dict) else part for part in level]
        level = [each for part in inner for each in part if isinstance(each, dict | list)]
    return depth


def _outermost(text: str) -> Any:
    """A message without what is nested in it, so that its id is read however deep that is; None if there is none."""
    depth, kept = 0, list[str]()
    for found in _PARTS.finditer(text):
        part = found[0]
        depth -= part in ("]", "}")
        if depth == 1 and part in ("[", "{"):
            kept.append("null")
        elif depth < 2 and not (depth == 1 and part in ("]", "}")):
            kept.append(part)
        depth += part in ("[", "{")
    try:
        return json.loads("".join(kept))
    except ValueError:
        return None
