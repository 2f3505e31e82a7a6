"""The splices that let one link lead elsewhere: its path, and where asked its heading and display text.

Everything is written as its place needs it: percent-encoded in Markdown links, escaped in quoted properties and in
tables.  The caller reads the result back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..pages.linking.link_text import SCHEME, default_display, parse_link_text, percent_decode, split_link_text
from ..pages.linking.links import is_balanced
from ..pages.linking.resolution import link_key
from ..pages.linking.subpaths import heading_key, heading_subpath
from ..pages.yaml.frontmatter import read_properties
from ..text.slugs import safe_display
from ..text.splices import Splice

if TYPE_CHECKING:
    from ..pages.page_model import Block, Link

# What ends a destination, is taken apart in it, or could begin a construct that hides it.
_ENCODED = re.compile(r"[%\s<>\\|`$\x00-\x1f\x7f]")
_ENCODED_IN_ANGLES = re.compile(r"[%<>\\|`$\r\n\x00-\x08\x0a-\x1f\x7f]")
_WIKI_HEADING = re.compile(r"[ \t]*#([^#|]*?)(?=\\?\||#|$)")
_MARKDOWN_HEADING = re.compile(r"#([^#\s<>]*?)(?=#|$)")
_TITLE_OR_END = re.compile(r"[\s>]|\)$")

BAR = ("|", "\\|")
"""What stands before the display text of a wikilink: outside tables, and in one."""


class TableLines:
    """Which places of a text stand in a table, where the bar of a link is escaped."""

    def __init__(self, text: str, blocks: Sequence[Block]) -> None:
        self._text = text
        self._spans = [(block.start, block.end) for block in blocks if block.kind == "table"]

    def hold(self, at: int) -> bool:
        """Whether a place stands in a table; inside a quote its line tells."""
        if any(start <= at < end for start, end in self._spans):
            return True
        return self._text[self._text.rfind("\n", 0, at) + 1 : at].lstrip(" \t>").startswith("|")


def splice_path(text: str, link: Link, path: str) -> Splice | None:
    """The splice that gives a link another path; None where this kind of link cannot hold it."""
    if link.path_start < 0:
        return _splice_escaped(text, link, path) if link.kind == "property" else None
    if is_wikilink(text, link):
        written = path if _fits_wikilink(path) else None
    else:
        raw = text[link.path_start : link.path_end]
        written = _destination(path, raw, angled=text[link.path_start - 1] == "<")
    if written is None:
        return None
    return Splice(link.path_start, link.path_end, _in_quotes(text, link, written))


def splice_heading(text: str, link: Link, old: str, new: str) -> Splice | None:
    """The splice that puts a new text in place of the first heading of a link's subpath; None where it has another."""
    if link.path_start < 0:
        return None
    wiki = is_wikilink(text, link)
    region = text[link.path_end : link.end - 2 if wiki else link.end]
    if not wiki:
        stop = _TITLE_OR_END.search(region)
        region = region[: stop.start()] if stop else region
    found = (_WIKI_HEADING if wiki else _MARKDOWN_HEADING).match(region)
    if found is None:
        return None
    if heading_key(found[1] if wiki else percent_decode(found[1])) != heading_key(old):
        return None
    written: str | None = heading_subpath(new)[1:]
    if not wiki:
        written = _destination(written or "", found[1], angled=text[link.path_start - 1] == "<")
    if not written:
        return None
    start = link.path_end + found.start(1)
    return Splice(start, start + len(found[1]), _in_quotes(text, link, written))


def splice_display(text: str, link: Link, shown: str) -> Splice | None:
    """The splice that gives a link with a display text another one; None where it has none or it cannot be found."""
    span = _display_span(text, link)
    if span is None:
        return None
    shown = safe_display(shown) if is_wikilink(text, link) else re.sub(r"([\\\[\]])", r"\\\1", shown)
    return Splice(*span, _in_quotes(text, link, shown))


def add_display(link: Link, *, in_table: bool) -> Splice | None:
    """The splice that lets a wikilink without display text go on showing what it shows now."""
    # What parts a name from its heading is drawn by the app as it is written here.
    shown = " > ".join(map(safe_display, default_display(link.path + link.subpath).split(" > ")))
    if link.kind != "wikilink" or link.display is not None or not shown:
        return None
    return Splice(link.end - 2, link.end - 2, BAR[in_table] + shown)


def is_wikilink(text: str, link: Link) -> bool:
    """Whether a link is written in double brackets, in the body or in a property."""
    return text.startswith("[[", link.start + link.embed) and link.kind != "markdown"


def _display_span(text: str, link: Link) -> tuple[int, int] | None:
    if link.display is None or link.path_start < 0:
        return None
    if is_wikilink(text, link):
        end = link.end - 2
        start = end - len(link.display)
        return (start, end) if text[start:end] == link.display and text[start - 1] == "|" else None
    start = link.start + link.embed + 1
    end = start + len(link.display)
    return (start, end) if text[start:end] == link.display and text.startswith("](", end) else None


def _fits_wikilink(path: str) -> bool:
    """Whether double brackets can hold this path and give it back."""
    if any(sign in path for sign in ("|", "#", "\n", "[[", "]]")) or path.startswith("[") or path.endswith(("]", "\\")):
        return False
    return link_key(parse_link_text(path)[0]) == link_key(path)


def _destination(path: str, raw: str, *, angled: bool) -> str | None:
    """A path as the destination of a Markdown link, encoded as much as the one it replaces."""
    if "#" in path:
        return None
    written = (_ENCODED_IN_ANGLES if angled else _ENCODED).sub(_percent, path)
    if not angled and not is_balanced(written):
        written = written.replace("(", "%28").replace(")", "%29")
    if raw.isascii() and not percent_decode(raw).isascii():
        written = "".join(sign if sign.isascii() else _percent_text(sign) for sign in written)
    return written.replace(":", "%3A") if SCHEME.match(written) else written


def _percent(match: re.Match[str]) -> str:
    return _percent_text(match[0])


def _percent_text(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8"))


def _in_quotes(text: str, link: Link, written: str) -> str:
    """A piece of a link as its property's quotes need it; as it is in the body."""
    if link.kind != "property":
        return written
    mark = text[link.start - 1]
    if mark == "'":
        return written.replace("'", "''")
    return written.replace("\\", "\\\\").replace('"', '\\"') if mark == '"' else written


def _splice_escaped(text: str, link: Link, path: str) -> Splice | None:
    """A property whose quotes hold escapes is written anew as a whole, in the same quotes."""
    quoted = text[link.start - 1 : link.end + 1]
    if quoted[:1] not in ("'", '"') or "\n" in quoted:
        return None
    value = read_properties(f"---\nlink: {quoted}\n---\n").values.get("link")
    if not isinstance(value, str) or not value.startswith("[[") or not value.isprintable() or not _fits_wikilink(path):
        return None
    raw = split_link_text(value[2:-2])[0].partition("#")[0]
    if not value.startswith(raw, 2):
        return None
    return Splice(link.start, link.end, _in_quotes(text, link, "[[" + path + value[2 + len(raw) :]))
