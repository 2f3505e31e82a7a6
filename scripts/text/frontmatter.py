"""The properties of a page, between lines of dashes at its very start: read as Obsidian reads them, edited by span.

They are YAML 1.2 core: only null, booleans and numbers are special; dates, times, `yes` and `on` are text.  A block
that cannot be read is an issue, never an error.  python-frontmatter reads the values; their places are computed only
when needed.

An edit changes no other byte of the page.  A property is written anew as a whole; scalars in it that stay are written
as they were.  A block that is not plain enough to be edited safely is refused: invalid YAML, duplicate keys, JSON,
aliases.  Every edit is read again before it is returned, and refused if the properties are not exactly the intended
ones.  A property is found by its exact name, else by its name without regard to case.

Values are written as Obsidian writes them.  Its library leaves some strings plain that YAML 1.1 readers take for
booleans, numbers or merge keys (`yes`, `12:30`, `<<`): those are quoted here, so that all readers agree.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

import frontmatter
import yaml
from frontmatter.default_handlers import YAMLHandler

from ..errors import EditRefusedError
from ..model import Issue, Link
from .kept import scalar_text
from .links import parse_link_text, percent_decode, split_target
from .obsidian import SCHEME, read_destination
from .spans import newline_near

_OPENING = re.compile(r"\ufeff?---[ \t]*\r?\n")
_CLOSING = re.compile(r"^---[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
_BEGUN = re.compile(r"\ufeff?---[ \t]*\r?\n[a-z][\w-]*:(?=\s)")
"""A text that begins so has properties, and no rule above a paragraph."""
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
"""Characters of a block that is read; the largest of 20,000 has 4,000."""
_MAX_DEPTH = 100
_Base: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Frontmatter(NamedTuple):
    """The properties of a page as values, and where its body begins."""

    properties: dict[str, Any]
    """Plain JSON values; empty where the block cannot be read."""
    body_start: int
    """Offset of the text behind the block."""
    links: tuple[Link, ...] = ()
    """The values that consist of one link."""
    issues: tuple[Issue, ...] = ()


class UnreadableError(ValueError):
    """The block is no mapping of names to values; line is where in the page."""

    def __init__(self, reason: str, line: int = 2) -> None:
        super().__init__(reason)
        self.reason, self.line = reason, line


def split(text: str) -> Frontmatter:
    """Return the properties of a page and the offset of its body.

    Properties that begin and never end are text, to Obsidian too, and an issue.
    """
    span = block_span(text)
    if span is None:
        issue = Issue("unreadable-frontmatter", "properties never end: the line `---` below them is missing", "", 1)
        return Frontmatter({}, int(text.startswith("\ufeff")), (), (issue,) if _BEGUN.match(text) else ())
    start, end, body_start = span
    block = text[start:end]
    try:
        properties, _ = frontmatter.parse(text[:body_start], handler=ObsidianHandler())
        links = tuple(_links(block, start, *read_block(block))) if "[[" in block or "](" in block else ()
    except UnreadableError as err:
        issue = Issue("unreadable-frontmatter", f"properties cannot be read: {err.reason}", "", err.line)
        return Frontmatter({}, body_start, (), (issue,))
    return Frontmatter(properties, body_start, links)


def block_span(text: str) -> tuple[int, int, int] | None:
    """Return start and end of the block of properties, without its fences, and the start of the body."""
    opening = _OPENING.match(text)
    closing = _CLOSING.search(text, opening.end()) if opening else None
    return (opening.end(), closing.start(), closing.end()) if opening and closing else None


def read_block(block: str) -> tuple[dict[str, Any], Any]:
    """Return the values of a block, and PyYAML's node of its mapping; None for an empty block.

    Raises UnreadableError.
    """
    loader = _Loader(block)
    root = loader.get_single_node()
    return (loader.construct_document(root) if root else {}), root


def span_of(block: str, node: Any) -> tuple[int, int]:
    """Return start and end of the content of a node of PyYAML: a block collection ends with its last child."""
    start, end = node.start_mark.index, node.end_mark.index
    if isinstance(node, yaml.ScalarNode):
        if node.style in ("'", '"'):
            start = block.find(node.style, start)
        return start, max(start, end)
    if not node.flow_style:
        last = node.value[-1]
        end = span_of(block, last[1] if isinstance(last, tuple) else last)[1]
    return start, end


class ObsidianHandler(YAMLHandler):
    """Makes python-frontmatter read the properties that Obsidian reads."""

    FM_BOUNDARY = re.compile(r"(?:\A\ufeff|^)---[ \t]*(?:\n|\Z)", re.MULTILINE)

    def load(self, fm: str, **_: object) -> Any:
        """Return the values of a block; raise UnreadableError."""
        return super().load(fm, Loader=_Loader)


class _Loader(_Base):  # type: ignore[misc]
    """A loader of the core schema that refuses aliases and duplicate keys."""

    def __init__(self, block: str) -> None:
        if len(block) > _MAX_BLOCK:
            raise UnreadableError(f"longer than {_MAX_BLOCK:,} characters")
        self._block, self._read = block, set[int]()
        # The parser cannot take a lone surrogate.
        super().__init__(block.encode("utf-8", "replace").decode("utf-8"))

    def get_single_node(self) -> Any:
        try:
            return super().get_single_node()
        except yaml.MarkedYAMLError as err:
            raise UnreadableError(
                err.problem or "invalid YAML", self._line_of(err.problem_mark or err.context_mark)
            ) from err
        except (yaml.YAMLError, RecursionError) as err:
            raise UnreadableError("nested too deep, or a control character in it") from err

    def _line_of(self, mark: Any) -> int:
        """Return the line of the page: PyYAML counts other line breaks, too."""
        return self._block.count("\n", 0, mark.index if mark else 0) + 2

    def construct_document(self, node: Any) -> dict[str, Any]:
        values = self._value(node, 0)
        if not isinstance(values, dict):
            raise UnreadableError("not a mapping of names to values")
        return values

    def _value(self, node: Any, depth: int) -> Any:
        if depth > _MAX_DEPTH or id(node) in self._read:
            raise UnreadableError(
                "nested too deep, or an alias (*) stands for another value", self._line_of(node.start_mark)
            )
        self._read.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            return read_scalar(node.value) if node.tag in _TYPED else node.value
        if isinstance(node, yaml.SequenceNode):
            return [self._value(item, depth + 1) for item in node.value]
        values: dict[str, Any] = {}
        for key, value in node.value:
            name = self._value(key, depth + 1)
            # The name of a list or mapping as key (`{{date}}`) is its source text.
            written = self._block[key.start_mark.index : key.end_mark.index].strip()
            name = scalar_text(name) if isinstance(key, yaml.ScalarNode) else written
            if name in values:
                raise UnreadableError(f"duplicate key {name!r}", self._line_of(key.start_mark))
            values[name] = self._value(value, depth + 1)
        return values


_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(?:~|null|Null|NULL)?\Z"), ["", *"~nN"])
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(?:[tT]rue|TRUE|[fF]alse|FALSE)\Z"), [*"tTfF"])
_Loader.add_implicit_resolver("tag:yaml.org,2002:float", _NUMBER, [*"-+.0123456789"])


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
    # JSON has no infinite numbers, so `.inf`, `.nan` and too large ones stay text.
    return number if math.isfinite(number) else text


def _links(block: str, offset: int, properties: dict[str, Any], root: Any) -> Iterator[Link]:
    """Yield the values that are links, in text order."""
    line, at = 2, 0
    pending = [(name, value) for name, (_, value) in zip(properties, root.value if root else ())][::-1]
    while pending:
        name, node = pending.pop()
        if not isinstance(node, yaml.ScalarNode):
            children = (child[1] if isinstance(child, tuple) else child for child in reversed(node.value))
            pending += [(name, child) for child in children]
        elif node.value[:1] == "[" and (parsed := _parse_link(node.value)):
            inset = 1 if node.style in ("'", '"') else 0
            start, end = span_of(block, node)
            line, at = line + block.count("\n", at, start), start
            yield Link("property", False, *parsed, offset + start + inset, offset + end - inset, line, name)


def _parse_link(value: str) -> tuple[str, str, str | None] | None:
    """Return path, subpath and display text of a value that is one link; None for any other."""
    if value.startswith("[[") and value.endswith("]]"):
        inner = value[2:-2]
        return parse_link_text(inner) if inner and not re.search(r"\[\[|\]\]|\n", inner) else None
    match = _MARKDOWN_LINK.match(value)
    if not match:
        return None
    target = match[2][1:-1] if match[2].startswith("<") else match[2]
    if not target or SCHEME.match(target) or (target == match[2] and read_destination(f"({target})", 0)[0] != target):
        return None
    return *split_target(percent_decode(target)), match[1]


_COLON = re.compile(r"[ \t]*:")
# Not what str.strip takes: no-break spaces and exotic line breaks are content.
_BLANKS = " \t\r\n"
_DASH = re.compile(r"([ \t]*)-([ \t]*)")


def set_property(text: str, key: str, value: Value) -> str:
    """Give a property a value: a scalar, a list of scalars, or None for nothing after the colon.

    A missing property is appended, a missing block created.
    """
    wanted = _check_value(key, value)
    return _change_property(text, key, lambda _: wanted)


def add_properties(text: str, properties: Mapping[str, Value]) -> str:
    """Give a page several properties, in their order."""
    for key, value in properties.items():
        text = set_property(text, key, value)
    return text


def add_to_list(text: str, key: str, *values: Scalar) -> str:
    """Append the values that a list property lacks; a single value or a missing property becomes a list."""
    _check_value(key, values)

    def joined(current: Any) -> Any:
        if isinstance(current, dict):
            raise EditRefusedError(f"property {key!r} is not a list")
        items = current if isinstance(current, list) else [] if current in (None, _MISSING) else [current]
        # As _is_same has it.
        there = set(map(repr, items))
        new = [*{repr(value): value for value in values if repr(value) not in there}.values()]
        return [*items, *new] if new else current

    return _change_property(text, key, joined) if values else text


def remove_from_list(text: str, key: str, *values: Scalar) -> str:
    """Remove all occurrences of values from a list property; an emptied list is written `[]`.

    A property that is one of them becomes empty.
    """
    gone = set(map(repr, values))

    def left(current: Any) -> Any:
        if isinstance(current, list):
            return [item for item in current if repr(item) not in gone]
        return None if repr(current) in gone else current

    return _change_property(text, key, left)


_MISSING: Any = object()
"""The value of a property that is not there."""


def _change_property(text: str, key: str, change: Callable[[Any], Any]) -> str:
    """Return the page with the value of a property, or _MISSING, replaced by what change returns for it."""
    draft = _read_draft(text)
    name = draft.name_like(key)
    current = _MISSING if name is None else draft.values[name]
    wanted = change(current)
    if _is_same(current, wanted):
        return text
    if name is None:
        return _commit(draft, _append_property(draft, key, wanted), {**draft.values, key: wanted})
    return _commit(draft, _replace_value(draft, name, wanted), {**draft.values, name: wanted})


def remove_property(text: str, key: str) -> str:
    """Delete the lines of a property; comment lines below it and an emptied block stay."""
    draft = _read_draft(text)
    name = draft.name_like(key)
    if name is None:
        return text
    rest = {other: value for other, value in draft.values.items() if other != name}
    entry = draft.entry(name)
    return _commit(draft, draft.block[: entry.line_start] + draft.block[entry.next_line :], rest)


def _check_value(key: str, value: Any) -> Any:
    """Return the value as it will be read back, with tuples as lists; raise EditRefusedError for other types."""
    if not key or key != key.strip():
        raise EditRefusedError(f"{key!r} is no name for a property")
    items = list(value) if isinstance(value, (list, tuple)) else [value]
    for item in items:
        if item is not None and not isinstance(item, (str, int, float)):
            raise EditRefusedError(f"property {key!r} can hold text, numbers, booleans and lists of them, not {item!r}")
    return items if isinstance(value, (list, tuple)) else value


def _is_same(one: Any, other: Any) -> bool:
    # By representation: 1, 1.0 and True differ, NaN equals itself, and the order of names counts.
    return repr(one) == repr(other)


def _commit(draft: Draft, block: str, intended: dict[str, Any]) -> str:
    """Return the page with the new block; raise EditRefusedError if it is not read back as intended."""
    changed = draft.text[: draft.start] + block + draft.text[draft.end :]
    end = draft.start + len(block)
    written = None
    if block_span(changed) == (draft.start, end, draft.body_start - draft.end + end):
        with suppress(EditRefusedError):
            written = _read_draft(changed)
    if written is None or not _is_same(written.values, intended):
        raise EditRefusedError("the properties would not read back as intended", line=2)
    return changed


class Entry(NamedTuple):
    """One property in the block."""

    value: Any
    """Its node in PyYAML."""
    line_start: int
    colon_end: int
    end: int
    """End of the content, without line break and comment."""
    next_line: int


class Draft(NamedTuple):
    """A block open for editing."""

    text: str
    start: int
    end: int
    body_start: int
    block: str
    values: dict[str, Any]
    nodes: Sequence[tuple[Any, Any]]
    """PyYAML's nodes of name and value of each property."""

    def name_like(self, key: str) -> str | None:
        """Return the name of the property with this name, if need be without regard to case; None for none."""
        if key in self.values:
            return key
        folded = key.lower()
        return next((name for name in self.values if name.lower() == folded), None)

    def entry(self, name: str) -> Entry:
        """Return the entry of a property; raise EditRefusedError for a form that cannot be spliced."""
        key, value = self.nodes[[*self.values].index(name)]
        start, key_end = span_of(self.block, key)
        line_start = self.block.rfind("\n", 0, start) + 1
        colon = _COLON.match(self.block, key_end)
        if colon is None or self.block[line_start:start].strip(" "):
            line = self.text.count("\n", 0, self.start + start) + 1
            raise EditRefusedError(f"property {name!r} is not written as `name: value`", line=line)
        end = max(colon.end(), _content_end(self.block, value))
        return Entry(value, line_start, colon.end(), end, _next_line(self.block, end))

    def newline_before(self, offset: int) -> str:
        """Return the line break that the line before an offset ends with."""
        return "\r\n" if self.text.endswith("\r\n", 0, self.start + offset) else "\n"


