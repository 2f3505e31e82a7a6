"""Editing the properties of a page by span: no other byte of the page changes.

A block that is not plain enough to be edited safely is refused: invalid YAML, duplicate keys, JSON, anchors.  Every
edit is read again before it is returned, and refused if the properties are not exactly the intended ones.

A property is found by its exact name, else by its name without regard to case.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ...errors import EditRefusedError
from ..linking.link_text import parse_link_text, percent_decode
from .frontmatter import read_properties, split, unclosed
from .property_block import Draft, append_property, drop_property, read_draft, replace_value
from .yaml_format import format_properties

if TYPE_CHECKING:
    from ..page_model import Link
    from .yaml_format import Scalar, Value


def set_property(text: str, key: str, value: Value) -> str:
    """Give a property a value: a scalar, a list of scalars, or None for nothing after the colon.

    A missing property is appended, a missing block created.  Items of a list that stay keep their lines.
    """
    wanted = _checked(key, value)
    draft = read_draft(text)
    if draft is None:
        return _create(text, key, wanted)
    name = draft.name_like(key)
    if name is None:
        return _commit(draft, append_property(draft, key, wanted), {**draft.values, key: wanted})
    if _same(draft.values[name], wanted):
        return text
    return _commit(draft, replace_value(draft, name, wanted), {**draft.values, name: wanted})


def add_to_list(text: str, key: str, value: Scalar) -> str:
    """Append a value to a list property unless it is there; a single value becomes a list, nothing becomes one."""
    _checked(key, value)
    draft = read_draft(text)
    name = draft.name_like(key) if draft else None
    current = draft.values[name] if draft and name is not None else None
    if isinstance(current, dict):
        raise EditRefusedError(f"property {name!r} is not a list")
    items = current if isinstance(current, list) else [] if current is None else [current]
    if any(_same(item, value) for item in items):
        return text
    if draft is None or name is None:
        return set_property(text, key, [value])
    wanted = [*items, value]
    return _commit(draft, replace_value(draft, name, wanted), {**draft.values, name: wanted})


def remove_from_list(text: str, key: str, value: Scalar) -> str:
    """Take a value out of a list property, however often it is there; an emptied list is written `[]`.

    A property that is this single value becomes empty.
    """
    draft = read_draft(text)
    name = draft.name_like(key) if draft else None
    if draft is None or name is None:
        return text
    current = draft.values[name]
    wanted: Any = current
    if isinstance(current, list):
        wanted = [item for item in current if not _same(item, value)]
    elif _same(current, value):
        wanted = None
    if _same(current, wanted):
        return text
    return _commit(draft, replace_value(draft, name, wanted), {**draft.values, name: wanted})


def remove_property(text: str, key: str) -> str:
    """Delete the lines of a property; comment lines below it and an emptied block stay."""
    draft = read_draft(text)
    name = draft.name_like(key) if draft else None
    if draft is None or name is None:
        return text
    rest = {other: value for other, value in draft.values.items() if other != name}
    return _commit(draft, drop_property(draft, name), rest)


def replace_property_link(text: str, link: Link, path: str) -> str:
    """Let a property link name another path, written as given; its heading and display text stay.

    link is as `read_properties(text)` found it; path is encoded by the caller in a Markdown link.
    """
    if link.path_start < 0:
        raise EditRefusedError(f"the link in property {link.key!r} is written with escapes", line=link.line)
    written = path
    if text[link.start - 1] == "'":
        written = path.replace("'", "''")
    elif '"' in path or "\\" in path:
        raise EditRefusedError(f"{path!r} cannot stand in double quotes", line=link.line)
    changed = text[: link.path_start] + written + text[link.path_end :]
    wiki = text.startswith("[[", link.start)
    moved = link._replace(path=parse_link_text(path)[0] if wiki else percent_decode(path).strip())
    before, after = read_properties(text), read_properties(changed)
    intended = [moved if other.start == link.start else other for other in before.links]
    if (
        [_meaning(other) for other in after.links] != [_meaning(other) for other in intended]
        or list(before.values) != list(after.values)
        or any(not _same(value, after.values[key]) for key, value in before.values.items() if key != link.key)
    ):
        raise EditRefusedError(f"{path!r} would change more than the link in property {link.key!r}", line=link.line)
    return changed


def _meaning(link: Link) -> tuple[str, str, str, str | None]:
    return link.key, link.path, link.subpath, link.display


def _checked(key: str, value: Any) -> Any:
    """The value as it will be read back: tuples as lists; nested and foreign values are refused."""
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
    begun = unclosed(text)
    if begun is not None:
        raise EditRefusedError(begun.message, line=begun.line)
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    at = text.find("\n")
    newline = "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"
    created = bom + format_properties({key: value}, newline=newline) + text[len(bom) :]
    found = read_properties(created)
    if not _same(found.values, {key: value}) or created[found.body_start :] != text[len(bom) :]:
        raise EditRefusedError(f"property {key!r} cannot be written so that it reads back the same")
    return created


def _commit(draft: Draft, block: str, intended: dict[str, Any]) -> str:
    """The page with the new block, after reading it back."""
    changed = draft.text[: draft.start] + block + draft.text[draft.end :]
    end = draft.start + len(block)
    written = None
    if split(changed) == (draft.start, end, draft.body_start - draft.end + end):
        with suppress(EditRefusedError):
            written = read_draft(changed)
    if written is None or not _same(written.values, intended):
        raise EditRefusedError("the properties would not read back as intended", line=2)
    return changed
