"""Write links, and change single parts of links that are there: the path, the heading, the display text.

A new link is a wikilink; `links.Resolver` finds the file that a link leads to.
The text written fits its place: percent-encoded in Markdown links, escaped in quoted properties and in tables.  The
caller that splices reads the result back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..errors import UnsafePathError
from ..model import Block, Link
from .characters import unescape
from .frontmatter import split
from .links import (
    Resolver,
    default_display,
    parse_link_text,
    percent_decode,
    split_display,
    split_target,
)
from .markdown import read_body
from .names import safe_display, without_md
from .obsidian import SCHEME, read_destination
from .spans import Spans, Splice, splice

# Characters that end a destination, are parsed in it, or could begin a construct that hides it.
_ENCODED = re.compile(r"[%\s<>\\|`$\x00-\x1f\x7f]")
_ENCODED_IN_ANGLES = re.compile(r"[%<>\\|`$\r\n\x00-\x08\x0a-\x1f\x7f]")


def format_wikilink(path: str, *, subpath: str = "", display: str = "") -> str:
    """Return `[[path#subpath|display]]`; a display text that Obsidian would show anyway is left out.

    path is a link path, as `shortest_link` chooses it; display comes from `safe_display`.  A path with folders shows
    its base name, as in Obsidian.
    Raises UnsafePathError for a path no wikilink can hold.
    """
    target = path + subpath
    shown = display or default_display(path.rpartition("/")[2] + subpath)
    content = target if shown == default_display(target) else f"{target}|{shown}"
    if not target or not _reads_back(content, path, subpath):
        raise UnsafePathError(path, "a wikilink cannot hold this name")
    return f"[[{content}]]"


def shortest_link(target: str, source: str, resolver: Resolver) -> str:
    """Return the link path to write in source for target: its bare name if only one file has it, else its vault path.

    Raises UnsafePathError when no link path leads from source to target, as when the vault has no such file.
    """
    bare = without_md(target)
    name = bare.rpartition("/")[2]
    if resolver.candidates(name) == (target,):
        return name
    for path in (bare, target, "/" + target):
        if resolver.resolve(path, source) == target:
            return path
    raise UnsafePathError(target, f"no link in {source} can lead to it")


def lead_to(target: str, text: str, link: Link, source: str, resolver: Resolver) -> Splice:
    """Return the splice that makes a wikilink of a page's body lead to a file and show the same text as before.

    Raises UnsafePathError.
    """
    made = splice_path(text, link, shortest_link(target, source, resolver))
    if made is None:
        raise UnsafePathError(target, "a wikilink cannot hold this name")
    tables = tables_of(read_body(text, split(text).body_start).blocks)
    # The text behind the bar of an embed is a size.
    shown = None if link.is_embed else add_display(link, is_in_table=is_in_table(text, link.start, tables))
    changed = splice(text, [made, shown] if shown else [made])
    return Splice(link.start, link.end, changed[link.start : link.end + len(changed) - len(text)])


def path_span(text: str, link: Link) -> tuple[int, int] | None:
    """Return the span of a link's path in its page's text; None where it is written with escapes."""
    start, end = _target_span(text, link)
    target = text[start:end]
    if not is_wikilink(text, link):
        written = re.split("#|%23", target, maxsplit=1)[0]
        is_path = bool(target) and split_target(percent_decode(unescape(written)))[0] == link.path
        return (start, start + len(written)) if is_path else None
    written = target.partition("#")[0]
    start += len(written) - len(written.lstrip())
    end = start + len(written.strip())
    # YAML doubles the apostrophe between apostrophes.
    shown = text[start:end].replace("''", "'") if text[link.start - 1] == "'" else text[start:end]
    return (start, end) if parse_link_text(shown)[0] == link.path else None


def _target_span(text: str, link: Link) -> tuple[int, int]:
    """Return the span of a link's path and subpath; an empty span where they are not written as one."""
    raw = text[link.start : link.end]
    if is_wikilink(text, link):
        start = link.start + link.is_embed + 2
        return start, start + len(split_display(text[start : link.end - 2])[0])
    for bracket in re.finditer(r"\]\(", raw):
        target, end = read_destination(raw, bracket.start() + 1)
        if target and end == len(raw):
            start = link.start + raw.index(target, bracket.end())
            return start, start + len(target)
    return link.start, link.start