def _read_draft(text: str) -> Draft:
    """Return the properties of a page for editing, with an empty block where there is none.

    Raises EditRefusedError where they must not be edited.
    """
    span = block_span(text)
    if span is None:
        if issues := split(text).issues:
            raise EditRefusedError(issues[0].message, line=issues[0].line)
        mark, newline = "\ufeff" * text.startswith("\ufeff"), newline_near(text, 0)
        return _read_draft(f"{mark}---{newline}---{newline}{text[len(mark) :]}")
    start, end, body_start = span
    block = text[start:end]
    try:
        values, root = read_block(block)
        if root is not None and root.flow_style:
            raise UnreadableError("they are JSON")
    except UnreadableError as err:
        raise EditRefusedError(f"the properties cannot be read: {err.reason}", line=err.line) from err
    return Draft(text, start, end, body_start, block, values, root.value if root else ())


def _append_property(draft: Draft, key: str, value: Any) -> str:
    """Return the block with one more property at its end."""
    newline = draft.newline_before(len(draft.block))
    lines = property_lines(key, value, dash=_dash_like_siblings(draft))
    return draft.block + "".join(line + newline for line in lines)


def _replace_value(draft: Draft, name: str, value: Any) -> str:
    """Return the block with another value for a property.

    A comment on the line of its name stays, and items that stay are written as they are, with their comments.
    """
    entry, block, before = draft.entry(name), draft.block, draft.values[name]
    first, node = _next_line(block, entry.colon_end), entry.value
    is_list, is_flow = isinstance(node, yaml.SequenceNode), getattr(node, "flow_style", False)
    newline = draft.newline_before(first)
    if is_list and not is_flow and isinstance(value, list) and value:
        kept, at = dict[str, list[str]](), first
        for child, item in zip(node.value, before):
            end = _next_line(block, _content_end(block, child))
            kept.setdefault(repr(item), []).append(block[at:end])
            at = end
        newline, dash = draft.newline_before(entry.next_line), _dash_of(block, node)
        # Of equal items each is written as it was.
        items = (lines.pop(0) if (lines := kept.get(repr(item))) else item_line(item, dash) + newline for item in value)
        return block[:first] + "".join(items) + block[entry.next_line :]
    written = {
        repr(item): block[slice(*span_of(block, child))]
        for child, item in (zip(node.value, before) if is_list else [(node, before)])
        if isinstance(child, yaml.ScalarNode) or child.flow_style
    }
    written = {item: source for item, source in written.items() if source and "\n" not in source}
    below: list[str] = []
    if not isinstance(value, list):
        inline = " " + yaml_scalar(value)
    elif not value or (is_list and is_flow and before):
        inline = f" [{', '.join(written.get(repr(item)) or yaml_scalar(item, in_flow=True) for item in value)}]"
    else:
        inline, dash = "", _dash_like_siblings(draft)
        below = [dash + written[repr(item)] if repr(item) in written else item_line(item, dash) for item in value]
    comment_start = entry.colon_end if node.start_mark.index >= first else entry.end
    comment = block[comment_start : _next_line(block, comment_start)].rstrip(_BLANKS)
    lines = [block[entry.line_start : entry.colon_end] + inline.rstrip(" ") + comment, *below]
    return block[: entry.line_start] + "".join(line + newline for line in lines) + block[entry.next_line :]


