"""What a vault's own settings ask of a tool that writes into it: the text of `.obsidian/app.json`, read defensively.

They say how links are written and where files go, never how links are resolved.  How a link is written by them is
`link_writing`.
"""

from __future__ import annotations

import json
from typing import Any

from ..named_tuple import NamedTuple

LINK_FORMATS = ("shortest", "relative", "absolute")
_FILE_LOCATIONS = ("root", "current", "folder")
_TRASH_OPTIONS = ("system", "local", "none")


class ObsidianSettings(NamedTuple):
    """The settings that matter to a writer, with the app's own defaults."""

    new_link_format: str = "shortest"
    """shortest (the bare name where only one file has it), relative or absolute."""
    use_markdown_links: bool = False
    attachment_folder: str = ""
    """Folder of the vault for attachments; "" is the root, "./x" is x beside the note."""
    new_file_location: str = "root"
    """root, current (beside the note) or folder (new_file_folder)."""
    new_file_folder: str = ""
    trash_option: str = "system"
    """system, local (`.trash` in the vault) or none."""
    ignore_filters: tuple[str, ...] = ()
    """Paths hidden from search and graph: prefixes, or `/regular expressions/`.  Links to them still resolve."""


def read_obsidian_settings(text: str) -> ObsidianSettings:
    """Read app.json; what is missing, of another type or unknown has the app's default, and nothing is an error."""
    try:
        values = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return ObsidianSettings()
    if not isinstance(values, dict):
        return ObsidianSettings()
    filters = values.get("userIgnoreFilters")
    return ObsidianSettings(
        new_link_format=_choice(values.get("newLinkFormat"), LINK_FORMATS, "shortest"),
        use_markdown_links=values.get("useMarkdownLinks") is True,
        attachment_folder=_folder(values.get("attachmentFolderPath")),
        new_file_location=_choice(values.get("newFileLocation"), _FILE_LOCATIONS, "root"),
        new_file_folder=_folder(values.get("newFileFolderPath")),
        trash_option=_choice(values.get("trashOption"), _TRASH_OPTIONS, "system"),
        ignore_filters=tuple(f for f in filters if isinstance(f, str) and f) if isinstance(filters, list) else (),
    )


def _choice(value: Any, choices: tuple[str, ...], default: str) -> str:
    return value if isinstance(value, str) and value in choices else default


def _folder(value: Any) -> str:
    """A folder as the app writes it; one that leaves the vault or is hidden in it counts as not set."""
    if not isinstance(value, str):
        return ""
    beside = value.startswith("./")
    parts = [part for part in value.split("/") if part not in ("", ".")]
    if any(part.startswith(".") or "\0" in part for part in parts):
        return ""
    return ("./" if beside or value == "." else "") + "/".join(parts)