def is_wikilink(text: str, link: Link) -> bool:
    """Report whether a link is written in double brackets, in the body or in a property."""
    return text.startswith("[[", link.start + link.is_embed) and link.kind in ("wikilink", "property")


def splice_path(text: str, link: Link, path: str) -> Splice | None:
    """Return the splice that gives a link another path; None where this kind of link cannot hold it."""
    span = path_span(text, link)
    if span is None:
        return None
    if is_wikilink(text, link):
        written = path if not path.endswith("\\") and _reads_back(path, path, "") else None
    else:
        written = _encode_destination(path, text[slice(*span)], is_angled=text[span[0] - 1] == "<")
    return None if written is None else Splice(*span, _escape_for_quotes(text, link, written))


def splice_display(text: str, link: Link, shown: str) -> Splice | None:
    """Return the splice that gives a link with a display text another one; None where it has none."""
    if link.display is None or path_span(text, link) is None:
        return None
    is_wiki = is_wikilink(text, link)
    start = link.end - 2 - len(link.display) if is_wiki else link.start + link.is_embed + 1
    end = start + len(link.display)
    is_there = text[start:end] == link.display
    if not is_there or not (text[start - 1] == "|" if is_wiki else text.startswith("](", end)):
        return None
    shown = safe_display(shown) if is_wiki else re.sub(r"([\\\[\]])", r"\\\1", shown)
    return Splice(start, end, _escape_for_quotes(text, link, shown))


def add_display(link: Link, *, is_in_table: bool) -> Splice | None:
    """Return the splice that gives a wikilink its default display text, so that a new path does not change it."""
    # The app, too, draws ` > ` between a name and its heading.
    shown = " > ".join(map(safe_display, default_display(link.path + link.subpath).split(" > ")))
    if link.kind != "wikilink" or link.display is not None or not shown:
        return None
    return Splice(link.end - 2, link.end - 2, ("\\|" if is_in_table else "|") + shown)


def tables_of(blocks: Iterable[Block]) -> Spans:
    """Return the spans of tables."""
    return Spans((block.start, block.end) for block in blocks if block.kind == "table")


def is_in_table(text: str, at: int, tables: Spans) -> bool:
    """Report whether a place is in a table, where the bar of a link is escaped; in a quotation its line decides."""
    if at in tables:
        return True
    return text[text.rfind("\n", 0, at) + 1 : at].lstrip(" \t>").startswith("|")


def _reads_back(content: str, path: str, subpath: str) -> bool:
    """Report whether double brackets around a content are read as this path and subpath."""
    ends_early = content.startswith("[") or content.endswith("]") or any(mark in content for mark in ("[[", "]]", "\n"))
    return not ends_early and parse_link_text(content)[:2] == (path, subpath)


def _encode_destination(path: str, raw: str, *, is_angled: bool) -> str | None:
    """Return a path as the destination of a Markdown link, encoded as much as the one it replaces."""
    if "#" in path:
        return None
    written = (_ENCODED_IN_ANGLES if is_angled else _ENCODED).sub(lambda match: _percent_encode(match[0]), path)
    if not is_angled and read_destination(f"({written})", 0)[0] != written:
        written = written.replace("(", "%28").replace(")", "%29")
    if raw.isascii() and not percent_decode(raw).isascii():
        written = "".join(character if character.isascii() else _percent_encode(character) for character in written)
    return written.replace(":", "%3A") if SCHEME.match(written) else written


def _percent_encode(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8"))


def _escape_for_quotes(text: str, link: Link, written: str) -> str:
    """Return a part of a link escaped for its property's quotes; unchanged in the body."""
    if link.kind != "property":
        return written
    mark = text[link.start - 1]
    if mark == "'":
        return written.replace("'", "''")
    return written.replace("\\", "\\\\").replace('"', '\\"') if mark == '"' else written
