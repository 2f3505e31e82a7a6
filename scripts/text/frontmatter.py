"""The properties of a page, read as Obsidian reads them: YAML 1.2 core, between two lines of dashes at the very start.

Only null, booleans and numbers are special: dates, times, `yes` and `on` are text.  A block that cannot be read is an
issue, never an error.  The block is read from the events of PyYAML, which gives exact offsets and bounds on depth and
on what aliases expand to; its loaders recurse without bound.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import frontmatter
import yaml
from frontmatter.default_handlers import YAMLHandler

from ..model import Issue, Link
from .links import parse_link_text, percent_decode, split_target
from .obsidian import SCHEME
from .property_values import scalar_text

_OPENING = re.compile(r"\ufeff?---[ \t]*\r?\n")
_CLOSING = re.compile(r"^---[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
_BEGUN = re.compile(r"\ufeff?---[ \t]*\r?\n[a-z][\w-]*:(?=\s)")
"""What begins so is no rule above a paragraph."""
_MARKDOWN_LINK = re.compile(r"\[((?:[^\[\]\\\n]|\\.|\[[^\[\]\n]*\])*)\]\((<[^<>\n]*>|[^\s<]\S*)\)\Z")

_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER = re.compile(
    r"(?P<int>[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)\Z"
    r"|(?P<float>[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)\Z"
)
_MAX_NUMBER = 300
"""Characters.  Python refuses to convert integers of more than 4,300 digits."""
_TYPED = frozenset("tag:yaml.org,2002:" + name for name in ("null", "bool", "int", "float"))

_MAX_BLOCK = 200_000
"""Characters of a block that is read; the largest of 20,000 real ones has 4,000."""
_MAX_DEPTH = 100
_MAX_EXPANDED = 10_000
"""Values that the aliases of a block may expand to."""

# What libyaml refuses or takes for a line break, and Obsidian's reader takes as ordinary characters.
_FOREIGN = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|\r(?!\n)"
)
_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Frontmatter(NamedTuple):
    """What the properties of a page say."""

    properties: dict[str, Any]
    """Plain JSON values; empty where the block cannot be read."""
    body_start: int
    """Where the text behind the block begins."""
    links: tuple[Link, ...] = ()
    """The values that are one link and nothing else."""
    issues: tuple[Issue, ...] = ()


def split(text: str) -> Frontmatter:
    """Read the properties of a page and tell where its body begins.

    Properties that begin and never end are text, to Obsidian too, and an issue.
    """
    span = block_span(text)
    if span is None:
        issues = [Issue("unreadable-frontmatter", "properties never end: the line `---` below them is missing", "", 1)]
        return Frontmatter({}, int(text.startswith("\ufeff")), (), tuple(issues) if _BEGUN.match(text) else ())
    start, end, body_start = span
    handler = _CoreHandler(text[start:end])
    try:
        properties, _ = frontmatter.parse(text[:body_start], handler=handler)
    except UnreadableError as err:
        line = text.count("\n", 0, start + err.offset) + 1
        issue = Issue("unreadable-frontmatter", f"properties cannot be read: {err.reason}", "", line)
        return Frontmatter({}, body_start, (), (issue,))
    links = tuple(_property_links(text, start, handler.strings))
    return Frontmatter(properties, body_start, links)


def block_span(text: str) -> tuple[int, int, int] | None:
    """Return where the block of properties begins and ends, without its fences, and where the body begins."""
    opening = _OPENING.match(text)
    closing = _CLOSING.search(text, opening.end()) if opening else None
    return (opening.end(), closing.start(), closing.end()) if opening and closing else None


class Node(NamedTuple):
    """A piece of YAML with its span in the block."""

    kind: str
    """scalar, list or map."""
    start: int
    """Of the content: behind a tag."""
    end: int
    """Of the content: a block collection ends with its last child."""
    style: str = ""
    """For scalars "" (plain), a quote, "|" or ">"; for collections "[" (flow) or ""."""
    is_tagged: bool = False
    children: tuple[Node, ...] = ()
    """Of a map: key, value, key, value."""


def read_tree(block: str) -> tuple[Node | None, dict[str, Any]]:
    """Return where each piece of a block stands, and its values; None for a block without any.

    Raises UnreadableError for a block that cannot be read, for one with anchors, and for JSON.
    """
    values = _Reader(block).read()
    masked, _ = _mask(block)
    if any(getattr(event, "anchor", None) for event in yaml.parse(masked, Loader=_Loader)):
        raise UnreadableError("they use YAML anchors", 0)
    composed = yaml.compose(masked, Loader=_Loader) if values or masked.strip() else None
    root = _node(block, composed) if composed is not None else None
    if root is not None and root.style == "[":
        raise UnreadableError("they are JSON", 0)
    return (root if root is not None and root.kind == "map" else None), values


def _node(block: str, composed: Any) -> Node:
    start, end = composed.start_mark.index, composed.end_mark.index
    if isinstance(composed, yaml.ScalarNode):
        style = composed.style or ""
        is_tagged = block.startswith("!", start)
        if is_tagged:
            tag = re.match(r"\S+[ \t]*", block[start:end])
            start += tag.end() if tag else 0
        if style in ("'", '"'):
            start = block.find(style, start)
        return Node("scalar", start, max(start, end), style, is_tagged)
    pairs = isinstance(composed, yaml.MappingNode)
    inner = [node for pair in composed.value for node in pair] if pairs else composed.value
    children = tuple(_node(block, node) for node in inner)
    if composed.flow_style:
        return Node("map" if pairs else "list", start, end, "[", False, children)
    return Node("map" if pairs else "list", start, children[-1].end if children else start, "", False, children)


# --- Links ------------------------------------------------------------------------------------------------------------


class _Text(NamedTuple):
    """A text value that may be a link, with its span in the block inside the quotes."""

    name: str
    value: str
    start: int
    end: int


def _property_links(text: str, offset: int, strings: list[_Text]) -> Iterator[Link]:
    line, at = 1, 0
    for string in strings:
        parsed = _parse_link(string.value)
        if parsed:
            start = offset + string.start
            line, at = line + text.count("\n", at, start), start
            yield Link("property", False, *parsed, start, offset + string.end, line, string.name)


def _parse_link(value: str) -> tuple[str, str, str | None] | None:
    """Return path, subpath and display text of a value that is one link."""
    if value.startswith("[[") and value.endswith("]]"):
        inner = value[2:-2]
        return parse_link_text(inner) if inner and not re.search(r"\[\[|\]\]|\n", inner) else None
    match = _MARKDOWN_LINK.match(value)
    if not match:
        return None
    target = match[2][1:-1] if match[2].startswith("<") else match[2]
    if not target or SCHEME.match(target) or (target == match[2] and not _is_balanced(target)):
        return None
    return *split_target(percent_decode(target)), match[1]


def _is_balanced(target: str) -> bool:
    depth = 0
    for char in target:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    return depth == 0


# --- YAML -------------------------------------------------------------------------------------------------------------


class UnreadableError(ValueError):
    """The block is no mapping of names to values; offset is where in the block."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(reason)
        self.reason, self.offset = reason, offset


