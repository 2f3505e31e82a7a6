"""Writing a link as a vault's settings ask: which path, and which of the two kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import UnsafePathError
from .link_text import default_display
from .links import format_markdown_link, format_wikilink, relative_path
from .resolution import resolve, shortest_link

if TYPE_CHECKING:
    from .obsidian_settings import ObsidianSettings
    from .resolution import VaultNames


def format_link(
    target: str,
    source: str,
    names: VaultNames,
    settings: ObsidianSettings,
    *,
    subpath: str = "",
    display: str | None = None,
    embed: bool = False,
) -> str:
    """Write a link in source that leads to target, both vault paths.

    A Markdown link that cannot hold the path becomes a wikilink.  Raises UnsafePathError when no link leads there.
    """
    mark = "!" if embed else ""
    if settings.use_markdown_links:
        # The app writes Markdown links from the root of the vault, however short their bare name would be.
        path = link_path(target, source, names, "relative" if settings.new_link_format == "relative" else "absolute")
        shown = display or default_display(_bare(target).rpartition("/")[2] + subpath)
        for written in dict.fromkeys((_with_extension(path, target), target)):
            if resolve(written, source, names) != target:
                continue
            try:
                return mark + format_markdown_link(written, subpath=subpath, display=shown)
            except UnsafePathError:
                continue
    path = link_path(target, source, names, settings.new_link_format)
    return mark + format_wikilink(path, subpath=subpath, display=display)


def link_path(target: str, source: str, names: VaultNames, link_format: str) -> str:
    """The link path, without `.md`, by one of LINK_FORMATS; a more explicit one where that would lead elsewhere.

    Raises UnsafePathError when none leads from source to target.
    """
    bare = _bare(target)
    if link_format == "relative":
        beside = relative_path(bare, source)
        ways: tuple[str, ...] = (beside, "./" + beside, bare)
    else:
        ways = (bare,) if link_format == "absolute" else ()
    for path in ways:
        if resolve(path, source, names) == target:
            return path
    return shortest_link(target, source, names)


def _bare(path: str) -> str:
    return path[:-3] if path[-3:].lower() == ".md" else path


def _with_extension(path: str, target: str) -> str:
    return path if path.endswith(target[-3:]) or _bare(target) == target else path + target[-3:]
