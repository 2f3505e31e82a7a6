"""Where the parts of a JSON text stand, so that one is added or taken out and every other byte stays.

Reads comments, and commas before a closing bracket, which clients allow in their settings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

MOST_NESTED = 100
"""More is no file of settings."""

_BLANK = re.compile(r"(?:[ \t\r\n\ufeff]|//[^\n]*|/\*[\s\S]*?\*/)*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"[-+.\w]+")


class Part(NamedTuple):
    """A value of a JSON text and its place."""

    start: int
    end: int
    members: tuple[Member, ...] | None
    """Those of an object or an array; None for any other value."""
    is_object: bool = False

    def get(self, name: str) -> Part | None:
        """Return the value of the last member of this name, as every reader of JSON does."""
        return {member.name: member.value for member in self.members or ()}.get(name) if self.is_object else None


class Member(NamedTuple):
    """A member of an object, or an element of an array, whose name is ""."""

    name: str
    start: int
    """Where its name begins; that of an element is where its value does."""
    value: Part


def parse_places(text: str) -> Part:
    """Return the value of a JSON text with the places of all its parts.  Raises ValueError with the line."""
    part = _value(text, _skip(text, 0), 0)
    if _skip(text, part.end) != len(text):
        raise _fault(text, part.end, "something after the end")
    return part


def append_member(text: str, container: Part, name: str, value: Any) -> str:
    """Return the text with one more member at the end of an object or array (name "")."""
    members = container.members or ()
    line_start = text.rfind("\n", 0, members[-1].start if members else container.start) + 1
    indent = re.match(r"[ \t]*", text[line_start:])
    written = json.dumps(value, indent=2, ensure_ascii=False).replace("\n", "\n" + (indent[0] if indent else ""))
    if name:
        written = f"{json.dumps(name)}: {written}"
    if not members:
        return text[: container.start + 1] + written + text[container.start + 1 :]
    is_on_own_line = not text[line_start : members[-1].start].strip(" \t")
    gap = text[line_start - 1 : members[-1].start] if is_on_own_line and line_start else " "
    end = members[-1].value.end
    return f"{text[:end]},{gap}{written}{text[end:]}"


def cut_members(text: str, cuts: Iterable[tuple[Part, Collection[int]]]) -> str:
    """Return the text without some members: what append_member made of a text becomes that text again.

    cuts: containers, none within a member that goes, and the places of those of their members that go.
    """
    spans = sorted(span for container, places in cuts for span in _spans(container, places))
    pieces, done = [], 0
    for start, end in spans:
        pieces.append(text[done:start])
        done = end
    return "".join([*pieces, text[done:]])


def _spans(container: Part, places: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield what goes with some members of a container: one comma each, of the neighbor that stays."""
    members = container.members or ()
    first = next((place for place in range(len(members)) if place not in places), None)
    if first is None:
        yield members[0].start, members[-1].value.end
        return
    if first:
        yield members[0].start, members[first].start
    yield from ((members[place - 1].value.end, members[place].value.end) for place in sorted(places) if place > first)


def _value(text: str, at: int, depth: int) -> Part:
    if depth > MOST_NESTED:
        raise _fault(text, at, "nested too deep")
    if text[at : at + 1] in ("{", "["):
        return _container(text, at, depth)
    found = _STRING.match(text, at) or _SCALAR.match(text, at)
    if found is None:
        raise _fault(text, at, "no value")
    try:
        json.loads(found[0])
    except ValueError as err:
        raise _fault(text, at, "no value") from err
    return Part(at, found.end(), None)


def _container(text: str, start: int, depth: int) -> Part:
    is_object = text[start] == "{"
    closing = "}" if is_object else "]"
    members: list[Member] = []
    at = _skip(text, start + 1)
    while text[at : at + 1] != closing:
        name, begins = "", at
        if is_object:
            found = _STRING.match(text, at)
            if found is None:
                raise _fault(text, at, "no name of a member")
            name = json.loads(found[0], strict=False)
            at = _skip(text, found.end())
            if text[at : at + 1] != ":":
                raise _fault(text, at, "no colon")
            at = _skip(text, at + 1)
        value = _value(text, at, depth + 1)
        members.append(Member(name, begins, value))
        at = _skip(text, value.end)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != closing:
            raise _fault(text, at, f"no comma and no {closing}")
    return Part(start, at + 1, tuple(members), is_object)


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _fault(text: str, at: int, what: str) -> ValueError:
    return ValueError(f"line {text.count(chr(10), 0, at) + 1}: {what}")