def _dash_of(block: str, node: Any) -> str:
    """Return the indent, dash and gap before an item of this list."""
    match = _DASH.match(block, block.rfind("\n", 0, node.start_mark.index) + 1)
    return f"{match[1]}-{match[2] or ' '}" if match else "  - "


def _dash_like_siblings(draft: Draft) -> str:
    """Return the dash of the last block list among the properties; two spaces without one."""
    lists = (node for _, node in reversed(draft.nodes) if isinstance(node, yaml.SequenceNode) and not node.flow_style)
    last = next(lists, None)
    return _dash_of(draft.block, last) if last else "  - "


def _content_end(block: str, node: Any) -> int:
    """Return the end of a node's content, without line break and comment."""
    end = span_of(block, node)[1]
    while end and block[end - 1] in _BLANKS:
        end -= 1
    return end


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
"""Types that YAML 1.1 may give to a plain text; dates are plain in Obsidian, too."""


def yaml_scalar(value: Scalar, *, in_flow: bool = False) -> str:
    """Return one value on one line; links are always in double quotes.

    in_flow: for use inside `[…]`, where None is `null`; elsewhere None is the empty text.
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


def format_properties(values: Mapping[str, Value]) -> str:
    """Return a frontmatter block with its fences; lists as block lists, indented by two spaces."""
    lines = ["---"]
    for name, value in values.items():
        lines += property_lines(name, value)
    return "\n".join([*lines, "---", ""])


def property_lines(name: str, value: Value, *, dash: str = "  - ") -> list[str]:
    """Return the lines of one property, without line breaks; dash is written before each item."""
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
