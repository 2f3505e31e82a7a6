"""Write links, and change single parts of links that are there: the path, the heading, the display text.

How a vault wants its links is the owner's setting (`LinkStyle`); which file a link leads to is `links.Resolver`'s.
What is written fits its place: percent-encoded in Markdown links, escaped in quoted properties and in tables.  Whoever
splices reads the result back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from ..errors import UnsafePathError
from ..model import Block, Link
from .characters import unescape
from .frontmatter import split
from .links import (
    Resolver,
    default_display,
    heading_key,
    heading_subpath,
    is_balanced,
    parse_link_text,
    path_key,
    percent_decode,
    split_display,
    split_target,
)
from .markdown import read_body
from .obsidian import SCHEME, read_destination
from .slugs import safe_display
from .spans import Lines, Spans
from .splices import Splice

LINK_FORMATS = ("shortest", "relative", "absolute")
BAR = ("|", "\\|")
"""What stands before the display text of a wikilink: outside tables, and in one."""

# What ends a destination, is taken apart in it, or could begin a construct that hides it.
_ENCODED = re.compile(r"[%\s<>\\|`$\x00-\x1f\x7f]")
_ENCODED_IN_ANGLES = re.compile(r"[%<>\\|`$\r\n\x00-\x08\x0a-\x1f\x7f]")
_WIKI_HEADING = re.compile(r"[ \t]*#([^#|]*?)(?=\\?\||#|$)")
_MARKDOWN_HEADING = re.compile(r"#([^#\s<>]*?)(?=#|$)")
_ANGLED_HEADING = re.compile(r"#([^#<>]*?)(?=#|$)")
_ANGLE_END = re.compile(">")
_TITLE_OR_END = re.compile(r"[\s>]|\)$")
_DEFINITION = re.compile(
    r"""(?mx) ^[ \t>]{0,9} \[ (?!\^) ((?:[^\[\]\\\n]|\\.)+) \]: [ \t]*
    (?: <((?:[^<>\\\n]|\\.)*)> | ([^\s<][^\s\x00-\x1f]*) )
    (?: [ \t]+ (?: "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | \((?:[^()\\\n]|\\.)*\) ) )? [ \t]* \r?$"""
)
_NO_LINKS = frozenset(("code", "html", "math", "comment"))


class LinkStyle(NamedTuple):
    """How the owner of a vault has links written, with the app's own defaults."""

    new_link_format: str = "shortest"
    """shortest (the bare name where only one file has it), relative or absolute."""
    use_markdown_links: bool = False


def read_link_style(text: str) -> LinkStyle:
    """Read `.obsidian/app.json`; what is missing, of another type or unknown has the app's default."""
    try:
        values: Any = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return LinkStyle()
    if not isinstance(values, dict):
        return LinkStyle()
    wanted = values.get("newLinkFormat")
    return LinkStyle(wanted if wanted in LINK_FORMATS else "shortest", values.get("useMarkdownLinks") is True)


# --- A new link -------------------------------------------------------------------------------------------------------


def format_wikilink(path: str, *, subpath: str = "", display: str | None = None) -> str:
    """Return `[[path#subpath|display]]`, with display and heading cleaned of what would end the link.

    path is a link path, as `shortest_link` chooses it.  A path with folders shows its base name, as in Obsidian; a
    display text that would be shown anyway is left out.  Raises UnsafePathError for a path no wikilink can hold.
    """
    subpath = _clean_subpath(subpath)
    shown = clean_display(display or "")
    if not shown and "/" in path:
        shown = clean_display(default_display(path.rpartition("/")[2] + subpath))
    target = path + subpath
    content = f"{target}|{shown}" if shown and shown != default_display(target) else target
    ends_early = content.startswith("[") or content.endswith("]") or "[[" in content or "]]" in content
    if not target or ends_early or "\n" in content or parse_link_text(content)[:2] != (path, subpath):
        raise UnsafePathError(path, "a wikilink cannot hold this name")
    return f"[[{content}]]"


def format_markdown_link(path: str, *, subpath: str = "", display: str | None = None) -> str:
    """Return `[display](path#subpath)` as Obsidian writes it: from the vault root, blanks percent-encoded.

    Raises UnsafePathError for a path that would be read back as another one.
    """
    path = path.lstrip("/")
    subpath = _clean_subpath(subpath)
    shown = " ".join((display or default_display(path.rpartition("/")[2] + subpath)).split())
    # A dollar sign or a backtick in both parts would make math or code of what is between them, a caret a footnote.
    shown = re.sub(r"(^\^|[\\\[\]$`])", r"\\\1", shown)
    target = re.sub(r"%(?=[0-9A-Fa-f]{2})", "%25", path + subpath)
    target = target.replace(" ", "%20").replace("$", "%24").replace("`", "%60")
    if not is_balanced(target):
        target = target.replace("(", "%28").replace(")", "%29")
    is_unholdable = not target or re.search(r"[\s<>\\\x00-\x1f]|^[A-Za-z][A-Za-z0-9+.-]+:", target)
    if is_unholdable or split_target(percent_decode(target)) != (path, subpath):
        raise UnsafePathError(path, "a Markdown link cannot hold this name")
    return f"[{shown}]({target})"


def format_link(
    target: str,
    source: str,
    resolver: Resolver,
    style: LinkStyle,
    *,
    subpath: str = "",
    display: str | None = None,
    is_embed: bool = False,
) -> str:
    """Return a link, to stand in source, that leads to target; both are vault paths.

    A Markdown link that cannot hold the path becomes a wikilink.  Raises UnsafePathError when no link leads there.
    """
    mark = "!" if is_embed else ""
    if style.use_markdown_links:
        # The app writes Markdown links from the root of the vault, however short their bare name would be.
        wanted = "relative" if style.new_link_format == "relative" else "absolute"
        path = link_path(target, source, resolver, wanted)
        shown = display or default_display(_bare(target).rpartition("/")[2] + subpath)
        is_whole = path.endswith(target[-3:]) or _bare(target) == target
        for written in dict.fromkeys((path if is_whole else path + target[-3:], target)):
            if resolver.resolve(written, source) != target:
                continue
            try:
                return mark + format_markdown_link(written, subpath=subpath, display=shown)
            except UnsafePathError:
                continue
    path = link_path(target, source, resolver, style.new_link_format)
    return mark + format_wikilink(path, subpath=subpath, display=display)


def link_path(target: str, source: str, resolver: Resolver, link_format: str) -> str:
    """Return the link path, without `.md`, by one of LINK_FORMATS; a more explicit one where that leads elsewhere.

    Raises UnsafePathError when none leads from source to target.
    """
    bare = _bare(target)
    candidates: tuple[str, ...] = (bare,) if link_format == "absolute" else ()
    if link_format == "relative":
        beside = relative_path(bare, source)
        candidates = (beside, "./" + beside, bare)
    for path in candidates:
        if resolver.resolve(path, source) == target:
            return path
    return shortest_link(target, source, resolver)


def shortest_link(target: str, source: str, resolver: Resolver) -> str:
    """Return the link path to write in source for target: its bare name if only one file has it, else its vault path.

    Raises UnsafePathError when no link path leads from source to target, as when the vault has no such file.
    """
    bare = _bare(target)
    name = bare.rpartition("/")[2]
    if resolver.candidates(name) == (target,):
        return name
    for path in (bare, target, "/" + target):
        if resolver.resolve(path, source) == target:
            return path
    raise UnsafePathError(target, f"no link in {source} can lead to it")


def relative_path(target: str, source: str) -> str:
    """Return target as seen from the folder of source, both vault paths.

    >>> relative_path("a/b/Note", "a/c/Other.md")
    '../b/Note'
    """
    there, here = target.split("/"), source.split("/")[:-1]
    shared = 0
    while shared < min(len(there) - 1, len(here)) and there[shared] == here[shared]:
        shared += 1
    return "/".join([".."] * (len(here) - shared) + there[shared:])


def clean_display(text: str) -> str:
    """Return one line that can stand behind the bar of a wikilink: double brackets and comment marks are parted."""
    text = " ".join(text.split()).replace("%%", "% %")
    while "[[" in text or "]]" in text:
        text = text.replace("[[", "[ [").replace("]]", "] ]")
    return text + " " if text.endswith("]") else text


def _clean_subpath(subpath: str) -> str:
    if not subpath or subpath.startswith("#^"):
        return subpath.strip()
    return "".join(heading_subpath(part) for part in subpath.split("#") if part.strip())


def _bare(path: str) -> str:
    return path[:-3] if path[-3:].lower() == ".md" else path


# --- Parts of a link that is there ------------------------------------------------------------------------------------


def read_definitions(text: str, *, body_start: int = 0) -> tuple[Link, ...]:
    """Return the definitions of reference links (`[label]: path`) that lead to a file of the vault, in text order.

    Their kind is "definition", their display the label.  Obsidian keeps them apart from links, so they are no edges;
    but whoever moves a page has to know them.
    """
    if "]:" not in text:
        return ()
    hidden = Spans((block.start, block.end) for block in read_body(text, body_start).blocks if block.kind in _NO_LINKS)
    definitions, lines = [], Lines(text)
    for found in _DEFINITION.finditer(text, body_start):
        target = found[2] if found[2] is not None else found[3]
        start = found.start(1) - 1
        if SCHEME.match(target) or start in hidden:
            continue
        path, subpath = split_target(percent_decode(unescape(target)))
        line = lines.number(start)
        end = found.start() + len(found[0].rstrip())
        definitions.append(Link("definition", False, path, subpath, found[1], start, end, line))
    return tuple(definitions)


def path_span(text: str, link: Link) -> tuple[int, int] | None:
    """Return where the path of a link stands in its page's text; None where it is written with escapes."""
    raw = text[link.start : link.end]
    if is_wikilink(text, link):
        begin = 3 if raw.startswith("!") else 2
        target = split_display(raw[begin:-2])[0].partition("#")[0]
        start = link.start + begin + len(target) - len(target.lstrip())
        end = start + len(target.strip())
        return (start, end) if parse_link_text(text[start:end])[0] == link.path else None
    if link.kind == "definition":
        at = raw.find("]:", len(link.display or "")) + 2
        opened = at + len(raw[at:]) - len(raw[at:].lstrip())
        target = raw[opened + 1 : raw.find(">", opened)] if raw[opened] == "<" else raw[opened:].split(None, 1)[0]
        return _destination_span(link, link.start + opened + (raw[opened] == "<"), target)
    for bracket in re.finditer(r"\]\(", raw):
        target, end = read_destination(raw, bracket.start() + 1)
        if target and end == len(raw):
            start = raw.index(target, bracket.end())
            span = _destination_span(link, link.start + start, target)
            if span is not None:
                return span
    return None


def _destination_span(link: Link, start: int, target: str) -> tuple[int, int] | None:
    written = re.split("#|%23", target, maxsplit=1)[0]
    decoded = split_target(percent_decode(unescape(written)))[0]
    return (start, start + len(written)) if decoded == link.path else None


def is_wikilink(text: str, link: Link) -> bool:
    """Tell whether a link is written in double brackets, in the body or in a property."""
    return text.startswith("[[", link.start + link.is_embed) and link.kind in ("wikilink", "property")


def splice_path(text: str, link: Link, path: str) -> Splice | None:
    """Return the splice that gives a link another path; None where this kind of link cannot hold it."""
    span = path_span(text, link)
    if span is None:
        return _splice_escaped(text, link, path) if link.kind == "property" else None
    if is_wikilink(text, link):
        written = path if _fits_wikilink(path) else None
    else:
        written = _destination(path, text[slice(*span)], is_angled=text[span[0] - 1] == "<")
    return None if written is None else Splice(*span, _in_quotes(text, link, written))


def splice_heading(text: str, link: Link, old: str, new: str) -> Splice | None:
    """Return the splice that gives a link's first heading a new text; None where it leads to another heading."""
    span = path_span(text, link)
    if span is None:
        return None
    is_wiki = is_wikilink(text, link)
    region = text[span[1] : link.end - 2 if is_wiki else link.end]
    if not is_wiki:
        stop = (_ANGLE_END if text[span[0] - 1] == "<" else _TITLE_OR_END).search(region)
        region = region[: stop.start()] if stop else region
    is_angled = not is_wiki and text[span[0] - 1] == "<"
    form = _WIKI_HEADING if is_wiki else _ANGLED_HEADING if is_angled else _MARKDOWN_HEADING
    found = form.match(region)
    if found is None or heading_key(found[1] if is_wiki else percent_decode(found[1])) != heading_key(old):
        return None
    written: str | None = heading_subpath(new)[1:]
    if not is_wiki:
        written = _destination(written or "", found[1], is_angled=is_angled)
    if not written:
        return None
    start = span[1] + found.start(1)
    return Splice(start, start + len(found[1]), _in_quotes(text, link, written))


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
    return Splice(start, end, _in_quotes(text, link, shown))


def add_display(link: Link, *, is_in_table: bool) -> Splice | None:
    """Return the splice that lets a wikilink without display text go on showing what it shows now."""
    # What parts a name from its heading is drawn by the app as it is written here.
    shown = " > ".join(map(safe_display, default_display(link.path + link.subpath).split(" > ")))
    if link.kind != "wikilink" or link.display is not None or not shown:
        return None
    return Splice(link.end - 2, link.end - 2, BAR[is_in_table] + shown)


def tables_of(blocks: Iterable[Block]) -> Spans:
    """Return where tables stand."""
    return Spans((block.start, block.end) for block in blocks if block.kind == "table")


def is_in_table(text: str, at: int, tables: Spans) -> bool:
    """Tell whether a place stands in a table, where the bar of a link is escaped; inside a quote its line tells."""
    if at in tables:
        return True
    return text[text.rfind("\n", 0, at) + 1 : at].lstrip(" \t>").startswith("|")


def _fits_wikilink(path: str) -> bool:
    """Tell whether double brackets can hold this path and give it back."""
    if any(sign in path for sign in ("|", "#", "\n", "[[", "]]")) or path.startswith("[") or path.endswith(("]", "\\")):
        return False
    return path_key(parse_link_text(path)[0]) == path_key(path)


def _destination(path: str, raw: str, *, is_angled: bool) -> str | None:
    """Return a path as the destination of a Markdown link, encoded as much as the one it replaces."""
    if "#" in path:
        return None
    written = (_ENCODED_IN_ANGLES if is_angled else _ENCODED).sub(lambda match: _percent(match[0]), path)
    if not is_angled and not is_balanced(written):
        written = written.replace("(", "%28").replace(")", "%29")
    if raw.isascii() and not percent_decode(raw).isascii():
        written = "".join(sign if sign.isascii() else _percent(sign) for sign in written)
    return written.replace(":", "%3A") if SCHEME.match(written) else written


def _percent(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8"))


def _in_quotes(text: str, link: Link, written: str) -> str:
    """Return a piece of a link as its property's quotes need it; as it is in the body."""
    if link.kind != "property":
        return written
    mark = text[link.start - 1]
    if mark == "'":
        return written.replace("'", "''")
    return written.replace("\\", "\\\\").replace('"', '\\"') if mark == '"' else written


def _splice_escaped(text: str, link: Link, path: str) -> Splice | None:
    """Write a property whose quotes hold escapes anew as a whole, in the same quotes."""
    quoted = text[link.start - 1 : link.end + 1]
    if quoted[:1] not in ("'", '"') or "\n" in quoted:
        return None
    value = split(f"---\nlink: {quoted}\n---\n").properties.get("link")
    if not isinstance(value, str) or not value.startswith("[[") or not value.isprintable() or not _fits_wikilink(path):
        return None
    raw = split_display(value[2:-2])[0].partition("#")[0]
    if not value.startswith(raw, 2):
        return None
    return Splice(link.start, link.end, _in_quotes(text, link, "[[" + path + value[2 + len(raw) :]))
