"""Frontmatter blocks of any form, read as YAML 1.2 core: the only user of PyYAML and of python-frontmatter.

Import it inside the function that needs it: the libraries cost a cold command more than reading the page.

The block is read from libyaml's parsing events, not by its loader: that gives exact offsets, core-schema scalars, and
bounds on depth and on what aliases expand to, where the loader recurses in C.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

import frontmatter
import yaml
from frontmatter.default_handlers import YAMLHandler

from .scalars import key_text, read_plain
from .simple_yaml import Quoted

_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_CORE = "tag:yaml.org,2002:"
_TYPED = frozenset(_CORE + name for name in ("null", "bool", "int", "float"))
_DEEPEST = 100
_MOST_VALUES = 10_000
"""So many may a block with aliases expand to."""

# What libyaml refuses or takes for a line break, and npm's yaml, which Obsidian uses, reads as ordinary characters.
_FOREIGN = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|\r(?!\n)"
)

_NODE_PREFIX = re.compile(r"(?:[!&]\S*(?:\s|#[^\n]*\n)*)*")


class UnreadableError(ValueError):
    """The block is not a YAML mapping; offset is where in the block."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(reason)
        self.reason, self.offset = reason, offset


class Node(NamedTuple):
    """A piece of YAML with its span in the block; block collections end with their last child."""

    kind: str
    """scalar, list, map or alias."""
    start: int
    """Of the content: behind an anchor or a tag."""
    end: int
    text: str = ""
    style: str = ""
    """For scalars: "" (plain), a quote, "|" or ">"; for collections "[" (flow) or ""."""
    tag: str = ""
    anchor: str = ""
    """For an alias the anchor it names."""
    children: tuple[Node, ...] = ()
    """Of a map: key, value, key, value."""


def read_tree(block: str) -> Node | None:
    """The root of the block, None if there is nothing but blanks and comments; raises UnreadableError."""
    masked, restore = _mask(block)
    open_nodes: list[tuple[Any, list[Node]]] = []
    top: list[Node] = []
    children = top
    event: Any
    try:
        for event in yaml.parse(masked, Loader=_Loader):
            kind = type(event)
            if kind is yaml.ScalarEvent:
                value = event.value.translate(restore) if restore else event.value
                children.append(_scalar(event, value, block))
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                open_nodes.append((event, children))
                children = []
                if len(open_nodes) > _DEEPEST:
                    raise UnreadableError(f"nested more than {_DEEPEST} levels deep", event.start_mark.index)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                opened, outer = open_nodes.pop()
                outer.append(_collection(opened, event, children, block))
                children = outer
            elif kind is yaml.AliasEvent:
                span = event.start_mark.index, event.end_mark.index
                children.append(Node("alias", *span, anchor=event.anchor))
            elif kind is yaml.DocumentStartEvent and (top or event.explicit):
                raise UnreadableError("more than one YAML document", event.start_mark.index)
    except yaml.MarkedYAMLError as err:
        mark = err.problem_mark or err.context_mark
        at = mark.index if mark else 0
        raise UnreadableError(_unquoted(block, at) or _in_words(block, at, err.problem or "invalid YAML"), at) from err
    root = top[0] if top else None
    # Nothing at all is an empty block; an explicit null, like any other scalar, is not a mapping.
    return None if root is not None and root.kind == "scalar" and not _source(root, block) else root


def read_block(text: str, start: int, end: int, body_start: int) -> tuple[dict[str, Any], list[Quoted]]:
    """Values and possible links of the block text[start:end]; raises UnreadableError."""
    handler = _CoreHandler(text[start:end])
    values, _ = frontmatter.parse(text[:body_start], handler=handler)
    if handler.root is None:
        return values, []
    strings: list[Quoted] = []
    for key, value in pairs(handler.root):
        _collect_strings(value, handler.names[key.start], start, strings)
    return values, strings


def pairs(node: Node) -> zip[tuple[Node, Node]]:
    """Keys and values of a map."""
    return zip(node.children[::2], node.children[1::2])


def name_of(key: Node, block: str) -> str:
    """The name a key gives its property; a collection as key (`{{date}}`) has its source text as name."""
    if key.kind == "scalar":
        return key_text(_scalar_value(key))
    return _source(key, block)


class Reader:
    """Builds the values of one tree; aliases are expanded, up to a bound."""

    def __init__(self, block: str) -> None:
        self.block = block
        self.anchors: dict[str, Node] = {}
        self.left = _MOST_VALUES

    def value(self, node: Node, depth: int = 0, *, expanding: bool = False) -> Any:
        """The value of a node; raises UnreadableError for duplicate keys, unknown anchors and expansion bombs."""
        if expanding or node.kind == "alias":
            self.left -= 1
            if self.left < 0 or depth > 2 * _DEEPEST:
                raise UnreadableError("aliases expand to too much", node.start)
        if node.kind == "alias":
            target = self.anchors.get(node.anchor)
            if target is None:
                raise UnreadableError(f"unknown anchor {node.anchor!r}", node.start)
            return self.value(target, depth + 1, expanding=True)
        result: Any
        if node.kind == "scalar":
            result = _scalar_value(node)
        elif node.kind == "list":
            result = [self.value(child, depth + 1, expanding=expanding) for child in node.children]
        else:
            result = self._mapping(node, depth, expanding)
        if node.anchor:
            # Known only from here on, so nothing can contain itself.
            self.anchors[node.anchor] = node
        return result

    def _mapping(self, node: Node, depth: int, expanding: bool) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        for key, value in pairs(node):
            if key.kind != "alias":
                self.value(key, depth + 1, expanding=expanding)
            name = name_of(key, self.block)
            if name in mapping:
                raise UnreadableError(f"duplicate key {name!r}", key.start)
            mapping[name] = self.value(value, depth + 1, expanding=expanding)
        return mapping


