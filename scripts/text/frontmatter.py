"""The properties of a page, read as Obsidian reads them: YAML 1.2 core, between two lines of dashes at the very start.

Only null, booleans and numbers are special: dates, times, `yes` and `on` are text.  A block that cannot be read is an
issue, never an error.  python-frontmatter reads the values; places are looked for only where somebody needs them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import frontmatter
import yaml
from frontmatter.default_handlers import YAMLHandler

from ..model import Issue, Link
from .kept import scalar_text
from .links import parse_link_text, percent_decode, split_target
from .obsidian import SCHEME, read_destination

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
"""Characters of a block that is read; the largest of 20,000 has 4,000."""
_MAX_DEPTH = 100
_Base: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Frontmatter(NamedTuple):
    """What the properties of a page say."""

    properties: dict[str, Any]
    """Plain JSON values; empty where the block cannot be read."""
    body_start: int
    """Where the text behind the block begins."""
    links: tuple[Link, ...] = ()
    """The values that are one link and nothing else."""
    issues: tuple[Issue, ...] = ()


class UnreadableError(ValueError):
    """The block is no mapping of names to values; line is where in the page."""

    def __init__(self, reason: str, mark: Any = None) -> None:
        super().__init__(reason)
        self.reason, self.line = reason, mark.line + 2 if mark else 2


def split(text: str) -> Frontmatter:
    """Read the properties of a page and tell where its body begins.

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
    """Return where the block of properties begins and ends, without its fences, and where the body begins."""
    opening = _OPENING.match(text)
    closing = _CLOSING.search(text, opening.end()) if opening else None
    return (opening.end(), closing.start(), closing.end()) if opening and closing else None


def read_block(block: str) -> tuple[dict[str, Any], Any]:
    """Return the values of a block, and its mapping as PyYAML marks it; None for a block without any.

    Raises UnreadableError.
    """
    loader = _Loader(block)
    root = loader.get_single_node()
    return (loader.construct_document(root) if root else {}), root


def span_of(block: str, node: Any) -> tuple[int, int]:
    """Return where the content of a node of PyYAML begins and ends: a block collection ends with its last child."""
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
    """Reads with python-frontmatter what Obsidian takes for properties."""

    FM_BOUNDARY = re.compile(r"(?:\A\ufeff|^)---[ \t]*(?:\n|\Z)", re.MULTILINE)

    def load(self, fm: str, **_: object) -> Any:
        """Return the values of a block; raise UnreadableError."""
        return super().load(fm, Loader=_Loader)


class _Loader(_Base):  # type: ignore[misc]
    """A loader of the core schema that refuses aliases, and a name that comes twice."""

    def __init__(self, block: str) -> None:
        if len(block) > _MAX_BLOCK:
            raise UnreadableError(f"longer than {_MAX_BLOCK:,} characters")
        self._block, self._read = block, set[int]()
        # No half of a character can be told to the parser.
        super().__init__(block.encode("utf-8", "replace").decode("utf-8"))

    def get_single_node(self) -> Any:
        try:
            return super().get_single_node()
        except yaml.MarkedYAMLError as err:
            raise UnreadableError(err.problem or "invalid YAML", err.problem_mark or err.context_mark) from err
        except (yaml.YAMLError, RecursionError) as err:
            raise UnreadableError("nested too deep, or a control character in it") from err

    def construct_document(self, node: Any) -> dict[str, Any]:
        values = self._value(node, 0)
        if not isinstance(values, dict):
            raise UnreadableError("not a mapping of names to values")
        return values

    def _value(self, node: Any, depth: int) -> Any:
        if depth > _MAX_DEPTH or id(node) in self._read:
            raise UnreadableError("nested too deep, or an alias (*) stands for another value", node.start_mark)
        self._read.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            return read_scalar(node.value) if node.tag in _TYPED else node.value
        if isinstance(node, yaml.SequenceNode):
            return [self._value(item, depth + 1) for item in node.value]
        values: dict[str, Any] = {}
        for key, value in node.value:
            name = self._value(key, depth + 1)
            # A list or mapping as name (`{{date}}`) is called as it is written.
            written = self._block[key.start_mark.index : key.end_mark.index].strip()
            name = scalar_text(name) if isinstance(key, yaml.ScalarNode) else written
            if name in values:
                raise UnreadableError(f"duplicate key {name!r}", key.start_mark)
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
    # JSON has no infinite numbers, so `.inf`, `.nan` and what is too large stay text.
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
    """Return path, subpath and display text of a value that is one link."""
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
