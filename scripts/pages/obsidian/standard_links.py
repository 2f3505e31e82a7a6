"""A page as any Markdown reader knows it: `[text](path.md#anchor)` for wikilinks, HTML comments for `%%` blocks.

What a link leads to is the caller's to know; files are named by their paths in the exported folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from unicodedata import category

from ..linking.link_text import default_display, display_text
from ..linking.links import relative_path

if TYPE_CHECKING:
    from ..page_model import Block, BlockId, Heading, Link

IMAGES = (".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp")

# What ends a destination or could be taken for markup, an entity, a query or a fragment in it.
_ENCODED = re.compile(r"[%\s<>()\[\]\\|`$#?&\"\x00-\x1f\x7f]")
_SIZE = re.compile(r"\d+(?:x\d+)?\Z")
_MARKUP = re.compile(r"!?\[\[([^\[\]]*)\]\]|!?\[([^\[\]]*)\]\([^()]*\)|[*`]|==|~~")
_RAW_SUBPATH = re.compile(r"#[^\s]*?(?=\s|\)\Z)")
_ANGLED_SUBPATH = re.compile(r"#[^>]*")


def standard_links(
    text: str,
    links: Sequence[Link],
    block_ids: Sequence[BlockId],
    destination: Callable[[Link], str | None],
    comments: Sequence[Block] = (),
) -> str:
    """The text with each link rewritten to the URL that destination gives; None leaves it as it is.

    An embedded picture stays an image; an embedded note, which no other reader can show in place, becomes a link.
    Block ids become anchors that the links can lead to.  comments: the blocks that Obsidian hides.
    """
    splices = []
    for link in links:
        url = destination(link)
        new = None if url is None else _rewritten(text, link, url)
        if new is not None:
            splices.append((link.start, link.end, new))
    taken = [(start, end) for start, end, _ in splices]
    splices += [
        (block.start, block.end, f'<a id="{block.id.lower()}"></a>')
        for block in block_ids
        if not any(start <= block.start < end for start, end in taken)
    ]
    for block in comments:
        inner = text[block.start + 2 : block.end - 2]
        if text[block.start : block.end] == f"%%{inner}%%" and "%%" not in inner and "-->" not in inner:
            splices += [(block.start, block.start + 2, "<!--"), (block.end - 2, block.end, "-->")]
    pieces, done = [], 0
    for start, end, new in sorted(splices):
        if start >= done:
            pieces += [text[done:start], new]
            done = end
    return "".join([*pieces, text[done:]])


def relative_url(target: str, source: str, anchor: str = "") -> str:
    """The URL of a file as seen from another, both paths in one folder; only an anchor for the file itself."""
    fragment = "#" + _encode(anchor) if anchor else ""
    if target == source and fragment:
        return fragment
    path = _encode(relative_path(target, source))
    # A colon in the first part would make it a scheme.
    first, slash, rest = path.partition("/")
    return first.replace(":", "%3A") + slash + rest + fragment


def heading_anchors(headings: Sequence[Heading]) -> dict[int, str]:
    """For each heading, by its start, the anchor that most Markdown renderers give it; repeated ones are numbered."""
    found: dict[int, str] = {}
    counts: dict[str, int] = {}
    for heading in headings:
        plain = _MARKUP.sub(_shown, heading.text)
        anchor = "".join(sign for sign in plain.lower() if _stays(sign)).replace(" ", "-")
        number = counts.get(anchor, 0)
        counts[anchor] = number + 1
        found[heading.start] = f"{anchor}-{number}" if number else anchor
    return found


def is_image(path: str) -> bool:
    """Whether a file is a picture that Markdown can show."""
    return path.lower().endswith(IMAGES)


def _rewritten(text: str, link: Link, url: str) -> str | None:
    if link.kind == "markdown":
        return _with_destination(text, link, url)
    shown = link.display
    if link.embed and (not shown or _SIZE.match(shown.strip())):
        shown = link.path.rpartition("/")[2].rpartition(".")[0] if is_image(link.path) else None
    label = _label(shown or display_text(link._replace(display=None)) or default_display(url))
    if link.kind != "property":
        return f"{'!' if link.embed and is_image(link.path) else ''}[{label}]({url})"
    mark = text[link.start - 1 : link.start]
    if mark == '"':
        return f"[{label}]({url})".replace("\\", "\\\\").replace('"', '\\"')
    return f"[{label}]({url})".replace("'", "''") if mark == "'" else None


def _with_destination(text: str, link: Link, url: str) -> str | None:
    """A Markdown link as it was written, text and title included, with another destination."""
    if link.path_start < 0:
        return None
    is_angled = text[link.path_start - 1 : link.path_start] == "<"
    tail = text[link.path_end : link.end]
    subpath = (_ANGLED_SUBPATH if is_angled else _RAW_SUBPATH).match(tail)
    return text[link.start : link.path_start] + url + tail[subpath.end() if subpath else 0 :]


def _label(text: str) -> str:
    """Text between the brackets of a link; a bar is escaped because the link may stand in a table."""
    return re.sub(r"(?<!\\)([\[\]|])", r"\\\1", " ".join(text.split()))


def _shown(match: re.Match[str]) -> str:
    if match[1] is not None:
        return match[1].partition("|")[2] or default_display(match[1])
    return match[2] or ""


def _stays(sign: str) -> bool:
    return sign in " -_" or category(sign)[0] in "LNM"


def _encode(path: str) -> str:
    return _ENCODED.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8")), path)
