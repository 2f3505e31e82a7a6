"""Links as text, in both forms: wikilinks and Markdown links; what they are written from comes in.

Which form and which path a vault asks for is `link_writing`.
"""

from __future__ import annotations

import re

from ...errors import UnsafePathError
from .link_text import default_display, parse_link_text, percent_decode
from .subpaths import heading_subpath


def format_wikilink(path: str, *, subpath: str = "", display: str | None = None) -> str:
    """Write `[[path#subpath|display]]`, with display and heading cleaned of what would end the link.

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
    """Write `[display](path#subpath)` as Obsidian does: from the vault root, spaces percent-encoded.

    Raises UnsafePathError for a path that would be read back as another one.
    """
    path = path.lstrip("/")
    subpath = _clean_subpath(subpath)
    shown = " ".join((display or default_display(path.rpartition("/")[2] + subpath)).split())
    # A dollar sign or a backtick in both parts would make math or code of what is between them.
    shown = re.sub(r"([\\\[\]$`])", r"\\\1", shown)
    target = re.sub(r"%(?=[0-9A-Fa-f]{2})", "%25", path + subpath)
    target = target.replace(" ", "%20").replace("$", "%24").replace("`", "%60")
    if not is_balanced(target):
        target = target.replace("(", "%28").replace(")", "%29")
    unholdable = not target or re.search(r"[\s<>\\\x00-\x1f]|^[A-Za-z][A-Za-z0-9+.-]+:", target)
    if unholdable or parse_link_text(percent_decode(target))[:2] != (path, subpath):
        raise UnsafePathError(path, "a Markdown link cannot hold this name")
    return f"[{shown}]({target})"


def clean_display(text: str) -> str:
    """One line that can stand behind the bar of a wikilink: double brackets are parted, comments marks too."""
    text = " ".join(text.split()).replace("%%", "% %")
    while "[[" in text or "]]" in text:
        text = text.replace("[[", "[ [").replace("]]", "] ]")
    return text + " " if text.endswith("]") else text


def _clean_subpath(subpath: str) -> str:
    if not subpath or subpath.startswith("#^"):
        return subpath.strip()
    return "".join(heading_subpath(part) for part in subpath.split("#") if part.strip())


def is_balanced(target: str) -> bool:
    """Whether the round brackets of a Markdown destination pair up, as one without `<>` must."""
    depth = 0
    for sign in target:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return depth == 0


def relative_path(target: str, source: str) -> str:
    """target as seen from the folder of source, both vault paths.

    >>> relative_path("a/b/Note", "a/c/Other.md")
    '../b/Note'
    """
    there, here = target.split("/"), source.split("/")[:-1]
    shared = 0
    while shared < min(len(there) - 1, len(here)) and there[shared] == here[shared]:
        shared += 1
    return "/".join([".."] * (len(here) - shared) + there[shared:])