class _CoreHandler(YAMLHandler):
    """Lets python-frontmatter read a block that was already found, by the core schema."""

    def __init__(self, block: str) -> None:
        super().__init__()
        self.block = block
        self.root: Node | None = None
        self.names: dict[int, str] = {}

    def split(self, text: str) -> tuple[str, str]:  # noqa: ARG002 - the library's signature
        return self.block, ""

    def load(self, fm: str, **kwargs: object) -> Any:  # noqa: ARG002 - the library's signature
        try:
            self.root = read_tree(fm)
        except UnreadableError:
            loaded = _read_json(fm)
            if loaded is None:
                raise
            return loaded
        if self.root is None:
            return {}
        if self.root.kind != "map":
            raise UnreadableError("not a mapping of names to values", self.root.start)
        self.names = {key.start: name_of(key, fm) for key, _ in pairs(self.root)}
        return Reader(fm).value(self.root)


def _in_words(block: str, at: int, problem: str) -> str:
    """The commonest faults as who made them sees them."""
    if block[at : at + 1] == "\t":
        return "a tab stands where blanks must"
    if problem.startswith("mapping values"):
        return "a second colon: a value that holds one stands in quotes, and each property begins at the margin"
    return problem


def _unquoted(block: str, at: int) -> str:
    """What to do where a value begins with a sign that YAML keeps for itself, as `@name` does; "" elsewhere."""
    if block[at : at + 1] not in tuple("@`%"):
        return ""
    return f'a value that begins with {block[at]} stands in quotes: "{block[at]}name"'


def _scalar(event: Any, value: str, block: str) -> Node:
    start, end = _content_start(event, block), event.end_mark.index
    return Node("scalar", min(start, end), end, value, event.style or "", event.tag or "", event.anchor or "")


def _collection(opened: Any, closed: Any, children: list[Node], block: str) -> Node:
    kind = "map" if type(opened) is yaml.MappingStartEvent else "list"
    start = _content_start(opened, block)
    if opened.flow_style:
        return Node(kind, start, closed.end_mark.index, "", "[", opened.tag or "", opened.anchor or "", tuple(children))
    end = children[-1].end if children else start
    return Node(kind, start, end, "", "", opened.tag or "", opened.anchor or "", tuple(children))


def _content_start(event: Any, block: str) -> int:
    start: int = event.start_mark.index
    if event.tag or event.anchor:
        prefix = _NODE_PREFIX.match(block, start)
        return prefix.end() if prefix else start
    return start


def _scalar_value(node: Node) -> Any:
    if node.tag in _TYPED or (not node.style and not node.tag):
        return read_plain(node.text)
    return node.text


def _source(node: Node, block: str) -> str:
    return block[node.start : node.end]


def _collect_strings(node: Node, key: str, offset: int, strings: list[Quoted]) -> None:
    if node.kind == "scalar":
        if node.text[:1] == "[":
            inset = 1 if node.style in ("'", '"') else 0
            strings.append(Quoted(key, node.text, offset + node.start + inset, offset + node.end - inset))
        return
    for child in node.children if node.kind == "list" else node.children[1::2]:
        _collect_strings(child, key, offset, strings)


def _mask(block: str) -> tuple[str, dict[int, str]]:
    """The block with foreign characters replaced one for one, and the table that restores them."""
    foreign = sorted(set(_FOREIGN.findall(block)))
    if not foreign:
        return block, {}
    free = (code for code in range(0xF0000, 0x10FFFE) if chr(code) not in block)
    stand_ins = dict(zip(foreign, free))
    masked = _FOREIGN.sub(lambda match: chr(stand_ins[match[0]]), block)
    return masked, {code: char for char, code in stand_ins.items()}


def _read_json(block: str) -> dict[str, Any] | None:
    """The block as a JSON object, None if it is none; it may hold escapes that libyaml refuses."""
    if not block.lstrip().startswith("{") or block.count("{") + block.count("[") > _DEEPEST:
        return None
    try:
        loaded: dict[str, Any] = json.loads(block, object_pairs_hook=_unique_pairs, parse_constant=_no_constant)
        json.dumps(loaded, ensure_ascii=False).encode()  # refuses half a surrogate pair
    except ValueError:
        return None
    return loaded


def _unique_pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(found)
    if len(mapping) != len(found):
        raise ValueError("duplicate key")
    return mapping


def _no_constant(name: str) -> Any:
    raise ValueError(name)