class _CoreHandler(YAMLHandler):
    """Lets python-frontmatter read a block that was already found, by the core schema."""

    def __init__(self, block: str) -> None:
        super().__init__()
        self._block = block
        self.strings: list[_Text] = []

    def split(self, text: str) -> tuple[str, str]:  # noqa: ARG002 - the library's signature
        return self._block, ""

    def load(self, fm: str, **kwargs: object) -> dict[str, Any]:  # noqa: ARG002 - the library's signature
        try:
            reader = _Reader(fm)
            properties = reader.read()
        except UnreadableError:
            loaded = _read_json(fm)
            if loaded is None:
                raise
            return loaded
        self.strings = reader.strings
        return properties


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not come yet."""

    is_map: bool
    start: int
    anchor: str | None
    values: list[Any] = field(default_factory=list)
    names: dict[str, None] = field(default_factory=dict)
    size: int = 1
    """Number of values in it, itself included."""


class _Reader:
    """Builds the values of a block from the parser's events."""

    def __init__(self, block: str) -> None:
        if len(block) > _MAX_BLOCK:
            raise UnreadableError(f"longer than {_MAX_BLOCK:,} characters", 0)
        self._block = block
        self._masked, self._restore = _mask(block)
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._left = _MAX_EXPANDED
        self._roots: list[Any] = []
        self.strings: list[_Text] = []

    def read(self) -> dict[str, Any]:
        try:
            for event in yaml.parse(self._masked, Loader=_Loader):
                self._take(event)
        except yaml.MarkedYAMLError as err:
            mark = err.problem_mark or err.context_mark
            at = mark.index if mark else 0
            raise UnreadableError(_in_words(self._block, at, err.problem or "invalid YAML"), at) from err
        except yaml.YAMLError as err:
            raise UnreadableError("invalid YAML", 0) from err
        root = self._roots[0] if self._roots else {}
        if not isinstance(root, dict):
            raise UnreadableError("not a mapping of names to values", 0)
        return root

    def _take(self, event: Any) -> None:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self._add_scalar(event)
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            if len(self._open) >= _MAX_DEPTH:
                raise UnreadableError(f"nested more than {_MAX_DEPTH} levels deep", event.start_mark.index)
            self._open.append(_Open(kind is yaml.MappingStartEvent, event.start_mark.index, event.anchor))
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            ended = self._open.pop()
            value: Any = dict(zip(ended.names, ended.values)) if ended.is_map else ended.values
            self._add(value, ended.start, event.end_mark.index, size=ended.size, anchor=ended.anchor)
        elif kind is yaml.AliasEvent:
            self._add_alias(event)
        elif kind is yaml.DocumentStartEvent and (self._roots or event.explicit):
            raise UnreadableError("more than one YAML document", event.start_mark.index)

    def _add_scalar(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        text = event.value.translate(self._restore) if self._restore else event.value
        is_plain = not event.style and not event.tag
        value = read_scalar(text) if is_plain or event.tag in _TYPED else text
        if text[:1] == "[" and self._open and not self._expects_name():
            inset = 1 if event.style in ("'", '"') else 0
            start = self._block.find(event.style, start) if inset else start
            self.strings.append(_Text(self._name(), text, start + inset, end - inset))
        if not self._open and not event.value and not event.style:
            return  # Nothing but blanks and comments.
        self._add(value, start, end, anchor=event.anchor)

    def _add_alias(self, event: Any) -> None:
        known = self._anchors.get(event.anchor)
        at = event.start_mark.index
        if known is None:
            raise UnreadableError(f"unknown anchor {event.anchor!r}", at)
        self._left -= known[1]
        if self._left < 0 or len(self._open) > _MAX_DEPTH // 2:
            raise UnreadableError("aliases expand to too much", at)
        self._add(known[0], at, event.end_mark.index, size=known[1])

    def _add(self, value: Any, start: int, end: int, *, size: int = 1, anchor: str | None = None) -> None:
        if anchor:
            # Known only when complete, so nothing can contain itself.
            self._anchors[anchor] = value, size
        if not self._open:
            self._roots.append(value)
            return
        inner = self._open[-1]
        inner.size += size
        if self._expects_name():
            # A list or mapping as name (`{{date}}`) is called as it is written.
            name = self._block[start:end].strip() if isinstance(value, (list, dict)) else scalar_text(value)
            if name in inner.names:
                raise UnreadableError(f"duplicate key {name!r}", start)
            inner.names[name] = None
        else:
            inner.values.append(value)

    def _expects_name(self) -> bool:
        inner = self._open[-1]
        return inner.is_map and len(inner.names) == len(inner.values)

    def _name(self) -> str:
        """Return the name of the property in which the reader stands."""
        return next(reversed(self._open[0].names), "")


def read_scalar(text: str) -> Any:
    """Return the value of an unquoted scalar: None, a boolean, a number, or the text itself."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    match = _NUMBER.match(text) if len(text) <= _MAX_NUMBER else None
    if not match:
        return text
    if match["int"]:
        return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    number = float(text)
    # JSON has no infinite numbers, so `.inf`, `.nan` and what is too large stay text.
    return number if math.isfinite(number) else text


def _in_words(block: str, at: int, problem: str) -> str:
    """Return the commonest faults in the words of who made them."""
    sign = block[at : at + 1]
    if sign and sign in "@`%":
        return f'a value that begins with {sign} stands in quotes: "{sign}name"'
    if sign == "\t":
        return "a tab stands where blanks must"
    if problem.startswith("mapping values"):
        return "a second colon: a value that holds one stands in quotes, and each property begins at the margin"
    return problem


def _mask(block: str) -> tuple[str, dict[int, str]]:
    """Return the block with foreign characters replaced one for one, and the table that restores them."""
    foreign = sorted(set(_FOREIGN.findall(block)))
    if not foreign:
        return block, {}
    free = (code for code in range(0xF0000, 0x10FFFE) if chr(code) not in block)
    stand_ins = dict(zip(foreign, free))
    masked = _FOREIGN.sub(lambda match: chr(stand_ins[match[0]]), block)
    return masked, {code: char for char, code in stand_ins.items()}


def _read_json(block: str) -> dict[str, Any] | None:
    """Return the block as a JSON object, None if it is none: it may hold escapes that libyaml refuses."""
    if not block.lstrip().startswith("{") or block.count("{") + block.count("[") > _MAX_DEPTH:
        return None
    try:
        loaded: dict[str, Any] = json.loads(block, object_pairs_hook=_unique_pairs, parse_constant=_no_constant)
        json.dumps(loaded, ensure_ascii=False).encode()  # Refuses half a surrogate pair.
    except ValueError:
        return None
    return loaded


def _unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("duplicate key")
    return dict(pairs)


def _no_constant(name: str) -> Any:
    raise ValueError(name)
