"""Editing the properties of a page by span: no other byte of the page changes.

A property is written anew as a whole; scalars in it that stay are written as they were.  A block that is not plain
enough to be edited safely is refused: invalid YAML, duplicate keys, JSON, aliases.  Every edit is read again before it
is returned, and refused if the properties are not exactly the intended ones.

A property is found by its exact name, else by its name without regard to case.

Values are written as Obsidian writes them.  Its library leaves some strings plain that YAML 1.1 readers take for
booleans, numbers or merge keys (`yes`, `12:30`, `<<`): those are quoted here, so that all readers agree.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

import yaml

from ..errors import EditRefusedError
from .frontmatter import Node, UnreadableError, block_span, read_scalar, read_tree, split
from .spans import newline_near

_COLON = re.compile(r"[ \t]*:")
# Not what str.strip takes: no-break spaces and exotic line breaks are content.
_BLANKS = " \t\r\n"
_DASH = re.compile(r"([ \t]*)-([ \t]*)")


def set_property(text: str, key: str, value: Value) -> str:
    """Give a property a value: a scalar, a list of scalars, or None for nothing after the colon.

    A missing property is appended, a missing block created.
    """
    wanted = _checked(key, value)
    return _changed(text, key, lambda _: wanted)


def add_properties(text: str, properties: Mapping[str, Value]) -> str:
    """Give a page several properties, in their order."""
    for key, value in properties.items():
        text = set_property(text, key, value)
    return text


def add_to_list(text: str, key: str, *values: Scalar) -> str:
    """Append values to a list property, each unless it is there; a single value becomes a list, nothing becomes one."""
    _checked(key, values)

    def joined(current: Any) -> Any:
        if isinstance(current, dict):
            raise EditRefusedError(f"property {key!r} is not a list")
        items = current if isinstance(current, list) else [] if current in (None, _MISSING) else [current]
        # As _same has it.
        there = set(map(repr, items))
        new = [*{repr(value): value for value in values if repr(value) not in there}.values()]
        return [*items, *new] if new else current

    return _changed(text, key, joined) if values else text


def remove_from_list(text: str, key: str, *values: Scalar) -> str:
    """Take values out of a list property, however often they are there; an emptied list is written `[]`.

    A property that is one of them becomes empty.
    """
    gone = set(map(repr, values))

    def left(current: Any) -> Any:
        if isinstance(current, list):
            return [item for item in current if repr(item) not in gone]
        return None if repr(current) in gone else current

    return _changed(text, key, left)


_MISSING: Any = object()
"""The value of a property that is not there."""


def _changed(text: str, key: str, change: Callable[[Any], Any]) -> str:
    """Return the page with what change makes of the value of a property, or of _MISSING."""
    draft = read_draft(text)
    name = draft.name_like(key) if draft else None
    current = draft.values[name] if draft and name is not None else _MISSING
    wanted = change(current)
    if _same(current, wanted):
        return text
    if draft is None:
        return _create(text, key, wanted)
    if name is None:
        return _commit(draft, append_property(draft, key, wanted), {**draft.values, key: wanted})
    return _commit(draft, replace_value(draft, name, wanted), {**draft.values, name: wanted})


def remove_property(text: str, key: str) -> str:
    """Delete the lines of a property; comment lines below it and an emptied block stay."""
    draft = read_draft(text)
    name = draft.name_like(key) if draft else None
    if draft is None or name is None:
        return text
    rest = {other: value for other, value in draft.values.items() if other != name}
    entry = draft.entry(name)
    return _commit(draft, draft.block[: entry.line_start] + draft.block[entry.next_line :], rest)


def _checked(key: str, value: Any) -> Any:
    """Return the value as it will be read back: tuples as lists; nested and foreign values are refused."""
    if not key or key != key.strip():
        raise EditRefusedError(f"{key!r} is no name for a property")
    items = list(value) if isinstance(value, (list, tuple)) else [value]
    for item in items:
        if item is not None and not isinstance(item, (str, int, float)):
            raise EditRefusedError(f"property {key!r} can hold text, numbers, booleans and lists of them, not {item!r}")
    return items if isinstance(value, (list, tuple)) else value


def _same(one: Any, other: Any) -> bool:
    # By representation: 1, 1.0 and True differ, NaN equals itself, and the order of names counts.
    return repr(one) == repr(other)


def _create(text: str, key: str, value: Any) -> str:
    found = split(text)
    if found.issues:
        raise EditRefusedError(found.issues[0].message, line=found.issues[0].line)
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    newline = newline_near(text, 0)
    created = mark + format_properties({key: value}, newline=newline) + text[len(mark) :]
    written = split(created)
    if not _same(written.properties, {key: value}) or created[written.body_start :] != text[len(mark) :]:
        raise EditRefusedError(f"property {key!r} cannot be written so that it reads back the same")
    return created


def _commit(draft: Draft, block: str, intended: dict[str, Any]) -> str:
    """Return the page with the new block, after reading it back."""
    changed = draft.text[: draft.start] + block + draft.text[draft.end :]
    end = draft.start + len(block)
    written = None
    if block_span(changed) == (draft.start, end, draft.body_start - draft.end + end):
        with suppress(EditRefusedError):
            written = read_draft(changed)
    if written is None or not _same(written.values, intended):
        raise EditRefusedError("the properties would not read back as intended", line=2)
    return changed


class Entry(NamedTuple):
    """One property in the block."""

    key: Node
    value: Node
    line_start: int
    colon_end: int
    end: int
    """Of the content, without the line break or what a comment adds."""
    next_line: int


class Draft(NamedTuple):
    """A block open for editing."""

    text: str
    start: int
    end: int
    body_start: int
    block: str
    root: Node | None
    """None where the block is empty."""
    values: dict[str, Any]

    def name_like(self, key: str) -> str | None:
        """Return the property of this name, or of this name but for case."""
        if key in self.values:
            return key
        folded = key.lower()
        return next((name for name in self.values if name.lower() == folded), None)

    def entry(self, name: str) -> Entry:
        """Return where a property stands; refused for a form that cannot be spliced."""
        assert self.root is not None
        index = [*self.values].index(name)
        key, value = self.root.children[2 * index : 2 * index + 2]
        line_start = self.block.rfind("\n", 0, key.start) + 1
        colon = _COLON.match(self.block, key.end)
        if colon is None or self.block[line_start : key.start].strip(" "):
            raise EditRefusedError(f"property {name!r} is not written as `name: value`", line=self.line(key.start))
        end = max(colon.end(), len(self.block[: value.end].rstrip(_BLANKS)))
        return Entry(key, value, line_start, colon.end(), end, _next_line(self.block, end))

    def line(self, offset: int) -> int:
        """Return the line of the page that an offset is on."""
        return self.text.count("\n", 0, self.start + offset) + 1

    def newline_before(self, offset: int) -> str:
        """Return the line break that the line before an offset ends with."""
        return "\r\n" if self.text.endswith("\r\n", 0, self.start + offset) else "\n"


def read_draft(text: str) -> Draft | None:
    """Return the properties of a page for editing, None without any; raise EditRefusedError where they must not be."""
    span = block_span(text)
    if span is None:
        return None
    start, end, body_start = span
    block = text[start:end]
    try:
        root = read_tree(block)
        if root is not None and root.style == "[":
            raise UnreadableError("they are JSON")
    except UnreadableError as err:
        raise EditRefusedError(f"the properties cannot be read: {err.reason}", line=err.line) from err
    return Draft(text, start, end, body_start, block, root, root.value if root else {})


def append_property(draft: Draft, key: str, value: Any) -> str:
    """Return the block with one more property at its end."""
    newline = draft.newline_before(draft.end - draft.start)
    lines = property_lines(key, value, dash=_dash_like_siblings(draft))
    return draft.block + "".join(line + newline for line in lines)


def replace_value(draft: Draft, name: str, value: Any) -> str:
    """Return the block with another value for a property; a comment on the line of its name stays."""
    entry, block = draft.entry(name), draft.block
    old, before = entry.value, draft.values[name]
    newline = draft.newline_before(_next_line(block, entry.colon_end))
    if old.children and not old.style and isinstance(value, list) and _same(value[: len(before)], before):
        newline, dash = draft.newline_before(entry.next_line), _dash_of(block, old)
        added = "".join(item_line(item, dash) + newline for item in value[len(before) :])
        return block[: entry.next_line] + added + block[entry.next_line :]
    is_below = old.start > _content_end(block, entry.colon_end)
    comment_start = entry.colon_end if is_below else entry.end
    comment = block[comment_start : _content_end(block, comment_start)].rstrip(_BLANKS)
    # What stays is written as it is; what goes over several lines is written anew.
    nodes, values = (old.children, before) if old.kind == "list" else ((old,), [before])
    sources = {
        repr(said): block[node.start : node.end]
        for node, said in zip(nodes, values)
        if node.kind == "scalar" or node.style == "["
    }
    sources = {said: source for said, source in sources.items() if source and "\n" not in source}
    below: list[str] = []
    if not isinstance(value, list):
        inline = yaml_scalar(value)
    elif not value or (old.kind == "list" and old.style and old.children):
        items = (sources.get(repr(item)) or yaml_scalar(item, in_flow=True) for item in value)
        inline = f"[{', '.join(items)}]"
    else:
        inline = ""
        is_block_list = old.kind == "list" and not old.style
        dash = _dash_of(block, old) if is_block_list else _dash_like_siblings(draft)
        below = [dash + sources[repr(item)] if repr(item) in sources else item_line(item, dash) for item in value]
    gap = block[entry.colon_end : old.start] if old.end > old.start and not is_below else ""
    gap = (gap if gap and not gap.strip(" \t") else " ") if inline else ""
    lines = [block[entry.line_start : entry.colon_end] + gap + inline + comment, *below]
    return block[: entry.line_start] + "".join(line + newline for line in lines) + block[entry.next_line :]


def _dash_of(block: str, node: Node) -> str:
    """Return what stands before an item of this list: indent, dash and gap."""
    match = _DASH.match(block, block.rfind("\n", 0, node.start) + 1)
    return f"{match[1]}-{match[2] or ' '}" if match else "  - "


def _dash_like_siblings(draft: Draft) -> str:
    """Return the dash of the last block list among the properties; two spaces without one."""
    lists = (n for n in reversed(draft.root.children[1::2] if draft.root else ()) if n.kind == "list" and not n.style)
    last = next(lists, None)
    return _dash_of(draft.block, last) if last else "  - "


def _content_end(block: str, at: int) -> int:
    end = block.find("\n", at)
    end = len(block) if end < 0 else end
    return end - 1 if block.endswith("\r", at, end) else end


def _next_line(block: str, at: int) -> int:
    end = block.find("\n", at)
    return len(block) if end < 0 else end + 1


Scalar: TypeAlias = "str | int | float | bool | None"
Value: TypeAlias = "Scalar | Sequence[Scalar]"

# When the npm package `yaml` quotes a string of one line; and any line break, tab or control character.
_NEEDS_QUOTES = re.compile(
    r"[ ,\[\]{}#&*!|>'\"%@`]|[?-](?:[ ]|\Z)|---|\.\.\.|[\s\S]*?(?::[ ]|[ ]#|[ :-]\Z|[^\x20-\x7e\xa0-\U0010ffff]"
    r"|[\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff])"
)
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_YAML_1_1: Any = yaml.resolver.Resolver()
_TEXTS = ("tag:yaml.org,2002:str", "tag:yaml.org,2002:timestamp")
"""What YAML 1.1 may take a plain text for; dates stand plain in Obsidian, too."""


def yaml_scalar(value: Scalar, *, in_flow: bool = False) -> str:
    """Return one value on one line; links are always in double quotes.

    in_flow: it stands inside `[…]`, where None is `null`; elsewhere it is the empty text.
    """
    if value is None:
        return "null" if in_flow else ""
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if value.startswith("[[") or (value.startswith("[") and value.endswith(")")):
        return _double_quoted(value)
    if not _is_plain(value, in_flow):
        is_simple = '"' in value and "'" not in value and value.isprintable()
        return f"'{value}'" if is_simple else _double_quoted(value)
    return value


def format_properties(values: Mapping[str, Value], *, newline: str = "\n") -> str:
    """Return a frontmatter block with its fences; lists as block lists, indented by two spaces."""
    lines = ["---"]
    for name, value in values.items():
        lines += property_lines(name, value)
    return newline.join([*lines, "---", ""])


def property_lines(name: str, value: Value, *, dash: str = "  - ") -> list[str]:
    """Return the lines of one property, without line breaks; dash stands before an item."""
    head = f"{yaml_scalar(name)}:"
    if isinstance(value, (list, tuple)):
        return [head, *(item_line(item, dash) for item in value)] if value else [head + " []"]
    return [f"{head} {yaml_scalar(value)}".rstrip(" ")]  # type: ignore[arg-type]


def item_line(item: Scalar, dash: str) -> str:
    """Return the line of one list item."""
    return (dash + yaml_scalar(item)).rstrip(" ")


def _is_plain(text: str, in_flow: bool) -> bool:
    if not text or _NEEDS_QUOTES.match(text) or (in_flow and re.search(r"[\[\]{},]|:\Z|\?", text)):
        return False
    return _YAML_1_1.resolve(yaml.ScalarNode, text, (True, False)) in _TEXTS and isinstance(read_scalar(text), str)


def _double_quoted(text: str) -> str:
    written = json.dumps(text, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", written)
